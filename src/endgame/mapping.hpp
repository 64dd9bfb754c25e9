// Memory from the system, given back at the end: plain, or a file seen as memory.
#pragma once

#include <cstddef>
#include <utility>

namespace kalah::endgame {

class Mapping {
  public:
    Mapping() = default;
    ~Mapping();
    Mapping(Mapping&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    /// Zeroes, in large pages where the system has them. Throws std::bad_alloc.
    [[nodiscard]] static Mapping memory(std::size_t size);
    enum class Access : bool { read, write };
    /// The first `size` bytes of an open file, shared with it. Empty if that is not possible; errno
    /// says why.
    [[nodiscard]] static Mapping file(int descriptor, std::size_t size, Access access);

    [[nodiscard]] char* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    explicit operator bool() const { return data_ != nullptr; }

  private:
    Mapping(void* data, std::size_t size) : data_(static_cast<char*>(data)), size_(size) {}

    char* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace kalah::endgame
