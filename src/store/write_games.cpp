#include <cassert>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "store/game_rows.hpp"
#include "store/inside.hpp"
#include "store/times_text.hpp"

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

/// What a game has when it has ended, from the given parameter on; the next one.
int bind_ended(SQLite::Statement& statement, int index, const GameRecord& record) {
    statement.bind(index++, record.finished);
    statement.bind(index++, std::string(name(record.ending)));
    if (record.loser)
        statement.bind(index++, to_text(*record.loser));
    else
        statement.bind(index++);
    statement.bind(index++, record.points(Side::south));
    statement.bind(index++, record.points(Side::north));
    statement.bind(index++, static_cast<std::int64_t>(record.game.played().size()));
    statement.bind(index++, moves_text(record.game));
    statement.bind(index++, times_text(record.notes));
    return index;
}

bool update(SQLite::Statement& statement, const EndedGame& game) {
    statement.bind(bind_ended(statement, 1, *game.record), game.id);
    const bool found = statement.exec() == 1;
    statement.reset();
    return found;
}

void insert_comments(SQLite::Statement& statement, const EndedGame& game) {
    const auto& notes = game.record->notes;
    for (std::size_t ply = 0; ply < notes.size(); ++ply) {
        if (notes[ply].comment.empty()) continue;
        statement.bind(1, game.id);
        statement.bind(2, static_cast<std::int64_t>(ply));
        statement.bind(3, notes[ply].comment);
        statement.exec();
        statement.reset();
    }
}

void insert_faults(SQLite::Statement& statement, const EndedGame& game) {
    std::int64_t number = 0;
    for (const Fault& fault : game.record->faults) {
        statement.bind(1, game.id);
        statement.bind(2, number++);
        statement.bind(3, static_cast<std::int64_t>(fault.ply));
        statement.bind(4, to_text(fault.side));
        statement.bind(5, std::string(name(fault.kind)));
        statement.bind(6, fault.text);
        statement.exec();
        statement.reset();
    }
}

constexpr const char* kInsertComment = "INSERT INTO comments VALUES (?, ?, ?)";
constexpr const char* kInsertFault = "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)";

}  // namespace

/// SQLite documents that its table of sequences may be changed.
GameId reserve_games(SQLite::Database& database, std::size_t count) {
    GameId last = 0;
    SQLite::Statement query(database, "SELECT seq FROM sqlite_sequence WHERE name = 'games'");
    const bool known = query.executeStep();
    if (known) last = query.getColumn(0).getInt64();
    SQLite::Statement update(database,
                             known ? "UPDATE sqlite_sequence SET seq = ? WHERE name = 'games'"
                                   : "INSERT INTO sqlite_sequence (seq, name) VALUES (?, 'games')");
    update.bind(1, last + static_cast<GameId>(count));
    update.exec();
    return last + 1;
}

void insert_finished(SQLite::Database& database, GameId id, const std::string& origin,
                     const GameRecord& record) {
    SQLite::Statement row(
        database,
        "INSERT INTO games (finished, ending, loser, south_points, north_points, plies, moves, "
        "times, id, origin, south, north, rules, start, started) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    int index = bind_ended(row, 1, record);
    row.bind(index++, id);
    row.bind(index++, origin);
    row.bind(index++, record.name_of(Side::south));
    row.bind(index++, record.name_of(Side::north));
    row.bind(index++, to_text(record.game.rules()));
    row.bind(index++, start_text(record.game.start()));
    row.bind(index++, record.started);
    row.exec();
    SQLite::Statement comment(database, kInsertComment);
    insert_comments(comment, {id, &record});
    SQLite::Statement fault(database, kInsertFault);
    insert_faults(fault, {id, &record});
}

Result<std::vector<GameId>> Store::begin_games(std::span<const NewGame> games) {
    assert(inside_->lock);
    return inside_->guarded([&]() -> Result<std::vector<GameId>> {
        SQLite::Database& database = inside_->database;
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement statement(
            database,
            "INSERT INTO games (origin, referee, south, north, south_identity, north_identity, "
            "rules, start, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        std::vector<GameId> ids;
        for (const NewGame& game : games) {
            insert(statement, game, inside_->lock->number());
            ids.push_back(database.getLastInsertRowid());
        }
        transaction.commit();
        return ids;
    });
}

std::optional<WriteError> Store::finish_games(std::span<const EndedGame> games) {
    return inside_->guarded([&]() -> std::optional<WriteError> {
        SQLite::Database& database = inside_->database;
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement game_row(
            database,
            "UPDATE games SET referee = NULL, finished = ?, ending = ?, loser = ?, "
            "south_points = ?, north_points = ?, plies = ?, moves = ?, times = ? "
            "WHERE id = ? AND referee IS NOT NULL");
        SQLite::Statement comment(database, kInsertComment);
        SQLite::Statement fault(database, kInsertFault);
        for (const EndedGame& game : games) {
            assert(game.record->ending != Ending::running);
            if (!update(game_row, game))
                return WriteError{
                    {inside_->path + ": game " + std::to_string(game.id) + " is not running"}};
            insert_comments(comment, game);
            insert_faults(fault, game);
        }
        transaction.commit();
        return std::nullopt;
    });
}

}  // namespace kalah::store
