#include <cassert>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

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

bool update(SQLite::Statement& statement, const EndedGame& game) {
    const GameRecord& record = *game.record;
    statement.bind(1, record.finished);
    statement.bind(2, std::string(name(record.ending)));
    if (record.loser)
        statement.bind(3, name(*record.loser));
    else
        statement.bind(3);
    statement.bind(4, record.points(Side::south));
    statement.bind(5, record.points(Side::north));
    statement.bind(6, static_cast<std::int64_t>(record.game.played().size()));
    statement.bind(7, moves_text(record.game));
    statement.bind(8, times_text(record.notes));
    statement.bind(9, game.id);
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
        statement.bind(4, name(fault.side));
        statement.bind(5, std::string(name(fault.kind)));
        statement.bind(6, fault.text);
        statement.exec();
        statement.reset();
    }
}

}  // namespace

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
        SQLite::Statement comment(database, "INSERT INTO comments VALUES (?, ?, ?)");
        SQLite::Statement fault(database, "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)");
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
