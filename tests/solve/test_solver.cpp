// The solver against published values, against plain negamax, and against itself with other
// databases, tables and threads.
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

#include "endgame/reference_value.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "kalah/solver.hpp"
#include "solve/plan.hpp"
#include "support/oracle.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/tsv.hpp"

using namespace kalah;

namespace {

constexpr std::size_t kSmallTable = 1 << 20;

bool go_on(const ProvedBounds&) {
    return true;
}

std::shared_ptr<const EndgameDatabase> small_database(const Rules& rules, int pits, int seeds) {
    if (seeds < 0 || !endgame::has_databases(rules)) return nullptr;
    return *EndgameDatabase::build(rules, pits, seeds, 1);
}

std::optional<int> solved_value(Solver& solver, const Board& board) {
    const auto outcome = solver.solve(board, go_on);
    if (!outcome || !outcome->solved) return std::nullopt;
    return outcome->proved.lower;
}

/// Replays a line. Returns the final store difference for the first mover if the line is legal and
/// ends the game.
std::optional<int> replayed(const Rules& rules, Board board, const std::vector<int>& line) {
    const Side me = board.to_move;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (board.at(board.to_move, line[i]) == 0) return std::nullopt;
        const bool over = apply(rules, board, line[i]).over;
        if (over != (i + 1 == line.size())) return std::nullopt;
    }
    return board.store(me) - board.store(opponent(me));
}

}  // namespace

TEST_CASE("the solver finds the published values, and a line that gives them") {
    const int most = test::scaled(24, 50);
    int solved = 0;
    auto rows = test::read_table("solved.tsv");
    for (auto& row : test::read_table("solved-large.tsv")) rows.push_back(std::move(row));
    for (const auto& row : rows) {
        const Rules rules = parse_rules(row.at("rules"))->rules;
        const Board board = *parse_start(row.at("start"));
        if (seeds_in_pits(board) > most) continue;
        CAPTURE(row.at("start"));
        CAPTURE(row.at("rules"));
        const solve::Plan plan = solve::plan_for(rules, board, std::uint64_t{4} << 30, 2);
        Solver solver = Solver::create(rules, board,
                                       {small_database(rules, board.width, plan.database_seeds),
                                        plan.table_bytes, 2})
                            .take();
        const int expected = std::stoi(row.at("value"));
        CHECK(solved_value(solver, board) == expected);
        const auto line = solver.best_line(board, expected, go_on);
        REQUIRE(line);
        CHECK(replayed(rules, board, *line) == expected);
        ++solved;
    }
    CHECK(solved > 30);
}

TEST_CASE("callbacks may be empty") {
    const auto database = EndgameDatabase::build({}, 4, 6, 1, {});
    REQUIRE(database);
    const Board board = *parse_start("4x3");
    Solver solver = Solver::create({}, board, {*database, kSmallTable, 1}).take();
    const auto value = solver.solve(board, {});
    REQUIRE(value->solved);
    CHECK(solver.solve_moves(board, {})->lower == value->proved.lower);
    CHECK(replayed({}, board, *solver.best_line(board, value->proved.lower, {})) ==
          value->proved.lower);
    CHECK(solver.turn_values(board, {})->size() > 4);
}

TEST_CASE("the solver finds the values of every first turn") {
    for (const auto& row : test::read_table("first-moves.tsv")) {
        const Rules rules = parse_rules(row.at("rules"))->rules;
        const Board board = *parse_start(row.at("start"));
        if (seeds_in_pits(board) > test::scaled(24, 48)) continue;
        CAPTURE(row.at("start"));
        const solve::Plan plan = solve::plan_for(rules, board, std::uint64_t{4} << 30, 2);
        Solver solver =
            Solver::create(rules, board,
                           {small_database(rules, 6, plan.database_seeds), plan.table_bytes, 2})
                .take();
        const auto turns = solver.turn_values(board, go_on);
        REQUIRE(turns);
        std::string text;
        for (const auto& turn : *turns) {
            if (!text.empty()) text += ' ';
            for (std::size_t i = 0; i < turn.pits.size(); ++i)
                text += (i == 0 ? "" : "-") + std::to_string(turn.pits[i] + 1);
            text += (turn.value < 0 ? ":" : ":+") + std::to_string(turn.value);
        }
        CHECK(text == row.at("values"));
    }
}

