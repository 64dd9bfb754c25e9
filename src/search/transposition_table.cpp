#include "search/transposition_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace kalah::search {
namespace {

// data: value 32 | depth 8 | age 6, complete 1, written 1 | bound 8 | pit 8
constexpr int kDepthAt = 32;
constexpr int kAgeAt = 40;
constexpr int kCompleteAt = 46;
constexpr int kWrittenAt = 47;
constexpr int kBoundAt = 48;
constexpr int kPitAt = 56;

}  // namespace

std::unique_ptr<TranspositionTable> TranspositionTable::create(std::size_t bytes) {
    try {
        return std::unique_ptr<TranspositionTable>(new TranspositionTable(bytes));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

TranspositionTable::TranspositionTable(std::size_t bytes)
    : lines_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(CacheLine), 1))),
      memory_(this->bytes()),
      first_(reinterpret_cast<CacheLine*>(memory_.data())) {  // NOLINT: zeroes are empty slots
    wipe();
}

void TranspositionTable::wipe() {
    std::memset(memory_.data(), 0, memory_.size());
}

TranspositionTable::CacheLine& TranspositionTable::line(std::uint64_t key) const {
    return first_[key & (lines_ - 1)];
}

std::uint64_t TranspositionTable::pack(const Entry& entry) const {
    return static_cast<std::uint32_t>(entry.value) | std::uint64_t{entry.depth} << kDepthAt |
           std::uint64_t{age_} << kAgeAt | std::uint64_t{entry.complete} << kCompleteAt |
           std::uint64_t{1} << kWrittenAt | static_cast<std::uint64_t>(entry.bound) << kBoundAt |
           std::uint64_t{entry.pit} << kPitAt;
}

Entry TranspositionTable::unpack(std::uint64_t data) {
    return {static_cast<std::int32_t>(data & 0xFFFF'FFFF),
            static_cast<std::uint8_t>(data >> kDepthAt), static_cast<Bound>((data >> kBoundAt) & 3),
            static_cast<std::uint8_t>(data >> kPitAt), ((data >> kCompleteAt) & 1) != 0};
}

int TranspositionTable::worth(std::uint64_t data) const {
    if (data == 0) return -1000;
    const int age = static_cast<int>((data >> kAgeAt) & kAgeMask);
    return static_cast<int>((data >> kDepthAt) & 0xFF) - 8 * ((age_ - age) & kAgeMask);
}

std::optional<Entry> TranspositionTable::find(std::uint64_t key) const {
    for (const Slot& slot : line(key).slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key)
            return unpack(data);
    }
    return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, const Entry& entry) {
    Slot* place = nullptr;
    int least = 0;
    for (Slot& slot : line(key).slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
            place = &slot;
            break;
        }
        const int value = worth(data);
        if (place == nullptr || value < least) {
            place = &slot;
            least = value;
        }
    }
    const std::uint64_t data = pack(entry);
    place->check.store(key ^ data, std::memory_order_relaxed);
    place->data.store(data, std::memory_order_relaxed);
}

void TranspositionTable::clear() {
    age_ = 0;
    if (used_) wipe();
    used_ = false;
}

}  // namespace kalah::search
