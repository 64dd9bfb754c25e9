#include "app/review_output.hpp"

#include <algorithm>
#include <map>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "kalah/notation.hpp"
#include "players/thought.hpp"
#include "report/text.hpp"
#include "system/csv.hpp"

namespace kalah::app {
namespace {

using players::Accuracy;
using players::Grade;
using players::JudgedMove;

struct PlacedMove {
    const store::StoredGame* game;
    const JudgedMove* move;
    [[nodiscard]] const std::string& player() const { return game->record.name_of(move->mover()); }
};

std::vector<PlacedMove> all_moves(const Review& review) {
    std::vector<PlacedMove> moves;
    for (std::size_t i = 0; i < review.games.size(); ++i)
        if (review.found[i])
            for (const JudgedMove& move : *review.found[i])
                moves.push_back({&review.games[i], &move});
    return moves;
}

std::vector<PlacedMove> worst_of(const Review& review, std::size_t most) {
    return players::worst_moves(
        all_moves(review), most,
        [](const PlacedMove& placed) -> const JudgedMove& { return *placed.move; });
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

/// "2", or as an estimate "2.3".
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
        fmt::print("No move that was judged cost anything.\n");
        return;
    }
    fmt::print("Worst moves:\n");
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const JudgedMove& move = *moves[i].move;
        const std::string_view change = move.change();
        fmt::print(
            "\n{}. game {}, move {}: {} ({}) plays {}, a{} {}: it costs {} seed{} ({}, {}){}{}\n",
            i + 1, moves[i].game->id, move.ply + 1, printable(moves[i].player()),
            to_text(move.mover()), move.pit + 1, move.grade == Grade::inaccuracy ? "n" : "",
            move.grade == Grade::good ? "good move" : name(move.grade),
            seeds_text(move.cost, move.exact), move.exact && move.cost == 1 ? "" : "s",
            kind_of(move), name(move.source), change.empty() ? "" : ", ", change);
        fmt::print("   better: {}, score {}, line {}\n   {}\n\n{}", move.best + 1,
                   seeds_text(move.score, move.exact, true),
                   players::best_play_text(moves[i].game->record.game.rules(), move),
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
                   percent ? fmt::format("{:.1f}", *percent) : "-", accuracy.moves, accuracy.exact);
        fmt::print("  {:>5}  {:>5}  {:>10}  {:>7}  {:>7}  {:>9}\n", accuracy.count(Grade::best),
                   accuracy.count(Grade::good), accuracy.count(Grade::inaccuracy),
                   accuracy.count(Grade::mistake), accuracy.count(Grade::blunder),
                   seeds_text(accuracy.cost, accuracy.exact == accuracy.moves));
    }
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

}  // namespace

void print_review_text(const Review& review, bool every_move, std::size_t worst, Colour colour) {
    for (std::size_t i = 0; i < review.games.size(); ++i) {
        if (!review.found[i] || !every_move) continue;
        print_game(review.games[i]);
        print_moves(*review.found[i]);
    }
    if (review.done() == 0) return;
    if (!every_move) fmt::print("{}\n", report::counted(review.done(), "game"));
    if (const std::size_t forfeits = review.forfeits(); forfeits > 0)
        fmt::print("not judged: {}, whose loser made no move\n",
                   forfeits == 1 ? "1 forfeit" : fmt::format("{} forfeits", forfeits));
    print_players(accuracies(review));
    if (worst == 0) return;
    fmt::print("\n");
    print_worst(worst_of(review, worst), colour);
}

void print_review_json(const Review& review, std::size_t most) {
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
    for (const PlacedMove& placed : worst_of(review, most)) {
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

void print_review_csv(const Review& review) {
    fmt::print(
        "game,move,side,player,rules,position,pit,skipped,cost,word,best,score,kind,source\n");
    for (const PlacedMove& placed : all_moves(review)) {
        const JudgedMove& move = *placed.move;
        CsvRow row;
        row.number(placed.game->id).number(move.ply + 1).text(to_text(move.mover()));
        row.foreign(placed.player()).text(to_text(placed.game->record.game.rules()));
        row.text(to_text(move.board)).number(move.pit + 1);
        if (move.is_judged())
            row.empty()
                .raw(number_json(move.cost, move.exact).line())
                .text(name(move.grade))
                .number(move.best + 1)
                .raw(number_json(move.score, move.exact).line())
                .text(kind_of(move))
                .text(name(move.source));
        else
            row.text(name(move.skipped)).empty().empty().empty().empty().empty().empty();
        fmt::print("{}", row.line());
    }
}

}  // namespace kalah::app
