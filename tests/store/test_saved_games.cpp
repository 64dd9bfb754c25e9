#include "store/saved_games.hpp"

#include "store/games.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

TEST_CASE("a saved game is found again as it was saved last, also by the next program") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    {
        SavedGames saved(writable(path));
        CHECK_FALSE(saved.save({"a", "first", 1}));
        CHECK_FALSE(saved.save({"b", "other", 2}));
        CHECK_FALSE(saved.save({"a", "second", 3}));
        CHECK(*saved.count() == 2);
    }
    SavedGames saved(writable(path));
    CHECK(**saved.load("a") == SavedGame{"a", "second", 3});
    CHECK_FALSE(saved.load("c")->has_value());
}

TEST_CASE("old saved games are erased, and of too many of a list the lowest class first") {
    SavedGames saved(*Store::in_memory());
    const std::array classes{RetentionClass::unfinished, RetentionClass::empty,
                             RetentionClass::finished};
    for (int i = 0; i < 9; ++i)
        CHECK_FALSE(
            saved.save({std::to_string(i), "", i, classes[static_cast<std::size_t>(i % 3)]}));
    const auto left = [&] {
        std::string names;
        for (int i = 0; i < 9; ++i)
            if (saved.load(std::to_string(i))->has_value()) names += std::to_string(i);
        return names;
    };
    CHECK_FALSE(saved.erase_old(1));
    CHECK(left() == "12345678");
    const std::vector<std::string> all{"2", "3", "4", "5", "6", "7", "8"};  // "1" is another's
    using Names = std::vector<std::string>;
    CHECK(*saved.keep_best(all, 7) == all);
    CHECK(*saved.keep_best(all, 5) == Names{"2", "3", "5", "6", "8"});
    CHECK(*saved.keep_best(all, 3) == Names{"3", "6", "8"});
    CHECK(left() == "1368");
    CHECK(*saved.keep_best(all, 1) == Names{"6"});
    CHECK(saved.keep_best(all, 0)->empty());
    CHECK(left() == "1");
}

TEST_CASE("a browser game that is over gets a row, and its state the number") {
    const auto store = *Store::in_memory();
    SavedGames saved(store);
    GameRecord record = some_record();
    record.ending = Ending::stopped;
    const auto text = [](StoredGameId id) { return SavedGame{"a", std::to_string(id), 7}; };
    CHECK(*saved.finish(record, "browser", text) == 1);
    CHECK(*saved.finish(record, "browser", text) == 2);
    CHECK((*saved.load("a"))->state == "2");
    const auto game = store->load(2);
    CHECK(game->origin == "browser");
    CHECK(game->record.notes == record.notes);
    CHECK(game->record.names == record.names);
}
