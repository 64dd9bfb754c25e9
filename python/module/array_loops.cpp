#include "module/array_loops.hpp"

#include <bit>
#include <cstring>

#include "endgame/levels.hpp"
#include "kalah/moves.hpp"
#include "rules/fast_board.hpp"

namespace kalah::python {
namespace {

constexpr std::uint64_t kPitBytes = 0x0000'FFFF'FFFF'FFFFU;
constexpr std::uint64_t kStoreByte = std::uint64_t{0xFF} << 48;

std::uint64_t load(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}
void store(std::uint8_t* bytes, std::uint64_t word) {
    std::memcpy(bytes, &word, sizeof word);
}

/// A row of six pits as two words: bytes 0..7 and 6..13, little-endian.
///
///     high:   opponent's store | mover's store | opponent's pit 5 .. 0
///     low:    (the first two of high)          | mover's pit 5 .. 0
struct SixPits {
    std::uint64_t low;
    std::uint64_t high;

    static SixPits read(const std::uint8_t* row) { return {load(row), load(row + 6)}; }

    [[nodiscard]] FastBoard board() const {
        return FastBoard::from_words((low & kPitBytes) | (high & kStoreByte),
                                     (high & kPitBytes) | ((high >> 8) & kStoreByte));
    }
    /// All seeds: four sums of 16 bits at a time.
    [[nodiscard]] unsigned seeds() const {
        constexpr std::uint64_t kEven = 0x00FF'00FF'00FF'00FFU;
        const std::uint64_t own = low & kPitBytes;
        const std::uint64_t sums =
            (own & kEven) + ((own >> 8) & kEven) + (high & kEven) + ((high >> 8) & kEven);
        return static_cast<unsigned>((sums * 0x0001'0001'0001'0001U) >> 48);
    }
    static void write(const FastBoard& board, std::uint8_t* row) {
        const std::uint64_t own = board.own();
        const std::uint64_t other = board.other();
        store(row, (own & kPitBytes) | other << 48);
        store(row + 6, (other & kPitBytes) | (own & kStoreByte) | (other & kStoreByte) << 8);
    }
};
static_assert(std::endian::native == std::endian::little, "rows are read as little-endian words");

unsigned seeds_of(const std::uint8_t* row, std::size_t stride) {
    unsigned seeds = 0;
    for (std::size_t i = 0; i < stride; ++i) seeds += row[i];
    return seeds;
}

RowFault too_many(std::size_t row, unsigned seeds) {
    return {row, std::to_string(seeds) + " seeds: a position in an array has at most " +
                     std::to_string(kMostArraySeeds)};
}

RowFault bad_move(const Rows& rows, std::size_t row, std::uint8_t pit) {
    const std::string number = std::to_string(pit);
    if (pit < 1 || pit > rows.pits)
        return {row, "pit " + number + " does not exist: the pits are 1 to " +
                         std::to_string(rows.pits)};
    return {row, "pit " + number + " is empty"};
}

/// Calls `work` with every row number, until it returns a fault.
template <class EachRow>
Checked for_rows(const Rows& rows, EachRow work) {
    for (std::size_t i = 0; i < rows.count; ++i) {
        const unsigned seeds = seeds_of(rows[i], rows.stride());
        if (seeds > kMostArraySeeds) return too_many(i, seeds);
        work(i);
    }
    return std::nullopt;
}

template <Capture kCapture>
Checked apply_six(const Rows& rows, const std::uint8_t* pits, const Played& played) {
    for (std::size_t i = 0; i < rows.count; ++i) {
        const auto row = SixPits::read(rows[i]);
        if (row.seeds() > kMostArraySeeds) [[unlikely]]
            return too_many(i, row.seeds());
        const unsigned pit = pits[i] - 1U;
        if (pit >= FastBoard::kWidth || ((row.low >> (8 * pit)) & 0xFF) == 0) [[unlikely]]
            return bad_move(rows, i, pits[i]);
        FastBoard board = row.board();
        const FastBoard::Step step = board.play<kCapture>(static_cast<int>(pit));
        SixPits::write(board, played.after + i * rows.stride());
        played.again[i] = step.extra_turn;
        played.over[i] = step.over;
    }
    return std::nullopt;
}

Checked apply_any(const Rules& rules, const Rows& rows, const std::uint8_t* pits,
                  const Played& played) {
    for (std::size_t i = 0; i < rows.count; ++i) {
        const unsigned seeds = seeds_of(rows[i], rows.stride());
        if (seeds > kMostArraySeeds) return too_many(i, seeds);
        Board board = board_of_row(rows[i], rows.pits);
        if (pits[i] < 1 || pits[i] > rows.pits || board.at(Side::south, pits[i] - 1) == 0)
            return bad_move(rows, i, pits[i]);
        const MoveResult move = apply(rules, board, pits[i] - 1);
        write_row(board, played.after + i * rows.stride());
        played.again[i] = move.extra_turn;
        played.over[i] = move.over;
    }
    return std::nullopt;
}

/// The rows do not depend on each other, so that the processor overlaps their cache misses by
/// itself: prefetching a block of rows gained less than a twentieth.
Checked probe_six(const endgame::Levels& levels, const Rows& rows, bool future,
                  std::int16_t* values) {
    for (std::size_t i = 0; i < rows.count; ++i) {
        const auto row = SixPits::read(rows[i]);
        const int seeds = static_cast<int>(row.seeds());
        if (seeds > kMostArraySeeds) [[unlikely]]
            return too_many(i, row.seeds());
        const FastBoard board = row.board();
        const bool covered = levels.covers(seeds - board.store() - board.other_store());
        const int value = covered ? levels.future(board) : endgame::Levels::kUnknown;
        const int lead = future ? 0 : board.store() - board.other_store();
        values[i] = value == endgame::Levels::kUnknown ? kUnknownValue
                                                       : static_cast<std::int16_t>(value + lead);
    }
    return std::nullopt;
}

}  // namespace

Board board_of_row(const std::uint8_t* row, int pits) {
    const auto width = static_cast<std::size_t>(pits);
    Board board;
    board.width = static_cast<std::uint8_t>(pits);
    for (std::size_t pit = 0; pit < width; ++pit) {
        board.pits[Side::south][pit] = row[pit];
        board.pits[Side::north][pit] = row[width + pit];
    }
    board.stores[Side::south] = row[2 * width];
    board.stores[Side::north] = row[2 * width + 1];
    return board;
}

Checked check_rows(const Rows& rows) {
    return for_rows(rows, [](std::size_t) {});
}

Checked apply_rows(const Rules& rules, const Rows& rows, const std::uint8_t* pits,
                   const Played& played) {
    // Whether the rules are those of the fast board does not depend on the seeds.
    if (!FastBoard::covers(rules, start_board({rows.pits, 1})))
        return apply_any(rules, rows, pits, played);
    return rules.capture == Capture::empty ? apply_six<Capture::empty>(rows, pits, played)
                                           : apply_six<Capture::opposite>(rows, pits, played);
}

Checked mark_legal(const Rows& rows, bool* legal) {
    return for_rows(rows, [&](std::size_t i) {
        for (int pit = 0; pit < rows.pits; ++pit) *legal++ = rows[i][pit] != 0;
    });
}

Checked evaluate_rows(EvalId eval, const Rules& rules, const Rows& rows, double* values) {
    return for_rows(rows, [&](std::size_t i) {
        const Board board = board_of_row(rows[i], rows.pits);
        const int unit = display_unit(eval, seeds_in_all(board));
        values[i] = static_cast<double>(evaluate(eval, rules, board)) / unit;
    });
}

Checked probe_rows(const EndgameDatabase& database, const Rows& rows, bool future,
                   std::int16_t* values) {
    if (rows.pits == FastBoard::kWidth) return probe_six(database.levels(), rows, future, values);
    return for_rows(rows, [&](std::size_t i) {
        const Board board = board_of_row(rows[i], rows.pits);
        const auto value = database.probe(board);
        const int lead = future ? 0 : board.store(Side::south) - board.store(Side::north);
        values[i] = value ? static_cast<std::int16_t>(*value + lead) : kUnknownValue;
    });
}

}  // namespace kalah::python
