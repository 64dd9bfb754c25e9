// Databases: building them in memory on all cores, and probing them in a search.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include "endgame/index.hpp"
#include "endgame/levels.hpp"
#include "kalah/endgame_database.hpp"

namespace {

using namespace kalah;

int cores() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void build_in_memory(benchmark::State& state, const Rules& rules, int seeds, int threads) {
    for (auto _ : state) {
        const auto database = *EndgameDatabase::build(rules, 6, seeds, threads);
        benchmark::DoNotOptimize(database.get());
    }
    const auto positions = static_cast<double>(endgame::database_size(6, seeds));
    state.counters["positions/s"] =
        benchmark::Counter(positions, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["threads"] = threads;
}

/// Random positions of the highest level, the worst case for caches.
void probe(benchmark::State& state, int seeds) {
    static const auto database = *EndgameDatabase::build({}, 6, seeds, cores());
    std::mt19937_64 random(1);
    std::vector<FastBoard> boards;
    const std::uint64_t size = endgame::level_size(6, seeds);
    for (int i = 0; i < 1 << 16; ++i)
        boards.push_back(FastBoard::from(endgame::position_of(random() % size, seeds, 6)));
    std::size_t at = 0;
    int sum = 0;
    for (auto _ : state) {
        sum += database->levels().future(boards[at++ & 0xFFFF]);
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations());
}

int register_all() {
    // KALAH_BENCH_SEEDS=24 measures the large database of 1.3 GB. CPU time is that of all threads.
    const char* wish = std::getenv("KALAH_BENCH_SEEDS");
    const int most = wish != nullptr ? std::atoi(wish) : 20;
    for (const Capture capture : {Capture::opposite, Capture::empty}) {
        Rules rules;
        rules.capture = capture;
        for (const int threads : {1, cores()}) {
            const std::string name = "database up to " + std::to_string(most) + " seeds " +
                                     to_text(rules) + ", threads " + std::to_string(threads);
            benchmark::RegisterBenchmark(
                name.c_str(),
                [=](benchmark::State& state) { build_in_memory(state, rules, most, threads); })
                ->Unit(benchmark::kMillisecond)
                ->MeasureProcessCPUTime()
                ->UseRealTime();
        }
    }
    benchmark::RegisterBenchmark("database probe, 16 seeds",
                                 [](benchmark::State& state) { probe(state, 16); });
    return 0;
}

[[maybe_unused]] const int kRegistered = register_all();

}  // namespace
