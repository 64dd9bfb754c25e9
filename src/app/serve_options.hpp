// The options of `kalah serve`: from the command line, and from a file in TOML whose keys are named
// like the options. What the command line says wins over the file.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/options.hpp"
#include "net/server.hpp"
#include "server/options.hpp"
#include "system/toml.hpp"

namespace kalah::app {

struct ServeOptions {
    CommonOptions common;
    net::ServerOptions net;
    server::ServerOptions game;
    std::optional<std::uint16_t> kgp_port;  // left out: the usual one, or another if it is taken
    std::optional<std::uint16_t> http_port;
    std::string board = "6x6";
    std::optional<std::string> store;
    std::optional<std::string> log;  // left out: standard error
    std::chrono::milliseconds protocol_timeout = server::ServerOptions{}.mode_timeout;
    std::optional<std::size_t> per_host;
    std::vector<std::string> trusted_proxies;
    std::size_t threads;
    std::optional<std::uint64_t> seed;

    // Where they were given, for messages.
    std::optional<TomlTable> file;
    std::string file_name;
    std::set<std::string> typed;

    ServeOptions();
};

/// How messages name an option: "--host", or "kalah.toml, line 3, column 8: host" if it stands in
/// the file; with `element`, the place of that element of its list.
[[nodiscard]] std::string named(const ServeOptions& options, const std::string& name,
                                std::optional<std::size_t> element = {});

/// What was typed. Lives as long as the program.
struct ServeCommand {
    ServeOptions typed;
    std::vector<std::pair<std::string, std::string>> given;  // options that were typed, and values
    std::optional<std::string> config;
    bool check = false;
};
void declare_serve_options(Arguments& arguments, ServeCommand& command);

/// The options of the file, if there is one, with those that were typed on top. Errors name file,
/// line and column.
[[nodiscard]] Result<ServeOptions> chosen_serve_options(const ServeCommand& command);

[[nodiscard]] Result<net::ServerOptions> net_options(const ServeOptions& options);
[[nodiscard]] server::ServerOptions game_options(const ServeOptions& options,
                                                 const Setting& setting);

/// The names of options that differ and cannot be changed while the server runs, or "".
[[nodiscard]] std::string options_for_a_restart(ServeOptions before, ServeOptions after);

}  // namespace kalah::app
