#include "players/value_chain.hpp"

#include <doctest/doctest.h>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "players/resources.hpp"
#include "players/thought.hpp"
#include "support/oracle.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::players;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kLong{600'000};

ValueSources quick() {
    return parse_player("champion:depth=3,memory=1M,db=none,book=none")->settings;
}

ValueChain chain_of(const Rules& rules, const Board& board, ValueSources sources = quick()) {
    ValueChain chain(
        rules, board, [sources] { return sources; }, sources.engine.eval);
    chain.look_at(board);
    return chain;
}

void check_bounds(const KnownValue& value, int truth) {
    if (value.lower) CHECK(*value.lower <= truth);
    if (value.upper) CHECK(*value.upper >= truth);
    if (value.kind() == ValueKind::lower) CHECK(value.score() <= truth);
    if (value.kind() == ValueKind::upper) CHECK(value.score() >= truth);
}

/// The position is worth what its best move is worth, and no move more than the position.
void check_agreement(const PositionValues& values) {
    if (!values.value.is_known()) return;
    const MoveValue& first = values.moves.front();
    CHECK(values.best == first.pit);
    CHECK(values.line == first.line);
    REQUIRE((values.depth == 0 || first.value.is_known()));
    if (values.depth > 0) CHECK(values.value.score() == first.value.score());
    double last = first.value.score();
    for (const MoveValue& move : values.moves) {
        const KnownValue& value = move.value;
        CAPTURE(move.pit);
        CAPTURE(value_text(value));
        CHECK(move.line.front() == move.pit);
        if (!value.is_known()) continue;
        CHECK(value.score() <= last);
        last = value.score();
        if (value.lower) {
            REQUIRE(values.value.lower);
            CHECK(*values.value.lower >= *value.lower);
            CHECK(value.score() >= *value.lower);
        }
        if (value.upper) CHECK(value.score() <= *value.upper);
        if (values.value.upper) CHECK(value.score() <= *values.value.upper);
    }
}

}  // namespace

TEST_CASE("what a chain says of moves, best line and position never contradicts itself") {
    test::Random random(1614);
    const StopToken never;
    int bounded = 0;
    for (const char* size : {"6x4", "6x6"}) {
        for (int i = 0; i < test::scaled(40, 400); ++i) {
            Game game({}, *parse_start(size));
            for (int left = test::pick(random, 5, 40); left > 0 && !game.over(); --left)
                game.play(test::random_pit(random, game.board()));
            if (game.over()) continue;
            CAPTURE(to_text(game.board()));
            ValueChain chain = chain_of({}, game.board());
            const bool engine_first = test::pick(random, 0, 3) > 0;
            if (engine_first) chain.think(kLong, std::nullopt, never);
            for (int slices = 0; slices < 30 && !chain.solver_is_done(); ++slices) {
                chain.solve({.nodes = 100U << (slices / 4)}, [&] {
                    const PositionValues values = chain.values();
                    CAPTURE(value_text(values.value));
                    check_agreement(values);
                    bounded += !values.value.is_exact() && values.value.lower ? 1 : 0;
                });
            }
            chain.think(kLong, std::nullopt, never);
            check_agreement(chain.values());
        }
    }
    CHECK(bounded > 50);
}

