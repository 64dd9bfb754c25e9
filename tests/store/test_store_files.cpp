#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include "kalah/notation.hpp"
#include "store/sample_games.hpp"
#include "support/old_store.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

std::string trouble(const std::string& path, Access access = Access::read) {
    const auto store = Store::open(path, access, kNow);
    return store ? "" : store.error().message;
}

void change(const std::string& path, const std::string& sql) {
    SQLite::Database(path, SQLite::OPEN_READWRITE, 1000).exec(sql);
}

/// The last opened connection to a file, once note_opened() is registered with SQLite.
sqlite3*& last_opened() {
    static sqlite3* connection = nullptr;
    return connection;
}

int note_opened(sqlite3* connection, const char** /*error*/, const void* /*routines*/) {
    if (*sqlite3_db_filename(connection, "main") != '\0') last_opened() = connection;
    return SQLITE_OK;
}

/// A store of version 13 or older does not know what players are.
#define NO_KINDS                                                                \
    "DROP INDEX identities_person; ALTER TABLE identities DROP COLUMN person; " \
    "ALTER TABLE games DROP COLUMN south_kind; ALTER TABLE games DROP COLUMN north_kind; "
/// A store of version 12 or older has no queues.
#define NO_QUEUES \
    NO_KINDS "DROP TABLE refusals; DROP TABLE workers; DROP TABLE jobs; DROP TABLE queues; "

int synchronous(sqlite3* connection) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(connection, "PRAGMA synchronous", -1, &statement, nullptr) ==
            SQLITE_OK);
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    const int value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

}  // namespace

TEST_CASE("a store that plays a tournament waits for the disk at every commit") {
    constexpr int kNormal = 1;
    constexpr int kFull = 2;
    const auto hook = reinterpret_cast<void (*)()>(note_opened);  // NOLINT: the type SQLite wants
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    REQUIRE(sqlite3_auto_extension(hook) == SQLITE_OK);
    const auto begins = writable(path);
    CHECK(synchronous(last_opened()) == kNormal);
    const auto id = begins->add_tournament("plan", {}, kNow);
    REQUIRE(id);
    CHECK(synchronous(last_opened()) == kFull);
    CHECK_FALSE(begins->release_tournament(*id));

    const auto resumes = writable(path);
    CHECK(synchronous(last_opened()) == kNormal);
    CHECK_FALSE(resumes->take_tournament(*id));
    CHECK(synchronous(last_opened()) == kFull);
    CHECK(sqlite3_cancel_auto_extension(hook) == 1);
}

TEST_CASE("games of a program that was killed are aborted when the next one starts") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const auto store = *Store::open(path, Access::write, kNow);
        const NewGame game{some_record(), {}, "serve"};
        for (int i = 0; i < 3; ++i) static_cast<void>(store->begin_games({&game, 1}));
        GameRecord record = some_record();
        record.ending = Ending::stopped;
        static_cast<void>(write(*store, {EndedGame{0, 2, record}}));
        if (::write(ready[1], "r", 1) == 1) ::pause();
        ::_exit(1);
    }
    ::close(ready[1]);  // so that the read ends if the child does
    char letter = 0;
    REQUIRE(::read(ready[0], &letter, 1) == 1);
    {
        // As long as the child lives, its games belong to it.
        const auto beside = writable(path);
        CHECK(beside->aborted_at_start() == 0);
        CHECK(beside->load(1)->record.ending == Ending::running);
    }
    REQUIRE(::kill(child, SIGKILL) == 0);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    ::close(ready[0]);

    const auto store = *Store::open(path, Access::write, kNow + 1);
    CHECK(store->aborted_at_start() == 2);
    CHECK(store->load(1)->record.ending == Ending::aborted);
    CHECK(store->load(1)->record.finished == kNow + 1);
    CHECK(store->load(2)->record.ending == Ending::stopped);
    CHECK(store->load(3)->record.ending == Ending::aborted);
    CHECK(writable(path)->aborted_at_start() == 0);
}

TEST_CASE("two stores of one file let each other's games alone") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto first = writable(path);
    GameRecord record = some_record();
    const StoredGameId id = begin(*first, record);
    {
        const auto second = writable(path);
        CHECK(second->aborted_at_start() == 0);
        begin(*second, record);
    }
    const auto third = writable(path);
    CHECK(third->aborted_at_start() == 1);
    record.ending = Ending::stopped;
    finish(*first, id, record);
    CHECK(third->load(id)->record.ending == Ending::stopped);
}

