#include "app/join.hpp"
#include "report/text.hpp"

#include <cstdlib>

#include <fmt/core.h>

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

std::string no_greeting_text(const net::Address& server) {
    net::Address other = server;
    other.transport = net::Address::Transport::websocket;
    if (other == server) return "no greeting received";
    return "no greeting received; if this is a port for browsers, try " + to_text(other);
}

}  // namespace

void declare_join(Arguments& arguments, JoinOptions& options) {
    arguments.positional("server", options.server,
                         "HOST, HOST:PORT or ws://HOST:PORT/PATH (default: KGP_HOST and KGP_PORT, "
                         "else 127.0.0.1:2671)");
    arguments.field(
        text_field("player", "SPEC", options.player,
                   "who plays: human (default, you type the moves) or one of 'kalah players'"));
    arguments.field(text_field("name", "NAME", options.name,
                               "name to play under (default: the user name or the player)"));
    arguments.field(text_field("token", "TEXT", options.token,
                               "secret that identifies you to the server (default: KGP_TOKEN)"));
    arguments.field(text_field("authors", "TEXT", options.authors, "authors of the player"));
    arguments.field(
        text_field("description", "TEXT", options.description, "description of the player"));
    arguments.field(number_field("games", options.games, {1, 1'000'000},
                                 "leave after this many games (default: play until Ctrl-C)"));
    arguments.field(number_field("first-move", options.opening, {1, kMaxPits},
                                 "pit to play first in each game that we begin"));
    arguments.field(number_field("seed", options.seed, {0, 1'000'000'000'000'000},
                                 "seed of random choices (default: 1)"));
    arguments.field(
        flag_field("quiet", options.quiet, "print only results, not how a program plays"));
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
    declare_plain(arguments, options.plain);
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
        const auto read = net::parse_address("[::1]:" + port);
        if (!read) return Error{"KGP_PORT: " + read.error().message};
        address.port = read->port;
    }
    return address;
}

Result<ClientInfo> chosen_info(const JoinOptions& options, const players::Spec& spec) {
    ClientInfo info{chosen_name(options, spec), options.authors.value_or(""),
                    options.description.value_or(""),
                    options.token.value_or(variable("KGP_TOKEN"))};
    if (const auto unfit = client::validate(info)) return *unfit;
    return info;
}

std::string notice_text(const client::Notice& notice, const net::Address& server) {
    using Kind = client::Notice::Kind;
    switch (notice.kind) {
        case Kind::connected:
            return "connected to " + to_text(server) + "; waiting for a game";
        case Kind::silent:
            return "waiting for " + to_text(server) + ": " + no_greeting_text(server);
        case Kind::late:
            return "too late: the server has chosen a move";
        case Kind::complaint:
            return "the server reports an error: " + printable(notice.text);
        case Kind::lost:
            break;
    }
    const std::string why = notice.code == "no_greeting" ? no_greeting_text(server) : notice.text;
    return fmt::format("connection lost{}; retrying in {} s", why.empty() ? "" : " (" + why + ")",
                       std::chrono::duration<double>(notice.retry_in).count());
}

std::string error_text(const Error& error, const net::Address& server) {
    if (error.code != "no_greeting") return error.message;
    return error.message + " (" + no_greeting_text(server) + ")";
}

std::string outcome_text(const client::Outcome& outcome) {
    const std::string against =
        outcome.opponent.empty() ? "" : " against " + printable(outcome.opponent);
    const std::string game = client::game_name(outcome.game, outcome.number);
    if (!outcome.points) return fmt::format("game {}{}: over, result unknown", game, against);
    const int own = outcome.points->own;
    const int opponent = outcome.points->opponent;
    const char* result = own > opponent ? "won" : own < opponent ? "lost" : "drawn";
    const std::string reason = outcome.reason.empty() ? "" : " (" + printable(outcome.reason) + ")";
    return fmt::format("game {}{}: {} {} to {}{}", game, against, result, own, opponent, reason);
}

Json outcome_json(const client::Outcome& outcome) {
    return Json()
        .set("number", outcome.number)
        .set("game", outcome.game.empty() ? Json() : Json(outcome.game))
        .set("opponent", outcome.opponent)
        .set("own_points", outcome.points ? Json(outcome.points->own) : Json())
        .set("opponent_points", outcome.points ? Json(outcome.points->opponent) : Json())
        .set("reason", outcome.reason);
}

std::string counts_text(const client::Client::Counts& counts) {
    const client::Tally& tally = counts.tally;
    std::string text =
        fmt::format("{}: won {}, drew {}, lost {}", report::counted(tally.games(), "game"),
                    tally.wins, tally.draws, tally.losses);
    if (tally.unknown > 0) text += fmt::format(", unknown {}", tally.unknown);
    if (counts.cut_off > 0) text += fmt::format("; cut off {}", counts.cut_off);
    if (counts.late > 0) text += "; late " + report::counted(counts.late, "time");
    return text;
}

}  // namespace kalah::app
