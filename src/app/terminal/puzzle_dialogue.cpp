#include "app/terminal/puzzle_dialogue.hpp"

#include <algorithm>
#include <istream>
#include <ostream>

#include <fmt/core.h>

#include "app/terminal/move_report.hpp"
#include "base/text.hpp"
#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "report/text.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

using puzzles::Goal;
using puzzles::Puzzle;
using puzzles::Theme;

const char* task(const Puzzle& puzzle) {
    switch (puzzle.goal) {
        case Goal::win:
            return "Find the only turn that wins.";
        case Goal::draw:
            return "Find the only turn that does not lose.";
        case Goal::best:
            return "Find the turn that wins by 4 seeds more than any other.";
    }
    return "";
}

const char* first_hint(Theme theme) {
    switch (theme) {
        case Theme::chain:
            return "Look for a chain of extra turns.";
        case Theme::capture:
            return "Look for a capture.";
        case Theme::starving:
            return "Let your opponent run out of seeds before you do.";
        case Theme::defence:
            return "Look at what your opponent threatens to capture.";
        case Theme::counting:
            return "Count to the end of the game.";
    }
    return "";
}

/// "wins by 4 seeds"
std::string worth(int value) {
    if (value == 0) return "draws";
    return (value > 0 ? "wins by " : "loses by ") + report::counted(std::abs(value), "seed");
}

/// The turns of a line that begins with north, as games are written.
std::string continuation_text(const Puzzle& puzzle, const std::vector<int>& turn,
                              const std::vector<int>& line) {
    Game game(puzzle.rules, puzzle.board);
    for (const int pit : turn) game.play(pit);
    const std::size_t before = moves_text(game).size();
    for (const int pit : line) game.play(pit);
    return std::string(trimmed(moves_text(game).substr(before)));
}

/// Pits from 1, with '-' or blanks between them; nothing if it is something else.
std::optional<std::vector<int>> read_pits(std::string text) {
    std::replace(text.begin(), text.end(), '-', ' ');
    std::vector<int> pits;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) {
            const auto pit = parse_number(std::string_view(text).substr(at, end - at), 1, kMaxPits);
            if (!pit) return std::nullopt;
            pits.push_back(static_cast<int>(*pit) - 1);
        }
        at = end + 1;
    }
    return pits;
}

}  // namespace

std::optional<Error> PuzzleDialogue::run() {
    next();
    std::string line;
    while (!done_ && !refused_ && !settings_.interrupted()) {
        if (!next_line(line)) {
            if (settings_.prompt) out_ << "\n";
            break;
        }
        ++line_;
        std::replace_if(
            line.begin(), line.end(), [](char c) { return c == '\t' || c == '\r'; }, ' ');
        obey(std::string(trimmed(line)));
    }
    leave();
    out_.flush();
    return refused_;
}

std::vector<std::string> PuzzleDialogue::commands() {
    return {"board", "help", "hint", "next", "quit", "show", "undo"};
}

/// False at the end of the input.
bool PuzzleDialogue::next_line(std::string& line) {
    const std::string prompt = solved_ ? "solved> " : shown_ ? "shown> " : "south> ";
    if (settings_.ask) {
        out_.flush();
        const auto typed = settings_.ask(prompt);
        line = typed.value_or("");
        return typed.has_value();
    }
    if (settings_.prompt) out_ << prompt;
    out_.flush();
    return static_cast<bool>(std::getline(in_, line));
}

/// With the moves of a turn that goes on.
Game PuzzleDialogue::position() const {
    Game game(puzzle_->rules, puzzle_->board);
    for (const int pit : turn_) game.play(pit);
    return game;
}

void PuzzleDialogue::begin(const Puzzle& puzzle) {
    puzzle_ = &puzzle;
    turn_.clear();
    solved_ = shown_ = false;
    tries_ = hints_ = 0;
    const BoardSize size{puzzle.board.width, seeds_in_all(puzzle.board) / (2 * puzzle.board.width)};
    out_ << fmt::format("Puzzle {}: {}, rules {}, {}\n\n", puzzles::id_of(puzzle), to_text(size),
                        to_text(puzzle.rules), name(puzzles::difficulty_of(puzzle)))
         << board_text(puzzle.board, settings_.style, {}) << "\n"
         << "You are south. " << task(puzzle) << " Type it, such as 3-6, or help.\n";
}

void PuzzleDialogue::leave() {
    if (puzzle_ != nullptr) settings_.left({*puzzle_, solved_, shown_, tries_, hints_});
    puzzle_ = nullptr;
}

