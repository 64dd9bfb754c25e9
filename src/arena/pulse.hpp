// Pulse: notices when this program did not run for a while, because it was stopped (Ctrl-Z), the
// machine slept, or had no time for it. Whoever was thinking then could not answer, and must not
// lose by it. A thread that looks at the clock every few milliseconds; ask it from any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace kalah::arena {

class Pulse {
  public:
    Pulse();
    ~Pulse();
    Pulse(const Pulse&) = delete;
    Pulse& operator=(const Pulse&) = delete;

    /// How often the program has stood still, as far as is known.
    [[nodiscard]] int standstills();
    /// The same after the next beat: one that has just ended is counted.
    [[nodiscard]] int standstills_by_now();

  private:
    void beat();

    std::mutex mutex_;
    std::condition_variable beaten_;
    bool ending_ = false;
    long beats_ = 0;
    int standstills_ = 0;
    std::thread thread_;
};

}  // namespace kalah::arena
