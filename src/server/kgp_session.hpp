// KgpSession: one KGP client's conversation, seen from the server: bytes in and lines out, ids,
// what the client says about itself, its rate limit, signs of life. KgpClients, which owns it,
// answers its commands; Practice those of the modes verify and eval.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kgp/message.hpp"
#include "net/incoming.hpp"
#include "net/session_handler.hpp"
#include "server/core.hpp"
#include "server/lobby.hpp"
#include "system/json.hpp"

namespace kalah::server {

enum class Activity : std::uint8_t { none, freeplay, verify, eval };

class KgpSession {
  public:
    /// `with_output` collects the ids of sessions that have something to send.
    KgpSession(SessionId id, net::Outbox& outbox, const net::RateLimits& rate, Time now,
               std::vector<SessionId>& with_output)
        : id_(id),
          outbox_(&outbox),
          with_output_(&with_output),
          rate_(rate, now),
          heard_(now),
          connected_(now) {}

    [[nodiscard]] SessionId id() const { return id_; }

    // Out. Lines are collected until the end of the event, so that they go out together.
    kgp::Id say(const kgp::Command& command, kgp::Id ref = 0);
    /// As say(), for what the client must answer: refills its rate limit.
    kgp::Id ask(const kgp::Command& command);
    [[nodiscard]] bool has_output() const { return !output_.empty(); }
    /// False if the peer does not read.
    [[nodiscard]] bool flush();
    void finish() { outbox_->finish({}); }

    // In.
    enum class Trouble : std::uint8_t { none, flood, long_line };
    void add(std::string_view bytes, Time now);
    /// The next line, or nothing. Check trouble() after the last one.
    [[nodiscard]] std::optional<std::string_view> next_line();
    /// Costs as much as a line.
    void on_empty_frame(Time now);
    [[nodiscard]] Trouble trouble() const;

    // Is it alive?
    void ping(Time now);
    void pong(Time now);
    [[nodiscard]] bool is_pinged() const { return pinged_at_ != kNever; }
    [[nodiscard]] Time pinged_at() const { return pinged_at_; }
    [[nodiscard]] Time heard() const { return heard_; }
    [[nodiscard]] Time connected() const { return connected_; }

    // States that it was asked about, so that a late answer can be told from a wrong one. It
    // remembers the last kMostRecent: an answer to an older one has not crossed our stop on its
    // way.
    static constexpr std::size_t kMostRecent = 64;
    void settled(kgp::Id state, bool timed_out);
    enum class Known : std::uint8_t { no, settled, timed_out };
    [[nodiscard]] Known was_asked(kgp::Id state) const;

    /// For pages, without its token.
    [[nodiscard]] Json json() const;

    std::string comment = {};  // for the next move
    Deadline deadline;
    GameId game = 0;          // that it plays in
    Side side = Side::south;  // there
    LobbyPlace place = {};    // what it says about itself, and the games that it has played

    // Of verify and eval: the question that is open.
    kgp::Id question = 0;
    Time question_deadline = kNever;
    int question_pit = 0;
    Board question_board = {};

    Activity activity = Activity::none;
    int forgets = 0;  // requests to forget a token

  private:
    SessionId id_;
    net::Outbox* outbox_;
    std::vector<SessionId>* with_output_;
    net::LineSplitter splitter_{kgp::kLongestLine};
    std::string output_;
    kgp::Id last_id_ = 0;
    net::RateLimiter rate_;
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

}  // namespace kalah::server
