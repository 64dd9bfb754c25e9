#include "server/game_server.hpp"

#include <utility>

namespace kalah::server {

struct GameServer::Seating final : LobbyEvents {
    Seating(Core& core, Games& games, Practice& practice)
        : lobby(core, games, *this), clients(core, games, lobby, practice) {}
    void seated(SessionId client, GameId game, Side side) override {
        clients.seated(client, game, side);
    }
    Lobby lobby;
    KgpClients clients;
};

GameServer::GameServer(const ServerOptions& options, Ports ports, const BotSetup& bots)
    : core_(options, std::move(ports)),
      bots_(core_, bots),
      games_(core_, bots_, *this),
      practice_(core_, bots.reference,
                [this](SessionId session) { seating_->clients.eval_saved(session); }),
      seating_(std::make_unique<Seating>(core_, games_, practice_)),
      spectators_(
          core_, games_,
          [this](SessionId session, std::string_view text) { pages_.send(session, text); },
          [this](std::size_t most) { return seating_->clients.sessions_json(most); }),
      analysis_(core_, bots.resources,
                [this](SessionId session, std::string_view text) { pages_.send(session, text); }),
      archive_(core_,
               [this](SessionId session, std::string_view text) { pages_.send(session, text); }),
      pages_(core_, {games_, seating_->lobby, spectators_, analysis_, archive_}) {
    core_.run_event = [this](Time now, const std::function<void()>& work) { event(now, work); };
}

GameServer::~GameServer() = default;

/// Everything happens in here: the time is set, and what was said goes out at the end.
template <class Work>
void GameServer::event(Time now, Work work) {
    core_.now = std::max(core_.now, now);
    work();
    seating_->clients.flush();
    spectators_.touch();
}

std::string GameServer::refusal() const {
    return kgp::to_text({2, 0, kgp::Kgp{}}) +
           kgp::to_text({4, 0, kgp::Failure{"Too many connections"}}) +
           kgp::to_text({6, 0, kgp::Goodbye{}});
}

SessionId GameServer::on_open(net::Protocol protocol, net::Outbox& outbox, const std::string& host,
                              Time now) {
    SessionId id = 0;
    event(now, [&] {
        id = protocol == net::Protocol::kgp ? seating_->clients.open(outbox, host)
                                            : pages_.open(outbox, host);
    });
    return id;
}

void GameServer::on_message(SessionId id, std::string_view bytes, Time now) {
    event(now, [&] {
        if (KgpSession* client = seating_->clients.find(id))
            seating_->clients.receive(*client, bytes);
        else if (WebSession* page = pages_.find(id))
            pages_.receive(*page, bytes);
    });
}

void GameServer::on_empty_frame(SessionId id, Time now) {
    event(now, [&] {
        if (KgpSession* client = seating_->clients.find(id)) seating_->clients.empty_frame(*client);
    });
}

void GameServer::on_close(SessionId id, Time now) {
    event(now, [&] {
        if (KgpSession* client = seating_->clients.find(id))
            seating_->clients.close(*client);
        else if (WebSession* page = pages_.find(id))
            pages_.close(*page);
    });
}

void GameServer::tick(Time now) {
    event(now, [&] {
        while (const auto who = core_.deadlines.take(core_.now)) wake(*who);
    });
}

void GameServer::wake(TimerId who) {
    switch (who) {
        case kPairingTimer:
            return seating_->lobby.pair_all();
        case kLobbyTimer:
            return spectators_.look();
        case kTournamentTimer:
            return archive_.look();
        case kAnalysisTimer:
            return analysis_.wake();
        default:
            break;
    }
    if (KgpSession* client = seating_->clients.find(who)) return seating_->clients.wake(*client);
    if (games_.find(who) != nullptr && seating_->lobby.bot_due(who) <= core_.now)
        seating_->lobby.pair_with_bot(who);
    games_.wake(who);
}

void GameServer::stop_accepting(Time now) {
    event(now, [&] {
        core_.closing = true;
        pages_.close_all();
        seating_->clients.dismiss_idle();
    });
}

void GameServer::stop_games(Time now) {
    event(now, [&] { games_.stop_all(); });
}

bool GameServer::is_empty() const {
    return seating_->clients.size() == 0 && games_.is_empty();
}

ServerStats GameServer::stats() const {
    return {seating_->clients.size(), pages_.size(), games_.counts()};
}

// From storage and bots.

void GameServer::on_begun(GameId game, StoredGameId number, Time now) {
    event(now, [&] { games_.on_begun(game, number); });
}

void GameServer::on_ended(GameId game, Time now) {
    event(now, [&] { games_.on_ended(game); });
}

void GameServer::on_finished(const std::string& name, std::optional<StoredGameId> number,
                             Time now) {
    event(now, [&] { games_.on_finished(name, number); });
}

void GameServer::on_eval_saved(SessionId session, Time now) {
    event(now, [&] { seating_->clients.eval_saved(session); });
}

void GameServer::on_bot_move(GameId game, std::size_t ply, const Decision& decision, Time now) {
    event(now, [&] { games_.bot_moved(game, ply, decision); });
}

// From games.

kgp::Id GameServer::ask(SessionId client, const Board& board) {
    return seating_->clients.ask(client, board);
}

void GameServer::stop(SessionId client, kgp::Id state, bool timed_out) {
    seating_->clients.stop(client, state, timed_out);
}

void GameServer::check_alive(SessionId client) {
    seating_->clients.check_alive(client);
}

void GameServer::game_begun(const LiveGame& game, Side side) {
    seating_->clients.game_begun(game, side);
}

void GameServer::game_over(const LiveGame& game, SessionId client, Side side) {
    seating_->clients.game_over(game, client, side);
}

void GameServer::lobby_game_over(const GameEntry& entry) {
    if (entry.bot_host) seating_->lobby.bot_game_over(*entry.bot_host);
}

void GameServer::changed(GameEntry& entry) {
    spectators_.tell(entry);
}

/// A person waits in the lobby while somebody with the key is here, and for a while after that.
void GameServer::lobby_place_changed(GameEntry& entry) {
    const LiveGame& game = entry.game;
    Lobby& lobby = seating_->lobby;
    if (!game.in_lobby() || game.status() != Status::waiting) return lobby.leave(game.id());
    if (entry.person_here()) {
        LobbyPlace place;
        place.game = game.id();
        place.host = entry.host;
        place.queued = core_.now;
        return lobby.join(std::move(place));
    }
    if (entry.absent_since == kNever ||
        core_.now < entry.absent_since + core_.options.lobby_absence)
        return;
    entry.absent_since = kNever;
    lobby.leave(game.id());
}

}  // namespace kalah::server
