#include <sys/stat.h>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/files.hpp"
#include "app/games_options.hpp"
#include "app/terminal/interrupt.hpp"

namespace kalah::app {
namespace {

struct Options {
    StoreOptions store;
    std::optional<std::string> game;
    bool all = false;
    std::optional<std::string> out;
};

std::optional<std::string> write(const Options& options, const store::StoredGame& game) {
    const std::string text =
        options.store.json ? store::stored_json(game).line() + "\n" : to_text(game.record.game);
    if (!options.out) {
        fmt::print("{}", text);
        return std::nullopt;
    }
    const char* ending = options.store.json ? "json" : "kalah";
    return write_file(fmt::format("{}/game-{}.{}", *options.out, game.id, ending), text,
                      Existing::replace);
}

int act(const Options& options) {
    constexpr const char* kCommand = "games export";
    if (options.all == options.game.has_value())
        return wrong_usage(kCommand, "name a game by its number, or give --all");
    if (options.all && !options.out && !options.store.json)
        return wrong_usage(kCommand, "--all needs --out DIR, or --json: a text holds one game");
    std::vector<store::GameId> numbers;
    if (options.game) {
        const auto number = parse_game_number(*options.game);
        if (!number) return wrong_usage(kCommand, number.error().message);
        numbers.push_back(*number);
    }
    const auto opened = chosen_store(options.store.file, store::Access::read);
    if (!opened) return failed(kCommand, opened.error().message);
    if (options.all) {
        const auto all = (*opened)->numbers();
        if (!all) return failed(kCommand, all.error().message);
        numbers = *all;
    }
    if (options.out && ::mkdir(options.out->c_str(), 0777) != 0 && errno != EEXIST)
        return failed(kCommand, *options.out + ": the folder cannot be made");

    stop_on_signals();
    std::size_t damaged = 0;
    for (const store::GameId number : numbers) {
        if (interrupted()) return interrupted_exit_code();
        const auto game = (*opened)->load(number);
        if (!game) {
            // One damaged game of many must not keep the others from being saved.
            ++damaged;
            failed(kCommand, game.error().message);
            continue;
        }
        if (const auto error = write(options, *game)) return failed(kCommand, *error);
    }
    if (options.out && !options.store.json)
        fmt::print("{} games written to {}\n", numbers.size() - damaged, printable(*options.out));
    return damaged > 0 ? kFailed : kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.positional("game", options.game, "its number, see 'kalah games list'");
    arguments.flag("--all", options.all, "all games, oldest first");
    arguments.option("--out", "DIR", options.out,
                     "write files game-N.kalah there (with --json: game-N.json)");
    declare_store(arguments, options.store);
}

}  // namespace

void add_games_export(Program& program) {
    program.add<Options>(
        {"games export", "write games as text that 'kalah play --load' reads, or JSON",
         "Examples:\n"
         "  kalah games export 12 > game.kalah\n"
         "  kalah games export --all --out games\n"
         "  kalah games export --all --json > games.jsonl\n"
         "The text has rules, first position and moves; JSON also players, times, "
         "remarks and faults."},
        declare, act);
}

}  // namespace kalah::app
