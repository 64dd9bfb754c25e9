// Seat: who answers the questions of a KGP server, a program or a person. Called by the client's
// loop only, from its thread; answers go back through the Table, at any time from that thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "net/client_games.hpp"
#include "referee/player.hpp"

namespace kalah::app {

using JoinClock = std::chrono::steady_clock;
using Ticket = std::uint64_t;  // names a question, over all connections

/// A question with what is known of its game.
struct Asked {
    Ticket ticket = 0;
    net::Question question = {};
    net::Context context = {};
    Rules rules = {};
    JoinClock::time_point came = {};
};

/// Why the first move that is forced (from 0) can be played in no game on this board.
[[nodiscard]] inline std::optional<Error> opening_objection(const Asked& asked,
                                                            const std::optional<int>& opening) {
    const int width = asked.question.board.width;
    if (!opening || *opening < width) return std::nullopt;
    return Error{"--opening " + std::to_string(*opening + 1) + ": the server's board has " +
                 (width > 1 ? "pits 1 to " + std::to_string(width) : "one pit")};
}

/// The first move of a game that we begin, if one is forced and can be played.
[[nodiscard]] inline std::optional<int> forced_move(const Asked& asked,
                                                    const std::optional<int>& opening) {
    const Board& board = asked.question.board;
    const bool we_begin =
        asked.context.new_game && asked.context.clear && asked.context.since.empty();
    const bool can = opening && *opening < board.width && board.at(Side::south, *opening) > 0;
    return we_begin && can ? opening : std::nullopt;
}

/// What a seat can ask of the client.
class Table {
  public:
    virtual ~Table() = default;
    virtual void answer(Ticket ticket, int pit, const std::string& remark) = 0;
    /// Ends the client, with an exit code and, unless that is kOk, why.
    virtual void leave(int code, const std::string& why) = 0;
};

class Seat {
  public:
    Seat() = default;
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    virtual ~Seat() = default;

    virtual void ask(const Asked& asked) = 0;
    /// No answer is wanted any more.
    virtual void withdraw(Ticket ticket) = 0;
    /// A line that was typed, or nothing at the end of the input.
    virtual void typed(const std::optional<std::string>& /*line*/) {}
    /// What a program has decided on another thread.
    virtual void decided(Ticket /*ticket*/, const std::optional<Decision>& /*decision*/) {}
    /// A message is about to be printed, in the middle of whatever stands on the screen.
    virtual void before_message() {}
    /// Time has passed. When to call again at the latest.
    virtual JoinClock::time_point tick(JoinClock::time_point now) = 0;
};

}  // namespace kalah::app
