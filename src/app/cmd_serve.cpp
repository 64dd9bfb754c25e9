#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/serve_log.hpp"
#include "app/serve_runtime.hpp"
#include "kalah/version.hpp"

namespace kalah::app {
namespace {

constexpr std::uint64_t kUsualPort = 65'536;  // no port: the usual one, or another if it is taken

struct ServeOptions {
    CommonOptions common;
    std::optional<std::string> host;
    std::uint64_t kgp_port = kUsualPort;
    std::uint64_t http_port = kUsualPort;
    std::optional<std::string> board;
    std::chrono::milliseconds time = server::MoveTime{}.limit;
    std::optional<std::string> store;
    std::vector<std::string> bots;
    std::chrono::milliseconds bot_after = server::ServerOptions{}.bot_after;
    std::chrono::milliseconds grace = net::ServerOptions{}.grace;
    std::chrono::milliseconds protocol_timeout = server::ServerOptions{}.mode_timeout;
    std::uint64_t per_host = 0;
    std::vector<std::string> names;
    std::uint64_t threads = 0;
    std::uint64_t seed = 0;
};

Result<net::ServerOptions> server_options(const ServeOptions& options) {
    net::ServerOptions server;
    if (options.host && options.host->empty()) return Error{"--host: the address is empty"};
    if (options.host) server.host = *options.host;
    for (const std::string& name : options.names) {
        const bool odd = name.empty() || name.find_first_of(" /:@*") != std::string::npos;
        if (odd) return Error{"--names: " + in_quotes(name) + " is no name of a host"};
    }
    server.names = options.names;
    server.any_kgp_port = options.kgp_port == kUsualPort;
    server.any_http_port = options.http_port == kUsualPort;
    if (!server.any_kgp_port) server.kgp_port = static_cast<std::uint16_t>(options.kgp_port);
    if (!server.any_http_port) server.http_port = static_cast<std::uint16_t>(options.http_port);
    if (options.per_host > 0) server.most_of_one_host = server.most_of_this_host = options.per_host;
    server.grace = options.grace;
    return server;
}

Result<server::ServerOptions> game_options(const ServeOptions& options, const Setting& setting) {
    server::ServerOptions game;
    game.version = kalah::version().text;
    game.rules = setting.rules;
    game.start = setting.start;
    game.bots = options.bots;
    game.seed = options.seed > 0 ? options.seed : static_cast<std::uint64_t>(now_milliseconds());
    game.time.limit = options.time;
    game.bot_after = options.bot_after;
    game.mode_timeout = game.pong_timeout = options.protocol_timeout;
    game.ping_after = options.protocol_timeout / 2;
    if (legal_moves(setting.start).empty())
        return Error{fmt::format("--board: {} is to move and has no seeds to sow",
                                 to_text(setting.start.to_move))};
    return game;
}

/// Specifications with their resources.
Result<std::vector<players::Spec>> chosen_bots(const ServeOptions& options,
                                               const Setting& setting) {
    std::vector<players::Spec> bots;
    players::PlayerResources resources = default_resources();
    for (const std::string& text : options.bots) {
        const auto spec = chosen_player("--bots", text, setting);
        if (!spec) return spec.error();
        if (spec->kind == players::Kind::human)
            return Error{"--bots: a person is no bot; people play with 'kalah join'"};
        const auto opened = equipped("serve", resources, *spec, setting);
        if (!opened) return opened.error();
        bots.push_back(*opened);
        bots.back().settings.threads = 1;  // --threads says how many search
    }
    return bots;
}

/// For a browser on this machine, if the server listens on all its addresses.
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

/// The same store once more, for reads that must not wait long. To open it, other programs are
/// waited for as long as usual.
Result<std::shared_ptr<store::Store>> reading_store(const std::optional<std::string>& file) {
    constexpr std::chrono::milliseconds kPatience{100};
    auto store = chosen_store(file, store::Access::write, kPatience);
    for (int i = 0; i < 50 && !store; ++i)
        store = chosen_store(file, store::Access::write, kPatience);
    return store;
}

/// One core is left to the network and the logic.
std::size_t computing_threads(const ServeOptions& options) {
    if (options.threads > 0) return options.threads;
    return std::max(std::thread::hardware_concurrency(), 2U) - 1;
}

int act_serve(const ServeOptions& options) {
    // The reader of our log may end before us.
    std::signal(SIGPIPE, SIG_IGN);
    const auto setting = chosen_setting(options.common, options.board.value_or("6x6"), "--board");
    if (!setting) return wrong_usage("serve", setting.error().message);
    const auto net_setting = server_options(options);
    if (!net_setting) return wrong_usage("serve", net_setting.error().message);
    const auto game = game_options(options, *setting);
    if (!game) return wrong_usage("serve", game.error().message);
    const auto bots = chosen_bots(options, *setting);
    if (!bots) return wrong_usage("serve", bots.error().message);
    const auto store = chosen_store(options.store, store::Access::write);
    if (!store) return failed("serve", store.error().message);
    const auto reader = reading_store(options.store);
    if (!reader) return failed("serve", reader.error().message);

    const Log log =
        serve_log(options.common.json ? LogFormat::json : LogFormat::text, LogLevel::info);
    auto listening = ServeRuntime::listen({*net_setting, *game, *bots, default_resources(), *store,
                                           *reader, computing_threads(options), log});
    if (!listening) return failed("serve", listening.error().message);
    net::Server& server = (*listening)->server();
    server.stop_on_signals();
    if ((*store)->aborted_at_start() > 0)
        log(LogLevel::warning, "games aborted by an earlier end",
            {{"games", static_cast<std::int64_t>((*store)->aborted_at_start())}});
    say_where(server, *net_setting, log);
    server.run();
    return kOk;
}

void declare_serve(Arguments& arguments, ServeOptions& options) {
    constexpr NumberRange kPorts{0, 65'535};
    arguments.field(
        text_field("host", "ADDRESS", options.host,
                   "where to listen (default 127.0.0.1: this machine only; 0.0.0.0: everywhere)"));
    arguments.field(
        number_field("kgp-port", options.kgp_port, kPorts,
                     "KGP on TCP (default 2671, or another if taken; 0: any free one)"));
    arguments.field(number_field(
        "http-port", options.http_port, kPorts,
        "HTTP: pages, and KGP at /socket (default 8080, or another if taken; 0: any free one)"));
    arguments.field(
        text_field("board", "6x6", options.board, "a size or a position (default 6x6)"));
    arguments.field(duration_field("time", "30s", options.time, "for each move (default 30s)"));
    arguments.field(text_field("store", "FILE", options.store,
                               "where games are kept (default: in the user's data directory)"));
    arguments.options("--bots", "SPEC", options.bots,
                      "who plays those without an opponent, in turn (default: nobody)");
    arguments.field(duration_field("bot-after", "5s", options.bot_after,
                                   "how long one waits for a bot (default 5s)"));
    arguments.field(
        duration_field("grace", "10s", options.grace,
                       "how long games may go on when the server is told to end (default 10s)"));
    arguments.field(
        duration_field("protocol-timeout", "20s", options.protocol_timeout,
                       "for a client to choose a mode, or to answer a ping (default 20s)"));
    arguments.field(number_field("per-host", options.per_host, {1, 1'000'000},
                                 "connections of one host (default 256; 20000 of this machine)"));
    arguments.options("--names", "NAME", options.names,
                      "more names under which browsers may ask for the pages (default: none)");
    arguments.field(number_field("threads", options.threads, {1, 256},
                                 "threads that compute (default: the cores but one, at least 1)"));
    arguments.field(
        number_field("seed", options.seed, {1, 1'000'000'000'000'000},
                     "of the referee's random moves and positions (default: by the clock)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_serve(Program& program) {
    program.add<ServeOptions>(
        {"serve", "show the board in browsers, referee programs that speak KGP",
         "Example:\n"
         "  kalah serve --time 5s --bots champion:time=1s random\n"
         "When it accepts connections it prints 'ready kgp=HOST:PORT http=HOST:PORT', and in\n"
         "the next line the address for browsers; its log goes to standard error, as JSON with\n"
         "--json. Ctrl-C lets running games finish."},
        declare_serve, act_serve);
}

}  // namespace kalah::app
