// `kalah admin`: asks a running server through its socket, and prints what it answers.
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "base/text.hpp"
#include "net/unix_socket.hpp"
#include "report/text.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

/// Where the unit in examples/systemd has it.
constexpr const char* kUsualSocket = "/run/kalah/admin.sock";

struct AdminOptions {
    bool json = false;
    std::optional<std::string> socket;
    std::optional<std::string> what;  // a game or a host
    std::optional<std::chrono::milliseconds> time;
};

void declare_admin(Arguments& arguments, AdminOptions& options) {
    arguments.field(text_field("admin-socket", "FILE", options.socket,
                               fmt::format("the server's socket (default: {})", kUsualSocket)));
    declare_json(arguments, options.json);
}

void declare_end(Arguments& arguments, AdminOptions& options) {
    arguments.positional("game", options.what, "as 'kalah admin games' shows it",
                         Arguments::Need::required);
    declare_admin(arguments, options);
}

void declare_host(Arguments& arguments, AdminOptions& options) {
    arguments.positional("host", options.what, "an address; of IPv6, its /64 network is meant",
                         Arguments::Need::required);
    declare_admin(arguments, options);
}

void declare_ban(Arguments& arguments, AdminOptions& options) {
    declare_host(arguments, options);
    arguments.field(duration_field("for", "2h", options.time,
                                   "how long, up to 24h (default: until the server ends)"));
}

Json ask(const AdminOptions& options, std::string_view method, std::string_view target,
         const std::string& body = "") {
    const auto answer =
        or_failure(net::ask_at(options.socket.value_or(kUsualSocket), method, target, body));
    auto json = Json::parse(trimmed(answer.body));
    if (!json) throw failure("the server's answer cannot be read: " + json.error().message);
    if (const auto error = json->find("error"))
        throw failure(
            error->find("text").value_or(Json("refused")).as_string().value_or("refused"));
    return json.take();
}

std::string string_of(const Json& json, std::string_view key) {
    const auto value = json.find(key);
    return printable(value ? value->as_string().value_or("") : "");
}

std::int64_t number_of(const Json& json, std::string_view key) {
    const auto value = json.find(key);
    return value ? value->as_integer().value_or(0) : 0;
}

Json part_of(const Json& json, std::string_view key) {
    return json.find(key).value_or(Json::object());
}

std::string count_text(std::int64_t count, std::string_view what) {
    return report::counted(static_cast<std::size_t>(count), what);
}

/// How many rows the server has left out.
void print_rest(const Json& json, std::size_t shown) {
    const auto total = static_cast<std::size_t>(number_of(json, "total"));
    if (total > shown) fmt::print("... and {} more\n", total - shown);
    if (total == 0) fmt::print("none\n");
}

void show_status(const AdminOptions& options) {
    const Json status = ask(options, "GET", "/status");
    if (options.json) return print_json(status);
    const auto is = [&](const char* key) { return part_of(status, key).as_bool().value_or(false); };
    const Json sessions = part_of(status, "sessions");
    const Json store = part_of(status, "store");
    const std::string problem = string_of(store, "problem");
    const double up = part_of(status, "uptime").as_number().value_or(0);
    fmt::print("kalah {}, up for {}{}\n", string_of(status, "version"), elapsed_text(up),
               is("ending")     ? ", ending"
               : is("draining") ? ", draining"
                                : "");
    fmt::print("{} of programs, {} of pages\n", count_text(number_of(sessions, "kgp"), "session"),
               number_of(sessions, "page"));
    fmt::print("{} of the lobby, {} in memory\n", count_text(number_of(status, "games"), "game"),
               number_of(status, "games_in_memory"));
    if (const Json reload = part_of(status, "reload"); reload.is_object() && reload.find("time")) {
        const auto failed = part_of(reload, "problem").as_string().value_or("");
        fmt::print("reload at {}: {}\n", local_time(number_of(reload, "time")),
                   failed.empty() ? "done" : "failed: " + failed);
    }
    fmt::print("store: {}\n", problem.empty() ? "written" : "cannot be written: " + problem);
}

void show_sessions(const AdminOptions& options) {
    const Json answer = ask(options, "GET", "/sessions");
    if (options.json) return print_json(answer);
    const auto rows = part_of(answer, "sessions").items();
    if (!rows.empty())
        fmt::print("{:>8}  {:4}  {:24}  {:16}  {:24}  {}\n", "session", "kind", "host", "since",
                   "name", "games");
    for (const Json& row : rows) {
        std::string games;
        for (const Json& game : part_of(row, "games").items())
            games += (games.empty() ? "" : " ") + game.as_string().value_or("");
        fmt::print("{:>8}  {:4}  {:24}  {:16}  {:24}  {}\n", number_of(row, "id"),
                   string_of(row, "kind"), string_of(row, "host"),
                   local_time(number_of(row, "since")), string_of(row, "name"), games);
    }
    print_rest(answer, rows.size());
}

