#include <unistd.h>

#include <algorithm>
#include <map>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/review_games.hpp"
#include "app/terminal/interrupt.hpp"
#include "kalah/notation.hpp"
#include "players/thought.hpp"
#include "rules/drawing.hpp"
#include "system/csv.hpp"

namespace kalah::app {
namespace {

using players::Accuracy;
using players::Grade;
using players::JudgedMove;

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

/// The games asked for, as far as they can be read, and what was found in them.
struct Review {
    std::vector<store::StoredGame> games;
    ReviewedGames found;
    std::size_t damaged = 0;

    [[nodiscard]] std::size_t done() const {
        return static_cast<std::size_t>(
            std::count_if(found.begin(), found.end(), [](const auto& game) { return game.has_value(); }));
    }
};

struct PlacedMove {
    const store::StoredGame* game;
    const JudgedMove* move;
    [[nodiscard]] const std::string& player() const {
        return game->record.name_of(move->mover());
    }
};

/// As the store compares names.
bool same_name(const std::string& a, const std::string& b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

std::vector<store::StoredGameId> chosen_numbers(const ReviewOptions& options,
                                                store::Store& store) {
    std::vector<store::StoredGameId> numbers;
    for (const std::string& text : options.games)
        numbers.push_back(or_usage_error(parse_game_number(text)));
    if (options.all) return or_failure(store.numbers());
    if (!options.games.empty()) return numbers;
    store::GameFilter filter;
    filter.player = options.player;
    filter.limit = 1'000'000'000;
    for (const auto& game : or_failure(store.list(filter))) numbers.push_back(game.id);
    if (numbers.empty())
        throw failure("no games of " + in_quotes(*options.player) +
                      " ('kalah games list' shows all)");
    std::reverse(numbers.begin(), numbers.end());
    return numbers;
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
    std::vector<GameToReview> games;
    for (const store::StoredGame& game : review.games) {
        GameToReview& next = games.emplace_back(GameToReview{&game.record});
        for (const Side side : kBothSides)
            next.sides[side] =
                !options.player || same_name(game.record.name_of(side), *options.player);
    }
    review.found = review_games(games, options.budget);
    return review;
}

std::vector<PlacedMove> all_moves(const Review& review) {
    std::vector<PlacedMove> moves;
    for (std::size_t i = 0; i < review.games.size(); ++i)
        if (review.found[i])
            for (const JudgedMove& move : *review.found[i])
                moves.push_back({&review.games[i], &move});
    return moves;
}

/// The moves that are worse than good, the worst first.
std::vector<PlacedMove> worst_moves(const Review& review, std::size_t most) {
    std::vector<PlacedMove> moves;
    for (const PlacedMove& placed : all_moves(review))
        if (placed.move->is_judged() && placed.move->grade > Grade::best) moves.push_back(placed);
    std::stable_sort(moves.begin(), moves.end(), [](const PlacedMove& a, const PlacedMove& b) {
        return players::is_worse(*a.move, *b.move);
    });
    if (moves.size() > most) moves.resize(most);
    return moves;
}

/// By name, in the order in which they appear.
std::vector<std::pair<std::string, Accuracy>> accuracies(const Review& review) {
    std::vector<std::pair<std::string, Accuracy>> players;
    std::map<std::string, std::size_t> places;
    for (const PlacedMove& placed : all_moves(review)) {
        const auto [place, is_new] = places.try_emplace(placed.player(), players.size());
        if (is_new) players.emplace_back(placed.player(), Accuracy{});
        players[place->second].second.add(*placed.move);
    }
    return players;
}

const char* kind_of(const JudgedMove& move) {
    return move.exact ? "exact" : "estimate";
}

/// "2", or "about 2.3".
std::string seeds_text(double seeds, bool exact, bool is_signed = false) {
    if (exact) return is_signed ? fmt::format("{:+.0f}", seeds) : fmt::format("{:.0f}", seeds);
    return is_signed ? fmt::format("{:+.1f}", seeds) : fmt::format("{:.1f}", seeds);
}

std::string line_text(const PlacedMove& placed) {
    return players::line_text(placed.game->record.game.rules(), placed.move->board,
                              placed.move->line);
}

// Text.

void print_moves(const std::vector<JudgedMove>& moves) {
    fmt::print("{:>4}  {:<5}  {:>3}  {:>5}  {:<10}  {:>6}  {:>6}  {}\n", "move", "side", "pit",
               "cost", "word", "better", "score", "kind");
    for (const JudgedMove& move : moves) {
        if (!move.is_judged()) {
            fmt::print("{:>4}  {:<5}  {:>3}  {:>5}  {}\n", move.ply + 1, to_text(move.mover()),
                       move.pit + 1, "-", name(move.skipped));
            continue;
        }
        const bool has_better = move.best != move.pit && move.grade > Grade::best;
        fmt::print("{:>4}  {:<5}  {:>3}  {:>5}  {:<10}  {:>6}  {:>6}  {}, {}{}{}\n", move.ply + 1,
                   to_text(move.mover()), move.pit + 1, seeds_text(move.cost, move.exact),
                   name(move.grade), has_better ? std::to_string(move.best + 1) : "",
                   seeds_text(move.score, move.exact, true), kind_of(move), name(move.source),
                   move.change().empty() ? "" : ": ", move.change());
    }
    fmt::print("\n");
}

void print_game(const store::StoredGame& game) {
    const GameRecord& record = game.record;
    fmt::print("game {}: {} (south) - {} (north), {}\n", game.id,
               printable(record.name_of(Side::south)), printable(record.name_of(Side::north)),
               ending_text(record));
}

void print_worst(const std::vector<PlacedMove>& moves, Colour colour) {
    if (moves.empty()) {
        fmt::print("No move cost anything.\n");
        return;
    }
    fmt::print("Worst moves:\n");
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const JudgedMove& move = *moves[i].move;
        const std::string_view change = move.change();
        fmt::print("\n{}. game {}, move {}: {} ({}) plays {}, a{} {}: it costs {} seeds ({}, {}){}{}\n",
                   i + 1, moves[i].game->id, move.ply + 1, printable(moves[i].player()),
                   to_text(move.mover()), move.pit + 1, move.grade == Grade::inaccuracy ? "n" : "",
                   move.grade == Grade::good ? "good move" : name(move.grade),
                   seeds_text(move.cost, move.exact), kind_of(move), name(move.source),
                   change.empty() ? "" : ", ", change);
        fmt::print("   better: {}, score {}, line {}\n   {}\n\n{}", move.best + 1,
                   seeds_text(move.score, move.exact, true), line_text(moves[i]),
                   to_text(move.board), draw(move.board, colour));
    }
}

void print_players(const std::vector<std::pair<std::string, Accuracy>>& players) {
    std::size_t width = 6;
    for (const auto& [named, accuracy] : players) width = std::max(width, printable(named).size());
    width = std::min<std::size_t>(width, 40);
    fmt::print("{:<{}}  {:>8}  {:>5}  {:>5}  {:>5}  {:>5}  {:>10}  {:>7}  {:>7}  {:>9}\n", "player",
               width, "accuracy", "moves", "exact", "best", "good", "inaccuracy", "mistake",
               "blunder", "seeds");
    for (const auto& [named, accuracy] : players) {
        const auto percent = accuracy.percent();
        fmt::print("{:<{}}  {:>8}  {:>5}  {:>5}", printable(named), width,
                   percent ? fmt::format("{:.1f}", *percent) : "-", accuracy.moves,
                   accuracy.exact);
        fmt::print("  {:>5}  {:>5}  {:>10}  {:>7}  {:>7}  {:>9}\n", accuracy.count(Grade::best),
                   accuracy.count(Grade::good), accuracy.count(Grade::inaccuracy),
                   accuracy.count(Grade::mistake), accuracy.count(Grade::blunder),
                   seeds_text(accuracy.cost, accuracy.exact == accuracy.moves));
    }
}

void print_text(const ReviewOptions& options, const Review& review) {
    const bool every_move = options.moves || review.games.size() == 1;
    for (std::size_t i = 0; i < review.games.size(); ++i) {
        if (!review.found[i] || !every_move) continue;
        print_game(review.games[i]);
        print_moves(*review.found[i]);
    }
    if (review.done() == 0) return;
    if (!every_move) fmt::print("{} games\n", review.done());
    print_players(accuracies(review));
    if (options.worst == 0) return;
    fmt::print("\n");
    print_worst(worst_moves(review, options.worst), chosen_colour(options.drawing, STDOUT_FILENO));
}

// For programs.

Json number_json(double seeds, bool exact) {
    return exact ? Json(static_cast<int>(seeds)) : Json(seeds);
}

Json move_json(const PlacedMove& placed) {
    const JudgedMove& move = *placed.move;
    Json json = Json()
                    .set("move", move.ply + 1)
                    .set("side", to_text(move.mover()))
                    .set("position", to_text(move.board))
                    .set("pit", move.pit + 1)
                    .set("skipped", move.is_judged() ? Json() : Json(name(move.skipped)));
    if (!move.is_judged()) return json;
    return json.set("cost", number_json(move.cost, move.exact))
        .set("word", name(move.grade))
        .set("change", move.change().empty() ? Json() : Json(move.change()))
        .set("best", move.best + 1)
        .set("score", number_json(move.score, move.exact))
        .set("kind", kind_of(move))
        .set("source", name(move.source))
        .set("line", line_text(placed));
}

Json player_json(const std::string& named, const Accuracy& accuracy) {
    const auto percent = accuracy.percent();
    Json words = Json::object();
    for (const Grade grade : players::kAllGrades) words.set(name(grade), accuracy.count(grade));
    return Json()
        .set("name", named)
        .set("accuracy", percent ? Json(*percent) : Json())
        .set("moves", accuracy.moves)
        .set("exact", accuracy.exact)
        .set("cost", accuracy.cost)
        .set("words", words);
}

void print_json_lines(const ReviewOptions& options, const Review& review) {
    for (std::size_t i = 0; i < review.games.size(); ++i) {
        if (!review.found[i]) continue;
        const store::StoredGame& game = review.games[i];
        Json moves = Json::array();
        for (const JudgedMove& move : *review.found[i]) moves.push(move_json({&game, &move}));
        print_json(Json()
                       .set("number", game.id)
                       .set("names", Json()
                                         .set("south", game.record.name_of(Side::south))
                                         .set("north", game.record.name_of(Side::north)))
                       .set("rules", to_text(game.record.game.rules()))
                       .set("moves", moves));
    }
    Json players = Json::array();
    for (const auto& [named, accuracy] : accuracies(review))
        players.push(player_json(named, accuracy));
    Json worst = Json::array();
    for (const PlacedMove& placed : worst_moves(review, options.worst)) {
        Json json = Json().set("number", placed.game->id).set("player", placed.player());
        const Json move = move_json(placed);
        for (const std::string& key : move.keys()) json.set(key, *move.find(key));
        worst.push(std::move(json));
    }
    print_json(Json()
                   .set("games", review.done())
                   .set("of", review.games.size())
                   .set("players", players)
                   .set("worst", worst));
}

void print_csv(const Review& review) {
    fmt::print("game,move,side,player,rules,position,pit,skipped,cost,word,best,score,kind,source\r\n");
    for (const PlacedMove& placed : all_moves(review)) {
        const JudgedMove& move = *placed.move;
        fmt::print("{},{},{},{},{},{},{},", placed.game->id, move.ply + 1, to_text(move.mover()),
                   csv_text(placed.player()), csv_text(to_text(placed.game->record.game.rules())),
                   csv_text(to_text(move.board)), move.pit + 1);
        if (!move.is_judged())
            fmt::print("{},,,,,,\r\n", name(move.skipped));
        else
            fmt::print(",{},{},{},{},{},{}\r\n", number_json(move.cost, move.exact).line(),
                       name(move.grade), move.best + 1, number_json(move.score, move.exact).line(),
                       kind_of(move), name(move.source));
    }
}

void act_review(const ReviewOptions& options) {
    const int ways = (options.games.empty() ? 0 : 1) + (options.all ? 1 : 0);
    if (ways == 2) throw usage_error("give numbers of games, or --all, not both");
    if (ways == 0 && !options.player)
        throw usage_error("give numbers of games, --player NAME or --all");
    if (options.csv && options.store.json) throw usage_error("give --csv or --json, not both");
    const Review review = reviewed(options);
    if (options.csv)
        print_csv(review);
    else if (options.store.json)
        print_json_lines(options, review);
    else
        print_text(options, review);
    if (interrupted())
        throw failure(fmt::format("interrupted: {} of {} games are reviewed", review.done(),
                                  review.games.size()));
    if (review.damaged > 0)
        throw failure(fmt::format("damaged games left out: {}", review.damaged));
}

void declare_review(Arguments& arguments, ReviewOptions& options) {
    arguments.positionals("game", options.games, "numbers of games, see 'kalah games list'",
                          Arguments::Need::optional);
    arguments.field(text_field("player", "NAME", options.player,
                               "only moves of this player; without numbers, in all of their games"));
    arguments.field(flag_field("all", options.all, "all games of the store"));
    arguments.field(number_field("worst", options.worst, {0, 1'000'000},
                                 "how many of the worst moves to show (default 5)"));
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
         "estimates by the champion; each says which. Moves that the opening or the referee chose,\n"
         "and only moves, are not judged. By nodes alone, a game always gets the same review.\n"
         "See docs/games.md for the words and the accuracy."},
        declare_review, act_review);
}

}  // namespace kalah::app
