// Games as pages send them: rules, a first position and moves, or all of it in one text; the
// requests about them that need no state of the server; the terms of a new game. Sizes are bounded,
// so that each is read and drawn within milliseconds. Pure functions, any thread.
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
/// Takes the keys of a game; `fields` keeps their errors.
[[nodiscard]] GameText take_text(Fields& fields);

/// The game of a text. Errors name the key that they are about in the argument `in`; columns count
/// in the text of that key.
[[nodiscard]] Result<Game> read_game(const GameText& text);

/// A game as `kalah games export` writes it, or one line: a position or a size, rules, moves. What
/// the line leaves out is 6x4 and the standard rules.
[[nodiscard]] Result<Game> read_text(std::string_view text);

/// The answer to `position`, `sow`, `read` or `write`; nothing if the request is another one.
[[nodiscard]] std::optional<Result<Json>> answer_about_text(Request& request);

/// The terms of a new game, if it can be played here, by players that are allowed. In the lobby
/// they are the lobby's.
[[nodiscard]] Result<GameTerms> read_terms(Request& request, const ServerOptions& options);
/// The lobby's terms, with both seats waiting for the lobby.
[[nodiscard]] GameTerms lobby_terms(const ServerOptions& options);

/// An error about a player's specification, whose column is kept.
[[nodiscard]] Error bad_player(std::string_view player, const Error& why);

/// The name shown for a person who gives this one: never that of a player of the program.
[[nodiscard]] std::string person_name(std::string_view given);

}  // namespace kalah::server
