// A file descriptor that closes itself, for code that calls the system. Not for streams of bytes
// between processes (net). One thread at a time.
#pragma once

#include <unistd.h>

#include <utility>

namespace kalah {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    /// From now on, the caller closes it.
    [[nodiscard]] int release() { return std::exchange(number_, -1); }
    void close() {
        if (is_open()) ::close(number_);
        number_ = -1;
    }

  private:
    int number_ = -1;
};

}  // namespace kalah
