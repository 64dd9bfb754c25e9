// The solver: 6x4 from scratch, its database included, and with a large database in place.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "kalah/notation.hpp"
#include "kalah/solver.hpp"
#include "solve/plan.hpp"

namespace {

using namespace kalah;

int cores() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void solve_with(benchmark::State& state, const Rules& rules,
                const std::shared_ptr<const EndgameDatabase>& ready, int threads) {
    const Board board = *parse_start("6x4");
    const solve::Plan plan = solve::plan_for(rules, board, std::uint64_t{4} << 30, threads);
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        auto database = ready;
        if (!database) database = *EndgameDatabase::build(rules, 6, plan.database_seeds, threads);
        Solver solver = Solver::create(rules, board, {database, plan.table_bytes, threads}).take();
        benchmark::DoNotOptimize(solver.solve(board, [](const ProvedBounds&) { return true; }));
        nodes = solver.nodes();
        state.counters["seeds"] = database->max_seeds();
    }
    state.counters["nodes"] = static_cast<double>(nodes);
}

int register_all() {
    // KALAH_BENCH_SEEDS=24 also measures with that database in place, 1.3 GB.
    const char* wish = std::getenv("KALAH_BENCH_SEEDS");
    for (const Capture capture : {Capture::opposite, Capture::empty}) {
        Rules rules;
        rules.capture = capture;
        const std::string name = "solve 6x4 " + to_text(rules);
        for (const int threads : {1, 2}) {
            benchmark::RegisterBenchmark(
                (name + (threads == 1 ? "/one-thread" : "/two-threads")).c_str(),
                [=](benchmark::State& state) { solve_with(state, rules, nullptr, threads); })
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime()
                ->Iterations(1);
        }
        if (wish == nullptr) continue;
        benchmark::RegisterBenchmark((name + " with " + wish + " seeds ready").c_str(),
                                     [=](benchmark::State& state) {
                                         const auto ready = *EndgameDatabase::build(
                                             rules, 6, std::atoi(wish), cores());
                                         solve_with(state, rules, ready, cores());
                                     })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime()
            ->Iterations(1);
    }
    return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
