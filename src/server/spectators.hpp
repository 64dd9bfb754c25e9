// Spectators: what pages see of live games and of the lobby. Viewers get each change of a game as a
// delta, written once for all viewers of the same sides; watchers of the lobby get it at most five
// times a second. Nothing is written while nobody watches. The server's thread only.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "server/games.hpp"

namespace kalah::server {

class Spectators {
  public:
    static constexpr std::size_t kMostRows = 100;
    static constexpr milliseconds kBetweenLooks{200};

    Spectators(Core& core, Games& games) : core_(core), games_(games) {}

    // Viewers of a game.
    /// From now on the session gets every change; it knows the present state, and the game by this
    /// name.
    void add(GameEntry& entry, SessionId session, const PerSide<bool>& sides,
             std::string_view name);
    /// Tells what has changed since the last time.
    void tell(GameEntry& entry);

    // The lobby.
    void watch_lobby(SessionId session, bool on);
    void session_closed(SessionId session) { watch_lobby(session, false); }
    /// An event has happened: the lobby may look different.
    void touch();
    void look();

  private:
    Core& core_;
    Games& games_;
    std::set<SessionId> lobby_;
    std::set<SessionId> fresh_;  // those of them that were told nothing yet
    std::string told_;           // the last event of the lobby
    Time next_look_ = {};        // not before
    bool looking_ = false;       // a look is scheduled
};

}  // namespace kalah::server
