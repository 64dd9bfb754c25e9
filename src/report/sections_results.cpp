#include <algorithm>

#include <fmt/format.h>

#include "report/charts.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

constexpr std::size_t kMostNamed = 4;

std::string interval(const std::optional<double>& low, const std::optional<double>& high,
                     int digits) {
    if (!low && !high) return "no interval: too few openings";
    if (!low) return "95 %: at most " + signed_number(high, digits);
    if (!high) return "95 %: at least " + signed_number(low, digits);
    return "95 %: " + signed_number(low, digits) + " to " + signed_number(high, digits);
}

Figures match_figures(const ReportData& data) {
    const arena::Summary& summary = data.summary;
    const auto& games = summary.games;
    Figures figures;
    figures.all.push_back(
        {"A\u2019s score", percent(summary.score),
         fmt::format("won {}, drew {}, lost {}", games.wins, games.draws, games.losses)});
    const bool comparable = !data.trees || !data.trees->none();
    if (comparable)
        figures.all.push_back({"Elo difference", signed_number(summary.elo, 0),
                               interval(summary.elo_low, summary.elo_high, 0)});
    figures.all.push_back({"Margin a game", signed_number(summary.margin.value, 2),
                           summary.margin.error
                               ? fmt::format("\u00B1 {:.2f} seeds", *summary.margin.error)
                               : "seeds, no interval"});
    if (comparable)
        figures.all.push_back({"Probability that A is stronger",
                               summary.superiority ? percent(*summary.superiority) : "\u2013",
                               "likelihood of superiority"});
    return figures;
}

Figures tournament_figures(const ReportData& data) {
    Figures figures;
    figures.all.push_back({"First place", names_text(data, leaders(data)),
                           points_from_games(data.standings.front())});
    figures.all.push_back({"Games played", std::to_string(data.played()),
                           data.forfeited() > 0 ? fmt::format("and {} forfeited", data.forfeited())
                                                : counted(data.plan.entrants.size(), "player")});
    if (data.summary.sample.pairs > 0)
        figures.all.push_back({"Playing first is worth",
                               signed_number(data.summary.first_player_margin.value, 2),
                               data.summary.first_player_margin.error
                                   ? fmt::format("\u00B1 {:.2f} seeds a game",
                                                 *data.summary.first_player_margin.error)
                                   : "seeds a game"});
    const auto lost = std::count_if(data.games.begin(), data.games.end(),
                                    [](const auto& game) { return game.loser.has_value(); });
    figures.all.push_back({"Lost by faults", std::to_string(lost), lost == 1 ? "game" : "games"});
    return figures;
}

Cell met(const Encounter& encounter) {
    if (encounter.games == 0) return "";
    const int forfeited = encounter.games - encounter.played;
    std::string below;
    if (encounter.played > 0)
        below = signed_number(static_cast<double>(encounter.margin) / encounter.played, 1);
    if (forfeited > 0) below += fmt::format("{}{} forfeited", below.empty() ? "" : ", ", forfeited);
    return {fmt::format("{} / {}", points_text(encounter.points), encounter.games), below};
}

/// For a match: A's Elo above B's, with its interval.
std::optional<Section> difference_section(const ReportData& data) {
    const arena::Summary& summary = data.summary;
    if (!summary.elo || (data.trees && data.trees->none())) return std::nullopt;
    constexpr double kBeyond = 100;  // Elo shown beyond the point where the interval has no end
    const bool open_low = summary.score_low && !summary.elo_low;
    const bool open_high = summary.score_high && !summary.elo_high;
    const double low = summary.elo_low.value_or(*summary.elo - (open_low ? kBeyond : 0));
    const double high = summary.elo_high.value_or(*summary.elo + (open_high ? kBeyond : 0));
    Table table;
    table.columns = {{"", Align::left}, {"Elo"}, {"95 % from"}, {"to"}};
    table.rows = {{"A against B", signed_number(summary.elo, 0), signed_number(summary.elo_low, 0),
                   signed_number(summary.elo_high, 0)}};
    const Described what{"Elo difference with its 95 % interval",
                         "The point is A\u2019s Elo above B\u2019s, the line its interval; a "
                         "dashed line with an arrow has no end."};
    SpanRow row{"A against B", signed_number(summary.elo, 0), *summary.elo, summary.elo_low,
                summary.elo_high};
    row.open_low = open_low;
    row.open_high = open_high;
    return Section{
        "ratings",
        "Elo difference",
        {Charts{
            {{what.title,
              span_chart(what, round_axis(std::min(low, 0.0), std::max(high, 0.0), 5), {row}, 0.0),
              std::move(table)}},
            Charts::Width::full}}};
}

