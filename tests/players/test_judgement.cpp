#include "players/judgement.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "kalah/endgame_database.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "players/spec.hpp"
#include "support/oracle.hpp"
#include "support/random_boards.hpp"

using namespace kalah;
using namespace kalah::players;
using std::chrono::milliseconds;

namespace {

JudgeSettings by_nodes(std::uint64_t solver, std::shared_ptr<const EndgameDatabase> database = {}) {
    EngineOptions settings = parse_player("champion:nodes=2000,memory=1M")->settings;
    settings.database = std::move(database);
    return {[settings](const Game&) { return settings; },
            settings.eval,
            {milliseconds(600'000), solver}};
}

std::vector<JudgedMove> judge_all(const GameRecord& record, const JudgeSettings& settings) {
    const StopToken never;
    return judge(record, {true, true}, settings, never);
}

/// Checks that what is called exact is what minimax says.
void check_moves(test::Oracle& oracle, const std::vector<JudgedMove>& moves) {
    for (const JudgedMove& move : moves) {
        if (!move.is_judged()) continue;
        CAPTURE(to_text(move.board));
        CAPTURE(name(move.source));
        CHECK(move.cost >= 0);
        REQUIRE(move.line.size() >= 1);
        CHECK(move.line.front() == move.best);
        if (!move.exact) continue;
        const int best = oracle.value(move.board);
        const int played = oracle.move_value(move.board, move.pit);
        CHECK(move.score == best);
        CHECK(move.cost == best - played);
        CHECK(oracle.move_value(move.board, move.best) == best);
        CHECK(move.grade == grade_of(best, played, true));
        CHECK((move.cost > 0 || move.best == move.pit));
    }
}

/// Every move of the line is best play of its mover.
void check_line(test::Oracle& oracle, const Rules& rules, const JudgedMove& move) {
    Board board = move.board;
    bool over = false;
    for (const int pit : move.line) {
        REQUIRE_FALSE(over);
        CHECK(oracle.move_value(board, pit) == oracle.value(board));
        over = apply(rules, board, pit).over;
    }
}

}  // namespace

TEST_CASE("a move's word follows from the seeds it costs, and from the result it gives away") {
    CHECK(grade_of(10, 10, true) == Grade::best);
    CHECK(grade_of(10, 9, true) == Grade::good);
    CHECK(grade_of(10, 8, true) == Grade::good);
    CHECK(grade_of(10, 7, true) == Grade::inaccuracy);
    CHECK(grade_of(10, 6, true) == Grade::inaccuracy);
    CHECK(grade_of(10, 2, true) == Grade::mistake);
    CHECK(grade_of(12, 2, true) == Grade::blunder);
    CHECK(grade_of(2, 0, true) == Grade::mistake);
    CHECK(grade_of(0, -2, true) == Grade::mistake);
    CHECK(grade_of(2, -2, true) == Grade::blunder);
    CHECK(grade_of(-2, -4, true) == Grade::good);
    // Estimates around 0 decide no result, and less than half a seed is nothing.
    CHECK(grade_of(0.4, -0.05, false) == Grade::best);
    CHECK(grade_of(0.4, -0.4, false) == Grade::good);
    CHECK(grade_of(1, -1.5, false) == Grade::inaccuracy);
    CHECK(result_change(2, 0) == "a win becomes a draw");
    CHECK(result_change(2, -2) == "a win becomes a loss");
    CHECK(result_change(0, -2) == "a draw becomes a loss");
    CHECK(result_change(4, 2).empty());
    CHECK(accuracy_of(0) == 100);
    CHECK(accuracy_of(4) == 50);
    CHECK(accuracy_of(8) == 25);
}

TEST_CASE("every cost is the difference of exact values by minimax, under all rules") {
    test::Random random(7);
    for (const Rules& rules : test::all_rules()) {
        CAPTURE(to_text(rules));
        test::Oracle oracle(rules);
        const GameRecord record{test::random_game(random, rules, start_board({3, 2}))};
        const auto moves = judge_all(record, by_nodes(10'000'000));
        REQUIRE(moves.size() == record.game.played().size());
        check_moves(oracle, moves);
        for (const JudgedMove& move : moves)
            if (move.is_judged()) {
                CHECK(move.exact);
                CHECK(move.source == ValueSource::solver);
                check_line(oracle, rules, move);
            } else {
                CHECK(move.skipped == Skipped::only_move);
                CHECK(legal_moves(move.board).size() == 1);
            }
    }
}

TEST_CASE("values come from the database, then from the solver, else they are estimates") {
    test::Random random(11);
    const auto database = *EndgameDatabase::build({}, 3, 5, 1);
    test::Oracle oracle({});
    std::array<int, 6> seen = {};
    for (int i = 0; i < 6; ++i) {
        const GameRecord record{test::random_game(random, {}, start_board({3, 2}))};
        const auto moves = judge_all(record, by_nodes(20, database));
        check_moves(oracle, moves);
        for (const JudgedMove& move : moves) {
            if (!move.is_judged()) continue;
            ++seen[static_cast<std::size_t>(move.source)];
            if (database->covers(seeds_in_pits(move.board)))
                CHECK((move.source == ValueSource::database && move.exact));
            if (move.source == ValueSource::solver) CHECK(move.exact);
        }
    }
    for (const ValueSource source :
         {ValueSource::database, ValueSource::solver, ValueSource::search})
        CHECK(seen[static_cast<std::size_t>(source)] > 0);
}

TEST_CASE("moves that nobody chose are not judged") {
    test::Oracle oracle({});
    const Board start = start_board({3, 2});
    int worst = 0;
    for (const int pit : legal_moves(start))
        if (oracle.move_value(start, pit) < oracle.move_value(start, worst)) worst = pit;
    REQUIRE(oracle.value(start) > oracle.move_value(start, worst));
    GameRecord record{Game({}, start)};
    record.play(worst, {0, "", MoveSource::forced});
    test::Random random(3);
    int count = 0;
    while (!record.game.over()) {
        MoveNote note;
        note.source = ++count == 2 ? MoveSource::referee : MoveSource::player;
        record.play(test::random_pit(random, record.game.board()), note);
    }
    const auto moves = judge_all(record, by_nodes(10'000'000));
    REQUIRE(moves.size() > 3);
    CHECK(moves[0].skipped == Skipped::opening);
    CHECK(moves[2].skipped == Skipped::referee);
    Accuracy accuracy;
    for (const JudgedMove& move : moves) accuracy.add(move);
    CHECK(accuracy.moves == std::count_if(moves.begin(), moves.end(),
                                          [](const JudgedMove& move) { return move.is_judged(); }));
    // The same move, chosen by the player, is blamed.
    record.notes.front().source = MoveSource::player;
    const auto blamed = judge_all(record, by_nodes(10'000'000));
    REQUIRE(blamed[0].is_judged());
    CHECK(blamed[0].cost == oracle.value(start) - oracle.move_value(start, worst));
    for (std::size_t i = 1; i < moves.size(); ++i) {
        CHECK(blamed[i].cost == moves[i].cost);
        CHECK(blamed[i].skipped == moves[i].skipped);
    }
}

TEST_CASE("a game that was never played has an opening and nothing to judge") {
    GameRecord record{Game({}, start_board({3, 2}))};
    REQUIRE(record.game.play_text("1 2"));
    record.lose(Side::north, Ending::gone, FaultKind::withdrawn, "");
    for (const JudgedMove& move : judge_all(record, by_nodes(1000)))
        CHECK(move.skipped == Skipped::opening);
}

TEST_CASE("one side's review is the same as its part of the whole") {
    test::Random random(5);
    const GameRecord record{test::random_game(random, {}, start_board({4, 3}))};
    const StopToken never;
    const auto north = judge(record, {false, true}, by_nodes(10'000'000), never);
    std::size_t next = 0;
    for (const JudgedMove& move : judge_all(record, by_nodes(10'000'000))) {
        if (move.mover() != Side::north) continue;
        REQUIRE(next < north.size());
        CHECK(north[next].ply == move.ply);
        CHECK(north[next].cost == move.cost);
        CHECK(north[next++].grade == move.grade);
    }
    CHECK(next == north.size());
}

TEST_CASE("by nodes, a game gets the same review again") {
    test::Random random(9);
    const GameRecord record{test::random_game(random, {}, start_board({6, 4}))};
    const auto first = judge_all(record, by_nodes(20'000));
    const auto again = judge_all(record, by_nodes(20'000));
    REQUIRE(first.size() == again.size());
    int estimates = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(first[i].score == again[i].score);
        CHECK(first[i].cost == again[i].cost);
        CHECK(first[i].line == again[i].line);
        CHECK(first[i].exact == again[i].exact);
        estimates += first[i].is_judged() && !first[i].exact ? 1 : 0;
    }
    CHECK(estimates > 0);
}

TEST_CASE("a review that is stopped knows nothing of the earlier moves") {
    GameRecord record{Game({}, start_board({6, 4}))};
    REQUIRE(record.game.play_text("3-6 2-1 4"));
    StopToken stop;
    stop.request();
    for (const JudgedMove& move : judge(record, {true, true}, by_nodes(1000), stop))
        CHECK(move.skipped == Skipped::unknown);
}

TEST_CASE("games with more seeds than the solver takes are judged by the engine") {
    GameRecord record{Game({}, start_board({6, 12}))};
    REQUIRE(record.game.play_text("1"));
    const auto moves = judge_all(record, by_nodes(1000));
    REQUIRE(moves.size() == 1);
    CHECK(moves[0].source == ValueSource::search);
    CHECK_FALSE(moves[0].exact);
}

TEST_CASE("accuracy is the mean over the moves judged") {
    Accuracy accuracy;
    CHECK_FALSE(accuracy.percent());
    JudgedMove move;
    accuracy.add(move);
    move.cost = 4;
    move.exact = true;
    move.grade = Grade::inaccuracy;
    accuracy.add(move);
    move.skipped = Skipped::opening;
    accuracy.add(move);
    CHECK(accuracy.moves == 2);
    CHECK(accuracy.exact == 1);
    CHECK(accuracy.cost == 4);
    CHECK(accuracy.percent() == 75);
    CHECK(accuracy.count(Grade::inaccuracy) == 1);
}

TEST_CASE("worst moves are those that cost something, by their word, then by their cost") {
    const auto move = [](std::size_t ply, Grade grade, double cost, Skipped skipped = Skipped::no) {
        JudgedMove judged;
        judged.ply = ply;
        judged.grade = grade;
        judged.cost = cost;
        judged.skipped = skipped;
        return judged;
    };
    const std::vector<JudgedMove> moves{move(0, Grade::blunder, 30, Skipped::opening),
                                        move(1, Grade::good, 2),
                                        move(2, Grade::best, 0),
                                        move(3, Grade::mistake, 5),
                                        move(4, Grade::blunder, 2),
                                        move(5, Grade::mistake, 6),
                                        move(6, Grade::mistake, 5)};
    const auto plies = [&](std::size_t most) {
        std::vector<std::size_t> found;
        for (const JudgedMove& worst : worst_moves(moves, most)) found.push_back(worst.ply);
        return found;
    };
    CHECK(plies(9) == std::vector<std::size_t>{4, 5, 3, 6, 1});
    CHECK(plies(2) == std::vector<std::size_t>{4, 5});
}
