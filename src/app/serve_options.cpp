#include "app/serve_options.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include <fmt/format.h>

#include "kalah/notation.hpp"
#include "kalah/version.hpp"
#include "system/files.hpp"
#include "system/toml.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

/// An option with one or more values.
struct ServeList {
    std::string name;
    std::string value;  // in the help
    std::vector<std::string>& target;
    std::string help;
};

std::vector<ServeList> serve_lists(ServeOptions& options) {
    return {{"bots", "SPEC", options.game.bots,
             "players that meet clients without an opponent, in turn (default: none)"},
            {"names", "NAME", options.net.names,
             "other names of this host that browsers may use (default: none)"},
            {"trusted-proxy", "ADDRESS[/BITS]", options.trusted_proxies,
             "proxies whose X-Forwarded-For says which client asks (default: none)"}};
}

std::vector<Field> address_fields(ServeOptions& options) {
    constexpr NumberRange kPorts{0, 65'535};
    return {
        text_field("host", "ADDRESS", options.net.host,
                   "where to listen (default: 127.0.0.1: this machine only; 0.0.0.0: everywhere)"),
        number_field(
            "kgp-port", options.kgp_port, kPorts,
            "port for programs, KGP on TCP (default: 2671, or another if taken; 0: any free one)"),
        number_field(
            "http-port", options.http_port, kPorts,
            "port for browsers, and KGP at /socket (default: 8080, or another if taken; 0: any)"),
        number_field("admin-port", options.net.admin_port, kPorts,
                     "port for /health and /metrics (default: none; 0: any free one)"),
        text_field("admin-host", "ADDRESS", options.net.admin_host,
                   "where to listen for them (default: 127.0.0.1: this machine only)"),
        text_field("admin-socket", "FILE", options.net.admin_socket,
                   "socket for 'kalah admin', for the owner of the server alone (default: none)"),
    };
}

std::vector<Field> lobby_fields(ServeOptions& options) {
    return {
        text_field("board", "6x6", options.board,
                   "the lobby's board, a size or a position (default: 6x6)"),
        duration_field("time", "30s", options.game.time.limit,
                       "time limit of a move in the lobby (default: 30s)"),
        text_field("store", "FILE", options.store,
                   "where games are kept (default: in the user's data directory)"),
        text_field("log", "FILE", options.log,
                   "where the log goes; SIGHUP opens the file again (default: standard error)"),
        duration_field("bot-after", "5s", options.game.bot_after,
                       "how long a client waits until it meets a bot (default: 5s)"),
        duration_field("grace", "10s", options.net.grace,
                       "how long running games may continue after Ctrl-C (default: 10s)"),
        duration_field(
            "protocol-timeout", "20s", options.protocol_timeout,
            "time for a KGP client to choose a mode, or to answer a ping (default: 20s)"),
        number_field("threads", options.threads, {1, 256},
                     "threads that search (default: all cores but one, at least 1)"),
        number_field("seed", options.seed, {1, 1'000'000'000'000'000},
                     "seed of the referee's random moves and positions (default: by the clock)"),
    };
}

std::vector<Field> limit_fields(ServeOptions& options) {
    constexpr NumberRange kAny{1, 1'000'000};
    server::ServerOptions& game = options.game;
    return {
        number_field("per-host", options.per_host, kAny,
                     "connections (default: 256; 20000 from this machine)"),
        number_field("per-host-bot-games", game.most_bot_games_of_a_host, kAny,
                     "games against bots at a time (default: 64)"),
        number_field("per-host-lobby", game.most_in_lobby_of_a_host, kAny,
                     "games of browsers in the lobby at a time (default: 64)"),
        number_field("per-host-minute", game.most_new_a_minute, kAny,
                     "new games of browsers in a minute (default: 60)"),
        number_field("per-host-day", game.most_new_a_day, kAny,
                     "new games of browsers in a day (default: 1000)"),
        number_field("per-host-saved", game.most_saved_of_a_host, kAny,
                     "games of browsers that are kept (default: 10000)"),
        number_field("per-host-answers", game.most_evals_of_a_host, kAny,
                     "answers in mode eval that wait for the store (default: 500)"),
        number_field("per-host-forgets", game.most_forgets_a_minute, kAny,
                     "tokens to be forgotten in a minute (default: 60)"),
    };
}

void append(std::vector<Field>& all, std::vector<Field> some) {
    all.insert(all.end(), some.begin(), some.end());
}

/// All options but the lists.
std::vector<Field> serve_fields(ServeOptions& options) {
    std::vector<Field> fields = address_fields(options);
    append(fields, lobby_fields(options));
    append(fields, limit_fields(options));
    fields.push_back(json_field(options.common.json));
    append(fields, rule_fields(options.common));
    return fields;
}

/// Refuses now what the command line refuses when all options are known: a file can say where.
std::optional<Error> wrong_text(const std::string& name, const std::string& text) {
    const auto error_of = [](const auto& result) {
        return result ? std::nullopt : std::optional(result.error());
    };
    if (name == "rules") return error_of(parse_rules(text));
    if (name == "board") {
        const auto board = parse_start(text);
        return board ? std::nullopt : std::optional(Error{to_text(board.error())});
    }
    for (const RuleOption& option : rule_options())
        if (name == option.name) return error_of(with_option({}, name, text));
    return std::nullopt;
}

std::optional<Error> read_serve_file(const std::string& path, ServeOptions& options) {
    const auto text = read_file(path);
    if (!text) return text.error();
    std::vector<Field> fields = serve_fields(options);
    for (Field& field : fields)
        field.set = [name = field.name, set = field.set](std::string_view value) {
            auto error = set(value);
            return error ? error : wrong_text(name, std::string(value));
        };
    std::vector<TomlList> lists;
    for (const ServeList& list : serve_lists(options)) lists.push_back({list.name, list.target});
    const auto table = TomlTable::parse(*text);
    const auto error = table ? table->read(fields, lists) : std::optional(table.error());
    if (error) return Error{path + ", " + to_text(*error)};
    options.file = *table;
    options.file_name = path;
    return std::nullopt;
}

void put_typed_on_top(const ServeCommand& command, ServeOptions& options) {
    const std::vector<Field> fields = serve_fields(options);
    for (const auto& [name, value] : command.given) {
        options.typed.insert(name);
        for (const Field& field : fields)
            if (field.name == name) static_cast<void>(field.set(value));
    }
    ServeOptions typed = command.typed;
    const std::vector<ServeList> from = serve_lists(typed);
    const std::vector<ServeList> to = serve_lists(options);
    for (std::size_t i = 0; i < from.size(); ++i)
        if (!from[i].target.empty()) {
            options.typed.insert(from[i].name);
            to[i].target = from[i].target;
        }
}

/// Two ports with one number, where connections would reach both. A usual port gives way to others.
std::optional<Error> equal_ports(const ServeOptions& options, const net::ServerOptions& net) {
    const auto is_any = [](const std::string& host) { return host == "0.0.0.0" || host == "::"; };
    const bool same_host = net.host == net.admin_host || is_any(net.host) || is_any(net.admin_host);
    const auto refused = [&](const std::string& name, int number, const char* other) {
        return Error{fmt::format("{}: {} is the {}, too; choose another, or 0 for any free one",
                                 named(options, name), number, other)};
    };
    if (options.http_port && net.http_port != 0 && net.http_port == net.kgp_port)
        return refused("http-port", net.http_port, "kgp-port");
    if (!net.admin_port || *net.admin_port == 0 || !same_host) return std::nullopt;
    if (*net.admin_port == net.kgp_port) return refused("admin-port", *net.admin_port, "kgp-port");
    if (*net.admin_port == net.http_port)
        return refused("admin-port", *net.admin_port, "http-port");
    return std::nullopt;
}

/// The first name or proxy of the lists that is none.
std::optional<Error> wrong_element(const ServeOptions& options) {
    const std::vector<std::string>& names = options.net.names;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].empty() || names[i].find_first_of(" /:@*") != std::string::npos)
            return Error{named(options, "names", i) + ": " + in_quotes(names[i]) +
                         " is no name of a host"};
    for (std::size_t i = 0; i < options.trusted_proxies.size(); ++i)
        if (const auto one = net::TrustedProxies::parse({options.trusted_proxies[i]}); !one)
            return Error{named(options, "trusted-proxy", i) + ": " + one.error().message};
    return std::nullopt;
}

}  // namespace

