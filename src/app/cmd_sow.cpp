#include <unistd.h>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/game_json.hpp"
#include "app/move_report.hpp"
#include "app/options.hpp"
#include "kalah/notation.hpp"

namespace kalah::app {
namespace {

struct Options {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> start;
    std::vector<std::string> moves;
};

int act(const Options& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return wrong_usage("sow", setting.error().message);
    const auto colour = chosen_colour(options.drawing, STDOUT_FILENO);
    if (!colour) return wrong_usage("sow", colour.error().message);

    std::string moves;
    for (const std::string& argument : options.moves)
        moves += (moves.empty() ? "" : " ") + argument;
    Game game(setting->rules, setting->start);
    const auto played = game.play_text(moves);
    if (!played)
        return wrong_usage("sow", "moves " + in_quotes(moves) + ", " + to_text(played.error()));
    if (*played == 0) return wrong_usage("sow", "no moves given");

    if (options.common.json) {
        fmt::print("{}\n", game_json(game).line());
        return kOk;
    }
    fmt::print("{}\n{}\n", draw(game.board(), *colour), to_text(game.board()));
    fmt::print("moves: {}\n", moves_text(game));
    fmt::print("last move: {}\n", move_report(game.played().back(), game.board()));
    if (!game.over()) fmt::print("{}\n", status(game.board(), false));
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.positional("position", options.start, "a position, or a size like 6x4",
                         Arguments::Need::required);
    arguments.positionals("moves", options.moves, "the moves, like 3-6 2");
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

}  // namespace

void add_sow(Program& program) {
    program.add<Options>(
        {"sow", "apply moves to a position",
         "Examples:\n"
         "  kalah sow 6x4 3-6 2                       south 3 and 6, north 2\n"
         "  kalah sow '<3,0,0,1,0,3,3,3,3>' 1 --json\n"
         "A move is a pit of whoever is to move, counted from his left. Moves of one turn may be\n"
         "joined by '-'. Any position whose mover has seeds in the pit is played: whether the game "
         "is\n"
         "over is judged only after a move."},
        declare, act);
}

}  // namespace kalah::app
