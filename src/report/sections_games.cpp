#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/charts.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

using arena::TournamentGame;

struct Bin {
    int low = 0;   // the values from here ..
    int high = 0;  // .. to here
    int count = 0;
};

/// Values in some 20 bins of equal width; no bin reaches from below 0 to above it. If all values
/// are even, as margins on a board with an even number of seeds are, the bins skip the odd ones.
std::vector<Bin> bins_of(const std::vector<int>& values) {
    if (values.empty()) return {};
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const int step =
        std::all_of(values.begin(), values.end(), [](int value) { return value % 2 == 0; }) ? 2 : 1;
    int width = step;
    for (const int wider : {2, 4, 8, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000})
        if ((*most - *least) / width >= 24) width = std::max(width, wider);
    const auto below = [&](int value) { return value - ((value % width) + width) % width; };
    std::vector<Bin> bins;
    for (int low = below(*least); low <= *most; low += width)
        bins.push_back({low, low + width - step});
    for (const int value : values)
        ++bins[static_cast<std::size_t>((below(value) - bins.front().low) / width)].count;
    return bins;
}

std::string range_text(const Bin& bin) {
    const auto number = [](int value) {
        return (value < 0 ? "\u2212" : "") + std::to_string(std::abs(value));
    };
    return bin.low == bin.high ? number(bin.low) : number(bin.low) + " to " + number(bin.high);
}

enum class Coloured : bool { no, by_sign };

Chart histogram(const Described& what, const std::vector<int>& values, const std::string& unit,
                Coloured coloured) {
    const auto bins = bins_of(values);
    const std::size_t step = bins.size() / 6 + 1;
    std::vector<Bar> bars;
    Table table;
    table.columns = {{unit}, {"Games"}};
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const Bin& bin = bins[i];
        const Tone tone = coloured == Coloured::no        ? Tone::plain
                          : bin.low == 0 && bin.high == 0 ? Tone::even
                          : bin.high > 0                  ? Tone::a
                                                          : Tone::b;
        const bool labelled = i % step == 0;
        bars.push_back({static_cast<double>(bin.count), tone, labelled ? short_number(bin.low) : "",
                        fmt::format("{}: {}", range_text(bin),
                                    counted(static_cast<std::size_t>(bin.count), "game"))});
        if (bin.count > 0) table.rows.push_back({range_text(bin), std::to_string(bin.count)});
    }
    return {what.title,
            bar_chart(what, bars,
                      bins.empty() || bins.front().low == bins.front().high ? Labels::under_bars
                                                                            : Labels::under_edges),
            std::move(table)};
}

/// Margins of one entrant, against another or all.
std::vector<int> margins(const std::vector<TournamentGame>& games, int own,
                         std::optional<int> against) {
    std::vector<int> all;
    for (const TournamentGame& game : games) {
        const bool plays = game.entrants[0] == own || game.entrants[1] == own;
        const int other = game.entrants[0] == own ? game.entrants[1] : game.entrants[0];
        if (plays && (!against || other == *against) && !game.forfeited())
            all.push_back(game.margin_of(own));
    }
    return all;
}

Chart margin_chart(const ReportData& data, int own, std::optional<int> against) {
    Described what{against ? fmt::format("{} against {}", data.name_of(own), data.name_of(*against))
                           : data.name_of(own),
                   "How often a game ended with which margin, in seeds of the one named first."};
    return histogram(what, margins(data.games, own, against), "Margin", Coloured::by_sign);
}

/// "a – b, c – d and 3 more"
std::string pairings_text(const ReportData& data, const OpeningData& opening) {
    constexpr std::size_t kNamed = 3;
    std::string text;
    std::size_t named = 0;
    for (const auto& [a, b] : opening.pairings) {
        if (named == kNamed) break;
        text += fmt::format("{}{} \u2013 {}", named++ > 0 ? ", " : "", data.name_of(a),
                            data.name_of(b));
    }
    if (opening.pairings.size() > named)
        text += fmt::format(" and {} more", opening.pairings.size() - named);
    return text;
}

std::vector<Cell> opening_row(const ReportData& data, const OpeningData& opening) {
    const std::string& board = data.plan.boards[static_cast<std::size_t>(opening.board)];
    std::string moves = opening.opening.empty() ? "(none)" : opening.opening;
    Cell named(board == opening.start ? moves : opening.start + " " + moves);
    if (data.can_replay(opening.example)) named.game = GamePlace{opening.example, 0};
    std::vector<Cell> row{named, board, std::to_string(opening.games),
                          percent(opening.points / opening.games),
                          signed_number(opening.mean_margin(), 1)};
    if (!data.is_match()) row.emplace_back(pairings_text(data, opening));
    return row;
}

}  // namespace

