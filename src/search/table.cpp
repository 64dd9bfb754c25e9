#include "search/table.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace kalah::search {
namespace {

// data: value 32 | depth 8 | age 6, complete 1, written 1 | bound 8 | pit 8
constexpr int kDepthAt = 32;
constexpr int kAgeAt = 40;
constexpr int kCompleteAt = 46;
constexpr int kWrittenAt = 47;
constexpr int kBoundAt = 48;
constexpr int kPitAt = 56;

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

NoRoomForTable::NoRoomForTable(std::size_t bytes) {
    // As specifications write it: 64M. No strings: there is no memory.
    constexpr std::string_view kUnits = "KMG";
    std::size_t unit = 0;
    std::size_t count = bytes >> 10;
    while (count % 1024 == 0 && count > 0 && unit + 1 < kUnits.size()) {
        count >>= 10;
        ++unit;
    }
    const auto write = [end = text_ + sizeof text_ - 1](char* at, std::string_view part) {
        return std::copy_n(part.data(), std::min<std::ptrdiff_t>(std::ssize(part), end - at), at);
    };
    char* at = write(text_, "there is no memory for a table of ");
    at = std::to_chars(at, text_ + sizeof text_ - 1, count).ptr;
    at = write(at, kUnits.substr(unit, 1));
    write(at, ": ask for less with memory= or tt=");
}

Table::Table(std::size_t bytes)
    : lines_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(CacheLine), 1))),
      memory_(
          std::aligned_alloc(std::min(std::bit_ceil(this->bytes()), kHugePage), this->bytes())) {
    if (!memory_) throw NoRoomForTable(bytes);
#ifdef __linux__
    madvise(memory_.get(), this->bytes(), MADV_HUGEPAGE);  // a wish: without it, only slower
#endif
    wipe();
}

void Table::wipe() {
    // All zero is what a new Slot is.
    std::memset(memory_.get(), 0, bytes());
    first_ = static_cast<CacheLine*>(memory_.get());
}

void Table::Free::operator()(void* memory) const {
    std::free(memory);  // NOLINT: from aligned_alloc
}

Table::CacheLine& Table::line(std::uint64_t key) const {
    return first_[key & (lines_ - 1)];
}

std::uint64_t Table::pack(const Entry& entry) const {
    return static_cast<std::uint32_t>(entry.value) | std::uint64_t{entry.depth} << kDepthAt |
           std::uint64_t{age_} << kAgeAt | std::uint64_t{entry.complete} << kCompleteAt |
           std::uint64_t{1} << kWrittenAt | static_cast<std::uint64_t>(entry.bound) << kBoundAt |
           std::uint64_t{entry.pit} << kPitAt;
}

Entry Table::unpack(std::uint64_t data) {
    return {static_cast<std::int32_t>(data & 0xFFFF'FFFF),
            static_cast<std::uint8_t>(data >> kDepthAt), static_cast<Bound>((data >> kBoundAt) & 3),
            static_cast<std::uint8_t>(data >> kPitAt), ((data >> kCompleteAt) & 1) != 0};
}

int Table::worth(std::uint64_t data) const {
    if (data == 0) return -1000;
    const int age = static_cast<int>((data >> kAgeAt) & kAgeMask);
    return static_cast<int>((data >> kDepthAt) & 0xFF) - 8 * ((age_ - age) & kAgeMask);
}

std::optional<Entry> Table::find(std::uint64_t key) const {
    for (const Slot& slot : line(key).slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key)
            return unpack(data);
    }
    return std::nullopt;
}

void Table::store(std::uint64_t key, const Entry& entry) {
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

void Table::clear() {
    age_ = 0;
    if (used_) wipe();
    used_ = false;
}

}  // namespace kalah::search
