#include "players/judgement.hpp"

#include <algorithm>
#include <cmath>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"

namespace kalah::players {
namespace {

constexpr double kNothing = 0.5;  // seeds that an estimate cannot tell from none
constexpr double kGood = 2;
constexpr double kInaccuracy = 4;
constexpr double kMistake = 8;
constexpr double kHalving = 4;  // seeds that halve the accuracy of a move

/// 1 for a win, 0 for a draw, -1 for a loss.
int outcome(double margin) {
    return margin > 0 ? 1 : margin < 0 ? -1 : 0;
}

JudgedMove judged(const GameRecord& record, const ReviewedPosition& found) {
    const Board& board = record.game.board_after(found.ply);
    JudgedMove move{found.ply, board, record.game.played()[found.ply].pit};
    if (!found.score || !found.cost || !found.best) {
        move.skipped = Skipped::unknown;
        return move;
    }
    move.best = *found.best;
    move.score = board.to_move == Side::south ? *found.score : 0 - *found.score;
    move.cost = *found.cost;
    move.exact = found.cost_exact;
    move.source = found.source;
    move.grade = grade_of(move.score, move.score - move.cost, move.exact);
    move.line = found.line;
    return move;
}

MoveSource chooser_of(const GameRecord& record, std::size_t ply) {
    return ply < record.notes.size() ? record.notes[ply].source : MoveSource::player;
}

/// A game of a player who was withdrawn before has its opening only; older stores do not note where
/// its moves came from.
bool was_withdrawn(const GameRecord& record) {
    return std::any_of(record.faults.begin(), record.faults.end(),
                       [](const Fault& fault) { return fault.kind == FaultKind::withdrawn; });
}

}  // namespace

std::string_view name(Grade grade) {
    constexpr std::array<std::string_view, 5> kNames{"best", "good", "inaccuracy", "mistake",
                                                     "blunder"};
    return kNames[static_cast<std::size_t>(grade)];
}

std::string_view name(Skipped why) {
    constexpr std::array<std::string_view, 6> kNames{"",        "opening", "only move",
                                                     "referee", "forfeit", "unknown"};
    return kNames[static_cast<std::size_t>(why)];
}

Grade grade_of(double best, double played, bool exact) {
    const double cost = best - played;
    if (cost <= 0 || (!exact && cost < kNothing)) return Grade::best;
    const Grade by_seeds = cost <= kGood         ? Grade::good
                           : cost <= kInaccuracy ? Grade::inaccuracy
                           : cost <= kMistake    ? Grade::mistake
                                                 : Grade::blunder;
    if (!exact) return by_seeds;
    const int lost = outcome(best) - outcome(played);
    const Grade by_result = lost == 2 ? Grade::blunder : lost == 1 ? Grade::mistake : Grade::best;
    return std::max(by_seeds, by_result);
}

std::string_view result_change(double best, double played) {
    const int before = outcome(best);
    const int after = outcome(played);
    if (before == after) return "";
    if (before == 0) return "a draw becomes a loss";
    return after == 0 ? "a win becomes a draw" : "a win becomes a loss";
}

double accuracy_of(double cost) {
    return 100 * std::exp2(-cost / kHalving);
}

std::string best_play_text(const Rules& rules, const JudgedMove& move) {
    Game game(rules, move.board);
    for (const int pit : move.line) {
        if (game.validate(pit)) break;
        game.play(pit);
    }
    return moves_text(game) + (game.over() ? "" : " \u2026");
}

bool is_forfeit(const GameRecord& record) {
    if (was_withdrawn(record)) return true;
    if (!record.loser) return false;
    const auto& played = record.game.played();
    for (std::size_t ply = 0; ply < played.size(); ++ply)
        if (played[ply].mover == *record.loser && chooser_of(record, ply) != MoveSource::forced)
            return false;
    return true;
}

Skipped skipped(const GameRecord& record, std::size_t ply) {
    const MoveSource source = chooser_of(record, ply);
    if (source == MoveSource::forced || was_withdrawn(record)) return Skipped::opening;
    if (is_forfeit(record)) return Skipped::forfeit;
    if (legal_moves(record.game.board_after(ply)).size() == 1) return Skipped::only_move;
    return by_referee(source) ? Skipped::referee : Skipped::no;
}

std::vector<JudgedMove> judge(const GameRecord& record, PerSide<bool> sides,
                              const JudgeSettings& settings, const StopToken& stop) {
    std::vector<JudgedMove> moves;
    std::vector<std::size_t> wanted;
    const auto& played = record.game.played();
    for (std::size_t ply = 0; ply < played.size(); ++ply) {
        if (!sides[played[ply].mover]) continue;
        JudgedMove move{ply, record.game.board_after(ply), played[ply].pit, skipped(record, ply)};
        if (move.is_judged()) {
            wanted.push_back(ply);
            move.skipped = Skipped::unknown;
        }
        moves.push_back(std::move(move));
    }
    GameReview review(
        record.game, [&] { return settings.prepare(record.game); }, settings.eval, settings.limits,
        std::move(wanted));
    auto at = moves.rbegin();
    while (!review.is_done() && !stop.requested()) {
        const auto found = review.next(stop);
        if (!found) break;
        while (at->ply != found->ply) ++at;
        *at = judged(record, *found);
        settings.on_move();
    }
    return moves;
}

void Accuracy::add(const JudgedMove& move) {
    if (!move.is_judged()) return;
    ++moves;
    exact += move.exact ? 1 : 0;
    ++grades[static_cast<std::size_t>(move.grade)];
    cost += move.cost;
    sum += accuracy_of(move.cost);
}

bool is_worse(const JudgedMove& a, const JudgedMove& b) {
    return a.grade != b.grade ? a.grade > b.grade : a.cost > b.cost;
}

}  // namespace kalah::players
