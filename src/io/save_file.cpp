// SPDX-License-Identifier: MIT
#include "io/save_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fs = std::filesystem;

namespace flotsam {

namespace {

Problems failed(const fs::path& path, int error) {
  return {{path.string(), 0, "", std::string("cannot be written: ") + std::strerror(error ? error : EIO)}};
}

/// All bytes and the close, or the error's number.
int writeAll(int file, std::string_view bytes) {
  int error = 0;
  while (!bytes.empty() && error == 0) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n >= 0)
      bytes.remove_prefix(static_cast<size_t>(n));
    else if (errno != EINTR)
      error = errno;
  }
  if (::close(file) != 0 && error == 0 && errno != EINTR) error = errno;
  return error;
}

Problems writeInPlace(const fs::path& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return failed(path, errno);
  const int error = writeAll(file, bytes);
  return error ? failed(path, error) : Problems{};
}

}  // namespace

Problems saveFile(const fs::path& path, std::string_view bytes) {
  struct stat old;
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) return writeInPlace(path, bytes);
  if (exists && ::access(path.c_str(), W_OK) != 0) return failed(path, errno);  // a new file would get round that
  std::error_code unknown;
  fs::path target = exists ? fs::canonical(path, unknown) : path;
  if (unknown) target = path;
  // Several programs may save the same file at once: each has a file of its own, the last one stays.
  const fs::path fresh = target.string() + "." + std::to_string(::getpid()) + ".part";
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return errno == EACCES || errno == EROFS || errno == ENAMETOOLONG ? writeInPlace(path, bytes) : failed(path, errno);
  if (exists) {  // best effort: they may be out of our reach
    [[maybe_unused]] const int kept = ::fchmod(file, old.st_mode & 07777);
  }
  int error = writeAll(file, bytes);
  if (error == 0 && ::rename(fresh.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return {};
  ::unlink(fresh.c_str());
  return failed(path, error);
}

Problems makeFolder(const fs::path& folder) {
  std::error_code error, unknown;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, unknown))
    return {
        {folder.string(), 0, "", "the folder cannot be made: " + (error ? error.message() : "a file is in the way")}};
  const fs::path probe = folder / ".writable";
  if (!saveFile(probe, "").empty()) return {{folder.string(), 0, "", "the folder cannot be written to"}};
  fs::remove(probe, error);
  return {};
}

}  // namespace flotsam
