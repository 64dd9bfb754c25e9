#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/static_site.hpp"
#include "base/text.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

namespace fs = std::filesystem;

struct PageOptions {
    std::string folder;
    std::string engine;
    bool json = false;
};

/// The bytes of kalah.wasm.
std::string engine_of(const PageOptions& options) {
    if (options.engine.empty())
        throw failure(
            "the engine of the browser is missing: './start page --out FOLDER' in the sources of "
            "kalah builds it, or name its file with --engine");
    const std::string bytes = or_failure(read_file(options.engine));
    if (!bytes.starts_with(std::string_view("\0asm", 4)))
        throw failure(printable(options.engine) + ": not a file of WebAssembly");
    return bytes;
}

/// The folder is new, empty, or one that this command has written.
void check_folder(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!fs::is_directory(folder, error))
        throw failure(printable(folder.string()) + ": not a folder");
    if (fs::is_empty(folder, error)) return;
    const auto worker = read_file((folder / "sw.js").string());
    if (!worker || !worker->starts_with(kSiteMark))
        throw failure(printable(folder.string()) +
                      ": holds other files; name a new folder, or one that this command has "
                      "written before");
}

void write_file_of(const fs::path& folder, const StaticFile& file) {
    const fs::path path = folder / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw failure(printable(path.parent_path().string()) + ": " + error.message());
    if (const auto wrong = write_file(path.string(), file.content, Existing::replace))
        throw failure(*wrong);
}

/// Of an earlier version: their names change with their content.
void remove_others(const fs::path& folder, const std::vector<StaticFile>& files) {
    std::set<fs::path> ours;
    for (const StaticFile& file : files) ours.insert(folder / file.path);
    std::error_code error;
    for (const char* part : {"assets", "engine"})
        for (const auto& entry : fs::directory_iterator(folder / part, error))
            if (!ours.contains(entry.path())) fs::remove(entry.path(), error);
}

void act_page(const PageOptions& options) {
    if (options.folder.empty()) throw usage_error("--out names the folder to write");
    const auto files = static_site(engine_of(options));
    if (files.empty()) throw failure("this kalah is built without its pages (KALAH_PAGES=OFF)");
    const fs::path folder(options.folder);
    check_folder(folder);
    std::size_t bytes = 0;
    for (const StaticFile& file : files) {
        write_file_of(folder, file);
        bytes += file.content.size();
    }
    remove_others(folder, files);
    if (options.json)
        print_json(Json::object()
                       .set("folder", options.folder)
                       .set("files", files.size())
                       .set("bytes", bytes));
    else
        fmt::print("{}: {} files, {} KiB\n", printable(options.folder), files.size(),
                   (bytes + 1023) / 1024);
}

void declare_page(Arguments& arguments, PageOptions& options) {
    arguments.field(
        text_field("out", "FOLDER", options.folder,
                   "the folder to write: new, empty, or from an earlier 'kalah page'"));
    arguments.field(text_field("engine", "FILE", options.engine,
                               "kalah.wasm, the engine of the browser ('./start page' names it)"));
    declare_json(arguments, options.json);
}

}  // namespace

void add_page(Program& program) {
    program.add<PageOptions>(
        {"page", "write the page as files that need no server of kalah",
         "Example:\n"
         "  ./start page --out site\n"
         "The folder can be shown by any server of files, under any path: play on one screen and\n"
         "against the program, analysis, puzzles and lessons, computed in the browser. The page\n"
         "can be installed, and works offline after the first visit. './start page' builds the\n"
         "engine of the browser with emscripten first. See docs/page.md."},
        declare_page, act_page);
}

}  // namespace kalah::app
