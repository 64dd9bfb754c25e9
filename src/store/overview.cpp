#include "store/overview.hpp"

#include <SQLiteCpp/Statement.h>

#include "store/impl.hpp"

namespace kalah::store {
namespace {

constexpr const char* kPlayers = R"sql(
WITH decided AS (
    SELECT south, north, south_points AS s, north_points AS n, max(started, finished) AS ended
    FROM games WHERE ending IN ('finished', 'illegal', 'gone', 'timeout', 'resigned')),
sides AS (
    SELECT south AS name, s AS own, n AS theirs, ended FROM decided
    UNION ALL SELECT north, n, s, ended FROM decided)
SELECT name, count(*), sum(own > theirs), sum(own = theirs), sum(own < theirs), max(ended) AS last
FROM sides WHERE name != ? GROUP BY name COLLATE NOCASE ORDER BY last DESC, name COLLATE NOCASE)sql";

constexpr const char* kTournaments = R"sql(
SELECT id, plan, created, finished,
    (SELECT count(*) FROM schedule JOIN games ON games.id = schedule.game
     WHERE tournament = tournaments.id),
    (SELECT count(*) FROM schedule WHERE tournament = tournaments.id)
FROM tournaments)sql";

constexpr const char* kResults = R"sql(
SELECT number, round, board, schedule.south, schedule.north, schedule.start, opening, game,
    south_points, north_points, ending, loser, plies, finished, started, origin
FROM schedule JOIN games ON games.id = schedule.game WHERE tournament = ? ORDER BY number)sql";

TournamentSummary read_tournament(SQLite::Statement& row) {
    TournamentSummary summary;
    summary.id = row.getColumn(0).getInt64();
    summary.plan = row.getColumn(1).getString();
    summary.created = row.getColumn(2).getInt64();
    summary.finished = row.getColumn(3).getInt64();
    summary.played = row.getColumn(4).getInt();
    summary.scheduled = row.getColumn(5).getInt();
    return summary;
}

Result<TournamentResult> read_result(SQLite::Statement& row) {
    TournamentResult result;
    ScheduledGame& game = result.schedule;
    game.number = static_cast<std::size_t>(row.getColumn(0).getInt64());
    game.round = row.getColumn(1).getInt();
    game.board = row.getColumn(2).getInt();
    game.south = row.getColumn(3).getInt();
    game.north = row.getColumn(4).getInt();
    game.start = row.getColumn(5).getString();
    game.opening = row.getColumn(6).getString();
    game.game = row.getColumn(7).getInt64();
    result.points = {row.getColumn(8).getInt(), row.getColumn(9).getInt()};
    const auto ending = parse_ending(row.getColumn(10).getString());
    if (!ending) return Error{"unknown ending " + in_quotes(row.getColumn(10).getString())};
    result.ending = *ending;
    if (!row.getColumn(11).isNull())
        result.loser =
            row.getColumn(11).getString() == to_text(Side::south) ? Side::south : Side::north;
    result.plies = row.getColumn(12).getInt();
    result.finished = row.getColumn(13).getInt64();
    result.started = row.getColumn(14).getInt64();
    result.origin = row.getColumn(15).getString();
    return result;
}

}  // namespace

Result<std::vector<PlayerRecord>> Overview::players() {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::vector<PlayerRecord>> {
        SQLite::Statement query(impl.database, kPlayers);
        query.bind(1, kForgotten);
        std::vector<PlayerRecord> players;
        while (query.executeStep())
            players.push_back({query.getColumn(0).getString(), query.getColumn(1).getInt(),
                               query.getColumn(2).getInt(), query.getColumn(3).getInt(),
                               query.getColumn(4).getInt(), query.getColumn(5).getInt64()});
        return players;
    });
}

Result<std::vector<TournamentSummary>> Overview::tournaments(std::size_t limit) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::vector<TournamentSummary>> {
        std::vector<TournamentSummary> all;
        // Read-only, a store of an older version is left as it is.
        if (!impl.database.tableExists("tournaments")) return all;
        SQLite::Statement query(impl.database,
                                std::string(kTournaments) + " ORDER BY id DESC LIMIT ?");
        query.bind(1, static_cast<std::int64_t>(limit));
        while (query.executeStep()) all.push_back(read_tournament(query));
        return all;
    });
}

Result<TournamentSummary> Overview::tournament(TournamentId id) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<TournamentSummary> {
        const Error missing{"there is no tournament " + std::to_string(id)};
        if (!impl.database.tableExists("tournaments")) return missing;
        SQLite::Statement query(impl.database, std::string(kTournaments) + " WHERE id = ?");
        query.bind(1, id);
        if (!query.executeStep()) return missing;
        return read_tournament(query);
    });
}

Result<std::vector<TournamentResult>> Overview::results(TournamentId id) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::vector<TournamentResult>> {
        SQLite::Statement query(impl.database, kResults);
        query.bind(1, id);
        std::vector<TournamentResult> results;
        while (query.executeStep()) {
            const auto result = read_result(query);
            if (!result) return result.error();
            results.push_back(*result);
        }
        return results;
    });
}

}  // namespace kalah::store
