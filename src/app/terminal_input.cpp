#include "app/terminal_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "app/interrupt.hpp"

namespace kalah::app {

TerminalInput::int_type TerminalInput::underflow() {
    constexpr int kMilliseconds = 50;  // between two looks at the signal
    while (!interrupted()) {
        pollfd waiting{fd_, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t got = ::read(fd_, buffer_.data(), buffer_.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        failed_ = got < 0;
        if (got <= 0) break;
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return traits_type::to_int_type(buffer_[0]);
    }
    return traits_type::eof();
}

}  // namespace kalah::app
