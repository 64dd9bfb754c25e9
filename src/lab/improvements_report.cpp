#include <algorithm>

#include <fmt/format.h>

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

/// Nodes of a technique as shares of another's, position by position; all positions of both, or
/// nothing.
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

/// Nodes of all positions as a multiple of another's; nothing unless both have all.
std::optional<double> node_ratio(const Results& results, const char* technique, const char* other) {
    if (node_shares(results, technique, other).empty()) return std::nullopt;
    return mean(results.of(key_of(technique))) / mean(results.of(key_of(other)));
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
                     {"Of plain (median)"},
                     {"Won : lost"},
                     {"Score, 95 % interval"}};
    for (const Technique& technique : kTechniques) {
        std::vector<report::Cell> row{technique.name, "-", "-", "-", "-"};
        const auto shares = node_shares(results, technique.name, kPlain);
        if (!shares.empty()) {
            row[1] = grouped(mean(results.of(key_of(technique.name))) * double(shares.size()));
            row[2] = percent_text(100 * median(shares));
        }
        if (const auto seat = seat_of(results, technique)) {
            row[3] = tally_text(tally(*seat->match, seat->entrant, seat->opponent));
            row[4] = score_text(encounter(*seat->match, seat->entrant, seat->opponent));
        }
        table.rows.push_back(row);
    }
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

/// How often the book was asked and knew: what its match says depends on it.
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
        "live on."});
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

/// The interval of the first's score against 50 %, in words.
struct Verdict {
    enum class Which : std::uint8_t { better, worse, open } which = Which::open;
    std::string numbers;  // "scored 55.0 % (45.1 to 64.2) in 120 games"
};
std::optional<Verdict> verdict_of(const Results& results, const char* key) {
    const PlayedMatch& match = results.match(key);
    if (!match.finished) return std::nullopt;
    const arena::Summary summary = encounter(match, 0, 1);
    if (summary.sample.games == 0) return std::nullopt;
    Verdict verdict;
    if (summary.score_low.value_or(0) > 0.5) verdict.which = Verdict::Which::better;
    if (summary.score_high.value_or(1) < 0.5) verdict.which = Verdict::Which::worse;
    verdict.numbers =
        fmt::format("scored {:.1f} %{} in {} games at {}", 100 * summary.score,
                    summary.score_low && summary.score_high
                        ? fmt::format(" (95 % interval {:.1f} to {:.1f})", 100 * *summary.score_low,
                                      100 * *summary.score_high)
                        : "",
                    summary.sample.games, limit_text(match.plan.entrants[0].spec));
    return verdict;
}

std::optional<report::Paragraph> pruning_answer(const Results& results) {
    const auto verdict = verdict_of(results, kPruning);
    if (!verdict) return std::nullopt;
    const char* answer = verdict->which == Verdict::Which::better  ? "Yes"
                         : verdict->which == Verdict::Which::worse ? "No, it costs games"
                                                                   : "Not decided";
    return report::Paragraph{fmt::format(
        "Does knowledge-based pruning pay with better values? {}. With our fitted evaluation for "
        "both, knowledge-based alpha-beta {} against plain alpha-beta{}.",
        answer, verdict->numbers,
        verdict->which == Verdict::Which::open
            ? ": the interval holds 50 %, so that a gain or a loss, if there is one, is smaller "
              "than these games can show"
            : "")};
}

std::optional<report::Paragraph> utility_answer(const Results& results) {
    const auto verdict = verdict_of(results, kUtility);
    if (!verdict) return std::nullopt;
    const char* answer = verdict->which == Verdict::Which::better ? "Yes: it is even the better one"
                         : verdict->which == Verdict::Which::worse
                             ? "No: the knowledge-based one wins more"
                             : "Not decided";
    return report::Paragraph{fmt::format(
        "Does the simple utility suffice once the search is strong? {}. MTD(f) with move ordering, "
        "table, cut-off and futility {} with the simple utility against itself with the "
        "knowledge-based one{}.",
        answer, verdict->numbers,
        verdict->which == Verdict::Which::open
            ? ": the interval holds 50 %, so that neither is shown to be better"
            : "")};
}

std::optional<report::Paragraph> deepening_answer(const Results& results) {
    const auto plain = node_ratio(results, kPlain, kPlainAtOnce);
    const auto step = node_ratio(results, kStepThree, kPlainAtOnce);
    const auto strong = node_ratio(results, kStrong, kStrongAtOnce);
    const auto whole = node_ratio(results, kStrong, kPlainAtOnce);
    if (!plain || !step || !strong || !whole) return std::nullopt;
    const char* answer = *strong <= 1                         ? "Yes, all of it and more"
                         : *strong < *plain || *step < *plain ? "In part"
                                                              : "No, not by these means";
    return report::Paragraph{fmt::format(
        "Can the repeated work of iterative deepening be saved? {}. Plain deepening takes {:.2f} "
        "times the nodes of one search of the last depth, with step 3 {:.2f} times. With move "
        "ordering and a table, which remembers the best moves of the iteration before, it takes "
        "{:.2f} times those of one such search, and {:.3f} times those of one plain search.",
        answer, *plain, *step, *strong, *whole)};
}

report::Section questions_section(const Results& results) {
    report::Section section{"questions", "The thesis's open questions", {}};
    for (const auto& answer :
         {pruning_answer(results), utility_answer(results), deepening_answer(results)})
        if (answer) section.blocks.emplace_back(*answer);
    report::Table table;
    table.columns = {{"First", Align::left},
                     {"Second", Align::left},
                     {"Won : lost"},
                     {"Score of the first, 95 % interval"}};
    for (const char* key : {kPruning, kUtility}) {
        const PlayedMatch& match = results.match(key);
        if (match.games.empty()) continue;
        const auto& entrants = match.plan.entrants;
        table.rows.push_back({{entrants[0].name, entrants[0].spec},
                              {entrants[1].name, entrants[1].spec},
                              tally_text(tally(match, 0, 1)),
                              score_text(encounter(match, 0, 1))});
    }
    if (!table.rows.empty()) section.blocks.emplace_back(table);
    return section;
}

}  // namespace

std::string key_of(const std::string& technique) {
    return "nodes/" + technique;
}

std::vector<report::Section> sections(const Results& results) {
    return {techniques_section(results), questions_section(results)};
}

}  // namespace kalah::lab::improvements_parts
