#include <unistd.h>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/move_report.hpp"
#include "app/options.hpp"

namespace kalah::app {
namespace {

/// Nobody may have looked at the clock.
std::string seconds_text(double seconds) {
    return seconds > 0 ? fmt::format("{:.3f} s", seconds) : "-";
}

void print_moves(const GameRecord& record) {
    for (std::size_t i = 0; i < record.game.played().size(); ++i) {
        const MoveResult& played = record.game.played()[i];
        const MoveNote note = i < record.notes.size() ? record.notes[i] : MoveNote{};
        fmt::print("{:>4}  {}  {:>2}  {:>10}  {}{}\n", i + 1, to_text(played.mover), played.pit + 1,
                   seconds_text(note.seconds), move_report(played, record.game.board_after(i + 1)),
                   chooser_text(note));
        if (!note.comment.empty()) fmt::print("      says {}\n", in_quotes(note.comment));
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
    for (const Fault& fault : record.faults)
        if (fault.ply == 0)
            fmt::print("      fault of {}: {}, {}\n", to_text(fault.side), name(fault.kind),
                       printable(fault.text));
    print_moves(record);
    fmt::print("\n{}\n{}\n", draw(record.game.board(), colour), ending_text(record));
}

int act(const StoredGameOptions& options) {
    const auto number = parse_game_number(*options.game);
    if (!number) return wrong_usage("games show", number.error().message);
    const auto colour = chosen_colour(options.drawing, STDOUT_FILENO);
    if (!colour) return wrong_usage("games show", colour.error().message);
    const auto game = chosen_game(options.store, *number);
    if (!game) return failed("games show", game.error().message);
    if (options.store.json)
        fmt::print("{}\n", stored_game_json(*game).line());
    else
        print_game(*game, *colour);
    return kOk;
}

}  // namespace

void add_games_show(Program& program) {
    program.add<StoredGameOptions>(
        {"games show", "show a game: its moves with their times, and its faults",
         "Example:\n"
         "  kalah games show 12"},
        declare_stored_game, act);
}

}  // namespace kalah::app
