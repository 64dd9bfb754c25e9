#include "app/arena_json.hpp"

#include <algorithm>

#include "arena/results.hpp"

namespace kalah::app {
namespace {

using arena::Kind;
using arena::Plan;
using arena::Tournament;
using arena::TournamentGame;

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

/// The arena's own microseconds a move.
std::optional<double> overhead(const std::vector<TournamentGame>& games) {
    double seconds = 0;
    int moves = 0;
    for (const TournamentGame& game : games) {
        seconds += game.overhead;
        moves += game.moved[0] + game.moved[1];
    }
    if (moves == 0) return std::nullopt;
    return 1e6 * seconds / moves;
}

int lost_by_fault(const std::vector<TournamentGame>& games) {
    return static_cast<int>(
        std::count_if(games.begin(), games.end(),
                      [](const TournamentGame& game) { return game.loser.has_value(); }));
}

Json faults_json(const arena::LostBy& lost) {
    Json kinds = Json::object();
    for (std::size_t kind = 0; kind < lost.size(); ++kind)
        if (lost[kind] > 0) kinds.set(name(static_cast<FaultKind>(kind)), lost[kind]);
    return kinds;
}

Json standing_json(const Tournament& tournament, const arena::Standing& standing,
                   const arena::Rating& rating, const arena::LostBy& lost) {
    const auto& entrant = tournament.plan().entrants[static_cast<std::size_t>(standing.entrant)];
    return Json()
        .set("name", entrant.name)
        .set("player", entrant.spec)
        .set("points", standing.points)
        .set("games", standing.games)
        .set("wins", standing.wins)
        .set("draws", standing.draws)
        .set("losses", standing.losses)
        .set("margin", standing.games > 0
                           ? Json(static_cast<double>(standing.margin) / standing.games)
                           : Json())
        .set("rating", or_null(rating.elo))
        .set("rating_error", or_null(rating.error))
        .set("lost_by_fault", standing.lost_by_fault)
        .set("lost_by", faults_json(lost))
        .set("noted_faults", standing.faults)
        .set("withdrawn", standing.withdrawn);
}

Json standings_json(const Tournament& tournament) {
    const auto list =
        arena::rate(tournament.plan().entrants.size(), arena::meetings_of(tournament.games()));
    const auto lost = arena::lost_by_fault(tournament.plan().entrants.size(), tournament.games());
    Json all = Json::array();
    for (const auto& standing : arena::standings(tournament.plan(), tournament.games())) {
        const auto entrant = static_cast<std::size_t>(standing.entrant);
        all.push(standing_json(tournament, standing, list.players[entrant], lost[entrant]));
    }
    return all;
}

Json sprt_json(const Tournament& tournament) {
    if (!tournament.sprt()) return {};
    const auto& test = tournament.sprt()->test();
    return Json()
        .set("decision", name(test.decision()))
        .set("llr", test.llr())
        .set("lower", test.options().lower())
        .set("upper", test.options().upper())
        .set("elo0", test.options().elo0)
        .set("elo1", test.options().elo1);
}

}  // namespace

Json summary_json(const Tournament& tournament) {
    const Plan& plan = tournament.plan();
    // Of the first player against all others; of a match, the match.
    const auto summary = arena::summarise(arena::results_of(tournament.games(), 0));
    const auto& pairs = summary.pairs;
    Json boards = Json::array();
    for (const std::string& board : plan.boards) boards.push(board);
    return Json()
        .set("kind", name(plan.kind))
        .set("finished", tournament.is_finished())
        .set("a", plan.entrants[0].name)
        .set("b", plan.kind == Kind::match ? Json(plan.entrants[1].name) : Json())
        .set("boards", boards)
        .set("rules", plan.rules)
        .set("openings", plan.openings)
        .set("seed", plan.seed)
        .set("games", plan.kind == Kind::match ? summary.games.games()
                                               : static_cast<int>(tournament.games().size()))
        .set("scheduled", tournament.scheduled())
        .set("a_games", summary.games.games())
        .set("wins", summary.games.wins)
        .set("draws", summary.games.draws)
        .set("losses", summary.games.losses)
        .set("faults", lost_by_fault(tournament.games()))
        .set("score", summary.games.games() > 0 ? Json(summary.score) : Json())
        .set("score_error", or_null(summary.score_error))
        .set("elo", or_null(summary.elo))
        .set("elo_error", or_null(summary.elo_error))
        .set("elo_low", or_null(summary.elo_low))
        .set("elo_high", or_null(summary.elo_high))
        .set("normalised_elo", or_null(summary.normalised_elo))
        .set("superiority", or_null(summary.superiority))
        .set("margin", summary.margin.value)
        .set("margin_error", or_null(summary.margin.error))
        .set("pairs", Json()
                          .set("lost_both", pairs.lost_both)
                          .set("lost_and_drew", pairs.lost_and_drew)
                          .set("drew_both", pairs.drew_both)
                          .set("won_and_lost", pairs.won_and_lost)
                          .set("won_and_drew", pairs.won_and_drew)
                          .set("won_both", pairs.won_both))
        .set("first_player_score", summary.first_player_score.value)
        .set("first_player_margin", summary.first_player_margin.value)
        .set("distinct_games", summary.sample.distinct_games)
        .set("effective_pairs", summary.sample.effective_pairs)
        .set("sprt", sprt_json(tournament))
        .set("overhead_us", or_null(overhead(tournament.games())))
        .set("standings", standings_json(tournament));
}

Json game_event(const Tournament& tournament, const TournamentGame& game,
                const GameRecord& record) {
    const auto& names = tournament.plan().entrants;
    return Json()
        .set("event", "game")
        .set("number", game.number + 1)
        .set("game", game.game)
        .set("round", game.round + 1)
        .set("board", tournament.plan().boards[static_cast<std::size_t>(game.board)])
        .set("south", names[static_cast<std::size_t>(game.entrants[0])].name)
        .set("north", names[static_cast<std::size_t>(game.entrants[1])].name)
        .set("points",
             Json::array().push(record.points(Side::south)).push(record.points(Side::north)))
        .set("ending", name(game.ending))
        .set("loser", game.loser ? Json(to_text(*game.loser)) : Json())
        .set("fault", game.loser ? Json(record.faults.back().text) : Json())
        .set("moves", game.moves);
}

}  // namespace kalah::app
