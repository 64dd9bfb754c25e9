#ifdef KALAH_TEST_POSTGRES
#include <atomic>
#include <cstdlib>
#include <thread>

#include "store/homes.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

std::string refusal_of(const std::string& url, Access access = Access::write) {
    const auto store = Store::open(url, access, kNow);
    return store ? "" : store.error().message;
}

/// Replaces a part of an address.
std::string with(std::string url, const std::string& part, const std::string& instead) {
    return url.replace(url.find(part), part.size(), instead);
}

}  // namespace

TEST_CASE("a database that cannot be opened gives one line, without the password") {
    const Postgres database;
    for (const auto& [part, instead, message] :
         {std::array{"/postgres?", "/nothing?", "database \"nothing\" does not exist"},
          std::array{"kalah@", "nobody:secret@", "role \"nobody\" does not exist"},
          std::array{"kalah@", "kalah:secret@127.0.0.1:1", "invalid port number"},
          std::array{"host=", "host=/nowhere", "No such file or directory"},
          std::array{"search_path", "no_such_setting", "unrecognized configuration parameter"},
          std::array{"?host", "?hots", "invalid URI query parameter"}}) {
        const std::string said = refusal_of(with(database.url(), part, instead));
        CAPTURE(said);
        CHECK(said.find("the store: ") == 0);
        if (std::string(message) != "invalid port number")
            CHECK(said.find(message) != std::string::npos);
        CHECK(said.find("secret") == std::string::npos);
        CHECK(said.find('\n') == std::string::npos);
    }
}

TEST_CASE("a database of another program, an empty one and a newer one are refused") {
    Postgres database;
    CHECK(refusal_of(database.url(), Access::read).find("there are no games in it yet") !=
          std::string::npos);
    database.exec("CREATE TABLE games (id BIGINT)");
    CHECK(refusal_of(database.url()).find("a database of another program") != std::string::npos);
    database.exec("DROP TABLE games");
    writable(database.url());
    database.exec("UPDATE kalah_schema SET version = version + 1");
    for (const Access access : {Access::read, Access::write})
        CHECK(refusal_of(database.url(), access).find("written by a newer kalah") !=
              std::string::npos);
    database.exec("UPDATE kalah_schema SET version = version - 1; DROP TABLE faults");
    CHECK(refusal_of(database.url()).find("damaged (relation \"faults\" does not exist)") !=
          std::string::npos);
}

TEST_CASE("two programs that make the same store at once both get it") {
    const Postgres database;
    std::atomic<int> made{0};
    std::vector<std::thread> programs;
    for (int i = 0; i < 4; ++i)
        programs.emplace_back(
            [&] { made += Store::open(database.url(), Access::write, kNow) ? 1 : 0; });
    for (std::thread& program : programs) program.join();
    CHECK(made == 4);
}

TEST_CASE("a store goes on after its connections were cut, and writes nothing twice") {
    Postgres database;
    const auto store = writable(database.url());
    const StoredGameId first = begin(*store, some_record());
    database.cut();
    CHECK(begin(*store, some_record()) == first + 1);
    GameRecord record = some_record();
    record.ending = Ending::stopped;
    database.cut();
    finish(*store, first, record);
    CHECK(store->load(first)->record.ending == Ending::stopped);
    CHECK(store->list({})->size() == 2);
}

TEST_CASE("games of a program whose lease has run out are aborted, those of others are not") {
    Postgres database;
    const auto alive = writable(database.url());
    const auto dead = writable(database.url());
    const StoredGameId kept = begin(*alive, some_record());
    const StoredGameId lost = begin(*dead, some_record());
    CHECK(writable(database.url())->aborted_at_start() == 0);
    database.exec(
        "UPDATE referees SET expires = 0 WHERE number = (SELECT referee FROM games WHERE "
        "id = " +
        std::to_string(lost) + ")");
    CHECK(writable(database.url())->aborted_at_start() == 1);
    GameRecord record = some_record();
    record.ending = Ending::stopped;
    finish(*alive, kept, record);
    const auto late = write(*dead, {EndedGame{0, lost, record}});
    REQUIRE(late);
    CHECK(late->message.find("is not running") != std::string::npos);
}

TEST_CASE("a restart of the database as after a crash loses nothing that was written") {
    const Folder folder;
    const std::string file = folder.path() + "/server";
    const auto server = [&](const char* what) {
        const std::string script = std::string(KALAH_TEST_SUPPORT) + "/postgres.sh ";
        return std::system((script + what + ' ' + file).c_str()) == 0;
    };
    REQUIRE(server("start"));
    {
        Postgres database(file);
        const auto store = writable(database.url());
        // Others write, too: after a crash, the numbers of lost transactions go to theirs.
        const auto other = writable(database.url());
        std::vector<StoredGameId> numbers;
        for (int crash = 0; crash < scaled(2, 20); ++crash) {
            std::atomic<bool> restarted{false};
            std::thread others([&] {
                while (!restarted) CHECK(!other->add_notes({{"key", "text"}}));
            });
            std::thread crasher([&] { restarted = server("restart"); });
            while (!restarted) numbers.push_back(begin(*store, some_record()));
            crasher.join();
            others.join();
            numbers.push_back(begin(*store, some_record()));
        }
        CHECK(*store->numbers() == numbers);
        database.reconnect();
    }
    CHECK(server("stop"));
}
#endif
