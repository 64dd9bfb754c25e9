// People in a store: reserved names, players of different kinds, results for ratings, forgetting.
#include <algorithm>

#include "store/homes.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

const std::string kKeyA(64, 'a');
const std::string kKeyB(64, 'b');

Seated person(std::optional<IdentityId> identity = {}) {
    return {PlayerKind::person, identity};
}
const Seated kProgram{PlayerKind::program};
const Seated kClient{PlayerKind::client};

/// A finished browser game; south resigns, or north. `pit`: the first move.
void played(Store& store, const std::string& south, const std::string& north,
            PerSide<Seated> seated, Side loser = Side::south, int pit = 0) {
    GameRecord record{Game({}, start_board({6, 4})), {south, north}};
    record.started = kNow;
    record.play(pit, {});
    record.lose(loser, Ending::resigned, FaultKind::resigned, "resigned");
    record.finished = kNow + 1000;
    REQUIRE_FALSE(write(store, {FinishedGame{{south + north, "{}", kNow}, record, seated}}));
}

std::vector<std::string> known(Store& store) {
    std::vector<std::string> rows;
    const auto players = *store.players();
    for (const PlayerRecord& row : players)
        rows.push_back(std::to_string(static_cast<int>(row.kind)) + " " + row.name + " " +
                       std::to_string(row.games));
    std::sort(rows.begin(), rows.end());
    return rows;
}

}  // namespace

TEST_CASE_TEMPLATE("a name is reserved for the key that asked first", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const auto ada = store->reserve_name(kKeyA, "Ada", kNow);
    REQUIRE(ada);
    CHECK(store->reserve_name(kKeyA, "Ada", kNow)->identity == ada->identity);
    CHECK(store->reserve_name(kKeyB, "ADA", kNow).error().code == "name_taken");
    const auto bob = store->reserve_name(kKeyB, "Bob", kNow);
    CHECK(bob->identity != ada->identity);
    // Another name gives up the first.
    CHECK(store->reserve_name(kKeyA, "Countess", kNow)->identity == ada->identity);
    CHECK(store->reserve_name(kKeyB, "Ada", kNow)->name == "Ada");
    auto names = *store->reserved_names();
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{"Ada", "Countess"});
    // Clients may be called alike: their tokens are others.
    CHECK(store->identify({"Ada", "", "", "token"}, kNow));
    CHECK(store->identify({"Ada", "", "", "another token"}, kNow));
}

TEST_CASE_TEMPLATE("players of different kinds are different, and guests are none", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const IdentityId ada = store->reserve_name(kKeyA, "Ada", kNow)->identity;
    played(*store, "Ada", "random", {person(ada), kProgram});
    played(*store, "Ada", "random", {kClient, Seated{}});
    played(*store, "Guest", "random", {person(), kProgram});
    CHECK(known(*store) ==
          std::vector<std::string>{"0 Ada 1", "0 random 1", "2 Ada 1", "3 random 2"});
    // A person is found by the present name, under which earlier games count, too.
    (void)store->reserve_name(kKeyA, "Countess", kNow);
    CHECK(known(*store)[2] == "2 Countess 1");
    GameFilter filter{.player = "countess", .kind = PlayerKind::person};
    CHECK(store->list(filter)->size() == 1);
    filter.opponent = "RANDOM";
    filter.result = PlayerResult::lost;
    CHECK(store->list(filter)->size() == 1);
    filter.result = PlayerResult::won;
    CHECK(store->list(filter)->empty());
    CHECK(store->list({.player = "random", .kind = PlayerKind::program})->size() == 2);
    CHECK(store->list({.player = "random", .kind = PlayerKind::unknown})->size() == 1);
    CHECK(store->list({.until = kNow})->empty());
    CHECK(store->list({.since = kNow, .until = kNow + 1})->size() == 3);
    CHECK(store->list({.rules = "multilap"})->empty());
}

TEST_CASE_TEMPLATE("results for ratings count distinct games between two known players", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const IdentityId ada = store->reserve_name(kKeyA, "Ada", kNow)->identity;
    played(*store, "Ada", "random", {person(ada), kProgram}, Side::north);
    played(*store, "ada", "random", {person(ada), kProgram}, Side::north);  // the same again
    played(*store, "Ada", "random", {person(ada), kProgram}, Side::south, 1);
    played(*store, "Ada", "Ada", {person(ada), person(ada)});
    played(*store, "Guest", "random", {person(), kProgram});
    const auto meetings = *store->meetings();
    REQUIRE(meetings.size() == 1);
    CHECK(meetings[0].rules == "standard");
    CHECK(meetings[0].size == "6x4");
    CHECK(meetings[0].south.name == "ada");
    CHECK(meetings[0].south.kind == PlayerKind::person);
    CHECK(meetings[0].games == 2);
    CHECK(meetings[0].points == 1);
}

TEST_CASE_TEMPLATE("a name is forgotten everywhere, and nobody else's", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const IdentityId ada = store->reserve_name(kKeyA, "Ada", kNow)->identity;
    const IdentityId bob = store->reserve_name(kKeyB, "Bob", kNow)->identity;
    played(*store, "Ada", "Bob", {person(ada), person(bob)});
    played(*store, "ada", "Cy", {person(), kClient});
    played(*store, "Ada", "x", {Seated{}, Seated{}});  // older than the kinds of players
    const StoredGameId match = begin(*store, some_record("Ada", "x"));
    const std::string state = R"({"south":{"kind":"person","name":"Ada","identity":)" +
                              std::to_string(ada) + R"(},"north":{"kind":"person","name":"Bob"}})";
    REQUIRE_FALSE(write(*store, {SavedGame{"mine", state, kNow}}));

    const auto rows = store->forget_name("ADA");
    REQUIRE(rows);
    CHECK(rows->identities == 1);
    CHECK(rows->games == 3);
    CHECK(rows->saved_games == 1);
    CHECK(known(*store) == std::vector<std::string>{"0 Cy 1", "0 x 1", "2 Bob 1"});
    CHECK(store->load(match)->record.names[0] == "Ada");  // no game of the server
    CHECK((*store->saved_game("mine"))->state ==
          R"json({"south":{"kind":"person","name":"(forgotten)","identity":null},)json"
          R"json("north":{"kind":"person","name":"Bob"}})json");
    CHECK(store->forget_name("Ada")->games == 0);
    // A game that ends later does not bring the name back.
    played(*store, "Ada", "Bob", {person(ada), person(bob)});
    CHECK(known(*store).back() == "2 Bob 2");
    CHECK(store->list({})->front().names[0] == "(forgotten)");
    // Nor does a person who forgets themselves.
    CHECK_FALSE(store->forget(kKeyB));
    CHECK(known(*store) == std::vector<std::string>{"0 Cy 1", "0 x 1"});
}
