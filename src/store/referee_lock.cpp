#include "store/referee_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace kalah::store {
namespace {

/// Locks of the open file, not of the process: two stores of one program exclude each other too.
bool lock_byte(int fd, int number, short type) {
    struct flock range {};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_start = number;
    range.l_len = 1;
    return ::fcntl(fd, F_OFD_SETLK, &range) == 0;
}

constexpr int kMostReferees = 1000;

}  // namespace

Result<std::shared_ptr<RefereeLock>> RefereeLock::take(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return Error{path + ": " + std::generic_category().message(errno)};
    std::shared_ptr<RefereeLock> lock(new RefereeLock(fd));
    for (int number = 1; number <= kMostReferees && lock->number_ == 0; ++number)
        if (lock_byte(fd, number, F_WRLCK)) lock->number_ = number;
    if (lock->number_ == 0)
        return Error{path + ": it cannot be locked: use a file on this machine"};
    return lock;
}

RefereeLock::~RefereeLock() {
    ::close(fd_);
}

bool RefereeLock::is_alive(int number) const {
    if (number == number_) return false;  // of the previous holder
    if (!lock_byte(fd_, number, F_WRLCK)) return true;
    lock_byte(fd_, number, F_UNLCK);
    return false;
}

}  // namespace kalah::store
