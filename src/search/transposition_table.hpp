// The transposition table: what is known of positions, by their hash. Shared by threads without
// locks: an entry torn by two writers fails its check and is taken as missing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/zeroed_memory.hpp"

namespace kalah::search {

enum class Bound : std::uint8_t { exact, lower, upper };

struct Entry {
    std::int32_t value = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::exact;
    std::uint8_t pit = 0;   // best move found; with an upper bound only the one that failed least
    bool complete = false;  // no line was cut off by depth: holds for any depth
};

/// Four entries of 16 bytes share a cache line; a new position replaces the entry of least depth,
/// entries of earlier searches first.
class TranspositionTable {
  public:
    /// Allocates at most `bytes` bytes, at least one line; null if there is not enough memory.
    /// Touches all of it, so that no search pays for fresh memory (25 ms for 64 MiB in small pages,
    /// more than some players have for a move).
    [[nodiscard]] static std::unique_ptr<TranspositionTable> create(std::size_t bytes);

    [[nodiscard]] std::optional<Entry> find(std::uint64_t key) const;
    void store(std::uint64_t key, const Entry& entry);

    /// Entries from now on are newer than all others.
    void new_search() {
        age_ = static_cast<std::uint8_t>((age_ + 1) & kAgeMask);
        used_ = true;
    }
    /// Not while a search uses it.
    void clear();
    [[nodiscard]] std::size_t bytes() const { return lines_ * sizeof(CacheLine); }

  private:
    static constexpr std::uint8_t kAgeMask = 63;
    struct Slot {
        std::atomic<std::uint64_t> check{0};  // key ^ data
        std::atomic<std::uint64_t> data{0};   // 0 = never written
    };
    struct alignas(64) CacheLine {
        Slot slots[4];
    };
    explicit TranspositionTable(std::size_t bytes);
    void wipe();
    [[nodiscard]] CacheLine& line(std::uint64_t key) const;
    [[nodiscard]] std::uint64_t pack(const Entry& entry) const;
    [[nodiscard]] static Entry unpack(std::uint64_t data);
    [[nodiscard]] int worth(std::uint64_t data) const;

    std::size_t lines_;
    ZeroedMemory memory_;
    CacheLine* first_;   // in memory_
    bool used_ = false;  // since the last clear
    std::uint8_t age_ = 0;
};

}  // namespace kalah::search