TEST_CASE("a store has one lock, whatever link it is opened by") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const std::string link = folder.path() + "/link.sqlite";
    std::filesystem::create_symlink("games.sqlite", link);
    const auto first = writable(path);
    const StoredGameId id = begin(*first, some_record());
    CHECK(writable(link)->aborted_at_start() == 0);
    CHECK(first->load(id)->record.ending == Ending::running);
}

TEST_CASE("opening a store once more drops no lock of the first") {
    constexpr off_t kShared = 0x40000002;  // where SQLite locks a file that is in use
    constexpr off_t kSharedBytes = 510;
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto first = writable(path);
    begin(*first, some_record());
    const auto second = writable(path);
    const pid_t child = ::fork();  // a process does not see its own locks
    REQUIRE(child >= 0);
    if (child == 0) {
        struct flock range {};
        range.l_type = F_WRLCK;
        range.l_whence = SEEK_SET;
        range.l_start = kShared;
        range.l_len = kSharedBytes;
        const int fd = ::open(path.c_str(), O_RDWR);
        const bool asked = ::fcntl(fd, F_GETLK, &range) == 0;
        ::_exit(asked && range.l_type != F_UNLCK ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

TEST_CASE("a store is for its user's eyes only, and can be read without being changed") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto store = writable(path);
    begin(*store, some_record());
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    CHECK((info.st_mode & 0777) == 0600);
    const auto reader = Store::open(path, Access::read, kNow);
    REQUIRE(reader);
    CHECK((*reader)->list({})->size() == 1);
}

TEST_CASE("files that are no stores are refused with a line that says why") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    CHECK(trouble("") == "no store: name a file, or set XDG_DATA_HOME or HOME");
    CHECK(trouble(path) ==
          path + ": there is no such store ('kalah serve' and 'kalah tournament' make one)");
    CHECK(trouble("/dev/null/x", Access::write).find("/dev/null") == 0);
    const std::string link = folder.path() + "/link";
    std::filesystem::create_symlink("nowhere", link);
    for (const Access access : {Access::read, Access::write}) {
        CHECK(trouble(folder.path(), access) == folder.path() + ": a folder; name a file in it");
        CHECK(trouble(link, access) == link + ": a link to nowhere, which is not there");
        CHECK(trouble("/dev/null", access) == "/dev/null: not a file that can be a store");
    }

    std::ofstream(path) << "";
    CHECK(trouble(path) == path + ": there are no games in it yet");
    std::ofstream(path) << std::string(5000, 'x');
    CHECK(trouble(path) == path + ": not a store of games");
    CHECK(trouble(path, Access::write) == path + ": not a store of games");

    const std::string foreign = folder.path() + "/foreign.sqlite";
    SQLite::Database(foreign, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("CREATE TABLE games (id INTEGER)");
    for (const Access access : {Access::read, Access::write})
        CHECK(trouble(foreign, access) ==
              foreign + ": a database of another program, not a store of games");
}

TEST_CASE("a missing folder is made for the usual store only") {
    const Folder folder;
    const std::string slip = folder.path() + "/corse/games.sqlite";
    CHECK(trouble(slip, Access::write) ==
          slip + ": there is no folder " + folder.path() + "/corse; make it first");
    CHECK(trouble(slip).find(slip + ": there is no such store") == 0);
    CHECK_FALSE(std::filesystem::exists(folder.path() + "/corse"));

    const char* before = std::getenv("XDG_DATA_HOME");
    const std::optional<std::string> old =
        before != nullptr ? std::optional<std::string>(before) : std::nullopt;
    ::setenv("XDG_DATA_HOME", (folder.path() + "/data").c_str(), 1);
    const auto usual = Store::open(default_store_path(), Access::write, kNow);
    old ? ::setenv("XDG_DATA_HOME", old->c_str(), 1) : ::unsetenv("XDG_DATA_HOME");
    REQUIRE(usual);
    CHECK(std::filesystem::exists(folder.path() + "/data/kalah/games.sqlite"));
}

TEST_CASE("a store whose writer was killed is read as it was before") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const std::string copy = folder.path() + "/copy.sqlite";
    writable(path);
    {
        SQLite::Database database(path, SQLite::OPEN_READWRITE);
        database.exec("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE");
        for (int i = 0; i < 200; ++i)
            database.exec("INSERT INTO meta VALUES ('" + std::to_string(i) + "', zeroblob(4000))");
        // The state after a kill at this moment: new pages, and a journal with the old ones.
        std::filesystem::copy_file(path, copy);
        std::filesystem::copy_file(path + "-journal", copy + "-journal");
    }
    CHECK((*Store::open(copy, Access::read, kNow))->list({})->empty());
    const SQLite::Database database(copy, SQLite::OPEN_READONLY);
    SQLite::Statement count(database, "SELECT count(*) FROM meta WHERE length(value) = 4000");
    REQUIRE(count.executeStep());
    CHECK(count.getColumn(0).getInt() == 0);
}

TEST_CASE("a store of a newer version is refused, and left as it is") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    writable(path);
    change(path, "PRAGMA user_version = 15");
    for (const Access access : {Access::read, Access::write})
        CHECK(trouble(path, access) == path +
                                           ": written by a newer kalah (version 15 of the store, "
                                           "this one knows 14): use that, or another store");
}

