#include "app/kept_programs.hpp"

#include <cstdio>
#include <filesystem>

#include <fmt/core.h>

#include "app/command.hpp"

namespace kalah::app {
namespace {

namespace fs = std::filesystem;

/// A name as part of a file's name on any system.
std::string safe(const std::string& name) {
    constexpr std::size_t kLongest = 40;
    std::string shown;
    for (const char c : name.substr(0, kLongest)) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
        shown += plain ? c : '_';
    }
    return shown;
}

void append_line(const std::string& file, const std::string& line) {
    std::FILE* to = std::fopen(file.c_str(), "ab");
    if (to == nullptr) return;
    std::fputs((line + '\n').c_str(), to);
    std::fclose(to);
}

/// "running-12": what a program writes while its game lasts (programs/program_player.cpp).
bool is_unfinished(const std::string& name) {
    constexpr std::string_view kBegin = "running-";
    return name.starts_with(kBegin) && name.size() > kBegin.size() &&
           name.find_first_not_of("0123456789", kBegin.size()) == std::string::npos;
}

/// Of a kalah that was killed. The store lets only one at a time play a tournament.
void remove_unfinished(const std::string& directory, std::error_code& code) {
    std::vector<fs::path> found;
    for (auto entry = fs::directory_iterator(directory, code);
         !code && entry != fs::directory_iterator(); entry.increment(code))
        if (is_unfinished(entry->path().filename().string())) found.push_back(entry->path());
    for (std::size_t i = 0; !code && i < found.size(); ++i) fs::remove(found[i], code);
}

}  // namespace

KeptPrograms::KeptPrograms(std::string directory, Folder folder)
    : directory_(std::move(directory)) {
    std::error_code code;
    fs::create_directories(directory_, code);
    if (!code && folder == Folder::must_be_empty && !fs::is_empty(directory_, code) && !code)
        throw usage_error("--keep-output " + in_quotes(directory_) + ": there are files in it");
    if (!code && folder == Folder::may_be_full) remove_unfinished(directory_, code);
    if (code) throw failure("--keep-output " + in_quotes(directory_) + ": " + code.message());
    directory_ = fs::absolute(directory_).string();
}

KeptPrograms::~KeptPrograms() {
    std::error_code none;
    for (const auto& [thread, runs] : ended_)
        for (const programs::ProgramRun& run : runs) fs::remove(run.file, none);
}

void KeptPrograms::add(programs::ProgramRun run) {
    const std::lock_guard lock(mutex_);
    ended_[std::this_thread::get_id()].push_back(std::move(run));
}

void KeptPrograms::file(const arena::Tournament& tournament, const arena::TournamentGame& game,
                        const GameRecord& record) {
    const std::lock_guard lock(mutex_);
    std::vector<programs::ProgramRun> runs = std::exchange(ended_[std::this_thread::get_id()], {});
    std::error_code code;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const programs::ProgramRun& run = runs[i];
        // A game that a standstill of this machine has spoilt is played again.
        bool last = true;
        for (std::size_t later = i + 1; later < runs.size(); ++later)
            if (runs[later].side == run.side) last = false;
        if (!last) {
            fs::remove(run.file, code);
            continue;
        }
        const auto entrant =
            static_cast<std::size_t>(game.entrants[static_cast<std::size_t>(run.side)]);
        const std::string& player = tournament.plan().entrants[entrant].name;
        const std::string name =
            fmt::format("game-{:04}-{}-{}.txt", game.number + 1, to_text(run.side), safe(player));
        fs::rename(run.file, directory_ + '/' + name, code);
        const programs::UsedByProgram usage = run.usage.value_or(programs::UsedByProgram{});
        append_line(directory_ + "/profile.jsonl",
                    Json()
                        .set("number", game.number + 1)
                        .set("game", game.game)
                        .set("player", player)
                        .set("side", to_text(run.side))
                        .set("file", name)
                        .set("seconds", run.seconds)
                        .set("cpu_seconds", run.usage ? Json(usage.cpu_seconds) : Json())
                        .set("peak_memory", run.usage ? Json(usage.peak_memory) : Json())
                        .set("processes", run.usage ? Json(usage.processes) : Json())
                        .set("exit_code", run.exit_code ? Json(*run.exit_code) : Json())
                        .set("ending", kalah::name(record.ending))
                        .set("loser", record.loser ? Json(to_text(*record.loser)) : Json())
                        .line());
    }
}

}  // namespace kalah::app
