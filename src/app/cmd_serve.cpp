#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/serve_runtime.hpp"
#include "kalah/version.hpp"
#include "system/json.hpp"
#include "system/line_writer.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

struct ServeOptions {
    CommonOptions common;
    net::ServerOptions net;
    server::ServerOptions game;
    std::optional<std::uint16_t> kgp_port;  // left out: the usual one, or another if it is taken
    std::optional<std::uint16_t> http_port;
    std::string board = "6x6";
    std::optional<std::string> store;
    std::chrono::milliseconds protocol_timeout = server::ServerOptions{}.mode_timeout;
    std::optional<std::size_t> per_host;
    /// One core is left to the network and the logic.
    std::size_t threads = std::max(std::thread::hardware_concurrency(), 2U) - 1;
    std::optional<std::uint64_t> seed;
};

net::ServerOptions net_options(const ServeOptions& options) {
    net::ServerOptions net = options.net;
    if (net.host.empty()) throw usage_error("--host: the address is empty");
    for (const std::string& name : net.names)
        if (name.empty() || name.find_first_of(" /:@*") != std::string::npos)
            throw usage_error("--names: " + in_quotes(name) + " is no name of a host");
    net.any_kgp_port = !options.kgp_port;
    net.any_http_port = !options.http_port;
    net.kgp_port = options.kgp_port.value_or(net.kgp_port);
    net.http_port = options.http_port.value_or(net.http_port);
    net.most_of_one_host = options.per_host.value_or(net.most_of_one_host);
    net.most_of_this_host = options.per_host.value_or(net.most_of_this_host);
    return net;
}

server::ServerOptions game_options(const ServeOptions& options, const Setting& setting) {
    server::ServerOptions game = options.game;
    game.version = kalah::version().text;
    game.rules = setting.rules;
    game.start = setting.start;
    game.seed = options.seed.value_or(static_cast<std::uint64_t>(now_milliseconds()));
    game.mode_timeout = game.pong_timeout = options.protocol_timeout;
    game.ping_after = options.protocol_timeout / 2;
    return game;
}

/// The specifications of the bots, with their resources.
std::vector<players::Spec> chosen_bots(const ServeOptions& options, const Setting& setting) {
    std::vector<players::Spec> bots;
    players::PlayerResources resources = default_resources();
    for (const std::string& text : options.game.bots) {
        const auto spec = or_usage_error(chosen_player("--bots", text, setting));
        if (spec.kind == players::Kind::human)
            throw usage_error("--bots: a person is no bot; people play with 'kalah join'");
        bots.push_back(or_usage_error(equipped("serve", resources, spec, setting)));
        bots.back().settings.threads = 1;  // --threads says how many search
    }
    return bots;
}

enum class LogFormat : bool { text, json };

const char* name(LogLevel level) {
    switch (level) {
        case LogLevel::debug:
            return "debug";
        case LogLevel::info:
            return "info";
        case LogLevel::warning:
            return "warning";
        case LogLevel::error:
            return "error";
    }
    return "error";
}

Json json_value(const LogField& field) {
    return std::visit([](const auto& value) { return Json(value); }, field.value);
}

/// On one line and never shortened: a game that could not be stored must be complete in the log.
std::string quoted(const std::string& text) {
    std::string shown = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            shown += {'\\', c};
        else if (byte >= 0x20 && byte != 0x7F)
            shown += c;
        else
            shown += fmt::format("\\x{:02x}", byte);
    }
    return shown + '"';
}

std::string text_value(const LogField& field) {
    if (const auto* text = std::get_if<std::string>(&field.value)) return quoted(*text);
    if (const auto* number = std::get_if<std::int64_t>(&field.value))
        return std::to_string(*number);
    return fmt::format("{:.1f}", std::get<double>(field.value));
}

std::string line(LogFormat format, LogLevel level, std::string_view event,
                 std::initializer_list<LogField> fields) {
    const std::string time = utc_time(now_milliseconds());
    if (format == LogFormat::json) {
        Json json;
        json.set("time", time).set("level", name(level)).set("event", event);
        for (const LogField& field : fields) json.set(field.key, json_value(field));
        return json.line();
    }
    std::string text = fmt::format("{} {:7} {}", time, name(level), event);
    for (const LogField& field : fields)
        text += fmt::format(" {}={}", field.key, text_value(field));
    return text;
}

/// Logs to standard error, one line per event, on a thread of its own. If the reader is too slow,
/// the oldest lines are dropped, so that nobody waits. The log writes what is left when its last
/// copy is destroyed.
Log serve_log(LogFormat format, LogLevel least) {
    const auto dropped = [format](std::int64_t lines) {
        return line(format, LogLevel::warning, "lines of this log dropped", {{"lines", lines}});
    };
    const auto writer = std::make_shared<LineWriter>(STDERR_FILENO, dropped, LineWriter::Limits());
    return [writer, format, least](LogLevel level, std::string_view event,
                                   std::initializer_list<LogField> fields) {
        if (level >= least) writer->add(line(format, level, event, fields));
    };
}

/// The page's address; for a browser on this machine if the server listens on all addresses.
std::string page_address(std::string address) {
    for (const std::string_view all : {"0.0.0.0:", "[::]:"})
        if (address.starts_with(all)) address.replace(0, all.size(), "127.0.0.1:");
    return "http://" + address + "/";
}

