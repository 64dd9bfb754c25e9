// Session: one client's conversation, seen from the server: bytes in and lines out, ids, what the
// client says of itself, what it may still send, whether it is alive. What is answered to its
// commands is decided by the hall (hall.hpp), which owns it and is its only caller.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kgp/line_splitter.hpp"
#include "kgp/message.hpp"
#include "net/alarms.hpp"
#include "net/backstage.hpp"
#include "net/budget.hpp"
#include "net/outlet.hpp"

namespace kalah::net {

enum class Activity : std::uint8_t { none, freeplay, verify, eval };

class Session {
  public:
    Session(SessionId id, Outlet& outlet, const BudgetLimits& limits, Time now)
        : id_(id), outlet_(&outlet), budget_(limits, now), heard_(now), connected_(now) {}

    [[nodiscard]] SessionId id() const { return id_; }

    // Out. Lines are collected until the end of the event, so that they go out together.
    kgp::Id say(const kgp::Command& command, kgp::Id ref = 0);
    /// As say(), for what the client must answer: its budget grows.
    kgp::Id ask(const kgp::Command& command);
    [[nodiscard]] bool has_output() const { return !output_.empty(); }
    /// False if the peer does not read.
    [[nodiscard]] bool flush();
    void finish() { outlet_->finish(); }

    // In.
    enum class Trouble : std::uint8_t { none, flood, long_line };
    void add(std::string_view bytes, Time now);
    /// The next line, or nothing. Look for trouble() behind the last one.
    [[nodiscard]] std::optional<std::string_view> next_line();
    /// Takes a line from the budget for nothing.
    void bothered(Time now);
    [[nodiscard]] Trouble trouble() const;

    // Is it alive?
    void ping(Time now);
    void pong(Time now);
    [[nodiscard]] bool is_pinged() const { return pinged_at_ != kNever; }
    [[nodiscard]] Time pinged_at() const { return pinged_at_; }
    [[nodiscard]] Time heard() const { return heard_; }
    [[nodiscard]] Time connected() const { return connected_; }

    // States that it was asked about, so that a late answer can be told from a wrong one. The last
    // kMostRecent are remembered: an answer that is later has not crossed our stop on its way, and
    // who gives it is told that there is no such state.
    static constexpr std::size_t kMostRecent = 64;
    void settled(kgp::Id state, bool timed_out);
    enum class Known : std::uint8_t { no, settled, timed_out };
    [[nodiscard]] Known was_asked(kgp::Id state) const;

    About about;
    std::string comment = {};  // for the next move
    AlarmClock alarm;
    BoutId bout = 0;  // that it plays in

    // In the queue for a game.
    std::list<SessionId>::iterator place = {};
    Time queued = {};
    int games = 0;
    int south_games = 0;

    // Of verify and eval: the question that is open.
    kgp::Id question = 0;
    Time question_deadline = kNever;
    int question_pit = 0;
    Board question_board = {};

    // The small ones together: thousands of sessions may be idle.
    Activity activity = Activity::none;
    bool in_queue = false;
    Side side = Side::south;  // in its game
    Side last_side = Side::north;
    int forgets = 0;  // requests to forget a token

  private:
    SessionId id_;
    Outlet* outlet_;
    kgp::LineSplitter splitter_;
    std::string output_;
    kgp::Id last_id_ = 0;
    Budget budget_;
    Time pinged_at_ = kNever;
    Time heard_;
    Time connected_;
    struct Settled {
        kgp::Id state = 0;
        bool timed_out = false;
    };
    std::vector<Settled> recent_ = {};  // a ring, once it is full
    std::size_t next_recent_ = 0;
    bool spent_ = false;
};

}  // namespace kalah::net
