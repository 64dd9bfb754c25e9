// LineWriter: writes lines to a file descriptor on a thread of its own, so that callers never wait
// for a slow reader. Lines that the reader does not take are dropped, oldest first, and the next
// line written says how many. Any thread may call it; no call waits.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace kalah {

class LineWriter {
  public:
    struct Limits {
        std::size_t lines = 8'192;                // that wait
        std::chrono::milliseconds at_end{2'000};  // that nothing is taken, before the rest is lost
    };
    /// The line that says how many were dropped.
    using Dropped = std::function<std::string(std::int64_t lines)>;

    /// The descriptor stays the caller's. A peer that is gone must not kill the program: SIGPIPE is
    /// to be ignored.
    LineWriter(int descriptor, Dropped dropped, const Limits& limits);
    /// Writes what waits, as long as somebody takes it.
    ~LineWriter();
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// Without its line end.
    void add(std::string line);

  private:
    void run();
    /// False if the system refuses it, or nobody takes it at the end.
    [[nodiscard]] bool write(std::string_view text);
    [[nodiscard]] bool wait_until_taken();

    const int descriptor_;
    const Dropped dropped_line_;
    const Limits limits_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::string> waiting_;  // guarded by mutex_
    std::int64_t dropped_ = 0;         // likewise
    bool ending_ = false;              // likewise
    std::thread thread_;
};

}  // namespace kalah
