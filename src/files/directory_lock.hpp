// A lock that keeps other programs from writing levels into a directory. Readers need none: a file
// gets its name only when it is complete.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <string>

namespace kalah::files {

/// Held as long as it lives.
class DirectoryLock {
  public:
    explicit DirectoryLock(const std::string& directory)
        : fd_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
          held_(fd_ >= 0 && ::flock(fd_, LOCK_EX | LOCK_NB) == 0) {}
    ~DirectoryLock() {
        if (fd_ >= 0) ::close(fd_);
    }
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;
    [[nodiscard]] bool held() const { return held_; }

  private:
    int fd_;
    bool held_;
};

}  // namespace kalah::files
