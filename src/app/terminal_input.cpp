#include "app/terminal_input.hpp"

#include "app/interrupt.hpp"
#include "app/read_some.hpp"

namespace kalah::app {

TerminalInput::int_type TerminalInput::underflow() {
    const ssize_t got = read_some(fd_, buffer_, interrupted);
    failed_ = got < 0;
    if (got <= 0) return traits_type::eof();
    setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
    return traits_type::to_int_type(buffer_[0]);
}

}  // namespace kalah::app
