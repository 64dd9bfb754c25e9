// Puzzles for pages: their names, one of them, and the judgement of answers.
#include <set>

#include "kalah/moves.hpp"
#include "puzzles/collection.hpp"
#include "puzzles/proof.hpp"
#include "support/page.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

const puzzles::Collection& shipped_puzzles() {
    static const puzzles::Collection collection =
        puzzles::Collection::parse(puzzles::shipped_file()).take();
    return collection;
}

std::string named(const puzzles::Puzzle& puzzle, const std::string& moves) {
    return R"("puzzle":")" + id_of(puzzle) + R"(","moves":")" + moves + '"';
}

}  // namespace

TEST_CASE("a page learns the names of all puzzles and the one of a day") {
    TestServer server;
    Page ada = server.page();
    const Json list = ada.ask("puzzles", R"("date":"2026-11-19")");
    std::set<std::string> names;
    for (const Json& set : at(list, "sets").items())
        for (const Json& group : at(set, "groups").items())
            for (const Json& name : at(group, "puzzles").items()) {
                const puzzles::Puzzle* puzzle = shipped_puzzles().find(*name.as_string());
                REQUIRE(puzzle != nullptr);
                CHECK(text_at(group, "theme") == std::string(puzzles::name(puzzle->theme)));
                names.insert(*name.as_string());
            }
    std::size_t all = 0;
    for (const puzzles::Set& set : shipped_puzzles().sets()) all += set.puzzles.size();
    CHECK(names.size() == all);
    CHECK(names.contains(text_at(list, "today")));
    CHECK(list.line().size() < 48 * 1024);
    CHECK_FALSE(ada.ask("puzzles").find("today"));
    CHECK(ada.refusal("puzzles", R"("date":"tomorrow")") == "input");
    CHECK(ada.refusal("puzzles", R"("day":1)") == "unknown_key");
}

TEST_CASE("answers are judged by proof") {
    TestServer server;
    Page ada = server.page();
    for (const puzzles::Set& set : shipped_puzzles().sets()) {
        const puzzles::Puzzle& puzzle = set.puzzles.front();
        const Json told = ada.ask("puzzle", R"("puzzle":")" + id_of(puzzle) + '"');
        CHECK(text_at(told, "position") == to_text(puzzle.board));
        CHECK(text_at(told, "turn") == puzzles::turn_text(puzzle.turn));
        const Json right = ada.ask("answer", named(puzzle, puzzles::turn_text(puzzle.turn)));
        CHECK(at(right, "right").as_bool() == true);
        CHECK(at(right, "value").as_integer() == puzzle.value);
        for (const auto& turn : puzzles::complete_turns(puzzle.rules, puzzle.board, 100)) {
            if (turn.pits == puzzle.turn) continue;
            const Json wrong = ada.ask("answer", named(puzzle, puzzles::turn_text(turn.pits)));
            CHECK(at(wrong, "right").as_bool() == false);
            CHECK(*at(wrong, "value").as_integer() <= puzzle.second);
            break;
        }
    }
}

TEST_CASE("answers that are no complete turn, and unknown puzzles, are refused") {
    TestServer server;
    Page ada = server.page();
    const puzzles::Puzzle* chain = nullptr;
    for (const puzzles::Puzzle& puzzle : shipped_puzzles().sets().front().puzzles)
        if (puzzle.turn.size() >= 3) chain = &puzzle;
    REQUIRE(chain != nullptr);
    const std::string first = std::to_string(chain->turn.front() + 1);
    CHECK(ada.refusal("answer", named(*chain, first)) == "incomplete_turn");
    CHECK(ada.refusal("answer", named(*chain, "")) == "incomplete_turn");
    CHECK(ada.refusal("answer", named(*chain, "99")) == "no_such_pit");
    CHECK(ada.refusal("answer", named(*chain, "x")) == "input");
    CHECK(ada.refusal("answer", R"("puzzle":"00000000","moves":"1")") == "no_such_puzzle");
    CHECK(ada.refusal("puzzle", R"("puzzle":"")") == "no_such_puzzle");
    CHECK(ada.refusal("puzzle") == "missing_key");
}
