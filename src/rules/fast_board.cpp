#include "rules/fast_board.hpp"

#include <cassert>

namespace kalah {

bool FastBoard::covers(const Rules& rules, const Board& board) {
    const bool captures = rules.capture == Capture::opposite || rules.capture == Capture::empty;
    Rules standard;
    standard.capture = rules.capture;
    return captures && rules == standard && board.width == kWidth &&
           seeds_in_all(board) <= kMostSeeds;
}

FastBoard FastBoard::from(const Board& board) {
    assert(board.width == kWidth && seeds_in_all(board) <= kMostSeeds);
    const auto word = [&](Side side) {
        std::uint64_t packed = std::uint64_t{board.store(side)} << kStoreShift;
        for (int pit = 0; pit < kWidth; ++pit)
            packed |= static_cast<std::uint64_t>(board.at(side, pit)) << (8 * pit);
        return packed;
    };
    return {word(board.to_move), word(opponent(board.to_move))};
}

Board FastBoard::to_board(Side to_move) const {
    Board board;
    board.to_move = to_move;
    const auto unpack = [&](Side side, std::uint64_t word) {
        board.store(side) = static_cast<std::uint16_t>(byte(word, kWidth));
        for (std::size_t pit = 0; pit < kWidth; ++pit)
            board.row(side)[pit] = static_cast<std::uint16_t>(byte(word, static_cast<int>(pit)));
    };
    unpack(to_move, own_);
    unpack(opponent(to_move), other_);
    return board;
}

}  // namespace kalah