TEST_CASE("a store that lacks a table, a column or its salt is refused") {
    const Folder folder;
    const struct {
        const char* change;
        const char* message;
    } cases[] = {
        {"DROP TABLE faults", "damaged (no such table: faults): restore it, or move it away"},
        {"DROP TABLE schedule", "damaged (no such table: schedule): "},
        {"DROP TABLE journal", "damaged (no such table: journal): "},
        {"DROP TABLE meta", "damaged (no such table: meta): "},
        {"ALTER TABLE games RENAME COLUMN times TO t", "damaged (no such column: times): "},
        {"DELETE FROM meta", "damaged (no salt): "},
    };
    for (const auto& bad : cases) {
        const std::string path = folder.path() + "/games" + std::to_string(&bad - cases);
        writable(path);
        change(path, bad.change);
        for (const Access access : {Access::read, Access::write})
            CHECK(trouble(path, access).find(path + ": " + bad.message) == 0);
    }
}

TEST_CASE("a store of the first version is read as it is, and brought up to date to write") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const EvalAnswer answer{{}, "Ann", {}, start_board({6, 4}), 1.5, 2, true, kNow};
    CHECK_FALSE(writable(path)->add_evals({&answer, 1}));
    // The table of version 1, where every answer has the champion's value.
    change(
        path,
        "CREATE TABLE old (id INTEGER PRIMARY KEY, identity INTEGER REFERENCES identities (id) "
        "ON DELETE SET NULL, name TEXT NOT NULL, rules TEXT NOT NULL, position TEXT NOT NULL, "
        "value REAL NOT NULL, champion REAL NOT NULL, champion_exact INTEGER NOT NULL, "
        "answered INTEGER NOT NULL); INSERT INTO old SELECT id, identity, name, rules, "
        "position, value, champion, champion_exact, answered FROM evals; DROP TABLE evals; "
        "ALTER TABLE old RENAME TO evals; "
        "CREATE INDEX evals_identity ON evals (identity) WHERE identity IS NOT NULL; "
        "DROP TABLE schedule; DROP TABLE tournaments; DROP TABLE measurements; DROP TABLE notes; "
        "DROP TABLE saved_games; DROP TABLE journal; DROP INDEX games_origin; "
        "DROP TABLE counters; DROP TABLE referees; " NO_QUEUES
        "DROP TABLE continuations; DROP TABLE proofs; DROP INDEX games_uncounted; "
        "ALTER TABLE games DROP COLUMN counted; PRAGMA user_version = 1");
    CHECK((*Store::open(path, Access::read, kNow))->evals(9)->size() == 1);
    const auto store = writable(path);
    EvalAnswer alone = answer;
    alone.champion.reset();
    CHECK_FALSE(store->add_evals({&alone, 1}));
    REQUIRE(store->evals(9)->size() == 2);
    CHECK_FALSE(store->evals(9)->front().champion);
    CHECK(store->evals(9)->back().champion == 2);
}

