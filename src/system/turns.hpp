// Turns: a few threads of low priority that long works share. A work goes on as long as nobody
// waits; when somebody does and its turn is over it is told to stop, and stands in line again. So
// nobody waits longer than a turn for each who is before him. Any thread may call anything.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "kalah/stop_token.hpp"

namespace kalah {

class Turns {
  public:
    using Clock = std::chrono::steady_clock;
    using Ticket = std::uint64_t;  // never used again
    enum class After : bool { done, again };
    /// Called on one of the threads, one turn after the other; `stop`: the turn is over. What it
    /// throws ends it.
    using Work = std::function<After(const StopToken& stop)>;

    Turns(std::size_t threads, Clock::duration turn);
    /// Stops what runs; what waits is dropped.
    ~Turns();
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    Ticket add(Work work);
    /// The work is told to stop and gets no other turn; nothing if it is done. Does not wait.
    void end(Ticket ticket);

  private:
    struct Waiting {
        Ticket ticket = 0;
        Work work;
    };
    struct Worker {
        Ticket ticket = 0;  // 0: it has nothing to do, or what it does is ended
        Clock::time_point turn_over;
        StopToken stop;
        std::thread thread;
    };
    void work(Worker& worker);
    void watch();

    Clock::duration turn_;
    std::mutex mutex_;  // of the following
    std::condition_variable wake_;
    std::condition_variable wake_watch_;
    std::deque<Waiting> waiting_;
    Ticket last_ticket_ = 0;
    bool ending_ = false;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::thread watcher_;
};

}  // namespace kalah
