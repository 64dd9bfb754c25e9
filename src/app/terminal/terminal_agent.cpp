#include "app/terminal/terminal_agent.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/terminal/move_report.hpp"
#include "base/text.hpp"

namespace kalah::app {
namespace {

std::string opponent_of(const Asked& asked) {
    return asked.question.opponent.empty() ? "the opponent" : printable(asked.question.opponent);
}

}  // namespace

TerminalAgent::TerminalAgent(Settings settings, Table& table, std::ostream& out, std::ostream& err)
    : settings_(std::move(settings)), table_(table), out_(out), err_(err) {}

void TerminalAgent::ask(const Asked& asked) {
    if (const auto unfit = opening_objection(asked, settings_.opening))
        return table_.leave(kWrongUsage, unfit->message);
    if (const auto forced = forced_move(asked, settings_.opening)) {
        out_ << "forced first move: " << *forced + 1 << "\n" << std::flush;
        return table_.answer(asked.ticket, *forced, "");
    }
    open_.push_back(asked);
    if (open_.size() == 1) present();
}

void TerminalAgent::present() {
    const Asked& asked = open_.front();
    out_ << "\n";
    if (asked.context.new_game)
        out_ << "game " << net::game_name(asked.question.game, asked.context.number) << " against "
             << opponent_of(asked) << "; you are south\n";
    show_since(asked);
    const bool same_turn = asked.context.clear && asked.context.since.empty();
    if (!same_turn) planned_.clear();
    show_board();
    if (!planned_.empty()) {
        const int next = planned_.front();
        planned_.erase(planned_.begin());
        return answer(next);
    }
    show_prompt();
    go_on();
}

void TerminalAgent::show_since(const Asked& asked) {
    if (!asked.context.clear) {
        out_ << (asked.context.new_game
                     ? "the game is already in progress\n"
                     : "the moves since then are unknown: are the rules different?\n");
        return;
    }
    bool chosen_for_us = asked.context.chosen_for_us;
    for (const MoveResult& played : asked.context.since) {
        const bool own = played.mover == Side::south;
        out_ << (!own            ? opponent_of(asked) + " plays "
                 : chosen_for_us ? std::string("the server played for you: ")
                                 : std::string("your only move was played: "))
             << played.pit + 1 << ": " << move_report(played, asked.question.board) << "\n";
        if (own) chosen_for_us = false;
    }
}

void TerminalAgent::show_board() {
    out_ << draw(open_.front().question.board, settings_.colour) << "\n";
    out_.flush();
}

std::optional<std::string> TerminalAgent::clock_text(JoinClock::time_point now) const {
    const Asked& asked = open_.front();
    if (!asked.question.clock || asked.question.mode == net::TimeMode::none) return std::nullopt;
    const auto end = asked.came + *asked.question.clock;
    const auto left =
        std::chrono::ceil<std::chrono::seconds>(std::max(end - now, JoinClock::duration::zero()));
    return fmt::format("{}:{:02} left", left.count() / 60, left.count() % 60);
}

/// The clock stands in the line above the prompt, so that it can be written over while a person
/// types.
void TerminalAgent::show_prompt() {
    if (const auto clock =
            clock_text(settings_.countdown ? JoinClock::now() : open_.front().came)) {
        out_ << *clock << "\n";
        clock_shown_ = *clock;
    }
    if (settings_.prompt) out_ << "your move> ";
    prompted_ = settings_.prompt;
    out_.flush();
}

void TerminalAgent::before_message() {
    if (!prompted_) return;
    out_ << "\n" << std::flush;
    prompted_ = false;
    ask_again_ = true;
}

JoinClock::time_point TerminalAgent::tick(JoinClock::time_point now) {
    if (std::exchange(ask_again_, false) && !open_.empty()) show_prompt();
    if (!settings_.countdown || !prompted_ || open_.empty()) return JoinClock::time_point::max();
    const auto clock = clock_text(now);
    if (!clock) return JoinClock::time_point::max();
    if (*clock != clock_shown_) {
        constexpr const char* kAboveKeepingCursor =
            "\x1b"
            "7\x1b[1A\r\x1b[K";
        constexpr const char* kBack =
            "\x1b"
            "8";
        out_ << kAboveKeepingCursor << *clock << kBack << std::flush;
        clock_shown_ = *clock;
    }
    return now + std::chrono::milliseconds(100);
}

void TerminalAgent::withdraw(Ticket ticket) {
    const auto found = std::find_if(open_.begin(), open_.end(),
                                    [&](const Asked& asked) { return asked.ticket == ticket; });
    if (found == open_.end()) return;
    const bool shown = found == open_.begin();
    open_.erase(found);
    if (!shown) return;
    if (prompted_) {
        out_ << "\n";
        settings_.drop_typed();
    }
    prompted_ = false;
    planned_.clear();
    out_.flush();
    if (!open_.empty()) present();
}

void TerminalAgent::typed(const std::optional<std::string>& line) {
    if (!line) {
        input_ended_ = true;
        if (settings_.prompt) return table_.leave(kOk, "");
        return go_on();
    }
    if (settings_.prompt) {
        prompted_ = false;  // the Enter has moved the cursor on
        settings_.on_used();
        return obey(std::string(trimmed(*line)));
    }
    lines_.emplace_back(trimmed(*line));
    go_on();
}

/// From a pipe a line waits until it is asked for; when there are none left, nobody will answer.
void TerminalAgent::go_on() {
    if (settings_.prompt || open_.empty()) return;
    if (!lines_.empty()) {
        const std::string line = lines_.front();
        lines_.pop_front();
        settings_.on_used();
        obey(line);
    } else if (input_ended_) {
        table_.leave(kOk, "");
    }
}

void TerminalAgent::obey(const std::string& line) {
    if (line == "quit" || line == "q" || line == "exit") return table_.leave(kOk, "");
    if (line == "help" || line == "?") {
        out_ << "  3      play pit 3, counted from your own left\n"
                "  3-6    several moves of one turn\n"
                "  board  draw the board again\n"
                "  quit   leave (so do q, exit and the end of input)\n";
    } else if (line == "board" || line == "b") {
        if (!open_.empty()) show_board();
    } else if (!line.empty() && line[0] >= '0' && line[0] <= '9') {
        return play(line);
    } else if (!line.empty()) {
        complain("unknown command: " + in_quotes(line) + "; type help");
    }
    if (!open_.empty()) show_prompt();
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
        if (!open_.empty() && settings_.prompt) show_prompt();
        return;
    }
    planned_.clear();
    for (const MoveResult& move : game.played()) planned_.push_back(move.pit);
    const int first = planned_.front();
    planned_.erase(planned_.begin());
    answer(first);
}

void TerminalAgent::answer(int pit) {
    const Asked asked = open_.front();
    open_.pop_front();
    Board after = asked.question.board;
    const MoveResult played = kalah::apply(asked.rules, after, pit);
    out_ << "you play " << pit + 1 << ": " << move_report(played, after) << "\n" << std::flush;
    prompted_ = false;
    table_.answer(asked.ticket, pit, "");
    if (!open_.empty()) present();
}

void TerminalAgent::complain(const std::string& message) {
    if (!settings_.prompt) return table_.leave(kWrongUsage, message);
    out_.flush();
    err_ << message << "\n";
    err_.flush();
}

}  // namespace kalah::app
