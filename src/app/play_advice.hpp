// What a person at this terminal is told about moves: hints before a move, and a look back at the
// end of a game. Texts for people. Any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"
#include "players/value_chain.hpp"

namespace kalah::app {

/// What every legal move is worth and who says so, for hints: "proved +8 (book)", by pit, best
/// first.
[[nodiscard]] std::vector<std::pair<int, std::string>> advice(const Game& game,
                                                              const players::ValueSources& sources,
                                                              const StopToken& stop);

/// The five moves that cost most, of the sides asked for, with what would have been better, judged
/// as by `kalah games review` without options; after a stop, those found so far, from the end of
/// the game. The first `loaded` moves, of which nobody knows who chose them, are not judged.
[[nodiscard]] std::vector<std::string> review_lines(const Game& game, std::size_t loaded,
                                                    PerSide<bool> sides, const StopToken& stop);

}  // namespace kalah::app
