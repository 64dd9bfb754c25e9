#include "app/terminal/terminal_agent.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::app;
using namespace kalah::client;

namespace {

/// A person at a table that only listens.
struct Sitting : AgentHost {
    explicit Sitting(TerminalAgent::Options settings = {}) : seat(settings, *this, out, err) {}

    void answer(RequestId id, int pit, const std::string& /*remark*/) override {
        answers.emplace_back(id, pit + 1);
        if (const auto* request = last ? &*last : nullptr) games.answered(request->question, pit);
    }
    void leave(std::optional<Error> why) override {
        has_left = true;
        left = std::move(why);
    }
    void ask(const char* board, std::optional<int> clock = {}) {
        MoveRequest request;
        request.id = ++requests;
        request.question.id = request.id;
        request.question.board = *parse_position(board);
        request.question.opponent = "Bob";
        request.question.game = game;
        if (clock) request.question.clock = std::chrono::seconds(*clock);
        if (clock) request.question.mode = TimeMode::relative;
        request.came = Clock::now();
        request.context = games.asked(request.question);
        last = request;
        seat.ask(request);
    }
    [[nodiscard]] bool shows(const std::string& text) const {
        return out.str().find(text) != std::string::npos;
    }

    std::ostringstream out;
    std::ostringstream err;
    std::vector<std::pair<RequestId, int>> answers;
    bool has_left = false;
    std::optional<Error> left;  // why, unless it was wanted
    std::string game;           // the server's name for it
    GameTracker games{{}};
    std::optional<MoveRequest> last;
    RequestId requests = 0;
    TerminalAgent seat;
};

using Answers = std::vector<std::pair<RequestId, int>>;

TerminalAgent::Options at_terminal() {
    TerminalAgent::Options settings;
    settings.prompt = true;
    settings.countdown = true;
    return settings;
}

}  // namespace

TEST_CASE("a person is shown the opponent's moves and the board, and asked for his own") {
    Sitting table(at_terminal());
    table.ask("<3,0,1,4,3,3,3,0,4>", 30);
    CHECK(table.shows("game 1 against Bob; you are south\nBob plays 2: "));
    CHECK(table.shows(draw(*parse_position("<3,0,1,4,3,3,3,0,4>"))));
    CHECK(table.shows("0:30 left\nyour move> "));
    table.seat.typed("1");
    CHECK(table.answers == Answers{{1, 1}});
    CHECK(table.shows("you play 1: 4 seeds, the last in north's pit 1\n"));
    table.ask("<3,1,2,1,4,4,0,1,5>", 30);
    CHECK(table.shows("\nBob plays 1: "));
}