void say_where(const net::Server& server, const net::ServerOptions& wanted, const Log& log) {
    const auto note_other_port = [&log](const std::string& address, std::uint16_t usual) {
        if (!address.ends_with(":" + std::to_string(usual)))
            log(LogLevel::warning, "the usual port is taken",
                {{"usual", std::int64_t{usual}}, {"instead", address}});
    };
    if (wanted.any_kgp_port) note_other_port(server.kgp_address(), wanted.kgp_port);
    if (wanted.any_http_port) note_other_port(server.http_address(), wanted.http_port);
    fmt::print("ready kgp={} http={}\nPlay at {}\n", server.kgp_address(), server.http_address(),
               page_address(server.http_address()));
    std::fflush(stdout);
}

/// Opens the same store once more, for reads that must not wait long. Opening itself waits for
/// other programs as long as usual.
Result<std::shared_ptr<store::Store>> reading_store(const std::optional<std::string>& file) {
    constexpr std::chrono::milliseconds kPatience{100};
    auto store = chosen_store(file, store::Access::write, kPatience);
    for (int i = 0; i < 50 && !store; ++i)
        store = chosen_store(file, store::Access::write, kPatience);
    return store;
}

void act_serve(const ServeOptions& options) {
    // The reader of our log may end before us.
    std::signal(SIGPIPE, SIG_IGN);
    const auto setting =
        or_usage_error(playable(chosen_setting(options.common, options.board, "--board")));
    const net::ServerOptions net = net_options(options);
    const server::ServerOptions game = game_options(options, setting);
    const auto bots = chosen_bots(options, setting);
    const auto store = or_failure(chosen_store(options.store, store::Access::write));
    const auto reader = or_failure(reading_store(options.store));

    const Log log =
        serve_log(options.common.json ? LogFormat::json : LogFormat::text, LogLevel::info);
    const auto listening = or_failure(ServeRuntime::listen(
        {net, game, bots, default_resources(), store, reader, options.threads, log}));
    net::Server& server = listening->server();
    server.stop_on_signals();
    if (store->aborted_at_start() > 0)
        log(LogLevel::warning, "games aborted by an earlier end",
            {{"games", static_cast<std::int64_t>(store->aborted_at_start())}});
    say_where(server, net, log);
    server.run();
}

void declare_serve(Arguments& arguments, ServeOptions& options) {
    constexpr NumberRange kPorts{0, 65'535};
    arguments.field(
        text_field("host", "ADDRESS", options.net.host,
                   "where to listen (default 127.0.0.1: this machine only; 0.0.0.0: everywhere)"));
    arguments.field(number_field(
        "kgp-port", options.kgp_port, kPorts,
        "port for programs, KGP on TCP (default 2671, or another if taken; 0: any free one)"));
    arguments.field(number_field(
        "http-port", options.http_port, kPorts,
        "port for browsers, and KGP at /socket (default 8080, or another if taken; 0: any)"));
    arguments.field(text_field("board", "6x6", options.board,
                               "the lobby's board, a size or a position (default 6x6)"));
    arguments.field(duration_field("time", "30s", options.game.time.limit,
                                   "time limit of a move in the lobby (default 30s)"));
    arguments.field(text_field("store", "FILE", options.store,
                               "where games are kept (default: in the user's data directory)"));
    arguments.options("--bots", "SPEC", options.game.bots,
                      "players that meet clients without an opponent, in turn (default: none)");
    arguments.field(duration_field("bot-after", "5s", options.game.bot_after,
                                   "how long a client waits until it meets a bot (default 5s)"));
    arguments.field(
        duration_field("grace", "10s", options.net.grace,
                       "how long running games may continue after Ctrl-C (default 10s)"));
    arguments.field(duration_field(
        "protocol-timeout", "20s", options.protocol_timeout,
        "time for a KGP client to choose a mode, or to answer a ping (default 20s)"));
    arguments.field(
        number_field("per-host", options.per_host, {1, 1'000'000},
                     "connections allowed from one host (default 256; 20000 from this machine)"));
    arguments.options("--names", "NAME", options.net.names,
                      "other names of this host that browsers may use (default: none)");
    arguments.field(number_field("threads", options.threads, {1, 256},
                                 "threads that search (default: all cores but one, at least 1)"));
    arguments.field(
        number_field("seed", options.seed, {1, 1'000'000'000'000'000},
                     "seed of the referee's random moves and positions (default: by the clock)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_serve(Program& program) {
    program.add<ServeOptions>(
        {"serve", "serve the board to browsers, and referee programs that speak KGP",
         "Examples:\n"
         "  kalah serve                                        for this machine alone\n"
         "  kalah serve --host 0.0.0.0 --names kalah.example   for everybody\n"
         "  kalah serve --time 5s --bots champion:time=1s random\n"
         "When it accepts connections, it prints 'ready kgp=HOST:PORT http=HOST:PORT', and in the\n"
         "next line the address for browsers. The log goes to standard error, as JSON with\n"
         "--json. Ctrl-C lets running games finish. See docs/serve.md."},
        declare_serve, act_serve);
}

}  // namespace kalah::app
