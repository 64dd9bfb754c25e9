// Large blocks of zeroes for tables and databases, freed by the destructor. On Linux the system
// supplies them page by page, at first use, in huge pages where it has them; elsewhere they are
// allocated and cleared.
#pragma once

#include <cstddef>
#include <utility>

namespace kalah {

class ZeroedMemory {
  public:
    ZeroedMemory() = default;
    /// At least one byte, aligned for cache lines. Throws std::bad_alloc.
    explicit ZeroedMemory(std::size_t size);
    ~ZeroedMemory();
    ZeroedMemory(ZeroedMemory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    ZeroedMemory& operator=(ZeroedMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ZeroedMemory(const ZeroedMemory&) = delete;
    ZeroedMemory& operator=(const ZeroedMemory&) = delete;

    [[nodiscard]] char* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    char* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace kalah
