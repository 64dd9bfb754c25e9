#include "app/terminal/puzzle_dialogue.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "kalah/stop_token.hpp"
#include "puzzles/collection.hpp"

using namespace kalah;
using app::PuzzleDialogue;
using app::PuzzleOutcome;

namespace {

struct PuzzleTalk {
    std::string out;
    std::string err;
    std::vector<std::string> outcomes = {};  // "solved 2 tries 1 hints"
    std::optional<Error> refused = {};

    [[nodiscard]] bool says(const std::string& part) const {
        return out.find(part) != std::string::npos;
    }
};

/// Two puzzles: 6-5-6 ends the game 25-23, 5-6 draws it; in the other one a seed more is north's.
const puzzles::Collection& two_puzzles() {
    static const puzzles::Collection collection =
        puzzles::Collection::parse(
            "kalah-puzzles 1\nrules standard\nsize 6x4\n"
            "000021 010020 22 20 win counting 1 +2 +0 6-5-6\n"
            "000021 010020 21 21 draw chain 1 +0 -2 6-5-6\n")
            .take();
    return collection;
}

PuzzleTalk puzzle_talk(const std::string& lines, bool person = true) {
    std::istringstream in(lines);
    std::ostringstream out;
    std::ostringstream err;
    PuzzleTalk talk;
    const auto& all = two_puzzles().sets().front().puzzles;
    std::size_t next = 0;
    PuzzleDialogue::Settings settings;
    settings.prompt = person;
    settings.next = [&] { return next < all.size() ? &all[next++] : nullptr; };
    settings.judge = [](const puzzles::Puzzle& puzzle, const std::vector<int>& turn) {
        auto judgement = puzzles::Judgement::begin(puzzle, turn, nullptr);
        if (!judgement) return Result<puzzles::Verdict>(judgement.error());
        return judgement.take().work(StopToken());
    };
    settings.left = [&](const PuzzleOutcome& outcome) {
        talk.outcomes.push_back((outcome.solved  ? "solved "
                                 : outcome.shown ? "shown "
                                                 : "open ") +
                                std::to_string(outcome.tries) + " " +
                                std::to_string(outcome.hints));
    };
    talk.refused = PuzzleDialogue(in, out, err, settings).run();
    talk.out = out.str();
    talk.err = err.str();
    return talk;
}

}  // namespace

TEST_CASE("a puzzle is solved by its turn, in one line or move by move") {
    for (const char* turn : {"6-5-6\n", "6 5 6\n", "6\n5\n6\n", "6\n5-6\n"}) {
        const PuzzleTalk talk = puzzle_talk(turn);
        CHECK(talk.says("Find the only turn that wins."));
        CHECK(talk.says("Right: 6-5-6 wins by 2 seeds; the best other turn draws."));
        CHECK(talk.outcomes == std::vector<std::string>{"solved 1 0"});
        CHECK_FALSE(talk.refused);
    }
}

TEST_CASE("a wrong turn says what it is worth, and the puzzle stays open") {
    const PuzzleTalk talk = puzzle_talk("5-6\nhint\nhint\n6-5-6\n");
    CHECK(talk.says("No: 5-6 draws."));
    CHECK(talk.says("Count to the end of the game."));
    CHECK(talk.says("The turn has 3 moves and can begin with pit 6."));
    CHECK(talk.outcomes == std::vector<std::string>{"solved 2 2"});
}

TEST_CASE("a puzzle whose answer was shown is not solved") {
    const PuzzleTalk talk = puzzle_talk("show\n6-5-6\nnext\n6-5-6\nnext\n");
    CHECK(talk.says("6-5-6 wins by 2 seeds; the best other turn draws.\n"));
    CHECK(talk.says("Find the only turn that does not lose."));
    CHECK(talk.says("shown> "));
    CHECK(talk.says("solved> "));
    CHECK(talk.says("There are no other puzzles of this kind."));
    CHECK(talk.outcomes == std::vector<std::string>{"shown 1 0", "solved 1 0"});
}

TEST_CASE("moves of a turn are taken back one by one") {
    const PuzzleTalk talk = puzzle_talk("undo\n6\n5\nundo\nboard\n5-6\n");
    CHECK(talk.err == "no move of your turn has been played\n");
    CHECK(talk.says("Right: 6-5-6"));
    CHECK(talk.outcomes == std::vector<std::string>{"solved 1 0"});
}

TEST_CASE("an invalid line does not take a turn back") {
    const PuzzleTalk talk = puzzle_talk("6\n9\nabc\n5-6\n");
    CHECK(talk.outcomes == std::vector<std::string>{"solved 1 0"});
}

TEST_CASE("the theme of a puzzle is told once it is solved or shown") {
    for (const char* lines : {"6-5-6\n", "show\n"}) {
        const PuzzleTalk talk = puzzle_talk(lines);
        const std::size_t told = talk.out.find("counting");
        CHECK(told != std::string::npos);
        CHECK(told > talk.out.find("6-5-6 wins"));
        CHECK(talk.says("Theme: counting.\n"));
    }
    CHECK_FALSE(puzzle_talk("5-6\nboard\n").says("counting"));
}

TEST_CASE("an invalid line changes nothing for a person, and ends a pipe") {
    const std::string lines = "7\n1\n6-6\nabc\n6-x\n5-6-6\n6-5-6\n";
    const PuzzleTalk person = puzzle_talk(lines);
    CHECK(std::count(person.err.begin(), person.err.end(), '\n') == 6);
    CHECK(person.outcomes == std::vector<std::string>{"solved 1 0"});
    const PuzzleTalk pipe = puzzle_talk("board\n" + lines, false);
    REQUIRE(pipe.refused);
    CHECK(pipe.refused->line == 2);
    CHECK(pipe.outcomes == std::vector<std::string>{"open 0 0"});
}
