#include "kalah/board.hpp"

#include <cassert>
#include <numeric>
#include <utility>

#include "base/mix64.hpp"

namespace kalah {

Board start_board(BoardSize size) {
    assert(size.pits >= 1 && size.pits <= kMaxPits);
    assert(size.seeds >= 1 && 2 * size.pits * size.seeds <= kMaxSeeds);
    Board board;
    board.width = static_cast<std::uint8_t>(size.pits);
    for (auto& row : board.pits)
        for (int pit = 0; pit < size.pits; ++pit)
            row[static_cast<std::size_t>(pit)] = static_cast<std::uint16_t>(size.seeds);
    return board;
}

int seeds_in_row(const Board& board, Side side) {
    const auto& row = board.row(side);
    return std::accumulate(row.begin(), row.end(), 0);
}

int seeds_in_pits(const Board& board) {
    return seeds_in_row(board, Side::south) + seeds_in_row(board, Side::north);
}

int seeds_in_all(const Board& board) {
    return seeds_in_pits(board) + board.store(Side::south) + board.store(Side::north);
}

Board flipped(const Board& board) {
    Board result = board;
    std::swap(result.pits[0], result.pits[1]);
    std::swap(result.stores[0], result.stores[1]);
    result.to_move = opponent(board.to_move);
    return result;
}

std::uint64_t hash_pits(const Board& board) {
    std::uint64_t hash = board.width;
    for (const Side side : {board.to_move, opponent(board.to_move)})
        for (int pit = 0; pit < board.width; ++pit)
            hash = mix64(hash, static_cast<std::uint64_t>(board.at(side, pit)));
    return hash;
}

}  // namespace kalah
