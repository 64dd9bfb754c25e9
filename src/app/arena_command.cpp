#include "app/arena_command.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "app/arena_output.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/kept_programs.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "arena/entrants.hpp"
#include "programs/command_check.hpp"
#include "programs/program_player.hpp"
#include "programs/sandbox.hpp"
#include "report/text.hpp"
#include "system/values.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

using arena::EntrantFactory;
using arena::Tournament;

constexpr std::chrono::milliseconds kPause{200};
constexpr int kShare = 20;  // drawing takes at most 1/kShare of the time

/// Failures are ignored: the games are in the store.
void say(std::FILE* to, const std::string& text) {
    std::fputs(text.c_str(), to);
    std::fflush(to);
}

struct Screen {
    std::size_t columns = 80;
    std::size_t rows = 24;
};

Screen screen() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
    return {size.ws_col, size.ws_row};
}

std::string bar(double part) {
    constexpr int kWidth = 24;
    const int full = static_cast<int>(part * kWidth);
    std::string text;
    for (int i = 0; i < kWidth; ++i) text += i < full ? "\u2588" : "\u2591";
    return text;
}

/// Events come one at a time, from any thread.
class ArenaView {
  public:
    ArenaView(const arena::Tournament& tournament, const Trees& trees, bool json);
    ~ArenaView() { finish(); }
    ArenaView(const ArenaView&) = delete;
    ArenaView& operator=(const ArenaView&) = delete;

    [[nodiscard]] arena::TournamentEvents events();
    /// Wipes the table.
    void finish();

  private:
    void on_game(const arena::TournamentGame& game, const GameRecord& record);
    void on_round(int round, std::size_t games);
    void draw();

    using Clock = std::chrono::steady_clock;
    const arena::Tournament& tournament_;
    Trees trees_;
    bool json_;
    bool on_terminal_;
    std::size_t before_;  // games that were there already
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
    int lines_ = 0;  // drawn
};

ArenaView::ArenaView(const arena::Tournament& tournament, const Trees& trees, bool json)
    : tournament_(tournament),
      trees_(trees),
      json_(json),
      on_terminal_(::isatty(STDERR_FILENO) == 1),
      before_(tournament.games().size()) {
    if (on_terminal_) draw();
}

arena::TournamentEvents ArenaView::events() {
    return {[this](const auto& game, const auto& record) { on_game(game, record); },
            [this](int round, std::size_t games) { on_round(round, games); }};
}

void ArenaView::on_game(const arena::TournamentGame& game, const GameRecord& record) {
    if (json_) {
        say(stdout, game_event(tournament_, game, record).line() + '\n');
    }
    if (on_terminal_)
        draw();
    else if (!json_)
        say(stderr, game_line(tournament_, game, record));
}

void ArenaView::on_round(int round, std::size_t games) {
    if (json_) {
        say(stdout,
            Json().set("event", "round").set("round", round + 1).set("games", games).line() + '\n');
    } else if (!on_terminal_) {
        say(stderr, fmt::format("round {}: {}\n", round + 1, report::counted(games, "game")));
    }
}

void ArenaView::draw() {
    const auto now = Clock::now();
    if (now < next_) return;
    const std::size_t done = tournament_.games().size();
    const std::size_t all = std::max<std::size_t>(tournament_.scheduled(), 1);
    const double part = static_cast<double>(done) / static_cast<double>(all);
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    std::string text = fmt::format("{} {} of {}, {}", bar(part), done, report::counted(all, "game"),
                                   elapsed_text(elapsed));
    if (done > before_)
        text += fmt::format(", {} left", elapsed_text(elapsed * static_cast<double>(all - done) /
                                                      static_cast<double>(done - before_)));
    text += '\n';
    text += tournament_.plan().kind == arena::Kind::match ? summary_text(tournament_, trees_)
                                                          : standings_text(tournament_);
    // Lines that do not fit would scroll, and could not be drawn over.
    const Screen size = screen();
    finish();
    for (std::size_t at = 0; at < text.size() && lines_ + 1 < static_cast<int>(size.rows);) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (at > 0 && line.size() > size.columns) line.resize(size.columns);
        say(stderr, line + "\x1b[K\n");
        ++lines_;
        at = end + 1;
    }
    // The statistics of many games take time to compute, and the games wait for them.
    const auto took = Clock::now() - now;
    next_ = now + std::max<Clock::duration>(kPause, kShare * took);
}

void ArenaView::finish() {
    if (lines_ > 0) say(stderr, fmt::format("\x1b[{}A\x1b[J", lines_));
    lines_ = 0;
}

