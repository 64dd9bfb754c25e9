// The page without a server: the files of `kalah serve`, with what they need to be shown by any
// server of files under any path, and the engine that answers in the browser. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kalah::app {

struct StaticFile {
    std::string path;  // "assets/Board-1a2b.js"
    std::string content;
};

/// What every copy of the site's service worker begins with.
inline constexpr std::string_view kSiteMark = "// Written by kalah page.\n";

/// `engine`: the bytes of kalah.wasm. The last two files bring those before them to use: write them
/// in this order. Empty if this kalah is built without its pages.
[[nodiscard]] std::vector<StaticFile> static_site(std::string engine);

// web/site/
[[nodiscard]] std::string_view service_worker();
[[nodiscard]] std::string_view manifest();

}  // namespace kalah::app
