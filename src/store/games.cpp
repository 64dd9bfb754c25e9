#include "store/games.hpp"

#include <sodium.h>

#include "base/text.hpp"
#include "kalah/notation.hpp"
#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

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

std::optional<Error> add_comments(Connection& database, StoredGameId id, GameRecord& record) {
    auto rows = query(database, "SELECT ply, text FROM comments WHERE game = ?", id);
    while (rows->step()) {
        const auto ply = rows->integer(0);
        if (ply < 0 || ply >= static_cast<std::int64_t>(record.notes.size()))
            return Error{"a comment on a move that was not played"};
        record.notes[static_cast<std::size_t>(ply)].comment = rows->text(1);
    }
    return std::nullopt;
}

std::optional<Error> add_faults(Connection& database, StoredGameId id, GameRecord& record) {
    auto rows = query(
        database, "SELECT ply, side, kind, text FROM faults WHERE game = ? ORDER BY number", id);
    while (rows->step()) {
        std::int64_t ply = 0;
        std::string side_text, kind_text, text;
        fetch(*rows, ply, side_text, kind_text, text);
        const auto side = parse_side(side_text);
        const auto kind = parse_fault_kind(kind_text);
        if (ply < 0 || !side || !kind)
            return Error{"unknown fault " + in_quotes(kind_text) + " of " + in_quotes(side_text)};
        record.faults.push_back({static_cast<std::size_t>(ply), *side, *kind, text});
    }
    return std::nullopt;
}

Result<StoredGame> read_record(Connection& database, const Statement& row) {
    const auto summary = read_summary(row);
    if (!summary) return summary.error();
    const auto game = read_game(*summary, row.text(kSummaryColumns));
    if (!game) return game.error();
    const auto times = parse_times(row.text(kSummaryColumns + 1));
    if (!times) return Error{"times, " + to_text(times.error())};
    if (times->size() > game->played().size()) return Error{"more times than moves"};

    GameRecord record{*game, {summary->names}, *times};
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

Error no_memory() {
    return Error{"a token cannot be hashed: out of memory"};
}

/// Tokens are passwords: the store keeps a hash of them that is slow to compute (Argon2id of
/// libsodium, 1 MiB, 2 passes, some 1.6 ms), so that a stolen file does not give them away. The
/// salt is one for the whole store, because players are found by the hash alone. Nothing if there
/// is no memory for it.
std::optional<std::string> hash_of(std::string_view token, const Salt& salt) {
    constexpr unsigned long long kPasses = 2;
    constexpr std::size_t kMemory = std::size_t{1} << 20;
    static_assert(std::tuple_size_v<Salt> == crypto_pwhash_SALTBYTES);
    std::array<unsigned char, 32> hash{};
    if (sodium_init() < 0 ||
        crypto_pwhash(hash.data(), hash.size(), token.data(), token.size(), salt.data(), kPasses,
                      kMemory, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return std::nullopt;
    return std::string(hash.begin(), hash.end());
}

std::optional<IdentityId> find(Connection& database, const std::string& hash) {
    const auto ids = column<IdentityId>(query(database, "SELECT id FROM identities WHERE token = ?",
                                              Blob{hash.data(), hash.size()}));
    return ids.empty() ? std::nullopt : std::optional(ids.front());
}

/// Counts games with a result by name; upper and lower case are alike, and the name is written as
/// in the last game.
constexpr const char* kPlayers = R"sql(
WITH decided AS (
    SELECT south, north, south_points AS s, north_points AS n,
           CASE WHEN finished > started THEN finished ELSE started END AS ended
    FROM games WHERE ending IN ('finished', 'illegal', 'gone', 'timeout', 'resigned')),
sides AS (
    SELECT south AS name, s AS own, n AS theirs, ended FROM decided
    UNION ALL SELECT north, n, s, ended FROM decided),
named AS (
    SELECT first_value(name) OVER (PARTITION BY lower(name) ORDER BY ended DESC, name) AS name,
           own, theirs, ended FROM sides WHERE name <> ?)
SELECT name, count(*), count(*) FILTER (WHERE own > theirs), count(*) FILTER (WHERE own = theirs),
       count(*) FILTER (WHERE own < theirs), max(ended) AS last
FROM named GROUP BY name ORDER BY last DESC, lower(name))sql";

/// The comparisons without case are for the index.
constexpr const char* kExactNameFirst = R"sql(
AND (south = ?5 OR north = ?5 OR NOT EXISTS (
    SELECT 1 FROM games WHERE (lower(south) = ?1 AND south = ?5)
    OR (lower(north) = ?1 AND north = ?5))))sql";

}  // namespace