TEST_CASE("bounds of a chain hold at any time, and its exact values are those of minimax") {
    test::Random random(40922);
    const StopToken never;
    int exact = 0;
    int waited = 0;
    for (const Rules& rules : test::all_rules()) {
        CAPTURE(to_text(rules));
        test::Oracle oracle(rules);
        for (int i = 0; i < test::scaled(2, 20); ++i) {
            const Board board = test::random_board(random, test::pick(random, 2, 6), 9);
            CAPTURE(to_text(board));
            ValueChain chain = chain_of(rules, board);
            chain.think(kLong, std::nullopt, never);
            for (int slices = 0; slices < 10'000; ++slices) {
                const PositionValues values = chain.values();
                check_bounds(values.value, oracle.value(board));
                REQUIRE(values.moves.size() == static_cast<std::size_t>(legal_moves(board).size()));
                for (const MoveValue& move : values.moves)
                    check_bounds(move.value, oracle.move_value(board, move.pit));
                if (chain.is_proved()) break;
                ++waited;
                chain.solve({.nodes = 40});
            }
            const PositionValues values = chain.values();
            REQUIRE(values.is_proved());
            CHECK(values.value.lower == oracle.value(board));
            CHECK(oracle.move_value(board, *values.best) == oracle.value(board));
            for (std::size_t at = 0; at + 1 < values.moves.size(); ++at)
                CHECK(*values.moves[at].value.lower >= *values.moves[at + 1].value.lower);
            exact += static_cast<int>(values.moves.size());
        }
    }
    CHECK(exact > 100);
    CHECK(waited > 30);
}

TEST_CASE("a chain keeps its table: what was proved once costs little the next time") {
    const Board start = *parse_start("5x3");
    ValueChain chain = chain_of({}, start);
    chain.solve({});
    REQUIRE(chain.is_proved());
    const std::uint64_t first = chain.solver_nodes();
    chain.look_at(start);
    CHECK_FALSE(chain.values().value.is_known());
    CHECK(chain.solver_nodes() == 0);
    chain.solve({});
    CHECK(chain.is_proved());
    CHECK(chain.solver_nodes() < first / 10);
    // And for the next position of the game.
    Board next = start;
    apply({}, next, *chain.values().best);
    chain.look_at(next);
    chain.solve({});
    CHECK(chain.is_proved());
    ValueChain alone = chain_of({}, next);
    alone.solve({});
    CHECK(chain.solver_nodes() < alone.solver_nodes());
}

