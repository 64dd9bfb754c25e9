// What a hall plays and what it puts up with.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/rules.hpp"
#include "net/budget.hpp"

namespace kalah::net {

using std::chrono::milliseconds;

/// Time for each move, and what happens to whoever has named none when it is over.
struct TimeRule {
    enum class WithoutMove : std::uint8_t {
        referee_moves,  // KGP: a random move is played for him
        loses,
    };
    milliseconds limit{30'000};
    WithoutMove without_move = WithoutMove::referee_moves;
};

struct HallOptions {
    Rules rules = {};
    Board start = start_board({6, 6});
    TimeRule time = {};
    std::string name = "kalah";  // info:name, to every client

    std::vector<std::string> bots = {};  // their names; empty: nobody plays who is left over
    milliseconds bot_after{5'000};
    std::size_t most_bot_games = 64;
    std::optional<Side> side_against_bots = {};  // of clients; nothing: they take turns
    bool bots_keep_time = true;                  // else they may think for ever

    milliseconds mode_timeout{20'000};  // from the connection to `mode`
    milliseconds pong_timeout{20'000};
    milliseconds ping_after{10'000};  // of silence, while a client waits
    BudgetLimits budget = {};
    std::size_t most_faults = 64;  // noted in one game

    std::uint64_t seed = 1;
    /// Milliseconds since 1970, for the records.
    std::function<std::int64_t()> wall_clock = [] { return std::int64_t{0}; };
};

}  // namespace kalah::net
