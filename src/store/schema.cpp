#include "store/schema.hpp"

#include <array>
#include <string>

#include <sodium.h>

#include "store/sqlite_connection.hpp"

namespace kalah::store {
namespace {

/// Step i leads from version i to i+1 and is never changed: files of that version are out there.
///
/// Moves stand in one text per game, in the notation of docs/notation.md, and their times in
/// another: a game is always read whole, forty rows per game would make the file four times as
/// large, and people can read the text with any SQLite program. Only what is rare has rows of its
/// own.
constexpr std::array<const char*, 14> kSteps{
    R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE identities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token BLOB NOT NULL UNIQUE,             -- Argon2id, salt in meta
    name TEXT NOT NULL,
    authors TEXT NOT NULL,
    description TEXT NOT NULL,
    first_seen INTEGER NOT NULL,            -- all times: milliseconds since 1970
    last_seen INTEGER NOT NULL);

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    referee INTEGER,                        -- byte of the lock file; NULL when the game has ended
    south TEXT NOT NULL,
    north TEXT NOT NULL,
    south_identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    north_identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    rules TEXT NOT NULL,
    start TEXT NOT NULL,
    started INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    ending TEXT NOT NULL DEFAULT 'running',
    loser TEXT,                             -- south or north, if the game was lost by a fault
    south_points INTEGER NOT NULL DEFAULT 0,
    north_points INTEGER NOT NULL DEFAULT 0,
    plies INTEGER NOT NULL DEFAULT 0,
    moves TEXT NOT NULL DEFAULT '',
    times TEXT NOT NULL DEFAULT '');        -- microseconds of each move, 'r': chosen by the referee
CREATE INDEX games_started ON games (started);
CREATE INDEX games_south ON games (south COLLATE NOCASE);
CREATE INDEX games_north ON games (north COLLATE NOCASE);
CREATE INDEX games_south_identity ON games (south_identity) WHERE south_identity IS NOT NULL;
CREATE INDEX games_north_identity ON games (north_identity) WHERE north_identity IS NOT NULL;
CREATE INDEX games_running ON games (referee) WHERE referee IS NOT NULL;

CREATE TABLE comments (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,                   -- of the move, from 0
    text TEXT NOT NULL,
    PRIMARY KEY (game, ply)) WITHOUT ROWID;

CREATE TABLE faults (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,                   -- moves played when it happened
    side TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)) WITHOUT ROWID;

CREATE TABLE evals (
    id INTEGER PRIMARY KEY,
    identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    value REAL NOT NULL,
    champion REAL NOT NULL,
    champion_exact INTEGER NOT NULL,
    answered INTEGER NOT NULL);
CREATE INDEX evals_identity ON evals (identity) WHERE identity IS NOT NULL;
)sql",
    R"sql(
ALTER TABLE evals RENAME TO evals_1;
DROP INDEX evals_identity;
CREATE TABLE evals (
    id INTEGER PRIMARY KEY,
    identity INTEGER REFERENCES identities (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    value REAL NOT NULL,
    champion REAL,                          -- NULL: he was not asked
    champion_exact INTEGER NOT NULL,
    answered INTEGER NOT NULL);
INSERT INTO evals SELECT * FROM evals_1;
DROP TABLE evals_1;
CREATE INDEX evals_identity ON evals (identity) WHERE identity IS NOT NULL;
)sql",
    R"sql(
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    plan TEXT NOT NULL,                     -- TOML, see docs/tournaments.md
    referee INTEGER,                        -- as of games; NULL when it is finished
    created INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0);

CREATE TABLE schedule (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                -- of the game in its tournament, from 0
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,                 -- of the plan, like the entrants
    south INTEGER NOT NULL,
    north INTEGER NOT NULL,
    start TEXT NOT NULL,
    opening TEXT NOT NULL,
    game INTEGER NOT NULL UNIQUE,           -- reserved; it is in games when it has ended
    overhead INTEGER,                       -- microseconds of the arena's own
    PRIMARY KEY (tournament, number)) WITHOUT ROWID;
)sql",
    R"sql(
CREATE TABLE measurements (
    key TEXT NOT NULL,                      -- what was measured, see docs/experiments.md
    trial INTEGER NOT NULL,                 -- from 0
    value REAL NOT NULL,
    unit TEXT NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (key, trial)) WITHOUT ROWID;

CREATE TABLE notes (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
)sql",
    R"sql(
CREATE TABLE rooms (
    name TEXT PRIMARY KEY,
    state TEXT NOT NULL,                    -- JSON, of server/game_json.cpp
    changed INTEGER NOT NULL);
CREATE INDEX rooms_changed ON rooms (changed);
)sql",
    R"sql(
ALTER TABLE rooms ADD COLUMN worth INTEGER NOT NULL DEFAULT 2;  -- store::Worth
)sql",
    R"sql(
