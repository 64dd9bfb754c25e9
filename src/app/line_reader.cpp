#include "app/line_reader.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace kalah::app {

LineReader::LineReader(int fd, OnLine on_line) : fd_(fd), on_line_(std::move(on_line)) {
    thread_ = std::thread([this] { run(); });
}

LineReader::~LineReader() {
    done_ = true;
    thread_.join();
}

void LineReader::run() {
    constexpr int kMilliseconds = 50;  // between two looks at the flag
    constexpr std::size_t kLongest = 4096;
    std::string text;
    std::array<char, 4096> buffer{};
    while (!done_) {
        pollfd waiting{fd_, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t got = ::read(fd_, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
            on_line_(text.substr(0, end));
            text.erase(0, end + 1);
        }
        if (text.size() > kLongest) text.resize(kLongest);
    }
    if (done_) return;
    if (!text.empty()) on_line_(text);
    on_line_(std::nullopt);
}

}  // namespace kalah::app
