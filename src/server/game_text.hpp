// What pages send of games: a game as rules, a first position and moves, or all of it in one text;
// the requests about it that need nothing of the server; the terms of a new game. Bounded, so that
// each is read and drawn within milliseconds. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kalah/game.hpp"
#include "server/live_game.hpp"
#include "server/request.hpp"

namespace kalah::server {

/// A multi-lap move drops fewer seeds than (seeds + 1) x (2 x pits + 1); 12x12 has 288 seeds.
inline constexpr int kMostSeeds = 600;
inline constexpr std::size_t kMostTextMoves = 2000;

struct GameText {
    std::string rules;
    std::optional<std::string> start;  // nothing: the usual size of the rules
    std::string moves;
};
/// Takes its keys; errors in them are the fields'.
[[nodiscard]] GameText take_text(Fields& fields);

/// Its game. Errors have the key that they are about as the argument `in`; columns are those of its
/// text.
[[nodiscard]] Result<Game> read_game(const GameText& text);

/// A game as `kalah games export` writes it, a position or a size (under standard rules).
[[nodiscard]] Result<Game> read_text(std::string_view text);

/// The answer to `position`, `sow`, `read` or `write`; nothing if the request is another one.
[[nodiscard]] std::optional<Result<Json>> answer_about_text(Request& request);

/// Terms of a game that can be played here, by players that may; in the lobby they are the lobby's.
[[nodiscard]] Result<GameTerms> read_terms(Request& request, const ServerOptions& options);
/// The lobby's, with open seats.
[[nodiscard]] GameTerms lobby_terms(const ServerOptions& options);

/// An error about a player's specification, whose column is kept.
[[nodiscard]] Error bad_player(std::string_view player, const Error& why);

/// The name of a person who gives this one: never like a player of the program.
[[nodiscard]] std::string person_name(std::string_view given);

}  // namespace kalah::server
