// RefereeLock: tells which of the programs that referee games into one store are alive. Each holds
// a lock on a byte of a file beside the store, and the number of the byte stands in the rows of its
// running games. The system releases the lock when the program dies, however that happens. For one
// thread.
#pragma once

#include <memory>
#include <string>

#include "kalah/result.hpp"

namespace kalah::store {

class RefereeLock {
  public:
    /// Takes the first number that no living program has. Makes the file if need be.
    [[nodiscard]] static Result<std::shared_ptr<RefereeLock>> take(const std::string& path);
    ~RefereeLock();
    RefereeLock(const RefereeLock&) = delete;
    RefereeLock& operator=(const RefereeLock&) = delete;

    /// From 1.
    [[nodiscard]] int number() const { return number_; }
    /// True if another program, or another store of this one, holds the number.
    [[nodiscard]] bool is_alive(int number) const;

  private:
    explicit RefereeLock(int fd) : fd_(fd) {}
    int fd_;
    int number_ = 0;
};

}  // namespace kalah::store
