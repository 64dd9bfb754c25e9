// What administrators and their programs ask of a running server over HTTP: /health (is it well?)
// and /metrics (figures, in Prometheus's text format). Figures in, answers out. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "net/server.hpp"
#include "server/game_server.hpp"
#include "store/store_writer.hpp"
#include "system/process_usage.hpp"

namespace kalah::server {

/// The last time that the options were to be read again.
struct Reload {
    std::int64_t time = 0;     // milliseconds since 1970
    std::string problem = {};  // why those from before still apply; empty: none
};

struct AdminFigures {
    std::string version;
    double started = 0;  // seconds since 1970
    double uptime = 0;   // seconds
    ServerStats games;
    net::ServerStatistics net;
    store::StoreWriter::State store;
    ProcessUsage process;
    std::optional<Reload> reload;  // nothing: not since the start
};

/// /health: 200, or 503 with the reason while the store cannot be written, or the server is
/// draining or ending.
[[nodiscard]] net::HttpAnswer admin_answer(const net::HttpQuestion& question,
                                           const AdminFigures& figures);

}  // namespace kalah::server
