#include "server/tournament_json.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "arena/plan.hpp"
#include "arena/results.hpp"
#include "kalah/notation.hpp"

namespace kalah::server {
namespace {

constexpr std::size_t kMostShown = 100;  // entrants
constexpr std::size_t kLastGames = 20;

Json head_json(const store::StoredTournament& summary, const arena::Plan& plan) {
    return Json::object()
        .set("number", summary.id)
        .set("name", names_text(plan))
        .set("format", name(plan.kind))
        .set("entrants", plan.entrants.size())
        .set("played", summary.played)
        .set("scheduled", summary.scheduled)
        .set("created", summary.created)
        .set("finished", summary.finished == 0 ? Json() : Json(summary.finished));
}

/// What the standings use of a game.
arena::TournamentGame counted(const store::TournamentResult& result) {
    arena::TournamentGame game;
    game.number = result.schedule.number;
    game.game = result.schedule.game;
    game.round = result.schedule.round;
    game.entrants = {result.schedule.south, result.schedule.north};
    game.board = result.schedule.board;
    game.opening = result.schedule.opening;
    game.moves = result.moves;
    if (const auto start = parse_start(result.schedule.start)) game.begins = start->to_move;
    game.margin = result.game.points[0] - result.game.points[1];
    game.plies = result.game.plies;
    game.ending = result.game.ending;
    game.loser = result.game.loser;
    return game;
}

struct Met {
    double points = 0;
    int games = 0;
    int forfeited = 0;  // of them
};

/// Rows and columns in the order of the standings; null: they have not met.
Json crosstable_json(const std::vector<arena::Standing>& standings,
                     const std::vector<arena::TournamentGame>& games) {
    std::map<std::pair<int, int>, Met> met;  // by entrants
    for (const arena::TournamentGame& game : games) {
        const auto& [south, north] = game.entrants;
        for (const auto& [own, other] : {std::pair(south, north), std::pair(north, south)}) {
            Met& both = met[{own, other}];
            both.points += game.points_of(own);
            ++both.games;
            if (game.forfeited()) ++both.forfeited;
        }
    }
    Json rows = Json::array();
    for (const arena::Standing& row : standings) {
        Json cells = Json::array();
        for (const arena::Standing& column : standings) {
            const Met& both = met[{row.entrant, column.entrant}];
            cells.push(both.games == 0 ? Json()
                                       : Json::object()
                                             .set("points", both.points)
                                             .set("games", both.games)
                                             .set("forfeited", both.forfeited));
        }
        rows.push(std::move(cells));
    }
    return rows;
}

/// Latest first.
Json last_games_json(std::vector<store::TournamentResult> results) {
    std::stable_sort(results.begin(), results.end(), [](const auto& a, const auto& b) {
        return a.game.finished != b.game.finished ? a.game.finished > b.game.finished
                                                  : a.schedule.number > b.schedule.number;
    });
    if (results.size() > kLastGames) results.resize(kLastGames);
    Json games = Json::array();
    for (const store::TournamentResult& result : results)
        games.push(store::summary_json(result.game));
    return games;
}

bool is_entrant(const arena::Plan& plan, int entrant) {
    return entrant >= 0 && static_cast<std::size_t>(entrant) < plan.entrants.size();
}

}  // namespace

Json tournament_row_json(const store::StoredTournament& summary) {
    const auto plan = arena::parse_plan(summary.plan, {});
    return head_json(summary, plan ? *plan : arena::Plan{});
}

Result<Json> tournament_json(const store::StoredTournament& summary,
                             const std::vector<store::TournamentResult>& results) {
    const auto plan = arena::parse_plan(summary.plan, {});
    if (!plan) return Error{"its plan, " + to_text(plan.error())};
    std::vector<arena::TournamentGame> games;
    arena::Forfeits forfeits(*plan);
    for (const store::TournamentResult& result : results) {
        if (!is_entrant(*plan, result.schedule.south) || !is_entrant(*plan, result.schedule.north))
            return Error{"its games and its plan do not fit"};
        games.push_back(counted(result));
        forfeits.count(games, games.size() - 1);
    }
    const auto standings = arena::standings(*plan, games);
    Json standings_shown = Json::array();
    for (std::size_t i = 0; i < std::min(standings.size(), kMostShown); ++i)
        standings_shown.push(arena::standing_json(*plan, standings[i]));
    const bool small = standings.size() <= kMostShown;
    return head_json(summary, *plan)
        .set("forfeited", arena::count_forfeited(games))
        .set("standings", std::move(standings_shown))
        .set("crosstable", small ? crosstable_json(standings, games) : Json::array())
        .set("games", last_games_json(results));
}

}  // namespace kalah::server
