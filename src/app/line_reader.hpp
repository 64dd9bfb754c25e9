// LineReader: a thread that reads lines from a file descriptor and hands them on, for a program
// that has other things to wait for. It reads a few lines ahead and then waits until they are used,
// so that an endless input fills no memory. It ends when the input does, or when it is destroyed.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace kalah::app {

class LineReader {
  public:
    static constexpr int kMostAhead = 100;         // lines
    static constexpr std::size_t kLongest = 4096;  // bytes of a line; the rest is cut off

    /// Called from the thread, with nothing at the end of the input.
    using OnLine = std::function<void(std::optional<std::string>)>;
    LineReader(int fd, OnLine on_line);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /// A line has been used: another one may be read. From any thread.
    void used();

  private:
    void run();
    void hand_on(std::string line);
    [[nodiscard]] bool done();

    int fd_;
    OnLine on_line_;
    std::mutex mutex_;  // of the two that follow
    int ahead_ = 0;     // lines handed on and not used
    bool done_ = false;
    std::condition_variable changed_;
    std::thread thread_;
};

}  // namespace kalah::app
