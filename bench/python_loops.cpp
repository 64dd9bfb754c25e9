// The same work as kalah.apply and Database.probe, as somebody would write it in C++ over the
// library, for bench/python_speed.py: positions in the library's own form, no checks.
#include <chrono>
#include <vector>

#include "endgame/levels.hpp"
#include "kalah/moves.hpp"
#include "module/array_loops.hpp"
#include "rules/fast_board.hpp"

namespace {

using namespace kalah;
using namespace kalah::python;

std::vector<Board> boards_of(const std::uint8_t* data, std::size_t count, int pits) {
    const Rows rows{data, count, pits};
    std::vector<Board> boards;
    for (std::size_t i = 0; i < count; ++i) boards.push_back(board_of_row(rows[i], pits));
    return boards;
}

template <class Loop>
double seconds(Loop loop) {
    const auto began = std::chrono::steady_clock::now();
    loop();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

/// Seconds to play one move from each position with the public interface, into another array.
extern "C" double apply_public(const std::uint8_t* data, std::size_t count, int pits,
                               const std::uint8_t* moves) {
    const auto boards = boards_of(data, count, pits);
    std::vector<Board> after(count);
    std::vector<MoveResult> results(count);
    const Rules rules;
    return seconds([&] {
        for (std::size_t i = 0; i < count; ++i) {
            after[i] = boards[i];
            results[i] = apply(rules, after[i], moves[i] - 1);
        }
    });
}

/// The same with the board of searches: six pits, standard rules.
extern "C" double apply_fast(const std::uint8_t* data, std::size_t count,
                             const std::uint8_t* moves) {
    std::vector<FastBoard> boards;
    for (const Board& board : boards_of(data, count, 6)) boards.push_back(FastBoard::from(board));
    std::vector<FastBoard> after = boards;
    std::vector<FastBoard::Step> steps(count);
    return seconds([&] {
        for (std::size_t i = 0; i < count; ++i) {
            after[i] = boards[i];
            steps[i] = after[i].play<Capture::opposite>(moves[i] - 1);
        }
    });
}