CREATE INDEX games_origin ON games (origin);
)sql",
    R"sql(
CREATE TABLE saved_games (
    name TEXT PRIMARY KEY,
    state TEXT NOT NULL,                    -- JSON, of the server
    changed INTEGER NOT NULL,
    retention INTEGER NOT NULL,             -- store::RetentionClass
    number INTEGER);                        -- in games, once it is over
INSERT INTO saved_games SELECT name, state, changed, worth, NULL FROM rooms;
DROP TABLE rooms;
CREATE INDEX saved_games_changed ON saved_games (changed);

CREATE TABLE journal (
    game TEXT NOT NULL,                     -- a number in games, or a name in saved_games
    ply INTEGER NOT NULL,                   -- from 0
    pit INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    source INTEGER NOT NULL,                -- kalah::MoveSource
    comment TEXT NOT NULL,
    PRIMARY KEY (game, ply)) WITHOUT ROWID;
)sql",
    // From this version on the times of a game also have depths, see times_text().
    R"sql(
ALTER TABLE journal ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN takeover INTEGER NOT NULL DEFAULT 0;
)sql",
    R"sql(
ALTER TABLE saved_games ADD COLUMN host BLOB;  -- a keyed hash of who made it; NULL: not known
CREATE INDEX saved_games_host ON saved_games (host, retention DESC, changed DESC);
)sql",
    R"sql(
ALTER TABLE games ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;  -- 1: in continuations
CREATE INDEX games_uncounted ON games (id) WHERE counted = 0 AND ending <> 'running';

CREATE TABLE continuations (
    position INTEGER NOT NULL,              -- a hash of rules and position
    pit INTEGER NOT NULL,                   -- from 0
    games INTEGER NOT NULL,
    south_won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    north_won INTEGER NOT NULL,
    PRIMARY KEY (position, pit)) WITHOUT ROWID;

CREATE TABLE proofs (
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    pit INTEGER NOT NULL,                   -- from 0
    lower_bound INTEGER NOT NULL,           -- seeds for the mover at the end
    upper_bound INTEGER NOT NULL,
    nodes INTEGER NOT NULL,                 -- what the proof of all moves took
    PRIMARY KEY (rules, position, pit)) WITHOUT ROWID;
)sql",
    // From here on, numbers of new rows come from `counters`, on every home.
    R"sql(
CREATE TABLE counters (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters SELECT 'games', coalesce(max(id), 0)
    FROM (SELECT id FROM games UNION ALL SELECT game FROM schedule) AS used;
INSERT INTO counters SELECT 'tournaments', coalesce(max(id), 0) FROM tournaments;
INSERT INTO counters SELECT 'identities', coalesce(max(id), 0) FROM identities;
INSERT INTO counters SELECT 'evals', coalesce(max(id), 0) FROM evals;
DROP INDEX games_south;
DROP INDEX games_north;
CREATE INDEX games_south ON games (lower(south));
CREATE INDEX games_north ON games (lower(north));

INSERT INTO counters VALUES ('referees', 0);
CREATE TABLE referees (
    number INTEGER PRIMARY KEY,
    expires INTEGER NOT NULL,               -- then the program counts as dead; on SQLite the lock says it
    address TEXT NOT NULL DEFAULT '');      -- where people find the games that it plays
ALTER TABLE saved_games ADD COLUMN referee INTEGER;  -- the program that plays the game
)sql",
    R"sql(
INSERT INTO counters VALUES ('queues', 0);
INSERT INTO counters VALUES ('workers', 0);

CREATE TABLE queues (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,                     -- of its jobs
    title TEXT NOT NULL,
    signature TEXT NOT NULL,                -- of workers that may take them; '': all
    tournament INTEGER UNIQUE REFERENCES tournaments (id) ON DELETE CASCADE,
    state TEXT NOT NULL DEFAULT 'open',     -- store::QueueState
    created INTEGER NOT NULL);

CREATE TABLE jobs (
    queue INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                -- in its queue; of a game, that in schedule
    text TEXT NOT NULL,
    needs TEXT NOT NULL,                    -- files, with checksums
    state TEXT NOT NULL DEFAULT 'waiting',  -- running, done
    worker INTEGER,                         -- who has it, while it runs
    attempts INTEGER NOT NULL DEFAULT 0,
    result TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (queue, number)) WITHOUT ROWID;
CREATE INDEX jobs_waiting ON jobs (queue, number) WHERE state = 'waiting';
CREATE INDEX jobs_worker ON jobs (worker) WHERE worker IS NOT NULL;

CREATE TABLE workers (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    build TEXT NOT NULL,
    signature TEXT NOT NULL,
    speed REAL NOT NULL,                    -- positions per second
    slots INTEGER NOT NULL,
    kinds TEXT NOT NULL,                    -- of jobs that it can do
    expires INTEGER NOT NULL);              -- then it loses its jobs

