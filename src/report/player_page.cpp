#include "report/player_page.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/text.hpp"
#include "kalah/notation.hpp"
#include "kalah/rules.hpp"
#include "players/thought.hpp"
#include "report/sections.hpp"
#include "report/svg.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

using arena::TournamentGame;
using players::JudgedMove;

constexpr std::size_t kWorst = 5;

bool plays(const TournamentGame& game, int entrant) {
    return game.entrants[0] == entrant || game.entrants[1] == entrant;
}

int opponent_of(const TournamentGame& game, int entrant) {
    return game.entrants[game.entrants[0] == entrant ? 1 : 0];
}

/// Results of games, forfeited ones apart.
struct Score {
    int games = 0;
    std::array<int, 3> played = {};  // lost, drew, won
    int forfeited = 0;
    double points = 0;
    long margin = 0;  // of those that were played

    void add(const TournamentGame& game, int entrant) {
        ++games;
        points += game.points_of(entrant);
        if (game.forfeited()) {
            ++forfeited;
            return;
        }
        const int own = game.margin_of(entrant);
        ++played[own > 0 ? 2 : own == 0 ? 1 : 0];
        margin += own;
    }
    [[nodiscard]] std::string margin_text() const {
        const int count = games - forfeited;
        return count > 0 ? signed_number(static_cast<double>(margin) / count, 1) : "";
    }
};

Cell game_cell(const ReportData& data, std::size_t number, std::size_t ply) {
    Cell cell(std::to_string(number + 1));
    if (data.can_replay(number)) cell.game = GamePlace{number, ply};
    return cell;
}

Section overview_of(const ReportData& data, int entrant, std::size_t place) {
    const arena::Standing& standing = data.standings[place];
    const auto& rating = data.ratings.players[static_cast<std::size_t>(entrant)];
    Figures figures;
    figures.all.push_back(
        {"Place", std::to_string(standing.rank), fmt::format("of {}", data.standings.size())});
    figures.all.push_back({"Points", points_text(standing.points),
                           "from " + games_text(static_cast<std::size_t>(standing.games),
                                                static_cast<std::size_t>(standing.played()))});
    if (standing.played() > 0 && rating.elo)
        figures.all.push_back(
            {"Rating", signed_number(rating.elo, 0),
             rating.error ? fmt::format("\u00B1 {:.0f} Elo", *rating.error) : "Elo"});
    if (data.reviews) {
        const auto accuracy = accuracies(data)[static_cast<std::size_t>(entrant)];
        if (accuracy.percent())
            figures.all.push_back(
                {"Accuracy", fmt::format("{:.1f}", *accuracy.percent()),
                 fmt::format("over {}",
                             counted(static_cast<std::size_t>(accuracy.moves), "move"))});
    }
    figures.all.push_back(
        {"Lost by faults", std::to_string(standing.lost_by_fault),
         fmt::format("{} noted", counted(static_cast<std::size_t>(standing.faults), "fault"))});
    Section section{"overview", "Overview", {std::move(figures)}};
    if (standing.withdrawn)
        section.blocks.emplace_back(Warning{"Withdrawn after too many faults."});
    if (!data.finished) section.blocks.emplace_back(Warning{"The tournament is not finished."});
    if (const auto warning = load_warning(data)) section.blocks.emplace_back(*warning);
    return section;
}

Section opponents_of(const ReportData& data, int entrant) {
    std::map<int, Score> scores;
    for (const TournamentGame& game : data.games)
        if (plays(game, entrant)) scores[opponent_of(game, entrant)].add(game, entrant);
    Table table;
    table.columns = {{"Opponent", Align::left},
                     {"Games"},
                     {"Won"},
                     {"Drew"},
                     {"Lost"},
                     {"Forfeited"},
                     {"Points"},
                     {"Margin"}};
    for (const arena::Standing& standing : data.standings) {
        const auto found = scores.find(standing.entrant);
        if (found == scores.end()) continue;
        const Score& score = found->second;
        Cell named(data.name_of(standing.entrant));
        named.link = data.pages[static_cast<std::size_t>(standing.entrant)];
        table.rows.push_back({named, std::to_string(score.games), std::to_string(score.played[2]),
                              std::to_string(score.played[1]), std::to_string(score.played[0]),
                              std::to_string(score.forfeited), points_text(score.points),
                              score.margin_text()});
    }
    return {"opponents",
            "Results by opponent",
            {std::move(table),
             Paragraph{"Opponents in the order of the standings. Margin: seeds more than the "
                       "opponent, a game. Forfeited: games whose loser made no move."}}};
}

/// "2 seeds", "about 2.3 seeds"
std::string cost_text(const JudgedMove& move) {
    if (!move.exact) return fmt::format("about {:.1f} seeds", move.cost);
    return counted(static_cast<std::size_t>(move.cost), "seed");
}

