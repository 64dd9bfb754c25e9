#include "search/transposition_table.hpp"

#include <algorithm>
#include <fstream>

#include <doctest/doctest.h>

#include <string>

#include "players/make_engine.hpp"
#include "support/process.hpp"

using namespace kalah::search;

TEST_CASE("the table returns what was stored, whole") {
    const auto owner = TranspositionTable::create(1 << 16);
    TranspositionTable& table = *owner;
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
    const auto owner = TranspositionTable::create(64);
    TranspositionTable& table = *owner;  // one line of four
    const auto entry = [](int depth) {
        return Entry{0, static_cast<std::uint8_t>(depth), Bound::exact, 0, false};
    };
    for (int depth = 1; depth <= 4; ++depth)
        table.store(static_cast<std::uint64_t>(depth), entry(10 * depth));
    table.store(5, entry(15));
    CHECK_FALSE(table.find(1));
    for (const std::uint64_t key : {2, 3, 4, 5}) CHECK(table.find(key));
    for (int i = 0; i < 5; ++i) table.new_search();  // lowers the worth of old entries by 40
    table.store(6, entry(3));
    CHECK_FALSE(table.find(5));
    table.store(7, entry(2));
    CHECK_FALSE(table.find(2));
    CHECK(table.find(6));
}

TEST_CASE("memory for tables is zero to its last byte, aligned, and given back") {
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const auto mapped_bytes = [] {
        long long pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        return pages * 4096;
    };
    const long long before = mapped_bytes();
    for (int round = 0; round < 20; ++round) {
        for (const std::size_t size :
             {std::size_t{1}, kHugePage - 1, kHugePage, 2 * kHugePage + 1}) {
            kalah::ZeroedMemory memory(size);
            CHECK(memory.size() == size);
            CHECK(reinterpret_cast<std::uintptr_t>(memory.data()) % 64 == 0);
            CHECK(std::count(memory.data(), memory.data() + size, 0) ==
                  static_cast<std::ptrdiff_t>(size));
            std::fill_n(memory.data(), size, 'x');
            const kalah::ZeroedMemory moved = std::move(memory);
            CHECK(moved.data()[size - 1] == 'x');
        }
    }
    CHECK(mapped_bytes() - before < static_cast<long long>(10 * kHugePage));
}

TEST_CASE("a table that does not fit is an error with its size, not an exception") {
    if (!kalah::test::kCanLimitMemory) return;
    CHECK(TranspositionTable::create(std::size_t{1} << 60) == nullptr);
    kalah::EngineOptions options;
    options.table_bytes = std::size_t{1} << 60;
    const auto engine = kalah::Engine::create(options);
    REQUIRE_FALSE(engine);
    CHECK(engine.error().code == "no_memory");
    CHECK(engine.error().args ==
          kalah::Error::Args{{"bytes", std::to_string(options.table_bytes)}});
}

TEST_CASE("the exception of players names the size as specifications write it") {
    const auto text = [](std::size_t bytes) {
        return std::string(kalah::players::NoRoomForTable(bytes).what());
    };
    CHECK(text(std::size_t{64} << 20).find(" 64M:") != std::string::npos);
    CHECK(text(std::size_t{1} << 40).find(" 1024G:") != std::string::npos);
    CHECK(text(1536 << 10).find(" 1536K:") != std::string::npos);
}
