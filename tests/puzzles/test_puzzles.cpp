#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "players/resources.hpp"
#include "puzzles/make.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::puzzles;

namespace {

const Collection& shipped() {
    static const Collection collection = Collection::parse(shipped_file()).take();
    return collection;
}

/// Some puzzles of every set, or all of them.
std::vector<const Puzzle*> sample() {
    std::vector<const Puzzle*> chosen;
    for (const Set& set : shipped().sets()) {
        const auto count = static_cast<int>(set.puzzles.size());
        const int wanted = test::scaled(4, count);
        for (int i = 0; i < std::min(wanted, count); ++i)
            chosen.push_back(&set.puzzles[static_cast<std::size_t>(i * count / wanted)]);
    }
    return chosen;
}

std::shared_ptr<const EndgameDatabase> database_for(const Puzzle& puzzle) {
    static players::SmallDatabases databases;
    return databases.for_game({puzzle.rules, puzzle.board.width});
}

Result<Verdict> judged(const Puzzle& puzzle, const std::vector<int>& turn) {
    auto judgement = Judgement::begin(puzzle, turn, database_for(puzzle));
    if (!judgement) return judgement.error();
    return judgement.take().work(StopToken());
}

/// A text of one set with one puzzle.
std::string text_with(const std::string& line) {
    return "kalah-puzzles 1\nrules standard\nsize 6x4\nmade by hand\n" + line + "\n";
}
constexpr const char* kLine = "000021 010020 22 20 win counting 1 +2 +0 6-5-6";

}  // namespace