/// Prints which databases were found: results depend on them.
void print_databases(const ArenaCommand& command, const Tournament& tournament,
                     const EntrantFactory& factory) {
    const arena::Plan& plan = tournament.plan();
    for (std::size_t i = 0; i < factory.entrants(); ++i)
        for (std::size_t board = 0; board < factory.boards(); ++board) {
            const players::Spec& spec = factory.spec(i, board);
            if (!spec.settings.database) continue;
            if (command.json)
                print_json(Json()
                               .set("event", "player")
                               .set("name", plan.entrants[i].name)
                               .set("board", plan.boards[board])
                               .set("database", database_json(spec)));
            else
                fmt::print(stderr, "{} on {}: {}\n", plan.entrants[i].name, plan.boards[board],
                           database_text(spec));
        }
}

void warn_of_few_openings(const ArenaCommand& command, const Tournament& tournament) {
    for (std::size_t i = 0; i < tournament.setups().size(); ++i) {
        const arena::BoardSetup& setup = tournament.setups()[i];
        if (setup.openings.size() < setup.pairs)
            fmt::print(stderr,
                       "kalah {}: {} has only {} distinct openings: games will repeat, and count "
                       "once in the intervals\n",
                       command.name, tournament.plan().boards[i], setup.openings.size());
    }
}

/// Null if nothing is to be kept.
std::unique_ptr<KeptPrograms> kept_programs(const ArenaCommand& command,
                                            const EntrantFactory& factory,
                                            KeptPrograms::Folder folder, bool sandbox) {
    if (!command.keep_output) return nullptr;
    if (!factory.has_programs())
        throw usage_error("--keep-output is for other people's programs, and none plays");
    auto kept = std::make_unique<KeptPrograms>(*command.keep_output, folder);
    std::error_code missing;
    if (sandbox && std::filesystem::equivalent(kept->directory(), ".", missing))
        throw usage_error(
            "--keep-output: programs in the sandbox see the folder in which they "
            "work; name another one");
    return kept;
}

std::optional<Error> open_players(const ArenaCommand& command, const arena::Plan& plan,
                                  EntrantFactory& factory, KeptPrograms* kept) {
    arena::MakeProgram make_program;
    if (factory.has_programs()) {
        programs::ProgramOptions options = program_options(plan);
        if (kept != nullptr) {
            options.keep_in = kept->directory();
            options.on_kept = [kept](programs::ProgramRun run) { kept->add(std::move(run)); };
        }
        make_program = program_maker(std::move(options));
    }
    return factory.open({default_resources(), make_program, [&](const Error& error) {
                             fmt::print(stderr, "kalah {}: {}; goes on without a database\n",
                                        command.name, error.message);
                         }});
}

std::optional<Error> play_with(const ArenaCommand& command, const EntrantFactory& factory,
                               Tournament& tournament, const StopToken& stop,
                               const arena::TournamentEvents& events) {
    auto error = factory.play(tournament, command.concurrency, now_milliseconds, stop, events);
    for (std::size_t i = 0; i < factory.entrants(); ++i)
        for (std::size_t board = 0; board < factory.boards(); ++board)
            warn_of_damage(command.name, factory.spec(i, board));
    return error;
}

void print_resume_hint(const ArenaCommand& command, const Tournament& tournament) {
    if (command.store)
        fmt::print(stderr, "kalah {}: interrupted after {}; go on with 'kalah resume --store {}'\n",
                   command.name, report::counted(tournament.games().size(), "game"),
                   *command.store);
}

/// Before a match: prints whether its players search differently at all.
void print_trees(const ArenaCommand& command, const Trees& trees) {
    if (!trees) return;
    if (command.json)
        print_json(trees_json(trees).set("event", "trees"));
    else
        fmt::print(stderr, "{}\n", to_text(*trees));
}

void conclude(const ArenaCommand& command, const Tournament& tournament, const Trees& trees,
              const std::optional<Error>& trouble) {
    if (command.json)
        print_json(summary_json(tournament, trees));
    else
        fmt::print("{}", summary_text(tournament, trees));
    const bool cut_short = !tournament.is_finished() && interrupted();
    if (trouble || cut_short) print_resume_hint(command, tournament);
    if (trouble) throw failure(trouble->message);
}

/// `kept`: null if nothing is.
void play_shown(const ArenaCommand& command, Tournament& tournament, const Trees& trees,
                EntrantFactory factory, KeptPrograms* kept) {
    or_failure(open_players(command, tournament.plan(), factory, kept));
    print_databases(command, tournament, factory);
    print_trees(command, trees);
    warn_of_few_openings(command, tournament);
    const StopToken& stop = stop_on_signals();
    ArenaView view(tournament, trees, command.json);
    arena::TournamentEvents events = view.events();
    if (kept != nullptr)
        events.on_game = [&, shown = events.on_game](const arena::TournamentGame& game,
                                                     const GameRecord& record) {
            kept->file(tournament, game, record);
            shown(game, record);
        };
    const auto trouble = play_with(command, factory, tournament, stop, events);
    view.finish();
    return conclude(command, tournament, trees, trouble);
}

}  // namespace

