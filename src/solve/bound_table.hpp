// BoundTable: what is proved of positions, by their keys (position_key.hpp): bounds of the future
// difference of stores, and the move that proved the lower one. There are no depths: a proved bound
// stays true. An entry is one word, so that threads share the table without locks and never see
// half an entry.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/zeroed_memory.hpp"

namespace kalah::solve {

struct Bounds {
    int lower = -kMost;
    int upper = kMost;
    int pit = kNoPit;

    static constexpr int kMost = 127;  // no position in the table has more seeds in its pits
    static constexpr int kNoPit = 15;
};

class BoundTable {
  public:
    static constexpr std::size_t kEntriesPerLine = 8;
    static constexpr std::size_t kLineBytes = 64;

    /// Allocates at most `bytes` bytes and at most 1 GiB, but at least 256 lines. Throws
    /// std::bad_alloc if there is not enough memory.
    explicit BoundTable(std::size_t bytes);

    /// Starts to fetch what find and store of the same key will look at.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&line(key)); }
    [[nodiscard]] std::optional<Bounds> find(std::uint64_t key) const;
    /// `effort`, 0..15: how costly the proof was; of eight neighbours the cheapest is replaced.
    void store(std::uint64_t key, const Bounds& bounds, int effort);

    [[nodiscard]] std::size_t bytes() const { return lines_ * sizeof(Line); }

    /// For saving a table: an entry and its line, for a table with equally many lines.
    struct Record {
        std::uint64_t line;
        std::uint64_t entry;
    };
    [[nodiscard]] std::size_t lines() const { return lines_; }
    /// Calls `use` with every entry of at least that effort, until `use` returns false.
    template <class Use>
    bool visit(int least_effort, Use use) const {
        for (std::size_t i = 0; i < lines_; ++i) {
            for (const auto& entry : first_[i].entries) {
                const std::uint64_t data = entry.load(std::memory_order_relaxed);
                if (data == 0 || static_cast<int>((data >> kEffortAt) & 15) < least_effort)
                    continue;
                if (!use(Record{i, data})) return false;
            }
        }
        return true;
    }
    void add(const Record& record);

  private:
    // entry: tag 40 | effort 4, pit 4 | upper 8 | lower 8. The tag is the key's low 40 bits, the
    // line is chosen by its high ones: at most 2^24 lines, 1 GiB.
    struct alignas(kLineBytes) Line {
        std::atomic<std::uint64_t> entries[kEntriesPerLine];
    };
    static constexpr int kTagAt = 24;
    static constexpr std::size_t kFewestLines = 256;  // position_key.hpp says why
    static constexpr std::size_t kMostLines = std::size_t{1} << 24;
    static constexpr int kEffortAt = 20;
    static constexpr int kPitAt = 16;

    [[nodiscard]] Line& line(std::uint64_t key) const { return first_[(key >> 40) & (lines_ - 1)]; }

    [[nodiscard]] static std::uint64_t tag_of(std::uint64_t key) {
        return key & ((std::uint64_t{1} << 40) - 1);
    }

    std::size_t lines_;
    ZeroedMemory memory_;
    Line* first_;
};

inline std::optional<Bounds> BoundTable::find(std::uint64_t key) const {
    const std::uint64_t tag = tag_of(key);
    for (const auto& entry : line(key).entries) {
        const std::uint64_t data = entry.load(std::memory_order_relaxed);
        if (data >> kTagAt == tag && data != 0)
            return Bounds{static_cast<std::int8_t>(data & 0xFF),
                          static_cast<std::int8_t>((data >> 8) & 0xFF),
                          static_cast<int>((data >> kPitAt) & 15)};
    }
    return std::nullopt;
}

inline void BoundTable::store(std::uint64_t key, const Bounds& bounds, int effort) {
    std::atomic<std::uint64_t>* place = nullptr;
    std::uint64_t least = 16;
    const std::uint64_t tag = tag_of(key);
    for (auto& entry : line(key).entries) {
        const std::uint64_t data = entry.load(std::memory_order_relaxed);
        if (data >> kTagAt == tag || data == 0) {
            place = &entry;
            break;
        }
        if (((data >> kEffortAt) & 15) < least) {
            least = (data >> kEffortAt) & 15;
            place = &entry;
        }
    }
    place->store(tag << kTagAt | static_cast<std::uint64_t>(effort) << kEffortAt |
                     static_cast<std::uint64_t>(bounds.pit) << kPitAt |
                     std::uint64_t{static_cast<std::uint8_t>(bounds.upper)} << 8 |
                     std::uint64_t{static_cast<std::uint8_t>(bounds.lower)},
                 std::memory_order_relaxed);
}

}  // namespace kalah::solve
