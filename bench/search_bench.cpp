// The searches: the speed of plain alpha-beta, what the utilities of the thesis cost, how deep the
// published searches get, and what each technique saves. On 6x6 empty-capture, the game of the
// thesis.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "arena/board_setup.hpp"
#include "eval/published.hpp"
#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "rules/position.hpp"

namespace {

using namespace kalah;

const StopToken kNever;

Rules thesis_rules() {
    Rules rules;
    rules.capture = Capture::empty;
    return rules;
}

EngineOptions settings_of(const std::string& text) {
    const auto spec = players::parse_player(text);
    if (!spec) std::abort();
    return spec->settings;
}

/// One search from the start of 6x6 per iteration.
void search_start(benchmark::State& state, const std::string& player) {
    std::uint64_t nodes = 0;
    int depth = 0;
    for (auto _ : state) {
        Engine engine = players::make_engine(settings_of(player));
        const auto report = engine.best_move(thesis_rules(), start_board({6, 6}), kNever);
        nodes += report.nodes;
        depth = report.depth;
    }
    state.counters["nodes/s"] =
        benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
    state.counters["nodes"] =
        benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
    state.counters["depth"] = depth;
}

/// Searches kPositions positions after six sowings to a depth: what a technique or thread saves.
template <std::size_t kPositions>
void search_openings(benchmark::State& state, const std::string& player) {
    const auto all = *arena::ply_openings(thesis_rules(), start_board({6, 6}), 6, 1);
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        for (std::size_t i = 0; i < kPositions; ++i) {
            Engine engine = players::make_engine(settings_of(player));
            nodes += engine.best_move(thesis_rules(), all[i].board(), kNever).nodes;
        }
    }
    state.counters["nodes"] =
        benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

/// By how much a search exceeds 20 ms at worst, in the game whose moves take longest.
void overshoot(benchmark::State& state, const std::string& player) {
    const Rules rules = parse_rules("multilap")->rules;
    double worst = 0;
    for (auto _ : state) {
        Engine engine = players::make_engine(settings_of(player));
        const auto report = engine.best_move(rules, start_board({12, 12}), kNever);
        worst = std::max(worst, 1000 * report.seconds - 20);
    }
    state.counters["worst ms over"] = worst;
}

template <class Eval>
void utility(benchmark::State& state) {
    std::vector<FastPosition<Capture::empty>> positions;
    const auto openings = *arena::ply_openings(thesis_rules(), start_board({6, 6}), 4, 1);
    for (const Game& game : openings) positions.emplace_back(thesis_rules(), game.board());
    for (auto _ : state) {
        std::size_t at = 0;
        for (int call = 0; call < 100'000; ++call) {
            benchmark::DoNotOptimize(Eval::value(positions[at], false));
            if (++at == positions.size()) at = 0;
        }
    }
}
BENCHMARK(utility<eval::Simple>)->Name("utility x100000/simple")->Unit(benchmark::kMicrosecond);
BENCHMARK(utility<eval::Knowledge>)
    ->Name("utility x100000/knowledge")
    ->Unit(benchmark::kMicrosecond);

template <class Run>
void add(const std::string& name, Run run, const std::string& player) {
    benchmark::RegisterBenchmark(name.c_str(), [run, player](benchmark::State& state) {
        run(state, player);
    })->Unit(benchmark::kMillisecond);
}

int register_all() {
    add("search simple depth 12", search_start, "alphabeta:eval=simple,depth=12");
    add("search again depth 13", search_start, "alphabeta:eval=again,depth=13");
    for (const std::string player :
         {"minimax:eval=simple,time=1s", "minimax:eval=knowledge,time=1s",
          "alphabeta:eval=simple,time=1s", "alphabeta:eval=knowledge,time=1s", "champion:time=1s"})
        add("depth in 1 s " + player, search_start, player);
    for (const std::string order : {"right", "tactical", "valued"})
        add("champion depth 12, order " + order, search_openings<20>,
            "champion:depth=12,order=" + order);
    add("champion depth 15/one-thread", search_openings<6>, "champion:depth=15");
    add("champion depth 15/two-threads", search_openings<6>, "champion:depth=15,threads=2");
    for (const std::string player : {"minimax:time=20ms", "champion:time=20ms,memory=1M,threads=2"})
        add("overshoot 12x12 multilap " + player, overshoot, player);
    for (const std::string techniques :
         {"", ",order=right", ",order=tactical", ",tt=8M", ",tt=8M,etc=yes", ",futility=yes",
          ",order=tactical,tt=8M", ",order=tactical,tt=8M,etc=yes",
          ",order=tactical,tt=8M,etc=yes,futility=yes"})
        add("technique alphabeta depth 9" + techniques, search_openings<20>,
            "alphabeta:eval=store,depth=9" + techniques);
    add("technique mtdf depth 9, all", search_openings<20>,
        "mtdf:eval=store,depth=9,tt=8M,etc=yes,futility=yes");
    return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
