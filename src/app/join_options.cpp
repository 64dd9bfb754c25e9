#include "app/join_options.hpp"

#include <cstdlib>

namespace kalah::app {
namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string chosen_name(const JoinOptions& options, const players::Spec& spec) {
    if (options.name) return *options.name;
    if (spec.kind != players::Kind::human) return spec.text;
    const std::string user = variable("USER");
    return user.empty() ? "somebody" : user;
}

}  // namespace

void declare_join(Arguments& arguments, JoinOptions& options) {
    arguments.positional("server", options.server,
                         "HOST, HOST:PORT or ws://HOST:PORT/PATH (default: KGP_HOST and KGP_PORT, "
                         "else 127.0.0.1:2671)");
    arguments.option("--player", "SPEC", options.player,
                     "human (default) or one of 'kalah players'");
    arguments.option("--name", "NAME", options.name,
                     "name to play under (default: the user name or the player)");
    arguments.option("--token", "TEXT", options.token,
                     "secret that identifies you to the server (default: KGP_TOKEN)");
    arguments.option("--authors", "TEXT", options.authors, "authors of the player");
    arguments.option("--description", "TEXT", options.description, "description of the player");
    arguments.number("--games", options.games, {1, 1'000'000},
                     "leave after this many games (default: never)");
    arguments.number("--opening", options.opening, {1, kMaxPits},
                     "first move of each game in which we move first");
    arguments.number("--seed", options.seed, {0, 1'000'000'000'000'000},
                     "seed of random choices (default 1)");
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

Result<net::Address> chosen_address(const JoinOptions& options) {
    if (options.server) {
        auto address = net::parse_address(*options.server);
        if (!address)
            return Error{"server " + in_quotes(*options.server) + ": " + address.error().message};
        return address;
    }
    net::Address address;
    if (const std::string host = variable("KGP_HOST"); !host.empty()) {
        const auto read = net::parse_address(host);
        if (!read) return Error{"KGP_HOST: " + read.error().message};
        address = *read;
    }
    if (const std::string port = variable("KGP_PORT"); !port.empty()) {
        const auto read = net::parse_address("x:" + port);
        if (!read) return Error{"KGP_PORT: " + read.error().message};
        address.port = read->port;
    }
    return address;
}

Result<net::Introduction> chosen_introduction(const JoinOptions& options,
                                              const players::Spec& spec) {
    net::Introduction introduction{chosen_name(options, spec),
                                   options.token.value_or(variable("KGP_TOKEN")),
                                   options.authors.value_or(""), options.description.value_or("")};
    if (const auto unfit = net::validate(introduction)) return *unfit;
    return introduction;
}

std::optional<int> chosen_opening(const JoinOptions& options) {
    if (options.opening == 0) return std::nullopt;
    return static_cast<int>(options.opening) - 1;
}

}  // namespace kalah::app
