#include "store/homes.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

TEST_CASE_TEMPLATE("a saved game is found again as it was saved last, also by the next program",
                   Home, LASTING_HOMES) {
    const Home home;
    CHECK_FALSE(write(*home.open(), {SavedGame{"a", "first", 1}, SavedGame{"b", "other", 2},
                                     SavedGame{"a", "second", 3}}));
    const auto store = home.open();
    CHECK(**store->saved_game("a") == SavedGame{"a", "second", 3});
    CHECK_FALSE(store->saved_game("c")->has_value());
}

namespace {

/// The names of the saved games that are left of nine; each name is a digit.
std::string left(Store& store) {
    std::string names;
    for (int i = 0; i < 9; ++i)
        if (store.saved_game(std::to_string(i))->has_value()) names += std::to_string(i);
    return names;
}

}  // namespace

TEST_CASE_TEMPLATE("old saved games are erased, and of too many of a host the lowest class first",
                   Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const std::array classes{RetentionClass::unfinished, RetentionClass::empty,
                             RetentionClass::finished};
    for (int i = 0; i < 9; ++i)
        CHECK_FALSE(write(*store, {SavedGame{std::to_string(i),
                                             "",
                                             i,
                                             classes[static_cast<std::size_t>(i % 3)],
                                             {},
                                             i == 1 ? "another" : "host"}}));
    const auto trim = [&](Milliseconds since, std::size_t of_host) {
        CHECK_FALSE(write(*store, {SavedTrim{since, "host", of_host, 100}}));
        return left(*store);
    };
    CHECK(trim(1, 100) == "12345678");
    CHECK(trim(1, 7) == "12345678");
    CHECK(trim(1, 5) == "123568");
    // A game that a server saves again without knowing its host still belongs to that host.
    CHECK_FALSE(write(*store, {SavedGame{"6", "", 6, RetentionClass::unfinished}}));
    CHECK(trim(1, 3) == "1368");
    CHECK(trim(1, 1) == "16");
    CHECK(trim(1, 0) == "1");
    CHECK(trim(2, 0).empty());
}

TEST_CASE_TEMPLATE("of too many saved games in all, those of the hosts with the most are erased",
                   Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const std::array hosts{"a", "b", "", "many", "many", "many", "many", "many", "many"};
    for (std::size_t i = 0; i < hosts.size(); ++i)
        CHECK_FALSE(write(*store, {SavedGame{std::to_string(i),
                                             "",
                                             static_cast<Milliseconds>(i),
                                             RetentionClass::finished,
                                             {},
                                             hosts[i]}}));
    const auto trim = [&](std::size_t in_all) {
        CHECK_FALSE(write(*store, {SavedTrim{0, "nobody's", 100, in_all}}));
        return left(*store);
    };
    CHECK(trim(9) == "012345678");
    CHECK(trim(8) == "01245678");
    CHECK(trim(5) == "01278");
}

TEST_CASE_TEMPLATE("a browser game that is over gets a row, and its state the number", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    GameRecord record = some_record();
    record.ending = Ending::stopped;
    const FinishedGame over{{"a", "over", 7, RetentionClass::finished}, record};
    std::vector<StoredGameId> numbers;
    CHECK_FALSE(store->write_journal(std::vector<JournalEntry>{over, over}, numbers));
    CHECK(numbers == std::vector<StoredGameId>{1, 2});
    CHECK(**store->saved_game("a") == SavedGame{"a", "over", 7, RetentionClass::finished, 2});
    const auto game = store->load(2);
    CHECK(game->origin == "browser");
    CHECK(game->record.notes == record.notes);
    CHECK(game->record.names == record.names);
}

namespace {

store::SavedMove move_of(Store& store, const std::string& name, std::size_t ply) {
    return store.saved_moves(name)->at(ply);
}

}  // namespace

TEST_CASE_TEMPLATE("a saved game belongs to one program at a time", Home, LASTING_HOMES) {
    const Home home;
    const auto first = home.open();
    CHECK_FALSE(first->set_address("http://first/"));
    CHECK_FALSE(
        write(*first, {SavedGame{"a", "first", 1}, JournalMove{std::string("a"), 0, 2, {}}}));
    {
        const auto second = home.open();
        const auto refused = second->take_saved_game("a");
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == "played_elsewhere");
        CHECK(refused.error().args == Error::Args{{"address", "http://first/"}});
        for (const JournalEntry& entry : std::vector<JournalEntry>{
                 SavedGame{"a", "second", 2}, JournalMove{std::string("a"), 1, 3, {}},
                 JournalTakeBack{std::string("a"), 0},
                 FinishedGame{{"a", "over", 3}, some_record()}}) {
            const auto error = write(*second, {SavedGame{"other", "", 1}, entry});
            REQUIRE(error);
            CHECK(error->code == "played_elsewhere");
            CHECK_FALSE(error->temporary);
        }
        CHECK_FALSE(second->saved_game("other")->has_value());
        CHECK((*second->saved_game("a"))->state == "first");
        CHECK(second->saved_moves("a")->size() == 1);
    }
    CHECK(first->take_saved_game("a"));
    CHECK_FALSE(write(*first, {JournalMove{std::string("a"), 1, 4, {}}}));
}

TEST_CASE_TEMPLATE("a saved game of a program that has ended can be taken, and then is its taker's",
                   Home, LASTING_HOMES) {
    const Home home;
    auto first = home.open();
    CHECK_FALSE(write(*first, {SavedGame{"a", "first", 1}}));
    const auto second = home.open();
    first.reset();
    CHECK((*second->take_saved_game("a"))->state == "first");
    CHECK_FALSE(write(*second, {JournalMove{std::string("a"), 0, 3, {}}}));
    CHECK(move_of(*second, "a", 0).pit == 3);
    const auto third = home.open();
    CHECK_FALSE(third->take_saved_game("a"));
    CHECK_FALSE(third->take_saved_game("b")->has_value());
}

TEST_CASE_TEMPLATE("a saved game that is over belongs to nobody", Home, LASTING_HOMES) {
    const Home home;
    const auto first = home.open();
    GameRecord record = some_record();
    record.ending = Ending::stopped;
    CHECK_FALSE(write(*first, {FinishedGame{{"a", "over", 7, RetentionClass::finished}, record}}));
    const auto second = home.open();
    CHECK((*second->take_saved_game("a"))->number == 1);
    CHECK_FALSE(write(*second, {SavedGame{"a", "seen", 8, RetentionClass::finished, 1}}));
}

TEST_CASE_TEMPLATE("a store that is opened once more for the same program plays the same games",
                   Home, LASTING_HOMES) {
    const Home home;
    const auto store = home.open();
    CHECK_FALSE(write(*store, {SavedGame{"a", "first", 1}}));
    const auto twin = *store->twin(std::chrono::milliseconds(100));
    CHECK(twin->take_saved_game("a"));
    const auto other = home.open();
    CHECK_FALSE(write(*other, {SavedGame{"b", "", 1}}));
    CHECK_FALSE(twin->take_saved_game("b"));
    CHECK(twin->identify({"Ann", "", "", "token"}, 1).value() ==
          store->identify({"Ann", "", "", "token"}, 1).value());
}
