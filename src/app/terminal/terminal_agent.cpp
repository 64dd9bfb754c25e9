#include "app/terminal/terminal_agent.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/terminal/move_report.hpp"
#include "app/terminal/pit_choice.hpp"
#include "app/terminal/progress.hpp"
#include "base/text.hpp"

namespace kalah::app {

using client::Clock;
using client::MoveRequest;

namespace {

std::string opponent_of(const MoveRequest& request) {
    return request.question.opponent.empty() ? "the opponent"
                                             : printable(request.question.opponent);
}

std::string game_text(const MoveRequest& request) {
    return "game " + client::game_name(request.question.game, request.context.number);
}

/// The moves since the last request, each followed by `end`.
std::string since_text(const MoveRequest& request, const char* end) {
    if (!request.context.clear)
        return (request.context.new_game
                    ? "the game is already in progress"
                    : "the moves since then are unknown: are the rules different?") +
               std::string(end);
    std::string text;
    bool chosen_for_us = request.context.chosen_for_us;
    for (const MoveResult& played : request.context.since) {
        const bool own = played.mover == Side::south;
        text += fmt::format("{}{}: {}{}",
                            !own            ? opponent_of(request) + " plays "
                            : chosen_for_us ? "the server played for you: "
                                            : "your only move was played: ",
                            played.pit + 1, move_report(played, request.question.board), end);
        if (own) chosen_for_us = false;
    }
    return text;
}

/// The board of a question, with the move that led to it. We are south.
std::string question_text(const MoveRequest& request, const BoardStyle& style,
                          const std::optional<int>& chosen = {}) {
    BoardScene scene;
    scene.chosen = chosen;
    if (request.context.clear && !request.context.since.empty())
        scene.last = &request.context.since.back();
    scene.reader = Side::south;
    return board_text(request.question.board, style, scene);
}

/// "0:23 left", if there is a clock.
std::optional<std::string> clock_text(const MoveRequest& request, Clock::time_point now) {
    if (!request.question.clock || request.question.mode == client::TimeMode::none)
        return std::nullopt;
    const auto end = request.came + *request.question.clock;
    const auto left =
        std::chrono::ceil<std::chrono::seconds>(std::max(end - now, Clock::duration::zero()));
    return fmt::format("{}:{:02} left", left.count() / 60, left.count() % 60);
}

/// "4: 5 seeds, the last in the store: another move"
std::string own_move_text(const MoveRequest& request, int pit) {
    Board after = request.question.board;
    const MoveResult played = kalah::apply(request.rules, after, pit);
    return fmt::format("{}: {}", pit + 1, move_report(played, after));
}

}  // namespace

TerminalAgent::TerminalAgent(Options options, client::AgentHost& host, std::ostream& out,
                             std::ostream& err)
    : options_(std::move(options)), host_(host), out_(out), err_(err) {}

void TerminalAgent::ask(const MoveRequest& request) {
    if (auto unfit = validate_opening(request, options_.opening)) return host_.leave(unfit);
    if (const auto forced = forced_move(request, options_.opening)) {
        out_ << "forced first move: " << *forced + 1 << "\n" << std::flush;
        return host_.answer(request.id, *forced, "");
    }
    open_.push_back(request);
    if (open_.size() == 1) present();
}

void TerminalAgent::present() {
    const MoveRequest& request = open_.front();
    out_ << "\n";
    if (request.context.new_game)
        out_ << game_text(request) << " against " << opponent_of(request) << "; you are south\n";
    out_ << since_text(request, "\n");
    const bool same_turn = request.context.clear && request.context.since.empty();
    if (!same_turn) planned_.clear();
    show_board();
    if (!planned_.empty()) {
        const int next = planned_.front();
        planned_.erase(planned_.begin());
        return answer(next);
    }
    show_prompt(true);
    go_on();
}

void TerminalAgent::show_board() {
    out_ << question_text(open_.front(), options_.style) << "\n";
    out_.flush();
}

/// The clock stands in the line above the prompt, so that it can be written over while a person
/// types.
void TerminalAgent::show_prompt(bool below_board) {
    const MoveRequest& request = open_.front();
    const auto clock = clock_text(request, options_.countdown ? Clock::now() : request.came);
    if (clock) {
        out_ << *clock << "\n";
        clock_shown_ = *clock;
    }
    const char* prompt = "your move> ";
    if (options_.prompt && !options_.ask) out_ << prompt;
    prompted_ = options_.prompt;
    out_.flush();
    const int below = clock ? 2 : 1;  // with the empty line under the board
    if (options_.prompt && options_.ask) options_.ask(prompt, choosing(below_board ? below : 0));
}

/// What the arrow keys do; the board ends `below` lines above the prompt, or is not there if 0.
LineEditor::OnArrow TerminalAgent::choosing(int below) const {
    if (options_.style.words) return {};
    return [&out = out_, request = open_.front(), style = options_.style, below,
            choice = PitChoice()](Arrow which, const std::string& line) mutable {
        auto chosen = choice.walk(request.question.board, which, line);
        if (chosen && below > 0)
            out << over_board_above(question_text(request, style, choice.pit()), below)
                << std::flush;
        return chosen;
    };
}

void TerminalAgent::leave_prompt() {
    prompted_ = false;
    options_.leave_prompt();
}

void TerminalAgent::before_message() {
    if (!prompted_) return;
    leave_prompt();
    out_ << "\n" << std::flush;
    ask_again_ = true;
}

Clock::time_point TerminalAgent::tick(Clock::time_point now) {
    if (std::exchange(ask_again_, false) && !open_.empty()) show_prompt(false);
    if (!options_.countdown || !prompted_ || open_.empty()) return Clock::time_point::max();
    const auto clock = clock_text(open_.front(), now);
    if (!clock) return Clock::time_point::max();
    if (*clock != clock_shown_) {
        // At once: another thread may draw what is typed.
        out_ << kSaveCursor + ("\x1b[1A\r\x1b[K" + *clock) + kRestoreCursor << std::flush;
        clock_shown_ = *clock;
    }
    return now + std::chrono::milliseconds(100);
}

void TerminalAgent::cancel(client::RequestId id) {
    const auto found = std::find_if(open_.begin(), open_.end(),
                                    [&](const MoveRequest& request) { return request.id == id; });
    if (found == open_.end()) return;
    const bool shown = found == open_.begin();
    open_.erase(found);
    if (!shown) return;
    if (prompted_) {
        leave_prompt();
        out_ << "\n";
        options_.drop_typed();
    }
    planned_.clear();
    out_.flush();
    if (!open_.empty()) present();
}

void TerminalAgent::typed(const std::optional<std::string>& line) {
    if (!line) {
        input_ended_ = true;
        if (options_.prompt) return host_.leave({});
        return go_on();
    }
    if (options_.prompt) {
        prompted_ = false;  // the Enter has moved the cursor on
        options_.on_used();
        return obey(std::string(trimmed(*line)));
    }
    lines_.emplace_back(trimmed(*line));
    go_on();
}

/// In a pipe, a line waits until a request comes. When the input has ended and no line is left,
/// leaves: nobody will answer.
void TerminalAgent::go_on() {
    if (options_.prompt || open_.empty()) return;
    if (!lines_.empty()) {
        const std::string line = lines_.front();
        lines_.pop_front();
        options_.on_used();
        obey(line);
    } else if (input_ended_) {
        host_.leave({});
    }
}

void TerminalAgent::obey(const std::string& line) {
    if (line == "quit" || line == "q" || line == "exit") return host_.leave({});
    bool shows_board = false;
    if (line == "help" || line == "?") {
        out_ << "  3      play pit 3, counted from your own left\n";
        if (options_.ask && !options_.style.words)
            out_ << "         arrow keys left and right on an empty line choose a pit, Enter plays "
                    "it;\n"
                    "         up and down bring back earlier lines, Tab completes a command\n";
        out_ << "  3-6    several moves of one turn\n"
                "  board  draw the board again\n"
                "  quit   leave (so do q, exit and the end of input)\n";
    } else if (line == "board" || line == "b") {
        if (!open_.empty()) show_board();
        shows_board = true;
    } else if (begins_with_pit(line)) {
        return play(line);
    } else if (!line.empty()) {
        complain("unknown command: " + in_quotes(line) + "; type help");
    }
    if (!open_.empty()) show_prompt(shows_board);
    go_on();
}

void TerminalAgent::play(const std::string& moves) {
    if (open_.empty()) return complain("it is not your turn");
    Game game(open_.front().rules, open_.front().question.board);
    const auto played = game.play_text(moves);
    const bool foreign =
        std::any_of(game.played().begin(), game.played().end(),
                    [](const MoveResult& move) { return move.mover != Side::south; });
    if (!played || foreign) {
        complain(played ? "only moves of your own turn are possible" : played.error().message);
        if (!open_.empty() && options_.prompt) show_prompt(false);
        return;
    }
    planned_.clear();
    for (const MoveResult& move : game.played()) planned_.push_back(move.pit);
    const int first = planned_.front();
    planned_.erase(planned_.begin());
    answer(first);
}

void TerminalAgent::answer(int pit) {
    const MoveRequest request = open_.front();
    open_.pop_front();
    leave_prompt();
    out_ << "you play " << own_move_text(request, pit) << "\n" << std::flush;
    host_.answer(request.id, pit, "");
    if (!open_.empty()) present();
}

void TerminalAgent::complain(const std::string& message) {
    if (!options_.prompt) return host_.leave(coded("typed_line", message));
    out_.flush();
    err_ << message << "\n";
    err_.flush();
}

void EngineView::ask(const MoveRequest& request) {
    open_.emplace(request.id, request);
    if (style_ == Style::screen) {
        before_message();
        if (request.context.new_game)
            out_ << "\n"
                 << game_text(request) << " against " << opponent_of(request) << "; we are south\n";
        out_ << since_text(request, "\n") << question_text(request, boards_) << "\n" << std::flush;
    }
    agent_->ask(request);
}

void EngineView::think(const std::string& thought) {
    const std::lock_guard lock(mutex_);
    thought_ = thought;
}

Clock::time_point EngineView::tick(Clock::time_point now) {
    const auto next = agent_->tick(now);
    if (style_ != Style::screen || open_.empty()) return next;
    constexpr int kMost = 78;
    const int columns = boards_.columns();
    const int shown = columns > 0 ? std::min(kMost, columns - 1) : kMost;
    std::string line = clock_text(open_.begin()->second, now).value_or("thinking");
    {
        const std::lock_guard lock(mutex_);
        if (!thought_.empty()) line += "  " + thought_;
    }
    line.resize(std::min(line.size(), static_cast<std::size_t>(shown)));
    if (line != shown_) out_ << kWipeLine << line << std::flush;
    shown_ = line;
    return std::min(next, now + std::chrono::milliseconds(100));
}

void EngineView::before_message() {
    if (!shown_.empty()) out_ << kWipeLine << std::flush;
    shown_.clear();
}

void EngineView::cancel(client::RequestId id) {
    before_message();
    open_.erase(id);
    agent_->cancel(id);
}

void EngineView::answer(client::RequestId id, int pit, const std::string& remark) {
    before_message();
    think("");
    if (const auto found = open_.extract(id)) {
        const MoveRequest& request = found.mapped();
        const bool lines = style_ == Style::lines;
        if (lines) out_ << game_text(request) << ": " << since_text(request, "; ");
        out_ << "we play " << own_move_text(request, pit);
        std::string thought = remark;
        if (const auto clock = clock_text(request, Clock::now()))
            thought += (thought.empty() ? "" : ", ") + *clock;
        if (!thought.empty()) out_ << (lines ? " (" : "\n  (") << thought << ")";
        out_ << "\n" << std::flush;
    }
    host_.answer(id, pit, remark);
}

}  // namespace kalah::app
