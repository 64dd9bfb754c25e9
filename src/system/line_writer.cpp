#include "system/line_writer.hpp"

#include <fcntl.h>
#include <limits.h>  // NOLINT: POSIX, for PIPE_BUF
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace kalah {

LineWriter::LineWriter(int descriptor, Dropped dropped, const Limits& limits)
    : descriptor_(descriptor),
      dropped_line_(std::move(dropped)),
      limits_(limits),
      thread_([this] { run(); }) {}

LineWriter::~LineWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
    if (next_ >= 0) ::close(next_);
}

void LineWriter::add(std::string line) {
    line += '\n';
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= limits_.lines) {
            waiting_.pop_front();
            ++dropped_;
        }
        waiting_.push_back(std::move(line));
    }
    wake_.notify_one();
}

void LineWriter::change_to(int other) {
    {
        const std::lock_guard lock(mutex_);
        if (next_ >= 0) ::close(next_);
        next_ = other;
    }
    wake_.notify_one();
}

void LineWriter::change(int other) const {
    while (::dup3(other, descriptor_, O_CLOEXEC) < 0 && errno == EINTR) continue;
    ::close(other);
}

void LineWriter::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return ending_ || next_ >= 0 || !waiting_.empty(); });
        if (next_ >= 0) change(std::exchange(next_, -1));
        if (waiting_.empty() && !ending_) continue;
        if (waiting_.empty()) return;
        std::string text = std::move(waiting_.front());
        waiting_.pop_front();
        const std::int64_t dropped = std::exchange(dropped_, 0);
        lock.unlock();
        if (dropped > 0) text.insert(0, dropped_line_(dropped) + '\n');
        const bool written = write(text);
        lock.lock();
        if (written) continue;
        if (ending_) return;
        dropped_ += dropped + 1;  // a full disk may have room again later
    }
}

bool LineWriter::write(std::string_view text) {
    while (!text.empty()) {
        if (!wait_until_taken()) return false;
        // A pipe that poll() reports as writable takes PIPE_BUF bytes at once.
        const ssize_t size =
            ::write(descriptor_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
        if (size < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (size > 0) text.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
}

bool LineWriter::wait_until_taken() {
    constexpr int kLook = 50;  // milliseconds between two checks whether the writer is ending
    pollfd one{descriptor_, POLLOUT, 0};
    auto left = limits_.at_end;
    while (::poll(&one, 1, kLook) <= 0) {
        const std::lock_guard lock(mutex_);
        if (ending_) left -= std::chrono::milliseconds(kLook);
        if (left.count() <= 0) return false;
    }
    return true;
}

}  // namespace kalah
