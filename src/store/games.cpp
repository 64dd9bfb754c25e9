#include "store/games.hpp"

#include "kalah/notation.hpp"
#include "store/game_rows.hpp"
#include "store/sqlite_store.hpp"

namespace kalah::store {
namespace {

/// Rules, first position and moves, played again.
Result<Game> read_game(const GameSummary& summary, const std::string& moves) {
    const auto start = read_start(summary.rules, summary.start);
    if (!start) return start.error();
    Game game = *start;
    if (const auto played = game.play_text(moves); !played)
        return Error{"moves " + in_quotes(moves) + ", " + to_text(played.error())};
    return game;
}

std::optional<Error> add_comments(SQLite::Database& database, StoredGameId id, GameRecord& record) {
    auto rows = query(database, "SELECT ply, text FROM comments WHERE game = ?", id);
    while (rows.executeStep()) {
        const auto ply = rows.getColumn(0).getInt64();
        if (ply < 0 || ply >= static_cast<std::int64_t>(record.notes.size()))
            return Error{"a comment on a move that was not played"};
        record.notes[static_cast<std::size_t>(ply)].comment = rows.getColumn(1).getString();
    }
    return std::nullopt;
}

std::optional<Error> add_faults(SQLite::Database& database, StoredGameId id, GameRecord& record) {
    auto rows = query(
        database, "SELECT ply, side, kind, text FROM faults WHERE game = ? ORDER BY number", id);
    while (rows.executeStep()) {
        std::int64_t ply = 0;
        std::string side_text, kind_text, text;
        fetch(rows, ply, side_text, kind_text, text);
        const auto side = parse_side(side_text);
        const auto kind = parse_fault_kind(kind_text);
        if (ply < 0 || !side || !kind)
            return Error{"unknown fault " + in_quotes(kind_text) + " of " + in_quotes(side_text)};
        record.faults.push_back({static_cast<std::size_t>(ply), *side, *kind, text});
    }
    return std::nullopt;
}

Result<StoredGame> read_record(SQLite::Database& database, SQLite::Statement& row) {
    const auto summary = read_summary(row);
    if (!summary) return summary.error();
    const auto game = read_game(*summary, row.getColumn(kSummaryColumns).getString());
    if (!game) return game.error();
    const auto times = parse_times(row.getColumn(kSummaryColumns + 1).getString());
    if (!times) return Error{"times, " + to_text(times.error())};
    if (times->size() > game->played().size()) return Error{"more times than moves"};

    GameRecord record{*game, summary->names, *times};
    record.ending = summary->ending;
    record.loser = summary->loser;
    record.started = summary->started;
    record.finished = summary->finished;
    if ((record.ending == Ending::finished) != game->over() && !record.loser)
        return Error{"the ending and the moves do not fit"};
    if (record.decided() && (record.points(Side::south) != summary->points[0] ||
                             record.points(Side::north) != summary->points[1]))
        return Error{"the result and the moves do not fit"};
    if (const auto error = add_comments(database, summary->id, record)) return *error;
    if (const auto error = add_faults(database, summary->id, record)) return *error;
    return StoredGame{summary->id, summary->origin, std::move(record)};
}

/// Of games with a result; a name counts once, however it is written.
constexpr const char* kPlayers = R"sql(
WITH decided AS (
    SELECT south, north, south_points AS s, north_points AS n, max(started, finished) AS ended
    FROM games WHERE ending IN ('finished', 'illegal', 'gone', 'timeout', 'resigned')),
sides AS (
    SELECT south AS name, s AS own, n AS theirs, ended FROM decided
    UNION ALL SELECT north, n, s, ended FROM decided)
SELECT name, count(*), sum(own > theirs), sum(own = theirs), sum(own < theirs), max(ended) AS last
FROM sides WHERE name != ? GROUP BY name COLLATE NOCASE ORDER BY last DESC, name COLLATE NOCASE)sql";

}  // namespace

Result<std::vector<StoredGameId>> SqliteStore::begin_games(std::span<const NewGame> games) {
    return read<std::vector<StoredGameId>>([&] {
        Transaction transaction(database_, kToWrite);
        SQLite::Statement insert(
            database_,
            "INSERT INTO games (origin, referee, south, north, south_identity, north_identity, "
            "rules, start, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        std::vector<StoredGameId> ids;
        for (const auto& [record, identities, origin] : games) {
            run(insert, origin, referee(), record.name_of(Side::south), record.name_of(Side::north),
                identities[0], identities[1], to_text(record.game.rules()),
                start_text(record.game.start()), record.started);
            ids.push_back(database_.getLastInsertRowid());
        }
        transaction.commit();
        return ids;
    });
}

Result<std::vector<GameSummary>> SqliteStore::list(const GameFilter& filter) {
    return read<std::vector<GameSummary>>([&]() -> Result<std::vector<GameSummary>> {
        std::string text = std::string("SELECT ") + kSummary + " FROM games WHERE 1";
        if (filter.player) text += " AND (south = ?1 COLLATE NOCASE OR north = ?1 COLLATE NOCASE)";
        if (filter.since) text += " AND started >= ?2";
        if (filter.before) text += " AND id < ?3";
        if (filter.origin) text += " AND origin = ?4";
        auto rows = query(database_, text + " ORDER BY id DESC LIMIT ?5", filter.player,
                          filter.since, filter.before, filter.origin, filter.limit);
        std::vector<GameSummary> games;
        while (rows.executeStep()) {
            const auto game = read_summary(rows);
            if (!game) return in_game(path_, rows.getColumn(0).getInt64(), game.error());
            games.push_back(*game);
        }
        return games;
    });
}

Result<std::vector<StoredGameId>> SqliteStore::numbers() {
    return read<std::vector<StoredGameId>>(
        [&] { return column<StoredGameId>(query(database_, "SELECT id FROM games ORDER BY id")); });
}

Result<StoredGame> SqliteStore::load(StoredGameId id) {
    return read<StoredGame>([&]() -> Result<StoredGame> {
        auto row =
            query(database_,
                  std::string("SELECT ") + kSummary + ", moves, times FROM games WHERE id = ?", id);
        if (!row.executeStep())
            return Error{path_ + ": there is no game " + std::to_string(id) +
                         " ('kalah games list' shows them)"};
        auto game = read_record(database_, row);
        if (!game) return in_game(path_, id, game.error());
        return game;
    });
}

Result<std::vector<PlayerRecord>> SqliteStore::players() {
    return read<std::vector<PlayerRecord>>([&] {
        auto rows = query(database_, kPlayers, kForgotten);
        std::vector<PlayerRecord> players;
        while (rows.executeStep()) {
            PlayerRecord& each = players.emplace_back();
            fetch(rows, each.name, each.games, each.wins, each.draws, each.losses, each.last);
        }
        return players;
    });
}

}  // namespace kalah::store
