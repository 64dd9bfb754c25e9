// ProgramSeat: one of our players at a KGP server. Keeps to the server's clock, with a margin, and
// to the player's own limits. For the client's thread.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "app/join_seat.hpp"
#include "app/thinker.hpp"
#include "players/spec.hpp"

namespace kalah::app {

/// How long a question may be thought about, from when it came; nothing: as long as the player
/// likes. `own` is the player's time limit, if it has one.
[[nodiscard]] std::optional<std::chrono::milliseconds> time_for(
    const net::Question& question, const std::optional<std::chrono::milliseconds>& own);

class ProgramSeat final : public Seat {
  public:
    struct Settings {
        players::Spec spec = {};
        std::optional<int> opening = {};  // first move of a game that we begin, from 0
        std::uint64_t seed = 1;
        /// The player for a game of these rules on such a board; an error if it cannot be had.
        std::function<Result<players::Spec>(const Rules&, const Board&)> prepare = {};
        /// Called from the thinking thread; what it gets goes to decided() on the client's.
        Thinker::OnDecision on_decision = {};
    };
    ProgramSeat(Settings settings, Table& table);

    /// Makes the player for what will probably be played, so that the first question's clock does
    /// not pay for it: tables and databases take some tenths of a second. Another game shows with
    /// the first question. The error says why the player cannot be had.
    [[nodiscard]] std::optional<Error> expect(const Rules& rules, const Board& board);

    void ask(const Asked& asked) override;
    void withdraw(Ticket ticket) override;
    void decided(Ticket ticket, const std::optional<Decision>& decision) override;
    JoinClock::time_point tick(JoinClock::time_point now) override;

  private:
    [[nodiscard]] bool has_player_for(const Asked& asked);
    [[nodiscard]] std::optional<Error> make_player(const Rules& rules, const Board& board);
    void share_time(JoinClock::time_point now);

    struct Open {
        Asked asked;
        std::optional<JoinClock::time_point> last = {};  // to answer at
        std::optional<JoinClock::time_point> due = {};   // the same, shared with others
        bool hurried = false;
    };
    Settings settings_;
    Table& table_;
    std::deque<Open> open_;  // the first is being thought about
    std::optional<Rules> rules_;
    int width_ = 0;
    std::optional<std::uint64_t> new_game_;  // of which the player has not been told
    std::unique_ptr<Thinker> thinker_;
};

}  // namespace kalah::app
