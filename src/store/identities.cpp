#include "kalah/notation.hpp"
#include "store/sqlite_store.hpp"

namespace kalah::store {
namespace {

Error no_memory() {
    return Error{"a token cannot be hashed: out of memory"};
}

std::optional<IdentityId> find(SQLite::Database& database, const std::string& hash) {
    auto row = query(database, "SELECT id FROM identities WHERE token = ?",
                     Blob{hash.data(), hash.size()});
    if (!row.executeStep()) return std::nullopt;
    return row.getColumn(0).getInt64();
}

}  // namespace

Result<IdentityId> SqliteStore::identify(const std::string& token, const PlayerInfo& info,
                                         Milliseconds now) {
    const auto hash = hash_of(token, salt_);
    if (!hash) return no_memory();
    return read<IdentityId>([&]() -> Result<IdentityId> {
        run(database_,
            "INSERT INTO identities (token, name, authors, description, first_seen, last_seen) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (token) DO UPDATE SET last_seen = ?5, "
            "name = iif(?2 = '', name, ?2), authors = iif(?3 = '', authors, ?3), "
            "description = iif(?4 = '', description, ?4)",
            Blob{hash->data(), hash->size()}, info.name, info.authors, info.description, now);
        const auto id = find(database_, *hash);
        if (!id) return Error{path_ + ": a player could not be kept"};
        return *id;
    });
}

Result<PlayerInfo> SqliteStore::player(IdentityId id) {
    return read<PlayerInfo>([&]() -> Result<PlayerInfo> {
        auto row =
            query(database_, "SELECT name, authors, description FROM identities WHERE id = ?", id);
        if (!row.executeStep()) return Error{path_ + ": there is no player " + std::to_string(id)};
        PlayerInfo info;
        fetch(row, info.name, info.authors, info.description);
        return info;
    });
}

std::optional<WriteError> SqliteStore::forget(const std::string& token) {
    const auto hash = hash_of(token, salt_);
    if (!hash) return WriteError{no_memory(), true};
    return write([&] {
        const auto id = find(database_, *hash);
        if (!id) return;
        for (const char* text : {"UPDATE games SET south = ?2 WHERE south_identity = ?1",
                                 "UPDATE games SET north = ?2 WHERE north_identity = ?1",
                                 "UPDATE evals SET name = ?2 WHERE identity = ?1"})
            run(database_, text, *id, kForgotten);
        run(database_, "DELETE FROM identities WHERE id = ?", *id);
    });
}

std::optional<WriteError> SqliteStore::add_evals(std::span<const EvalAnswer> answers) {
    return write([&] {
        SQLite::Statement insert(
            database_,
            "INSERT INTO evals (identity, name, rules, position, value, champion, champion_exact, "
            "answered) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        for (const EvalAnswer& answer : answers)
            run(insert, answer.identity, answer.name, to_text(answer.rules),
                to_text(answer.position), answer.value, answer.champion, answer.champion_exact,
                answer.answered);
    });
}

Result<std::vector<EvalAnswer>> SqliteStore::evals(std::size_t limit) {
    return read<std::vector<EvalAnswer>>([&]() -> Result<std::vector<EvalAnswer>> {
        auto rows = query(
            database_,
            "SELECT rules, position, identity, name, value, champion, champion_exact, answered "
            "FROM evals ORDER BY id DESC LIMIT ?",
            limit);
        std::vector<EvalAnswer> answers;
        while (rows.executeStep()) {
            const auto rules = parse_rules(rows.getColumn(0).getString());
            const auto position = parse_position(rows.getColumn(1).getString());
            if (!rules || !position)
                return Error{path_ + ": an answer on " + in_quotes(rows.getColumn(1).getString()) +
                             ", which is no position"};
            EvalAnswer& answer = answers.emplace_back();
            answer.rules = rules->rules;
            answer.position = *position;
            fetch_from(2, rows, answer.identity, answer.name, answer.value, answer.champion,
                       answer.champion_exact, answer.answered);
        }
        return answers;
    });
}

}  // namespace kalah::store
