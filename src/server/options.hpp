// What a GameServer plays, and its limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/rules.hpp"
#include "net/rate_limiter.hpp"
#include "players/spec.hpp"

namespace kalah::server {

using std::chrono::milliseconds;

/// The lobby's time for each move, and the policy when a player has named none at the deadline.
struct MoveTime {
    enum class WithoutMove : std::uint8_t {
        referee_moves,  // KGP: the referee plays a random move
        loses,
    };
    milliseconds limit{30'000};
    WithoutMove without_move = WithoutMove::referee_moves;
};

struct ServerOptions {
    std::string version = {};
    std::string kgp_address = {};  // where KGP clients connect; pages show it

    // The lobby.
    Rules rules = {};
    Board start = start_board({6, 6});
    MoveTime time = {};
    std::string name = "kalah";          // info:name, to every client
    std::vector<std::string> bots = {};  // names; empty: a client without an opponent waits
    milliseconds bot_after{5'000};
    std::size_t most_bot_games_of_a_host = 64;
    std::optional<Side> side_against_bots = {};  // of clients; nothing: alternating
    bool bots_keep_time = true;                  // else they may think for ever

    // KGP clients.
    milliseconds mode_timeout{20'000};  // from the connection to `mode`
    milliseconds pong_timeout{20'000};
    milliseconds ping_after{10'000};  // of silence, while a client waits
    net::RateLimits rate = {};
    std::size_t most_faults = 64;  // noted in one game

    // Browser games.
    std::size_t most_saved_of_a_host = 10'000;  // beyond that, those worth least are forgotten
    std::size_t most_in_memory = 1'000;         // beyond that, idle games are only in the store
    std::size_t most_games_of_a_session = 32;   // that it is in
    std::size_t most_new_a_minute = 60;         // from one host
    std::size_t most_new_a_day = 1'000;         // likewise
    std::size_t most_in_lobby_of_a_host = 64;   // that wait or are played there
    milliseconds lobby_absence{30'000};         // until an absent person's place there is given up

    std::uint64_t seed = 1;
};

}  // namespace kalah::server
