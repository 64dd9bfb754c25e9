#include "base/zeroed_memory.hpp"

#include <new>

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#include <limits>
#else
#include <cstring>
#endif

namespace kalah {
namespace {

#ifdef __linux__
constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// The bytes to map for `size` bytes: whole huge pages, unless `size` is less than one.
std::size_t mapped_size(std::size_t size) {
    return size < kHugePage ? size : (size + kHugePage - 1) / kHugePage * kHugePage;
}

void* reserved(std::size_t size) {
    void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    return data;
}

void* acquire(std::size_t size) {
    if (size < kHugePage) return reserved(size);
    if (size > std::numeric_limits<std::size_t>::max() - 2 * kHugePage) throw std::bad_alloc();
    // Reserve one huge page too many, so that the block can begin at the boundary of a huge page.
    const std::size_t mapped = mapped_size(size);
    char* all = static_cast<char*>(reserved(mapped + kHugePage));
    const std::size_t before = -reinterpret_cast<std::uintptr_t>(all) % kHugePage;
    if (before > 0) ::munmap(all, before);
    ::munmap(all + before + mapped, kHugePage - before);
    ::madvise(all + before, mapped, MADV_HUGEPAGE);  // only a hint: without it, it is slower
    return all + before;
}

void release(void* data, std::size_t size) {
    ::munmap(data, mapped_size(size));
}
#else
constexpr std::align_val_t kCacheLine{64};

void* acquire(std::size_t size) {
    return std::memset(::operator new(size, kCacheLine), 0, size);
}

void release(void* data, std::size_t) {
    ::operator delete(data, kCacheLine);
}
#endif

}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t size)
    : data_(static_cast<char*>(acquire(size))), size_(size) {}

ZeroedMemory::~ZeroedMemory() {
    if (data_ != nullptr) release(data_, size_);
}

}  // namespace kalah
