#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/move_report.hpp"
#include "referee/game_json.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

struct ListOptions {
    StoreOptions store;
    std::optional<std::string> player;
    std::optional<std::string> since;
    std::uint64_t limit = 20;
    std::optional<store::StoredGameId> before;
};

/// Fits text into `width` columns: characters are counted, not bytes.
std::string column(const std::string& text, std::size_t width) {
    const std::string shown = printable(text);
    std::string cut;
    std::size_t letters = 0;
    for (std::size_t i = 0; i < shown.size();) {
        std::size_t next = i + 1;
        while (next < shown.size() && (static_cast<unsigned char>(shown[next]) & 0xC0) == 0x80)
            ++next;
        if (letters == width) return cut.substr(0, cut.size()) + "~";
        cut.append(shown, i, next - i);
        ++letters;
        i = next;
    }
    return cut + std::string(width + 1 - letters, ' ');
}

/// Rows alone go to standard output, for programs that read them; the rest is for people.
void print_table(const std::vector<store::GameSummary>& games) {
    constexpr std::size_t kLeast = 5;
    constexpr std::size_t kMost = 28;
    std::size_t width = kLeast;
    for (const auto& game : games)
        width = std::max({width, game.names[0].size(), game.names[1].size()});
    width = std::min(width, kMost);
    fmt::print(stderr, "{:>6}  {:<16}  {} {} {:>7}  {:<8}  {:>5}  {:>6}  {}\n", "game", "started",
               column("south", width), column("north", width), "result", "ending", "moves",
               "faults", "board, rules");
    for (const auto& game : games)
        fmt::print("{:>6}  {:<16}  {} {} {:>7}  {:<8}  {:>5}  {:>6}  {}, {}\n", game.id,
                   local_time(game.started), column(game.names[0], width),
                   column(game.names[1], width), result_text(game), name(game.ending), game.plies,
                   game.faults, printable(game.start), printable(game.rules));
}

void list(const ListOptions& options) {
    store::GameFilter filter;
    filter.player = options.player;
    filter.exact_name_first = true;
    filter.limit = options.limit + 1;  // one more tells whether there are more
    filter.before = options.before;
    if (options.since) {
        const auto since = parse_since(*options.since, now_milliseconds());
        if (!since) throw usage_error("--since " + since.error().message);
        filter.since = *since;
    }
    const auto opened = or_failure(chosen_store(options.store.file, store::Access::read));
    auto games = or_failure(opened->list(filter));
    const bool more = games.size() > options.limit;
    if (more) games.pop_back();

    if (options.store.json) {
        for (const auto& game : games) print_json(store::summary_json(game));
        print_json(
            Json().set("games", games.size()).set("before", more ? Json(games.back().id) : Json()));
        return;
    }
    if (games.empty()) {
        fmt::print(stderr, "no games\n");
        return;
    }
    print_table(games);
    std::fflush(stdout);
    if (more) fmt::print(stderr, "older ones: --before {}\n", games.back().id);
}

