// The pages of web/, compiled into the program (cmake/web.cmake): a table of files, and which one a
// path shows. Never changes; any thread.
#pragma once

#include <span>
#include <string_view>

#include "net/http_answer.hpp"

namespace kalah::server {

struct NamedFile {
    std::string_view path;  // "/index.html"
    net::SiteFile file;
};

[[nodiscard]] std::span<const NamedFile> site_files();

/// The file of a path: one of the table as it is named there, or the application for the paths of
/// its pages; null for all others. Nothing is decoded or shortened, so no path leads elsewhere.
[[nodiscard]] const net::SiteFile* find_site_file(std::string_view path);

}  // namespace kalah::server
