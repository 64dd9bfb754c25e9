// RateLimiter: how much a peer may send. It grows with time, and with every question to the peer:
// one that answers at once may play as fast as the machine can, unsolicited traffic exhausts it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "net/session_handler.hpp"

namespace kalah::net {

struct RateLimits {
    double lines = 2'000;  // at once, from the start
    double lines_a_second = 200;
    double lines_a_question = 8;
    double bytes = 512 * 1024;
    double bytes_a_second = 64 * 1024;
    double bytes_a_question = 4 * 1024;
};

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

}  // namespace kalah::net
