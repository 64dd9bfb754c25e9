// match, tournament, resume: turn their arguments into a plan, which arena_command.hpp plays.
#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "app/arena_command.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/queue_options.hpp"
#include "app/unfinished_tournaments.hpp"
#include "arena/plan.hpp"
#include "kalah/notation.hpp"
#include "players/spec.hpp"
#include "system/files.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

struct ArenaOptions {
    CommonOptions common;
    arena::Plan scratch = {};  // checks each option as it is read
    std::vector<std::pair<std::string, std::string>> given = {};  // keys of plan_fields() and texts
    std::uint64_t concurrency = 0;
    std::optional<std::string> store = {};
    std::optional<std::string> keep_output = {};
    QueueOptions queue = {};
};

/// Of all commands of the arena.
void declare_keep_output(Arguments& arguments, std::optional<std::string>& directory) {
    arguments.field(text_field("keep-output", "DIR", directory,
                               "keep what they write and use, a file for each game and program"));
}

const std::string* find_given(const ArenaOptions& options, std::string_view key) {
    for (const auto& [given, text] : options.given)
        if (given == key) return &text;
    return nullptr;
}

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// Whether --openings means a file: anything but first-move and a number of sowings.
bool is_file(const std::string& wish) {
    if (wish == "first-move") return false;
    const std::size_t digits = std::min(wish.find_first_not_of("0123456789"), wish.size());
    return digits == 0 || (digits < wish.size() && wish.substr(digits) != "-ply");
}

std::optional<Error> read_openings(const ArenaOptions& options, arena::Plan& plan) {
    if (find_given(options, "openings") != nullptr) plan.opening_lines.clear();
    if (!is_file(plan.openings) || !plan.opening_lines.empty()) return std::nullopt;
    const auto text = read_file(plan.openings);
    if (!text)
        return Error{"openings: " + text.error().message +
                     " (there is also first-move, and N-ply with N from 0 to 7)"};
    plan.opening_lines = split_lines(*text);
    if (plan.opening_lines.empty()) return Error{"openings: " + plan.openings + " is empty"};
    return std::nullopt;
}

std::optional<Error> read_boards(const ArenaOptions& options, arena::Plan& plan) {
    CommonOptions common = options.common;
    if (!common.rules_given()) common.rules = plan.rules;
    const auto preset = chosen_rules(common);
    if (!preset) return preset.error();
    plan.rules = to_text(preset->rules);
    if (plan.boards.empty()) plan.boards = {to_text(preset->size)};
    for (const std::string& board : plan.boards)
        if (const auto parsed = parse_start(board); !parsed)
            return Error{"--board " + in_quotes(board) + ", " + to_text(parsed.error())};
    return std::nullopt;
}

/// An option whose text is remembered, because the plan does not exist yet when it is read.
Field remembered(const Field& field, ArenaOptions& options) {
    Field option = field;
    option.set = [field, &options](std::string_view text) {
        auto error = field.set(text);
        if (!error) options.given.emplace_back(field.key(), text);
        return error;
    };
    return option;
}

/// The options of plans, without those whose keys are in `left_out`.
void declare_arena(Arguments& arguments, ArenaOptions& options,
                   const std::vector<std::string>& left_out) {
    std::vector<Field> fields = arena::plan_fields(options.scratch);
    fields.front() = arena::tournament_kind_field(options.scratch);
    for (const Field& field : fields) {
        if (std::find(left_out.begin(), left_out.end(), field.name) != left_out.end()) continue;
        if (field.name == "start-time") arguments.heading("Other people's programs (cmd:COMMAND)");
        arguments.field(remembered(field, options));
    }
    declare_keep_output(arguments, options.keep_output);
    arguments.heading("Options");
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games at a time (default: as many as the cores allow)"));
    arguments.field(
        text_field("store", "FILE", options.store,
                   "keep everything there, for 'kalah resume', 'kalah report' and 'kalah games'"));
    declare_common(arguments, options.common);
    declare_queue(arguments, options.queue);
    declare_scale_time(arguments, options.queue);
}

/// Appends a number to entrants that have no name of their own and whose specification is already
/// in the list.
void name_apart(std::vector<arena::Entrant>& entrants) {
    std::set<std::string> names;
    for (arena::Entrant& entrant : entrants) {
        const std::string name = entrant.name;
        if (name != printable(entrant.spec)) {  // it was chosen
            names.insert(name);
            continue;
        }
        for (int number = 2; !names.insert(entrant.name).second; ++number)
            entrant.name = name + " (" + std::to_string(number) + ")";
    }
}

/// Applies the options to a plan, perhaps one from a file: an option that was given replaces the
/// plan's setting. Reads the file of openings.
Result<arena::Plan> planned(const ArenaOptions& options, arena::Plan plan) {
    for (const Field& field : arena::plan_fields(plan))
        if (const std::string* text = find_given(options, field.key())) field.set(*text);
    if (plan.games % 2 != 0 && find_given(options, "games") != nullptr) {
        ++plan.games;
        fmt::print(stderr, "--games {}: pairs with sides swapped make it {}\n", plan.games - 1,
                   plan.games);
    }
    if (auto error = read_boards(options, plan)) return *error;
    if (auto error = read_openings(options, plan)) return *error;
    name_apart(plan.entrants);
    if (find_given(options, "time") != nullptr)
        for (arena::Entrant& entrant : plan.entrants)
            entrant.spec = with_time_limit(entrant.spec, plan.program_time);
    return plan;
}