TEST_CASE("every rule set is solved as plain negamax solves it") {
    test::Random random(20261);
    for (const Rules& rules : test::all_rules()) {
        CAPTURE(to_text(rules));
        test::Oracle oracle(rules);
        for (int i = 0; i < test::scaled(6, 60); ++i) {
            const int width = i % 3 == 0 ? 6 : test::pick(random, 1, 5);
            const Board board = test::random_board(random, width, 9);
            CAPTURE(to_text(board));
            const int expected = oracle.value(board);
            for (const int seeds : {-1, 3}) {
                const int threads = seeds < 0 ? 2 : 1;
                Solver solver = Solver::create(rules, board,
                                               {small_database(rules, width, seeds), 4096, threads})
                                    .take();
                CHECK(solved_value(solver, board) == expected);
                const auto line = solver.best_line(board, expected, go_on);
                REQUIRE(line);
                CHECK(replayed(rules, board, *line) == expected);
            }
        }
    }
}

TEST_CASE("avalanche comes out as another program computed it") {
    const Rules rules = parse_rules("avalanche")->rules;
    const auto solved = [&](const char* start) {
        const Board board = *parse_start(start);
        const solve::Plan plan = solve::plan_for(rules, board, std::uint64_t{4} << 30, 2);
        Solver solver =
            Solver::create(rules, board,
                           {small_database(rules, 6, plan.database_seeds), plan.table_bytes, 2})
                .take();
        return solved_value(solver, board);
    };
    CHECK(solved("6x2") == 8);
    if (test::scaled(0, 1) == 1) CHECK(solved("6x3") == 14);
}

TEST_CASE("a solver that is stopped says what it has proved, and goes on") {
    const Rules rules = parse_rules("standard")->rules;
    const Board board = *parse_start("6x3");
    Solver solver =
        Solver::create(rules, board, {small_database(rules, 6, 8), std::size_t{16} << 20, 2})
            .take();
    const auto stopped = solver.solve(board, [](const ProvedBounds& now) { return now.lower < 0; });
    REQUIRE(stopped);
    CHECK(!stopped->solved);
    CHECK(stopped->proved.lower >= 0);
    CHECK(stopped->proved.upper >= 2);
    CHECK(solved_value(solver, board) == 2);
}

TEST_CASE("positions with many seeds are solved, too") {
    // Near the limit of what a bound can hold; one pit per side, so that plain negamax can follow.
    test::Random random(20262);
    for (const char* name : {"standard", "avalanche", "standard,extra-turn=no"}) {
        const Rules rules = parse_rules(name)->rules;
        for (int i = 0; i < test::scaled(60, 600); ++i) {
            Board board = start_board({1, 1});
            const int seeds = test::pick(random, 80, Solver::kMostSeeds);
            const int own = test::pick(random, 1, seeds - 1);
            const int stored = test::pick(random, 0, 200);
            board = *parse_position("<1," + std::to_string(stored) + ",0," + std::to_string(own) +
                                    "," + std::to_string(seeds - own) + ">");
            CAPTURE(to_text(board));
            test::Oracle oracle(rules);
            Solver solver = Solver::create(rules, board, {nullptr, kSmallTable, 1}).take();
            CHECK(solved_value(solver, board) == oracle.value(board));
        }
    }
}

TEST_CASE("a line that does not give its value is a contradiction") {
    const Rules rules;
    const Board board = *parse_start("3x2");
    Solver solver = Solver::create(rules, board, {nullptr, kSmallTable, 2}).take();
    const auto line = solver.best_line(board, 6, go_on);
    REQUIRE_FALSE(line);
    CHECK(line.error().code == "contradiction");
}

TEST_CASE("a callback that throws ends the search") {
    const Rules rules;
    const Board board = *parse_start("6x4");
    Solver solver = Solver::create(rules, board, {nullptr, kSmallTable, 2}).take();
    int looks = 0;
    const auto thrower = [&](const ProvedBounds&) -> bool {
        if (++looks == 2) throw std::bad_alloc();
        return true;
    };
    CHECK_THROWS_AS((void)solver.solve(board, thrower), std::bad_alloc);
}

