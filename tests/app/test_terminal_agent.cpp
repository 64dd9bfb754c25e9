#include "app/terminal/terminal_agent.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <utility>

#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::app;
using namespace kalah::client;

namespace {

/// A person at the terminal; the host only records what they do.
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
    std::optional<Error> left;  // why the agent left; nothing if the person wanted to
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
    Board board = start_board({3, 3});
    board.to_move = Side::north;
    const MoveResult bobs = apply({}, board, 1);
    CHECK(table.shows(draw(board, Look{.last = &bobs})));
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

TEST_CASE("where lines are edited, the editor has the prompt, and arrows choose a pit") {
    auto settings = at_terminal();
    std::string prompt;
    LineEditor::OnArrow on_arrow;
    settings.ask = [&](const std::string& text, LineEditor::OnArrow arrow) {
        prompt = text;
        on_arrow = std::move(arrow);
    };
    settings.leave_prompt = [&] { on_arrow = {}; };
    Sitting table(settings);
    table.ask("<3,0,0,1,0,2,3,3,3>");
    CHECK(prompt == "your move> ");
    CHECK_FALSE(table.shows("your move"));
    REQUIRE(on_arrow);
    CHECK(on_arrow(Arrow::right, "") == "1");
    CHECK(table.shows("|[ 1]|  0 |  2 |"));
    CHECK(on_arrow(Arrow::right, "1") == "3");
    CHECK(table.shows("|  1 |  0 |[ 2]|"));
    CHECK(on_arrow(Arrow::right, "3") == "1");
    CHECK_FALSE(on_arrow(Arrow::right, "12"));
    table.seat.before_message();
    CHECK_FALSE(on_arrow);
    prompt.clear();
    table.seat.tick(Clock::now());
    CHECK(prompt == "your move> ");
    // The board is not above any more: nothing is drawn.
    const std::string before = table.out.str();
    REQUIRE(on_arrow);
    CHECK(on_arrow(Arrow::left, "") == "3");
    CHECK(table.out.str() == before);
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
    CHECK(other.left->message == "--first-move 9: the server's board has one pit");
    CHECK(other.answers.empty());
}

TEST_CASE("a game is named as the server names it") {
    Sitting table(at_terminal());
    table.game = "1234";
    table.ask("<3,0,1,4,3,3,3,0,4>");
    CHECK(table.shows("game 1234 against Bob; you are south\n"));
}

namespace {

/// A player at a server with its view; the test decides its moves.
struct Shown : AgentHost, Agent {
    explicit Shown(EngineView::Style style) : view(*this, out, style, BoardStyle()) {
        view.show(*this);
    }
    void ask(const MoveRequest& request) override { asked.push_back(request.id); }
    void cancel(RequestId id) override { cancelled.push_back(id); }
    void answer(RequestId id, int pit, const std::string& remark) override {
        answers.push_back(std::to_string(id) + ": " + std::to_string(pit + 1) + ", " + remark);
    }
    void leave(std::optional<Error> /*why*/) override {}

    void question(RequestId id, const char* board) {
        MoveRequest request;
        request.id = request.question.id = id;
        request.question.board = *parse_position(board);
        request.question.opponent = "Bob";
        if (with_clock) request.question.clock = std::chrono::seconds(30);
        if (with_clock) request.question.mode = TimeMode::relative;
        request.came = came;
        request.context = games.asked(request.question);
        last = request.question;
        view.ask(request);
    }
    void decide(RequestId id, int pit, const std::string& remark) {
        games.answered(last, pit);
        view.answer(id, pit, remark);
    }
    std::string take() {
        std::string text = out.str();
        out.str("");
        return text;
    }

    std::ostringstream out;
    std::vector<RequestId> asked;
    std::vector<RequestId> cancelled;
    std::vector<std::string> answers;
    GameTracker games{{}};
    Question last;
    Clock::time_point came = Clock::now();
    bool with_clock = false;
    EngineView view;
};

}  // namespace

TEST_CASE("how a program plays is one line a move where nobody looks at a screen") {
    Shown shown(EngineView::Style::lines);
    shown.question(1, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    shown.view.think("depth 1");
    shown.view.tick(Clock::now());
    CHECK(shown.take().empty());
    shown.decide(1, 1, "depth 2, score +1");
    CHECK(shown.answers == std::vector<std::string>{"1: 2, depth 2, score +1"});
    CHECK(shown.take() == "game 1: we play 2: 4 seeds, the last in pit 6 (depth 2, score +1)\n");
    shown.question(2, "<6,0,0,4,0,5,5,5,5,0,5,5,5,5,4>");
    shown.decide(2, 0, "");
    CHECK(
        shown.take() ==
        "game 1: Bob plays 1: 4 seeds, the last in pit 5; we play 1: 4 seeds, the last in pit 5\n");
}

TEST_CASE("on a screen the board, the opponent's move, thoughts and the clock are shown") {
    Shown shown(EngineView::Style::screen);
    shown.with_clock = true;
    shown.question(1, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    const std::string begin = shown.take();
    CHECK(begin.find("game 1 against Bob; we are south\n") != std::string::npos);
    CHECK(begin.find("|  4 |  4 |") != std::string::npos);
    shown.view.think("depth 7, score +1, line 3-6 2");
    shown.view.tick(shown.came);
    CHECK(shown.take() == "\r\x1b[K0:30 left  depth 7, score +1, line 3-6 2");
    shown.view.tick(shown.came);
    CHECK(shown.take().empty());  // nothing new
    shown.view.before_message();
    CHECK(shown.take() == "\r\x1b[K");
    shown.decide(1, 1, "depth 8");
    const std::string move = shown.take();
    CHECK(move.find("we play 2: 4 seeds, the last in pit 6\n  (depth 8, 0:") == 0);
    CHECK(move.find(" left)\n") != std::string::npos);
    shown.question(2, "<6,0,0,4,0,5,5,5,5,0,5,5,5,5,4>");
    CHECK(shown.take().find("Bob plays 1: 4 seeds, the last in pit 5\n") == 0);
    shown.view.cancel(2);
    CHECK(shown.cancelled == std::vector<RequestId>{2});
}