void PuzzleDialogue::next() {
    leave();
    if (const Puzzle* puzzle = settings_.next()) return begin(*puzzle);
    out_ << "There are no other puzzles of this kind.\n";
    done_ = true;
}

void PuzzleDialogue::obey(const std::string& line) {
    if (line.empty()) return;
    if (line.front() >= '0' && line.front() <= '9') return play(line);
    if (line == "hint" || line == "h") return hint();
    if (line == "show") return show();
    if (line == "next" || line == "n") return next();
    if (line == "help" || line == "?") return help();
    if (line == "undo" || line == "u") return undo();
    if (line == "board" || line == "b") {
        show_board();
    } else if (line == "quit" || line == "q" || line == "exit") {
        done_ = true;
    } else {
        complain("unknown command: " + in_quotes(line) + "; type help");
    }
}

void PuzzleDialogue::play(const std::string& line) {
    const auto pits = read_pits(line);
    if (!pits) return complain("not a turn: " + in_quotes(line) + "; type pits such as 3-6");
    Game game = position();
    for (const int pit : *pits) {
        if (game.over() || game.board().to_move != Side::south)
            return complain("your turn ends before move " +
                            std::to_string(game.played().size() + 1));
        if (const auto wrong = game.validate(pit)) return complain(wrong->message);
        game.play(pit);
    }
    turn_.insert(turn_.end(), pits->begin(), pits->end());
    if (game.over() || game.board().to_move != Side::south) return answer();
    show_board();
    out_ << "You move again.\n";
}

void PuzzleDialogue::answer() {
    const std::vector<int> turn = std::exchange(turn_, {});
    const auto verdict = settings_.judge(*puzzle_, turn);
    if (!verdict) return complain(verdict.error().message);
    ++tries_;
    if (verdict->right && !shown_) solved_ = true;
    out_ << (verdict->right ? "Right: " : "No: ");
    explain(*verdict, turn);
    if (verdict->right)
        out_ << "Type next for another puzzle, or quit.\n";
    else
        out_ << "Try again, or type hint or show.\n";
}

void PuzzleDialogue::explain(const puzzles::Verdict& verdict, const std::vector<int>& turn) {
    out_ << fmt::format("{} {}", puzzles::turn_text(turn), worth(verdict.value));
    if (verdict.right) out_ << fmt::format("; the best other turn {}", worth(puzzle_->second));
    out_ << ".\n";
    if (!verdict.line.empty())
        out_ << "Best play goes on: " << continuation_text(*puzzle_, turn, verdict.line) << "\n";
    if (verdict.right) out_ << "Theme: " << name(puzzle_->theme) << ".\n";
}

void PuzzleDialogue::undo() {
    if (turn_.empty()) return complain("no move of your turn has been played");
    turn_.pop_back();
    show_board();
}

void PuzzleDialogue::show_board() {
    const Game game = position();
    out_ << board_text(game.board(), settings_.style,
                       {turn_.empty() ? nullptr : &game.played().back()});
}

void PuzzleDialogue::hint() {
    ++hints_;
    if (hints_ == 1) {
        out_ << first_hint(puzzle_->theme) << "\n";
        return;
    }
    out_ << fmt::format("The turn has {} and can begin with pit {}.\n",
                        report::counted(puzzle_->turn.size(), "move"), puzzle_->turn.front() + 1);
}

void PuzzleDialogue::show() {
    turn_.clear();
    const auto verdict = settings_.judge(*puzzle_, puzzle_->turn);
    if (!verdict) return complain(verdict.error().message);
    shown_ = !solved_;
    explain(*verdict, puzzle_->turn);
    out_ << "Type next for another puzzle, or quit.\n";
}

void PuzzleDialogue::help() {
    out_
        << "  3-6    play this turn; a turn of several moves can also be typed move by move\n"
           "  undo   take back the last move of a turn that is not complete\n"
           "  hint   what to look for; once more: the first move\n"
           "  show   the right turn and what follows; the puzzle then counts as shown, not solved\n"
           "  board  draw the position again\n"
           "  next   another puzzle\n"
           "  quit   leave (so do q, exit and the end of input)\n"
           "A turn is right if it is proved to be as good as the stored one.\n";
}

void PuzzleDialogue::complain(const std::string& message) {
    if (settings_.prompt) {
        err_ << message << "\n";
        return;
    }
    refused_ = Error{message, 0, line_};
}

}  // namespace kalah::app
