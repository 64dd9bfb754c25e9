// UsageWatch: looks again and again, on a thread of its own, at what other people's programs that
// this process has started use: processes, threads, memory. Ends a program that takes so much that
// the machine would suffer. Linux, from /proc. A program's processes are the descendants of its
// supervisor, whatever they call themselves; ours among them do not count.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace kalah::programs {

struct Usage {
    int processes = 0;
    int threads = 0;            // of all its processes together
    std::uint64_t memory = 0;   // bytes in memory at its peak, of all its processes together
    std::uint64_t largest = 0;  // likewise, of the largest of its processes
    bool operator==(const Usage&) const = default;
};

class UsageWatch {
  public:
    /// A program that exceeds one of `most` is ended, with all its processes; 0: no limit.
    explicit UsageWatch(const Usage& most);
    ~UsageWatch();
    UsageWatch(const UsageWatch&) = delete;
    UsageWatch& operator=(const UsageWatch&) = delete;

    struct Seen {
        Usage peak = {};               // of each number, the largest of one program
        bool too_many = false;         // it was ended for its processes
        bool too_much_memory = false;  // or its memory
    };
    [[nodiscard]] Seen seen();

  private:
    void watch();
    void look();

    Usage most_;
    std::mutex mutex_;
    std::condition_variable ends_;
    bool ending_ = false;
    Seen seen_;
    std::thread thread_;
};

}  // namespace kalah::programs
