#include <unistd.h>

#include <algorithm>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/review_output.hpp"
#include "app/terminal/interrupt.hpp"
#include "base/text.hpp"
#include "report/text.hpp"

namespace kalah::app {
namespace {

struct ReviewOptions {
    StoreOptions store;
    DrawingOptions drawing;
    ReviewBudget budget;
    std::vector<std::string> games;
    std::optional<std::string> player;
    bool all = false;
    bool moves = false;
    bool csv = false;
    std::uint64_t worst = 5;
};

std::vector<store::StoredGameId> chosen_numbers(const ReviewOptions& options, store::Store& store) {
    std::vector<store::StoredGameId> numbers;
    for (const std::string& text : options.games)
        numbers.push_back(or_usage_error(parse_game_number(text)));
    if (options.all) return or_failure(store.numbers());
    if (!options.games.empty()) return numbers;
    store::GameFilter filter;
    filter.player = options.player;
    filter.exact_name_first = true;
    filter.limit = 1'000'000'000;
    for (const auto& game : or_failure(store.list(filter))) numbers.push_back(game.id);
    if (numbers.empty())
        throw failure("no games of " + in_quotes(*options.player) +
                      " ('kalah games list' shows all)");
    std::reverse(numbers.begin(), numbers.end());
    return numbers;
}

/// Leaves the moves of one player: of exactly this name if any of the games has it, else upper and
/// lower case are alike, as in Games::list.
void keep_moves_of(const std::string& player, Review& review) {
    const auto is_player = [&](const std::string& name) { return name == player; };
    const bool exact =
        std::any_of(review.games.begin(), review.games.end(), [&](const store::StoredGame& game) {
            return std::any_of(kBothSides.begin(), kBothSides.end(),
                               [&](Side side) { return is_player(game.record.name_of(side)); });
        });
    for (std::size_t i = 0; i < review.games.size(); ++i) {
        if (!review.found[i]) continue;
        std::erase_if(*review.found[i], [&](const players::JudgedMove& move) {
            const std::string& name = review.games[i].record.name_of(move.mover());
            return exact ? !is_player(name) : !alike(name, player);
        });
    }
}

Review reviewed(const ReviewOptions& options) {
    const auto store = or_failure(chosen_store(options.store.file, store::Access::read));
    Review review;
    for (const store::StoredGameId number : chosen_numbers(options, *store)) {
        auto game = store->load(number);
        if (!game && options.games.empty()) {
            // One damaged game of many does not keep the others from being reviewed.
            ++review.damaged;
            failed("games review", game.error().message);
            continue;
        }
        review.games.push_back(or_failure(std::move(game)));
    }
    std::vector<const GameRecord*> games;
    for (const store::StoredGame& game : review.games) games.push_back(&game.record);
    review.found = review_games(games, options.budget);
    // Both sides are judged, so that a game gets the same review whoever is asked for.
    if (options.player) keep_moves_of(*options.player, review);
    return review;
}

void act_review(const ReviewOptions& options) {
    const int ways = (options.games.empty() ? 0 : 1) + (options.all ? 1 : 0);
    if (ways == 2) throw usage_error("give numbers of games, or --all, not both");
    if (ways == 0 && !options.player)
        throw usage_error("give numbers of games, --player NAME or --all");
    if (options.csv && options.store.json) throw usage_error("give --csv or --json, not both");
    const Review review = reviewed(options);
    if (options.csv)
        print_review_csv(review);
    else if (options.store.json)
        print_review_json(review, options.worst);
    else
        print_review_text(review, options.moves || review.games.size() == 1, options.worst,
                          chosen_colour(options.drawing, STDOUT_FILENO));
    if (interrupted())
        throw failure(fmt::format("interrupted: {} of {} reviewed", review.done(),
                                  report::counted(review.games.size(), "game")));
    if (review.damaged > 0)
        throw failure(fmt::format("damaged games left out: {}", review.damaged));
}

void declare_review(Arguments& arguments, ReviewOptions& options) {
    arguments.positionals("game", options.games, "numbers of games, see 'kalah games list'",
                          Arguments::Need::optional);
    arguments.field(
        text_field("player", "NAME", options.player,
                   "only moves of this player; without numbers, in all of their games; upper\n"
                   "and lower case count if a player is called exactly so"));
    arguments.field(flag_field("all", options.all, "all games of the store"));
    arguments.field(number_field("worst", options.worst, {0, 1'000'000},
                                 "how many of the worst moves to show (default: 5)"));
    arguments.field(
        flag_field("moves", options.moves, "show every move, also of more than one game"));
    arguments.field(flag_field("csv", options.csv, "write every move as a row of a CSV table"));
    declare_review_budget(arguments, options.budget);
    declare_store(arguments, options.store);
    declare_drawing(arguments, options.drawing);
}

}  // namespace

void add_games_review(Program& program) {
    program.add<ReviewOptions>(
        {"games review", "say what every move cost, and what was better",
         "Examples:\n"
         "  kalah games review 12\n"
         "  kalah games review --player Ann --store course.sqlite --worst 10\n"
         "  kalah games review --all --nodes 1000000 --csv > moves.csv\n"
         "Values are exact where a database or the solver proves them within the limits, else\n"
         "estimates by the champion; each says which. Moves that the opening or the referee "
         "chose,\n"
         "only moves and forfeits are not judged. By nodes alone, a game always gets the same\n"
         "review.\n"
         "See docs/games.md for the words and the accuracy."},
        declare_review, act_review);
}

}  // namespace kalah::app
