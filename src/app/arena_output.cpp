#include "app/arena_output.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "arena/results.hpp"
#include "arena/schedule.hpp"
#include "report/text.hpp"

namespace kalah::app {
namespace {

using arena::Kind;
using arena::Plan;
using arena::Tournament;
using arena::TournamentGame;

/// " [+1, +117]"; a bound that is not known is left open.
std::string interval(const std::optional<double>& low, const std::optional<double>& high) {
    if (!low && !high) return "";
    return fmt::format("  [{}, {}]", low ? fmt::format("{:+.0f}", *low) : "..",
                       high ? fmt::format("{:+.0f}", *high) : "..");
}

std::string plus_minus(const std::optional<double>& error, double scale, int digits) {
    return error ? fmt::format(" +- {:.{}f}", scale * *error, digits) : "";
}

std::string boards_text(const Plan& plan) {
    return fmt::format("{}, {}, openings {}", fmt::join(plan.boards, " "), plan.rules,
                       plan.openings);
}

/// "Ben lost 4 games by faults: 3 timeout, 1 illegal"; nothing if nobody did.
std::string faults_text(const Tournament& tournament) {
    const auto& entrants = tournament.plan().entrants;
    const auto lost = arena::lost_by_fault(entrants.size(), tournament.games());
    std::string text;
    for (std::size_t entrant = 0; entrant < lost.size(); ++entrant) {
        std::string kinds;
        int all = 0;
        for (std::size_t kind = 0; kind < lost[entrant].size(); ++kind) {
            const int count = lost[entrant][kind];
            if (count == 0) continue;
            kinds += fmt::format("{}{} {}", all == 0 ? "" : ", ", count,
                                 name(static_cast<FaultKind>(kind)));
            all += count;
        }
        if (all > 0)
            text += fmt::format("faults  {} lost {} by faults: {}\n", entrants[entrant].name,
                                report::counted(all, "game"), kinds);
    }
    return text;
}

std::string warning_text(const arena::SampleSize& sample) {
    const auto warning = arena::repeat_warning(sample);
    return warning ? fmt::format("warning {}\n", *warning) : "";
}

std::string sprt_text(const arena::MatchSprt& sprt) {
    const auto& test = sprt.test();
    const auto& options = test.options();
    return fmt::format("SPRT    {}: LLR {:.2f} of [{:.2f}, {:.2f}] for Elo {:g} against {:g}\n",
                       name(test.decision()), test.llr(), options.lower(), options.upper(),
                       options.elo1, options.elo0);
}

/// "12 games", or "12 games (10 played, 2 forfeited)".
std::string games_text(const Tournament& tournament) {
    const std::size_t games = tournament.games().size();
    const auto forfeited = static_cast<std::size_t>(arena::count_forfeited(tournament.games()));
    return report::games_text(games, games - forfeited);
}

/// "+6 -12": won and lost by forfeit; nothing if there are none.
std::string forfeits_text(const arena::Standing& standing) {
    if (standing.forfeits_won + standing.forfeits_lost == 0) return "";
    return fmt::format("+{} -{}", standing.forfeits_won, standing.forfeits_lost);
}

/// Whether there are games, but none that was played on the board.
bool only_forfeits(const Tournament& tournament) {
    const auto& games = tournament.games();
    return !games.empty() && arena::count_forfeited(games) == static_cast<int>(games.size());
}

constexpr const char* kOnlyForfeits =
    "no game was played on the board: all were forfeited by players that made no move, which says "
    "nothing about strength\n";

/// "forfeits  A won 4, B won 0"
std::string forfeits_of_match(const Tournament& tournament) {
    std::array<int, 2> won{};
    for (const auto& standing : arena::standings(tournament.plan(), tournament.games()))
        won[static_cast<std::size_t>(standing.entrant)] = standing.forfeits_won;
    return fmt::format("forfeits  A won {}, B won {}\n", won[0], won[1]);
}

/// The summary of a match, or of the first player against all others.
arena::Summary summary_of(const Tournament& tournament, const arena::MatchResults& results,
                          const Trees& trees) {
    arena::Summary summary = arena::summarise(results, arena::most_seeds(tournament.plan()));
    if (trees && trees->none()) {
        summary.elo.reset();
        summary.elo_low.reset();
        summary.elo_high.reset();
        summary.elo_error.reset();
        summary.normalised_elo.reset();
        summary.superiority.reset();
    }
    return summary;
}

std::string match_text(const Tournament& tournament, const Trees& trees) {
    const auto summary = summary_of(tournament, arena::results_of_all(tournament.games()), trees);
    const auto& games = summary.games;
    std::string text = fmt::format("A: {}\nB: {}\n", tournament.plan().entrants[0].name,
                                   tournament.plan().entrants[1].name);
    text += fmt::format("{}, seed {}: A won {}, drew {}, lost {}\n", games_text(tournament),
                        tournament.plan().seed, games.wins, games.draws, games.losses);
    if (only_forfeits(tournament)) return text + forfeits_of_match(tournament) + kOnlyForfeits;
    if (games.games() == 0) return text;
    text += fmt::format(
        "score   {:.1f} %{}\n", 100 * summary.score,
        summary.score_low && summary.score_high
            ? fmt::format("  [{:.1f}, {:.1f}]", 100 * *summary.score_low, 100 * *summary.score_high)
            : "");
    if (trees)
        text += fmt::format("trees   differ in {} of {} positions{}\n", trees->differing,
                            trees->positions,
                            trees->none() ? ": A and B search alike, so that their games say "
                                            "nothing about their strength"
                                          : "");
    if (summary.elo)
        text += fmt::format("Elo     {:+.0f}{}\n", *summary.elo,
                            interval(summary.elo_low, summary.elo_high));
    if (summary.superiority)
        text += fmt::format("        probability that A is stronger: {:.1f} %\n",
                            100 * *summary.superiority);
    text += fmt::format("margin  {:+.2f}{} seeds a game\n", summary.margin.value,
                        plus_minus(summary.margin.error, 1, 2));
    const auto& pairs = summary.pairs;
    if (pairs.pairs() > 0)
        text +=
            fmt::format("pairs   {} lost, {} worse, {} even ({} by draws), {} better, {} won\n",
                        pairs.lost_both, pairs.lost_and_drew, pairs.drew_both + pairs.won_and_lost,
                        pairs.drew_both, pairs.won_and_drew, pairs.won_both);
    if (pairs.pairs() > 0)
        text += fmt::format("first   to move gets {:.1f} %{}, {:+.2f}{} seeds\n",
                            100 * summary.first_player_score.value,
                            plus_minus(summary.first_player_score.error, 100, 1),
                            summary.first_player_margin.value,
                            plus_minus(summary.first_player_margin.error, 1, 2));
    if (tournament.sprt()) text += sprt_text(*tournament.sprt());
    return text + warning_text(summary.sample);
}

/// The number of UTF-8 characters.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned>(c) & 0xC0) != 0x80;
    }));
}

