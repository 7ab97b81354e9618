// SPDX-License-Identifier: MIT
// The driver where there is no libFuzzer: TARGET COUNT CORPUS [DICTIONARY]. Every file of the corpus as it is, then
// COUNT mutations of them: bytes flipped, numbers replaced, pieces cut, doubled, moved or taken from another file,
// words of the dictionary put in. The mutations depend on their number alone. The input at hand is kept in a file while
// it runs, so that a crash leaves it behind: give that file as the corpus to see it again.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/rng.h"
#include "fuzz/fuzz_target.h"

namespace {

using flotsam::Random;
namespace fs = std::filesystem;

constexpr size_t kMostBytes = 20000;
std::string current;
std::string crashFile;

std::string readAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

size_t below(Random& random, size_t n) { return n == 0 ? 0 : static_cast<size_t>(random.unit() * double(n)) % n; }

/// Where a run of digits lies at or behind a random place; empty when there is none.
std::pair<size_t, size_t> someNumber(const std::string& text, Random& random) {
  constexpr const char* kDigits = "0123456789";
  const size_t begin = text.find_first_of(kDigits, below(random, text.size()));
  if (begin == std::string::npos) return {0, 0};
  const size_t end = text.find_first_not_of("0123456789.e", begin);
  return {begin, (end == std::string::npos ? text.size() : end) - begin};
}

void mutate(std::string& text, const std::vector<std::string>& corpus, const std::vector<std::string>& words,
            Random& random) {
  static const char* kNumbers[] = {
      "0",   "-1",  "1",    "255",  "65536", "2147483647", "4294967295", "-9223372036854775808", "1e308", "1e-308",
      "nan", "inf", "-inf", "1e30", "0.1e",  "1_0",        "0x10"};
  const size_t at = below(random, text.size()), length = 1 + below(random, std::min<size_t>(text.size(), 60));
  const std::string piece = text.substr(at, length);
  switch (below(random, 10)) {
    case 0:
      if (!text.empty()) text[at] = static_cast<char>(text[at] ^ 1 << below(random, 8));
      break;
    case 1:
      if (!text.empty()) text[at] = static_cast<char>(below(random, 256));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(below(random, text.size()), piece);
      break;
    case 4:
      for (int n = 0; n < 20 && text.size() < kMostBytes; ++n) text.insert(at, piece);
      break;
    case 5:
      text.resize(at);
      break;
    case 6: {
      const std::string& other = corpus[below(random, corpus.size())];
      text.insert(at, other.substr(below(random, other.size()), 1 + below(random, 200)));
      break;
    }
    case 7:
      if (!words.empty()) text.insert(at, words[below(random, words.size())]);
      break;
    default:
      if (const auto [begin, count] = someNumber(text, random); count > 0)
        text.replace(begin, count, kNumbers[below(random, std::size(kNumbers))]);
  }
  if (text.size() > kMostBytes) text.resize(kMostBytes);
}

void keepInput(int signal) {
  std::ofstream(crashFile, std::ios::binary) << current;
  std::fprintf(stderr, "signal %d; the input is in %s\n", signal, crashFile.c_str());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(const std::string& input) {
  current = input;
  const auto start = std::chrono::steady_clock::now();
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(current.data()), current.size());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  flotsam::fuzz::require(seconds < 20, "no input takes more than 20 s");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s COUNT CORPUS [DICTIONARY]\n", argv[0]);
    return 2;
  }
  const unsigned long count = std::strtoul(argv[1], nullptr, 10);
  crashFile = fs::path(argv[0]).filename().string() + ".crash";
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) std::signal(signal, keepInput);
  std::vector<fs::path> files;
  if (fs::is_directory(argv[2]))
    for (const auto& file : fs::directory_iterator(argv[2])) files.push_back(file.path());
  else
    files.emplace_back(argv[2]);
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus, words;
  for (const auto& file : files) corpus.push_back(readAll(file));
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: no files\n", argv[2]);
    return 2;
  }
  if (argc > 3) {
    std::ifstream dictionary(argv[3]);
    for (std::string line; std::getline(dictionary, line);)
      if (line.size() > 2 && line.front() == '"' && line.back() == '"')
        words.push_back(line.substr(1, line.size() - 2));
  }
  for (const std::string& input : corpus) run(input);
  for (unsigned long n = 0; n < count; ++n) {
    Random random(n + 1);
    std::string input = corpus[n % corpus.size()];
    for (size_t times = 1 + below(random, 6); times > 0; --times) mutate(input, corpus, words, random);
    run(input);
  }
  std::printf("%zu files and %lu mutations of them\n", corpus.size(), count);
  return 0;
}
