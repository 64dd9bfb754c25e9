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
};

int act(const Options& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return wrong_usage("show", setting.error().message);
    const auto colour = chosen_colour(options.drawing, STDOUT_FILENO);
    if (!colour) return wrong_usage("show", colour.error().message);

    // A game that has come here is over if a side is empty; it is drawn as given, counted as swept.
    // Who finished it is not known: where the sweep depends on that, the seeds stay.
    const Board& board = setting->start;
    const bool unknown = setting->rules.sweep == Sweep::finisher && seeds_in_pits(board) > 0;
    const bool over = is_over(setting->rules, board) && !unknown;
    Board counted = board;
    if (over) apply_sweep(setting->rules, counted, board.to_move);

    if (options.common.json) {
        Json json = position_json(setting->rules, counted, over);
        json.set("position", to_text(board)).set("seeds", seeds_in_all(board));
        fmt::print("{}\n", json.line());
    } else {
        fmt::print("{}\n{}\n{}\n", draw(board, *colour), to_text(board), status(counted, over));
    }
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    declare_start(arguments, options.start);
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

}  // namespace

void add_show(Program& program) {
    program.add<Options>({"show", "draw a position",
                          "Examples:\n"
                          "  kalah show 6x4\n"
                          "  kalah show '<3,1,0,3,0,4,4,3,3> n'        north to move\n"
                          "A position is <pits,South,North,s1,..,n1,..>: both stores, then both "
                          "rows, each from its\n"
                          "owner's left; ' n' behind it if north is to move. If a side is empty, "
                          "the result shown is\n"
                          "that of a game that has come here by a move."},
                         declare, act);
}

}  // namespace kalah::app
