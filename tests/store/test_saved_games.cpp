#include "store/sample_games.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

TEST_CASE("a saved game is found again as it was saved last, also by the next program") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    {
        const auto store = writable(path);
        CHECK_FALSE(write(*store, {SavedGame{"a", "first", 1}, SavedGame{"b", "other", 2},
                                   SavedGame{"a", "second", 3}}));
        CHECK(row_count(path, "saved_games") == 2);
    }
    const auto store = writable(path);
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

TEST_CASE("old saved games are erased, and of too many of a host the lowest class first") {
    const auto store = *Store::in_memory();
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

TEST_CASE("of too many saved games in all, those of the hosts with the most are erased") {
    const auto store = *Store::in_memory();
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

TEST_CASE("a browser game that is over gets a row, and its state the number") {
    const auto store = *Store::in_memory();
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
