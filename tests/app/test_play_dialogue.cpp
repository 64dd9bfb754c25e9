#include "app/terminal/play_dialogue.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>

#include "app/play_advice.hpp"
#include "app/review_games.hpp"
#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "system/files.hpp"

using namespace kalah;
using app::PlayDialogue;

namespace {

/// Plays the last pit that has seeds: no extra turn in the first moves of 6x4.
class Rightmost : public Player {
  public:
    [[nodiscard]] std::string name() const override { return "rightmost"; }
    void new_game(std::uint64_t) override {}
    Decision choose(const Game& game, const StopToken&) override {
        int chosen = 0;
        for (const int pit : legal_moves(game.board())) chosen = pit;
        return {chosen};
    }
};

struct Talk {
    std::string out;
    std::string err;
    std::vector<std::string> positions;  // after each change
    std::optional<Error> refused;
};

enum class Who { person, pipe };

Talk talk(const std::string& lines, const char* start = "6x4", Who who = Who::person,
          const std::string& file = "", PlayDialogue::Settings settings = {}) {
    std::istringstream in(lines);
    std::ostringstream out;
    std::ostringstream err;
    Talk result;
    settings.prompt = who == Who::person;
    settings.file = file;
    settings.on_change = [&](const Game& game) {
        result.positions.push_back(to_text(game.board()));
    };
    result.refused = PlayDialogue(Game({}, *parse_start(start)), in, out, err, settings).run();
    result.out = out.str();
    result.err = err.str();
    return result;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("moves are played, reported and drawn") {
    const Talk said = talk("3-6\n2\n");
    CHECK(contains(said.out, "south plays 3: 4 seeds, the last in the store: another move\n"));
    CHECK(contains(said.out, "south plays 6: 5 seeds, the last in north's pit 4\n"));
    CHECK(contains(said.out, "moves: 3-6 2\n"));
    CHECK(said.positions.back() == "<6,2,1,4,4,0,5,5,0,5,0,6,6,5,5> n");
    CHECK(said.err.empty());
    CHECK_FALSE(said.refused);
}

TEST_CASE("a person is told why a line cannot be obeyed, and nothing changes") {
    const Talk said = talk(
        "9\n3-9\n3 x\nfly\nundo\nundo x\nhint 9\nhint x\nsave\nundo 99999999999\nnew x\n\x1b[A\n");
    CHECK(said.positions.size() == 1);
    CHECK(said.err ==
          "pit 9 does not exist: the pits are 1 to 6\n"
          "column 3: pit 9 does not exist: the pits are 1 to 6\n"
          "column 3: expected a pit number, found 'x'\n"
          "unknown command: \"fly\"; type help\n"
          "you have no move to take back\n"
          "undo takes a number of moves\n"
          "pit 9 does not exist: the pits are 1 to 6\n"
          "hint takes a pit number\n"
          "save needs a file name\n"
          "undo takes a number of moves\n"
          "unknown command: \"new x\"; type help\n"
          "unknown command: \"\\x1b[A\"; type help\n");
    CHECK_FALSE(said.refused);
}

TEST_CASE("from a pipe, the first line that cannot be obeyed ends the game") {
    const Talk said = talk("3\n9\n2\n", "6x4", Who::pipe);
    REQUIRE(said.refused);
    CHECK(to_text(*said.refused) == "line 2: pit 9 does not exist: the pits are 1 to 6");
    CHECK(said.positions.size() == 2);
    CHECK(contains(said.out, "moves: 3\n"));
}

TEST_CASE("undo takes back one move or several, also after the end") {
    const Talk said = talk("3-6 2\nundo\nundo 2\n");
    CHECK(said.positions.back() == to_text(start_board({6, 4})));
    CHECK(said.positions.size() == 4);
    const Talk over = talk("1\n1\nundo\n", "<1,2,0,1,5>");
    CHECK(contains(over.out, "north wins 5 to 3"));
    CHECK(over.err == "the game is over\n");
    CHECK(over.positions.back() == "<1,2,0,1,5>");
    CHECK(contains(over.out, "unfinished: <1,2,0,1,5>\n"));
}

TEST_CASE("undo goes back to a move that a person made, or says that there is none") {
    Rightmost program;
    PlayDialogue::Settings settings;
    settings.players = {&program, nullptr};
    const Talk none = talk("undo\nundo 2\n", "6x4", Who::person, "", settings);
    CHECK(none.positions.size() == 2);
    CHECK(none.err == "you have no move to take back\nonly 1 move has been played\n");
    const Talk one = talk("1\nundo\nundo\n", "6x4", Who::person, "", settings);
    REQUIRE(one.positions.size() == 5);  // start, south, north, south, undone
    CHECK(one.positions[4] == one.positions[1]);
    CHECK(one.err == "you have no move to take back\n");
    const Talk far = talk("1\nundo 3\n", "6x4", Who::person, "", settings);
    CHECK(far.positions.size() == 4);
    CHECK(far.err == "you have no move to take back\n");
}

TEST_CASE("what moves are worth fits the columns of a terminal") {
    PlayDialogue::Settings settings;
    settings.advise = [](const Game&) {
        std::vector<std::pair<int, std::string>> values;
        for (int pit = 0; pit < 6; ++pit)
            values.emplace_back(pit, "at least +2, about +3.5 (solver)");
        return values;
    };
    const Talk said = talk("hint\n", "6x4", Who::person, "", settings);
    CHECK(
        contains(said.out, "  worth:  1: at least +2, about +3.5 (solver)\n          2: at least"));
    std::istringstream lines(said.out);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("an interrupt during a hint ends the hint, not the game") {
    StopToken stop;
    bool for_good = false;
    PlayDialogue::Settings settings;
    settings.advise = [&](const Game&) {
        stop.request();
        return std::vector<std::pair<int, std::string>>{{2, "+1"}};
    };
    settings.stop = &stop;
    settings.take_back_interrupt = [&] {
        if (!for_good) stop.reset();
        return !for_good;
    };
    const Talk said = talk("hint 3\n3\n", "6x4", Who::person, "", settings);
    CHECK(contains(said.out, "  worth:  3: +1  (stopped)\n"));
    CHECK(contains(said.out, "moves: 3\n"));
    for_good = true;
    CHECK(contains(talk("hint 3\n3\n", "6x4", Who::person, "", settings).out, "moves: none\n"));
}

TEST_CASE("a hint says what a pit would do, without doing it") {
    const Talk said = talk("hint\nhint 3\n", "<3,0,0,1,0,1,3,3,3>");
    CHECK(contains(said.out, "  1: 1 seed, the last in pit 2: captures 4 seeds\n"));
    CHECK(contains(said.out, "  3: 1 seed, the last in the store: another move\n"));
    CHECK_FALSE(contains(said.out, "  2: "));
    CHECK(said.positions.size() == 1);
    const Talk last = talk("hint 1\n", "<1,2,0,1,5>");
    CHECK(contains(last.out,
                   "  1: 1 seed, the last in the store; ends the game, 5 seeds swept: north wins 5 "
                   "to 3\n"));
}

TEST_CASE("new starts again and forgets the file, so that the saved game is safe") {
    const std::string file = std::filesystem::temp_directory_path() / "kalah-dialogue-test";
    std::filesystem::remove(file);
    const Talk said = talk("3\nsave " + file + "\nnew\n1\nsave\n");
    CHECK(said.positions[2] == to_text(start_board({6, 4})));
    CHECK(said.err == "save needs a file name\n");
    CHECK(*read_file(file) == "kalah-game 1\nrules standard\nstart 6x4\nmoves 3\n");
    // After a save or a load, `save` alone writes the same file again.
    CHECK(talk("3-6\nsave\n", "6x4", Who::person, file).err.empty());
    CHECK(*read_file(file) == "kalah-game 1\nrules standard\nstart 6x4\nmoves 3-6\n");
    std::filesystem::remove(file);
}

TEST_CASE("the end of input, quit and foreign line ends are understood") {
    CHECK(contains(talk("").out, "unfinished: <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\n"));
    const Talk said = talk("3\r\n\t6 \r\nquit\n2\n");
    CHECK(contains(said.out, "moves: 3-6\n"));
    CHECK(contains(talk("1\n", "<1,2,0,1,5>").out, "result: north wins 5 to 3\n"));
}

TEST_CASE("a person is prompted with the side to move, a pipe is not") {
    CHECK(contains(talk("1\n").out, "south> "));
    CHECK(contains(talk("1\n").out, "north> "));
    CHECK_FALSE(contains(talk("1\n", "6x4", Who::pipe).out, "south> "));
}

TEST_CASE("arrow keys walk over the pits that can be played, as they lie on the screen") {
    std::vector<std::string> chosen;
    std::vector<std::string> prompts;
    PlayDialogue::Settings settings;
    settings.ask = [&](const std::string& prompt, const app::LineEditor::OnArrow& on_arrow) {
        prompts.push_back(prompt);
        std::string line;
        const auto press = [&](app::Arrow arrow) {
            line = on_arrow(arrow, line).value_or("the cursor moves");
            chosen.push_back(line);
        };
        if (prompts.size() > 2) {
            line = "typed";
            press(app::Arrow::left);
            return std::optional<std::string>();
        }
        const bool first = prompts.size() == 1;
        for (int i = 0; i < 3; ++i) press(first ? app::Arrow::right : app::Arrow::left);
        press(first ? app::Arrow::left : app::Arrow::right);
        return std::optional(line);
    };
    // South has pits 1, 3 and 4; north, whose pits lie in reverse, 2 and 4.
    const Talk said = talk("", "<4,0,0,1,0,1,1,0,3,0,3>", Who::person, "", settings);
    CHECK(prompts == std::vector<std::string>{"south> ", "north> ", "south> "});
    CHECK(chosen ==
          std::vector<std::string>{"1", "3", "4", "3", "2", "4", "2", "4", "the cursor moves"});
    CHECK(contains(said.out, "moves: 3 4\n"));
    // The board is drawn again where it stood, nine lines above the prompt.
    CHECK(contains(said.out,
                   "\x1b"
                   "7\x1b[9A\r           4    3    2    1\n"));
    CHECK(contains(said.out, "|[ 1]|  0 |  1 |  1 |"));
    CHECK_FALSE(contains(said.out.substr(said.out.find("north plays 4")), "["));
}

TEST_CASE("the last move is marked on the board") {
    CHECK(contains(talk("3\n").out, "|  4 |  4 |  0o|  5 |  5 |  5 |  1*\n"));
    const std::string undone = talk("3\nundo\n").out;
    CHECK_FALSE(contains(undone.substr(undone.rfind("6    5")), "o|"));
}

TEST_CASE("a board in words is told from the side of the person who plays") {
    Rightmost program;
    PlayDialogue::Settings settings;
    settings.style.words = true;
    settings.players = {&program, nullptr};
    const Talk said = talk("hint\n", "6x4", Who::person, "", settings);
    CHECK(contains(said.out,
                   "North, your pits 1 to 6: 5 5 5 4 4 4; store 0.\n"
                   "South, pits 1 to 6: 4 4 4 4 4 0; store 1.\nnorth to move\n"));
    CHECK(contains(said.out, "rightmost thinks.\nsouth plays 6: "));
    for (const char* drawn : {"+--", "|", "\x1b", "marks"}) CHECK_FALSE(contains(said.out, drawn));
    settings.players = {nullptr, nullptr};
    CHECK(contains(talk("1\n", "1x2", Who::person, "", settings).out,
                   "South, your pit 1: 2; store 0.\nNorth, pit 1: 2; store 0.\n"));
}

TEST_CASE("a drawing that is too wide for the terminal becomes compact") {
    int columns = 45;
    PlayDialogue::Settings settings;
    settings.style.columns = [&] { return columns; };
    CHECK(contains(talk("", "6x4", Who::person, "", settings).out, "\n|  4  4  4  4  4  4 |\n"));
    for (const int enough : {46, 0}) {
        columns = enough;
        CHECK(contains(talk("", "6x4", Who::person, "", settings).out, "+----+"));
    }
}

TEST_CASE("the review at the end of a game has the numbers of kalah games review") {
    Game game({}, start_board({6, 4}));
    REQUIRE(
        game.play_text("6 2-3 1 6 4 4 6-3 6-3 5 5 2 4-1 5-4-1 5-4 6 1 3 6 6-1 2 2 6-5-6-4 4-5 3 3 "
                       "5-4 4 6-1 6"));
    const GameRecord record{game};
    const auto reviewed = app::review_games({&record}, {});
    REQUIRE(reviewed.at(0));
    std::vector<players::JudgedMove> of_south;
    for (const players::JudgedMove& move : *reviewed[0])
        if (move.mover() == Side::south) of_south.push_back(move);
    const auto worst = players::worst_moves(of_south, 5);
    const auto lines = app::review_lines(game, 0, {true, false}, StopToken());
    REQUIRE(lines.size() == worst.size() + 1);
    int exact = 0;
    for (std::size_t i = 0; i < worst.size(); ++i) {
        CAPTURE(lines[i + 1]);
        CHECK(contains(lines[i + 1], "move  " + std::string(worst[i].ply < 9 ? " " : "") +
                                         std::to_string(worst[i].ply + 1) + ", south"));
        CHECK(contains(lines[i + 1], worst[i].exact ? "cost exactly " : "cost about "));
        if (worst[i].exact) ++exact;
    }
    CHECK(exact > 0);
}
