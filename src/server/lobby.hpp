// Lobby: matchmaking. KGP clients and people in browsers wait in one queue, first come first
// served; a bot plays those that wait too long. It does not know sessions: a LobbyPlace is what it
// needs of one. The server's thread only.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/games.hpp"
#include "system/json.hpp"

namespace kalah::server {

struct WebSession;

/// Games against each bot, by the side of the bot's opponent.
using BotGames = std::vector<PerSide<int>>;

/// Who waits: a KGP client, or a browser game with a seat for the lobby.
struct LobbyPlace {
    SessionId client = 0;
    SessionId wanted = 0;  // the KGP client that a person has chosen
    GameId game = 0;       // of a person
    std::string host = {};
    ClientInfo info = {};
    // The games that it has played, so that sides are fair.
    int games = 0;
    int south_games = 0;
    Side last_side = Side::north;
    BotGames against_bots = {};  // bots beyond its end: none yet
    Time queued = {};
    /// Counts a game that begins; `bot`: the opponent, if it is one.
    void count(Side side, std::optional<std::size_t> bot);
    [[nodiscard]] std::uint64_t id() const { return client != 0 ? client : game; }
};

class Lobby {
  public:
    Lobby(Core& core, Games& games) : core_(core), games_(games) {}

    /// Pairs it at once if an opponent fits; else it waits, and keeps its place if it has one.
    void join(LobbyPlace place);
    void leave(std::uint64_t id);
    /// A browser game waits here while somebody with its key is connected, and for a while after
    /// that.
    void place_changed(GameEntry& entry);
    [[nodiscard]] bool has(std::uint64_t id) const { return places_.contains(id); }
    /// A browser game whose person waits and is here, and is not this one; null if there is none.
    [[nodiscard]] GameEntry* waiting_person(const WebSession& session);
    /// True if the person in this browser game waits for anyone, and is here, and not this one.
    [[nodiscard]] bool waits_for(const GameEntry& entry, const WebSession& session) const;
    /// Those who wait and are here, longest first, and the open seats that are offered to anyone;
    /// at most `most`.
    [[nodiscard]] Json waiting_json(std::size_t most) const;
    /// When a bot is due for this place; kNever if it does not wait, or there are no bots.
    [[nodiscard]] Time bot_due(std::uint64_t id) const;
    void pair_with_bot(std::uint64_t id);
    /// Pairs those that could not play before: the store had no room, and may have some now.
    void pair_all();
    /// A bot's game of this host is over.
    void bot_game_over(const std::string& host);

  private:
    /// The place to be paired with this one; the end if there is none.
    [[nodiscard]] std::list<LobbyPlace>::iterator opponent_for(const LobbyPlace& place);
    [[nodiscard]] Json place_json(const LobbyPlace& place) const;
    [[nodiscard]] bool may_play(const LobbyPlace& a, const LobbyPlace& b) const;
    [[nodiscard]] std::size_t bot_for(const LobbyPlace& place) const;
    [[nodiscard]] Side side_against(std::size_t bot, const LobbyPlace& place) const;
    void pair(const LobbyPlace& first, const LobbyPlace& second);
    [[nodiscard]] GameEntry& entry_for(const LobbyPlace& a, const LobbyPlace& b);
    void take_seats(GameEntry& entry, const LobbyPlace& place, Side side, Seats& seats,
                    PerSide<std::optional<ClientInfo>>& clients);

    Core& core_;
    Games& games_;
    /// Longest wait first. No two of them could play each other, unless the store has no room: then
    /// `pairing_` wakes pair_all(). Two people can play only while both are here.
    std::list<LobbyPlace> queue_;
    std::unordered_map<std::uint64_t, std::list<LobbyPlace>::iterator> places_;
    Deadline pairing_;
    std::unordered_map<std::string, std::size_t> bot_games_;  // by host
    BotGames against_bots_;                                   // of all
};

}  // namespace kalah::server