/// "proved by the solver", "an estimate by search". The solver may have proved bounds of a value
/// that is an estimate.
std::string certainty(const players::JudgedMove& move) {
    using players::ValueSource;
    const std::string source = move.source == ValueSource::search     ? "search"
                               : move.source == ValueSource::database ? "the endgame database"
                               : move.source == ValueSource::book     ? "the opening book"
                               : move.source == ValueSource::result   ? "the result of the game"
                                                                      : "the solver";
    if (move.exact) return "proved by " + source;
    return move.source == ValueSource::search ? "an estimate by search"
                                              : "an estimate within bounds proved by " + source;
}

void describe(Section& section, const ReportData& data, const TournamentGame& game,
              const JudgedMove& move) {
    const int entrant = game.entrants[static_cast<std::size_t>(move.mover())];
    section.blocks.emplace_back(
        Heading{fmt::format("Game {}, move {}: {}, costs {}", game.number + 1, move.ply + 1,
                            name(move.grade), cost_text(move))});
    const std::string change(move.change());
    section.blocks.emplace_back(Paragraph{fmt::format(
        "As {}, against {}: {} was played, {} is better ({}{} seeds, {}){}. Best play: {}",
        to_text(move.mover()), data.name_of(opponent_of(game, entrant)), move.pit + 1,
        move.best + 1, move.exact ? "" : "about ", signed_number(move.score, move.exact ? 0 : 1),
        certainty(move), change.empty() ? "" : "; " + change,
        players::best_play_text(parse_rules(data.plan.rules)->rules, move))});
    section.blocks.emplace_back(Diagram{move.board, move.pit, move.best});
    Table place;
    place.columns = {{"", Align::left}, {"", Align::left}};
    place.rows = {{"Game", game_cell(data, game.number, move.ply)},
                  {"Position", to_text(move.board)}};
    section.blocks.emplace_back(std::move(place));
}

std::optional<Section> worst_moves_of(const ReportData& data, int entrant) {
    if (!data.reviews) return std::nullopt;
    std::vector<std::pair<const TournamentGame*, const JudgedMove*>> moves;
    for (const TournamentGame& game : data.games) {
        const auto found = data.reviews->find(game.number);
        if (found == data.reviews->end() || !plays(game, entrant)) continue;
        for (const JudgedMove& move : found->second)
            if (game.entrants[static_cast<std::size_t>(move.mover())] == entrant)
                moves.emplace_back(&game, &move);
    }
    moves = players::worst_moves(
        std::move(moves), kWorst,
        [](const auto& placed) -> const JudgedMove& { return *placed.second; });
    Section section{"moves", "Worst moves"};
    const auto all = accuracies(data);
    if (all[static_cast<std::size_t>(entrant)].moves == 0) {
        section.blocks.emplace_back(Paragraph{"No move to judge: none was the player\u2019s own."});
        return section;
    }
    section.blocks.emplace_back(accuracy_table(data, all, {entrant}));
    if (moves.empty()) section.blocks.emplace_back(Paragraph{"No move cost anything."});
    for (const auto& [game, move] : moves) describe(section, data, *game, *move);
    section.blocks.emplace_back(words_explained());
    return section;
}

std::optional<Section> times_of(const ReportData& data, int entrant) {
    const Spread& spread = data.thinking[static_cast<std::size_t>(entrant)];
    if (spread.count == 0) return std::nullopt;
    const auto limit = data.limits[static_cast<std::size_t>(entrant)];
    const auto share = [&](double seconds) {
        return limit && limit->count() > 0
                   ? fmt::format("{} of the limit",
                                 percent(seconds / std::chrono::duration<double>(*limit).count()))
                   : std::string("a move");
    };
    Figures figures;
    figures.all = {{"Mean", time_text(spread.mean), share(spread.mean)},
                   {"Median", time_text(spread.median), share(spread.median)},
                   {"95 % within", time_text(spread.high), share(spread.high)},
                   {"Longest", time_text(spread.most), share(spread.most)}};
    Section section{"times", "Time used", {std::move(figures)}};
    section.blocks.emplace_back(Paragraph{
        fmt::format("{}, each by the player\u2019s own choice. {}", counted(spread.count, "move"),
                    limit ? fmt::format("The limit is {} a move.",
                                        time_text(std::chrono::duration<double>(*limit).count()))
                          : std::string("There is no limit by time."))});
    return section;
}

