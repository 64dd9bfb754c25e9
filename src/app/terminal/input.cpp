#include "app/terminal/input.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <string_view>
#include <utility>

#include "app/terminal/interrupt.hpp"

namespace kalah::app {

ssize_t read_some(int fd, std::span<char> buffer, const std::function<bool()>& cancelled) {
    constexpr int kMilliseconds = 50;  // between two calls of `cancelled`
    while (!cancelled()) {
        pollfd waiting{fd, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        return got;
    }
    return 0;
}

TerminalInput::int_type TerminalInput::underflow() {
    const ssize_t got = read_some(fd_, buffer_, interrupted);
    failed_ = got < 0;
    if (got <= 0) return traits_type::eof();
    setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
    return traits_type::to_int_type(buffer_[0]);
}

LineReader::LineReader(int fd, OnLine on_line) : fd_(fd), on_line_(std::move(on_line)) {
    thread_ = std::thread([this] { run(); });
}

LineReader::~LineReader() {
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void LineReader::used() {
    {
        const std::lock_guard lock(mutex_);
        --ahead_;
    }
    changed_.notify_one();
}

bool LineReader::done() {
    const std::lock_guard lock(mutex_);
    return done_;
}

/// Waits until there is room for the line.
void LineReader::hand_on(std::string line) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return done_ || ahead_ < kMostAhead; });
        if (done_) return;
        ++ahead_;
    }
    on_line_(std::move(line));
}

void LineReader::run() {
    std::string line;
    std::array<char, 4096> buffer{};
    ssize_t got = 0;
    while ((got = read_some(fd_, buffer, [this] { return done(); })) > 0) {
        for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(got))) {
            if (c == '\n')
                hand_on(std::exchange(line, {}));
            else if (line.size() < kLongest)
                line += c;
        }
    }
    if (!line.empty()) hand_on(line);
    if (!done()) on_line_(std::nullopt);
}

}  // namespace kalah::app
