// Spectators: what pages see of live games and of the lobby. A change of a game is told as a delta,
// written once for all viewers of the same sides; the lobby at most five times a second, and only
// while somebody watches. The server's thread only.
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
    /// From now on it is told every change; it knows the state as it is now, and the game by this
    /// name.
    void add(GameEntry& entry, SessionId session, const PerSide<bool>& sides,
             std::string_view name);
    /// Tells what has changed since the last time.
    void tell(GameEntry& entry);

    // The lobby.
    void watch_lobby(SessionId session, bool on);
    void session_closed(SessionId session) { watch_lobby(session, false); }
    /// An event has happened.
    void touch();
    void look();

  private:
    Core& core_;
    Games& games_;
    std::set<SessionId> lobby_;
    std::set<SessionId> fresh_;  // of them: they were told nothing yet
    std::string told_;           // in the lobby, last
    Time next_look_ = {};        // not before
    bool looking_ = false;       // a look is to come
};

}  // namespace kalah::server
