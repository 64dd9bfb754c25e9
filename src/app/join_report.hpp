// What `kalah join` says of the games it has played, for people and for programs. Prints nothing.
#pragma once

#include <string>

#include "app/join_client.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// "game 12 against Bob is won, 30 to 18 (finished)". The number is the server's, by which the game
/// is found there; our own count where the server tells none.
[[nodiscard]] std::string outcome_text(const net::Outcome& outcome);
[[nodiscard]] Json outcome_json(const net::Outcome& outcome);

/// "4 games: won 2, drew 0, lost 2", and what went wrong.
[[nodiscard]] std::string counts_text(const JoinClient::Counts& counts);
[[nodiscard]] Json counts_json(const JoinClient::Counts& counts,
                               const JoinClient::Settings& settings, const std::string& player);

}  // namespace kalah::app
