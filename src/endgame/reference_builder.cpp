#include "endgame/reference_builder.hpp"

#include <algorithm>

#include "endgame/reference_value.hpp"

namespace kalah::endgame {
namespace {

void put(Board& board, Side side, const Row& row) {
    std::copy(row.begin(), row.end(), board.row(side).begin());
}

std::vector<Row> all_rows(int pits, int seeds) {
    std::vector<Row> rows;
    Row row{};
    row[0] = static_cast<std::uint8_t>(seeds);
    do rows.push_back(row);
    while (next_row(row, pits));
    return rows;
}

/// Blocks (a,b) and (b,a) together: a move inside the own row leads to one of higher rank in the
/// other block, whatever the rules.
void build_pair(const Rules& rules, int pits, const Blocks& blocks, int a, int b, Work& work) {
    const std::vector<Row> xs = all_rows(pits, a);
    const std::vector<Row> ys = all_rows(pits, b);
    Board board;
    board.width = static_cast<std::uint8_t>(pits);
    const auto compute = [&](const Row& mover, const Row& waiting) {
        put(board, Side::south, mover);
        put(board, Side::north, waiting);
        const int value = is_over(rules, board)
                              ? finished_value(rules, board)
                              : reference_value(rules, board, [&](const Board& child) {
                                    return value_in(blocks, child);
                                });
        return static_cast<Value>(value);
    };
    for (std::size_t x = xs.size(); x-- > 0;) {
        for (std::size_t y = ys.size(); y-- > 0;) {
            blocks.block(b, a)[y * xs.size() + x] = compute(xs[x], ys[y]);
            blocks.block(a, b)[x * ys.size() + y] = compute(ys[y], xs[x]);
        }
        if (!work.add((a == b ? 1 : 2) * ys.size())) return;
    }
}

}  // namespace

void build_reference_level(const Rules& rules, int pits, const Blocks& blocks, int seeds,
                           int threads, Work& work) {
    run_parallel(threads, static_cast<std::size_t>(seeds / 2) + 1, work, [&](std::size_t i, int) {
        const int a = seeds / 2 - static_cast<int>(i);
        build_pair(rules, pits, blocks, a, seeds - a, work);
    });
}

}  // namespace kalah::endgame
