#include "store/people.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "store/sql_store.hpp"
#include "system/json.hpp"

namespace kalah::store {
namespace {

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

/// A side as a player: clients count with those of unknown kind, a person has the name that is
/// reserved now, and a guest none. What an older store lacks is unknown.
std::string player_columns(const std::string& side, bool has_kinds) {
    if (!has_kinds) return "0 AS " + side + "_kind, " + side;
    return "CASE WHEN " + side + "_kind < 2 THEN 0 ELSE " + side + "_kind END AS " + side +
           "_kind, CASE WHEN " + side + "_kind <> 2 THEN " + side +
           " ELSE (SELECT name FROM identities WHERE identities.id = " + side +
           "_identity) END AS " + side;
}

/// The games with a result.
std::string decided(bool has_kinds, const std::string& columns) {
    return "WITH decided AS (SELECT " + player_columns("south", has_kinds) + ", " +
           player_columns("north", has_kinds) + ", south_points AS s, north_points AS n, " +
           columns +
           " FROM games WHERE ending IN ('finished', 'illegal', 'gone', 'timeout', 'resigned'))";
}

constexpr const char* kLastSeen =
    "CASE WHEN finished > started THEN finished ELSE started END AS ended";
/// Counts by kind and name; the name is written as in the last game.
constexpr const char* kPlayers = R"sql(,
sides AS (
    SELECT south_kind AS kind, south AS name, s AS own, n AS theirs, ended FROM decided
    UNION ALL SELECT north_kind, north, n, s, ended FROM decided),
named AS (
    SELECT kind,
           first_value(name) OVER (PARTITION BY kind, lower(name) ORDER BY ended DESC, name) AS name,
           own, theirs, ended FROM sides WHERE name <> ?)
SELECT kind, name, count(*), count(*) FILTER (WHERE own > theirs),
       count(*) FILTER (WHERE own = theirs), count(*) FILTER (WHERE own < theirs),
       max(ended) AS last
FROM named GROUP BY kind, name ORDER BY last DESC, lower(name), kind)sql";

constexpr const char* kMeetings = R"sql(,
distinct_games AS (
    SELECT DISTINCT rules, start, south_kind, lower(south) AS south, north_kind,
           lower(north) AS north, moves,
           CASE WHEN s > n THEN 2 WHEN s = n THEN 1 ELSE 0 END AS half_points
    FROM decided
    WHERE plies > 0 AND start NOT LIKE '<%' AND south <> ?1 AND north <> ?1
          AND NOT (south_kind = north_kind AND lower(south) = lower(north)))
SELECT rules, start, south_kind, south, north_kind, north, count(*), sum(half_points)
FROM distinct_games GROUP BY rules, start, south_kind, south, north_kind, north
ORDER BY rules, start, south_kind, south, north_kind, north)sql";

void forget_identity(Connection& database, IdentityId id, ForgottenRows& rows) {
    for (const char* text : {"UPDATE games SET south = ?2 WHERE south_identity = ?1",
                             "UPDATE games SET north = ?2 WHERE north_identity = ?1"})
        rows.games += run(database, text, id, kForgotten);
    rows.evals += run(database, "UPDATE evals SET name = ?2 WHERE identity = ?1", id, kForgotten);
    rows.identities += run(database, "DELETE FROM identities WHERE id = ?", id);
}

/// Takes a name out of the state of a saved game; false if it is not in there.
bool forget_in_state(Json& state, const std::vector<IdentityId>& identities,
                     const std::string& name) {
    bool found = false;
    for (const char* side : {"south", "north"}) {
        auto seat = state.find(side);
        if (!seat) continue;
        const auto kind = seat->find("kind");
        if (kind && kind->as_string() == "player") continue;
        const auto called = seat->find("name");
        const auto identity = seat->find("identity");
        const bool known = identity && identity->as_integer() &&
                           std::find(identities.begin(), identities.end(),
                                     *identity->as_integer()) != identities.end();
        const bool same =
            !name.empty() && called && called->as_string() && alike(*called->as_string(), name);
        if (!known && !same) continue;
        seat->set("name", kForgotten).set("identity", Json());
        state.set(side, *seat);
        found = true;
    }
    return found;
}

