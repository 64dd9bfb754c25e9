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

TEST_CASE("old saved games are erased, and of too many of a list the lowest class first") {
    const auto store = *Store::in_memory();
    const std::array classes{RetentionClass::unfinished, RetentionClass::empty,
                             RetentionClass::finished};
    for (int i = 0; i < 9; ++i)
        CHECK_FALSE(write(*store, {SavedGame{std::to_string(i), "", i,
                                             classes[static_cast<std::size_t>(i % 3)]}}));
    const auto left = [&] {
        std::string names;
        for (int i = 0; i < 9; ++i)
            if (store->saved_game(std::to_string(i))->has_value()) names += std::to_string(i);
        return names;
    };
    CHECK_FALSE(store->erase_saved(1));
    CHECK(left() == "12345678");
    const std::vector<std::string> all{"2", "3", "4", "5", "6", "7", "8"};  // "1" is another's
    using Names = std::vector<std::string>;
    CHECK(*store->keep_best_saved(all, 7) == all);
    CHECK(*store->keep_best_saved(all, 5) == Names{"2", "3", "5", "6", "8"});
    CHECK(*store->keep_best_saved(all, 3) == Names{"3", "6", "8"});
    CHECK(left() == "1368");
    CHECK(*store->keep_best_saved(all, 1) == Names{"6"});
    CHECK(store->keep_best_saved(all, 0)->empty());
    CHECK(left() == "1");
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