Result<std::vector<StoredGameId>> SqlStore::begin_games(std::span<const NewGame> games) {
    return read<std::vector<StoredGameId>>([&] {
        Transaction transaction(database_);
        const Rows insert = database_.prepare(
            "INSERT INTO games (id, origin, referee, south, north, south_identity, north_identity, "
            "rules, start, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        StoredGameId id = next_number(database_, "games", games.size());
        std::vector<StoredGameId> ids;
        for (const auto& [record, identities, origin] : games) {
            run(*insert, id, origin, database_.referee(), record.name_of(Side::south),
                record.name_of(Side::north), identities[0], identities[1],
                to_text(record.game.rules()), start_text(record.game.start()), record.started);
            ids.push_back(id++);
        }
        transaction.commit();
        return ids;
    });
}

Result<std::vector<GameSummary>> SqlStore::list(const GameFilter& filter) {
    return read<std::vector<GameSummary>>([&]() -> Result<std::vector<GameSummary>> {
        std::string text = std::string("SELECT ") + kSummary + " FROM games WHERE true";
        if (filter.player) text += " AND (lower(south) = ?1 OR lower(north) = ?1)";
        if (filter.player && filter.exact_name_first) text += kExactNameFirst;
        if (filter.since) text += " AND started >= ?2";
        if (filter.before) text += " AND id < ?3";
        if (filter.origin) text += " AND origin = ?4";
        const auto name = filter.player ? std::optional(lower_case(*filter.player)) : std::nullopt;
        auto rows = query(database_, text + " ORDER BY id DESC LIMIT ?6", name, filter.since,
                          filter.before, filter.origin, filter.player, filter.limit);
        std::vector<GameSummary> games;
        while (rows->step()) {
            const auto game = read_summary(*rows);
            if (!game) return in_game(path_, rows->integer(0), game.error());
            games.push_back(*game);
        }
        return games;
    });
}

Result<std::vector<StoredGameId>> SqlStore::numbers() {
    return read<std::vector<StoredGameId>>(
        [&] { return column<StoredGameId>(query(database_, "SELECT id FROM games ORDER BY id")); });
}

Result<StoredGame> SqlStore::load(StoredGameId id) {
    return read<StoredGame>([&]() -> Result<StoredGame> {
        auto row =
            query(database_,
                  std::string("SELECT ") + kSummary + ", moves, times FROM games WHERE id = ?", id);
        if (!row->step())
            return Error{path_ + ": there is no game " + std::to_string(id) +
                         " ('kalah games list' shows them)"};
        auto game = read_record(database_, *row);
        if (!game) return in_game(path_, id, game.error());
        return game;
    });
}

Result<std::vector<PlayerRecord>> SqlStore::players() {
    return read<std::vector<PlayerRecord>>([&] {
        auto rows = query(database_, kPlayers, kForgotten);
        std::vector<PlayerRecord> players;
        while (rows->step()) {
            PlayerRecord& each = players.emplace_back();
            fetch(*rows, each.name, each.games, each.wins, each.draws, each.losses, each.last);
        }
        return players;
    });
}

Result<IdentityId> SqlStore::identify(const ClientInfo& client, Milliseconds now) {
    const auto hash = hash_of(client.token, salt_);
    if (!hash) return no_memory();
    return read<IdentityId>([&]() -> Result<IdentityId> {
        Transaction transaction(database_, Others::wait);
        auto id = find(database_, *hash);
        if (!id) {
            id = next_number(database_, "identities");
            run(database_, "INSERT INTO identities VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)", *id,
                Blob{hash->data(), hash->size()}, client.name, client.authors, client.description,
                now);
        } else {
            run(database_,
                "UPDATE identities SET last_seen = ?5, "
                "name = CASE WHEN ?2 = '' THEN name ELSE ?2 END, "
                "authors = CASE WHEN ?3 = '' THEN authors ELSE ?3 END, "
                "description = CASE WHEN ?4 = '' THEN description ELSE ?4 END WHERE id = ?1",
                *id, client.name, client.authors, client.description, now);
        }
        transaction.commit();
        return *id;
    });
}

Result<ClientInfo> SqlStore::player(IdentityId id) {
    return read<ClientInfo>([&]() -> Result<ClientInfo> {
        auto row =
            query(database_, "SELECT name, authors, description FROM identities WHERE id = ?", id);
        if (!row->step()) return Error{path_ + ": there is no player " + std::to_string(id)};
        ClientInfo info;
        fetch(*row, info.name, info.authors, info.description);
        return info;
    });
}

std::optional<WriteError> SqlStore::forget(const std::string& token) {
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

std::optional<WriteError> SqlStore::add_evals(std::span<const EvalAnswer> answers) {
    return write([&] {
        const Rows insert = database_.prepare(
            "INSERT INTO evals (id, identity, name, rules, position, value, champion, "
            "champion_exact, answered) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        auto id = next_number(database_, "evals", answers.size());
        for (const EvalAnswer& answer : answers)
            run(*insert, id++, answer.identity, answer.name, to_text(answer.rules),
                to_text(answer.position), answer.value, answer.champion, answer.champion_exact,
                answer.answered);
    });
}

Result<std::vector<EvalAnswer>> SqlStore::evals(std::size_t limit) {
    return read<std::vector<EvalAnswer>>([&]() -> Result<std::vector<EvalAnswer>> {
        auto rows = query(
            database_,
            "SELECT rules, position, identity, name, value, champion, champion_exact, answered "
            "FROM evals ORDER BY id DESC LIMIT ?",
            limit);
        std::vector<EvalAnswer> answers;
        while (rows->step()) {
            const auto rules = parse_rules(rows->text(0));
            const auto position = parse_position(rows->text(1));
            if (!rules || !position)
                return Error{path_ + ": an answer on " + in_quotes(rows->text(1)) +
                             ", which is no position"};
            EvalAnswer& answer = answers.emplace_back();
            answer.rules = rules->rules;
            answer.position = *position;
            fetch_from(2, *rows, answer.identity, answer.name, answer.value, answer.champion,
                       answer.champion_exact, answer.answered);
        }
        return answers;
    });
}

}  // namespace kalah::store
