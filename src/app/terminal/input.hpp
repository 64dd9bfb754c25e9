// Standard input for commands that must also react to something else: as a stream that Ctrl-C ends,
// and as lines handed on by a thread. A plain read could sleep through a signal that came a moment
// too early, or that another thread took; these wait in slices of 50 ms.
#pragma once

#include <sys/types.h>

#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <streambuf>
#include <string>
#include <thread>

namespace kalah::app {

/// Reads what is available, as soon as there is something. Returns the number of bytes, 0 at the
/// end of the input or when cancelled, -1 if reading failed. Calls `cancelled` twenty times a
/// second.
ssize_t read_some(int fd, std::span<char> buffer, const std::function<bool()>& cancelled);

/// A stream buffer that ends at the end of the input or at Ctrl-C. For one reading thread.
class TerminalInput : public std::streambuf {
  public:
    explicit TerminalInput(int fd) : fd_(fd) {}

    /// True if reading failed, as opposed to having come to the end.
    [[nodiscard]] bool failed() const { return failed_; }

  protected:
    int_type underflow() override;

  private:
    int fd_;
    bool failed_ = false;
    std::array<char, 4096> buffer_{};
};

/// A thread that reads lines and hands them on. It reads a few lines ahead and then waits until
/// they are used, so that an endless input fills no memory. It ends with the input, or when it is
/// destroyed.
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
    std::mutex mutex_;  // guards the two below
    int ahead_ = 0;     // lines handed on and not used
    bool done_ = false;
    std::condition_variable changed_;
    std::thread thread_;
};

}  // namespace kalah::app