TEST_CASE("a store of kalah 0.1.0 is read as it is, and brought up to date to write") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    make_old_store(path);
    {
        const auto store = *Store::open(path, Access::read, kNow);
        CHECK(store->list({})->size() == 5);
        CHECK(store->load(3)->record.margin() == 6);
        CHECK(store->written_by()->empty());
    }
    const auto store = writable(path);
    CHECK(store->aborted_at_start() == 1);
    CHECK(store->load(5)->record.ending == Ending::aborted);
    CHECK(store->load(4)->record.loser == Side::south);
    CHECK(moves_text(store->load(1)->record.game) == "2-3 3 1-3-2");
    CHECK(store->load(2)->record.notes[4].comment != "");
    CHECK(*store->identify({"", "", "", "Ann-secret"}, kNow) == 2);
    CHECK(store->results(1)->size() == 2);
    CHECK(store->written_by()->size() == 1);

    CHECK(row_count(path, "saved_games") == 2);
    const auto unfinished = *store->saved_game("j92bqghqs69sb");
    REQUIRE(unfinished);
    CHECK(unfinished->retention == RetentionClass::unfinished);
    CHECK(unfinished->state.find("\"moves\":\"1 4 1 2-1\"") != std::string::npos);
    CHECK(store->saved_moves("j92bqghqs69sb")->empty());
    CHECK((*store->saved_game("5s5v5hy2ggwxv"))->retention == RetentionClass::finished);
}

TEST_CASE(
    "a store of version 8, without depths, is read as it is, and brought up to date to write") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const JournalMove move{std::string("room"), 0, 2, {0.5, "deep", MoveSource::search, 9, 7}};
    CHECK_FALSE(write(*writable(path), {SavedGame{"room", "{}", kNow}, move}));
    CHECK(writable(path)->saved_moves("room")->front().note == move.note);
    change(path,
           "ALTER TABLE journal DROP COLUMN depth; ALTER TABLE journal DROP COLUMN takeover; "
           "DROP INDEX saved_games_host; ALTER TABLE saved_games DROP COLUMN host; "
           "DROP TABLE counters; DROP TABLE referees; " NO_QUEUES
           "ALTER TABLE saved_games DROP COLUMN referee; "
           "DROP TABLE continuations; DROP TABLE proofs; DROP INDEX games_uncounted; "
           "ALTER TABLE games DROP COLUMN counted; PRAGMA user_version = 8");
    CHECK((*Store::open(path, Access::read, kNow))->list({})->empty());
    const MoveNote old{0.5, "deep", MoveSource::search};
    CHECK(writable(path)->saved_moves("room")->front().note == old);
    const auto store = writable(path);
    REQUIRE(store->take_saved_game("room"));
    CHECK_FALSE(write(*store, {move}));
    CHECK(writable(path)->saved_moves("room")->front().note == move.note);
}

TEST_CASE("a store of version 11, without counters, goes on with its numbers") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    {
        const auto store = writable(path);
        REQUIRE(begin(*store, some_record()) == 1);
        const std::vector<ScheduledGame> games(3);
        REQUIRE(*store->add_tournament("plan", {games.data(), 1}, kNow) == 1);
        REQUIRE(*store->identify({"Ann", "", "", "token"}, kNow) == 1);
        REQUIRE_FALSE(write(*store, {SavedGame{"room", "{}", kNow}}));
    }
    change(path, "DROP TABLE counters; DROP TABLE referees; " NO_QUEUES
                 "ALTER TABLE saved_games DROP COLUMN referee; PRAGMA user_version = 11");
    CHECK((*Store::open(path, Access::read, kNow))->saved_game("room")->has_value());
    const auto store = writable(path);
    CHECK(begin(*store, some_record()) == 3);  // 2 is in the schedule
    CHECK(*store->add_tournament("plan", {}, kNow) == 2);
    CHECK(*store->identify({"Bo", "", "", "other token"}, kNow) == 2);
    CHECK(store->list({"ANN"})->size() == 2);
    CHECK(store->take_saved_game("room")->has_value());
}

