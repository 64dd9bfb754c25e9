#include <cassert>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "kalah/notation.hpp"
#include "store/game_rows.hpp"
#include "store/impl.hpp"

namespace kalah::store {
namespace {

void bind_or_null(SQLite::Statement& statement, int index, const std::optional<IdentityId>& id) {
    if (id)
        statement.bind(index, *id);
    else
        statement.bind(index);
}

void insert(SQLite::Statement& statement, const NewGame& game, int referee) {
    const GameRecord& record = game.record;
    statement.bind(1, game.origin);
    statement.bind(2, referee);
    statement.bind(3, record.name_of(Side::south));
    statement.bind(4, record.name_of(Side::north));
    bind_or_null(statement, 5, game.identities[0]);
    bind_or_null(statement, 6, game.identities[1]);
    statement.bind(7, to_text(record.game.rules()));
    statement.bind(8, start_text(record.game.start()));
    statement.bind(9, record.started);
    statement.exec();
    statement.reset();
}

std::optional<Side> parse_side(const std::string& text) {
    if (text == to_text(Side::south)) return Side::south;
    if (text == to_text(Side::north)) return Side::north;
    return std::nullopt;
}

/// The columns that lists and single games share, in the order of kColumns.
constexpr const char* kColumns =
    "id, origin, south, north, rules, start, started, finished, ending, loser, south_points, "
    "north_points, plies, (SELECT count(*) FROM faults WHERE game = games.id)";

Result<GameSummary> read_summary(SQLite::Statement& row) {
    GameSummary game;
    game.id = row.getColumn(0).getInt64();
    game.origin = row.getColumn(1).getString();
    game.names = {row.getColumn(2).getString(), row.getColumn(3).getString()};
    game.rules = row.getColumn(4).getString();
    game.start = row.getColumn(5).getString();
    game.started = row.getColumn(6).getInt64();
    game.finished = row.getColumn(7).getInt64();
    const auto ending = parse_ending(row.getColumn(8).getString());
    if (!ending) return Error{"unknown ending " + in_quotes(row.getColumn(8).getString())};
    game.ending = *ending;
    if (!row.getColumn(9).isNull()) {
        game.loser = parse_side(row.getColumn(9).getString());
        if (!game.loser) return Error{"unknown side " + in_quotes(row.getColumn(9).getString())};
    }
    if (game.loser.has_value() != is_loss(game.ending))
        return Error{"the ending and the loser do not fit"};
    game.points = {row.getColumn(10).getInt(), row.getColumn(11).getInt()};
    game.plies = row.getColumn(12).getInt();
    game.faults = row.getColumn(13).getInt();
    return game;
}

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
    SQLite::Statement query(database, "SELECT ply, text FROM comments WHERE game = ?");
    query.bind(1, id);
    while (query.executeStep()) {
        const auto ply = query.getColumn(0).getInt64();
        if (ply < 0 || ply >= static_cast<std::int64_t>(record.notes.size()))
            return Error{"a comment on a move that was not played"};
        record.notes[static_cast<std::size_t>(ply)].comment = query.getColumn(1).getString();
    }
    return std::nullopt;
}

std::optional<Error> add_faults(SQLite::Database& database, StoredGameId id, GameRecord& record) {
    SQLite::Statement query(
        database, "SELECT ply, side, kind, text FROM faults WHERE game = ? ORDER BY number");
    query.bind(1, id);
    while (query.executeStep()) {
        const auto ply = query.getColumn(0).getInt64();
        const auto side = parse_side(query.getColumn(1).getString());
        const auto kind = parse_fault_kind(query.getColumn(2).getString());
        if (ply < 0 || !side || !kind)
            return Error{"unknown fault " + in_quotes(query.getColumn(2).getString()) + " of " +
                         in_quotes(query.getColumn(1).getString())};
        record.faults.push_back(
            {static_cast<std::size_t>(ply), *side, *kind, query.getColumn(3).getString()});
    }
    return std::nullopt;
}

Result<StoredGame> read_record(SQLite::Database& database, SQLite::Statement& row) {
    const auto summary = read_summary(row);
    if (!summary) return summary.error();
    const auto game = read_game(*summary, row.getColumn(14).getString());
    if (!game) return game.error();
    const auto times = parse_times(row.getColumn(15).getString());
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

Error in_game(const std::string& path, StoredGameId id, const Error& error) {
    return Error{path + ", game " + std::to_string(id) + ": " + error.message};
}

}  // namespace

Result<std::vector<StoredGameId>> Store::begin_games(std::span<const NewGame> games) {
    assert(impl_->lock);
    return impl_->guarded([&]() -> Result<std::vector<StoredGameId>> {
        SQLite::Database& database = impl_->database;
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement statement(
            database,
            "INSERT INTO games (origin, referee, south, north, south_identity, north_identity, "
            "rules, start, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        std::vector<StoredGameId> ids;
        for (const NewGame& game : games) {
            insert(statement, game, impl_->lock->number());
            ids.push_back(database.getLastInsertRowid());
        }
        transaction.commit();
        return ids;
    });
}

std::optional<WriteError> Store::finish_games(std::span<const EndedGame> games) {
    return impl_->guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
        for (const EndedGame& game : games) {
            assert(game.record->ending != Ending::running);
            if (!complete_game(impl_->database, game.id, *game.record))
                return WriteError{
                    {impl_->path + ": game " + std::to_string(game.id) + " is not running"}};
        }
        transaction.commit();
        return std::nullopt;
    });
}

Result<std::vector<GameSummary>> Store::list(const GameFilter& filter) {
    return impl_->guarded([&]() -> Result<std::vector<GameSummary>> {
        std::string text = std::string("SELECT ") + kColumns + " FROM games WHERE 1";
        if (filter.player) text += " AND (south = ?1 COLLATE NOCASE OR north = ?1 COLLATE NOCASE)";
        if (filter.since) text += " AND started >= ?2";
        if (filter.before) text += " AND id < ?3";
        if (filter.origin) text += " AND origin = ?5";
        text += " ORDER BY id DESC LIMIT ?4";
        SQLite::Statement query(impl_->database, text);
        if (filter.player) query.bind(1, *filter.player);
        if (filter.since) query.bind(2, *filter.since);
        if (filter.before) query.bind(3, *filter.before);
        query.bind(4, static_cast<std::int64_t>(filter.limit));
        if (filter.origin) query.bind(5, *filter.origin);
        std::vector<GameSummary> games;
        while (query.executeStep()) {
            const auto game = read_summary(query);
            if (!game) return in_game(impl_->path, query.getColumn(0).getInt64(), game.error());
            games.push_back(*game);
        }
        return games;
    });
}

Result<std::vector<StoredGameId>> Store::numbers() {
    return impl_->guarded([&]() -> Result<std::vector<StoredGameId>> {
        SQLite::Statement query(impl_->database, "SELECT id FROM games ORDER BY id");
        std::vector<StoredGameId> ids;
        while (query.executeStep()) ids.push_back(query.getColumn(0).getInt64());
        return ids;
    });
}

Result<StoredGame> Store::load(StoredGameId id) {
    return impl_->guarded([&]() -> Result<StoredGame> {
        SQLite::Statement query(impl_->database, std::string("SELECT ") + kColumns +
                                                     ", moves, times FROM games WHERE id = ?");
        query.bind(1, id);
        if (!query.executeStep())
            return Error{impl_->path + ": there is no game " + std::to_string(id) +
                         " ('kalah games list' shows them)"};
        auto game = read_record(impl_->database, query);
        if (!game) return in_game(impl_->path, id, game.error());
        return game;
    });
}

}  // namespace kalah::store