void show_games(const AdminOptions& options) {
    const Json answer = ask(options, "GET", "/games");
    if (options.json) return print_json(answer);
    const auto rows = part_of(answer, "games").items();
    if (!rows.empty())
        fmt::print("{:13}  {:16}  {:>5}  {:7}  {:12}  {}\n", "game", "started", "moves", "to move",
                   "board", "players");
    for (const Json& row : rows) {
        const Json names = part_of(row, "names");
        const bool waits = string_of(row, "status") == "waiting";
        fmt::print("{:13}  {:16}  {:>5}  {:7}  {:12}  {} - {}\n", string_of(row, "game"),
                   local_time(number_of(row, "started")), number_of(row, "plies"),
                   waits ? "waits" : string_of(row, "to_move"), string_of(row, "start"),
                   string_of(names, "south"), string_of(names, "north"));
    }
    print_rest(answer, rows.size());
}

void show_bans(const AdminOptions& options) {
    const Json answer = ask(options, "GET", "/bans");
    if (options.json) return print_json(answer);
    const auto rows = part_of(answer, "bans").items();
    for (const Json& row : rows) {
        const std::int64_t until = number_of(row, "until");
        fmt::print("{:24}  {}\n", string_of(row, "host"),
                   until == 0 ? "until the server ends" : "until " + local_time(until));
    }
    print_rest(answer, rows.size());
}

void end_game(const AdminOptions& options) {
    const Json body = Json::object().set("game", *options.what);
    const Json ended = ask(options, "POST", "/end", body.line());
    if (options.json) return print_json(ended);
    const Json names = part_of(ended, "names");
    fmt::print("game {} ended without a result: {} - {}, {}\n", string_of(ended, "game"),
               string_of(names, "south"), string_of(names, "north"),
               count_text(number_of(ended, "plies"), "move"));
}

void ban_host(const AdminOptions& options) {
    Json body = Json::object().set("host", *options.what);
    if (options.time) body.set("ms", options.time->count());
    const Json banned = ask(options, "POST", "/ban", body.line());
    if (options.json) return print_json(banned);
    fmt::print("{} banned, {} closed\n", string_of(banned, "host"),
               count_text(number_of(banned, "closed"), "session"));
}

void unban_host(const AdminOptions& options) {
    const Json body = Json::object().set("host", *options.what);
    const Json unbanned = ask(options, "POST", "/unban", body.line());
    if (options.json) return print_json(unbanned);
    fmt::print("{} may connect again\n", string_of(unbanned, "host"));
}

void drain(const AdminOptions& options) {
    const Json draining = ask(options, "POST", "/drain");
    if (options.json) return print_json(draining);
    fmt::print("draining: the server ends when its games are over ({} of the lobby)\n",
               count_text(number_of(draining, "games"), "game"));
}

}  // namespace

void add_admin_commands(Program& program) {
    program.add_family("admin", "look after a running server");
    program.add<AdminOptions>(
        {"admin status", "show the state of the server",
         "Example:\n"
         "  kalah admin status --admin-socket /run/kalah/admin.sock\n"
         "Its version, sessions, games and store; whether it is draining, and "
         "whether the\nlast reload (SIGHUP) failed (docs/administration.md)."},
        declare_admin, show_status);
    program.add<AdminOptions>(
        {"admin sessions", "list who is connected",
         "Example:\n"
         "  kalah admin sessions\n"
         "Programs ('kgp') and pages, the oldest first, with their host and games; at most 1000."},
        declare_admin, show_sessions);
    program.add<AdminOptions>(
        {"admin games", "list the games that are being played",
         "Example:\n"
         "  kalah admin games --json\n"
         "Games of the lobby by their number in the store, browser games by their name, the "
         "oldest\n"
         "first; at most 1000. Saved games that nobody has open are not among them."},
        declare_admin, show_games);
    program.add<AdminOptions>({"admin end", "end a game without a result",
                               "Example:\n"
                               "  kalah admin end 1234\n"
                               "It is stored as aborted, with its moves; its players are told."},
                              declare_end, end_game);
    program.add<AdminOptions>(
        {"admin ban", "close the connections of a host, and refuse new ones",
         "Examples:\n"
         "  kalah admin ban 203.0.113.7 --for 2h\n"
         "  kalah admin ban 2001:db8::1\n"
         "Its programs lose the games that they play. A reload keeps the ban, a restart does not."},
        declare_ban, ban_host);
    program.add<AdminOptions>({"admin unban", "let a host connect again",
                               "Example:\n"
                               "  kalah admin unban 203.0.113.7"},
                              declare_host, unban_host);
    program.add<AdminOptions>({"admin bans", "list the hosts that are banned",
                               "Example:\n"
                               "  kalah admin bans"},
                              declare_admin, show_bans);
    program.add<AdminOptions>(
        {"admin drain", "let running games finish, then end the server",
         "Example:\n"
         "  kalah admin drain\n"
         "No new games begin, nobody else can connect, and /health says 503. The server ends when\n"
         "the games of the lobby are over and no browser game has had a move for five minutes.\n"
         "Browser games go on after the next start."},
        declare_admin, drain);
}

}  // namespace kalah::app
