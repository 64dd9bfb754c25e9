#include "server/puzzles.hpp"

#include <cassert>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "players/thought.hpp"
#include "puzzles/proof.hpp"
#include "puzzles/puzzle_json.hpp"

namespace kalah::server {
namespace {

/// The names of puzzles, by theme and difficulty.
Json groups_json(const puzzles::Set& set) {
    Json groups = Json::array();
    for (const auto& [theme_name, theme] : puzzles::kThemes)
        for (const auto& [difficulty_name, difficulty] : puzzles::kDifficulties) {
            Json ids = Json::array();
            for (const puzzles::Puzzle& puzzle : set.puzzles)
                if (puzzles::Wish{theme, difficulty}.fits(puzzle)) ids.push(id_of(puzzle));
            groups.push(Json::object()
                            .set("theme", theme_name)
                            .set("difficulty", difficulty_name)
                            .set("puzzles", std::move(ids)));
        }
    return groups;
}

/// The turn of a person: moves that begin at the puzzle's position.
Result<Game> played_game(const puzzles::Puzzle& puzzle, const std::string& moves) {
    Game game(puzzle.rules, puzzle.board);
    const auto played = game.play_text(moves);
    if (played) return game;
    Error error = played.error();
    error.args.emplace_back("in", "moves");
    return error;
}

std::vector<int> pits_of(const Game& game) {
    std::vector<int> pits;
    for (const MoveResult& move : game.played()) pits.push_back(move.pit);
    return pits;
}

Json verdict_json(const puzzles::Verdict& verdict, const Game& game) {
    return Json::object()
        .set("right", verdict.right)
        .set("value", verdict.value)
        .set("line", players::line_text(game.rules(), game.board(), verdict.line));
}

}  // namespace

bool Puzzles::handle(Request& request, const Answer& answer) {
    if (request.verb() == "puzzles") {
        answer(list(request));
    } else if (request.verb() == "puzzle") {
        const auto puzzle = take_puzzle(request);
        answer(puzzle ? Result<Json>(puzzle_json(*puzzle)) : puzzle.error());
    } else if (request.verb() == "answer") {
        judge(request, answer);
    } else {
        return false;
    }
    return true;
}

const puzzles::Collection& Puzzles::collection() {
    if (!collection_) {
        auto shipped = puzzles::Collection::parse(puzzles::shipped_file());
        assert(shipped);
        collection_ = std::make_unique<const puzzles::Collection>(shipped.take());
    }
    return *collection_;
}

Result<Json> Puzzles::list(Request& request) {
    const auto day = request.maybe_text("date");
    if (auto error = request.validate()) return *error;
    Json sets = Json::array();
    for (const puzzles::Set& set : collection().sets())
        sets.push(Json::object()
                      .set("rules", to_text(set.rules))
                      .set("size", to_text(set.size))
                      .set("groups", groups_json(set)));
    Json json = Json::object().set("sets", std::move(sets));
    if (!day) return json;
    const auto date = puzzles::parse_date(*day);
    if (!date) return coded("input", date.error().message, {{"in", "date"}});
    const puzzles::Set* usual = collection().find({}, {});
    const bool any = usual != nullptr && !usual->puzzles.empty();
    json.set("today", any ? Json(id_of(puzzles::of_day(*usual, *date))) : Json());
    return json;
}

Result<puzzles::Puzzle> Puzzles::take_puzzle(Request& request) {
    const std::string id = request.text("puzzle");
    if (auto error = request.validate()) return *error;
    const puzzles::Puzzle* puzzle = collection().find(id);
    if (puzzle == nullptr)
        return coded("no_such_puzzle", "there is no puzzle " + in_quotes(id),
                     {{"puzzle", printable(id)}});
    return *puzzle;
}

void Puzzles::judge(Request& request, const Answer& answer) {
    const std::string moves = request.text("moves");
    const auto puzzle = take_puzzle(request);
    if (!puzzle) return answer(puzzle.error());
    const auto game = played_game(*puzzle, moves);
    if (!game) return answer(game.error());
    const auto begun = std::make_shared<std::optional<puzzles::Judgement>>();
    const auto run = [this, puzzle = *puzzle, game = *game, begun, answer](std::size_t,
                                                                           const StopToken& stop) {
        const auto tell = [&](const Result<Json>& result) {
            core_.post([answer, result] { answer(result); });
            return Scheduler::After::done;
        };
        if (!*begun) {
            const auto database = resources_->small_database({puzzle.rules, puzzle.board.width});
            auto judgement = puzzles::Judgement::begin(puzzle, pits_of(game), database);
            if (!judgement) return tell(judgement.error());
            begun->emplace(judgement.take());
        }
        const auto verdict = (*begun)->work(stop);
        if (verdict) return tell(verdict_json(*verdict, game));
        if (stop.requested()) return Scheduler::After::again;  // others go first
        return tell(verdict.error());
    };
    core_.ports.compute.submit({Priority::analysis, std::nullopt, run});
}

}  // namespace kalah::server
