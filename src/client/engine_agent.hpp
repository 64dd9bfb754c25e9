// EngineAgent: one of our players at a KGP server. Keeps to the server's clock, with a margin, and
// to the player's own limits. For the client's thread.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "client/agent.hpp"
#include "players/spec.hpp"
#include "system/scheduler.hpp"

namespace kalah::client {

/// How long the player may think about a question, from when it came; nothing: as long as it likes.
/// `own` is the player's time limit, if it has one.
[[nodiscard]] std::optional<std::chrono::milliseconds> time_for(
    const Question& question, const std::optional<std::chrono::milliseconds>& own);

class EngineAgent final : public Agent {
  public:
    struct Options {
        players::Spec spec = {};
        std::optional<int> opening = {};  // first move of a game that we begin, from 0
        std::uint64_t seed = 1;
        /// The player for a game of these rules on such a board, or why there is none.
        std::function<Result<players::Spec>(const Rules&, const Board&)> prepare = {};
        /// Called on the thinking thread; the callee passes the decision to decided() on the
        /// client's.
        std::function<void(RequestId, std::optional<Decision>)> on_decision = {};
        /// Called after each depth with what the player has found, for people; on that thread too.
        players::OnThought on_thought = {};
    };
    EngineAgent(Options options, AgentHost& host);
    ~EngineAgent() override;

    /// Makes the player for the game that will probably be played, so that this does not cost time
    /// of the first question: tables and databases take some tenths of a second. If the first
    /// question shows another game, ask() makes another player. The error says why the player
    /// cannot be made.
    [[nodiscard]] std::optional<Error> expect(const Rules& rules, const Board& board) {
        return make_player(rules, board);
    }

    void ask(const MoveRequest& request) override;
    void cancel(RequestId id) override;
    void decided(RequestId id, const std::optional<Decision>& decision) override;

    /// When the player will have answered the question it is thinking about.
    [[nodiscard]] std::optional<Clock::time_point> stops_at() const;

  private:
    /// A question that waits for its answer. The job holds it too.
    struct Thought {
        RequestId id = 0;
        std::optional<Clock::time_point> last = {};  // the latest time to answer
        Scheduler::JobId job = 0;
        std::optional<std::uint64_t> new_game = {};  // its seed, until the player knows it
        StopToken stop = {};  // its deadline is `last`, or earlier if others wait
        Clock::time_point stops_at = Clock::time_point::max();
    };
    [[nodiscard]] bool has_player_for(const MoveRequest& request);
    [[nodiscard]] std::optional<Error> make_player(const Rules& rules, const Board& board);
    void remove(RequestId id);
    void share_time(Clock::time_point now);

    Options options_;
    AgentHost& host_;
    std::deque<std::shared_ptr<Thought>> thoughts_;  // the first is being thought about
    std::optional<Rules> rules_;
    int width_ = 0;
    std::optional<std::uint64_t> new_game_;  // the seed of a game that the player does not know of
    std::unique_ptr<Player> player_;         // used by the jobs alone
    std::unique_ptr<Scheduler> compute_;
};

}  // namespace kalah::client
