// GameLog: the games behind a log of KGP, as bots and servers write them: the lines of one client's
// sessions, both directions, each with whatever the program puts in front ("<- ", "S: ", a time).
// A log shows positions rather than moves: the opponent's moves follow from the positions
// (GameTracker), those at the end of a game from its result, if the server tells it. One thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/game_tracker.hpp"
#include "referee/game_input.hpp"

namespace kalah::client {

/// The part of a line that is a message of KGP; empty if there is none.
[[nodiscard]] std::string_view message_in(std::string_view line);

class GameLog {
  public:
    /// Of the defaults, the rules hold unless the server says others, and names as long as the log
    /// has none: south's is the client's, north's the opponent's.
    explicit GameLog(GameDefaults defaults)
        : defaults_(std::move(defaults)), tracker_(defaults_.rules) {}

    /// Takes the next line, without its end.
    void add(std::string_view line);
    /// After the last line: all games, in the order in which they began.
    [[nodiscard]] std::vector<ReadGame> finish();

  private:
    /// A game as the client sees it: south is the client.
    struct Building {
        int line = 0;
        GameRecord record;
        Question question = {};          // the last one
        int asked_on = 0;                // its line
        std::optional<int> answer = {};  // to it
        std::string remark = {};
        std::optional<Error> error = {};
    };

    void on_question(const Question& question);
    void on_move(kgp::Id ref, int pit);
    void on_set(kgp::Id id, const kgp::Set& set);
    void end_session();
    /// The moves from the last question to a new one.
    static void play_on(Building& game, const Context& context);
    /// The moves after the last question, and the ending; or what contradicts the result.
    [[nodiscard]] std::optional<Error> conclude(Building& game,
                                                const std::optional<Outcome>& told) const;
    /// `told`: what is known of the result.
    void end_game(int number, const std::optional<Outcome>& told);
    [[nodiscard]] const Rules& rules() const;
    [[nodiscard]] std::string who(const std::string& name, Side side) const {
        return name.empty() ? defaults_.names[side] : name;
    }

    GameDefaults defaults_;
    Session session_{{}};
    GameTracker tracker_;
    int line_ = 0;
    std::string name_;               // of the client
    std::string remark_;             // on the next move
    std::map<int, Building> games_;  // that are being played, by their numbers in the tracker
    std::vector<ReadGame> done_;
};

}  // namespace kalah::client
