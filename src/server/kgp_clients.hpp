// KgpClients: the sessions that speak KGP. Handles their commands, asks them for moves, checks that
// they are alive, and knows which of them wait or play. Passes moves to Games, and clients that
// want to play to the Lobby. The server's thread only.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "server/kgp_session.hpp"
#include "server/practice.hpp"

namespace kalah::server {

class KgpClients {
  public:
    KgpClients(Core& core, Games& games, Lobby& lobby, Practice& practice)
        : core_(core), games_(games), lobby_(lobby), practice_(practice) {}

    [[nodiscard]] KgpSession* find(SessionId id);
    [[nodiscard]] std::size_t size() const { return sessions_.size(); }
    [[nodiscard]] const std::unordered_map<SessionId, std::unique_ptr<KgpSession>>& all() const {
        return sessions_;
    }

    [[nodiscard]] SessionId open(net::Outbox& outbox, const std::string& host);
    void receive(KgpSession& session, std::string_view bytes);
    void empty_frame(KgpSession& session);
    void close(KgpSession& session);
    void wake(KgpSession& session);
    /// Sends what was said. Removes clients that do not read.
    void flush();
    /// Dismisses clients that do not play.
    void dismiss_idle();
    /// Dismisses all clients of a host, which lose their games; returns how many.
    std::size_t dismiss_host(const std::string& host, std::string_view why);

    // From games.
    [[nodiscard]] kgp::Id ask(SessionId client, const Board& board);
    void stop(SessionId client, kgp::Id state, bool timed_out);
    void check_alive(SessionId client);
    /// For the person who runs it.
    void tell(SessionId client, const char* text);
    void game_begun(const LiveGame& game, Side side);
    void game_over(const LiveGame& game, SessionId client, Side side);
    // From the lobby.
    void seated(SessionId client, GameId game, Side side, std::optional<std::size_t> bot);
    // From practice.
    /// Sends the next position to a client in the mode eval, unless it has one.
    void next_position(SessionId client);

    /// For pages: at most `most` of them, oldest first, without their tokens.
    [[nodiscard]] Json sessions_json(std::size_t most) const;

  private:
    void handle(KgpSession& session, const kgp::Message& message);
    void check_limits(KgpSession& session);
    void on_malformed(KgpSession& session, const kgp::Malformed& malformed, kgp::Id id);
    void on_set(KgpSession& session, const kgp::Set& set);
    void forget(KgpSession& session, const std::string& token);
    void on_mode(KgpSession& session, const kgp::Mode& mode, kgp::Id ref);
    void on_pong(KgpSession& session);
    void on_move(KgpSession& session, kgp::Id ref, kgp::Id id, int pit);
    void on_yield(KgpSession& session, kgp::Id ref, kgp::Id id);
    void ping(KgpSession& session);
    void join_lobby(KgpSession& session);
    /// The game that it plays in; null if there is none.
    [[nodiscard]] GameEntry* game_of(const KgpSession& session);
    /// The same if the session is to move there and `ref` is the state that it was asked about.
    [[nodiscard]] GameEntry* asked_by(const KgpSession& session, kgp::Id ref);
    /// Says why and goodbye; the session is gone afterwards.
    void dismiss(KgpSession& session, std::string_view error, FaultKind kind);
    /// The session is gone afterwards, and has lost the game that it was in.
    void remove(KgpSession& session, FaultKind kind, std::string_view why);
    /// Ends what the session did not answer in time; true if there was such a question. The session
    /// may be gone afterwards.
    bool end_overdue(KgpSession& session);
    [[nodiscard]] Time due(const KgpSession& session) const;
    void set_deadline(KgpSession& session);

    Core& core_;
    Games& games_;
    Lobby& lobby_;
    Practice& practice_;
    std::unordered_map<SessionId, std::unique_ptr<KgpSession>> sessions_;
    std::vector<SessionId> with_output_;
    HostCounter forgets_{std::chrono::minutes(1)};
};

}  // namespace kalah::server
