// Rows of games and of the journal, for the files that read and write them. Not for other folders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/journal.hpp"
#include "store/sql.hpp"
#include "store/tournaments.hpp"

namespace kalah::store {

/// The times of a game's moves as one text: microseconds, each with a letter for the source of the
/// move unless it is a player, and after colons the depth and the takeover if there are any,
/// separated by blanks: "1250000 0r 38s:7 99s:9:4".
[[nodiscard]] std::string times_text(const std::vector<MoveNote>& notes);
/// Reads what times_text writes, without comments.
[[nodiscard]] Result<std::vector<MoveNote>> parse_times(std::string_view text);
/// A time as it is stored, within limits.
[[nodiscard]] std::int64_t microseconds(double seconds);
[[nodiscard]] double seconds_of(std::int64_t microseconds);

/// Rules and first position, as they stand in a row.
[[nodiscard]] Result<Game> read_start(const std::string& rules, const std::string& start);

/// The columns of a GameSummary, in a query of `games`, for read_summary.
inline constexpr const char* kSummary =
    "games.id, games.origin, games.south, games.north, games.rules, games.start, games.started, "
    "games.finished, games.ending, games.loser, games.south_points, games.north_points, "
    "games.plies, (SELECT count(*) FROM faults WHERE faults.game = games.id)";
inline constexpr int kSummaryColumns = 14;
[[nodiscard]] Result<GameSummary> read_summary(const Statement& row);
[[nodiscard]] std::optional<Side> parse_side(const std::string& text);
/// The error, with the file and the number of the game before it.
[[nodiscard]] Error in_game(const std::string& path, StoredGameId id, const Error& error);

/// Inserts a whole game that has ended, under a number reserved for it. Inside a transaction.
void insert_finished(Connection& database, StoredGameId id, const std::string& origin,
                     const GameRecord& record, PerSide<Seated> seated = {});
/// A player who has been forgotten meanwhile loses identity and name. Inside a transaction.
[[nodiscard]] PerSide<std::string> present_names(Connection& database, const GameRecord& record,
                                                 PerSide<Seated>& seated);
/// The same for a game of a tournament, with its overhead.
/// Of the note by what the time limits of a game were multiplied.
[[nodiscard]] std::string time_factor_key(StoredGameId game);
void insert_played(Connection& database, const PlayedGame& game, const std::string& origin);
/// Completes the row of a running game and deletes its journal; false if there is none. Inside a
/// transaction.
[[nodiscard]] bool complete_game(Connection& database, StoredGameId id, const GameRecord& record);
/// Ends a running game as aborted, with the moves of its journal. Inside a transaction.
void abort_game(Connection& database, StoredGameId id, Milliseconds now);

/// Takes games of a tournament that are about to be deleted out of the counts of continuations.
/// Inside a transaction.
void uncount_games(Connection& database, TournamentId tournament, std::size_t first_uncounted);

/// The journal of a game, from its first move on without a gap.
[[nodiscard]] std::vector<SavedMove> journal_of(Connection& database, const std::string& game);

}  // namespace kalah::store
