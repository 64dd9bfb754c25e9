#include "server/site_files.hpp"

#include <algorithm>
#include <array>

namespace kalah::server {
namespace {

constexpr std::string_view kApplication = "/index.html";

/// The application reads the rest of the address itself, and says so if there is no such game.
bool is_page(std::string_view path) {
    static constexpr std::array<std::string_view, 7> kPages = {
        "/", "/analyse", "/watch", "/learn", "/puzzles", "/search", "/you"};
    return std::find(kPages.begin(), kPages.end(), path) != kPages.end() ||
           path.starts_with("/game/") || path.starts_with("/watch/");
}

}  // namespace

const net::SiteFile* find_site_file(std::string_view path) {
    if (is_page(path)) path = kApplication;
    for (const NamedFile& named : site_files())
        if (named.path == path) return &named.file;
    return nullptr;
}

}  // namespace kalah::server
