// SPDX-License-Identifier: MIT
#include "cli/video_pipe.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/describe.h"

extern char** environ;

namespace flotsam {

bool VideoPipe::available() {
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (access((std::string(rest.substr(0, end)) + "/ffmpeg").c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Not .ogv, .mpg, .gif or .3gp: with these arguments ffmpeg drops frames, changes their rate or refuses their size.
const std::vector<std::string>& VideoPipe::endings() {
  static const std::vector<std::string> all = {".mp4", ".m4v", ".mov", ".mkv", ".avi", ".webm"};
  return all;
}

Problems VideoPipe::open(const std::string& file, int width, int height, double framesPerSecond, bool quick) {
  file_ = file;
  const std::filesystem::path path(file);  // the ending tells ffmpeg the format
  part_ = (path.parent_path() /
           (path.stem().string() + "." + std::to_string(getpid()) + ".part" + path.extension().string()))
              .string();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failed(std::string("no pipe to ffmpeg: ") + std::strerror(errno));
  if (said_ < 0) said_ = memfd_create("ffmpeg", MFD_CLOEXEC);  // in memory: it never blocks, and a disk may be full
  if (said_ >= 0 && ftruncate(said_, 0) == 0) lseek(said_, 0, SEEK_SET);
  const std::string size = std::to_string(width) + "x" + std::to_string(height), rate = formatNumber(framesPerSecond);
  std::vector<const char*> args = {"ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt",
                                   "rgb24", "-s", size.c_str(), "-r", rate.c_str(), "-i", "pipe:0",
                                   // Players want even sizes and this pixel format.
                                   "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"};
  if (quick) args.insert(args.end(), {"-preset", "ultrafast"});
  args.insert(args.end(), {part_.c_str(), nullptr});
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  if (said_ >= 0) posix_spawn_file_actions_adddup2(&actions, said_, STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  // A group of its own: Ctrl+C is for us, ffmpeg then sees the end of its input and finishes the file.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t process = -1;
  const int error = posix_spawnp(&process, "ffmpeg", &actions, &attributes, const_cast<char**>(args.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  ::close(ends[0]);
  if (error != 0) {
    ::close(ends[1]);
    return failed(error == ENOENT ? "a video needs the program ffmpeg, which is not installed (apt-get install ffmpeg)"
                                  : std::string("ffmpeg does not start: ") + std::strerror(error));
  }
  std::signal(SIGPIPE, SIG_IGN);  // a dead ffmpeg is then an error of write()
  pipe_ = ends[1], process_ = process;
  return {};
}

VideoPipe::~VideoPipe() {
  close();
  if (said_ >= 0) ::close(said_);
}

Problems VideoPipe::write(const std::vector<uint8_t>& rgb) {
  if (pipe_ < 0) return {};
  for (size_t done = 0; done < rgb.size();) {
    const ssize_t n = ::write(pipe_, rgb.data() + done, rgb.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      broken_ = std::string("ffmpeg takes no more frames: ") + std::strerror(errno);
      return close();  // it knows more
    }
    done += static_cast<size_t>(n);
  }
  return {};
}

std::string VideoPipe::lastWords() const {
  std::string text(4096, '\0');
  const off_t end = said_ < 0 ? 0 : lseek(said_, 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(text.size()));
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, end <= 0 ? 0 : pread(said_, text.data(), text.size(), begin))));
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  text.erase(0, text.find_last_of("\r\n") + 1);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

// ffmpeg 5.1 says 'Error writing trailer' of a full disk and exits with 0: a video is whole when nothing was said too.
Problems VideoPipe::close() {
  if (pipe_ < 0) return {};
  ::close(pipe_);
  pipe_ = -1;
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  std::error_code error;
  const std::string words = lastWords();
  const std::string broken = std::exchange(broken_, {});
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && words.empty() && broken.empty()) {
    std::filesystem::rename(part_, file_, error);
    if (!error) return {};
    const std::string why = error.message();
    std::filesystem::remove(part_, error);
    return failed("cannot be written: " + why);
  }
  std::filesystem::remove(part_, error);
  return failed((WIFSIGNALED(status) ? "ffmpeg was ended by signal " + std::to_string(WTERMSIG(status))
                 : !broken.empty()   ? broken
                                     : "ffmpeg could not write the video") +
                (words.empty() ? "" : ": " + words));
}

}  // namespace flotsam
