#include "players/analysis.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"

using namespace kalah;
using namespace kalah::players;
using std::chrono::milliseconds;

namespace {

EngineOptions settings_of(const char* spec) {
    return parse_player(spec)->settings;
}

/// A stop token that stops a search by itself after `time`.
struct Soon : StopToken {
    explicit Soon(milliseconds time) { set_deadline(Clock::now() + time); }
};

}  // namespace

TEST_CASE("a review says what every move has cost, the last position first") {
    // Pit 3 costs seeds: the capture is worth more.
    Game game({}, *parse_position("<3,0,0,1,0,1,5,0,1>"));
    game.play(2);
    game.play(0);
    const auto settings = settings_of("champion:depth=30");
    GameReview review(game, [&] { return settings; }, settings.eval, {milliseconds(10'000)});
    const StopToken never;
    for (std::size_t ply = 3; ply-- > 0;) {
        REQUIRE_FALSE(review.is_done());
        const ReviewedPosition found = *review.next(never);
        CHECK(found.ply == ply);
        const Board& board = game.board_after(ply);
        if (ply == 2 && game.over()) {
            CHECK(found.exact);
            CHECK_FALSE(found.best);
            CHECK_FALSE(found.cost);
            continue;
        }
        const auto report = players::make_engine(settings).analyse({}, board, never);
        CHECK(found.score == for_south(report.score, settings.eval, board.to_move));
        CHECK(found.exact == report.score.exact);
        // The move played, if none is better.
        CHECK(found.best == (found.cost == 0 ? game.played()[ply].pit : report.pit));
        if (ply == 2) {
            CHECK_FALSE(found.cost);
            continue;
        }
        for (const auto& move : report.moves)
            if (move.pit == game.played()[ply].pit)
                CHECK(found.cost == report.score.points() - move.score.points());
    }
    CHECK(review.is_done());
}

TEST_CASE("a review that is stopped all the time judges as one that is not") {
    Game game({}, start_board({6, 4}));
    REQUIRE(game.play_text("3-6 2-1 4"));
    const StopToken never;
    StopToken always;
    always.request();
    struct Case {
        const char* player;
        std::uint64_t solver_nodes;
    };
    for (const auto& [player, solver_nodes] :
         {Case{"champion:nodes=500000,memory=16M", 0}, Case{"alphabeta:depth=4", 0},
          Case{"champion:nodes=20000,memory=1M", 150'000}}) {
        const auto settings = settings_of(player);
        const ReviewLimits limits{milliseconds(600'000), solver_nodes};
        const auto review_of = [&] {
            return GameReview(
                game, [&] { return settings; }, settings.eval, limits);
        };
        GameReview undisturbed = review_of();
        GameReview stopped = review_of();
        int stops = 0;
        while (!undisturbed.is_done()) {
            const ReviewedPosition expected = *undisturbed.next(never);
            auto found = stopped.next(always);
            for (; !found && stops < 1000; ++stops)
                found = settings.table_bytes > 0 ? stopped.next(always) : stopped.next(never);
            REQUIRE(found);
            CHECK(found->ply == expected.ply);
            CHECK(found->score == expected.score);
            CHECK(found->line == expected.line);
            CHECK(found->cost == expected.cost);
        }
        CHECK(stops >= 6);
    }
}

TEST_CASE("an analysis has a depth after its first slice, however short that was") {
    const auto settings = settings_of("champion:memory=16M");
    PositionAnalysis analysis(
        Game({}, start_board({6, 4})), [&] { return settings; }, milliseconds(60'000));
    StopToken always;
    always.request();
    CHECK(analysis.run(always) == PositionAnalysis::State::paused);
    REQUIRE(analysis.deepest());
    CHECK(analysis.deepest()->moves.size() == 6);
}

TEST_CASE("a position of a review is searched anew if its engine was released") {
    Game game({}, start_board({6, 4}));
    const auto settings = settings_of("champion:nodes=500000,memory=16M");
    const auto prepare = [&] { return settings; };
    const StopToken never;
    StopToken always;
    always.request();
    GameReview undisturbed(game, prepare, settings.eval, {milliseconds(600'000)});
    GameReview released(game, prepare, settings.eval, {milliseconds(600'000)});
    for (int slice = 0; slice < 3; ++slice) REQUIRE_FALSE(released.next(always));
    released.release();
    CHECK_FALSE(released.has_engine());
    const auto found = released.next(never);
    const auto expected = undisturbed.next(never);
    CHECK(found->score == expected->score);
    CHECK(found->line == expected->line);
}

TEST_CASE("a finished game is worth its result") {
    Game game({}, *parse_position("<2,1,2,0,1,3,0>"));
    game.play(1);
    REQUIRE(game.over());
    const ReviewedPosition found = reviewed(game, 1, {}, EvalId::store);
    CHECK(found.score == -3);
    CHECK(found.exact);
    const ReviewedPosition unknown = reviewed(game, 0, {}, EvalId::store);
    CHECK_FALSE(unknown.score);
    CHECK_FALSE(unknown.cost);
}

TEST_CASE("an analysis that is paused goes on deeper, and ends when its time is over") {
    const auto settings = settings_of("champion:memory=1M");
    PositionAnalysis analysis(
        Game({}, start_board({6, 6})), [&] { return settings; }, milliseconds(600));
    CHECK_FALSE(analysis.has_engine());
    int last = 0;
    const auto deeper = [&](const SearchReport& report) {
        CHECK(report.depth > last);
        last = report.depth;
    };
    CHECK(analysis.run(Soon(milliseconds(30)), deeper) == PositionAnalysis::State::paused);
    CHECK(analysis.has_engine());
    const StopToken never;
    CHECK(analysis.run(never, deeper) == PositionAnalysis::State::finished);
    REQUIRE(analysis.deepest());
    CHECK(analysis.deepest()->depth == last);
    CHECK(analysis.deepest()->moves.size() == 6);
}

TEST_CASE("an engine that was released is made again") {
    int made = 0;
    const auto settings = settings_of("alphabeta:depth=3");
    Game game({}, start_board({3, 2}));
    game.play(0);
    GameReview review(game,
                      [&] {
                          ++made;
                          return settings;
                      },
                      settings.eval, {milliseconds(1000)});
    const StopToken never;
    CHECK(review.next(never)->best);
    review.release();
    CHECK(review.next(never)->best);
    CHECK(review.is_done());
    CHECK(made == 2);
}
