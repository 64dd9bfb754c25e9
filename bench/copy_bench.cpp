// The cost of copying a board to take a move back, compared with the move itself: the reason why
// boards have no undo. An undo would have to save every cell that a move may change, which is
// nearly all of them.
#include <benchmark/benchmark.h>

#include "kalah/moves.hpp"
#include "rules/fast_board.hpp"

namespace {

using namespace kalah;

void copy_reference(benchmark::State& state) {
    Board board = start_board({6, 6});
    for (auto _ : state) {
        Board copy = board;
        benchmark::DoNotOptimize(copy);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(copy_reference);

void copy_and_move_reference(benchmark::State& state) {
    const Board board = start_board({6, 6});
    int pit = 0;
    for (auto _ : state) {
        Board copy = board;
        benchmark::DoNotOptimize(apply({}, copy, pit).over);
        benchmark::DoNotOptimize(copy);
        pit = pit == 5 ? 0 : pit + 1;
    }
}
BENCHMARK(copy_and_move_reference);

void copy_fast(benchmark::State& state) {
    FastBoard board = FastBoard::from(start_board({6, 6}));
    for (auto _ : state) {
        FastBoard copy = board;
        benchmark::DoNotOptimize(copy);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(copy_fast);

void copy_and_move_fast(benchmark::State& state) {
    const FastBoard board = FastBoard::from(start_board({6, 6}));
    int pit = 0;
    for (auto _ : state) {
        FastBoard copy = board;
        benchmark::DoNotOptimize(copy.play<Capture::opposite>(pit).over);
        benchmark::DoNotOptimize(copy);
        pit = pit == 5 ? 0 : pit + 1;
    }
}
BENCHMARK(copy_and_move_fast);

}  // namespace
