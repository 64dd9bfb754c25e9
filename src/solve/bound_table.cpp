#include "solve/bound_table.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <bit>
#include <cstdlib>
#include <cstring>

namespace kalah::solve {
namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
}

BoundTable::BoundTable(std::size_t bytes)
    : lines_(
          std::clamp<std::size_t>(std::bit_floor(bytes / sizeof(Line)), kFewestLines, kMostLines)),
      memory_(std::aligned_alloc(std::min(std::bit_ceil(this->bytes()), kHugePage), this->bytes())),
      first_(static_cast<Line*>(memory_.get())) {
    if (!memory_) throw std::bad_alloc();
#ifdef __linux__
    madvise(memory_.get(), this->bytes(), MADV_HUGEPAGE);  // a wish: without it, only slower
#endif
    std::memset(memory_.get(), 0, this->bytes());
}

void BoundTable::Free::operator()(void* memory) const {
    std::free(memory);  // NOLINT: from aligned_alloc
}

void BoundTable::add(const Record& record) {
    if (record.line >= lines_) return;
    for (auto& entry : first_[record.line].entries) {
        if (entry.load(std::memory_order_relaxed) != 0) continue;
        entry.store(record.entry, std::memory_order_relaxed);
        return;
    }
}

}  // namespace kalah::solve
