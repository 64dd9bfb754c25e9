#include "client/game_tracker.hpp"

#include <doctest/doctest.h>

#include <random>

#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::client;

namespace {

Question question(const Board& board, const std::string& game = "") {
    static kgp::Id next = 0;
    Question asked;
    asked.id = next += 2;
    asked.board = board;
    asked.game = game;
    return asked;
}

Question question(const char* board, const std::string& game = "") {
    return question(*parse_position(board), game);
}

}  // namespace

TEST_CASE("the opponent's moves show between two questions") {
    GameTracker games({});
    const auto first = question("<3,0,1,4,3,3,3,0,4>");
    const auto one = games.asked(first);
    CHECK(one.new_game);
    CHECK(one.clear);
    CHECK(one.number == 1);
    REQUIRE(one.since.size() == 1);
    CHECK(one.since[0].pit == 1);
    CHECK_FALSE(games.answered(first, 0));
    const auto two = games.asked(question("<3,1,2,1,4,4,0,1,5>"));
    CHECK_FALSE(two.new_game);
    CHECK(two.clear);
    CHECK_FALSE(two.chosen_for_us);
    REQUIRE(two.since.size() == 1);
    CHECK(two.since[0].mover == Side::north);
    CHECK(two.since[0].pit == 0);
}

TEST_CASE("a move that the server chose in our place is found, and named as such") {
    GameTracker games({});
    static_cast<void>(games.asked(question("<3,0,1,4,3,3,3,0,4>")));
    const auto context = games.asked(question("<3,1,2,1,4,4,0,1,5>"));  // after our 1
    CHECK(context.clear);
    CHECK(context.chosen_for_us);
    REQUIRE(context.since.size() == 2);
    CHECK(context.since[0].mover == Side::south);
    CHECK(context.since[0].pit == 0);
}

TEST_CASE("without a word from the server, a new start board counts a game as ended") {
    GameTracker games({});
    const auto first = question("<3,0,0,3,3,3,3,3,3>");
    CHECK(games.asked(first).since.empty());
    CHECK_FALSE(games.answered(first, 1));
    const auto next = games.asked(question("<3,0,1,4,3,3,3,0,4>"));
    CHECK(next.new_game);
    CHECK(next.number == 2);
    REQUIRE(next.ended);
    CHECK(next.ended->number == 1);
    CHECK_FALSE(next.ended->points);
    CHECK(games.tally().unknown == 1);
}

TEST_CASE("an end that our own move brings is predicted, and counted once") {
    const auto last = question("<3,9,4,0,0,1,0,2,2>");
    SUBCASE("no word from the server") {
        GameTracker games({});
        static_cast<void>(games.asked(last));
        CHECK(games.answered(last, 2));
        const auto outcome = games.settle();
        REQUIRE(outcome);
        REQUIRE(outcome->points);
        CHECK(outcome->points->own == 10);
        CHECK(outcome->points->opponent == 8);
        CHECK_FALSE(games.settle());
        CHECK_FALSE(games.asked(question("<3,0,0,3,3,3,3,3,3>")).ended);
        CHECK(games.tally().wins == 1);
        CHECK(games.tally().games() == 1);
    }
    SUBCASE("the server tells") {
        GameTracker games({});
        static_cast<void>(games.asked(last));
        CHECK(games.answered(last, 2));
        const auto outcome = games.told({"", "Bob", 10, 8, "finished"});
        REQUIRE(outcome);
        CHECK(outcome->reason == "finished");
        CHECK_FALSE(games.settle());
        CHECK(games.tally().games() == 1);
    }
    SUBCASE("the server tells when it was counted already") {
        GameTracker games({});
        static_cast<void>(games.asked(last));
        CHECK(games.answered(last, 2));
        CHECK(games.settle());
        CHECK_FALSE(games.told({"", "Bob", 10, 8, "finished"}));
        CHECK(games.tally().games() == 1);
    }
    SUBCASE("the next game begins at once") {
        GameTracker games({});
        static_cast<void>(games.asked(last));
        CHECK(games.answered(last, 2));
        const auto context = games.asked(question("<3,0,0,3,3,3,3,3,3>"));
        REQUIRE(context.ended);
        CHECK(context.ended->points->own == 10);
        CHECK_FALSE(games.settle());
        CHECK(games.tally().wins == 1);
    }
}

