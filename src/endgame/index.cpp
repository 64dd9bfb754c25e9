#include "endgame/index.hpp"

namespace kalah::endgame {
namespace {

constexpr int kMostN = kMostSeeds + 2 * kMostPits;
constexpr int kMostK = 2 * kMostPits;
using Binomials = std::array<std::array<std::uint64_t, kMostK + 1>, kMostN + 1>;

constexpr Binomials make_binomials() {
    Binomials table{};
    for (std::size_t n = 0; n <= kMostN; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= kMostK && k <= n; ++k)
            table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
    }
    return table;
}
constexpr Binomials kBinomials = make_binomials();

constexpr std::array<RankTable, kMostPits + 1> make_rank_tables() {
    std::array<RankTable, kMostPits + 1> tables{};
    for (std::size_t pits = 1; pits <= kMostPits; ++pits)
        for (std::size_t pit = 1; pit < pits; ++pit)
            for (std::size_t rest = 0; rest <= kMostSeeds; ++rest)
                tables[pits][pit][rest] =
                    static_cast<std::uint32_t>(kBinomials[rest + pits - 1 - pit][pits - pit]);
    return tables;
}
constexpr std::array<RankTable, kMostPits + 1> kRankTables = make_rank_tables();

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

std::uint64_t choose(int n, int k) {
    assert(n >= 0 && n <= kMostN && k >= 0 && k <= kMostK);
    return kBinomials[at(n)][at(k)];
}

const RankTable& rank_table(int pits) {
    assert(pits >= 1 && pits <= kMostPits);
    return kRankTables[at(pits)];
}

std::uint32_t rank_of(const Row& row, int pits) {
    const RankTable& table = rank_table(pits);
    std::uint32_t rank = 0;
    std::size_t rest = 0;
    for (std::size_t pit = at(pits) - 1; pit > 0; --pit) {
        rest += row[pit];
        rank += table[pit][rest];
    }
    return rank;
}

Row row_of(std::uint32_t rank, int seeds, int pits) {
    assert(rank < row_count(pits, seeds));
    const RankTable& table = rank_table(pits);
    Row row{};
    std::size_t before = at(seeds);  // in this pit and those to its right
    for (std::size_t pit = 1; pit < at(pits); ++pit) {
        std::size_t rest = before;  // the most whose table entry does not exceed the rank
        while (table[pit][rest] > rank) --rest;
        rank -= table[pit][rest];
        row[pit - 1] = static_cast<std::uint8_t>(before - rest);
        before = rest;
    }
    row[at(pits) - 1] = static_cast<std::uint8_t>(before);
    return row;
}

bool next_row(Row& row, int pits) {
    // Moves the rightmost movable seed one pit right and gathers all seeds beyond it there.
    std::size_t pit = at(pits) - 1;
    const std::uint8_t last = row[pit];
    row[pit] = 0;
    while (pit > 0 && row[pit - 1] == 0) --pit;
    if (pit == 0) {
        row[at(pits) - 1] = last;
        return false;
    }
    --row[pit - 1];
    row[pit] = static_cast<std::uint8_t>(last + 1);
    return true;
}

Row row_of(const Board& board, Side side) {
    Row row{};
    for (int pit = 0; pit < board.width; ++pit)
        row[at(pit)] = static_cast<std::uint8_t>(board.at(side, pit));
    return row;
}

int seeds_in(const Row& row) {
    int seeds = 0;
    for (const std::uint8_t pit : row) seeds += pit;
    return seeds;
}

std::uint64_t block_size(int pits, int waiting, int moving) {
    return row_count(pits, waiting) * row_count(pits, moving);
}

std::uint64_t block_offset(int pits, int waiting, int moving) {
    std::uint64_t offset = 0;
    for (int w = 0; w < waiting; ++w) offset += block_size(pits, w, waiting + moving - w);
    return offset;
}

std::uint64_t index_of(const Board& board) {
    const Row mover = row_of(board, board.to_move);
    const Row waiting = row_of(board, opponent(board.to_move));
    const int pits = board.width;
    return block_offset(pits, seeds_in(waiting), seeds_in(mover)) +
           rank_of(waiting, pits) * row_count(pits, seeds_in(mover)) + rank_of(mover, pits);
}

Board position_of(std::uint64_t index, int seeds, int pits) {
    int waiting = 0;
    for (; index >= block_size(pits, waiting, seeds - waiting); ++waiting)
        index -= block_size(pits, waiting, seeds - waiting);
    const std::uint64_t columns = row_count(pits, seeds - waiting);
    const Row rows[] = {row_of(static_cast<std::uint32_t>(index % columns), seeds - waiting, pits),
                        row_of(static_cast<std::uint32_t>(index / columns), waiting, pits)};
    Board board;
    board.width = static_cast<std::uint8_t>(pits);
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t pit = 0; pit < at(pits); ++pit) board.pits[side][pit] = rows[side][pit];
    return board;
}

}  // namespace kalah::endgame