arena::Entrant parse_entrant(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.find(':') < equals)
        return {printable(text), text};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void declare_program_limits(Arguments& arguments, arena::Plan& plan,
                            const std::map<std::string, std::string>& more) {
    constexpr std::array kLimits{"time", "start-time", "cpu-time", "memory", "sandbox"};
    for (Field& field : arena::plan_fields(plan)) {
        const auto found = more.find(field.name);
        if (found != more.end()) field.help = found->second;
        if (found != more.end() ||
            std::find(kLimits.begin(), kLimits.end(), field.name) != kLimits.end())
            arguments.field(field);
    }
}

programs::ProgramOptions program_options(const arena::Plan& plan) {
    programs::ProgramOptions options;
    options.move_limit = plan.program_time;
    options.start_limit = plan.start_time;
    options.cpu = std::chrono::ceil<std::chrono::seconds>(plan.cpu_time);
    options.memory = plan.memory;
    options.sandbox = plan.sandbox;
    options.server = std::make_shared<programs::ProgramServer>();
    return options;
}

arena::MakeProgram program_maker(programs::ProgramOptions options) {
    return [options = std::move(options)](const players::Spec& spec) {
        return std::make_unique<programs::ProgramPlayer>(spec.text, spec.command, options);
    };
}

void warn_of_root(std::string_view command, bool sandbox) {
    if (::geteuid() != 0) return;
    fmt::print(stderr, "kalah {}: runs as root; {}\n", command,
               sandbox ? "in the sandbox, programs run as the user nobody"
                       : "programs can do anything on this machine: use --sandbox, or "
                         "another user");
}

void validate_programs(std::string_view command, bool sandbox,
                       const std::vector<arena::Entrant>& entrants, const EntrantFactory& factory) {
    if (!factory.has_programs()) return;
    if (sandbox) or_failure(programs::validate_sandbox());
    for (std::size_t i = 0; i < factory.entrants(); ++i) {
        const players::Spec& spec = factory.spec(i, 0);
        if (spec.kind != players::Kind::program) continue;
        if (const auto error = programs::validate_command(spec.command, sandbox))
            throw failure(printable(entrants[i].name) + ": " + error->message);
    }
    warn_of_root(command, sandbox);
}

std::optional<Error> play_on(const ArenaCommand& command, Tournament& tournament,
                             const std::vector<arena::Entrant>& entrants, const StopToken& stop,
                             const arena::TournamentEvents& events) {
    auto parsed = EntrantFactory::parse(tournament.plan(), entrants, tournament.setups());
    if (!parsed) return parsed.error();
    EntrantFactory factory = parsed.take();
    if (auto error = open_players(command, tournament.plan(), factory, nullptr)) return error;
    return play_with(command, factory, tournament, stop, events);
}

void play_plan(const ArenaCommand& command, const arena::Plan& plan) {
    auto ready = or_usage_error(arena::ready(plan));
    auto factory = or_usage_error(EntrantFactory::parse(plan, plan.entrants, ready.setups));
    validate_programs(command.name, plan.sandbox, plan.entrants, factory);
    const auto kept =
        kept_programs(command, factory, KeptPrograms::Folder::must_be_empty, plan.sandbox);
    const Trees trees = arena::tree_difference(plan, ready.setups);
    if (trees && trees->none() && plan.sprt)
        throw usage_error(to_text(*trees) + ": A and B search alike, and there is nothing to test");
    const auto store = or_failure(command.store ? chosen_store(command.store, store::Access::write)
                                                : store::Store::in_memory());
    const auto tournament =
        or_failure(Tournament::begin(store, std::move(ready), now_milliseconds()));
    return play_shown(command, *tournament, trees, std::move(factory), kept.get());
}

void play_tournament(const ArenaCommand& command, Tournament& tournament) {
    const Trees trees = arena::tree_difference(tournament.plan(), tournament.setups());
    if (tournament.is_finished()) return conclude(command, tournament, trees, std::nullopt);
    auto factory = or_failure(
        EntrantFactory::parse(tournament.plan(), tournament.plan().entrants, tournament.setups()));
    validate_programs(command.name, tournament.plan().sandbox, tournament.plan().entrants, factory);
    const auto kept = kept_programs(command, factory, KeptPrograms::Folder::may_be_full,
                                    tournament.plan().sandbox);
    return play_shown(command, tournament, trees, std::move(factory), kept.get());
}

}  // namespace kalah::app
