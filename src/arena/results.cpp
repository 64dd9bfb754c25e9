#include "arena/results.hpp"

#include <algorithm>
#include <map>

#include "arena/schedule.hpp"

namespace kalah::arena {
namespace {

void count(Standing& standing, const TournamentGame& result) {
    const Side side = result.side_of(standing.entrant);
    const double points = result.points_of(standing.entrant);
    ++standing.games;
    standing.points += points;
    standing.faults += result.faults[static_cast<std::size_t>(side)];
    standing.lost_by_fault += result.loser == side ? 1 : 0;
    if (result.forfeited()) {
        ++(points > 0 ? standing.forfeits_won : standing.forfeits_lost);
        return;
    }
    const int margin = result.margin_of(standing.entrant);
    ++(margin > 0 ? standing.wins : margin == 0 ? standing.draws : standing.losses);
    standing.margin += margin;
}

/// Counts the moves of one side in a text: turns are separated by blanks, moves of one turn are
/// joined by '-', and the sides take turns.
int moves_in(const std::string& text, Side begins, Side side) {
    if (text.empty()) return 0;
    Side mover = begins;
    int moves = mover == side ? 1 : 0;
    for (const char c : text) {
        if (c == ' ') mover = opponent(mover);
        if ((c == ' ' || c == '-') && mover == side) ++moves;
    }
    return moves;
}

/// A round without an opponent counts as won: as many points as the others could win in it.
void count_byes(std::vector<Standing>& all, const Plan& plan,
                const std::vector<TournamentGame>& results) {
    const std::vector<int> resting = byes(plan, results);
    if (resting.empty()) return;
    int games = 0;  // of one pairing
    const TournamentGame& one = results.front();
    for (const TournamentGame& result : results)
        if (result.round == one.round && std::minmax(result.entrants[0], result.entrants[1]) ==
                                             std::minmax(one.entrants[0], one.entrants[1]))
            ++games;
    for (const int entrant : resting) {
        Standing& standing = all[static_cast<std::size_t>(entrant)];
        standing.points += games;
        standing.sat_out += games;
    }
}

std::uint64_t opening_print(const TournamentGame& game) {
    return fingerprint(std::to_string(game.board) + ' ' + game.start + ' ' + game.opening);
}

/// Identifies a game by its two entrants, all moves, and how it ended: a game lost by a fault is
/// not the same as one that was played out, and what B does says nothing about C.
std::uint64_t game_print(const TournamentGame& game) {
    const auto [a, b] = std::minmax(game.entrants[0], game.entrants[1]);
    return fingerprint(std::to_string(a) + ' ' + std::to_string(b) + ' ' + game.start + ' ' +
                       game.moves + ' ' + std::string(name(game.ending)));
}

GameResult seen_by(const TournamentGame& game, int entrant) {
    return {game.points_of(entrant), game.margin_of(entrant), game_print(game)};
}

bool plays_first(const TournamentGame& game, int entrant) {
    return game.side_of(entrant) == game.begins;
}

bool are_partners(const TournamentGame& a, const TournamentGame& b) {
    return a.number % 2 == 0 && b.number == a.number + 1;
}

/// `viewer` returns the entrant from whom a game is seen, or nothing if the game does not count.
/// Both games of a pair have the same viewer.
template <class Viewer>
MatchResults collected(const std::vector<TournamentGame>& games, const Viewer& viewer) {
    MatchResults results;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const TournamentGame& game = games[i];
        const std::optional<int> seen_from = viewer(game);
        if (!seen_from || game.forfeited()) continue;
        const int a = *seen_from;
        if (i + 1 < games.size() && are_partners(game, games[i + 1]) && !games[i + 1].forfeited()) {
            const bool first = plays_first(game, a);
            results.pairs.push_back({opening_print(game), seen_by(games[first ? i : i + 1], a),
                                     seen_by(games[first ? i + 1 : i], a)});
            ++i;
        } else {
            results.singles.push_back(
                {opening_print(game), plays_first(game, a), seen_by(game, a)});
        }
    }
    return results;
}

}  // namespace

