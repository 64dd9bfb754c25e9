#include "report/standings_csv.hpp"

#include <fmt/format.h>

#include "report/player_page.hpp"
#include "system/csv.hpp"

namespace kalah::report {
namespace {

/// Nothing for what is not known.
std::string rounded(const std::optional<double>& value, int digits) {
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
    for (const arena::Standing& standing : data.standings) {
        const auto entrant = static_cast<std::size_t>(standing.entrant);
        const bool played = standing.played() > 0;
        const arena::Rating rating = played ? data.ratings.players[entrant] : arena::Rating{};
        const auto score =
            standing.games > 0
                ? std::optional((standing.points - standing.sat_out) / standing.games)
                : std::nullopt;
        CsvRow row;
        row.number(standing.rank).foreign(data.name_of(standing.entrant)).number(standing.played());
        row.number(standing.wins).number(standing.draws).number(standing.losses);
        row.number(standing.forfeits_lost).number(standing.forfeits_won);
        row.raw(rounded(standing.points, 1)).raw(rounded(score, 4));
        row.raw(rounded(standing.mean_margin(), 2)).raw(rounded(rating.elo, 1));
        row.raw(rounded(plus(rating.elo, rating.error, -1), 1));
        row.raw(rounded(plus(rating.elo, rating.error, 1), 1));
        row.number(standing.faults).number(standing.lost_by_fault);
        row.text(standing.withdrawn ? "yes" : "no");
        if (reviewed) row.raw(rounded(all[entrant].percent(), 1)).number(all[entrant].moves);
        csv += row.line();
    }
    return csv;
}

std::string games_csv(const ReportData& data) {
    std::string csv =
        "game,round,south,north,start,rules,opening,moves,plies,margin,ending,loser,forfeited,"
        "faults_south,faults_north\n";
    for (const arena::TournamentGame& game : data.games) {
        CsvRow row;
        row.number(game.number + 1).number(game.round + 1);
        row.foreign(data.name_of(game.entrants[0])).foreign(data.name_of(game.entrants[1]));
        row.text(game.start).text(data.plan.rules).text(game.opening).text(game.moves);
        row.number(game.plies).number(game.margin).text(name(game.ending));
        game.loser ? row.text(to_text(*game.loser)) : row.empty();
        row.text(game.forfeited() ? "yes" : "no").number(game.faults[0]).number(game.faults[1]);
        csv += row.line();
    }
    return csv;
}

}  // namespace kalah::report