TEST_CASE("a store of version 12, without queues, is read as it is, and gets them to write") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    REQUIRE(begin(*writable(path), some_record()) == 1);
    change(path, NO_QUEUES
           "DELETE FROM counters WHERE name IN ('queues', 'workers'); PRAGMA user_version = 12");
    const auto old = *Store::open(path, Access::read, kNow);
    CHECK(old->list({})->size() == 1);
    CHECK(old->queues()->empty());
    CHECK(trouble(path, Access::work).find("written by an older kalah") != std::string::npos);
    const auto store = writable(path);
    CHECK(*store->open_queue({"sum", "sums", "", std::nullopt}, {}, kNow) == 1);
    CHECK(store->list({})->size() == 1);
}

TEST_CASE("a store of version 13 is read as it is, and to write its unnamed people become guests") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    for (const char* north : {"Guest", "Ann"}) {
        GameRecord record = some_record("random", north);
        record.lose(Side::north, Ending::resigned, FaultKind::resigned, "resigned");
        REQUIRE_FALSE(write(*writable(path), {FinishedGame{{north, "{}", kNow}, record}}));
    }
    change(path, NO_KINDS "PRAGMA user_version = 13");
    const auto old = *Store::open(path, Access::read, kNow);
    CHECK(old->players()->size() == 3);
    CHECK(old->meetings()->size() == 2);
    CHECK(old->reserved_names()->empty());
    CHECK(old->list({"ann"})->size() == 1);
    const auto store = writable(path);
    CHECK(store->players()->size() == 2);
    CHECK(store->meetings()->size() == 1);
    CHECK(store->list({})->size() == 2);
}

TEST_CASE("what does not fit in a game is named, whatever stands in the file") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const struct {
        const char* change;
        const char* message;
    } cases[] = {
        {"moves = '3-6-9'", "moves \"3-6-9\", column 4: '-' after pit 6"},
        {"moves = '9'", "pit 9 does not exist"},
        {"rules = 'chess'", "rules \"chess\": "},
        {"start = '99x99'", "start \"99x99\", "},
        {"start = x'00ff3c'", "start \"\\x00"},
        {"times = '1 2 3 4'", "more times than moves"},
        {"times = '1 x'", "times, column 3: "},
        {"ending = 'won'", "unknown ending \"won\""},
        {"ending = 'finished'", "the ending and the moves do not fit"},
        {"ending = 'gone'", "the ending and the loser do not fit"},
        {"ending = 'gone', loser = 'west'", "unknown side \"west\""},
        {"ending = 'gone', loser = 'south'", "the result and the moves do not fit"},
    };
    for (const auto& bad : cases) {
        CAPTURE(bad.change);
        std::string own = path + std::to_string(&bad - cases);
        const auto store = writable(own);
        GameRecord record = some_record();
        const StoredGameId id = begin(*store, record);
        record.ending = Ending::stopped;
        finish(*store, id, record);
        change(own, std::string("UPDATE games SET ") + bad.change);
        const auto loaded = store->load(id);
        REQUIRE_FALSE(loaded);
        CAPTURE(loaded.error().message);
        CHECK(loaded.error().message.find(own + ", game 1: ") == 0);
        CHECK(loaded.error().message.find(bad.message) != std::string::npos);
    }
}

TEST_CASE("a store with bytes overwritten anywhere gives errors or games, never a crash") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    {
        const auto store = writable(path);
        for (int i = 0; i < 20; ++i) {
            GameRecord record = some_record();
            const StoredGameId id = begin(*store, record);
            record.lose(Side::south, Ending::gone, FaultKind::gone, "left");
            finish(*store, id, record);
        }
    }
    const std::string whole = bytes_of(path);
    REQUIRE(whole.size() > 8192);
    int errors = 0;
    std::uint32_t random = 1;
    for (int round = 0; round < 60; ++round) {
        std::string bytes = whole;
        for (int i = 0; i < 200; ++i) {
            random = random * 1664525 + 1013904223;
            bytes[(random >> 4) % bytes.size()] = static_cast<char>(random >> 24);
        }
        if (round % 10 == 0) bytes.resize(bytes.size() / 2);
        const std::string damaged = path + ".damaged";
        std::ofstream(damaged, std::ios::binary) << bytes;
        const auto store = Store::open(damaged, Access::read, kNow);
        if (!store || !(*store)->list({})) ++errors;
        if (!store) continue;
        for (StoredGameId id = 1; id <= 20; ++id)
            if (!(*store)->load(id)) ++errors;
    }
    CHECK(errors > 0);
}
