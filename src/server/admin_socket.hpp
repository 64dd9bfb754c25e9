// What the administrators' socket answers over HTTP ('kalah admin' asks it): the pages of
// admin_pages.hpp; /status, /sessions, /games and /bans as JSON; and what may be done, by POST with
// an object: /end, /ban, /unban and /drain. The server's thread only.
#pragma once

#include "server/admin_pages.hpp"

namespace kalah::server {

/// An error is {"error": {"code", …, "text"}}.
[[nodiscard]] net::HttpAnswer admin_socket_answer(const net::HttpQuestion& question,
                                                  const AdminFigures& figures, GameServer& games,
                                                  Time now);

}  // namespace kalah::server
