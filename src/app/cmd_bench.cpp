#include <fmt/core.h>

#include <chrono>

#include "app/bench.hpp"
#include "app/command.hpp"
#include "app/options.hpp"
#include "base/mix64.hpp"
#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Case {
    const char* rules;
    const char* position;
};
constexpr Case kCases[] = {
    {"standard", "6x4"},
    {"empty-capture", "6x6"},
    {"standard", "<6,5,3,0,5,1,7,2,6,0,1,8,0,6,4>"},
    {"empty-capture", "<6,14,11,2,0,6,1,0,3,4,0,2,1,3,1> n"},
    {"multilap", "6x4"},
    {"standard,majority-stop=yes", "5x3"},
};
constexpr const char* kPlayers[] = {
    "minimax:depth=6",
    "alphabeta:depth=8",
    "alphabeta:depth=8,eval=five-part,order=right",
    "alphabeta:depth=10,order=tactical,tt=8M,etc=yes,futility=yes",
    "knowledge:depth=8",
    "mtdf:depth=9,eval=knowledge,tt=8M",
    "champion:depth=12,memory=8M",
};

struct Totals {
    std::uint64_t nodes = 0;
    double seconds = 0;
};
using OnPlayer = std::function<void(const char* player, const Totals&)>;

Totals run(const players::Spec& spec, std::uint64_t& signature) {
    Totals sum;
    const StopToken stop;
    for (const Case& one : kCases) {
        Engine engine = players::make_engine(spec.settings);
        const auto report =
            engine.best_move(parse_rules(one.rules)->rules, *parse_start(one.position), stop);
        sum.nodes += report.nodes;
        sum.seconds += report.seconds;
        signature = mix64(signature, report.nodes);
    }
    return sum;
}

BenchResult run_players(const OnPlayer& on_player) {
    std::uint64_t signature = 0;
    Totals all;
    for (const char* text : kPlayers) {
        const auto spec = players::parse_player(text);
        if (!spec) throw failure(to_text(spec.error()));
        const Totals result = run(*spec, signature);
        all.nodes += result.nodes;
        all.seconds += result.seconds;
        if (on_player) on_player(text, result);
    }
    return {all.nodes, all.seconds, fmt::format("{:016x}", signature)};
}

void act_bench(const bool& json) {
    const auto print = [](const char* player, const Totals& result) {
        fmt::print("{:>12} nodes  {:>7.3f} s  {:>7.2f} million/s  {}\n", result.nodes,
                   result.seconds, static_cast<double>(result.nodes) / 1e6 / result.seconds,
                   player);
    };
    const BenchResult all = run_players(json ? OnPlayer() : print);
    if (json)
        print_json(Json()
                       .set("nodes", all.nodes)
                       .set("seconds", all.seconds)
                       .set("signature", all.signature));
    else
        fmt::print("{:>12} nodes  {:>7.3f} s\nsignature {}\n", all.nodes, all.seconds,
                   all.signature);
}

}  // namespace

BenchResult bench() {
    return run_players({});
}

void add_bench(Program& program) {
    program.add<bool>(
        {"bench", "search fixed positions and print a signature of the search",
         "Example:\n"
         "  kalah bench\n"
         "The signature is a hash of the node counts of every search. It is the same on every\n"
         "machine and changes when a search visits other positions."},
        declare_json, act_bench);
}

}  // namespace kalah::app