/// Of saved games only the server reads the state, so each has to be read.
void forget_in_saved(Connection& database, const std::vector<IdentityId>& identities,
                     const std::string& name, ForgottenRows& rows) {
    std::vector<std::pair<std::string, std::string>> changed;
    const Rows saved = query(database, "SELECT name, state FROM saved_games");
    while (saved->step()) {
        const auto parsed = Json::parse(saved->text(1));
        if (!parsed) continue;
        Json state = *parsed;
        if (forget_in_state(state, identities, name))
            changed.emplace_back(saved->text(0), state.line());
    }
    for (const auto& [game, state] : changed)
        rows.saved_games +=
            run(database, "UPDATE saved_games SET state = ? WHERE name = ?", state, game);
}

}  // namespace

bool SqlStore::has_kinds() {
    constexpr int kSince = 14;
    return database_.version() >= kSince;
}

Result<std::vector<PlayerRecord>> SqlStore::players() {
    return read<std::vector<PlayerRecord>>([&] {
        auto rows = query(database_, decided(has_kinds(), kLastSeen) + kPlayers, kForgotten);
        std::vector<PlayerRecord> players;
        while (rows->step()) {
            PlayerRecord& each = players.emplace_back();
            fetch(*rows, each.kind, each.name, each.games, each.wins, each.draws, each.losses,
                  each.last);
        }
        return players;
    });
}

Result<std::vector<MeetingRow>> SqlStore::meetings() {
    return read<std::vector<MeetingRow>>([&] {
        const auto rows =
            query(database_, decided(has_kinds(), "rules, start, moves, plies") + kMeetings,
                  lower_case(kForgotten));
        std::vector<MeetingRow> meetings;
        while (rows->step()) {
            MeetingRow& each = meetings.emplace_back();
            std::int64_t games = 0;
            std::int64_t half_points = 0;
            fetch(*rows, each.rules, each.size, each.south.kind, each.south.name, each.north.kind,
                  each.north.name, games, half_points);
            each.games = static_cast<double>(games);
            each.points = static_cast<double>(half_points) / 2;
        }
        return meetings;
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
            run(database_,
                "INSERT INTO identities (id, token, name, authors, description, first_seen, "
                "last_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
                *id, Blob{hash->data(), hash->size()}, client.name, client.authors,
                client.description, now);
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
        if (const auto id = find(database_, *hash)) {
            ForgottenRows rows;
            forget_identity(database_, *id, rows);
            forget_in_saved(database_, {*id}, "", rows);
        }
    });
}

Result<ReservedName> SqlStore::reserve_name(const std::string& key, const std::string& name,
                                            Milliseconds now) {
    const auto hash = hash_of(key, salt_);
    if (!hash) return no_memory();
    return read<ReservedName>([&]() -> Result<ReservedName> {
        Transaction transaction(database_, Others::wait);
        auto id = find(database_, *hash);
        const auto owners = column<IdentityId>(
            query(database_, "SELECT id FROM identities WHERE person = 1 AND lower(name) = ?",
                  lower_case(name)));
        if (!owners.empty() && owners.front() != id)
            return coded("name_taken", "somebody else has reserved this name", {{"name", name}});
        if (!id) {
            id = next_number(database_, "identities");
            run(database_,
                "INSERT INTO identities (id, token, name, authors, description, first_seen, "
                "last_seen, person) VALUES (?1, ?2, ?3, '', '', ?4, ?4, 1)",
                *id, Blob{hash->data(), hash->size()}, name, now);
        } else {
            run(database_,
                "UPDATE identities SET name = ?2, last_seen = ?3, person = 1 WHERE id = ?1", *id,
                name, now);
        }
        transaction.commit();
        return ReservedName{*id, name};
    });
}

Result<std::vector<std::string>> SqlStore::reserved_names() {
    return read<std::vector<std::string>>([&] {
        if (!has_kinds()) return std::vector<std::string>();
        return column<std::string>(
            query(database_, "SELECT name FROM identities WHERE person = 1"));
    });
}

Result<ForgottenRows> SqlStore::forget_name(const std::string& name) {
    return read<ForgottenRows>([&] {
        Transaction transaction(database_, Others::wait);
        const std::string lower = lower_case(name);
        const auto identities = column<IdentityId>(
            query(database_, "SELECT id FROM identities WHERE lower(name) = ?", lower));
        ForgottenRows rows;
        for (const IdentityId id : identities) forget_identity(database_, id, rows);
        for (const std::string side : {"south", "north"})
            rows.games += run(database_,
                              "UPDATE games SET " + side + " = ?2 WHERE lower(" + side +
                                  ") = ?1 AND (" + side + "_kind IN (1, 2) OR (" + side +
                                  "_kind = 0 AND origin IN ('browser', 'serve')))",
                              lower, kForgotten);
        forget_in_saved(database_, identities, name, rows);
        transaction.commit();
        return rows;
    });
}

}  // namespace kalah::store
