#include "system/files.hpp"

#include <fcntl.h>
#include <stdlib.h>  // NOLINT: mkostemp is POSIX
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kalah {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

std::string reason(const std::string& path) {
    return path + ": " + std::strerror(errno);  // NOLINT: one thread writes files
}

bool write_all(int fd, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t wrote = ::write(fd, text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        done += static_cast<std::size_t>(wrote);
    }
    return ::fsync(fd) == 0;
}

/// Follows a symbolic link, so that writing replaces its target and not the link.
std::string resolved(const std::string& path) {
    char* real = ::realpath(path.c_str(), nullptr);
    if (real == nullptr) return path;
    std::string result = real;
    ::free(real);  // NOLINT: malloc'ed by realpath
    return result;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return Error{reason(path)};
    std::string text;
    std::string error;
    char buffer[4096];
    for (;;) {
        const ssize_t got = ::read(fd, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) error = reason(path);
        if (got <= 0) break;
        text.append(buffer, static_cast<std::size_t>(got));
        if (text.size() > kMostBytes) {
            error = path + ": too long for what it should be";
            break;
        }
    }
    ::close(fd);
    if (!error.empty()) return Error{error};
    return text;
}

std::optional<std::string> write_file(const std::string& path, const std::string& text,
                                      Existing existing) {
    struct stat there {};
    const bool is_there = ::stat(path.c_str(), &there) == 0;
    if (is_there && !S_ISREG(there.st_mode)) return path + ": not a regular file";
    if (is_there && existing == Existing::keep) return path + ": the file exists";

    // A new file is created exclusively; an old one is replaced atomically by a complete one.
    const std::string target = resolved(path);
    std::string written = is_there ? target + ".XXXXXX" : target;
    const int fd = is_there
                       ? ::mkostemp(written.data(), O_CLOEXEC)
                       : ::open(written.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return reason(path);
    std::optional<std::string> error;
    if (!write_all(fd, text) || (is_there && ::fchmod(fd, there.st_mode & 07777) != 0))
        error = reason(path);
    ::close(fd);
    if (!error && is_there && ::rename(written.c_str(), target.c_str()) != 0) error = reason(path);
    if (error) ::unlink(written.c_str());
    return error;
}

}  // namespace kalah
