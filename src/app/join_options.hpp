// The arguments of `kalah join`: where to play, who plays, and as whom. Opens nothing and connects
// to nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "net/address.hpp"
#include "net/client_session.hpp"
#include "players/spec.hpp"

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
};
void declare_join(Arguments& arguments, JoinOptions& options);

/// The argument, else what KGP_HOST and KGP_PORT say, as other clients understand them.
[[nodiscard]] Result<net::Address> chosen_address(const JoinOptions& options);
/// What the server will be told of the player; an error if it could not be.
[[nodiscard]] Result<net::Introduction> chosen_introduction(const JoinOptions& options,
                                                            const players::Spec& spec);
/// The first move of games that we begin, from 0.
[[nodiscard]] std::optional<int> chosen_opening(const JoinOptions& options);

}  // namespace kalah::app