TEST_CASE("every move gets the value that plain negamax finds") {
    test::Random random(20263);
    int moves = 0;
    for (const Rules& rules : test::all_rules()) {
        CAPTURE(to_text(rules));
        test::Oracle oracle(rules);
        for (int i = 0; i < test::scaled(3, 30); ++i) {
            const Board board = test::random_board(random, test::pick(random, 1, 6), 9);
            CAPTURE(to_text(board));
            Solver solver = Solver::create(rules, board, {nullptr, 4096, 1 + i % 2}).take();
            bool bounds_hold = true;
            const auto watch = [&](const MovesResult& so_far) {
                for (const MoveBounds& move : so_far.moves) {
                    const int value = oracle.move_value(board, move.pit);
                    bounds_hold = bounds_hold && move.lower <= value && value <= move.upper;
                }
                return true;
            };
            const auto result = solver.solve_moves(board, watch);
            REQUIRE(result);
            CHECK(result->solved);
            CHECK(bounds_hold);
            REQUIRE(result->moves.size() == static_cast<std::size_t>(legal_moves(board).size()));
            for (const MoveBounds& move : result->moves) {
                CHECK(move.exact());
                CHECK(move.lower == oracle.move_value(board, move.pit));
                ++moves;
            }
        }
    }
    CHECK(moves > 100);
}

TEST_CASE("within a budget the solver tells the bounds it has, and the next question goes on") {
    const Rules rules;
    const Board board = *parse_start("5x3");
    constexpr int kValue = 6;
    for (const int threads : {1, 2}) {
        CAPTURE(threads);
        Solver unlimited = Solver::create(rules, board, {nullptr, kSmallTable, threads}).take();
        CHECK(solved_value(unlimited, board) == kValue);
        Solver solver = Solver::create(rules, board, {nullptr, kSmallTable, threads}).take();
        int questions = 0;
        for (bool solved = false; !solved && questions < 10'000; ++questions) {
            const std::uint64_t before = solver.nodes();
            const auto result = solver.solve(board, go_on, {.nodes = 5'000});
            REQUIRE(result);
            solved = result->solved;
            REQUIRE(result->proved.lower <= kValue);
            REQUIRE(result->proved.upper >= kValue);
            if (threads == 1) REQUIRE(solver.nodes() - before <= 5'000 + 2'048);
        }
        CHECK(questions > 3);
        CHECK(solved_value(solver, board) == kValue);
        // Proved values stay in the table: asking again and again costs little more.
        CHECK(solver.nodes() < 3 * unlimited.nodes());
    }
}

TEST_CASE("a budget that is spent stops the solver before it begins, for this question alone") {
    const Rules rules;
    const Board board = *parse_start("3x2");
    Solver solver = Solver::create(rules, board, {nullptr, kSmallTable, 2}).take();
    StopToken stop;
    stop.request();
    const auto all = [](const MovesResult&) { return true; };
    for (const SolveBudget& budget : {SolveBudget{.time = std::chrono::nanoseconds(0)},
                                      SolveBudget{.nodes = 0}, SolveBudget{.stop = &stop}}) {
        const auto result = solver.solve(board, go_on, budget);
        REQUIRE(result);
        CHECK_FALSE(result->solved);
        CHECK(result->proved.lower == -12);
        CHECK(result->proved.upper == 12);
        const auto moves = solver.solve_moves(board, all, budget);
        REQUIRE(moves);
        CHECK_FALSE(moves->solved);
        CHECK(moves->moves.size() == 3);
    }
    CHECK(solver.nodes() == 0);
    test::Oracle oracle(rules);
    CHECK(solved_value(solver, board) == oracle.value(board));
}

TEST_CASE("a stop token ends a solver that is thinking, from another thread") {
    const Rules rules;
    const Board board = *parse_start("6x6");
    for (const int threads : {1, 2}) {
        Solver solver = Solver::create(rules, board, {nullptr, kSmallTable, threads}).take();
        StopToken stop;
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            stop.request();
        });
        const auto result = solver.solve(board, go_on, {.stop = &stop});
        other.join();
        REQUIRE(result);
        CHECK_FALSE(result->solved);
        CHECK(solver.nodes() > 0);
    }
}
