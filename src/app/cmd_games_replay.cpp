#include <unistd.h>

#include <chrono>
#include <iostream>
#include <thread>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/game_json.hpp"
#include "app/games_options.hpp"
#include "app/interrupt.hpp"
#include "app/move_report.hpp"
#include "app/options.hpp"
#include "app/terminal_input.hpp"

namespace kalah::app {
namespace {

struct Options : StoredGameOptions {
    std::optional<std::string> delay;
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
    if (!note.comment.empty()) text += "says " + in_quotes(note.comment) + "\n";
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

/// Where to go from a page: one on, one back, or nothing to leave.
std::optional<int> ask(std::istream& in) {
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
            const auto to = ask(in);
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

int act(const Options& options) {
    constexpr const char* kCommand = "games replay";
    const auto number = parse_game_number(*options.game);
    if (!number) return wrong_usage(kCommand, number.error().message);
    const auto colour = chosen_colour(options.drawing, STDOUT_FILENO);
    if (!colour) return wrong_usage(kCommand, colour.error().message);
    std::chrono::milliseconds delay{1000};
    if (const auto error = read_duration("--delay", options.delay, delay))
        return wrong_usage(kCommand, error->message);
    const auto game = chosen_game(options.store, *number);
    if (!game) return failed(kCommand, game.error().message);

    catch_interrupts();
    if (options.store.json) {
        Game shown(game->record.game.rules(), game->record.game.start());
        fmt::print("{}\n", game_json(shown).line());
        for (const MoveResult& played : game->record.game.played()) {
            shown.play(played.pit);
            fmt::print("{}\n", game_json(shown).line());
        }
        return kOk;
    }
    const bool terminal = isatty(STDOUT_FILENO) == 1;
    const Pace pace = terminal && options.step && isatty(STDIN_FILENO) == 1 ? Pace::by_enter
                      : terminal                                            ? Pace::by_clock
                                                                            : Pace::all_at_once;
    replay(*game, *colour, pace, delay);
    if (interrupted() && terminal) fmt::print("\n");
    return interrupted() ? interrupted_exit_code() : kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.flag("--step", options.step, "go on when Enter is pressed");
    arguments.option("--delay", "TIME", options.delay,
                     "between two moves, 500ms or 2s (default 1s)");
    declare_stored_game(arguments, options);
}

}  // namespace

void add_games_replay(Program& program) {
    program.add<Options>({"games replay", "play a game again, move by move",
                          "Examples:\n"
                          "  kalah games replay 12\n"
                          "  kalah games replay 12 --step\n"
                          "In a pipe all positions are printed at once; with --json, each is an "
                          "object."},
                         declare, act);
}

}  // namespace kalah::app
