#include "app/arena_session.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"

namespace kalah::app {
namespace {

struct Options {
    std::optional<std::string> store;
    std::uint64_t tournament = 0;
    std::uint64_t concurrency = 0;
    bool json = false;
};

int act(const Options& options) {
    // To read first: a file that is not there is not made.
    if (const auto there = chosen_store(options.store, store::Access::read); !there)
        return failed("resume", there.error().message);
    const auto store = chosen_store(options.store, store::Access::write);
    if (!store) return failed("resume", store.error().message);
    std::optional<store::TournamentId> id;
    if (options.tournament > 0) id = static_cast<store::TournamentId>(options.tournament);
    const auto tournament = arena::Tournament::load(*store, id, arena::Tournament::Use::play);
    if (!tournament) return failed("resume", tournament.error().message);
    if (!(*tournament)->is_finished())
        if (const auto wrong = plan_objection((*tournament)->plan()))
            return failed("resume", wrong->message);
    return play_tournament({"resume", options.json, options.concurrency, options.store},
                           **tournament);
}

void declare(Arguments& arguments, Options& options) {
    using enum Arguments::Need;
    arguments.option("--store", "FILE", options.store, "where the tournament is kept", required);
    arguments.number("--tournament", options.tournament, {1, 1'000'000'000},
                     "its number (default: the newest that is not finished, else the newest)");
    arguments.number("--concurrency", options.concurrency, {1, 256},
                     "games at one time (default: what the cores allow)");
    arguments.flag("--json", options.json, "print for programs: one JSON object a line");
}

}  // namespace

void add_resume(Program& program) {
    program.add<Options>({"resume", "play a tournament on that was interrupted",
                          "Example:\n"
                          "  kalah resume --store course.sqlite\n"
                          "Plays the games that are missing, whatever ended the program before: no "
                          "game is lost, and\n"
                          "none played twice. A finished tournament is only summed up."},
                         declare, act);
}

}  // namespace kalah::app
