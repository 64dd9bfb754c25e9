#include "app/terminal/progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include <fmt/core.h>

#include "app/terminal/interrupt.hpp"

namespace kalah::app {

Progress::Progress(std::string unit, std::uint64_t total)
    : unit_(std::move(unit)), total_(total), on_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressCallback Progress::watch() {
    return [this](std::uint64_t done) {
        show(done);
        return !interrupted();
    };
}

double Progress::finish() {
    if (drawn_) fmt::print(stderr, "\r\x1b[K");
    drawn_ = false;
    return seconds();
}

void Progress::show(std::uint64_t done) {
    if (!on_terminal_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    drawn_ = true;
    const double elapsed = seconds();
    constexpr std::uint64_t kMany = 1'000'000;
    if (total_ > 0 && total_ < kMany)
        fmt::print(stderr, "\r\x1b[K{:.1f} s  {} of {} {}", elapsed, done, total_, unit_);
    else
        fmt::print(stderr, "\r\x1b[K{:.1f} s  {:.1f} million {}  {:.1f} million/s", elapsed,
                   static_cast<double>(done) / 1e6, unit_,
                   static_cast<double>(done) / 1e6 / elapsed);
    if (total_ > 0 && done > 0) {
        const double part = static_cast<double>(done) / static_cast<double>(total_);
        fmt::print(stderr, "  {:.0f} %, {:.0f} s left", 100 * part, elapsed * (1 / part - 1));
    }
    std::fflush(stderr);
}

double Progress::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace kalah::app
