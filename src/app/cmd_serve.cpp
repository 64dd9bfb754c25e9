#include <fcntl.h>
#include <signal.h>  // NOLINT: POSIX, for sigaction
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/serve_check.hpp"
#include "app/serve_log.hpp"
#include "app/serve_options.hpp"
#include "app/serve_runtime.hpp"
#include "system/service_manager.hpp"

namespace kalah::app {
namespace {

/// The specifications of the bots, with their resources.
std::vector<players::Spec> chosen_bots(const ServeOptions& options, const Setting& setting) {
    std::vector<players::Spec> bots;
    players::PlayerResources resources = default_resources();
    for (std::size_t i = 0; i < options.game.bots.size(); ++i) {
        const std::string option = named(options, "bots", i);
        const auto spec = or_usage_error(chosen_player(option, options.game.bots[i], setting));
        if (spec.kind == players::Kind::human)
            throw usage_error(option + ": a person is no bot; people play with 'kalah join'");
        const auto ready = equipped("serve", resources, spec, setting);
        if (!ready) throw usage_error(option + ": " + to_text(ready.error()));
        bots.push_back(*ready);
        bots.back().settings.threads = 1;  // --threads says how many search
    }
    return bots;
}

/// The page's address; for a browser on this machine if the server listens on all addresses.
std::string page_address(std::string address) {
    for (const std::string_view all : {"0.0.0.0:", "[::]:"})
        if (address.starts_with(all)) address.replace(0, all.size(), "127.0.0.1:");
    return "http://" + address + "/";
}

/// Where people find the page: with a name of the host if there is one. What stands before the
/// server then is taken to speak HTTPS.
std::string public_address(const net::Server& server, const ServeOptions& options) {
    std::string here = page_address(server.http_address());
    if (options.net.names.empty()) return here;
    const std::string& name = options.net.names.front();
    if (!options.trusted_proxies.empty()) return "https://" + name + "/";
    return "http://" + name + here.substr(here.rfind(':'));
}

void say_where(const net::Server& server, const net::ServerOptions& wanted, const Log& log) {
    const auto note_other_port = [&log](const std::string& address, std::uint16_t usual) {
        if (!address.ends_with(":" + std::to_string(usual)))
            log(LogLevel::warning, "the usual port is taken",
                {{"usual", std::int64_t{usual}}, {"instead", address}});
    };
    if (wanted.any_kgp_port) note_other_port(server.kgp_address(), wanted.kgp_port);
    if (wanted.any_http_port) note_other_port(server.http_address(), wanted.http_port);
    const std::string admin = wanted.admin_port ? " admin=" + server.admin_address() : "";
    fmt::print("ready kgp={} http={}{}\nPlay at {}\n", server.kgp_address(), server.http_address(),
               admin, page_address(server.http_address()));
    std::fflush(stdout);
}

constexpr std::chrono::milliseconds kReadersPatience{100};  // reads must not wait long

/// The options that were chosen, and what is made of them.
struct Chosen {
    ServeOptions options;
    net::ServerOptions net;
    server::ServerOptions game;
    Setting setting;
};
Result<Chosen> chosen_to_serve(const ServeCommand& command) {
    const auto options = chosen_serve_options(command);
    if (!options) return options.error();
    const std::string board = named(*options, "board");
    const auto setting = chosen_setting(options->common, options->board, board.c_str());
    if (!setting) return setting.error();
    if (const auto unfit = playable(setting); !unfit)
        return Error{board + ": " + unfit.error().message};
    const auto net = net_options(*options);
    if (!net) return net.error();
    return Chosen{*options, *net, game_options(*options, *setting), *setting};
}

/// A terminal that closes sends SIGHUP, too. It can be told from an administrator's: the program
/// had a terminal, and has none now.
class Terminal {
  public:
    /// Call it before SIGHUP is caught: under nohup, the program outlives its terminal.
    Terminal() {
        struct sigaction present {};
        ::sigaction(SIGHUP, nullptr, &present);
        was_there_ = present.sa_handler != SIG_IGN && is_there();
    }
    [[nodiscard]] bool has_closed() const { return was_there_ && !is_there(); }

