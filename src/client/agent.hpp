// Agent: answers the questions of a KGP server, by an engine or by a person. Only the client's loop
// calls it, on its thread; it answers through the AgentHost, at any time on that thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "client/game_tracker.hpp"
#include "referee/player.hpp"

namespace kalah::client {

using Clock = std::chrono::steady_clock;
using RequestId = std::uint64_t;  // names a question, over all connections

/// A question with what is known of its game.
struct MoveRequest {
    RequestId id = 0;
    Question question = {};
    Context context = {};
    Rules rules = {};
    Clock::time_point came = {};
};

/// Why the forced first move (from 0) cannot be played in any game on this board.
[[nodiscard]] inline std::optional<Error> validate_opening(const MoveRequest& request,
                                                           const std::optional<int>& opening) {
    const int width = request.question.board.width;
    if (!opening || *opening < width) return std::nullopt;
    return coded("opening", "--first-move " + std::to_string(*opening + 1) +
                                ": the server's board has " +
                                (width > 1 ? "pits 1 to " + std::to_string(width) : "one pit"));
}

/// The first move of a game that we begin, if one is forced and can be played.
[[nodiscard]] inline std::optional<int> forced_move(const MoveRequest& request,
                                                    const std::optional<int>& opening) {
    const Board& board = request.question.board;
    const Context& context = request.context;
    const bool we_begin = context.new_game && context.clear && context.since.empty();
    const bool can = opening && *opening < board.width && board.at(Side::south, *opening) > 0;
    return we_begin && can ? opening : std::nullopt;
}

/// What an agent can ask of the client.
class AgentHost {
  public:
    virtual ~AgentHost() = default;
    virtual void answer(RequestId id, int pit, const std::string& remark) = 0;
    /// Ends the client: with this error, or as intended if there is none.
    virtual void leave(std::optional<Error> why) = 0;
};

class Agent {
  public:
    Agent() = default;
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;
    virtual ~Agent() = default;

    virtual void ask(const MoveRequest& request) = 0;
    /// No answer is wanted any more.
    virtual void cancel(RequestId id) = 0;
    /// A line that was typed, or nothing at the end of the input.
    virtual void typed(const std::optional<std::string>& /*line*/) {}
    /// What an engine has decided on another thread; nothing if it ran out of memory.
    virtual void decided(RequestId /*id*/, const std::optional<Decision>& /*decision*/) {}
    /// A message is about to be printed, in the middle of whatever stands on the screen.
    virtual void before_message() {}
    /// Called as time passes. Returns when to call it again at the latest.
    virtual Clock::time_point tick(Clock::time_point /*now*/) { return Clock::time_point::max(); }
};

}  // namespace kalah::client