TEST_CASE("a slice of the solver keeps to its nodes, and slices end where one long one does") {
    const Board start = *parse_start("5x3");
    ValueChain whole = chain_of({}, start);
    whole.solve({});
    ValueChain sliced = chain_of({}, start);
    int slices = 0;
    while (!sliced.is_proved() && slices < 1000) {
        const std::uint64_t before = sliced.solver_nodes();
        sliced.solve({.nodes = 2'000});
        CHECK(sliced.solver_nodes() - before <= 2'000 + 64);
        ++slices;
    }
    CHECK(slices > 2);
    CHECK(sliced.solver_nodes() < 2 * whole.solver_nodes());
    for (const MoveValue& move : whole.values().moves)
        for (const MoveValue& other : sliced.values().moves)
            if (move.pit == other.pit) CHECK(move.value.lower == other.value.lower);
    StopToken stop;
    stop.request();
    ValueChain stopped = chain_of({}, start);
    stopped.solve({.stop = &stop});
    CHECK(stopped.solver_nodes() == 0);
    CHECK_FALSE(stopped.solver_is_done());
}

TEST_CASE("the book speaks at once, and the solver agrees with it") {
    ValueSources sources = quick();
    sources.book = std::make_shared<const Book>(*Book::parse(default_book()));
    const Board start = start_board({6, 4});
    const PositionValues values = chain_of({}, start, sources).values();
    CHECK(values.value.lower == 8);  // docs/results.md
    CHECK(values.value.source == ValueSource::book);
    CHECK(values.nodes == 0);
    CHECK(value_text(values.value) == "proved +8");
    // What the book says of 6x6 was found by searching.
    const PositionValues large = chain_of({}, start_board({6, 6}), sources).values();
    CHECK_FALSE(large.value.is_exact());
    // A book of our own: one proved position, one move later.
    Book book;
    const Board small = *parse_start("3x2");
    Board after = small;
    apply({}, after, 1);  // another move
    REQUIRE(after.to_move == small.to_move);
    test::Oracle oracle({});
    const int stores = after.store(after.to_move) - after.store(opponent(after.to_move));
    book.add({}, after, {2, oracle.value(after) - stores, true});
    sources.book = std::make_shared<const Book>(book);
    ValueChain chain = chain_of({}, small, sources);
    for (const MoveValue& move : chain.values().moves) {
        CHECK(move.value.is_exact() == (move.pit == 1));
        if (move.pit == 1) CHECK(*move.value.lower == oracle.move_value(small, 1));
    }
    CHECK(chain.values().value.lower == oracle.move_value(small, 1));
    chain.solve({});
    CHECK(chain.values().value.lower == oracle.value(small));
}

TEST_CASE("the source is the database where it covers the position, a small one if need be") {
    const auto database = *EndgameDatabase::build({}, 6, 8, 1);
    ValueSources sources = quick();
    sources.engine.database = database;
    const Board ending = *parse_position("<6,20,20,0,1,0,2,1,0,1,0,0,2,0,1>");
    ValueChain chain = chain_of({}, ending, sources);
    chain.solve({});
    REQUIRE(chain.is_proved());
    CHECK(chain.values().value.source == ValueSource::database);

    ValueSources small = quick();
    int asked = 0;
    small.small_database = [&] {
        ++asked;
        return database;
    };
    ValueChain easy = chain_of({}, ending, small);
    easy.solve({});
    CHECK(easy.values().value.source == ValueSource::solver);
    CHECK(asked == 0);
    ValueChain hard = chain_of({}, *parse_start("6x4"), small);
    while (hard.solver_nodes() < 2 * ValueChain::kNodesBeforeDatabase)
        hard.solve({.nodes = 50'000});
    CHECK(asked == 1);
}

TEST_CASE("a position with too many seeds keeps the engine's values") {
    const Board full = *parse_start("6x12");
    ValueChain chain = chain_of({}, full);
    CHECK(chain.solver_is_done());
    chain.solve({});
    const StopToken never;
    const auto report = chain.think(kLong, std::nullopt, never);
    REQUIRE(report);
    const PositionValues values = chain.values();
    CHECK(values.best == report->moves.front().pit);
    CHECK(values.value.kind() == ValueKind::estimate);
    CHECK(values.value.source == ValueSource::search);
}

TEST_CASE("values in words say what is sure of them") {
    CHECK(value_text({}) == "unknown");
    CHECK(value_text({.estimate = 1.5}) == "about +1.5");
    CHECK(value_text({.lower = 2}) == "at least +2");
    CHECK(value_text({.lower = 2, .estimate = 3.5}) == "at least +2, about +3.5");
    CHECK(value_text({.lower = 2, .estimate = -1}) == "at least +2");
    CHECK(value_text({.upper = -4, .estimate = -1}) == "at most -4");
    CHECK(value_text({.lower = 2, .upper = 8, .estimate = 4}) == "+2 to +8, about +4.0");
    CHECK(value_text({.lower = 0, .upper = 0, .estimate = 4}) == "proved +0");
    const KnownValue value{.lower = 2, .estimate = 3.5};
    CHECK(value.for_opponent().upper == -2);
    CHECK(KnownValue{.upper = 3}.for_opponent().lower == -3);
    CHECK_FALSE(value.for_opponent().lower);
    CHECK(value.for_opponent().estimate == -3.5);
    CHECK(value.for_opponent().kind() == ValueKind::estimate);
}

TEST_CASE("small databases are shared, and only the last few kinds of games keep theirs") {
    SmallDatabases small;
    const Rules rules = parse_rules("multilap")->rules;
    const auto first = small.for_game({rules, 2});
    REQUIRE(first);
    CHECK(first == small.for_game({rules, 2}));
    CHECK_FALSE(small.for_game({parse_rules("standard,majority-stop=yes")->rules, 2}));
    for (int pits = 1; pits <= 3; ++pits) CHECK(small.for_game({{}, pits}));
    CHECK(first != small.for_game({rules, 2}));  // forgotten: five kinds
}
