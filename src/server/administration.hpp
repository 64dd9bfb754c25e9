// Administration: what an administrator sees and does while the server runs: sessions, games and
// bans are listed, games ended, hosts banned, and the server drained. The socket and its requests
// are in admin_socket.hpp. The server's thread only.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "server/games.hpp"
#include "server/request.hpp"

namespace kalah::server {

class Administration {
  public:
    explicit Administration(Core& core) : core_(core) {}

    // Lists, oldest first: at most kMostRows, and how many there are.
    static constexpr std::size_t kMostRows = 1'000;
    [[nodiscard]] Json sessions() const;
    /// Games that are not over, of those in memory.
    [[nodiscard]] Json games() const;
    [[nodiscard]] Json bans() const;

    /// Does one of these; the result says what was done.
    /// end: {"game"} ends it without a result.
    /// ban: {"host", "ms"?} closes the sessions of the host and refuses it.
    /// unban: {"host"}.
    /// drain: {} begins no new games and takes no new sessions.
    [[nodiscard]] Result<Json> act(std::string_view verb, Fields fields);

    [[nodiscard]] bool admits(const std::string& host, Time now) const;
    /// Draining, and nothing is left to wait for.
    [[nodiscard]] bool has_drained() const;
    /// Looks again soon whether it has drained.
    void look() const;

  private:
    [[nodiscard]] Result<Json> end(const std::string& game);
    [[nodiscard]] Result<Json> ban(const std::string& text, std::optional<milliseconds> time);
    [[nodiscard]] Result<Json> unban(const std::string& text);
    [[nodiscard]] Json drain();
    /// By its name, or its number in the store.
    [[nodiscard]] GameEntry* find_game(const std::string& text) const;
    /// Since 1970.
    [[nodiscard]] std::int64_t wall_of(Time time) const;

    Core& core_;
    std::map<std::string, Time> bans_;  // by host, until when
};

}  // namespace kalah::server
