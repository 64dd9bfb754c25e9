// Standard input as a stream that a Ctrl-C ends. For one reading thread.
#pragma once

#include <array>
#include <streambuf>

namespace kalah::app {

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

}  // namespace kalah::app