Table intervals_of(const arena::Summary& summary) {
    Table table;
    table.caption = "Seen from A";
    table.columns = {{"", Align::left}, {"All games"}, {"A plays first"}, {"A plays second"}};
    const auto share = [](const arena::Mean& mean) {
        return percent(mean.value) + plus_minus(mean.error, 1, 100);
    };
    const auto seeds = [](const arena::Mean& mean) {
        return signed_number(mean.value, 2) + plus_minus(mean.error, 2);
    };
    const std::string range =
        summary.score_low && summary.score_high
            ? fmt::format(" ({} to {})", percent(*summary.score_low), percent(*summary.score_high))
            : "";
    table.rows.push_back({"Score", percent(summary.score) + range, share(summary.score_first),
                          share(summary.score_second)});
    table.rows.push_back({"Margin", seeds(summary.margin), seeds(summary.margin_first),
                          seeds(summary.margin_second)});
    return table;
}

Table evidence_of(const arena::SampleSize& sample) {
    Table table;
    table.caption = "What the games are worth as evidence";
    table.columns = {{"Games"},    {"distinct"}, {"Pairs"},
                     {"distinct"}, {"Openings"}, {"Worth, in pairs"}};
    table.rows.push_back({std::to_string(sample.games), std::to_string(sample.distinct_games),
                          std::to_string(sample.pairs), std::to_string(sample.distinct_pairs),
                          std::to_string(sample.openings),
                          fmt::format("{:.1f}", sample.effective_pairs)});
    return table;
}

/// Some ten points of the curve, the last one among them.
Table curve_table(const std::vector<double>& curve) {
    Table table;
    table.columns = {{"Pairs"}, {"LLR"}};
    const std::size_t step = curve.size() / 10 + 1;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if ((i + 1) % step == 0 || i + 1 == curve.size())
            table.rows.push_back({std::to_string(i + 1), signed_number(curve[i], 2)});
    return table;
}

}  // namespace

std::string names_text(const ReportData& data, const std::vector<int>& entrants) {
    const std::size_t named = entrants.size() > kMostNamed + 1 ? kMostNamed : entrants.size();
    std::string text;
    for (std::size_t i = 0; i < named; ++i) {
        const bool last = i + 1 == entrants.size();
        text += (i == 0 ? "" : last ? " and " : ", ") + data.name_of(entrants[i]);
    }
    if (named < entrants.size()) text += fmt::format(" and {} more", entrants.size() - named);
    return text;
}

std::vector<int> leaders(const ReportData& data) {
    std::vector<int> first;
    for (const arena::Standing& standing : data.standings)
        if (standing.rank == 1) first.push_back(standing.entrant);
    return first;
}

std::string points_from_games(const arena::Standing& standing) {
    return fmt::format("{} points from {}", points_text(standing.points),
                       games_text(static_cast<std::size_t>(standing.games),
                                  static_cast<std::size_t>(standing.played())));
}

Section overview(const ReportData& data) {
    Section section{"overview", "Overview"};
    if (!data.finished)
        section.blocks.emplace_back(Warning{
            fmt::format("Not finished: {} of {} games that are scheduled so far have been played. "
                        "\u201Ckalah resume\u201D goes on.",
                        data.games.size(), data.scheduled)});
    if (data.games.empty()) return section;
    if (data.is_match())
        section.blocks.emplace_back(
            Paragraph{fmt::format("A is {}, B is {}.", data.name_of(0), data.name_of(1))});
    if (!data.is_match())
        section.blocks.emplace_back(tournament_figures(data));
    else if (data.played() > 0)
        section.blocks.emplace_back(match_figures(data));
    if (data.is_match() && data.forfeited() > 0)
        section.blocks.emplace_back(Warning{
            fmt::format("{} of {} were forfeited: their losers made no move. They count in the "
                        "standings only.",
                        data.forfeited(), counted(data.games.size(), "game"))});
    if (const auto warning = load_warning(data)) section.blocks.emplace_back(*warning);
    if (const auto warning = arena::repeat_warning(data.summary.sample))
        section.blocks.emplace_back(Warning{"Repeated games: " + *warning + "."});
    return section;
}

