#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/human_seat.hpp"
#include "app/interrupt.hpp"
#include "app/join_client.hpp"
#include "app/json.hpp"
#include "app/line_reader.hpp"
#include "app/options.hpp"
#include "app/program_seat.hpp"
#include "app/search_options.hpp"

namespace kalah::app {
namespace {

struct Options {
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

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// The argument, else what KGP_HOST and KGP_PORT say, as other clients understand them.
Result<net::Address> chosen_address(const Options& options) {
    if (options.server) {
        auto address = net::parse_address(*options.server);
        if (!address)
            return Error{"server " + in_quotes(*options.server) + ": " + address.error().message};
        return address;
    }
    const auto host = net::parse_address(variable("KGP_HOST"));
    if (!host) return Error{"KGP_HOST: " + host.error().message};
    if (variable("KGP_PORT").empty()) return *host;
    const auto port = net::parse_address("x:" + variable("KGP_PORT"));
    if (!port) return Error{"KGP_PORT: " + port.error().message};
    net::Address address = *host;
    address.port = port->port;
    return address;
}

std::string chosen_name(const Options& options, const players::Spec& spec) {
    if (options.name) return *options.name;
    if (spec.kind != players::Kind::human) return spec.text;
    const std::string user = variable("USER");
    return user.empty() ? "somebody" : user;
}

std::string outcome_text(const net::Outcome& outcome) {
    const std::string against =
        outcome.opponent.empty() ? "" : " against " + printable(outcome.opponent);
    if (!outcome.points)
        return fmt::format("game {}{} is over; how it ended was not seen", outcome.number, against);
    const int own = outcome.points->own;
    const int opponent = outcome.points->opponent;
    const char* result = own > opponent ? "won" : own < opponent ? "lost" : "drawn";
    const std::string reason = outcome.reason.empty() ? "" : " (" + printable(outcome.reason) + ")";
    return fmt::format("game {}{} is {}, {} to {}{}", outcome.number, against, result, own,
                       opponent, reason);
}

Json outcome_json(const net::Outcome& outcome) {
    return Json()
        .set("game", outcome.number)
        .set("opponent", outcome.opponent)
        .set("own_points", outcome.points ? Json(outcome.points->own) : Json())
        .set("opponent_points", outcome.points ? Json(outcome.points->opponent) : Json())
        .set("reason", outcome.reason);
}

Json result_json(const JoinClient::Counts& counts, const JoinClient::Settings& settings,
                 const players::Spec& spec) {
    return Json()
        .set("server", to_text(settings.address))
        .set("player", spec.text)
        .set("name", settings.introduction.name)
        .set("games", counts.tally.games())
        .set("wins", counts.tally.wins)
        .set("draws", counts.tally.draws)
        .set("losses", counts.tally.losses)
        .set("unknown", counts.tally.unknown)
        .set("cut_off", counts.cut_off)
        .set("late", counts.late)
        .set("complaints", counts.complaints)
        .set("reconnects", counts.reconnects);
}

void print_counts(const JoinClient::Counts& counts) {
    const net::Tally& tally = counts.tally;
    fmt::print("{} game{}: won {}, drew {}, lost {}", tally.games(), tally.games() == 1 ? "" : "s",
               tally.wins, tally.draws, tally.losses);
    if (tally.unknown > 0) fmt::print(", not seen {}", tally.unknown);
    if (counts.cut_off > 0) fmt::print("; cut off {}", counts.cut_off);
    if (counts.late > 0) fmt::print("; late {} times", counts.late);
    fmt::print("\n");
}

/// The seat of a program: its player is made for the usual board, and again if the server plays on
/// another one.
std::unique_ptr<Seat> program_seat(const Options& options, const players::Spec& spec,
                                   players::Equipment& equipment, JoinClient& client) {
    ProgramSeat::Settings settings;
    settings.spec = spec;
    if (options.opening > 0) settings.opening = static_cast<int>(options.opening) - 1;
    settings.seed = options.seed;
    settings.prepare = [&](const Rules& rules, const Board& board) -> Result<players::Spec> {
        const Setting setting{rules, board};
        const auto fit = chosen_player("--player", spec.text, setting);
        if (!fit) return fit.error();
        return equipped("join", equipment, *fit, setting);
    };
    settings.on_decision = [&](Ticket ticket, std::optional<Decision> decision) {
        client.decide(ticket, std::move(decision));
    };
    auto seat = std::make_unique<ProgramSeat>(settings, client);
    if (const auto preset = chosen_rules(options.common))
        seat->expect(preset->rules, start_board(preset->size));
    return seat;
}

std::unique_ptr<Seat> human_seat(const Options& options, Colour colour, JoinClient& client) {
    const bool json = options.common.json;
    HumanSeat::Settings settings;
    settings.colour = colour;
    settings.prompt = isatty(STDIN_FILENO) == 1;
    settings.countdown = settings.prompt && isatty(json ? STDERR_FILENO : STDOUT_FILENO) == 1;
    if (options.opening > 0) settings.opening = static_cast<int>(options.opening) - 1;
    return std::make_unique<HumanSeat>(settings, client, json ? std::cerr : std::cout, std::cerr);
}

Result<JoinClient::Settings> chosen_settings(const Options& options, const players::Spec& spec) {
    const auto address = chosen_address(options);
    if (!address) return address.error();
    const auto rules = chosen_rules(options.common);
    if (!rules) return rules.error();
    const bool json = options.common.json;
    JoinClient::Settings settings;
    settings.address = *address;
    settings.introduction = {chosen_name(options, spec),
                             options.token.value_or(variable("KGP_TOKEN")),
                             options.authors.value_or(""), options.description.value_or("")};
    settings.rules = rules->rules;
    settings.games = options.games;
    settings.interrupted = interrupted;
    settings.say = [json](const std::string& line) {
        (json ? std::cerr : std::cout) << line << std::endl;
    };
    settings.on_game = [json, say = settings.say](const net::Outcome& outcome) {
        say(outcome_text(outcome));
        if (json) std::cout << outcome_json(outcome).line() << std::endl;
    };
    return settings;
}

int act(const Options& options) {
    const std::string text = options.player.value_or("human");
    const auto spec = players::parse_player(text);
    if (!spec)
        return wrong_usage("join", "--player " + in_quotes(text) + ", " + to_text(spec.error()) +
                                       " ('kalah players' lists them)");
    const auto settings = chosen_settings(options, *spec);
    if (!settings) return wrong_usage("join", settings.error().message);
    const auto colour =
        chosen_colour(options.drawing, options.common.json ? STDERR_FILENO : STDOUT_FILENO);
    if (!colour) return wrong_usage("join", colour.error().message);

    catch_interrupts();
    players::Equipment equipment = usual_equipment();
    JoinClient client(*settings);
    std::optional<LineReader> reader;
    const bool human = spec->kind == players::Kind::human;
    const auto seat = human ? human_seat(options, *colour, client)
                            : program_seat(options, *spec, equipment, client);
    if (human)
        reader.emplace(STDIN_FILENO,
                       [&](std::optional<std::string> line) { client.type(std::move(line)); });
    const JoinClient::End end = client.run(*seat);
    if (options.common.json)
        fmt::print("{}\n", result_json(client.counts(), *settings, *spec).line());
    else if (end.code == kOk)
        print_counts(client.counts());
    if (end.code == kWrongUsage) return wrong_usage("join", end.why);
    if (end.code != kOk) return failed("join", end.why);
    return interrupted() ? interrupted_exit_code() : kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.positional("server", options.server,
                         "HOST, HOST:PORT or ws://HOST:PORT/PATH (default: KGP_HOST and KGP_PORT, "
                         "else 127.0.0.1:2671)");
    arguments.option("--player", "SPEC", options.player,
                     "human (default) or a player of 'kalah players'");
    arguments.option("--name", "NAME", options.name,
                     "under which to play (default: the user, or the player)");
    arguments.option("--token", "TEXT", options.token,
                     "a secret by which the server knows you again (default: KGP_TOKEN)");
    arguments.option("--authors", "TEXT", options.authors, "who wrote the player");
    arguments.option("--description", "TEXT", options.description, "of the player");
    arguments.number("--games", options.games, {1, 1'000'000},
                     "leave after so many (default: play on)");
    arguments.number("--opening", options.opening, {1, kMaxPits},
                     "first move of each game that we begin");
    arguments.number("--seed", options.seed, {0, 1'000'000'000'000'000},
                     "of players that use chance (default 1)");
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

}  // namespace

void add_join(Program& program) {
    program.add<Options>(
        {"join", "play at a KGP server, with a program or by hand",
         "Examples:\n"
         "  kalah join localhost --player human --name Ann\n"
         "  kalah join 192.0.2.7:2671 --player alphabeta:eval=knowledge,time=5s --games 10\n"
         "  kalah join ws://localhost:8080 --player champion\n"
         "The rules must be the server's, if it does not tell them. When the server goes away it "
         "is\n"
         "tried again, with growing pauses, until Ctrl-C. With --json, a line for each game that "
         "has\n"
         "ended and a last one for all go to standard output, everything else to standard error."},
        declare, act);
}

}  // namespace kalah::app