std::optional<Section> margins_section(const ReportData& data) {
    constexpr std::size_t kMostPairings = 10;
    constexpr std::size_t kMostPlayers = 24;
    if (data.played() == 0) return std::nullopt;
    Section section{"margins", "Margins"};
    Charts charts;
    if (data.is_match()) charts.width = Charts::Width::full;
    const std::size_t count = data.standings.size();
    std::vector<std::pair<int, int>> pairings;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) {
            const int a = data.is_match() ? 0 : data.standings[i].entrant;
            const int b = data.is_match() ? 1 : data.standings[j].entrant;
            if (data.encounters[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)].played >
                0)
                pairings.emplace_back(a, b);
        }
    if (pairings.size() <= kMostPairings) {
        for (const auto& [a, b] : pairings) charts.all.push_back(margin_chart(data, a, b));
    } else {
        for (std::size_t i = 0; i < std::min(count, kMostPlayers); ++i)
            if (data.standings[i].played() > 0)
                charts.all.push_back(margin_chart(data, data.standings[i].entrant, std::nullopt));
    }
    section.blocks.emplace_back(std::move(charts));
    section.blocks.emplace_back(Paragraph{
        "Seeds of the player named first minus those of the other: wins are right of 0. A "
        "player who loses by a fault in the middle of a game loses all seeds; games that were "
        "forfeited are left out."});
    return section;
}

std::optional<Section> lengths_section(const ReportData& data) {
    if (data.played() == 0) return std::nullopt;
    Section section{"lengths", "Length"};
    Charts charts;
    charts.width = data.plan.boards.size() == 1 ? Charts::Width::full : Charts::Width::half;
    for (std::size_t board = 0; board < data.plan.boards.size(); ++board) {
        std::vector<int> plies;
        for (const TournamentGame& game : data.games)
            if (static_cast<std::size_t>(game.board) == board && !game.forfeited())
                plies.push_back(game.plies);
        if (plies.empty()) continue;
        const Described what{
            "Moves a game on " + data.plan.boards[board],
            "How many games took how many moves of both sides, forced ones included."};
        charts.all.push_back(histogram(what, plies, "Moves", Coloured::no));
    }
    section.blocks.emplace_back(std::move(charts));
    return section;
}

std::optional<Section> openings_section(const ReportData& data) {
    constexpr std::size_t kEnds = 8;
    if (data.played() == 0) return std::nullopt;
    Section section{"openings", "Openings"};
    const arena::Summary& all = data.summary;
    if (all.sample.pairs > 0)
        section.blocks.emplace_back(Paragraph{fmt::format(
            "The player who moves first scores {}{} and gets {}{} seeds more than the opponent a "
            "game, over {} played from both sides.",
            percent(all.first_player_score.value), plus_minus(all.first_player_score.error, 1, 100),
            signed_number(all.first_player_margin.value, 2),
            plus_minus(all.first_player_margin.error, 2),
            counted(data.openings.size(), "opening"))});
    const auto table_of = [&](const std::string& caption, std::size_t from, std::size_t to) {
        Table table;
        table.caption = caption;
        table.columns = {
            {"Opening", Align::left}, {"Board", Align::left}, {"Games"}, {"Score"}, {"Margin"}};
        if (!data.is_match()) table.columns.push_back({"Played by", Align::left});
        for (std::size_t i = from; i < to; ++i)
            table.rows.push_back(opening_row(data, data.openings[i]));
        return table;
    };
    if (!data.is_match())
        section.blocks.emplace_back(Paragraph{
            data.plan.kind == arena::Kind::round_robin
                ? "Pairings draw different openings, so that every player meets the same ones."
                : "Every pairing draws openings of its own."});
    const std::size_t count = data.openings.size();
    if (count <= 2 * kEnds) {
        section.blocks.emplace_back(
            table_of("By opening, for the player who moves first", 0, count));
    } else {
        section.blocks.emplace_back(table_of("Best for the player who moves first", 0, kEnds));
        section.blocks.emplace_back(
            table_of("Worst for the player who moves first", count - kEnds, count));
    }
    return section;
}

std::optional<Section> games_section(const ReportData& data) {
    if (data.games.empty()) return std::nullopt;
    return Section{"games", "Games", {GameList{}}};
}

}  // namespace kalah::report
