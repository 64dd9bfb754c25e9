#include <algorithm>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"

namespace kalah::app {
namespace {

struct Options {
    StoreOptions store;
    std::optional<std::string> player;
    std::optional<std::string> since;
    std::uint64_t limit = 20;
    std::uint64_t before = 0;
};

/// At most so many columns: letters are counted, not bytes.
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

void print_table(const std::vector<store::GameSummary>& games) {
    constexpr std::size_t kLeast = 5;
    constexpr std::size_t kMost = 28;
    std::size_t width = kLeast;
    for (const auto& game : games)
        width = std::max({width, game.names[0].size(), game.names[1].size()});
    width = std::min(width, kMost);
    fmt::print("{:>6}  {:<16}  {} {} {:>7}  {:<8}  {:>5}  {:>6}  {}\n", "game", "started",
               column("south", width), column("north", width), "result", "ending", "moves",
               "faults", "board, rules");
    for (const auto& game : games)
        fmt::print("{:>6}  {:<16}  {} {} {:>7}  {:<8}  {:>5}  {:>6}  {}, {}\n", game.id,
                   local_time(game.started), column(game.names[0], width),
                   column(game.names[1], width), result_text(game), name(game.ending), game.plies,
                   game.faults, printable(game.start), printable(game.rules));
}

int act(const Options& options) {
    store::GameFilter filter;
    filter.player = options.player;
    filter.limit = options.limit + 1;  // one more tells whether there are more
    if (options.before > 0) filter.before = static_cast<store::GameId>(options.before);
    if (options.since) {
        const auto since = parse_since(*options.since, now_milliseconds());
        if (!since) return wrong_usage("games list", "--since " + since.error().message);
        filter.since = *since;
    }
    const auto opened = chosen_store(options.store.file, store::Access::read);
    if (!opened) return failed("games list", opened.error().message);
    const auto found = (*opened)->list(filter);
    if (!found) return failed("games list", found.error().message);
    auto games = *found;
    const bool more = games.size() > options.limit;
    if (more) games.pop_back();

    if (options.store.json) {
        for (const auto& game : games) fmt::print("{}\n", store::summary_json(game).line());
        fmt::print("{}\n", Json()
                               .set("games", games.size())
                               .set("before", more ? Json(games.back().id) : Json())
                               .line());
        return kOk;
    }
    if (games.empty()) {
        fmt::print("no games\n");
        return kOk;
    }
    print_table(games);
    if (more) fmt::print("older ones: --before {}\n", games.back().id);
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.option("--player", "NAME", options.player, "only games of this player");
    arguments.option("--since", "TIME", options.since,
                     "only games begun since: 2026-11-16, \"2026-11-16 05:46\", 2h or 3d ago");
    arguments.number("--limit", options.limit, {1, 1'000'000}, "at most so many (default 20)");
    arguments.number("--before", options.before, {1, 1'000'000'000'000'000},
                     "only games older than this number: the next page");
    declare_store(arguments, options.store);
}

}  // namespace

void add_games_list(Program& program) {
    program.add<Options>({"games list", "list games, newest first",
                          "Examples:\n"
                          "  kalah games list --player Ann --since 3d\n"
                          "  kalah games list --limit 1000 --json\n"
                          "With --json, one line a game, and a last one with their number and, if "
                          "there are older\n"
                          "ones, what to give to --before."},
                         declare, act);
}

}  // namespace kalah::app
