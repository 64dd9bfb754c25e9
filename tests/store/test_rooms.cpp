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

TEST_CASE("old rooms are forgotten, and the oldest of too many") {
    Rooms rooms(*Store::in_memory());
    for (int i = 0; i < 10; ++i) CHECK_FALSE(rooms.save({std::to_string(i), "", i}));
    CHECK(*rooms.erase_old(3, 5) == 5);
    CHECK_FALSE(rooms.load("4")->has_value());
    CHECK(rooms.load("5")->has_value());
    CHECK(*rooms.erase_old(8, 5) == 3);
    CHECK(*rooms.count() == 2);
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
