// Games as JSON, with the same keys for all commands, the page and its server. docs/json.md says
// what each key means. Pure functions, any thread; their cost grows with the length of the result.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/record.hpp"
#include "system/json.hpp"

namespace kalah {

/// Where a pit or a store is on the board, counted counter-clockwise from south's first pit.
[[nodiscard]] int place_of(const Board& board, Side side, int pit);
[[nodiscard]] int store_place(const Board& board, Side side);

// Parts, for callers that send only what has changed.
/// "south", "north" or null.
[[nodiscard]] Json side_json(const std::optional<Side>& side);
/// {"south": ..., "north": ...}
[[nodiscard]] Json names_json(const std::array<std::string, 2>& names);
/// Milliseconds since 1970; null if not known (0).
[[nodiscard]] Json time_json(std::int64_t milliseconds);
/// {"south": 27, "north": 21, "winner": "south"}
[[nodiscard]] Json result_json(int south, int north);
/// Seeds by place.
[[nodiscard]] Json seeds_json(const Board& board);
/// An entry of `legal`: what a move does; `after` is the board that it leads to.
[[nodiscard]] Json move_json(const Board& after, const MoveResult& played);
/// All legal moves.
[[nodiscard]] Json legal_json(const Rules& rules, const Board& board);
/// An entry of `played`: the same, with its side and the seeds after it.
[[nodiscard]] Json played_json(const Board& after, const MoveResult& played);
/// An entry of `notes`.
[[nodiscard]] Json note_json(const MoveNote& note);
/// An entry of `faults`.
[[nodiscard]] Json fault_json(const Fault& fault);

/// A position: from `rules` to `legal`.
[[nodiscard]] Json position_json(const Rules& rules, const Board& board, bool over);
/// A game: its position, and `start`, `moves`, `played`.
[[nodiscard]] Json game_json(const Game& game);
/// A record: its game, and from `names` to `faults` how it was played.
[[nodiscard]] Json record_json(const GameRecord& record);

/// A valid move from the board `before`, in enough detail to draw it seed by seed.
[[nodiscard]] Json sowing_json(const Rules& rules, const Board& before, int pit);
/// The same for the game's last move; null if there is none.
[[nodiscard]] Json last_sowing_json(const Game& game);

}  // namespace kalah
