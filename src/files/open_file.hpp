// Open files that are closed at the end of their scope, and why a system call on one of them
// failed.
#pragma once

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "base/descriptor.hpp"

namespace kalah::files {

/// "PATH: No such file or directory", from errno.
inline std::string reason(const std::string& path) {
    return path + ": " + std::strerror(errno);  // NOLINT: one thread works with files
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }  // NOLINT: errors were seen
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Keeps other programs from writing levels into a directory, as long as it lives. Readers need
/// none: a file gets its name only when it is complete.
class DirectoryLock {
  public:
    explicit DirectoryLock(const std::string& directory)
        : directory_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
          held_(directory_.is_open() && ::flock(directory_.number(), LOCK_EX | LOCK_NB) == 0) {}
    [[nodiscard]] bool held() const { return held_; }

  private:
    Descriptor directory_;
    bool held_;
};

}  // namespace kalah::files
