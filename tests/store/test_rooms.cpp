#include "store/rooms.hpp"

#include "store/games.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

TEST_CASE("a room is found again as it was saved last, also by the next program") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    {
        Rooms rooms(writable(path));
        CHECK_FALSE(rooms.save({"a", "first", 1}));
        CHECK_FALSE(rooms.save({"b", "other", 2}));
        CHECK_FALSE(rooms.save({"a", "second", 3}));
        CHECK(*rooms.count() == 2);
    }
    Rooms rooms(writable(path));
    CHECK(**rooms.load("a") == StoredRoom{"a", "second", 3});
    CHECK_FALSE(rooms.load("c")->has_value());
}

TEST_CASE("old rooms are forgotten, and of too many those worth least, the oldest first") {
    Rooms rooms(*Store::in_memory());
    const std::array worths{Worth::a_game, Worth::nothing, Worth::a_game_that_is_over};
    for (int i = 0; i < 9; ++i)
        CHECK_FALSE(
            rooms.save({std::to_string(i), "", i, worths[static_cast<std::size_t>(i % 3)]}));
    const auto left = [&] {
        std::string names;
        for (int i = 0; i < 9; ++i)
            if (rooms.load(std::to_string(i))->has_value()) names += std::to_string(i);
        return names;
    };
    CHECK(*rooms.erase_old(1, 100, 0) == 8);
    CHECK(left() == "12345678");
    CHECK(*rooms.erase_old(1, 6, 0) == 6);
    CHECK(left() == "235678");
    CHECK(*rooms.erase_old(1, 4, 0) == 4);
    CHECK(left() == "3568");
    CHECK(*rooms.erase_old(1, 1, 4) == 1);
    CHECK(left() == "6");
    CHECK(*rooms.erase_old(1, 0, 6) == 1);
    CHECK(*rooms.erase_old(1, 0, 7) == 0);
}

TEST_CASE("the game of a room becomes one of all games, and the room has its number") {
    const auto store = *Store::in_memory();
    Rooms rooms(store);
    GameRecord record = some_record();
    record.ending = Ending::stopped;
    const auto text = [](GameId id) { return StoredRoom{"a", std::to_string(id), 7}; };
    CHECK(*rooms.finish(record, "browser", text) == 1);
    CHECK(*rooms.finish(record, "browser", text) == 2);
    CHECK((*rooms.load("a"))->state == "2");
    const auto game = store->load(2);
    CHECK(game->origin == "browser");
    CHECK(game->record.notes == record.notes);
    CHECK(game->record.names == record.names);
}
