// Input from a peer: RateLimiter limits how much it may send, LineSplitter splits it into lines.
// One owner, one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "net/session_handler.hpp"

namespace kalah::net {

struct RateLimits {
    double lines = 2'000;  // in one burst, from the start
    double lines_a_second = 200;
    double lines_a_question = 8;
    double bytes = 512 * 1024;
    double bytes_a_second = 64 * 1024;
    double bytes_a_question = 4 * 1024;
};

/// A token bucket that refills with time, and with every question to the peer. A peer that answers
/// at once may play as fast as the machine can; unsolicited traffic exhausts the bucket.
class RateLimiter {
  public:
    /// The limits must outlive it.
    RateLimiter(const RateLimits& limits, Time now)
        : limits_(&limits), lines_(limits.lines), bytes_(limits.bytes), refilled_(now) {}

    /// False if it is exhausted.
    [[nodiscard]] bool take_line() {
        lines_ -= 1;
        return lines_ >= 0;
    }
    [[nodiscard]] bool take_bytes(std::size_t count, Time now) {
        const double seconds = std::chrono::duration<double>(now - refilled_).count();
        refilled_ = now;
        add(seconds * limits_->lines_a_second, seconds * limits_->bytes_a_second);
        bytes_ -= static_cast<double>(count);
        return bytes_ >= 0;
    }
    void asked() { add(limits_->lines_a_question, limits_->bytes_a_question); }

  private:
    void add(double lines, double bytes) {
        lines_ = std::min(lines_ + lines, limits_->lines);
        bytes_ = std::min(bytes_ + bytes, limits_->bytes);
    }

    const RateLimits* limits_;
    double lines_;
    double bytes_;
    Time refilled_;
};

/// Lines out of a byte stream that arrives in any pieces, with a limit on their length. Lines end
/// with LF; a CR before it belongs to the end.
class LineSplitter {
  public:
    /// `longest`: bytes of a line without its end.
    explicit LineSplitter(std::size_t longest) : longest_(longest) {}

    void add(std::string_view bytes);
    /// The next whole line without its end, or nothing until more bytes come. The text is valid
    /// until the next call of add().
    [[nodiscard]] std::optional<std::string_view> next();
    /// A line exceeded the limit: next() gives the lines before it, and none after.
    [[nodiscard]] bool too_long() const { return too_long_; }
    /// Bytes that were added and that next() has not yet returned in a line.
    [[nodiscard]] std::size_t waiting() const { return bytes_.size() - begin_; }

  private:
    std::size_t longest_;
    std::string bytes_;
    std::size_t begin_ = 0;    // of the next line
    std::size_t scanned_ = 0;  // no LF from begin_ up to here
    bool too_long_ = false;
};

}  // namespace kalah::net
