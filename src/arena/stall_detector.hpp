// StallDetector: notices when this program did not run for a while, because it was stopped
// (Ctrl-Z), or the machine slept or was overloaded. A player that was thinking then could not
// answer, and must not lose by it. Looks at the clock every few milliseconds on a thread of its
// own; any thread may ask.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace kalah::arena {

class StallDetector {
  public:
    StallDetector();
    ~StallDetector();
    StallDetector(const StallDetector&) = delete;
    StallDetector& operator=(const StallDetector&) = delete;

    /// How often the program has stood still, as far as is known.
    [[nodiscard]] int stalls();
    /// The same after the next beat: one that has just ended is counted.
    [[nodiscard]] int stalls_by_now();

  private:
    void beat();

    std::mutex mutex_;
    std::condition_variable beaten_;
    bool ending_ = false;
    long beats_ = 0;
    int stalls_ = 0;
    std::thread thread_;
};

}  // namespace kalah::arena
