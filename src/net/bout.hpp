// Bout: one game of the server while it is played. It alone knows the board: it says who is to be
// asked, takes his preliminary choices, plays the last one when he is done or his time is over, and
// notes who did what wrong. It knows neither clients nor sockets; times and chance are passed in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kgp/line.hpp"
#include "net/hall_options.hpp"
#include "net/times.hpp"
#include "referee/record.hpp"

namespace kalah::net {

class Bout {
  public:
    Bout(GameRecord record, const TimeRule& time, std::size_t most_faults)
        : record_(std::move(record)), time_(time), most_faults_(most_faults) {}

    [[nodiscard]] const GameRecord& record() const { return record_; }
    [[nodiscard]] GameRecord take_record() && { return std::move(record_); }
    [[nodiscard]] bool over() const { return record_.ending != Ending::running; }
    [[nodiscard]] Side to_move() const { return record_.game.board().to_move; }

    /// Plays positions with a single legal move. Whom to ask then; nothing if the game is over.
    [[nodiscard]] std::optional<Side> advance();

    /// He has been asked, by a state with this id (0 for one who is asked otherwise).
    void asked(kgp::Id state, Time now);
    [[nodiscard]] bool is_open() const { return open_; }
    /// Of the side to move.
    [[nodiscard]] kgp::Id open_state() const { return open_ ? state_ : 0; }
    [[nodiscard]] Time deadline() const { return open_ ? asked_ + time_.limit : kNever; }

    /// A preliminary choice of the side that was asked; the last one counts.
    void prefer(int pit, std::string comment);
    /// No more choices: plays the last one. `chance` decides where there is none.
    void settle(Time now, std::uint64_t chance, bool timed_out);

    /// Noted, up to the limit on faults.
    void note_fault(Side side, FaultKind kind, std::string text);
    /// Gone for good: he has lost.
    void leave(Side side, FaultKind kind, std::string text);
    /// Ended from outside, without a result.
    void stop();

  private:
    GameRecord record_;
    TimeRule time_;
    std::size_t most_faults_;
    bool open_ = false;
    kgp::Id state_ = 0;
    Time asked_ = {};
    std::optional<int> pit_;
    std::string comment_;
};

}  // namespace kalah::net