int TournamentGame::moves_of(Side side) const {
    return moves_in(moves, begins, side) - moves_in(opening, begins, side);
}

int count_forfeited(const std::vector<TournamentGame>& games) {
    return static_cast<int>(std::count_if(games.begin(), games.end(),
                                          [](const auto& game) { return game.forfeited(); }));
}

Forfeits::Forfeits(const Plan& plan)
    : max_faults_(plan.max_faults), records_(plan.entrants.size()) {}

bool Forfeits::can_win(int entrant) const {
    const Record& record = at(entrant);
    return (record.moved || record.lost == 0) && (max_faults_ == 0 || record.lost < max_faults_);
}

void Forfeits::settle(TournamentGame& game) const {
    game.won_by_nobody = game.forfeited() &&
                         !can_win(game.entrants[static_cast<std::size_t>(opponent(*game.loser))]);
}

void Forfeits::count(std::vector<TournamentGame>& games, std::size_t place) {
    const TournamentGame& game = games[place];
    bool changed = false;
    for (const Side side : kBothSides) {
        const int entrant = game.entrants[static_cast<std::size_t>(side)];
        const bool before = can_win(entrant);
        Record& record = records_[static_cast<std::size_t>(entrant)];
        record.lost += game.loser == side ? 1 : 0;
        if (!record.moved) record.moved = game.moves_of(side) > 0;
        changed = changed || can_win(entrant) != before;
    }
    if (!changed) return settle(games[place]);
    for (TournamentGame& each : games) settle(each);
}

TournamentGame result_of(const store::PlayedGame& played) {
    const GameRecord& record = played.record;
    const store::ScheduledGame& schedule = played.schedule;
    TournamentGame result;
    result.number = schedule.number;
    result.game = schedule.game;
    result.round = schedule.round;
    result.entrants = {schedule.south, schedule.north};
    result.board = schedule.board;
    result.start = schedule.start;
    result.opening = schedule.opening;
    result.begins = record.game.start().to_move;
    result.moves = moves_text(record.game);
    result.margin = record.margin();
    result.plies = static_cast<int>(record.game.played().size());
    result.ending = record.ending;
    result.loser = record.loser;
    result.overhead = played.overhead;
    result.time_factor = played.time_factor;
    for (const Fault& fault : record.faults) ++result.faults[static_cast<std::size_t>(fault.side)];
    if (record.loser && !record.faults.empty()) result.loss = record.faults.back().kind;
    for (std::size_t ply = 0; ply < record.notes.size(); ++ply) {
        const MoveNote& note = record.notes[ply];
        if (by_referee(note.source)) continue;
        const auto side = static_cast<std::size_t>(record.game.played()[ply].mover);
        result.seconds[side] += note.seconds;
        ++result.moved[side];
    }
    return result;
}

std::vector<Standing> standings(const Plan& plan, const std::vector<TournamentGame>& results) {
    std::vector<Standing> all(plan.entrants.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].entrant = static_cast<int>(i);
    for (const TournamentGame& result : results)
        for (const int entrant : result.entrants)
            count(all[static_cast<std::size_t>(entrant)], result);
    count_byes(all, plan, results);
    for (const TournamentGame& result : results)
        for (const int entrant : result.entrants) {
            const int opponent = result.entrants[result.entrants[0] == entrant ? 1 : 0];
            all[static_cast<std::size_t>(entrant)].buchholz +=
                all[static_cast<std::size_t>(opponent)].points;
        }
    for (Standing& standing : all)
        standing.withdrawn = plan.max_faults > 0 && standing.lost_by_fault >= plan.max_faults;

    std::vector<int> further(all.size());
    if (plan.kind == Kind::knockout) further = knockout_wins(static_cast<int>(all.size()), results);
    const bool swiss = plan.kind == Kind::swiss;
    const bool gauntlet = plan.kind == Kind::gauntlet;
    const auto is_better = [&](const Standing& a, const Standing& b) {
        const int further_a = further[static_cast<std::size_t>(a.entrant)];
        const int further_b = further[static_cast<std::size_t>(b.entrant)];
        if (further_a != further_b) return further_a > further_b;
        if (gauntlet) return a.points * std::max(b.games, 1) > b.points * std::max(a.games, 1);
        if (a.points != b.points) return a.points > b.points;
        if (swiss && a.buchholz != b.buchholz) return a.buchholz > b.buchholz;
        return a.margin > b.margin;
    };
    std::stable_sort(all.begin(), all.end(), is_better);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].rank =
            i > 0 && !is_better(all[i - 1], all[i]) ? all[i - 1].rank : static_cast<int>(i) + 1;
    return all;
}