ArenaCommand command_of(std::string_view name, const ArenaOptions& options) {
    return with_queue(
        {name, options.common.json, options.concurrency, options.store, options.keep_output},
        options.queue);
}

struct MatchOptions {
    ArenaOptions arena;
    std::optional<std::string> a;
    std::optional<std::string> b;
};

void act_match(const MatchOptions& options) {
    arena::Plan plan;
    plan.entrants = {parse_entrant(*options.a), parse_entrant(*options.b)};
    const auto complete = or_usage_error(planned(options.arena, plan));
    play_plan(command_of("match", options.arena), complete);
}

void declare_match(Arguments& arguments, MatchOptions& options) {
    using enum Arguments::Need;
    arguments.positional("A", options.a, "a player, see 'kalah players', or NAME=PLAYER", required);
    arguments.positional("B", options.b, "the other player", required);
    declare_arena(arguments, options.arena, {"kind", "rounds"});
}

constexpr int kUsualGames = 12;
constexpr int kNotSaid = -1;

struct TournamentOptions {
    ArenaOptions arena;
    std::vector<std::string> players;
};

/// A list of players, or the file of a plan.
Result<arena::Plan> begun(const TournamentOptions& options) {
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    plan.games = kNotSaid;
    if (options.players.size() == 1 && options.players.front().ends_with(".toml")) {
        const std::string& file = options.players.front();
        const auto text = read_file(file);
        if (!text) return text.error();
        auto parsed = arena::parse_plan(*text, plan);
        if (!parsed) return Error{file + ", " + to_text(parsed.error())};
        return parsed;
    }
    for (const std::string& player : options.players)
        plan.entrants.push_back(parse_entrant(player));
    return plan;
}

void act_tournament(const TournamentOptions& options) {
    arena::Plan plan = or_usage_error(planned(options.arena, or_usage_error(begun(options))));
    if (plan.games == kNotSaid) plan.games = plan.kind == arena::Kind::match ? 0 : kUsualGames;
    play_plan(command_of("tournament", options.arena), plan);
}

void declare_tournament(Arguments& arguments, TournamentOptions& options) {
    arguments.positionals("players", options.players,
                          "see 'kalah players', or NAME=PLAYER; or one file of a plan, FILE.toml");
    declare_arena(arguments, options.arena, {"sprt"});
}

struct ResumeOptions {
    std::optional<std::string> store;
    std::optional<store::TournamentId> tournament;
    std::uint64_t concurrency = 0;
    std::optional<std::string> keep_output;
    bool json = false;
    QueueOptions queue;
};

void act_resume(const ResumeOptions& options) {
    const ArenaCommand command = with_queue(
        {"resume", options.json, options.concurrency, options.store, options.keep_output},
        options.queue);
    // Open for reading first: that does not create a missing file.
    static_cast<void>(or_failure(chosen_store(options.store, store::Access::read)));
    const auto store = or_failure(chosen_store(options.store, store::Access::write));
    const auto tournament = or_failure(arena::Tournament::load(
        store, options.tournament,
        command.queue ? arena::Tournament::Use::look : arena::Tournament::Use::play));
    if (!options.tournament) tell_of_choice(command, *store, *tournament);
    play_tournament(command, store, *tournament);
}

void declare_resume(Arguments& arguments, ResumeOptions& options) {
    declare_stored_tournament(arguments, options.store, options.tournament);
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games at a time (default: as many as the cores allow)"));
    declare_keep_output(arguments, options.keep_output);
    declare_json(arguments, options.json);
    declare_queue(arguments, options.queue);
}

}  // namespace

void add_match(Program& program) {
    program.add<MatchOptions>(
        {"match", "play many games between two players",
         "Examples:\n"
         "  kalah match champion:time=20ms alphabeta:time=200ms --games 60 --board 6x4\n"
         "  kalah match greedy 'cmd:python3 examples/bot.py' --games 10 --time 500ms\n"
         "  kalah match champion:nodes=20000 mtdf:nodes=20000 --sprt elo0=0,elo1=20 --store "
         "m.sqlite\n"
         "Every opening is played from both sides; without --games, all openings are played.\n"
         "Intervals are 95 %, over openings (docs/statistics.md). Games are printed to standard\n"
         "error as they end, the summary to standard output."},
        declare_match, act_match);
}

void add_tournament(Program& program) {
    program.add<TournamentOptions>(
        {"tournament", "play a tournament of many players",
         "Examples:\n"
         "  kalah tournament random greedy minimax:depth=4 alphabeta:depth=6 --games 12\n"
         "  kalah tournament course.toml --store course.sqlite\n"
         "  kalah tournament champion Anna='cmd:python3 anna.py' Ben='cmd:java Ben' --kind swiss\n"
         "Two players meet in 12 games (--games) on each board. With --store, the tournament can\n"
         "be interrupted at any time; 'kalah resume' continues it. See docs/tournaments.md."},
        declare_tournament, act_tournament);
}

void add_resume(Program& program) {
    program.add<ResumeOptions>(
        {"resume", "continue an interrupted tournament",
         "Example:\n"
         "  kalah resume --store course.sqlite\n"
         "Plays the missing games, whatever ended the program before: no finished game is lost\n"
         "or played twice. For a finished tournament, it prints the summary."},
        declare_resume, act_resume);
}

}  // namespace kalah::app
