#include "app/static_site.hpp"

#include <fmt/format.h>

#include "base/mix64.hpp"
#include "kalah/version.hpp"
#include "players/book.hpp"
#include "puzzles/collection.hpp"
#include "server/site_files.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

constexpr std::string_view kFirstPage = "index.html";

/// Changes with the content. Not against attackers.
std::string fingerprint(std::string_view content) {
    std::uint64_t hash = content.size();
    for (const char byte : content) hash = mix64(hash, static_cast<unsigned char>(byte));
    return fmt::format("{:016x}", hash);
}

/// A file whose name changes with its content, so that no cache mixes versions.
StaticFile named_by_content(std::string_view name, std::string_view ending, std::string content) {
    std::string path = fmt::format("engine/{}-{}{}", name, fingerprint(content), ending);
    return {std::move(path), std::move(content)};
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

/// With names relative to itself, and with what the scripts must know (web/src/lib/site.ts).
std::string first_page(std::string page, const StaticFile& engine, const StaticFile& book,
                       const StaticFile& puzzles) {
    replace_all(page, "=\"/", "=\"./");
    const Json site = Json::object()
                          .set("version", version().text)
                          .set("engine", engine.path)
                          .set("book", book.path)
                          .set("puzzles", puzzles.path);
    const std::string head = fmt::format(
        "<link rel=\"manifest\" href=\"./manifest.webmanifest\" />\n"
        "<script type=\"application/json\" id=\"site\">{}</script>\n</head>",
        site.line());
    replace_all(page, "</head>", head);
    return page;
}

std::string worker_of(const std::vector<StaticFile>& files) {
    Json names = Json::array().push("./");
    std::string all;
    for (const StaticFile& file : files) {
        names.push("./" + file.path);
        all += file.path + fingerprint(file.content);
    }
    return fmt::format("{}const version = '{}';\nconst files = {};\n{}", kSiteMark,
                       fingerprint(all), names.line(), service_worker());
}

std::string puzzle_text() {
    const auto collection = puzzles::Collection::parse(puzzles::shipped_file());
    return collection ? collection->to_text() : "";
}

}  // namespace

std::vector<StaticFile> static_site(std::string engine) {
    std::vector<StaticFile> files = {
        named_by_content("kalah", ".wasm", std::move(engine)),
        named_by_content("book", ".txt", std::string(players::default_book())),
        named_by_content("puzzles", ".txt", puzzle_text()),
        {"manifest.webmanifest", std::string(manifest())}};
    std::string page;
    for (const auto& [path, file] : server::site_files()) {
        std::string content = net::unpack(file.gzip);
        if (path.substr(1) == kFirstPage)
            page = first_page(std::move(content), files[0], files[1], files[2]);
        else
            files.push_back({std::string(path.substr(1)), std::move(content)});
    }
    if (files.size() == 4) return {};
    files.push_back({std::string(kFirstPage), std::move(page)});
    files.push_back({"sw.js", worker_of(files)});
    return files;
}

}  // namespace kalah::app
