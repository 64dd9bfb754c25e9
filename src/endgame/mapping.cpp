#include "endgame/mapping.hpp"

#include <sys/mman.h>

#include <new>

namespace kalah::endgame {

Mapping::~Mapping() {
    if (data_ != nullptr) ::munmap(data_, size_);
}

Mapping Mapping::memory(std::size_t size) {
    void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    ::madvise(data, size, MADV_HUGEPAGE);  // only a wish
#endif
    return {data, size};
}

Mapping Mapping::file(int descriptor, std::size_t size, Access access) {
    const int rights = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
    void* data = ::mmap(nullptr, size, rights, MAP_SHARED, descriptor, 0);
    if (data == MAP_FAILED) return {};
    return {data, size};
}

}  // namespace kalah::endgame
