#include "arena/results.hpp"

#include <algorithm>

#include "arena/rounds.hpp"
#include "arena/schedule.hpp"

namespace kalah::arena {
namespace {

void count(Standing& standing, const TournamentGame& result) {
    const int margin = result.margin_of(standing.entrant);
    const Side side = result.side_of(standing.entrant);
    ++standing.games;
    standing.wins += margin > 0 ? 1 : 0;
    standing.draws += margin == 0 ? 1 : 0;
    standing.losses += margin < 0 ? 1 : 0;
    standing.points += result.points_of(standing.entrant);
    standing.margin += margin;
    standing.faults += result.faults[static_cast<std::size_t>(side)];
    standing.lost_by_fault += result.loser == side ? 1 : 0;
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

}  // namespace

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
    std::stable_sort(all.begin(), all.end(), [&](const Standing& a, const Standing& b) {
        const int further_a = further[static_cast<std::size_t>(a.entrant)];
        const int further_b = further[static_cast<std::size_t>(b.entrant)];
        if (further_a != further_b) return further_a > further_b;
        if (gauntlet) return a.points * b.games > b.points * a.games;
        if (a.points != b.points) return a.points > b.points;
        if (swiss && a.buchholz != b.buchholz) return a.buchholz > b.buchholz;
        return a.margin > b.margin;
    });
    return all;
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

}  // namespace kalah::arena
