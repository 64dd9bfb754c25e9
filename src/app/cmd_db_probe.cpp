#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Options {
    DbOptions db;
    std::optional<std::string> position;
};

struct MoveValue {
    int pit;
    int future;
};

/// What each move is worth to the mover from here on, or nothing if a file is damaged.
std::optional<std::vector<MoveValue>> values_of(const EndgameDatabase& database,
                                                const Board& board) {
    std::vector<MoveValue> values;
    const Side me = board.to_move;
    const auto lead = [me](const Board& of) { return of.store(me) - of.store(opponent(me)); };
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const bool over = apply(database.rules(), child, pit).over;
        int value = lead(child) - lead(board);
        if (!over) {
            const auto probed = database.probe(child);
            if (!probed) return std::nullopt;
            const int future = *probed;
            value += child.to_move == me ? future : -future;
        }
        values.push_back({pit, value});
    }
    return values;
}

void print(const Options& options, const Board& board, const Rules& rules, int future,
           const std::vector<MoveValue>& moves) {
    const int lead = board.store(board.to_move) - board.store(opponent(board.to_move));
    if (options.db.common.json) {
        Json list = Json::array();
        for (const MoveValue& move : moves)
            list.push(Json()
                          .set("move", move.pit + 1)
                          .set("future", move.future)
                          .set("score", lead + move.future));
        fmt::print("{}\n", Json()
                               .set("position", to_text(board))
                               .set("rules", to_text(rules))
                               .set("future", future)
                               .set("score", lead + future)
                               .set("kind", "exact")
                               .set("moves", list)
                               .line());
        return;
    }
    fmt::print("future {:+} score {:+} exact, for {}\n", future, lead + future,
               to_text(board.to_move));
    for (const MoveValue& move : moves)
        fmt::print("move {:>2} future {:+} score {:+}\n", move.pit + 1, move.future,
                   lead + move.future);
}

int act(const Options& options) {
    const auto board = parse_start(*options.position);
    if (!board)
        return wrong_usage(
            "db probe", "position " + in_quotes(*options.position) + ", " + to_text(board.error()));
    if (board->width > EndgameDatabase::kMostPits)
        return wrong_usage(
            "db probe", fmt::format("databases have at most {} pits a side", EndgameDatabase::kMostPits));
    DbOptions chosen = options.db;
    chosen.pits = board->width;
    const auto place = chosen_place(chosen);
    if (!place) return wrong_usage("db probe", place.error().message);
    if (is_over(place->rules, *board))
        return wrong_usage("db probe", "a side has no seeds: the game is over");
    const auto database = files::open_database(*place);
    if (!database) return failed("db probe", database.error().message);
    if (!(*database)->covers(seeds_in_pits(*board)))
        return failed("db probe", fmt::format("{} seeds in the pits, the database ends at {}",
                                              seeds_in_pits(*board), (*database)->max_seeds()));
    const auto future = (*database)->probe(*board);
    const auto moves = values_of(**database, *board);
    if (!future || !moves)
        return failed("db probe", place->directory +
                                      ": the database is damaged ('kalah db verify' "
                                      "says where)");
    print(options, *board, place->rules, *future, *moves);
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.positional("position", options.position, "a position or a size like 3x2",
                         Arguments::Need::required);
    arguments.option("--db", "DIR", options.db.directory,
                     "the directory (default $XDG_DATA_HOME/kalah or ~/.local/share/kalah)");
    declare_common(arguments, options.db.common);
}

}  // namespace

void add_db_probe(Program& program) {
    program.add<Options>({"db probe", "look a position up in a database",
                          "Example:\n"
                          "  kalah db probe '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>'\n"
                          "future is the mover's seeds from here on minus the other's; score adds "
                          "what is in the stores.\n"
                          "All for the side to move, by perfect play."},
                         declare, act);
}

}  // namespace kalah::app