TEST_CASE("the clock counts down in the line above what is being typed") {
    Sitting table(at_terminal());
    table.ask("<3,0,0,3,3,3,3,3,3>", 75);
    table.seat.tick(table.last->came + std::chrono::milliseconds(15'500));
    CHECK(
        table.shows("\x1b"
                    "7\x1b[1A\r\x1b[K1:00 left\x1b"
                    "8"));
    const auto before = table.out.str();
    table.seat.tick(table.last->came + std::chrono::milliseconds(15'600));
    CHECK(table.out.str() == before);
    table.seat.tick(table.last->came + std::chrono::hours(1));
    CHECK(table.shows("0:00 left"));
}

TEST_CASE("a message does not stand in the prompt's line, and the prompt comes again") {
    Sitting table(at_terminal());
    table.seat.before_message();
    CHECK(table.out.str().empty());
    table.ask("<3,0,0,3,3,3,3,3,3>");
    table.seat.before_message();
    table.out << "a message\n";
    table.seat.tick(Clock::now());
    CHECK(table.shows("your move> \na message\nyour move> "));
    table.seat.typed("1");
    CHECK(table.answers == Answers{{1, 1}});
}

TEST_CASE("several moves of one turn can be typed at once") {
    Sitting table(at_terminal());
    table.ask("<3,0,0,1,3,1,3,3,3>");
    table.seat.typed("3-2");
    CHECK(table.answers == Answers{{1, 3}});
    table.ask("<3,1,0,1,3,0,3,3,3>");
    CHECK(table.answers == Answers{{1, 3}, {2, 2}});
}

TEST_CASE("a person is told what cannot be obeyed, and asked again") {
    Sitting table(at_terminal());
    table.seat.typed("1");
    table.ask("<3,0,0,0,3,1,3,3,3>");
    for (const char* line : {"1", "9", "fly", "3-9", "2 1", "", "board", "help"})
        table.seat.typed(line);
    CHECK(table.answers.empty());
    CHECK(table.err.str() ==
          "it is not your turn\n"
          "pit 1 of south is empty\n"
          "pit 9 does not exist: the pits are 1 to 3\n"
          "unknown command: \"fly\"; type help\n"
          "pit 9 does not exist: the pits are 1 to 3\n"
          "only moves of your own turn are possible\n");
    CHECK_FALSE(table.has_left);
    table.seat.typed("quit");
    CHECK(table.has_left);
    CHECK_FALSE(table.left);
}

TEST_CASE("a question that was withdrawn is not answered any more") {
    Sitting table(at_terminal());
    table.ask("<3,0,0,3,3,3,3,3,3>");
    table.seat.cancel(1);
    table.seat.typed("1");
    CHECK(table.answers.empty());
    CHECK(table.shows("your move> \n"));
    table.ask("<3,0,1,4,3,4,0,0,4>");  // the server has played 3 for us
    table.seat.typed("1");
    CHECK(table.answers.size() == 1);
}

TEST_CASE("what was being typed when the time was over is not taken for the next position") {
    int dropped = 0;
    TerminalAgent::Options settings = at_terminal();
    settings.drop_typed = [&] { ++dropped; };
    Sitting table(settings);
    table.ask("<3,0,0,3,3,3,3,3,3>");
    CHECK(dropped == 0);
    table.seat.cancel(1);
    CHECK(dropped == 1);
    table.ask("<3,0,1,4,3,4,0,0,4>");
    table.seat.typed("1");
    CHECK(dropped == 1);
}

TEST_CASE("two questions at once are shown one after the other") {
    Sitting table(at_terminal());
    table.ask("<3,0,0,3,3,3,3,3,3>");
    table.ask("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    CHECK_FALSE(table.shows("game 2"));
    table.seat.typed("1");
    CHECK(table.shows("game 2"));
    table.seat.typed("5");
    CHECK(table.answers == Answers{{1, 1}, {2, 5}});
}

TEST_CASE("from a pipe, lines wait until they are asked for, and its end ends the client") {
    Sitting table;
    table.seat.typed("1");
    table.seat.typed("2");
    table.seat.typed(std::nullopt);
    CHECK_FALSE(table.has_left);
    table.ask("<3,0,1,4,3,3,3,0,4>");
    table.ask("<3,1,2,1,4,4,0,1,5>");
    CHECK(table.answers == Answers{{1, 1}, {2, 2}});
    CHECK_FALSE(table.has_left);
    CHECK_FALSE(table.shows("your move>"));
    table.ask("<3,2,3,2,1,6,2,2,0>");
    CHECK(table.has_left);
    CHECK_FALSE(table.left);
}

TEST_CASE("from a pipe, a line that cannot be obeyed ends the client") {
    Sitting table;
    table.seat.typed("9");
    table.ask("<3,0,1,4,3,3,3,0,4>");
    REQUIRE(table.left);
    CHECK(table.left->code == "typed_line");
    CHECK(table.left->message == "pit 9 does not exist: the pits are 1 to 3");
}

TEST_CASE("a line counts as used when it is obeyed, not when it comes") {
    int used = 0;
    TerminalAgent::Options pipe;
    pipe.on_used = [&] { ++used; };
    Sitting table(pipe);
    for (const char* line : {"board", "1", "2"}) table.seat.typed(line);
    CHECK(used == 0);
    table.ask("<3,0,1,4,3,3,3,0,4>");
    CHECK(used == 2);
    TerminalAgent::Options terminal = at_terminal();
    terminal.on_used = pipe.on_used;
    Sitting other(terminal);
    other.seat.typed("help");
    CHECK(used == 3);
}

TEST_CASE("a person's opening must be a pit of the server's board") {
    TerminalAgent::Options settings = at_terminal();
    settings.opening = 2;
    Sitting table(settings);
    table.ask("<3,0,0,3,3,3,3,3,3>");
    CHECK(table.answers == Answers{{1, 3}});
    settings.opening = 8;
    Sitting other(settings);
    other.ask("<1,0,0,3,3>");
    REQUIRE(other.left);
    CHECK(other.left->message == "--opening 9: the server's board has one pit");
    CHECK(other.answers.empty());
}

TEST_CASE("a game is named as the server names it") {
    Sitting table(at_terminal());
    table.game = "1234";
    table.ask("<3,0,1,4,3,3,3,0,4>");
    CHECK(table.shows("game 1234 against Bob; you are south\n"));
}
