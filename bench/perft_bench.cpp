// perft on the reference and on the fast board: every move is made, nothing is only counted.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "kalah/notation.hpp"
#include "rules/perft.hpp"

namespace {

using namespace kalah;

void run(benchmark::State& state, const Preset& preset, BoardSize size, int depth, BoardKind kind) {
    const Board start = start_board(size);
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        const Perft counted = perft(preset.rules, start, depth, kind);
        benchmark::DoNotOptimize(counted.count.finished);
        nodes += counted.count.nodes;
    }
    state.counters["nodes/s"] =
        benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

int register_all() {
    struct Game {
        const char* rules;
        BoardSize size;
        int depth;
    };
    for (const Game& game : {Game{"standard", {6, 4}, 8}, Game{"standard", {6, 6}, 8},
                             Game{"empty-capture", {6, 4}, 8}, Game{"empty-capture", {6, 6}, 8}}) {
        const auto preset = parse_rules(game.rules);
        if (!preset) std::abort();
        for (const BoardKind kind : {BoardKind::reference, BoardKind::fast}) {
            const std::string name = "perft " + to_text(game.size) + " " + game.rules +
                                     (kind == BoardKind::fast ? "/fast" : "/reference");
            benchmark::RegisterBenchmark(name.c_str(), [preset = *preset, game,
                                                        kind](benchmark::State& state) {
                run(state, preset, game.size, game.depth, kind);
            })->Unit(benchmark::kMillisecond);
        }
    }
    return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