  private:
    static bool is_there() {
        const int fd = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
        if (fd >= 0) ::close(fd);
        return fd >= 0;
    }
    bool was_there_;
};

/// While it lives, signals that end the server or change its options wait. Threads started then
/// never take them: only the thread of the network loop does.
class SignalsHeld {
  public:
    SignalsHeld() {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
        ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
    }
    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t before_{};
};

/// On SIGHUP: opens the log again, and uses what can be changed of the options in the file.
void reload(const ServeCommand& command, const Chosen& first, const ServeLog& serve_log,
            ServeRuntime& runtime) {
    tell_service_manager("RELOADING=1");
    const Log log = serve_log.log();
    const auto moved = serve_log.open_again();
    const auto chosen = chosen_to_serve(command);
    std::string problem;
    if (moved) {
        problem = moved->message;
        log(LogLevel::error, "the log was not opened again", {{"why", problem}});
    }
    if (!chosen) {
        const std::string why = to_text(chosen.error());
        problem += (problem.empty() ? "" : "; ") + why;
        log(LogLevel::error, "options not read again", {{"why", why}});
    } else {
        runtime.change(chosen->net, chosen->game);
        const std::string left = options_for_a_restart(first.options, chosen->options);
        if (!left.empty())
            log(LogLevel::warning, "options that need a restart", {{"options", left}});
        log(LogLevel::info, "options read again", {});
    }
    runtime.reloaded(problem);
    tell_service_manager("READY=1");
}

void log_start(const net::Server& server, const Chosen& chosen, const Log& log) {
    const ServeOptions& options = chosen.options;
    log(LogLevel::info, "started",
        {{"version", chosen.game.version},
         {"kgp", server.kgp_address()},
         {"http", server.http_address()},
         {"admin", options.net.admin_port ? server.admin_address() : "none"},
         {"admin_socket", options.net.admin_socket.value_or("none")},
         {"store", options.store.value_or(store::default_store_path())},
         {"threads", static_cast<std::int64_t>(options.threads)},
         {"rules", to_text(chosen.game.rules)},
         {"board", options.board},
         {"per_host", static_cast<std::int64_t>(chosen.net.most_of_one_host)},
         {"trusted_proxies", static_cast<std::int64_t>(options.trusted_proxies.size())}});
}

void run_server(const ServeCommand& command, const Chosen& chosen,
                const std::vector<players::Spec>& bots, const Terminal& terminal) {
    const ServeOptions& options = chosen.options;
    const auto store = or_failure(chosen_store(options.store, store::Access::write));
    const auto reader = or_failure(store->twin(kReadersPatience));
    const LogFormat format = options.common.json ? LogFormat::json : LogFormat::text;
    std::optional<SignalsHeld> held(std::in_place);
    const ServeLog serve_log = or_failure(ServeLog::open(options.log, format));
    const Log log = serve_log.log();
    const auto listening = or_failure(ServeRuntime::listen(
        {chosen.net, chosen.game, bots, default_resources(), store, reader, options.threads, log}));
    net::Server& server = listening->server();
    server.stop_on_signals();
    server.call_on_hangup([&] {
        if (terminal.has_closed()) return server.stop();
        reload(command, chosen, serve_log, *listening);
    });
    held.reset();
    log_start(server, chosen, log);
    if (store->aborted_at_start() > 0)
        log(LogLevel::warning, "games aborted by an earlier end",
            {{"games", static_cast<std::int64_t>(store->aborted_at_start())}});
    if (const auto error = store->set_address(public_address(server, options)))
        log(LogLevel::warning, "other servers do not know this one's address",
            {{"why", error->message}});
    say_where(server, chosen.net, log);
    tell_service_manager("READY=1\nSTATUS=serving on " + server.http_address());
    server.run();
    tell_service_manager("STOPPING=1");
}

void act_serve(const ServeCommand& command) {
    const Terminal terminal;
    // The reader of our log may end before us, a file may have reached its limit, and SIGHUP may
    // come before it is expected: none of these must end the program.
    for (const int harmless : {SIGPIPE, SIGXFSZ, SIGHUP}) std::signal(harmless, SIG_IGN);
    const Chosen chosen = or_usage_error(chosen_to_serve(command));
    const auto bots = chosen_bots(chosen.options, chosen.setting);
    if (!command.check) return run_server(command, chosen, bots, terminal);
    if (const auto error = check_machine(chosen.options)) throw usage_error(error->message);
    fmt::print("{}: no errors\n", command.config.value_or("options"));
}

}  // namespace

void add_serve(Program& program) {
    program.add<ServeCommand>(
        {"serve", "serve the board to browsers, and referee programs that speak KGP",
         "Examples:\n"
         "  kalah serve                                        for this machine alone\n"
         "  kalah serve --host 0.0.0.0 --names kalah.example   for everybody\n"
         "  kalah serve --time 5s --bots champion:time=1s random\n"
         "  kalah serve --config kalah.toml                    keys named like the options\n"
         "When it accepts connections, it prints 'ready kgp=HOST:PORT http=HOST:PORT', and in the\n"
         "next line the address for browsers. The log goes to standard error, as JSON with\n"
         "--json. Ctrl-C lets running games finish; SIGHUP opens the log and reads the limits of\n"
         "the file again. See docs/serve.md, and docs/administration.md for a service."},
        declare_serve_options, act_serve);
}

}  // namespace kalah::app
