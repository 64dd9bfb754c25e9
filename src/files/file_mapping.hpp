// A file seen as memory.
#pragma once

#include <cstddef>
#include <utility>

namespace kalah::files {

class FileMapping {
  public:
    FileMapping() = default;
    ~FileMapping();
    FileMapping(FileMapping&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    FileMapping& operator=(FileMapping&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    enum class Access : bool { read, write };
    /// The first `size` bytes of an open file, shared with it. Empty if that is not possible; errno
    /// says why.
    [[nodiscard]] static FileMapping of(int descriptor, std::size_t size, Access access);

    [[nodiscard]] char* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    explicit operator bool() const { return data_ != nullptr; }

  private:
    FileMapping(void* data, std::size_t size) : data_(static_cast<char*>(data)), size_(size) {}

    char* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace kalah::files
