#include <termios.h>
#include <unistd.h>

#include <iostream>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/join_client.hpp"
#include "app/join_options.hpp"
#include "app/join_report.hpp"
#include "app/program_seat.hpp"
#include "app/search_options.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/terminal_agent.hpp"

namespace kalah::app {
namespace {

/// What can be said against a player while the server's board is not known. The rest shows with
/// the first question, which loses that game.
std::optional<Error> validate(const players::Spec& spec, players::PlayerResources& resources) {
    const std::string named = "--player " + in_quotes(spec.text) + ", ";
    if (spec.kind == players::Kind::program)
        return Error{named +
                     "column 1: other people's programs join by themselves, with KGP_HOST and "
                     "KGP_PORT in their environment"};
    if (const auto unfit = players::validate(spec)) return Error{named + to_text(*unfit)};
    if (const auto book = resources.with_book(spec); !book)
        return Error{named + book.error().message};
    return std::nullopt;
}

/// The seat of a program: its player is made for the usual board, and again if the server plays on
/// another one.
Result<std::unique_ptr<Seat>> program_seat(const JoinOptions& options, const players::Spec& spec,
                                           players::PlayerResources& resources,
                                           JoinClient& client) {
    if (const auto unfit = validate(spec, resources)) return *unfit;
    ProgramSeat::Settings settings;
    settings.spec = spec;
    settings.opening = chosen_opening(options);
    settings.seed = options.seed;
    settings.prepare = [&](const Rules& rules, const Board& board) -> Result<players::Spec> {
        const Setting setting{rules, board};
        const auto fit = chosen_player("--player", spec.text, setting);
        if (!fit) return fit.error();
        return equipped("join", resources, *fit, setting);
    };
    settings.on_decision = [&](Ticket ticket, std::optional<Decision> decision) {
        client.decide(ticket, std::move(decision));
    };
    auto seat = std::make_unique<ProgramSeat>(settings, client);
    const auto preset = chosen_rules(options.common);
    if (!preset) return preset.error();
    const Setting usual{preset->rules, start_board(preset->size)};
    // A player that does not fit the usual board may fit the server's.
    if (chosen_player("--player", spec.text, usual))
        if (const auto error = seat->expect(usual.rules, usual.start)) return *error;
    return std::unique_ptr<Seat>(std::move(seat));
}

TerminalAgent::Settings human_settings(const JoinOptions& options, Colour colour) {
    const bool json = options.common.json;
    TerminalAgent::Settings settings;
    settings.colour = colour;
    settings.prompt = isatty(STDIN_FILENO) == 1;
    settings.countdown = settings.prompt && isatty(json ? STDERR_FILENO : STDOUT_FILENO) == 1;
    settings.opening = chosen_opening(options);
    settings.drop_typed = [] { ::tcflush(STDIN_FILENO, TCIFLUSH); };
    return settings;
}

Result<JoinClient::Settings> chosen_settings(const JoinOptions& options,
                                             const players::Spec& spec) {
    const auto address = chosen_address(options);
    if (!address) return address.error();
    const auto introduction = chosen_introduction(options, spec);
    if (!introduction) return introduction.error();
    const auto rules = chosen_rules(options.common);
    if (!rules) return rules.error();
    const bool json = options.common.json;
    JoinClient::Settings settings;
    settings.address = *address;
    settings.introduction = *introduction;
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

int play(const JoinOptions& options, const JoinClient::Settings& settings,
         const players::Spec& spec, JoinClient& client, Seat& seat) {
    const JoinClient::End end = client.run(seat);
    if (options.common.json)
        fmt::print("{}\n", counts_json(client.counts(), settings, spec.text).line());
    else if (end.code == kOk)
        fmt::print("{}\n", counts_text(client.counts()));
    if (end.code == kWrongUsage) return wrong_usage("join", end.why);
    if (end.code != kOk) return failed("join", end.why);
    return interrupted() ? interrupted_exit_code() : kOk;
}

int act(const JoinOptions& options) {
    const std::string text = options.player.value_or("human");
    const auto spec = players::parse_player(text);
    if (!spec)
        return wrong_usage("join", "--player " + in_quotes(text) + ", " + to_text(spec.error()) +
                                       " ('kalah players' lists them)");
    const auto settings = chosen_settings(options, *spec);
    if (!settings) return wrong_usage("join", settings.error().message);
    const Colour colour =
        chosen_colour(options.drawing, options.common.json ? STDERR_FILENO : STDOUT_FILENO);

    stop_on_signals();
    JoinClient client(*settings);
    if (spec->kind == players::Kind::human) {
        LineReader reader(STDIN_FILENO,
                          [&](std::optional<std::string> line) { client.type(std::move(line)); });
        TerminalAgent::Settings human = human_settings(options, colour);
        human.on_used = [&] { reader.used(); };
        TerminalAgent seat(human, client, options.common.json ? std::cerr : std::cout, std::cerr);
        return play(options, *settings, *spec, client, seat);
    }
    players::PlayerResources resources = default_resources();
    const auto seat = program_seat(options, *spec, resources, client);
    if (!seat) return wrong_usage("join", seat.error().message);
    return play(options, *settings, *spec, client, **seat);
}

}  // namespace

void add_join(Program& program) {
    program.add<JoinOptions>(
        {"join", "play on a KGP server, by hand or with a program",
         "Examples:\n"
         "  kalah join localhost --player human --name Ann\n"
         "  kalah join 192.0.2.7:2671 --player alphabeta:eval=knowledge,time=5s --games 10\n"
         "  kalah join ws://localhost:8080 --player champion\n"
         "If the server does not announce its rules, give them here. A lost connection is retried\n"
         "with growing pauses until Ctrl-C. With --json, standard output has one line per game "
         "and\n"
         "a last line with the totals; everything else goes to standard error."},
        declare_join, act);
}

}  // namespace kalah::app