/// One core is left to the network and the logic.
ServeOptions::ServeOptions() : threads(std::max(std::thread::hardware_concurrency(), 2U) - 1) {}

std::string named(const ServeOptions& options, const std::string& name,
                  std::optional<std::size_t> element) {
    const auto place = options.file && !options.typed.contains(name)
                           ? options.file->place(name, element)
                           : std::nullopt;
    if (!place) return "--" + name;
    return fmt::format("{}, line {}, column {}: {}", options.file_name, place->line, place->column,
                       name);
}

void declare_serve_options(Arguments& arguments, ServeCommand& command) {
    const auto declare = [&](const std::vector<Field>& fields) {
        for (Field field : fields) {
            field.set = [&command, name = field.name, set = field.set](std::string_view text) {
                auto error = set(text);
                if (!error) command.given.emplace_back(name, text);
                return error;
            };
            arguments.field(field);
        }
    };
    arguments.field(text_field("config", "FILE", command.config,
                               "read options from this file too, in TOML (docs/serve.md)"));
    arguments.field(flag_field("check-config", command.check,
                               "only check the options: exit code 0, or 2 and what is wrong"));
    declare(address_fields(command.typed));
    declare(lobby_fields(command.typed));
    for (const ServeList& list : serve_lists(command.typed))
        arguments.options("--" + list.name, list.value, list.target, list.help);
    declare({json_field(command.typed.common.json)});
    arguments.heading("Limits of each host");
    declare(limit_fields(command.typed));
    arguments.heading(kRulesHeading);
    declare(rule_fields(command.typed.common));
    arguments.heading("Options");
}