std::optional<Section> openings_of(const ReportData& data, int entrant) {
    constexpr std::size_t kMost = 40;
    std::map<std::tuple<int, std::string, std::string>, std::array<Score, 2>> scores;
    for (const TournamentGame& game : data.games) {
        if (!plays(game, entrant) || game.forfeited()) continue;
        const bool first = game.entrants[static_cast<std::size_t>(game.begins)] == entrant;
        scores[{game.board, game.start, game.opening}][first ? 0 : 1].add(game, entrant);
    }
    if (scores.empty()) return std::nullopt;
    Table table;
    table.columns = {
        {"Opening", Align::left}, {"Plays", Align::left}, {"Games"}, {"Points"}, {"Margin"}};
    std::size_t rows = 0;
    for (const auto& [key, both] : scores)
        for (std::size_t i = 0; i < 2; ++i) {
            const auto& [board, start, opening] = key;
            if (both[i].games == 0 || ++rows > kMost) continue;
            table.rows.push_back({start + " " + (opening.empty() ? "(none)" : opening),
                                  i == 0 ? "first" : "second", std::to_string(both[i].games),
                                  points_text(both[i].points), both[i].margin_text()});
        }
    Section section{"openings", "Openings", {std::move(table)}};
    if (rows > kMost)
        section.blocks.emplace_back(
            Paragraph{fmt::format("The first {} of {} rows.", kMost, rows)});
    return section;
}

Section faults_of(const ReportData& data, int entrant) {
    constexpr std::size_t kMost = 100;
    Table table;
    table.columns = {
        {"Game", Align::left},
        {"Kind", Align::left},
        {"After"},
        {"What happened, and the last the program wrote to standard error", Align::left}};
    std::size_t count = 0;
    for (const NotedFault& noted : data.faults) {
        if (noted.entrant != entrant || ++count > kMost) continue;
        table.rows.push_back({game_cell(data, noted.number, noted.fault.ply),
                              std::string(name(noted.fault.kind)) + (noted.lost ? ", lost" : ""),
                              counted(noted.fault.ply, "move"), noted.fault.text});
    }
    Section section{"faults", "Faults"};
    if (count == 0) {
        section.blocks.emplace_back(Paragraph{"None: every move was legal and in time."});
        return section;
    }
    section.blocks.emplace_back(std::move(table));
    if (count > kMost)
        section.blocks.emplace_back(Paragraph{fmt::format("The first {} of {}.", kMost, count)});
    return section;
}

Section games_of(const ReportData& data, int entrant) {
    Table table;
    table.columns = {{"Game", Align::left},
                     {"Side", Align::left},
                     {"Opponent", Align::left},
                     {"Result", Align::left},
                     {"Margin"},
                     {"Moves"},
                     {"Ending", Align::left}};
    for (const TournamentGame& game : data.games) {
        if (!plays(game, entrant)) continue;
        const double points = game.points_of(entrant);
        const char* result = points == 1 ? "won" : points == 0.5 ? "drew" : "lost";
        table.rows.push_back({game_cell(data, game.number, 0), to_text(game.side_of(entrant)),
                              data.name_of(opponent_of(game, entrant)), result,
                              signed_number(game.margin_of(entrant), 0), std::to_string(game.plies),
                              std::string(name(game.ending))});
    }
    return {"games", "Games", {std::move(table)}};
}

/// Letters and digits of ASCII in lower case; everything else is a '-' between them.
std::string plain_name(const std::string& text) {
    constexpr std::size_t kLongest = 40;
    std::string plain;
    for (const char c : lower_case(text)) {
        const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (fits)
            plain += c;
        else if (!plain.empty() && plain.back() != '-')
            plain += '-';
    }
    plain.resize(std::min(plain.size(), kLongest));
    while (plain.ends_with('-')) plain.pop_back();
    return plain;
}

}  // namespace

std::vector<std::string> page_names(const std::vector<std::string>& players) {
    // Windows takes these for devices, whatever follows them.
    static const std::set<std::string> kDevices{"con", "prn", "aux", "nul"};
    std::set<std::string> taken;
    std::vector<std::string> names;
    for (const std::string& player : players) {
        std::string base = plain_name(player);
        const bool device =
            kDevices.contains(base) || base.starts_with("com") || base.starts_with("lpt");
        if (base.empty() || device) base = base.empty() ? "player" : fmt::format("player-{}", base);
        std::string name = base;
        for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}-{}", base, i);
        names.push_back(name + ".html");
    }
    return names;
}

Document player_document(const ReportData& data, int entrant, std::string_view program) {
    const auto standing =
        std::find_if(data.standings.begin(), data.standings.end(),
                     [&](const arena::Standing& other) { return other.entrant == entrant; });
    const auto place = static_cast<std::size_t>(standing - data.standings.begin());
    Document document;
    document.title = data.name_of(entrant);
    const std::string& spec = data.plan.entrants[static_cast<std::size_t>(entrant)].spec;
    document.subtitle = spec == document.title ? "" : spec;
    document.games_page = "../index.html";
    document.footer = fmt::format("Written by {}.", program);
    const auto add = [&](std::optional<Section> section) {
        if (section) document.sections.push_back(std::move(*section));
    };
    add(overview_of(data, entrant, place));
    add(opponents_of(data, entrant));
    add(worst_moves_of(data, entrant));
    add(times_of(data, entrant));
    add(openings_of(data, entrant));
    add(faults_of(data, entrant));
    add(games_of(data, entrant));
    return document;
}

}  // namespace kalah::report