Section standings_section(const ReportData& data) {
    Section section{"standings", "Standings"};
    const bool swiss = data.plan.kind == arena::Kind::swiss;
    Table table;
    table.columns = {{"#"},   {"Player", Align::left}, {"Points"}, {"Played"}, {"Won"}, {"Drew"},
                     {"Lost"}};
    if (data.forfeited() > 0) table.columns.push_back({"Forfeits"});
    if (swiss) table.columns.push_back({"Buchholz"});
    table.columns.push_back({"Margin"});
    // For a match, the difference says it all.
    if (!data.is_match()) table.columns.push_back({"Rating"});
    table.columns.push_back({"Lost by faults"});
    for (const arena::Standing& standing : data.standings) {
        const auto entrant = static_cast<std::size_t>(standing.entrant);
        const auto& spec = data.plan.entrants[entrant].spec;
        const std::string& named = data.name_of(standing.entrant);
        std::string below = spec == named ? "" : spec;
        if (standing.withdrawn) below += below.empty() ? "withdrawn" : ", withdrawn";
        std::vector<Cell> row = {std::to_string(standing.rank),  {named, below},
                                 points_text(standing.points),   std::to_string(standing.played()),
                                 std::to_string(standing.wins),  std::to_string(standing.draws),
                                 std::to_string(standing.losses)};
        if (!data.pages.empty()) row[1].link = "players/" + data.pages[entrant];
        if (data.forfeited() > 0)
            row.emplace_back(
                fmt::format("{} won, {} lost", standing.forfeits_won, standing.forfeits_lost));
        if (swiss) row.emplace_back(points_text(standing.buchholz));
        const auto& rating = data.ratings.players[entrant];
        const auto margin = standing.mean_margin();
        row.emplace_back(margin ? signed_number(*margin, 2) : "");
        if (!data.is_match())
            row.emplace_back(margin ? signed_number(rating.elo, 0) + plus_minus(rating.error, 0)
                                    : "");
        row.emplace_back(std::to_string(standing.lost_by_fault));
        table.rows.push_back(std::move(row));
    }
    section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(Paragraph{
        "Margin: seeds more than the opponent, a game. Lost by faults: games. Faults that "
        "cost no game are counted in the section Faults only."});
    if (data.forfeited() > 0)
        section.blocks.emplace_back(Paragraph{
            "Forfeits: games whose loser made no move. They bring points, but were not played on "
            "the board, and count in no margin, rating or other figure. A player that is "
            "withdrawn, or never made a move, wins nothing by them."});
    return section;
}

std::optional<Section> crosstable(const ReportData& data) {
    if (data.is_match() || data.games.empty()) return std::nullopt;
    Section section{"crosstable", "Crosstable"};
    Table table;
    table.columns = {{"#"}, {"Player", Align::left}};
    for (std::size_t i = 0; i < data.standings.size(); ++i)
        table.columns.push_back({std::to_string(i + 1)});
    for (std::size_t i = 0; i < data.standings.size(); ++i) {
        const int own = data.standings[i].entrant;
        std::vector<Cell> row = {std::to_string(i + 1), data.name_of(own)};
        for (const auto& other : data.standings)
            row.push_back(other.entrant == own
                              ? Cell("\u00B7")
                              : met(data.encounters[static_cast<std::size_t>(own)]
                                                   [static_cast<std::size_t>(other.entrant)]));
        table.rows.push_back(std::move(row));
    }
    section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(
        Paragraph{"Each cell: points of the row\u2019s player against the column\u2019s / number "
                  "of games, and below it the mean margin in seeds."});
    return section;
}

std::optional<Section> ratings_section(const ReportData& data) {
    if (data.played() == 0) return std::nullopt;
    if (data.is_match()) return difference_section(data);
    std::vector<SpanRow> rows;
    Table table;
    table.columns = {{"Player", Align::left}, {"Rating"}, {"95 % from"}, {"to"}};
    double low = 0;
    double high = 0;
    for (const arena::Standing& standing : data.standings) {
        const auto& rating = data.ratings.players[static_cast<std::size_t>(standing.entrant)];
        if (!rating.elo || standing.played() == 0) continue;
        const double error = rating.error.value_or(0);
        rows.push_back({data.name_of(standing.entrant),
                        signed_number(rating.elo, 0) + plus_minus(rating.error, 0), *rating.elo,
                        *rating.elo - error, *rating.elo + error});
        table.rows.push_back({data.name_of(standing.entrant), signed_number(rating.elo, 0),
                              signed_number(*rating.elo - error, 0),
                              signed_number(*rating.elo + error, 0)});
        low = std::min(low, *rating.elo - error);
        high = std::max(high, *rating.elo + error);
    }
    if (rows.empty()) return std::nullopt;
    std::stable_sort(rows.begin(), rows.end(),
                     [](const SpanRow& x, const SpanRow& y) { return x.point > y.point; });
    Section section{"ratings", "Ratings"};
    const Described what{
        "Ratings in Elo with 95 % intervals",
        "One row a player, best first: the point is the rating, the line its interval."};
    section.blocks.emplace_back(Charts{
        {{what.title, span_chart(what, round_axis(low, high, 5), rows, 0.0), std::move(table)}},
        Charts::Width::full});
    section.blocks.emplace_back(Paragraph{
        "By the Bradley\u2013Terry model over distinct games; the mean of all players is "
        "0, and each is credited with one draw against an average player, so that no rating is "
        "infinite."});
    if (!data.ratings.connected())
        section.blocks.emplace_back(Warning{
            "Some players are not connected by any games: their ratings cannot be compared."});
    return section;
}