Result<ServeOptions> chosen_serve_options(const ServeCommand& command) {
    if (!command.config) return command.typed;
    ServeOptions options;
    if (auto error = read_serve_file(*command.config, options)) return *error;
    put_typed_on_top(command, options);
    return options;
}

Result<net::ServerOptions> net_options(const ServeOptions& options) {
    net::ServerOptions net = options.net;
    if (net.host.empty()) return Error{named(options, "host") + ": the address is empty"};
    if (net.admin_host.empty())
        return Error{named(options, "admin-host") + ": the address is empty"};
    if (auto error = wrong_element(options)) return *error;
    net.proxies = *net::TrustedProxies::parse(options.trusted_proxies);
    net.any_kgp_port = !options.kgp_port;
    net.any_http_port = !options.http_port;
    net.kgp_port = options.kgp_port.value_or(net.kgp_port);
    net.http_port = options.http_port.value_or(net.http_port);
    net.most_of_one_host = options.per_host.value_or(net.most_of_one_host);
    net.most_of_this_host = options.per_host.value_or(net.most_of_this_host);
    if (auto error = equal_ports(options, net)) return *error;
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

std::string options_for_a_restart(ServeOptions before, ServeOptions after) {
    std::string names;
    const auto add = [&names](const std::string& name) {
        names += (names.empty() ? "" : ", ") + name;
    };
    const std::vector<Field> old_fields = serve_fields(before);
    const std::vector<Field> new_fields = serve_fields(after);
    for (std::size_t i = 0; i < old_fields.size(); ++i) {
        const std::string& name = old_fields[i].name;
        const bool can_change = name.starts_with("per-host") || name == "grace";
        if (!can_change && old_fields[i].get() != new_fields[i].get()) add(name);
    }
    if (before.game.bots != after.game.bots) add("bots");
    return names;
}

}  // namespace kalah::app