CREATE TABLE refusals (
    worker INTEGER NOT NULL REFERENCES workers (number) ON DELETE CASCADE,
    queue INTEGER NOT NULL,
    needs TEXT NOT NULL,                    -- what the worker has not
    PRIMARY KEY (worker, queue, needs)) WITHOUT ROWID;
)sql",
    // Browser games of people without a name are those of many people.
    R"sql(
ALTER TABLE identities ADD COLUMN person INTEGER NOT NULL DEFAULT 0;  -- 1: the name is reserved
CREATE UNIQUE INDEX identities_person ON identities (lower(name)) WHERE person = 1;

ALTER TABLE games ADD COLUMN south_kind INTEGER NOT NULL DEFAULT 0;  -- store::PlayerKind
ALTER TABLE games ADD COLUMN north_kind INTEGER NOT NULL DEFAULT 0;
UPDATE games SET south_kind = 2 WHERE origin = 'browser' AND lower(south) IN ('guest', 'guest 2');
UPDATE games SET north_kind = 2 WHERE origin = 'browser' AND lower(north) IN ('guest', 'guest 2');
)sql"};

SqlType declared_type(const std::string& word) {
    if (word == "INTEGER") return SqlType::integer;
    if (word == "REAL") return SqlType::real;
    return word == "BLOB" ? SqlType::blob : SqlType::text;
}

/// Somebody may have deleted a table: that should be known before games are played.
std::optional<Error> missing_part(Connection& database, int version) {
    for (const Table& table : tables(version)) {
        std::string columns;
        for (const Column& column : table.columns)
            columns += (columns.empty() ? "" : ", ") + column.name;
        try {
            query(database, "SELECT " + columns + " FROM " + table.name + " WHERE false")->step();
        } catch (const SqlError& error) {
            if (error.kind() == SqlError::Kind::forbidden) continue;  // a worker needs few of them
            if (error.kind() != SqlError::Kind::missing) throw;
            return Error{std::string("damaged (") + error.what() +
                         "): restore it, or move it away to begin a new one"};
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<Table> tables(int version) {
    auto opened = open_sqlite(kInMemory, Access::write, {});
    const auto whole = opened.take();
    for (int step = 0; step < version; ++step)
        whole->exec_schema(kSteps[static_cast<std::size_t>(step)]);
    const Rows rows =
        query(*whole,
              "SELECT tables.name, columns.name, columns.type FROM sqlite_master AS tables, "
              "pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND "
              "tables.name NOT LIKE 'sqlite%' ORDER BY tables.rowid, columns.cid");
    std::vector<Table> found;
    while (rows->step()) {
        if (found.empty() || found.back().name != rows->text(0))
            found.push_back({rows->text(0), {}});
        found.back().columns.push_back({rows->text(1), declared_type(rows->text(2))});
    }
    return found;
}

std::optional<Error> validate(Connection& database, Access access) {
    if (database.is_empty()) {
        if (access == Access::write) return std::nullopt;
        return Error{"there are no games in it yet"};
    }
    if (!database.is_ours()) return Error{"a database of another program, not a store of games"};
    const int known = static_cast<int>(kSteps.size());
    const int version = database.version();
    if (version > known)
        return Error{"written by a newer kalah (version " + std::to_string(version) +
                     " of the store, this one knows " + std::to_string(known) +
                     "): use that, or another store"};
    if (access == Access::work && version < known)
        return Error{"written by an older kalah: begin a tournament in it with this one"};
    // An older store is read as it is: it lacks what was added since, and nothing was removed.
    if (version < 1)
        return Error{"a store without a version: it was not made by kalah, or is damaged"};
    return missing_part(database, version);
}

void bring_up_to_date(Connection& database) {
    constexpr int kNewest = static_cast<int>(kSteps.size());
    if (!database.is_empty() && database.version() == kNewest) return;
    // Another program may do the same at this moment: the second one finds nothing to do.
    Transaction transaction(database, Others::wait);
    const int version = database.is_empty() ? 0 : database.version();
    if (version == kNewest) return;
    for (int step = version; step < kNewest; ++step)
        database.exec_schema(kSteps[static_cast<std::size_t>(step)]);
    if (version == 0) {
        std::array<unsigned char, 16> salt{};
        if (sodium_init() >= 0) randombytes_buf(salt.data(), salt.size());
        run(database, "INSERT INTO meta VALUES ('token-salt', ?)", Blob{salt.data(), salt.size()});
    }
    database.set_version(kNewest);
    transaction.commit();
}

std::int64_t next_number(Connection& database, const char* table, std::size_t count) {
    const auto number = static_cast<std::int64_t>(count);
    const auto last = value<std::int64_t>(
        database, "UPDATE counters SET last = last + ? WHERE name = ? RETURNING last", number,
        table);
    return last - number + 1;
}

}  // namespace kalah::store
