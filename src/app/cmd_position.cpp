#include <unistd.h>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/move_report.hpp"
#include "kalah/notation.hpp"
#include "referee/game_json.hpp"
#include "rules/sweep.hpp"

namespace kalah::app {
namespace {

struct ShowOptions {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> start;
};

void show_position(const ShowOptions& options) {
    const auto setting = or_usage_error(chosen_setting(options.common, options.start));
    const Colour colour = chosen_colour(options.drawing, STDOUT_FILENO);

    // If a side is empty, the game is over: draw the position as given, but count it as swept. The
    // last mover is not known: if the sweep depends on that, the seeds stay.
    const Board& board = setting.start;
    const bool unknown = depends_on_last_mover(setting.rules.sweep) && seeds_in_pits(board) > 0;
    const bool over = is_over(setting.rules, board) && !unknown;
    Board counted = board;
    if (over) apply_sweep(setting.rules, counted, board.to_move);

    if (options.common.json) {
        Json json = position_json(setting.rules, counted, over);
        json.set("position", to_text(board)).set("seeds", seeds_json(board));
        print_json(json);
    } else {
        fmt::print("{}\n{}\n{}\n", draw(board, colour), to_text(board), status(counted, over));
    }
}

void declare_show(Arguments& arguments, ShowOptions& options) {
    declare_start(arguments, options.start);
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

struct SowOptions {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> start;
    std::vector<std::string> moves;
};

void sow(const SowOptions& options) {
    const auto setting = or_usage_error(chosen_setting(options.common, options.start));
    const Colour colour = chosen_colour(options.drawing, STDOUT_FILENO);

    std::string moves;
    for (const std::string& argument : options.moves)
        moves += (moves.empty() ? "" : " ") + argument;
    Game game(setting.rules, setting.start);
    const auto played = game.play_text(moves);
    if (!played) throw usage_error("moves " + in_quotes(moves) + ", " + to_text(played.error()));
    if (*played == 0) throw usage_error("no moves given");

    if (options.common.json) {
        print_json(game_json(game));
        return;
    }
    fmt::print("{}\n{}\n", draw(game.board(), colour), to_text(game.board()));
    fmt::print("moves: {}\n", moves_text(game));
    fmt::print("last move: {}\n", move_report(game.played().back(), game.board()));
    if (!game.over()) fmt::print("{}\n", status(game.board(), false));
}

void declare_sow(Arguments& arguments, SowOptions& options) {
    arguments.positional("position", options.start, "position, or size such as 6x4",
                         Arguments::Need::required);
    arguments.positionals("moves", options.moves, "moves, such as 3-6 2");
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

}  // namespace

void add_show(Program& program) {
    program.add<ShowOptions>(
        {"show", "draw a position",
         "Examples:\n"
         "  kalah show 6x4\n"
         "  kalah show '<3,1,0,3,0,4,4,3,3> n'        north to move\n"
         "A position is <pits,South,North,s1,..,n1,..>: both stores, then both "
         "rows, each from its\n"
         "owner's left; append ' n' if north is to move. If a side is empty, the game is over and\n"
         "its result is shown."},
        declare_show, show_position);
}

void add_sow(Program& program) {
    program.add<SowOptions>(
        {"sow", "apply moves to a position",
         "Examples:\n"
         "  kalah sow 6x4 3-6 2                       south 3 and 6, north 2\n"
         "  kalah sow '<3,0,0,1,0,3,3,3,3>' 1 --json\n"
         "A move is the number of a pit, counted from the mover's left. Moves of one turn may be\n"
         "joined by '-'. Whether the game is over is checked only after a move."},
        declare_sow, sow);
}

}  // namespace kalah::app
