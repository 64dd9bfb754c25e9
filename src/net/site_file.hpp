// A file of the HTTP port as it goes over the wire.
#pragma once

#include <functional>
#include <string_view>

namespace kalah::net {

/// What it points to lives as long as the server.
struct SiteFile {
    std::string_view type;  // "text/html; charset=utf-8"
    std::string_view gzip;  // its bytes, compressed
    std::string_view etag;  // with its quotes
    bool forever = false;   // its name changes with its content
};

/// The file of a path ("/", "/game/abc"); null: there is none. Without a function there is no site,
/// and no /api.
using FileLookup = std::function<const SiteFile*(std::string_view path)>;

}  // namespace kalah::net
