// People: visitors who have reserved a name. A browser shows the key of its name once for each
// connection; only a slow hash of the key is stored, beside the name. Everybody else is a guest,
// who cannot use a reserved name. The server's thread only.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/core.hpp"
#include "server/request.hpp"
#include "store/people.hpp"

namespace kalah::server {

struct WebSession;

class People {
  public:
    using Answer = std::function<void(const Result<Json>&)>;

    explicit People(Core& core) : core_(core) {}

    /// `claim` and `forget_me`; false if the request is about something else.
    [[nodiscard]] bool handle(WebSession& session, Request& request, const Answer& answer);
    /// Completes the seat of a person at this session: with the identity if the name is theirs;
    /// else the name is one that nobody has reserved.
    void sign(const WebSession& session, Seat& seat) const;
    /// True while it is not known who has reserved which name, or who this session is: calls
    /// `then` when it is.
    [[nodiscard]] bool makes_wait(const WebSession& session, std::function<void()> then);
    /// Reads the reserved names, if that was long ago: other servers on the store add some.
    void refresh();

  private:
    void claim(WebSession& session, Request& request, const Answer& answer);
    void claimed(SessionId session, const Result<store::ReservedName>& found, const Answer& answer);
    void forget(WebSession& session, Request& request, const Answer& answer);
    void forgotten(store::IdentityId identity);
    [[nodiscard]] std::optional<Error> count(const WebSession& session);

    static constexpr std::chrono::minutes kBetweenReads{1};

    Core& core_;
    std::unordered_set<std::string> reserved_;  // in lower case
    bool known_ = false;
    bool reading_ = false;
    Time read_at_ = {};
    using Requests = std::vector<std::function<void()>>;
    Requests waiting_;
    std::unordered_map<SessionId, Requests> claiming_;  // sessions that wait for their answer
    HostCounter claims_{std::chrono::minutes(1)};
};

}  // namespace kalah::server
