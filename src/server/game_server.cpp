#include "server/game_server.hpp"

#include <utility>

namespace kalah::server {

Parts::Parts(Core& core, const BotSetup& setup)
    : bots(core, setup),
      games(core),
      practice(core, setup.reference),
      lobby(core, games),
      clients(core, games, lobby, practice),
      spectators(core, games),
      analysis(core, setup.resources),
      archive(core),
      puzzles(core, setup.resources),
      people(core),
      pages(core),
      administration(core) {}

GameServer::GameServer(const ServerOptions& options, Ports ports, const BotSetup& bots)
    : core_(options, std::move(ports)), parts_(core_, bots) {
    core_.parts = &parts_;
    core_.run_event = [this](Time now, const std::function<void()>& work) { event(now, work); };
}

/// Every event runs in here: sets the time, runs the work, and sends the output at the end.
template <class Work>
void GameServer::event(Time now, Work work) {
    core_.now = std::max(core_.now, now);
    work();
    parts_.clients.flush();
    parts_.spectators.touch();
}

std::string GameServer::refusal(bool admitted) const {
    const char* why = admitted ? "Too many connections" : "Your host is banned here";
    return kgp::to_text({2, 0, kgp::Kgp{}}) + kgp::to_text({4, 0, kgp::Failure{why}}) +
           kgp::to_text({6, 0, kgp::Goodbye{}});
}

SessionId GameServer::on_open(net::Protocol protocol, net::Outbox& outbox, const std::string& host,
                              Time now) {
    SessionId id = 0;
    event(now, [&] {
        id = protocol == net::Protocol::kgp ? parts_.clients.open(outbox, host)
                                            : parts_.pages.open(outbox, host);
    });
    return id;
}

void GameServer::on_message(SessionId id, std::string_view bytes, Time now) {
    event(now, [&] {
        if (KgpSession* client = parts_.clients.find(id))
            parts_.clients.receive(*client, bytes);
        else if (WebSession* page = parts_.pages.find(id))
            parts_.pages.receive(*page, bytes);
    });
}

void GameServer::on_empty_frame(SessionId id, Time now) {
    event(now, [&] {
        if (KgpSession* client = parts_.clients.find(id)) parts_.clients.empty_frame(*client);
    });
}

void GameServer::on_close(SessionId id, Time now) {
    event(now, [&] {
        if (KgpSession* client = parts_.clients.find(id))
            parts_.clients.close(*client);
        else if (WebSession* page = parts_.pages.find(id))
            parts_.pages.close(*page);
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
            return parts_.lobby.pair_all();
        case kLobbyTimer:
            return parts_.spectators.look();
        case kTournamentTimer:
            return parts_.archive.look();
        case kAnalysisTimer:
            return parts_.analysis.wake();
        case kDrainTimer:
            return parts_.administration.look();
        default:
            break;
    }
    if (KgpSession* client = parts_.clients.find(who)) return parts_.clients.wake(*client);
    if (parts_.games.find(who) != nullptr && parts_.lobby.bot_due(who) <= core_.now)
        parts_.lobby.pair_with_bot(who);
    parts_.games.wake(who);
}

void GameServer::stop_accepting(Time now) {
    event(now, [&] {
        core_.closing = true;
        parts_.pages.close_all();
        parts_.clients.dismiss_idle();
    });
}

void GameServer::stop_games(Time now) {
    event(now, [&] { parts_.games.stop_all(); });
}

bool GameServer::is_empty() const {
    return parts_.clients.size() == 0 && parts_.games.is_empty();
}

ServerStats GameServer::stats() const {
    return {parts_.clients.size(),     parts_.pages.size(), parts_.games.counts(),
            parts_.games.all().size(), core_.refused,       core_.draining};
}

// From an administrator.

std::optional<Json> GameServer::admin_list(std::string_view what, Time now) {
    std::optional<Json> list;
    event(now, [&] {
        if (what == "sessions") list = parts_.administration.sessions();
        if (what == "games") list = parts_.administration.games();
        if (what == "bans") list = parts_.administration.bans();
    });
    return list;
}

Result<Json> GameServer::administer(std::string_view verb, Fields fields, Time now) {
    Result<Json> done = Json();
    event(now, [&] { done = parts_.administration.act(verb, std::move(fields)); });
    return done;
}

// From storage and bots.

void GameServer::on_begun(GameId game, StoredGameId number, Time now) {
    event(now, [&] { parts_.games.on_begun(game, number); });
}

void GameServer::on_ended(GameId game, Time now) {
    event(now, [&] { parts_.games.on_ended(game); });
}

void GameServer::on_finished(const std::string& name, std::optional<StoredGameId> number,
                             Time now) {
    event(now, [&] { parts_.games.on_finished(name, number); });
}

void GameServer::on_taken(const std::string& name, Time now) {
    event(now, [&] { parts_.games.on_taken(name); });
}

void GameServer::on_eval_saved(std::uint64_t eval, Time now) {
    event(now, [&] { parts_.practice.on_saved(eval); });
}

void GameServer::on_bot_move(GameId game, std::size_t ply, const Decision& decision, Time now) {
    event(now, [&] { parts_.games.bot_moved(game, ply, decision); });
}

}  // namespace kalah::server
