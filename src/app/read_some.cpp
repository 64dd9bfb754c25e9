#include "app/read_some.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace kalah::app {

ssize_t read_some(int fd, std::span<char> buffer, const std::function<bool()>& called_off) {
    constexpr int kMilliseconds = 50;  // between two questions
    while (!called_off()) {
        pollfd waiting{fd, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        return got;
    }
    return 0;
}

}  // namespace kalah::app
