#include "files/file_mapping.hpp"

#include <sys/mman.h>

namespace kalah::files {

FileMapping::~FileMapping() {
    if (data_ != nullptr) ::munmap(data_, size_);
}

FileMapping FileMapping::of(int descriptor, std::size_t size, Access access) {
    const int rights = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
    void* data = ::mmap(nullptr, size, rights, MAP_SHARED, descriptor, 0);
    if (data == MAP_FAILED) return {};
    return {data, size};
}

}  // namespace kalah::files
