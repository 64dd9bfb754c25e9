// Reviews of games: how moves are judged wherever this program prints it, and many stored games at
// a time for `kalah games review` and `kalah report`, each on one thread, with progress on standard
// error. By nodes alone, the judgements do not depend on the number of threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/program.hpp"
#include "players/judgement.hpp"
#include "system/machine.hpp"

namespace kalah::app {

struct ReviewBudget {
    std::optional<std::chrono::milliseconds> time;
    std::optional<std::uint64_t> nodes;
    int threads = processor_cores();
};
/// --time, --nodes and --threads.
void declare_review_budget(Arguments& arguments, ReviewBudget& budget);

/// The champion, with the solver and a small database before it.
[[nodiscard]] players::JudgeSettings review_settings(const ReviewBudget& budget);

/// In the order of the games; nothing for those that Ctrl-C left out.
using ReviewedGames = std::vector<std::optional<std::vector<players::JudgedMove>>>;
[[nodiscard]] ReviewedGames review_games(const std::vector<const GameRecord*>& games,
                                         const ReviewBudget& budget);

}  // namespace kalah::app
