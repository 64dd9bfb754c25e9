#include <algorithm>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/improvements.hpp"
#include "lab/writing.hpp"

namespace kalah::lab::improvements_parts {
namespace {

using report::Align;

/// The match in which a technique plays, and its place there; earlier versions let the book play
/// with the others.
struct Seat {
    const PlayedMatch* match = nullptr;
    const char* key = kGames;
    int entrant = 0;
    int opponent = 0;
};
std::optional<Seat> seat_of(const Results& results, const Technique& technique) {
    if (std::string_view(technique.name) == kPlain) return std::nullopt;
    for (const char* key : {kBook, kGames}) {
        const PlayedMatch& match = results.match(key);
        const auto entrant = match.entrant(technique.name);
        const auto plain = match.entrant(kPlain);
        if (entrant && plain && tally(match, *entrant, *plain).games() > 0)
            return Seat{&match, key, *entrant, *plain};
    }
    return std::nullopt;
}

/// Nodes of a technique as shares of another's, position by position; empty unless both have all
/// positions.
std::vector<double> node_shares(const Results& results, const char* technique, const char* other) {
    const auto& nodes = results.trials(key_of(technique));
    const auto& theirs = results.trials(key_of(other));
    if (nodes.size() != theirs.size()) return {};
    std::vector<double> shares;
    for (const auto& [position, count] : nodes) {
        const auto found = theirs.find(position);
        if (found == theirs.end() || found->second <= 0) return {};
        shares.push_back(count / found->second);
    }
    return shares;
}

/// Nodes as a multiple of another technique's, the geometric mean over positions; nothing unless
/// both have all positions.
std::optional<Estimate> node_ratio(const Results& results, const char* technique,
                                   const char* other) {
    return geometric_mean(node_shares(results, technique, other));
}

report::Table techniques_table(const Results& results) {
    report::Table table;
    std::string limit = results.parameter("limit");
    if (const auto& entrants = results.match(kGames).plan.entrants; !entrants.empty())
        limit = limit_text(entrants.front().spec);
    table.caption =
        fmt::format("Nodes to depth {} over {} positions; games against plain alpha-beta at {}",
                    results.parameter("depth"), results.trials(key_of(kPlain)).size(), limit);
    table.columns = {{"Technique", Align::left},
                     {"Nodes, all positions"},
                     {"Of plain: geometric mean in %, 95 % interval"},
                     {"Trees that differ"},
                     {"Won : lost"},
                     {"Score, 95 % interval"}};
    PValues values;
    for (const Technique& technique : kTechniques) {
        std::vector<report::Cell> row{technique.name, "-", "-", "-", "-", "-"};
        bool differs = true;
        const auto shares = node_shares(results, technique.name, kPlain);
        if (!shares.empty()) {
            row[1] = grouped(mean(results.of(key_of(technique.name))) * double(shares.size()));
            row[2] = estimate_text(geometric_mean(shares), 1, 100);
            const auto differing = std::count_if(shares.begin(), shares.end(),
                                                 [](double share) { return share != 1; });
            row[3] = fmt::format("{} of {}", differing, shares.size());
            differs = differing > 0;
        }
        values.emplace_back();
        if (const auto seat = seat_of(results, technique)) {
            const auto summary = encounter(*seat->match, seat->entrant, seat->opponent);
            row[4] = tally_text(tally(*seat->match, seat->entrant, seat->opponent));
            row[5] = score_text(summary);
            if (differs) values.back() = even_score(summary);
        }
        table.rows.push_back(row);
    }
    add_p_values(table, values);
    return table;
}

report::Charts techniques_chart(const Results& results) {
    std::vector<report::SpanRow> rows;
    for (const Technique& technique : kTechniques)
        if (const auto seat = seat_of(results, technique))
            rows.push_back(
                score_row(technique.name, encounter(*seat->match, seat->entrant, seat->opponent)));
    return score_chart("Score against plain alpha-beta at equal time", rows,
                       games_source(results, kGames) +
                           (results.match(kBook).games.empty() ? "" : " The book's: ") +
                           games_source(results, kBook));
}

/// How often the book chose a move: what its match says depends on it.
std::optional<report::Paragraph> book_text(const Results& results) {
    const auto technique =
        std::find_if(kTechniques.begin(), kTechniques.end(),
                     [](const Technique& each) { return each.what == What::book; });
    const auto seat = seat_of(results, *technique);
    if (!seat) return std::nullopt;
    int moves = 0;
    int games = 0;
    for (std::size_t i = 0; i < seat->match->games.size(); ++i) {
        if (!is_between(seat->match->games[i], seat->entrant, seat->opponent)) continue;
        ++games;
        for (const auto& note : seat->match->records[i].notes)
            if (note.source == MoveSource::book) ++moves;
    }
    return report::Paragraph{fmt::format(
        "The opening book chose {} moves in {} games: it knows the first two sowings of 6x6 and "
        "no more. {}",
        moves, games,
        seat->match->plan.openings == "1-ply"
            ? "So its games are a match of their own, in which one sowing is forced "
              "instead of two."
            : "With two sowings forced before, these games decide nothing about it.")};
}

report::Section techniques_section(const Results& results) {
    report::Section section{"techniques", "Each technique alone, and all together", {}};
    if (results.trials(key_of(kPlain)).empty()) return section;
    section.blocks.emplace_back(techniques_table(results));
    section.blocks.emplace_back(report::Paragraph{
        "All together is everything but step 3, which saves iterations that ordering and table "
        "live on. p is the probability of a score as far from 50 % between equals, corrected by "
        "Holm for all techniques that played. Where no tree differs, the games compare a program "
        "with itself and have no p."});
    if (auto book = book_text(results)) section.blocks.emplace_back(*book);
    section.blocks.emplace_back(techniques_chart(results));
    report::Table players;
    players.caption = "What plays under these names";
    players.columns = {{"Technique", Align::left}, {"Player", Align::left}};
    for (const Technique& technique : kTechniques)
        players.rows.push_back({technique.name, technique.player});
    section.blocks.emplace_back(players);
    return section;
}

std::optional<Answer> deepening_answer(const Results& results) {
    const auto plain = node_ratio(results, kPlain, kPlainAtOnce);
    const auto step = node_ratio(results, kStepThree, kPlainAtOnce);
    const auto strong = node_ratio(results, kStrong, kStrongAtOnce);
    const auto whole = node_ratio(results, kStrong, kPlainAtOnce);
    if (!plain || !step || !strong || !whole) return std::nullopt;
    const bool less = strong->high < plain->low || step->high < plain->low;
    return Answer{
        "Can the repeated work of iterative deepening be saved?",
        fmt::format(
            "{}. Plain deepening takes {} times the nodes of one search of the last depth, "
            "with step 3 {} times. With move ordering and a table, which remembers the best "
            "moves of the iteration before, it takes {} times those of one such search, and "
            "{} times those of one plain search (geometric means over positions, 95 % "
            "intervals).",
            strong->high < 1   ? "Yes, all of it and more"
            : !less            ? "Not shown"
            : strong->low <= 1 ? "In part; whether all of it, these positions do not show"
                               : "In part",
            estimate_text(plain, 2), estimate_text(step, 2), estimate_text(strong, 2),
            estimate_text(whole, 3))};
}

/// MTD(f), the alternative that needs no deepening: empty windows over a table.
std::optional<Answer> mtdf_answer(const Results& results) {
    const auto plain = node_ratio(results, kMtdfAtOnce, kMtdf);
    const auto strong = node_ratio(results, kStrongMtdfAtOnce, kStrongMtdf);
    const auto deepened = node_ratio(results, kStrongMtdfAtOnce, kStrong);
    if (!plain || !strong || !deepened) return std::nullopt;
    return Answer{
        "Does MTD(f) without deepening save it?",
        fmt::format("{}. MTD(f) of the last depth at once takes {} times the nodes of MTD(f) that "
                    "deepens, with move ordering {} times, and {} times those of alpha-beta that "
                    "deepens with ordering and table (geometric means over positions, 95 % "
                    "intervals).",
                    by_verdict(verdict(deepened, 1),
                               "No: it begins without a good guess and without best moves",
                               "Yes: it needs fewer nodes than the best search that deepens",
                               "Not decided"),
                    estimate_text(plain, 2), estimate_text(strong, 2), estimate_text(deepened, 2))};
}

}  // namespace

std::string key_of(const std::string& technique) {
    return "nodes/" + technique;
}

std::vector<Answer> answers(const Results& results) {
    std::vector<Answer> all;
    for (auto& answer : {deepening_answer(results), mtdf_answer(results)})
        if (answer) all.push_back(*answer);
    return all;
}

std::vector<report::Section> sections(const Results& results) {
    return {techniques_section(results)};
}

}  // namespace kalah::lab::improvements_parts
