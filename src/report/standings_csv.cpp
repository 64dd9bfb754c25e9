#include "report/standings_csv.hpp"

#include <fmt/format.h>

#include "report/player_page.hpp"
#include "system/csv.hpp"

namespace kalah::report {
namespace {

/// Nothing for what is not known.
std::string number(const std::optional<double>& value, int digits) {
    if (!value) return "";
    const std::string text = fmt::format("{:.{}f}", *value, digits);
    return text.find_first_not_of("-0.") == std::string::npos ? fmt::format("{:.{}f}", 0.0, digits)
                                                              : text;
}

std::optional<double> plus(const std::optional<double>& a, const std::optional<double>& b,
                           double sign) {
    return a && b ? std::optional(*a + sign * *b) : std::nullopt;
}

}  // namespace

std::string standings_csv(const ReportData& data) {
    std::string csv =
        "rank,name,played,won,drawn,lost,forfeited,forfeits_won,points,score,margin,elo,elo_low,"
        "elo_high,faults,lost_by_fault,withdrawn";
    const bool reviewed = data.reviews.has_value();
    csv += reviewed ? ",accuracy,moves_judged\n" : "\n";
    const auto all = reviewed ? accuracies(data) : std::vector<players::Accuracy>{};
    int rank = 0;
    for (const arena::Standing& standing : data.standings) {
        const auto entrant = static_cast<std::size_t>(standing.entrant);
        const bool played = standing.played() > 0;
        const arena::Rating rating = played ? data.ratings.players[entrant] : arena::Rating{};
        const auto score =
            standing.games > 0
                ? std::optional((standing.points - standing.sat_out) / standing.games)
                : std::nullopt;
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", ++rank,
                           csv_foreign(data.name_of(standing.entrant)), standing.played(),
                           standing.wins, standing.draws, standing.losses, standing.forfeits_lost,
                           standing.forfeits_won, number(standing.points, 1), number(score, 4),
                           number(standing.mean_margin(), 2), number(rating.elo, 1),
                           number(plus(rating.elo, rating.error, -1), 1),
                           number(plus(rating.elo, rating.error, 1), 1), standing.faults,
                           standing.lost_by_fault, standing.withdrawn ? "yes" : "no");
        if (reviewed)
            csv += fmt::format(",{},{}", number(all[entrant].percent(), 1), all[entrant].moves);
        csv += "\n";
    }
    return csv;
}

std::string games_csv(const ReportData& data) {
    std::string csv =
        "game,round,south,north,start,rules,opening,moves,plies,margin,ending,loser,forfeited,"
        "faults_south,faults_north\n";
    for (const arena::TournamentGame& game : data.games)
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", game.number + 1,
                           game.round + 1, csv_foreign(data.name_of(game.entrants[0])),
                           csv_foreign(data.name_of(game.entrants[1])), csv_foreign(game.start),
                           csv_foreign(data.plan.rules), csv_foreign(game.opening),
                           csv_foreign(game.moves), game.plies, game.margin, name(game.ending),
                           game.loser ? to_text(*game.loser) : "", game.forfeited() ? "yes" : "no",
                           game.faults[0], game.faults[1]);
    return csv;
}

}  // namespace kalah::report
