#include "app/record_keeper.hpp"

#include <doctest/doctest.h>

#include "support/keeper.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::TestRecords;

TEST_CASE("a game that cannot be written is logged whole, and stops no other") {
    TestRecords records;
    const auto doomed = records.begin(1);
    const auto sound = records.begin(2);
    records.other.exec("DELETE FROM games WHERE id = " + std::to_string(doomed));
    records.keeper->end(doomed, TestRecords::stopped());
    records.keeper->end(sound, TestRecords::stopped());
    CHECK(records.begin(3) > 0);
    const std::string lost = records.answers.line("game lost");
    CHECK(lost.find("is not running") != std::string::npos);
    CHECK(lost.find("Ann") != std::string::npos);
    CHECK(lost.find("a \\\"good\\\" one") != std::string::npos);
    records.keeper.reset();
    CHECK(records.store->load(sound)->record.ending == Ending::stopped);
}

TEST_CASE("a game begins when it stands in the store, however long that takes") {
    TestRecords records;
    const auto running = records.begin(1);
    records.other.exec("BEGIN IMMEDIATE");
    records.keeper->end(running, TestRecords::stopped());
    records.keeper->begin(TestRecords::new_bout(2));
    CHECK(records.answers.line("games wait for the store to begin") != "");
    records.other.exec("COMMIT");
    const auto number = records.answers.number_of(2);
    REQUIRE(number);
    CHECK(records.store->load(*number)->record.ending == Ending::running);
    records.keeper.reset();
    CHECK(records.store->load(running)->record.ending == Ending::stopped);
}

TEST_CASE("at the end a keeper gives up on a blocked store, and logs what is lost") {
    TestRecords records({10ms, 1000ms, 0ms});
    const auto running = records.begin(1);
    records.other.exec("BEGIN IMMEDIATE");
    records.keeper->end(running, TestRecords::stopped());
    records.keeper->keep(TestRecords::opinion(1), std::nullopt);
    records.keeper->forget("token");
    records.keeper.reset();
    CHECK(records.answers.line("game lost").find("a \\\"good\\\" one") != std::string::npos);
    CHECK(records.answers.line("opinions lost") != "");
    CHECK(records.answers.line("tokens not forgotten") != "");
    records.other.exec("COMMIT");
    CHECK(records.store->list({})->size() == 1);
}

TEST_CASE("a player whom another program has forgotten is made anew") {
    TestRecords records;
    records.begin(1, "token");
    records.other.exec("PRAGMA foreign_keys = ON; DELETE FROM identities");
    records.keeper->begin(TestRecords::new_bout(2, "token"));
    records.keeper->begin(TestRecords::new_bout(3));
    CHECK(records.answers.number_of(2));
    CHECK(records.answers.number_of(3));
    records.other.exec("DELETE FROM identities");
    records.keeper->keep(TestRecords::opinion(1, "token"), std::nullopt);
    records.keeper.reset();
    REQUIRE(records.store->evals(9)->size() == 1);
    CHECK(records.store->evals(9)->front().identity);
}

TEST_CASE("strangers who forget many tokens hold up no game, and too many are counted") {
    TestRecords records({10ms, 1000ms, 0ms});
    for (int i = 0; i < 100'000; ++i) records.keeper->forget("token " + std::to_string(i));
    CHECK(records.keeper->has_room());
    CHECK(records.begin(1) > 0);
    CHECK(records.answers.line("tokens not forgotten: too many") != "");
}

TEST_CASE("opinions beyond the limit are counted in the log") {
    TestRecords records;
    records.other.exec("BEGIN IMMEDIATE");
    for (int i = 0; i < 20'000; ++i) records.keeper->keep(TestRecords::opinion(1), std::nullopt);
    CHECK(records.answers.line("opinions not kept: too many") != "");
    records.other.exec("COMMIT");
    records.keeper.reset();
    const std::size_t kept = records.store->evals(99'999)->size();
    CHECK(kept >= 5'000);
    CHECK(kept < 20'000);
}

TEST_CASE("who comes again with a token that waits to be forgotten is a new player") {
    TestRecords records({10ms, 10ms, 10'000ms});
    const auto old_game = records.begin(1, "token");
    const int old_player = records.other.execAndGet("SELECT id FROM identities").getInt();
    records.other.exec("BEGIN IMMEDIATE");
    records.keeper->begin(TestRecords::new_bout(2, "token"));
    CHECK(records.answers.line("games wait for the store to begin") != "");
    records.keeper->begin(TestRecords::new_bout(3, "token"));
    records.keeper->forget("token");
    records.keeper->begin(TestRecords::new_bout(4, "token"));
    // What was being tried has failed, and all of it together has been tried since.
    CHECK(records.answers.has_lines(records.answers.lines() + 3));
    records.other.exec("COMMIT");
    const auto second = records.answers.number_of(2);
    const auto third = records.answers.number_of(3);
    const auto new_game = records.answers.number_of(4);
    REQUIRE((second && third && new_game));
    records.keeper.reset();
    for (const auto number : {old_game, *second, *third})
        CHECK(records.store->load(number)->record.names[0] == store::kForgotten);
    CHECK(records.store->load(*new_game)->record.names[0] == "Ann");
    CHECK(records.other.execAndGet("SELECT count(*) FROM identities").getInt() == 1);
    CHECK(records.other.execAndGet("SELECT id FROM identities").getInt() != old_player);
}

TEST_CASE("a forgotten player's answers that wait are kept without his name") {
    TestRecords records;
    records.other.exec("BEGIN IMMEDIATE");
    records.keeper->begin(TestRecords::new_bout(1));
    CHECK(records.answers.line("games wait for the store to begin") != "");
    records.keeper->keep(TestRecords::opinion(1, "token"), std::nullopt);
    records.keeper->forget("token");
    records.other.exec("COMMIT");
    records.keeper.reset();
    REQUIRE(records.store->evals(9)->size() == 1);
    CHECK(records.store->evals(9)->front().name == store::kForgotten);
    CHECK(records.other.execAndGet("SELECT count(*) FROM identities").getInt() == 0);
}
