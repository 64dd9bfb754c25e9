#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "kalah/notation.hpp"
#include "store/impl.hpp"

namespace kalah::store {
namespace {

Error no_memory() {
    return Error{"a token cannot be hashed: out of memory"};
}

void bind_blob(SQLite::Statement& statement, int index, const std::string& bytes) {
    statement.bind(index, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
}

std::optional<IdentityId> find(SQLite::Database& database, const std::string& hash) {
    SQLite::Statement query(database, "SELECT id FROM identities WHERE token = ?");
    bind_blob(query, 1, hash);
    if (!query.executeStep()) return std::nullopt;
    return query.getColumn(0).getInt64();
}

}  // namespace

Result<IdentityId> Store::identify(const std::string& token, const PlayerInfo& info,
                                   Milliseconds now) {
    const auto hash = hash_of(token, impl_->salt);
    if (!hash) return no_memory();
    return impl_->guarded([&]() -> Result<IdentityId> {
        SQLite::Statement upsert(
            impl_->database,
            "INSERT INTO identities (token, name, authors, description, first_seen, last_seen) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (token) DO UPDATE SET last_seen = ?5, "
            "name = iif(?2 = '', name, ?2), authors = iif(?3 = '', authors, ?3), "
            "description = iif(?4 = '', description, ?4)");
        bind_blob(upsert, 1, *hash);
        upsert.bind(2, info.name);
        upsert.bind(3, info.authors);
        upsert.bind(4, info.description);
        upsert.bind(5, now);
        upsert.exec();
        const auto id = find(impl_->database, *hash);
        if (!id) return Error{impl_->path + ": a player could not be kept"};
        return *id;
    });
}

Result<PlayerInfo> Store::player(IdentityId id) {
    return impl_->guarded([&]() -> Result<PlayerInfo> {
        SQLite::Statement query(impl_->database,
                                "SELECT name, authors, description FROM identities WHERE id = ?");
        query.bind(1, id);
        if (!query.executeStep())
            return Error{impl_->path + ": there is no player " + std::to_string(id)};
        return PlayerInfo{query.getColumn(0).getString(), query.getColumn(1).getString(),
                          query.getColumn(2).getString()};
    });
}

std::optional<WriteError> Store::forget(const std::string& token) {
    const auto hash = hash_of(token, impl_->salt);
    if (!hash) return WriteError{no_memory(), true};
    return impl_->guarded([&]() -> std::optional<WriteError> {
        SQLite::Database& database = impl_->database;
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        const auto id = find(database, *hash);
        if (!id) return std::nullopt;
        for (const char* text : {"UPDATE games SET south = ?2 WHERE south_identity = ?1",
                                 "UPDATE games SET north = ?2 WHERE north_identity = ?1",
                                 "UPDATE evals SET name = ?2 WHERE identity = ?1"}) {
            SQLite::Statement update(database, text);
            update.bind(1, *id);
            update.bind(2, kForgotten);
            update.exec();
        }
        SQLite::Statement remove(database, "DELETE FROM identities WHERE id = ?");
        remove.bind(1, *id);
        remove.exec();
        transaction.commit();
        return std::nullopt;
    });
}

std::optional<WriteError> Store::add_evals(std::span<const EvalAnswer> answers) {
    return impl_->guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(
            impl_->database,
            "INSERT INTO evals (identity, name, rules, position, value, champion, champion_exact, "
            "answered) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        for (const EvalAnswer& answer : answers) {
            if (answer.identity)
                insert.bind(1, *answer.identity);
            else
                insert.bind(1);
            insert.bind(2, answer.name);
            insert.bind(3, to_text(answer.rules));
            insert.bind(4, to_text(answer.position));
            insert.bind(5, answer.value);
            if (answer.champion)
                insert.bind(6, *answer.champion);
            else
                insert.bind(6);
            insert.bind(7, answer.champion_exact ? 1 : 0);
            insert.bind(8, answer.answered);
            insert.exec();
            insert.reset();
        }
        transaction.commit();
        return std::nullopt;
    });
}

Result<std::vector<EvalAnswer>> Store::evals(std::size_t limit) {
    return impl_->guarded([&]() -> Result<std::vector<EvalAnswer>> {
        SQLite::Statement query(
            impl_->database,
            "SELECT identity, name, rules, position, value, champion, champion_exact, answered "
            "FROM evals ORDER BY id DESC LIMIT ?");
        query.bind(1, static_cast<std::int64_t>(limit));
        std::vector<EvalAnswer> answers;
        while (query.executeStep()) {
            const auto rules = parse_rules(query.getColumn(2).getString());
            const auto position = parse_position(query.getColumn(3).getString());
            if (!rules || !position)
                return Error{impl_->path + ": an answer on " +
                             in_quotes(query.getColumn(3).getString()) + ", which is no position"};
            EvalAnswer& answer = answers.emplace_back();
            if (!query.getColumn(0).isNull()) answer.identity = query.getColumn(0).getInt64();
            answer.name = query.getColumn(1).getString();
            answer.rules = rules->rules;
            answer.position = *position;
            answer.value = query.getColumn(4).getDouble();
            if (!query.getColumn(5).isNull()) answer.champion = query.getColumn(5).getDouble();
            answer.champion_exact = query.getColumn(6).getInt() != 0;
            answer.answered = query.getColumn(7).getInt64();
        }
        return answers;
    });
}

}  // namespace kalah::store
