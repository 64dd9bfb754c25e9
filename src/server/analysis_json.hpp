// Results of searches as pages draw them: scores in seeds for south (docs/web-api.md). Pure
// functions, any thread.
#pragma once

#include "kalah/engine.hpp"
#include "kalah/game.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// A position that was analysed: `report` has a finished depth, or none if there was no time.
struct Analysed {
    const Rules& rules;
    const Board& board;
    EvalId eval;
    const SearchReport& report;
};

/// The keys of an analysis from `depth` to `moves`.
[[nodiscard]] Json analysis_json(const Analysed& analysed);
/// The same of a game that is over: its result, and no moves.
[[nodiscard]] Json final_analysis_json(const Board& board);

/// The keys of a review from `ply` to `cost`: the position after so many moves of a game. Of one
/// that is over, the report is not looked at.
[[nodiscard]] Json review_json(const Game& game, std::size_t ply, const SearchReport& report,
                               EvalId eval);

}  // namespace kalah::server
