#include "app/files.hpp"

#include <fcntl.h>
#include <stdlib.h>  // NOLINT: mkostemp is POSIX
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kalah::app {
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

/// As open(2) would have made the file; temporary files are private otherwise.
mode_t usual_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
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
            error = path + ": too long to be a game";
            break;
        }
    }
    ::close(fd);
    if (!error.empty()) return Error{error};
    return text;
}

std::optional<std::string> write_file(const std::string& path, const std::string& text,
                                      Existing existing) {
    // 1. A complete temporary file beside the target.
    std::string temporary = path + ".XXXXXX";
    const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (fd < 0) return reason(path);
    const bool written = write_all(fd, text) && ::fchmod(fd, usual_mode()) == 0;
    std::optional<std::string> error;
    if (!written) error = reason(path);
    ::close(fd);
    // 2. Its name changes at one stroke; link(2) refuses a name that is taken.
    if (!error && existing == Existing::keep && ::link(temporary.c_str(), path.c_str()) != 0)
        error = reason(path);
    if (!error && existing == Existing::replace && ::rename(temporary.c_str(), path.c_str()) == 0)
        return std::nullopt;
    if (!error && existing == Existing::replace) error = reason(path);
    ::unlink(temporary.c_str());
    return error;
}

}  // namespace kalah::app
