// A game typed at one terminal, or fed through a pipe, by one or two people, against programs if
// wanted: lines in, drawings and answers out. Knows streams only, so that tests can hold the same
// conversation. One thread.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/terminal/board_text.hpp"
#include "app/terminal/line_editor.hpp"
#include "app/terminal/pit_choice.hpp"
#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"
#include "referee/player.hpp"

namespace kalah::app {

class PlayDialogue {
  public:
    struct Settings {
        BoardStyle style = {};
        bool prompt = false;  // ask before each line: a person types
        /// Asks for a line behind a prompt, in place of `in`: nothing at the end of the input. May
        /// be empty.
        std::function<std::optional<std::string>(const std::string& prompt,
                                                 const LineEditor::OnArrow& on_arrow)>
            ask = {};
        std::string file = {};  // where the game came from; `save` without a name goes there
        /// Who plays south and north; null is a person, who is asked.
        PerSide<Player*> players = {nullptr, nullptr};
        std::uint64_t seed = 1;
        /// What every legal move is worth, for hints; may be empty.
        std::function<std::vector<std::pair<int, std::string>>(const Game&)> advise = {};
        /// Lines that look back at a finished game; may be empty.
        std::function<std::vector<std::string>(const Game&)> review = {};
        /// Called with the game at the beginning and after each change of it.
        std::function<void(const Game&)> on_change = [](const Game&) {};
        /// Requested when the user wants to leave; players and hints look at it, too.
        const StopToken* stop = nullptr;
        /// Takes back an interrupt that came during a hint and was meant for it; false if the user
        /// wants to leave all the same.
        std::function<bool()> take_back_interrupt = [] { return false; };
    };

    /// People read `out`; error messages go to `err`.
    PlayDialogue(Game game, std::istream& in, std::ostream& out, std::ostream& err,
                 Settings settings);

    /// Runs until the input ends or the player quits. An invalid line changes nothing. A person is
    /// told why and goes on. In a pipe nobody would notice, so the line ends the game, and run()
    /// returns the error with the number of the line.
    [[nodiscard]] std::optional<Error> run();

    /// The words that obey() knows, for completion.
    [[nodiscard]] static std::vector<std::string> commands();

  private:
    [[nodiscard]] bool interrupted() const;
    bool next_line(std::string& line);
    void show_board();
    [[nodiscard]] std::string drawn_board() const;
    std::optional<std::string> choose(Arrow which, const std::string& line);
    [[nodiscard]] Player* program_to_move() const;
    [[nodiscard]] Player* program_of(Side side) const;  // null: a person
    void let_program_move(Player& program);
    [[nodiscard]] bool somebody_reads() const;
    void seat_players();
    void obey(const std::string& line);
    void play_moves(const std::string& line);
    void undo(const std::string& argument);
    void hint(const std::string& argument);
    void show_worth(std::optional<int> only);  // by the adviser, best first
    void save(const std::string& argument, bool replace);
    void start_anew();
    void help();
    void complain(const std::string& message);
    void changed();
    void report_move(std::size_t index);
    [[nodiscard]] std::string hint_for(int pit) const;

    Game game_;
    std::istream& in_;
    std::ostream& out_;
    std::ostream& err_;
    Settings settings_;
    bool done_ = false;
    int line_ = 0;
    PitChoice choice_;             // by arrow keys
    bool board_is_above_ = false;  // nothing stands between the board and the prompt
    bool reviewed_ = false;
    std::uint64_t games_ = 0;  // players seated so far: each gets its own seed
    std::optional<Error> refused_;
};

}  // namespace kalah::app
