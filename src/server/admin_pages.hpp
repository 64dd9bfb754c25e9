// What administrators and their programs ask of a running server over HTTP: /health (is it well?)
// and /metrics (figures, in Prometheus's text format). Figures in, answers out. Pure, any thread.
#pragma once

#include <string>

#include "net/server.hpp"
#include "server/game_server.hpp"
#include "store/store_writer.hpp"
#include "system/process_usage.hpp"

namespace kalah::server {

struct AdminFigures {
    std::string version;
    double started = 0;  // seconds since 1970
    double uptime = 0;   // seconds
    ServerStats games;
    net::ServerStatistics net;
    store::StoreWriter::State store;
    ProcessUsage process;
};

/// /health: 200, or 503 with the reason while the store cannot be written, or the server is
/// draining or ending.
[[nodiscard]] net::HttpAnswer admin_answer(const net::HttpQuestion& question,
                                           const AdminFigures& figures);

}  // namespace kalah::server
