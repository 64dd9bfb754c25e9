// A line on standard error that shows how far a long count has come; only on a terminal. For the
// thread that counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "kalah/progress.hpp"

namespace kalah::app {

/// Clears the line and goes back to its beginning.
inline constexpr const char* kWipeLine = "\r\x1b[K";
inline constexpr const char* kSaveCursor =
    "\x1b"
    "7";
inline constexpr const char* kRestoreCursor =
    "\x1b"
    "8";

class Progress {
  public:
    /// `unit` is what is counted: "nodes". With a total, if it is known, the time left is shown.
    explicit Progress(std::string unit, std::uint64_t total = 0);
    ~Progress() { finish(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Draws at most ten times a second.
    void show(std::uint64_t done);
    /// For work that reports what it has done: shows it, and stops the work at Ctrl-C.
    [[nodiscard]] ProgressCallback watch();
    /// Wipes the line, so that a result can be printed; returns the seconds since the beginning.
    double finish();

  private:
    [[nodiscard]] double seconds() const;

    using Clock = std::chrono::steady_clock;
    std::string unit_;
    std::uint64_t total_;
    bool on_terminal_;
    bool drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_ + std::chrono::milliseconds(500);
};

}  // namespace kalah::app
