// Sockets of this machine that have a path: the server listens at one, and programs ask it there by
// HTTP. Only their owner and root can use them. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "kalah/result.hpp"

namespace kalah::net {

/// The descriptor of a socket that listens at `path`, with mode 0600 from the beginning. Takes the
/// place of one that a dead server has left; an error if a server is alive there, or if the path is
/// no socket.
[[nodiscard]] Result<int> listen_at(const std::string& path);

struct LocalAnswer {
    unsigned status = 0;
    std::string body = {};
};
/// Asks the server at `path` once; waits some seconds for its answer. The error says in one line
/// what to do.
[[nodiscard]] Result<LocalAnswer> ask_at(const std::string& path, std::string_view method,
                                         std::string_view target, std::string_view body);

}  // namespace kalah::net