/// Fits text to this width: fills it with blanks, or cuts it between characters.
std::string fitted(std::string text, std::size_t width) {
    if (width_of(text) > width) {
        while (width_of(text) > width - 3) text.pop_back();
        text += "...";
    }
    return text + std::string(width - width_of(text), ' ');
}

arena::RatingList ratings(const Tournament& tournament) {
    return arena::rate(tournament.plan().entrants.size(), arena::meetings_of(tournament.games()));
}

/// What the standings do not show: points for sitting out, and how a knockout went.
std::string notes_text(const Tournament& tournament) {
    const Plan& plan = tournament.plan();
    const auto& games = tournament.games();
    const auto name_of = [&](int entrant) {
        return plan.entrants[static_cast<std::size_t>(entrant)].name;
    };
    std::string text;
    for (const auto& standing : arena::standings(plan, games))
        if (standing.sat_out > 0)
            text += fmt::format("{} of {}'s points are for sitting out\n", standing.sat_out,
                                name_of(standing.entrant));
    if (plan.kind != Kind::knockout) return text;
    for (const auto& meeting :
         arena::knockout_meetings(static_cast<int>(plan.entrants.size()), games)) {
        const auto& [first, second] = meeting.pairing;
        double points = 0;
        double others = 0;
        for (const TournamentGame& game : games) {
            if (game.round != meeting.round ||
                (game.entrants[0] != first && game.entrants[1] != first))
                continue;
            points += game.points_of(first);
            others += game.points_of(second);
        }
        text +=
            fmt::format("round {}: {} - {} {:g} : {:g}, won by {}\n", meeting.round + 1,
                        name_of(first), name_of(second), points, others, name_of(meeting.winner));
    }
    return text;
}

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

/// The arena's own microseconds per move.
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
    const Plan& plan = tournament.plan();
    const bool played = standing.played() > 0;
    return arena::standing_json(plan, standing)
        .set("player", plan.entrants[static_cast<std::size_t>(standing.entrant)].spec)
        .set("rating", played ? or_null(rating.elo) : Json())
        .set("rating_error", played ? or_null(rating.error) : Json())
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

