#include "arena/stall_detector.hpp"

#include <system_error>

namespace kalah::arena {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBeat{20};
constexpr std::chrono::milliseconds kStandstill{60};  // more than a beat may be late

}  // namespace

StallDetector::StallDetector() {
    try {
        thread_ = std::thread([this] { beat(); });
    } catch (const std::system_error&) {  // then nothing is noticed
    }
}

StallDetector::~StallDetector() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    beaten_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void StallDetector::beat() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        const auto before = Clock::now();
        beaten_.wait_for(lock, kBeat, [this] { return ending_; });
        if (Clock::now() - before > kBeat + kStandstill) ++stalls_;
        ++beats_;
        beaten_.notify_all();
    }
}

int StallDetector::stalls() {
    const std::lock_guard lock(mutex_);
    return stalls_;
}

int StallDetector::stalls_by_now() {
    std::unique_lock lock(mutex_);
    const long seen = beats_;
    if (thread_.joinable()) beaten_.wait(lock, [&] { return beats_ != seen; });
    return stalls_;
}

}  // namespace kalah::arena
