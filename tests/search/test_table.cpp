#include "search/transposition_table.hpp"

#include <doctest/doctest.h>

#include <string>

#include "support/process.hpp"

using namespace kalah::search;

TEST_CASE("the table returns what was stored, whole") {
    Table table(1 << 16);
    table.new_search();
    CHECK(table.bytes() == 1 << 16);
    CHECK_FALSE(table.find(0));
    CHECK_FALSE(table.find(42));
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{42}, ~std::uint64_t{0}}) {
        table.store(key, {-123'456, 77, Bound::upper, 11, true});
        const auto entry = table.find(key);
        REQUIRE(entry);
        CHECK(entry->value == -123'456);
        CHECK(entry->depth == 77);
        CHECK(entry->bound == Bound::upper);
        CHECK(entry->pit == 11);
        CHECK(entry->complete);
        table.store(key, {5, 1, Bound::lower, 0, false});
        CHECK(table.find(key)->value == 5);
        CHECK_FALSE(table.find(key)->complete);
    }
    table.clear();
    CHECK_FALSE(table.find(42));
}

TEST_CASE("a full line gives up its least deep entry, older searches first") {
    Table table(64);  // one line of four
    const auto entry = [](int depth) {
        return Entry{0, static_cast<std::uint8_t>(depth), Bound::exact, 0, false};
    };
    for (int depth = 1; depth <= 4; ++depth)
        table.store(static_cast<std::uint64_t>(depth), entry(10 * depth));
    table.store(5, entry(15));
    CHECK_FALSE(table.find(1));
    for (const std::uint64_t key : {2, 3, 4, 5}) CHECK(table.find(key));
    for (int i = 0; i < 5; ++i) table.new_search();  // the old ones are now worth 40 less
    table.store(6, entry(3));
    CHECK_FALSE(table.find(5));
    table.store(7, entry(2));
    CHECK_FALSE(table.find(2));
    CHECK(table.find(6));
}

TEST_CASE("a table that cannot be had says how large it was to be, and what to do") {
    const auto text = [](std::size_t bytes) { return std::string(NoRoomForTable(bytes).what()); };
    CHECK(text(std::size_t{64} << 20) ==
          "there is no memory for a table of 64M: ask for less with memory= or tt=");
    CHECK(text(std::size_t{1} << 40).find(" 1024G:") != std::string::npos);
    CHECK(text(1536 << 10).find(" 1536K:") != std::string::npos);
    if (kalah::test::kCanLimitMemory) CHECK_THROWS_AS(Table(std::size_t{1} << 60), NoRoomForTable);
}