Json trees_json(const Trees& trees) {
    if (!trees) return {};
    return Json().set("differing", trees->differing).set("positions", trees->positions);
}

std::string standings_text(const Tournament& tournament) {
    const auto list = ratings(tournament);
    const auto standings = arena::standings(tournament.plan(), tournament.games());
    std::size_t longest = 6;
    for (const auto& entrant : tournament.plan().entrants)
        longest = std::max(longest, std::min<std::size_t>(width_of(entrant.name), 36));
    std::string text =
        fmt::format("{:>3}  {:{}} {:>7} {:>6} {:>5} {:>5} {:>5} {:>8} {:>7} {:>12} {:>6}\n", "",
                    "player", longest, "points", "played", "won", "drew", "lost", "forfeits",
                    "margin", "rating", "faults");
    for (const auto& standing : standings) {
        const auto& entrant =
            tournament.plan().entrants[static_cast<std::size_t>(standing.entrant)];
        const auto& rating = list.players[static_cast<std::size_t>(standing.entrant)];
        const std::string elo =
            rating.elo && standing.played() > 0
                ? fmt::format("{:+.0f}{}", *rating.elo, plus_minus(rating.error, 1, 0))
                : "";
        const auto margin = standing.mean_margin();
        text += fmt::format("{:>3}  {} {:>7g} {:>6} {:>5} {:>5} {:>5} {:>8} {:>7} {:>12} {:>6}{}\n",
                            standing.rank, fitted(entrant.name, longest), standing.points,
                            standing.played(), standing.wins, standing.draws, standing.losses,
                            forfeits_text(standing), margin ? fmt::format("{:+.2f}", *margin) : "",
                            elo, standing.lost_by_fault, standing.withdrawn ? " withdrawn" : "");
    }
    return text;
}

std::string summary_text(const Tournament& tournament, const Trees& trees) {
    const Plan& plan = tournament.plan();
    std::string text;
    if (plan.kind == Kind::match) {
        text = match_text(tournament, trees);
    } else {
        text =
            fmt::format("{} of {} players, {}, seed {}: {}\n", name(plan.kind),
                        plan.entrants.size(), games_text(tournament), plan.seed, boards_text(plan));
        text += standings_text(tournament);
        text += notes_text(tournament);
        if (only_forfeits(tournament))
            text += kOnlyForfeits;
        else if (!ratings(tournament).connected())
            text +=
                "some players are not connected by any games: their ratings cannot be compared\n";
        text += warning_text(arena::summarise(arena::results_of_all(tournament.games())).sample);
    }
    text += faults_text(tournament);
    return text;
}

std::string game_line(const Tournament& tournament, const TournamentGame& game,
                      const GameRecord& record) {
    const auto& entrants = tournament.plan().entrants;
    std::string who =
        fmt::format("{} - {}", entrants[static_cast<std::size_t>(game.entrants[0])].name,
                    entrants[static_cast<std::size_t>(game.entrants[1])].name);
    Side first = Side::south;
    if (tournament.plan().kind == Kind::match) {
        first = game.side_of(0);
        who = fmt::format("A is {}", to_text(first));
    }
    return fmt::format("game {:>4}: {}, {:>3} - {:<3} {}{}\n", game.number + 1, who,
                       record.points(first), record.points(opponent(first)), game.moves,
                       game.loser ? fmt::format(" FAULT: {}", record.faults.back().text) : "");
}

Json summary_json(const Tournament& tournament, const Trees& trees) {
    const Plan& plan = tournament.plan();
    const auto summary = summary_of(tournament, arena::results_of(tournament.games(), 0), trees);
    const auto& pairs = summary.pairs;
    const bool paired = pairs.pairs() > 0;
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
        .set("games", tournament.games().size())
        .set("forfeited", arena::count_forfeited(tournament.games()))
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
        .set("margin", summary.games.games() > 0 ? Json(summary.margin.value) : Json())
        .set("margin_error", or_null(summary.margin.error))
        .set("pairs", Json()
                          .set("lost_both", pairs.lost_both)
                          .set("lost_and_drew", pairs.lost_and_drew)
                          .set("drew_both", pairs.drew_both)
                          .set("won_and_lost", pairs.won_and_lost)
                          .set("won_and_drew", pairs.won_and_drew)
                          .set("won_both", pairs.won_both))
        .set("first_player_score", paired ? Json(summary.first_player_score.value) : Json())
        .set("first_player_margin", paired ? Json(summary.first_player_margin.value) : Json())
        .set("distinct_games", summary.sample.distinct_games)
        .set("effective_pairs", summary.sample.effective_pairs)
        .set("trees", trees_json(trees))
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
