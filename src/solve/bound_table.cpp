#include "solve/bound_table.hpp"

#include <algorithm>
#include <bit>

namespace kalah::solve {

BoundTable::BoundTable(std::size_t bytes)
    : lines_(
          std::clamp<std::size_t>(std::bit_floor(bytes / sizeof(Line)), kFewestLines, kMostLines)),
      memory_(this->bytes()),
      first_(reinterpret_cast<Line*>(memory_.data())) {}  // NOLINT: zeroes are empty entries

void BoundTable::add(const Record& record) {
    if (record.line >= lines_) return;
    for (auto& entry : first_[record.line].entries) {
        if (entry.load(std::memory_order_relaxed) != 0) continue;
        entry.store(record.entry, std::memory_order_relaxed);
        return;
    }
}

}  // namespace kalah::solve
