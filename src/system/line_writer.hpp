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
        std::size_t lines = 8'192;                // the most that may wait
        std::chrono::milliseconds at_end{2'000};  // stalled this long, the rest is lost
    };
    /// Makes the line that says how many lines were dropped.
    using Dropped = std::function<std::string(std::int64_t lines)>;

    /// The caller still owns the descriptor, and must ignore SIGPIPE: a peer that is gone must not
    /// kill the program.
    LineWriter(int descriptor, Dropped dropped, const Limits& limits);
    /// Writes the lines that still wait, as long as the reader takes them.
    ~LineWriter();
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// Adds a line, given without its line end.
    void add(std::string line);
    /// From the next line on, `descriptor` means the same file as `other`, which is closed. No line
    /// is lost or split.
    void change_to(int other);

  private:
    void run();
    /// False if the system refuses the text, or if at the end no reader takes it.
    [[nodiscard]] bool write(std::string_view text);
    [[nodiscard]] bool wait_until_taken();
    void change(int other) const;

    const int descriptor_;
    const Dropped dropped_line_;
    const Limits limits_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::string> waiting_;  // guarded by mutex_
    std::int64_t dropped_ = 0;         // likewise
    int next_ = -1;                    // likewise; to change to
    bool ending_ = false;              // likewise
    std::thread thread_;
};

}  // namespace kalah
