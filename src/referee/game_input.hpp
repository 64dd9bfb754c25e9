// Games that were played elsewhere, as records: from a line of moves and from the JSON that
// record_json writes. (KGP logs: client/game_log.hpp.) Checks everything by the rules; errors have
// a column where there is one. Pure functions, any thread.
//
// A line of moves is
//     6x4 standard 3-6 2 1-4 south=Ann north="Bo B." result=30-18
// a size or position, rules, moves; keys may stand anywhere. Rules, names and result may be absent.
// A result is both sides' seeds, which the moves must lead to, or the winner: south, north or draw.
// A winner of moves that do not end the game has won because the other side resigned.
#pragma once

#include <optional>
#include <string_view>

#include "referee/record.hpp"
#include "system/json.hpp"

namespace kalah {

/// What holds for games that do not say it themselves.
struct GameDefaults {
    Rules rules = {};
    std::optional<Board> start = {};
    PerSide<std::string> names = {};
};

/// A game of a file, or why there is none.
struct ReadGame {
    int line = 0;  // where it begins
    std::optional<GameRecord> record = {};
    std::optional<Error> error = {};  // with its line
};

/// A game that has neither end nor result is `stopped`.
[[nodiscard]] Result<GameRecord> parse_game_line(std::string_view line,
                                                 const GameDefaults& defaults);

/// Reads what record_json writes; keys of other kinds are ignored. A game that was running is
/// `stopped`.
[[nodiscard]] Result<GameRecord> parse_record(const Json& json);

}  // namespace kalah
