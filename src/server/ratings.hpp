// Ratings: rating lists of the players in a store, one for each rule set on each board. Pure
// functions, any thread.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arena/rating.hpp"
#include "store/people.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// The players who have met others under the same rules on the same board, the highest rating
/// first. Ratings are Elo points around kMeanRating, each with half of its 95 % interval.
struct RatingTable {
    std::string rules = {};
    std::string size = {};
    struct Row {
        store::MeetingRow::Player player;
        arena::Rating rating;
    };
    std::vector<Row> rows = {};
};

inline constexpr double kMeanRating = 1500;
/// A list takes some 50 ms with this many; others, who have played the fewest games, are left out.
inline constexpr std::size_t kMostRated = 200;

/// The list with the most players first.
[[nodiscard]] std::vector<RatingTable> rating_tables(std::span<const store::MeetingRow> meetings);
/// The ratings of one player, in each list that has them: `rules`, `size`, `elo`, `error`, `games`,
/// `place`, `players`.
[[nodiscard]] Json ratings_json(const std::vector<RatingTable>& tables,
                                const store::MeetingRow::Player& player);
/// "person", "program", or "other" if it was not at the server, or is not known.
[[nodiscard]] std::string_view name(store::PlayerKind kind);

}  // namespace kalah::server
