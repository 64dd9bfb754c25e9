// GameTracker: infers the games behind a client's questions as far as possible, because KGP says
// neither what the opponent played nor when a game is over. It believes servers that tell
// (`game:id`, `game:result`). No sockets, no clocks. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/session.hpp"
#include "kalah/moves.hpp"

namespace kalah::client {

/// How a game ended, as far as the client can know.
struct Outcome {
    int number = 0;         // of the game, from 1
    std::string game = {};  // the server's name for it, if it has one
    std::string opponent = {};
    struct Points {
        int own = 0;
        int opponent = 0;
    };
    std::optional<Points> points = {};  // nothing: it ended by moves that were not seen
    std::string reason = {};            // the server's word, or "predicted", or "unseen"
};

/// The name of a game for people: the server's name for it, else our own number.
[[nodiscard]] std::string game_name(const std::string& game, int number);

/// What a question says about its game.
struct Context {
    int number = 0;                      // of the game, from 1
    bool new_game = false;               // its first question
    std::vector<MoveResult> since = {};  // moves since the last answer, or since the start
    bool clear = false;                  // `since` explains the position; else nothing is known
    bool chosen_for_us = false;          // the first move of `since` is ours, chosen by the server
    std::optional<Outcome> ended = {};   // a game whose end shows only now
};

struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int unknown = 0;
    [[nodiscard]] int games() const { return wins + draws + losses + unknown; }
};

class GameTracker {
  public:
    /// The rules by which the server plays, as far as known.
    explicit GameTracker(const Rules& rules) : rules_(rules) {}
    void set_rules(const Rules& rules) { rules_ = rules; }

    [[nodiscard]] Context asked(const Question& question);
    /// The answer was sent. True if it ends the game by the rules: unless the server reports the
    /// result, the caller should let settle() count the game some time later.
    bool answered(const Question& question, int pit);
    /// Counts a game whose end was predicted and that the server has not reported.
    [[nodiscard]] std::optional<Outcome> settle();
    /// The server reports a result. Nothing if the game was counted before.
    [[nodiscard]] std::optional<Outcome> told(const GameOver& over);
    /// The connection is lost, and with it the games in progress. Returns how many.
    int cut_off();

    [[nodiscard]] const Tally& tally() const { return tally_; }

  private:
    struct Track {
        int number = 0;
        std::string game = {};
        std::string opponent = {};
        Board board = {};             // of the last question
        std::optional<int> pit = {};  // the answer to it
        std::optional<Outcome::Points> predicted = {};
    };
    [[nodiscard]] std::optional<Context> continued(const Track& track, const Board& board) const;
    [[nodiscard]] Track* track_of(const Question& question, Context& context);
    Outcome count(const Track& track, std::optional<Outcome::Points> points, std::string reason);

    Rules rules_;
    std::vector<Track> tracks_;  // in progress, oldest first; most servers play one at a time
    int begun_ = 0;
    int predicted_last_ = 0;  // number of the game last counted by prediction
    Tally tally_;
};

}  // namespace kalah::client
