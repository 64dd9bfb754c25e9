#include "store/positions.hpp"

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "store/homes.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

GameRecord record_of(const std::string& moves, Ending ending, const char* rules = "standard") {
    GameRecord record{Game(parse_rules(rules)->rules, start_board({6, 4})), {"Ann", "Bo"}};
    if (const auto played = record.game.play_text(moves); !played) FAIL(to_text(played.error()));
    record.notes.resize(record.game.played().size());
    record.ending = ending;
    if (is_loss(ending)) record.loser = Side::north;
    return record;
}

Board after(const std::string& moves) {
    Game game({}, start_board({6, 4}));
    if (!game.play_text(moves)) FAIL(moves);
    return game.board();
}

void add(Store& store, const GameRecord& record) {
    if (!store.import_games({&record, 1}, Known::add)) FAIL("not imported");
}

std::vector<Continuation> counted(Store& store, const Board& position, const Rules& rules = {}) {
    const auto found = store.continuations(rules, position);
    if (!found) FAIL(found.error().message);
    return found->moves;
}

PositionProof some_proof(const Board& position, int upper, std::uint64_t nodes) {
    PositionProof proof{{}, position, {}};
    for (const int pit : legal_moves(position)) proof.proved.moves.push_back({pit, -2, upper});
    proof.proved.nodes = nodes;
    return proof;
}

}  // namespace

TEST_CASE_TEMPLATE("a store counts how its games went on from a position, and how they ended", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    add(*store, record_of("3-6 2", Ending::resigned));
    add(*store, record_of("3-6 5", Ending::stopped));
    add(*store, record_of("3-1 5", Ending::resigned));
    add(*store, record_of("1 5", Ending::resigned, "empty-capture"));
    const auto running = begin(*store, record_of("", Ending::running));

    CHECK(counted(*store, after("")).empty());
    CHECK(store->continuations({}, after(""))->uncounted == 4);
    CHECK(*store->count_games(3) == 3);
    CHECK(*store->count_games(3) == 1);
    CHECK(*store->count_games(3) == 0);
    CHECK(store->continuations({}, after(""))->uncounted == 0);
    CHECK(counted(*store, after("")) == std::vector<Continuation>{{2, 3, 2, 0, 0}});
    CHECK(counted(*store, after("3")) ==
          std::vector<Continuation>{{0, 1, 1, 0, 0}, {5, 2, 1, 0, 0}});
    CHECK(counted(*store, after("3-6")) ==
          std::vector<Continuation>{{1, 1, 1, 0, 0}, {4, 1, 0, 0, 0}});
    CHECK(counted(*store, after(""), parse_rules("empty-capture")->rules) ==
          std::vector<Continuation>{{0, 1, 1, 0, 0}});

    finish(*store, running, record_of("3-6 2", Ending::resigned));
    CHECK(*store->count_games(9) == 1);
    CHECK(counted(*store, after("")) == std::vector<Continuation>{{2, 4, 3, 0, 0}});
}

TEST_CASE_TEMPLATE("games that reach a position by other moves are counted together there", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    Game game({}, start_board({6, 2}));
    for (const char* moves : {"1 1 4 2", "4 1 1 3"}) {
        GameRecord record{Game({}, start_board({6, 2})), {"Ann", "Bo"}};
        REQUIRE(record.game.play_text(moves));
        record.notes.resize(4);
        record.ending = Ending::stopped;
        add(*store, record);
        game = record.game;
    }
    CHECK(*store->count_games(9) == 2);
    CHECK(counted(*store, game.board_after(3)) ==
          std::vector<Continuation>{{1, 1, 0, 0, 0}, {2, 1, 0, 0, 0}});
}

TEST_CASE_TEMPLATE("of a long game only the first moves are counted", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    GameRecord longest = record_of("", Ending::stopped);
    while (!longest.game.over() && longest.game.played().size() < 20) {
        int last = 0;
        for (const int pit : legal_moves(longest.game.board())) last = pit;
        longest.game.play(last);
    }
    longest.notes.resize(longest.game.played().size());
    add(*store, longest);
    REQUIRE(longest.game.played().size() > Positions::kCountedMoves);
    CHECK(*store->count_games(100) == 1);
    const auto& game = longest.game;
    CHECK(counted(*store, game.board_after(Positions::kCountedMoves - 1)).size() == 1);
    CHECK(counted(*store, game.board_after(Positions::kCountedMoves)).empty());
}

TEST_CASE_TEMPLATE("what is proved of a position is kept until more is proved", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const Board position = after("3-6");
    CHECK_FALSE(*store->proof({}, position));
    CHECK_FALSE(store->keep_proof(some_proof(position, 4, 1000)));
    const auto kept = *store->proof({}, position);
    REQUIRE(kept);
    CHECK(kept->moves.size() == static_cast<std::size_t>(legal_moves(position).size()));
    CHECK(kept->lower == -2);
    CHECK(kept->upper == 4);
    CHECK(kept->nodes == 1000);
    CHECK_FALSE(kept->solved);

    CHECK_FALSE(store->keep_proof(some_proof(position, 6, 9)));  // says less
    CHECK((*store->proof({}, position))->upper == 4);
    CHECK_FALSE(store->keep_proof(some_proof(position, -2, 5000)));
    CHECK((*store->proof({}, position))->solved);
    CHECK((*store->proof({}, position))->upper == -2);
    CHECK_FALSE(*store->proof(parse_rules("multilap")->rules, position));
    CHECK_FALSE(*store->proof({}, after("3")));
}

TEST_CASE_TEMPLATE("games that a tournament takes back are not counted any more", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const auto id = store->add_tournament("plan", {}, kNow);
    REQUIRE(id);
    std::vector<ScheduledGame> schedule(2);
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        schedule[i].number = i;
        schedule[i].start = "6x4";
    }
    REQUIRE_FALSE(store->add_round(*id, schedule));
    const auto scheduled = store->schedule(*id);
    REQUIRE(scheduled);
    for (const ScheduledGame& game : *scheduled) {
        GameRecord record = record_of("3-6 2", Ending::running);
        record.lose(Side::north, Ending::gone, FaultKind::gone, "gone");
        REQUIRE_FALSE(store->add_game({game, record, 0}, "match"));
    }
    CHECK(*store->count_games(9) == 2);
    CHECK(counted(*store, after("")).front().games == 2);
    REQUIRE_FALSE(store->finish_tournament(*id, 1, kNow));
    CHECK(counted(*store, after("")) == std::vector<Continuation>{{2, 1, 1, 0, 0}});
}