std::optional<Section> pairs_section(const ReportData& data) {
    if (!data.is_match() || data.played() == 0) return std::nullopt;
    Section section{"pairs", "Pairs"};
    const arena::Pentanomial& pairs = data.summary.pairs;
    if (pairs.pairs() > 0) {
        const std::vector<std::pair<const char*, int>> counts = {
            {"0", pairs.lost_both},
            {"\u00BD", pairs.lost_and_drew},
            {"1", pairs.drew_both + pairs.won_and_lost},
            {"1\u00BD", pairs.won_and_drew},
            {"2", pairs.won_both}};
        std::vector<Bar> bars;
        for (std::size_t i = 0; i < counts.size(); ++i)
            bars.push_back(
                {static_cast<double>(counts[i].second),
                 i < 2   ? Tone::b
                 : i > 2 ? Tone::a
                         : Tone::even,
                 counts[i].first,
                 fmt::format("{} points of A: {}", counts[i].first,
                             counted(static_cast<std::size_t>(counts[i].second), "pair"))});
        Table table;
        table.columns = {{"A\u2019s points", Align::left}, {"Pairs"}};
        table.rows = {{"0, lost both", std::to_string(pairs.lost_both)},
                      {"\u00BD, lost and drew", std::to_string(pairs.lost_and_drew)},
                      {"1, drew both", std::to_string(pairs.drew_both)},
                      {"1, won and lost", std::to_string(pairs.won_and_lost)},
                      {"1\u00BD, won and drew", std::to_string(pairs.won_and_drew)},
                      {"2, won both", std::to_string(pairs.won_both)}};
        const Described what{"Pairs by A\u2019s points",
                             "How many pairs of games brought A 0, 1/2, 1, 1 1/2 and 2 points."};
        section.blocks.emplace_back(
            Charts{{{what.title, bar_chart(what, bars), std::move(table)}}, Charts::Width::half});
    }
    section.blocks.emplace_back(intervals_of(data.summary));
    section.blocks.emplace_back(evidence_of(data.summary.sample));
    section.blocks.emplace_back(
        Paragraph{"Every opening is played twice with sides swapped; the two games are a pair. "
                  "Intervals are 95 %, "
                  "over openings."});
    return section;
}

std::optional<Section> sprt_section(const ReportData& data) {
    if (!data.sprt) return std::nullopt;
    const arena::Sprt& test = data.sprt->test();
    const arena::SprtOptions& options = test.options();
    Section section{"sprt", "Sequential test"};
    Figures figures;
    figures.all = {{"Verdict", std::string(name(test.decision())),
                    fmt::format("that A is better by {:g} Elo rather than by {:g}", options.elo1,
                                options.elo0)},
                   {"LLR", signed_number(test.llr(), 2),
                    fmt::format("bounds {} and {}", signed_number(options.lower(), 2),
                                signed_number(options.upper(), 2))},
                   {"Pairs", std::to_string(data.sprt->curve().size()), "that count"}};
    section.blocks.emplace_back(std::move(figures));
    const Described what{
        "Log-likelihood ratio after each pair",
        fmt::format("Ends at {:.2f}; the bounds are {:.2f} and {:.2f}: {}.", test.llr(),
                    options.lower(), options.upper(), name(test.decision()))};
    const std::vector<Bound> bounds = {
        {options.upper(), fmt::format("accept {} Elo", signed_number(options.elo1, 0)), Tone::a},
        {options.lower(), fmt::format("accept {} Elo", signed_number(options.elo0, 0)), Tone::b}};
    section.blocks.emplace_back(
        Charts{{{what.title, line_chart(what, data.sprt->curve(), bounds, "pairs"),
                 curve_table(data.sprt->curve())}},
               Charts::Width::full});
    section.blocks.emplace_back(
        Paragraph{fmt::format("The test ends the match when the ratio reaches a bound; it is wrong "
                              "in at most {:g} % and {:g} % of "
                              "matches if one of the two is true. Elo figures of matches that end "
                              "this way are a little too far "
                              "from 0.",
                              100 * options.alpha, 100 * options.beta)});
    return section;
}

}  // namespace kalah::report