Json standing_json(const Plan& plan, const Standing& standing) {
    const auto margin = standing.mean_margin();
    return Json()
        .set("rank", standing.rank)
        .set("name", plan.entrants[static_cast<std::size_t>(standing.entrant)].name)
        .set("points", standing.points)
        .set("games", standing.games)
        .set("played", standing.played())
        .set("wins", standing.wins)
        .set("draws", standing.draws)
        .set("losses", standing.losses)
        .set("forfeits_won", standing.forfeits_won)
        .set("forfeits_lost", standing.forfeits_lost)
        .set("margin", margin ? Json(*margin) : Json());
}

std::vector<LostBy> lost_by_fault(std::size_t entrants, const std::vector<TournamentGame>& games) {
    std::vector<LostBy> lost(entrants, LostBy{});
    for (const TournamentGame& game : games) {
        if (!game.loser) continue;
        const int loser = game.entrants[static_cast<std::size_t>(*game.loser)];
        ++lost[static_cast<std::size_t>(loser)][static_cast<std::size_t>(game.loss)];
    }
    return lost;
}

MatchResults results_of_all(const std::vector<TournamentGame>& games) {
    return collected(games, [](const TournamentGame& game) {
        return std::optional(std::min(game.entrants[0], game.entrants[1]));
    });
}

MatchResults results_of(const std::vector<TournamentGame>& games, int entrant) {
    return collected(games, [&](const TournamentGame& game) {
        const bool plays = game.entrants[0] == entrant || game.entrants[1] == entrant;
        return plays ? std::optional(entrant) : std::nullopt;
    });
}

std::vector<Meeting> meetings_of(const std::vector<TournamentGame>& games) {
    std::map<std::pair<int, int>, Meeting> all;
    std::set<std::pair<int, std::uint64_t>> seen;
    for (const TournamentGame& game : games) {
        if (game.forfeited()) continue;
        if (!seen.insert({game.entrants[0], game_print(game)}).second) continue;
        const auto [a, b] = std::minmax(game.entrants[0], game.entrants[1]);
        Meeting& meeting = all[{a, b}];
        meeting.a = static_cast<std::size_t>(a);
        meeting.b = static_cast<std::size_t>(b);
        meeting.games += 1;
        meeting.points_a += game.points_of(a);
    }
    std::vector<Meeting> meetings;
    meetings.reserve(all.size());
    for (const auto& [who, meeting] : all) meetings.push_back(meeting);
    return meetings;
}

MatchSprt::MatchSprt(const SprtOptions& options) : test_(options) {}

std::optional<std::size_t> MatchSprt::look(const std::vector<TournamentGame>& games) {
    // As long as no game is missing, the index of a game is its number.
    while (test_.decision() == SprtDecision::undecided && next_ + 1 < games.size() &&
           games[next_ + 1].number == next_ + 1) {
        const TournamentGame& one = games[next_];
        const TournamentGame& two = games[next_ + 1];
        next_ += 2;
        if (one.forfeited() || two.forfeited()) continue;
        if (!seen_.insert({game_print(one), game_print(two)}).second) continue;
        test_.add({one.points_of(0), two.points_of(0)});
        curve_.push_back(test_.llr());
    }
    if (test_.decision() == SprtDecision::undecided) return std::nullopt;
    return next_;
}

}  // namespace kalah::arena
