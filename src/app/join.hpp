// The arguments and the messages of `kalah join`; cmd_join.cpp acts on them. Nothing here connects
// to anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "client/client.hpp"
#include "players/spec.hpp"
#include "system/json.hpp"

namespace kalah::app {

struct JoinOptions {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> server;
    std::optional<std::string> player;
    std::optional<std::string> name;
    std::optional<std::string> token;
    std::optional<std::string> authors;
    std::optional<std::string> description;
    std::uint64_t games = 0;
    std::uint64_t opening = 0;
    std::uint64_t seed = 1;
    bool quiet = false;
    bool plain = false;
};
void declare_join(Arguments& arguments, JoinOptions& options);

/// The argument, else KGP_HOST and KGP_PORT, as other clients read them.
[[nodiscard]] Result<net::Address> chosen_address(const JoinOptions& options);
/// What the client tells the server about the player; an error if it cannot be sent.
[[nodiscard]] Result<ClientInfo> chosen_info(const JoinOptions& options, const players::Spec& spec);

/// "connected to 127.0.0.1:2671; waiting for a game"
[[nodiscard]] std::string notice_text(const client::Notice& notice, const net::Address& server);
/// Why the client has ended.
[[nodiscard]] std::string error_text(const Error& error, const net::Address& server);
/// "game 12 against Bob: won 30 to 18 (finished)". The number is the server's, under which the game
/// is found there, or our own count if the server gives none.
[[nodiscard]] std::string outcome_text(const client::Outcome& outcome);
[[nodiscard]] Json outcome_json(const client::Outcome& outcome);
/// "4 games: won 2, drew 0, lost 2", and what went wrong.
[[nodiscard]] std::string counts_text(const client::Client::Counts& counts);

}  // namespace kalah::app
