#include "players/analysis.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"
#include "support/random_boards.hpp"

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
        CHECK(found.score == for_south(in_seeds(report.score, settings.eval), board.to_move));
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
    StopToken always;
    always.request();
    for (const Asks asks : {Asks::engine, Asks::chain}) {
        PositionAnalysis analysis(
            Game({}, start_board({6, 4})), [&] { return settings; }, settings.eval,
            milliseconds(60'000), asks);
        CHECK(analysis.run(always) == PositionAnalysis::State::paused);
        const auto found = analysis.values();
        REQUIRE(found);
        CHECK(found->depth > 0);
        CHECK(found->moves.size() == 6);
    }
}

TEST_CASE("an analysis by a player lists the moves as that player does, stopped or not") {
    const Rules rules = parse_rules("multilap")->rules;
    const StopToken never;
    StopToken always;
    always.request();
    test::Random random(5120);
    for (const char* player : {"champion:depth=7,memory=1M", "mtdf:depth=6,eval=store,tt=1M"}) {
        const auto settings = settings_of(player);
        for (int i = 0; i < 20; ++i) {
            Game game(rules, start_board({6, 3}));
            for (int left = i % 10; left > 0 && !game.over(); --left)
                game.play(test::random_pit(random, game.board()));
            if (game.over()) continue;
            CAPTURE(to_text(game.board()));
            const auto expected = make_engine(settings).analyse(rules, game.board(), never);
            REQUIRE(expected.moves.front().pit == expected.pit);
            for (std::size_t at = 1; at + 1 < expected.moves.size(); ++at)
                if (expected.moves[at].score.value == expected.moves[at + 1].score.value)
                    CHECK(expected.moves[at].pit < expected.moves[at + 1].pit);
            for (const StopToken* stop : {&never, static_cast<const StopToken*>(&always)}) {
                PositionAnalysis analysis(
                    game, [&] { return settings; }, settings.eval, milliseconds(60'000),
                    Asks::engine);
                if (analysis.run(*stop) == PositionAnalysis::State::paused) analysis.run(never);
                const PositionValues found = *analysis.values();
                CHECK(found.best == expected.pit);
                REQUIRE(found.moves.size() == expected.moves.size());
                for (std::size_t at = 0; at < found.moves.size(); ++at) {
                    CHECK(found.moves[at].pit == expected.moves[at].pit);
                    CHECK(found.moves[at].value.score() ==
                          in_seeds(expected.moves[at].score, settings.eval));
                }
            }
        }
    }
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
    CHECK_FALSE(released.has_memory());
    const auto found = released.next(never);
    const auto expected = undisturbed.next(never);
    CHECK(found->score == expected->score);
    CHECK(found->line == expected->line);
}

TEST_CASE("a finished game is worth its result") {
    Game game({}, *parse_position("<2,1,2,0,1,3,0>"));
    game.play(1);
    REQUIRE(game.over());
    const ReviewedPosition found = reviewed(game, 1, {});
    CHECK(found.score == -3);
    CHECK(found.exact);
    const ReviewedPosition unknown = reviewed(game, 0, {});
    CHECK_FALSE(unknown.score);
    CHECK_FALSE(unknown.cost);
}

TEST_CASE("an analysis that is paused goes on deeper, and ends when its time is over") {
    const auto settings = settings_of("champion:memory=1M");
    PositionAnalysis analysis(
        Game({}, start_board({6, 6})), [&] { return settings; }, settings.eval, milliseconds(600),
        Asks::engine);
    CHECK_FALSE(analysis.has_memory());
    int last = 0;
    const auto deeper = [&](const PositionValues& values) {
        CHECK(values.depth > last);
        last = values.depth;
    };
    CHECK(analysis.run(Soon(milliseconds(30)), deeper) == PositionAnalysis::State::paused);
    CHECK(analysis.has_memory());
    const StopToken never;
    CHECK(analysis.run(never, deeper) == PositionAnalysis::State::finished);
    REQUIRE(analysis.values());
    CHECK(analysis.values()->depth == last);
    CHECK(analysis.values()->moves.size() == 6);
}

TEST_CASE("an analysis estimates first, then tells bounds, then the proof, and ends") {
    const auto settings = settings_of("champion:depth=4,memory=1M");
    const Board start = *parse_start("5x3");
    PositionAnalysis analysis(
        Game({}, start), [&] { return settings; }, settings.eval, milliseconds(600'000));
    std::vector<PositionValues> told;
    const StopToken never;
    CHECK(analysis.run(never, [&](const PositionValues& values) { told.push_back(values); }) ==
          PositionAnalysis::State::finished);
    const auto found = analysis.values();
    REQUIRE(found);
    CHECK(found->is_proved());
    CHECK(found->value.lower == 6);  // 5x3 is worth +6 (docs/results.md)
    CHECK(found->value.source == ValueSource::solver);
    CHECK(value_text(found->value) == "proved +6");
    REQUIRE(told.size() > 3);
    CHECK(told.front().value.kind() == ValueKind::estimate);
    CHECK_FALSE(told.front().value.lower);
    bool had_bounds = false;
    for (const PositionValues& values : told) {
        had_bounds =
            had_bounds || (!values.value.is_exact() && (values.value.lower || values.value.upper));
        CHECK(values.value.lower.value_or(-30) <= 6);
        CHECK(values.value.upper.value_or(30) >= 6);
        for (const MoveValue& move : values.moves)
            for (const MoveValue& last : found->moves)
                if (last.pit == move.pit) {
                    CHECK(move.value.lower.value_or(-30) <= *last.value.lower);
                    CHECK(move.value.upper.value_or(30) >= *last.value.lower);
                }
    }
    CHECK(had_bounds);
    // The best move's line is best play: the value stays.
    Game game({}, start);
    Solver solver = Solver::create({}, start, {nullptr, 1 << 20, 1}).take();
    for (const int pit : found->line) {
        const auto best = solver.solve(game.board(), [](const ProvedBounds&) { return true; });
        CHECK(for_south(best->proved.lower, game.board().to_move) == 6);
        game.play(pit);
    }
    CHECK(game.played().size() > 1);
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