void declare_list(Arguments& arguments, ListOptions& options) {
    arguments.field(text_field("player", "NAME", options.player, "only games of this player"));
    arguments.field(text_field(
        "since", "TIME", options.since,
        "only games started since then: 2026-11-16, \"2026-11-16 05:46\", or an age: 2h, 3d"));
    arguments.field(number_field("limit", options.limit, {1, 1'000'000},
                                 "maximum number of games (default: 20)"));
    arguments.field(number_field("before", options.before, {1, 1'000'000'000'000'000},
                                 "only games with a lower number: the next page"));
    declare_store(arguments, options.store);
}

/// 0 means that nobody measured the time.
std::string seconds_text(double seconds) {
    return seconds > 0 ? fmt::format("{:.3f} s", seconds) : "-";
}

/// What is kept of a move besides the move itself, one line each.
std::string remarks(const MoveNote& note, std::string_view indent) {
    std::string text;
    if (note.takeover > 0)
        text += fmt::format("{}plain alpha-beta took over at depth {}\n", indent, note.takeover);
    if (!note.comment.empty()) text += fmt::format("{}says {}\n", indent, in_quotes(note.comment));
    return text;
}

void print_moves(const GameRecord& record) {
    for (std::size_t i = 0; i < record.game.played().size(); ++i) {
        const MoveResult& played = record.game.played()[i];
        const MoveNote note = i < record.notes.size() ? record.notes[i] : MoveNote{};
        fmt::print("{:>4}  {}  {:>2}  {:>10}  {}{}\n", i + 1, to_text(played.mover), played.pit + 1,
                   seconds_text(note.seconds), move_report(played, record.game.board_after(i + 1)),
                   chooser_text(note));
        fmt::print("{}", remarks(note, "      "));
        for (const Fault& fault : record.faults)
            if (fault.ply == i + 1)
                fmt::print("      fault of {}: {}, {}\n", to_text(fault.side), name(fault.kind),
                           printable(fault.text));
    }
}

void print_game(const store::StoredGame& game, Colour colour) {
    const GameRecord& record = game.record;
    fmt::print("game {}, {}, {}, rules {}\n", game.id, local_time(record.started),
               start_text(record.game.start()), to_text(record.game.rules()));
    fmt::print("south  {}\nnorth  {}\n\n", printable(record.name_of(Side::south)),
               printable(record.name_of(Side::north)));
    if (game.time_factor != 1)
        fmt::print("time limits multiplied by {:.4g}, to the speed of the machine\n\n",
                   game.time_factor);
    for (const Fault& fault : record.faults)
        if (fault.ply == 0)
            fmt::print("      fault of {}: {}, {}\n", to_text(fault.side), name(fault.kind),
                       printable(fault.text));
    print_moves(record);
    fmt::print("\n{}\n{}\n", draw(record.game.board(), colour), ending_text(record));
}

void show(const StoredGameOptions& options) {
    const auto number = or_usage_error(parse_game_number(*options.game));
    const Colour colour = chosen_colour(options.drawing, STDOUT_FILENO);
    const auto game = or_failure(chosen_game(options.store, number));
    if (options.store.json)
        print_json(store::stored_json(game));
    else
        print_game(game, colour);
}

struct ReplayGameOptions : StoredGameOptions {
    std::chrono::milliseconds delay{1000};
    bool step = false;
};

enum class Pace { all_at_once, by_clock, by_enter };

/// The pages of a game: the first position, and the position after each move.
std::string page(const store::StoredGame& game, std::size_t ply, Colour colour) {
    const GameRecord& record = game.record;
    const std::size_t last = record.game.played().size();
    std::string text =
        fmt::format("game {}: {} (south) - {} (north), {}\n", game.id,
                    printable(record.name_of(Side::south)), printable(record.name_of(Side::north)),
                    ply == 0 ? "the start" : fmt::format("move {} of {}", ply, last));
    const MoveNote note =
        ply > 0 && ply <= record.notes.size() ? record.notes[ply - 1] : MoveNote{};
    if (ply > 0) {
        const MoveResult& played = record.game.played()[ply - 1];
        text += fmt::format("{} plays {}: {}{}\n", to_text(played.mover), played.pit + 1,
                            move_report(played, record.game.board_after(ply)), chooser_text(note));
    } else {
        text += fmt::format("rules {}\n", to_text(record.game.rules()));
    }
    text += "\n" + draw(record.game.board_after(ply), colour) + "\n";
    text += remarks(note, "");
    if (ply == last) text += ending_text(record) + "\n";
    return text;
}

/// Waits, in slices so that Ctrl-C is noticed.
void wait(std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds kSlice{20};
    const auto end = std::chrono::steady_clock::now() + time;
    while (!interrupted() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(kSlice);
}

/// Where to go from a page: 1 for the next one, -1 for the previous one, nothing to leave.
std::optional<int> ask_where(std::istream& in) {
    fmt::print("Enter: on, b: back, q: leave > ");
    std::fflush(stdout);
    std::string line;
    if (!std::getline(in, line) || line == "q") return std::nullopt;
    return line == "b" ? -1 : 1;
}

void replay(const store::StoredGame& game, Colour colour, Pace pace,
            std::chrono::milliseconds delay) {
    constexpr const char* kHomeAndClear = "\x1b[H\x1b[2J";
    TerminalInput input(STDIN_FILENO);
    std::istream in(&input);
    const std::size_t last = game.record.game.played().size();
    for (std::size_t ply = 0; ply <= last && !interrupted();) {
        if (pace != Pace::all_at_once) fmt::print(kHomeAndClear);
        fmt::print("{}\n", page(game, ply, colour));
        std::fflush(stdout);
        if (pace == Pace::by_enter) {
            const auto to = ask_where(in);
            if (!to) break;
            if (*to > 0)
                ++ply;
            else if (ply > 0)
                --ply;
            continue;
        }
        if (pace == Pace::by_clock && ply < last) wait(delay);
        ++ply;
    }
}

void replay_game(const ReplayGameOptions& options) {
    const auto number = or_usage_error(parse_game_number(*options.game));
    const Colour colour = chosen_colour(options.drawing, STDOUT_FILENO);
    const auto game = or_failure(chosen_game(options.store, number));

    stop_on_signals();
    if (options.store.json) {
        Game shown(game.record.game.rules(), game.record.game.start());
        print_json(game_json(shown));
        for (const MoveResult& played : game.record.game.played()) {
            shown.play(played.pit);
            print_json(game_json(shown));
        }
        return;
    }
    const bool terminal = isatty(STDOUT_FILENO) == 1;
    const Pace pace = terminal && options.step && isatty(STDIN_FILENO) == 1 ? Pace::by_enter
                      : terminal                                            ? Pace::by_clock
                                                                            : Pace::all_at_once;
    replay(game, colour, pace, options.delay);
    if (interrupted() && terminal) fmt::print("\n");
}

void declare_replay_game(Arguments& arguments, ReplayGameOptions& options) {
    arguments.field(flag_field("step", options.step, "wait for Enter after each move"));
    arguments.field(duration_field("delay", "TIME", options.delay,
                                   "pause between moves, such as 500ms (default: 1s)"));
    declare_stored_game(arguments, options);
}

}  // namespace

void add_games_commands(Program& program) {
    program.add_family("games", "list, show, export, import, replay and review stored games");
    program.add<ListOptions>(
        {"games list", "list games, newest first",
         "Examples:\n"
         "  kalah games list --player Ann --since 3d\n"
         "  kalah games list --limit 1000 --json\n"
         "With --json: one line per game, and a last line with their number and the value of\n"
         "--before for the next page."},
        declare_list, list);
    program.add<StoredGameOptions>({"games show", "show the moves, times and faults of a game",
                                    "Example:\n"
                                    "  kalah games show 12"},
                                   declare_stored_game, show);
    program.add<ReplayGameOptions>(
        {"games replay", "replay a game move by move",
         "Examples:\n"
         "  kalah games replay 12\n"
         "  kalah games replay 12 --step\n"
         "In a pipe all positions are printed at once; with --json, one object each."},
        declare_replay_game, replay_game);
    add_games_export(program);
    add_games_import(program);
    add_games_review(program);
}

}  // namespace kalah::app
