// LineReader: a thread that reads lines from a file descriptor and hands them on, for a program
// that has other things to wait for. It ends when the input does, or when it is destroyed.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace kalah::app {

class LineReader {
  public:
    /// Called from the thread, with nothing at the end of the input.
    using OnLine = std::function<void(std::optional<std::string>)>;
    LineReader(int fd, OnLine on_line);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

  private:
    void run();

    int fd_;
    OnLine on_line_;
    std::atomic<bool> done_{false};
    std::thread thread_;
};

}  // namespace kalah::app
