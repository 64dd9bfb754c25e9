#include <termios.h>
#include <unistd.h>

#include <iostream>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/join.hpp"
#include "app/options.hpp"
#include "app/terminal/edited_lines.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/terminal_agent.hpp"
#include "client/engine_agent.hpp"

namespace kalah::app {
namespace {

using client::Client;
using client::EngineAgent;

/// Checks a player as far as possible while the server's board is not known. Other problems show
/// only at the first question, which loses that game.
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

std::optional<int> chosen_opening(const JoinOptions& options) {
    if (options.opening == 0) return std::nullopt;
    return static_cast<int>(options.opening) - 1;
}

/// Makes the player for the usual board, and again if the server plays on another one.
Result<std::unique_ptr<EngineAgent>> engine_agent(const JoinOptions& options,
                                                  const players::Spec& spec,
                                                  players::PlayerResources& resources,
                                                  Client& client, EngineView* view) {
    if (const auto unfit = validate(spec, resources)) return *unfit;
    EngineAgent::Options wanted;
    wanted.spec = spec;
    wanted.opening = chosen_opening(options);
    wanted.seed = options.seed;
    wanted.prepare = [&](const Rules& rules, const Board& board) -> Result<players::Spec> {
        const Setting setting{rules, board};
        const auto fit = chosen_player("--player", spec.text, setting);
        if (!fit) return fit.error();
        return equipped("join", resources, *fit, setting);
    };
    wanted.on_decision = [&](client::RequestId id, std::optional<Decision> decision) {
        client.decide(id, std::move(decision));
    };
    if (view != nullptr)
        wanted.on_thought = [view](const std::string& thought) { view->think(thought); };
    client::AgentHost& host = view != nullptr ? static_cast<client::AgentHost&>(*view) : client;
    auto agent = std::make_unique<EngineAgent>(wanted, host);
    const auto preset = chosen_rules(options.common);
    if (!preset) return preset.error();
    const Setting usual{preset->rules, start_board(preset->size)};
    // A player that does not fit the usual board may fit the server's.
    if (chosen_player("--player", spec.text, usual))
        if (const auto error = agent->expect(usual.rules, usual.start)) return *error;
    return agent;
}

TerminalAgent::Options terminal_options(const JoinOptions& options, const BoardStyle& style) {
    TerminalAgent::Options wanted;
    wanted.style = style;
    wanted.prompt = isatty(STDIN_FILENO) == 1;
    wanted.countdown = wanted.prompt && !options.plain &&
                       isatty(options.common.json ? STDERR_FILENO : STDOUT_FILENO) == 1;
    wanted.opening = chosen_opening(options);
    return wanted;
}

/// The thread that reads what a person types: edited at a terminal, else plain lines.
struct Typing {
    Typing(TerminalAgent::Options& terminal, std::FILE* out, const LineReader::OnLine& on_line) {
        if (terminal.prompt && isatty(fileno(out)) == 1)
            edited = EditedLines::open(STDIN_FILENO, out, TerminalAgent::commands(), on_line);
        if (!edited) {
            plain.emplace(STDIN_FILENO, on_line);
            terminal.on_used = [this] { plain->used(); };
            terminal.drop_typed = [] { ::tcflush(STDIN_FILENO, TCIFLUSH); };
            return;
        }
        terminal.on_used = [this] { edited->used(); };
        terminal.drop_typed = [this] { edited->drop(); };
        terminal.leave_prompt = [this] { edited->leave_prompt(); };
        terminal.ask = [this](const std::string& prompt, LineEditor::OnArrow on_arrow) {
            edited->ask(prompt, std::move(on_arrow));
        };
    }
    std::unique_ptr<EditedLines> edited;
    std::optional<LineReader> plain;
};

Result<Client::Options> client_options(const JoinOptions& options, const players::Spec& spec) {
    const auto address = chosen_address(options);
    if (!address) return address.error();
    const auto info = chosen_info(options, spec);
    if (!info) return info.error();
    const auto rules = chosen_rules(options.common);
    if (!rules) return rules.error();
    const bool json = options.common.json;
    const auto say = [json](const std::string& line) {
        (json ? std::cerr : std::cout) << line << std::endl;
    };
    Client::Options wanted;
    wanted.address = *address;
    wanted.info = *info;
    wanted.rules = rules->rules;
    wanted.games = options.games;
    wanted.interrupted = interrupted;
    wanted.on_notice = [say, address = *address](const client::Notice& notice) {
        say(notice_text(notice, address));
    };
    wanted.on_game = [json, say](const client::Outcome& outcome) {
        say(outcome_text(outcome));
        if (json) std::cout << outcome_json(outcome).line() << std::endl;
    };
    return wanted;
}

Json counts_json(const Client::Counts& counts, const Client::Options& options,
                 const std::string& player) {
    return Json()
        .set("server", to_text(options.address))
        .set("player", player)
        .set("name", options.info.name)
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

void play(const JoinOptions& options, const Client::Options& wanted, const players::Spec& spec,
          Client& client, client::Agent& agent) {
    const auto error = client.run(agent);
    if (options.common.json)
        print_json(counts_json(client.counts(), wanted, spec.text));
    else if (!error)
        fmt::print("{}\n", counts_text(client.counts()));
    if (!error) return;
    const bool wrong =
        error->code == "opening" || error->code == "player" || error->code == "typed_line";
    const std::string text = error_text(*error, wanted.address);
    throw wrong ? usage_error(text) : failure(text);
}

void act_join(const JoinOptions& options) {
    const std::string text = options.player.value_or("human");
    const auto spec = players::parse_local_player(text);
    if (!spec)
        throw usage_error("--player " + in_quotes(text) + ", " + to_text(spec.error()) +
                          " ('kalah players' lists them)");
    const auto wanted = or_usage_error(client_options(options, *spec));
    const bool json = options.common.json;
    const int people_fd = json ? STDERR_FILENO : STDOUT_FILENO;
    std::ostream& people = json ? std::cerr : std::cout;
    const BoardStyle style{chosen_colour(options.drawing, people_fd), options.plain,
                           [people_fd] { return terminal_columns(people_fd); }};

    stop_on_signals();
    Client client(wanted);
    if (spec->kind == players::Kind::human) {
        TerminalAgent::Options terminal = terminal_options(options, style);
        const Typing typing(terminal, json ? stderr : stdout,
                            [&](std::optional<std::string> line) { client.type(std::move(line)); });
        TerminalAgent agent(terminal, client, people, std::cerr);
        return play(options, wanted, *spec, client, agent);
    }
    players::PlayerResources resources = default_resources();
    const bool on_screen = isatty(people_fd) == 1 && !options.plain;
    EngineView view(client, people,
                    on_screen ? EngineView::Style::screen : EngineView::Style::lines, style);
    const auto agent = or_usage_error(
        engine_agent(options, *spec, resources, client, options.quiet ? nullptr : &view));
    view.show(*agent);
    client::Agent& shown = view;
    play(options, wanted, *spec, client, options.quiet ? *agent : shown);
}

}  // namespace

void add_join(Program& program) {
    program.add<JoinOptions>(
        {"join", "play on a KGP server, by hand or with a program",
         "Examples:\n"
         "  kalah join localhost --player human --name Ann\n"
         "  kalah join 192.0.2.7:2671 --player alphabeta:eval=knowledge,time=5s --games 10\n"
         "  kalah join ws://localhost:8080 --player champion\n"
         "The games of a program are shown while it plays: board, moves, thoughts and clock on a\n"
         "terminal, one line a move elsewhere. If the server does not announce its rules, give\n"
         "them here. A lost connection is retried with growing pauses until Ctrl-C. With --json,\n"
         "standard output has one line per game and a last line with the totals; everything else\n"
         "goes to standard error."},
        declare_join, act_join);
}

}  // namespace kalah::app
