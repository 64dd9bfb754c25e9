// GameServer: lobby, live games, spectators, practice and analysis for sessions of KGP clients and
// of pages. It implements what net expects of the logic; sockets, threads, files and clocks are
// outside. All its parts are put together here, and every event passes through here.
//
// One thread calls it. Every call says what time it is, never earlier than the one before. After
// each call next_deadline() says when to call tick() at the latest.
#pragma once

#include <string>
#include <string_view>

#include "net/session_handler.hpp"
#include "server/administration.hpp"
#include "server/kgp_clients.hpp"
#include "server/web_api.hpp"

namespace kalah::server {

struct ServerStats {
    std::uint64_t sessions = 0;  // of KGP clients that are open
    std::uint64_t pages = 0;
    GameCounts games = {};
    std::uint64_t games_in_memory = 0;  // with those of browsers
    RefusedCounts refused = {};
    bool draining = false;
};

/// The parts of a server. The constructor of each takes those that it builds on; calls in the other
/// direction go through Core::parts.
struct Parts {
    Parts(Core& core, const BotSetup& setup);
    Bots bots;
    Games games;
    Practice practice;
    Lobby lobby;
    KgpClients clients;
    Spectators spectators;
    Analysis analysis;
    Archive archive;
    Puzzles puzzles;
    People people;
    WebApi pages;
    Administration administration;
};

class GameServer final : public net::SessionHandler {
  public:
    /// The options and what the ports refer to must outlive it; no job may still run when it is
    /// destroyed.
    GameServer(const ServerOptions& options, Ports ports, const BotSetup& bots);

    [[nodiscard]] bool admits(const std::string& host, Time now) const override {
        return parts_.administration.admits(host, now);
    }
    [[nodiscard]] std::string refusal(bool admitted) const override;
    [[nodiscard]] SessionId on_open(net::Protocol protocol, net::Outbox& outbox,
                                    const std::string& host, Time now) override;
    /// Sessions that have ended already are ignored, here and below.
    void on_message(SessionId id, std::string_view bytes, Time now) override;
    void on_empty_frame(SessionId id, Time now) override;
    void on_close(SessionId id, Time now) override;

    [[nodiscard]] Time next_deadline() const override { return core_.deadlines.next(); }
    void tick(Time now) override;

    /// Begins no new games and takes no new sessions. Dismisses sessions that play no game of the
    /// lobby now, the others when their game is over.
    void stop_accepting(Time now) override;
    /// Ends the games of the lobby that are still played, without a result.
    void stop_games(Time now) override;
    [[nodiscard]] bool is_empty() const override;
    /// It has drained.
    [[nodiscard]] bool wants_to_end() const override { return parts_.administration.has_drained(); }

    /// Runs work that a job or a read has posted back.
    void run_event(Time now, const std::function<void()>& work) { core_.run_event(now, work); }

    // From storage, after the commit.
    void on_begun(GameId game, StoredGameId number, Time now);
    void on_ended(GameId game, Time now);
    void on_finished(const std::string& name, std::optional<StoredGameId> number, Time now);
    void on_taken(const std::string& name, Time now);
    void on_eval_saved(std::uint64_t eval, Time now);
    // From a bot outside.
    void on_bot_move(GameId game, std::size_t ply, const Decision& decision, Time now);

    // From an administrator.
    /// sessions, games, bans; nothing for other words.
    [[nodiscard]] std::optional<Json> admin_list(std::string_view what, Time now);
    /// end, ban, unban, drain.
    [[nodiscard]] Result<Json> administer(std::string_view verb, Fields fields, Time now);

    [[nodiscard]] ServerStats stats() const;

  private:
    template <class Work>
    void event(Time now, Work work);
    void wake(TimerId who);

    Core core_;
    Parts parts_;
};

}  // namespace kalah::server
