// The transposition table: what is known of positions, by their hash. Shared by threads without
// locks: an entry torn by two writers fails its check and is taken as missing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

namespace kalah::search {

enum class Bound : std::uint8_t { exact, lower, upper };

struct Entry {
    std::int32_t value = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::exact;
    std::uint8_t pit = 0;   // best move found; with an upper bound only the one that failed least
    bool complete = false;  // no line was cut off by depth: holds for any depth
};

/// There is no memory for a table of the size asked for; what() names it and says what to do.
class NoRoomForTable : public std::bad_alloc {
  public:
    explicit NoRoomForTable(std::size_t bytes);
    [[nodiscard]] const char* what() const noexcept override { return text_; }

  private:
    char text_[96] = {};
};

/// Four entries of 16 bytes share a cache line; a new position takes the place of the one of least
/// depth, entries of earlier searches first.
class Table {
  public:
    /// At most so many bytes, at least one line. Throws NoRoomForTable if they cannot be had.
    /// All of it is touched here, so that the system's work for fresh memory (25 ms for 64 MiB in
    /// small pages, more than some players have for a move) falls into no search.
    explicit Table(std::size_t bytes);

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
    void wipe();
    [[nodiscard]] CacheLine& line(std::uint64_t key) const;
    [[nodiscard]] std::uint64_t pack(const Entry& entry) const;
    [[nodiscard]] static Entry unpack(std::uint64_t data);
    [[nodiscard]] int worth(std::uint64_t data) const;

    std::size_t lines_;
    struct Free {
        void operator()(void* memory) const;
    };
    std::unique_ptr<void, Free> memory_;
    CacheLine* first_ = nullptr;  // in it
    bool used_ = false;           // since the last clear
    std::uint8_t age_ = 0;
};

}  // namespace kalah::search