TEST_CASE("an answer that cannot be played predicts nothing, and the server's word counts") {
    GameTracker games({});
    const auto asked = question("<3,0,1,4,3,3,3,0,4>", "7");
    static_cast<void>(games.asked(asked));
    CHECK_FALSE(games.answered(asked, 3));
    CHECK_FALSE(games.settle());
    const auto outcome = games.told({"7", "Bob", 0, 18, "illegal"});
    REQUIRE(outcome);
    CHECK(outcome->reason == "illegal");
    CHECK(games.tally().losses == 1);
}

TEST_CASE("a game that ends before its first question is counted all the same") {
    GameTracker games({});
    const auto outcome = games.told({"9", "Bob", 48, 0, "gone"});
    REQUIRE(outcome);
    CHECK(outcome->number == 1);
    CHECK(outcome->opponent == "Bob");
    CHECK(games.tally().wins == 1);
}

TEST_CASE("games with names are kept apart, several at one time") {
    GameTracker games({});
    const auto a = question("<3,0,0,3,3,3,3,3,3>", "a");
    const auto b = question("<3,0,0,3,3,3,3,3,3>", "b");
    CHECK(games.asked(a).number == 1);
    CHECK(games.asked(b).number == 2);
    CHECK_FALSE(games.answered(b, 1));
    CHECK_FALSE(games.answered(a, 2));
    // After 3 and the opponent's 2; after 2 and the opponent's 1.
    Board after_a = a.board;
    apply({}, after_a, 2);
    apply({}, after_a, 1);
    Board after_b = b.board;
    apply({}, after_b, 1);
    apply({}, after_b, 0);
    REQUIRE(after_a.to_move == Side::south);
    REQUIRE(after_b.to_move == Side::south);
    CHECK(games.asked(question(after_a, "a")).number == 1);
    CHECK(games.asked(question(after_b, "b")).number == 2);
    CHECK(games.told({"b", "", 3, 9, "gone"})->number == 2);
    CHECK(games.told({"a", "", 9, 3, "gone"})->number == 1);
    CHECK(games.tally().wins == 1);
    CHECK(games.tally().losses == 1);
    CHECK(games.cut_off() == 0);
}

TEST_CASE("a game with a name is the same one, also when its moves cannot be explained") {
    GameTracker games({});
    const auto first = question("<3,0,0,3,3,3,3,3,3>", "a");
    static_cast<void>(games.asked(first));
    CHECK_FALSE(games.answered(first, 1));
    const auto context = games.asked(question("<3,5,5,1,1,1,1,2,2>", "a"));
    CHECK(context.number == 1);
    CHECK_FALSE(context.new_game);
    CHECK_FALSE(context.clear);
    CHECK_FALSE(context.ended);
}

TEST_CASE("whole games by a silent server are followed move by move") {
    std::mt19937 random(3);
    GameTracker games({});
    int ended = 0;
    int unclear = 0;
    for (int game = 1; game <= 50; ++game) {
        Board board = start_board({6, 4});
        if (game % 2 == 0) board.to_move = Side::north;
        bool over = false;
        bool asked_once = false;
        while (!over) {
            const PitSet pits = legal_moves(board);
            auto pit = pits.begin();
            for (auto skip = random() % static_cast<unsigned>(pits.size()); skip > 0; --skip) ++pit;
            if (board.to_move == Side::south && pits.size() > 1) {
                const auto now = question(board);
                const auto context = games.asked(now);
                CHECK(context.number == game);
                CHECK(context.new_game == !asked_once);
                if (!context.clear) ++unclear;
                asked_once = true;
                if (context.ended) ++ended;
                games.answered(now, *pit);
                over = apply({}, board, *pit).over;
                if (over && games.settle()) ++ended;
            } else {
                over = apply({}, board, *pit).over;
            }
        }
    }
    CHECK(unclear == 0);
    CHECK(ended >= 49);
    CHECK(games.tally().games() == ended);
}
