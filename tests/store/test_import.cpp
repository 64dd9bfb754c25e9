#include "referee/game_input.hpp"
#include "store/homes.hpp"
#include "support/old_store.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

GameRecord game(const std::string& line) {
    return *parse_game_line(line, {{}, std::nullopt, {{"Ann", "Bo"}}});
}

const std::vector<GameRecord> kGames{game("3x2 2-3 3 1-3-2"), game("3x2 2-3"),
                                     game("3x2 1 1 result=south")};

}  // namespace

TEST_CASE_TEMPLATE("imported games are stored whole, and marked", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const auto numbers = store->import_games(kGames, Known::skip);
    REQUIRE(numbers);
    CHECK(*numbers == std::vector<StoredGameId>{1, 2, 3});
    const auto first = store->load(1);
    REQUIRE(first);
    CHECK(first->origin == "import");
    CHECK(moves_text(first->record.game) == "2-3 3 1-3-2");
    CHECK(store->load(2)->record.ending == Ending::stopped);
    CHECK(store->load(3)->record.loser == Side::north);
}

TEST_CASE_TEMPLATE("games that are imported again are not stored again, unless that is wanted",
                   Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    REQUIRE(store->import_games(kGames, Known::skip));
    CHECK(store->import_games(kGames, Known::skip)->empty());
    CHECK(store->numbers()->size() == 3);
    CHECK(store->import_games(kGames, Known::add)->size() == 3);
    CHECK(store->numbers()->size() == 6);
    // The same game three times in a file: two are there.
    const std::vector<GameRecord> equal(3, kGames[0]);
    CHECK(store->import_games(equal, Known::skip)->size() == 1);
    CHECK(store->import_games(equal, Known::skip)->empty());
    GameRecord other = kGames[0];
    other.names[Side::south] = "ann";
    CHECK(store->import_games(std::vector{other}, Known::skip)->size() == 1);
}

TEST_CASE("imported games get numbers of their own in an old store") {
    const test::Folder folder;
    const std::string path = folder.path() + "/old.sqlite";
    test::make_old_store(path);
    const auto store = *Store::open(path, Access::write, 1);
    const std::size_t before = store->numbers()->size();
    const auto numbers = store->import_games(kGames, Known::skip);
    REQUIRE(numbers);
    CHECK(numbers->size() == 3);
    CHECK(store->numbers()->size() == before + 3);
    for (const StoredGameId number : *numbers) CHECK(store->load(number));
}