TEST_CASE("the program comes with at least 1000 puzzles for 6x4 and 300 for 6x6") {
    REQUIRE(Collection::parse(shipped_file()));
    const Set* usual = shipped().find({}, {6, 4});
    const Set* large = shipped().find({}, {6, 6});
    REQUIRE(usual != nullptr);
    REQUIRE(large != nullptr);
    CHECK(usual->puzzles.size() >= 1000);
    CHECK(large->puzzles.size() >= 300);
    CHECK(shipped_file().size() < 60'000);
    for (const auto& [name, theme] : kThemes) {
        CHECK_MESSAGE(count(*usual, {theme, {}}) >= 50, name);
        CHECK_MESSAGE(count(*large, {theme, {}}) >= 15, name);
    }
    for (const auto& [name, difficulty] : kDifficulties)
        CHECK_MESSAGE(count(*usual, {{}, difficulty}) >= 100, name);
}

TEST_CASE("every puzzle has exactly one good turn, by proof") {
    // An oracle of its own: the solver's own list of turns, which keeps those that lead to the same
    // position apart.
    const auto chosen = sample();
    CHECK(chosen.size() >= 20);
    for (const Puzzle* puzzle : chosen) {
        CAPTURE(to_text(puzzle->board));
        Solver solver = Solver::create(puzzle->rules, puzzle->board,
                                       {database_for(*puzzle), std::size_t{16} << 20, 1})
                            .take();
        const auto turns =
            solver.turn_values(puzzle->board, [](const ProvedBounds&) { return true; });
        REQUIRE(turns);
        const auto after = [&](const std::vector<int>& pits) {
            Board board = puzzle->board;
            for (const int pit : pits) apply(puzzle->rules, board, pit);
            return board;
        };
        const Board right = after(puzzle->turn);
        int second = -1000;
        for (const TurnValue& turn : *turns) {
            if (after(turn.pits) == right)
                CHECK(turn.value == puzzle->value);
            else
                second = std::max(second, turn.value);
        }
        CHECK(second == puzzle->second);
        CHECK(goal_of(puzzle->value, second) == puzzle->goal);
    }
}

TEST_CASE("the turns of puzzles are about their themes") {
    for (const Puzzle* puzzle : sample()) {
        CAPTURE(to_text(puzzle->board));
        Board board = puzzle->board;
        int captured = 0;
        for (const int pit : puzzle->turn) captured += apply(puzzle->rules, board, pit).captured;
        const bool chain = puzzle->turn.size() >= 3;
        CHECK((puzzle->theme == Theme::chain) == chain);
        CHECK((puzzle->theme == Theme::capture) == (!chain && captured >= kManySeeds));
        if (puzzle->theme == Theme::counting) CHECK(seeds_in_pits(puzzle->board) <= kEndgameSeeds);
    }
}

TEST_CASE("an answer is right if and only if its value reaches the goal") {
    const auto collection = Collection::parse(text_with(kLine));
    REQUIRE(collection);
    const Puzzle& puzzle = collection->sets().front().puzzles.front();
    int right = 0;
    for (const Turn& turn : complete_turns(puzzle.rules, puzzle.board, 100)) {
        const auto verdict = judged(puzzle, turn.pits);
        REQUIRE(verdict);
        CHECK(verdict->right == (verdict->value > 0));
        right += verdict->right ? 1 : 0;
    }
    CHECK(right == 1);
    CHECK(judged(puzzle, puzzle.turn)->value == 2);
}

TEST_CASE("another turn than the stored one is right if it is as good by proof") {
    Puzzle puzzle;
    puzzle.board = *parse_position("<6,24,14,0,0,0,2,0,1,1,2,1,1,1,1>");
    puzzle.goal = Goal::win;
    puzzle.turn = {3};
    puzzle.value = 1;
    for (const Turn& turn : complete_turns(puzzle.rules, puzzle.board, 100)) {
        const auto verdict = judged(puzzle, turn.pits);
        REQUIRE(verdict);
        CHECK(verdict->right == (verdict->value > 0));
        if (turn.pits != puzzle.turn) CHECK(verdict->right);
    }
}

TEST_CASE("the line of a verdict leads to its value") {
    for (const Puzzle* puzzle : sample()) {
        const auto verdict = judged(*puzzle, puzzle->turn);
        REQUIRE(verdict);
        CHECK(verdict->right);
        CHECK(verdict->value == puzzle->value);
        Board board = puzzle->board;
        bool over = false;
        for (const int pit : puzzle->turn) over = apply(puzzle->rules, board, pit).over;
        for (const int pit : verdict->line) {
            REQUIRE_FALSE(over);
            over = apply(puzzle->rules, board, pit).over;
        }
        CHECK(over);
        CHECK(board.store(Side::south) - board.store(Side::north) == verdict->value);
    }
}

TEST_CASE("moves that are no complete turn are refused") {
    const Puzzle puzzle = Collection::parse(text_with(kLine))->sets().front().puzzles.front();
    CHECK(judged(puzzle, {}).error().code == "incomplete_turn");
    CHECK(judged(puzzle, {5}).error().code == "incomplete_turn");
    CHECK(judged(puzzle, {0}).error().code == "illegal_move");
    CHECK(judged(puzzle, {6}).error().code == "illegal_move");
    CHECK(judged(puzzle, {-1}).error().code == "illegal_move");
    CHECK(judged(puzzle, {5, 4, 5, 5}).error().code == "illegal_move");
}

TEST_CASE("a file is read as it was written, and a damaged one is refused") {
    const std::string text = text_with(kLine);
    const auto collection = Collection::parse(text);
    REQUIRE(collection);
    CHECK(collection->to_text() == text);
    const std::string file = collection->to_file();
    CHECK(Collection::parse(file)->to_text() == text);
    for (std::size_t size = 0; size < file.size(); ++size)
        CHECK_FALSE(Collection::parse(std::string_view(file).substr(0, size)));
    CHECK(shipped().to_text() == Collection::parse(shipped().to_file())->to_text());
}

TEST_CASE("puzzles that cannot be are refused with their line") {
    for (const char* line : {
             "000021 010020 22 20 win counting 1 +2 -2",          // no turn
             "000021 010020 22 20 win counting 1 +2 -2 6-5",      // the turn goes on
             "000021 010020 22 20 win counting 1 +2 -2 6-5-6-6",  // it ended before
             "000021 010020 22 20 win counting 1 +2 -2 1",        // an empty pit
             "000021 010020 22 20 win counting 1 +2 -2 7",        // no such pit
             "000021 010020 22 21 win counting 1 +2 -2 6-5-6",    // a seed too many
             "000021 010020 22 20 win counting 1 +2 +1 6-5-6",    // two turns win
             "000021 010020 22 20 draw counting 1 +2 -2 6-5-6",   // it wins
             "000021 010020 22 20 win counting 12 +2 -2 6-5-6",   // no such level
             "000021 010020 22 20 win luck 1 +2 -2 6-5-6",        // no such theme
             "00002! 010020 22 20 win counting 1 +2 -2 6-5-6",
             "00021 010020 22 20 win counting 1 +2 -2 6-5-6",
             "112100 000101 26 15 best starving 1 -12 -16 2",  // loses either way
             "rules chess",
             "size 99x99",
         }) {
        const auto collection = Collection::parse(text_with(line));
        CHECK_MESSAGE(!collection, line);
        if (!collection) CHECK(collection.error().line == 5);
    }
    CHECK_FALSE(Collection::parse(text_with(std::string(kLine) + "\n" + kLine)));
    CHECK_FALSE(Collection::parse("kalah-puzzles 2\n"));
    CHECK_FALSE(Collection::parse("kalah-puzzles 1\n" + std::string(kLine) + "\n"));
}

TEST_CASE("the same terms make the same puzzles") {
    MakeTerms terms{{}, {5, 3}, 5, 7};
    players::SmallDatabases databases;
    const auto database = databases.for_game({terms.rules, terms.size.pits});
    const StopToken stop;
    const auto ignore = [](std::size_t) {};
    const Set first = make_set(terms, database, stop, ignore);
    const Set again = make_set(terms, database, stop, ignore);
    CHECK(first.puzzles.size() == 5);
    CHECK(first.puzzles == again.puzzles);
    terms.seed = 8;
    CHECK(make_set(terms, database, stop, ignore).puzzles != first.puzzles);
}

TEST_CASE("every day has its puzzle, and none comes back before all have come") {
    const Set& set = *shipped().find({}, {6, 4});
    const Date first = *parse_date("2026-11-19");
    std::set<std::string> seen;
    for (std::size_t i = 0; i < set.puzzles.size(); ++i) {
        const auto day = std::chrono::sys_days(first) + std::chrono::days(i);
        seen.insert(id_of(of_day(set, Date(day))));
    }
    CHECK(seen.size() == set.puzzles.size());
    CHECK(of_day(set, first) == of_day(set, *parse_date("2026-11-19")));
    for (const char* wrong : {"", "2026-11-1", "2026-02-30", "2026-13-01", "19.11.2026",
                              "2026/11/19", "+026-11-19", "2026-11-19 "})
        CHECK_FALSE(parse_date(wrong));
}
