// Puzzles at one terminal, or through a pipe: shows a position, takes a turn, says whether it is as
// good as the right one and why. Knows streams only; who judges and which puzzle is next comes from
// outside. One thread.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "app/terminal/board_text.hpp"
#include "puzzles/proof.hpp"

namespace kalah::app {

/// What became of one puzzle.
struct PuzzleOutcome {
    const puzzles::Puzzle& puzzle;
    bool solved = false;  // without `show`
    bool shown = false;   // by `show`, before it was solved
    int tries = 0;        // turns, the right one included
    int hints = 0;
};

class PuzzleDialogue {
  public:
    struct Settings {
        BoardStyle style = {};
        bool prompt = false;  // a person types
        /// Reads a line at a terminal that can edit it; else plain lines are read.
        std::function<std::optional<std::string>(const std::string& prompt)> ask = {};
        std::function<Result<puzzles::Verdict>(const puzzles::Puzzle&, const std::vector<int>&)>
            judge = {};
        /// The next puzzle; null if there is none left.
        std::function<const puzzles::Puzzle*()> next = {};
        /// Called when a puzzle is left, at the end for the last one.
        std::function<void(const PuzzleOutcome&)> left = [](const PuzzleOutcome&) {};
        std::function<bool()> interrupted = [] { return false; };
    };

    PuzzleDialogue(std::istream& in, std::ostream& out, std::ostream& err, Settings settings)
        : in_(in), out_(out), err_(err), settings_(std::move(settings)) {}

    /// Begins with the first puzzle of `next`. An invalid line changes nothing; in a pipe it ends
    /// the dialogue and is returned with its number.
    [[nodiscard]] std::optional<Error> run();
    /// The words that lines can begin with.
    [[nodiscard]] static std::vector<std::string> commands();

  private:
    bool next_line(std::string& line);
    [[nodiscard]] Game position() const;
    void begin(const puzzles::Puzzle& puzzle);
    void leave();
    void obey(const std::string& line);
    void play(const std::string& line);
    void answer();
    void undo();
    void show_board();
    void hint();
    void show();
    void next();
    void help();
    void explain(const puzzles::Verdict& verdict, const std::vector<int>& turn);
    void complain(const std::string& message);

    std::istream& in_;
    std::ostream& out_;
    std::ostream& err_;
    Settings settings_;
    const puzzles::Puzzle* puzzle_ = nullptr;
    std::vector<int> turn_ = {};  // moves of a turn that goes on
    bool solved_ = false;         // or else shown, not both
    bool shown_ = false;
    int tries_ = 0;
    int hints_ = 0;
    int line_ = 0;
    bool done_ = false;
    std::optional<Error> refused_ = {};
};

}  // namespace kalah::app
