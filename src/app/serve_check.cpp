#include "app/serve_check.hpp"

#include <filesystem>

#include "store/store.hpp"

namespace kalah::app {
namespace {

namespace fs = std::filesystem;

/// Why no file can be at this path.
std::optional<Error> no_room_for(const std::string& path) {
    std::error_code ignored;
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored))
        return Error{in_quotes(path) + ": there is no folder " + printable(folder.string()) +
                     "; make it first"};
    if (fs::is_directory(path, ignored)) return Error{in_quotes(path) + " is a folder, no file"};
    return std::nullopt;
}

}  // namespace

std::optional<Error> check_machine(const ServeOptions& options) {
    const auto at = [&](const char* name, const std::optional<Error>& error) {
        return error ? std::optional(Error{named(options, name) + ": " + error->message})
                     : std::nullopt;
    };
    if (auto error = at("host", net::try_host(options.net.host))) return error;
    if (options.net.admin_port)
        if (auto error = at("admin-host", net::try_host(options.net.admin_host))) return error;
    if (options.log)
        if (auto error = at("log", no_room_for(*options.log))) return error;
    if (options.store && !store::is_postgres(*options.store) &&
        *options.store != store::default_store_path())
        return at("store", no_room_for(*options.store));
    return std::nullopt;
}

}  // namespace kalah::app
