#include "players/analysis.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "kalah/moves.hpp"

namespace kalah::players {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFirstDepth{50};
constexpr milliseconds kFirstTurn{100};  // of engine and solver each
// For each move of a line that is proved:
constexpr std::uint64_t kLineNodes = 10'000;           // in a review
constexpr std::uint64_t kAnalysisLineNodes = 300'000;  // in an analysis, within its time

/// The first position of a game that a solver can solve.
const Board& first_to_solve(const Game& game) {
    std::size_t first = 0;
    while (first < game.played().size() &&
           seeds_in_pits(game.board_after(first)) > Solver::kMostSeeds)
        ++first;
    return game.board_after(first);
}

}  // namespace

PositionAnalysis::PositionAnalysis(Game game, Prepare prepare, EvalId eval, milliseconds time,
                                   Asks asks)
    : game_(std::move(game)),
      chain_(game_.rules(), game_.board(), std::move(prepare), eval),
      eval_(eval),
      time_(time),
      asks_(asks) {}

std::optional<PositionValues> PositionAnalysis::values() const {
    std::optional<PositionValues> found;
    const auto& report = chain_.deepest();
    if (asks_ == Asks::engine && report) found = values_of(*report, eval_);
    if (asks_ == Asks::chain && begun_) found = chain_.values();
    if (!found || !found->value.is_known()) return std::nullopt;
    found->seconds = std::chrono::duration<double>(engine_time_ + solver_time_).count();
    return found;
}

void PositionAnalysis::tell(const OnChange& on_change) const {
    if (!on_change) return;
    if (const auto found = values()) on_change(*found);
}

bool PositionAnalysis::is_done() const {
    if (left() <= milliseconds(0)) return true;
    if (asks_ == Asks::engine) return engine_is_done_;
    return (engine_is_done_ || chain_.deepest()) &&
           (chain_.is_proved() || (engine_is_done_ && chain_.solver_is_done()));
}

bool PositionAnalysis::think(const StopToken& stop, const OnChange& on_change) {
    if (!chain_.engine().make()) return false;  // this takes time that is not the analysis's
    const auto begun = Clock::now();
    const auto before = engine_time_;
    const auto on_deeper = [&] {
        engine_time_ = before + (Clock::now() - begun);
        tell(on_change);
    };
    const auto turn = asks_ == Asks::engine
                          ? left()
                          : std::min<std::chrono::nanoseconds>(
                                left(), std::max<std::chrono::nanoseconds>(before, kFirstTurn));
    // Making the engine can take a whole slice: the first one finds a depth all the same, so that
    // an analysis that is stopped has something to show. If it can, at once: what a search that was
    // stopped leaves in the table changes the next one.
    const bool late = stop.requested() && !chain_.deepest();
    const auto whole = late ? kFirstDepth : std::chrono::ceil<milliseconds>(turn);
    const StopToken undisturbed;
    const StopToken& until = late ? undisturbed : stop;
    const auto report = chain_.think(whole, std::nullopt, until, on_deeper);
    if (report && !chain_.deepest())
        chain_.think(kFirstDepth, std::nullopt, undisturbed, on_deeper);
    const auto used = Clock::now() - begun;
    engine_time_ = before + used;
    engine_is_done_ =
        report && !until.requested() && ((asks_ == Asks::engine && !late) || used < whole);
    return report.has_value();
}

void PositionAnalysis::solve(const StopToken& stop, const OnChange& on_change) {
    const auto begun = Clock::now();
    const auto before = solver_time_;
    const auto turn = std::min<std::chrono::nanoseconds>(
        left(), std::max<std::chrono::nanoseconds>(before, kFirstTurn));
    chain_.solve({turn, std::nullopt, &stop}, [&] {
        solver_time_ = before + (Clock::now() - begun);
        tell(on_change);
    });
    if (chain_.is_proved()) chain_.follow_proofs({left(), kAnalysisLineNodes, &stop});
    solver_time_ = before + (Clock::now() - begun);
}

PositionAnalysis::State PositionAnalysis::run(const StopToken& stop, const OnChange& on_change) {
    if (!std::exchange(begun_, true)) {
        chain_.look_at(game_.board());
        if (asks_ == Asks::chain) tell(on_change);  // the book
    }
    do {
        const bool engines_turn =
            !engine_is_done_ && (asks_ == Asks::engine || !chain_.deepest() ||
                                 chain_.solver_is_done() || engine_time_ <= solver_time_);
        if (!engines_turn)
            solve(stop, on_change);
        else if (!think(stop, on_change))
            return State::failed;
    } while (!is_done() && !stop.requested());
    return is_done() ? State::finished : State::paused;
}

double for_south(double score, Side mover) {
    return score == 0 ? 0.0 : mover == Side::south ? score : -score;  // never -0.0
}

ReviewedPosition reviewed(const Game& game, std::size_t ply, const PositionValues& values) {
    const Board& board = game.board_after(ply);
    const bool last = ply == game.played().size();
    ReviewedPosition position{.ply = ply};
    if (last && game.over()) {
        position.score = board.store(Side::south) - board.store(Side::north);
        position.exact = true;
        position.source = ValueSource::result;
        return position;
    }
    if (!values.value.is_known()) return position;
    position.score = for_south(values.value.score(), board.to_move);
    position.exact = values.value.is_exact();
    position.best = values.best;
    position.line = values.line;
    position.source = values.value.source;
    if (last) return position;
    for (const MoveValue& move : values.moves) {
        if (move.pit != game.played()[ply].pit || !move.value.is_known()) continue;
        // The position's value may come from another source than that of its best move.
        const bool best = values.best == move.pit;
        position.cost = best ? 0 : std::max(values.value.score() - move.value.score(), 0.0);
        position.cost_exact = values.value.is_exact() && move.value.is_exact();
        if (position.cost == 0) {
            position.best = move.pit;
            position.line = move.line;
        }
    }
    return position;
}

GameReview::GameReview(Game game, Prepare prepare, EvalId eval, ReviewLimits limits)
    : GameReview(std::move(game), std::move(prepare), eval, limits, {}) {
    plies_.resize(game_.played().size() + 1);
    std::iota(plies_.begin(), plies_.end(), std::size_t{0});
}

GameReview::GameReview(Game game, Prepare prepare, EvalId eval, ReviewLimits limits,
                       std::vector<std::size_t> plies)
    : game_(std::move(game)),
      plies_(std::move(plies)),
      chain_(game_.rules(), first_to_solve(game_), std::move(prepare), eval),
      limits_(limits) {}

void GameReview::release() {
    chain_.release();
    position_.nodes = 0;
    position_.solver_nodes = 0;
}

std::optional<ReviewedPosition> GameReview::next(const StopToken& stop) {
    assert(!is_done());
    const std::size_t ply = plies_.back();
    const bool over = game_.over() && ply == game_.played().size();
    if (!over) {
        if (!std::exchange(position_.begun, true)) chain_.look_at(game_.board_after(ply));
        while (!run_slice(stop))
            if (stop.requested()) return std::nullopt;
    }
    later_ = over ? reviewed(game_, ply, {}) : found(ply);
    position_ = {};
    plies_.pop_back();
    return later_;
}

bool GameReview::run_slice(const StopToken& stop) {
    if (run_solver()) return chain_.is_proved() || run_engine(stop);
    return false;
}

bool GameReview::run_solver() {
    if (chain_.solver_is_done() || position_.solver_nodes >= limits_.solver_nodes ||
        2 * position_.used >= limits_.time)
        return true;
    const auto begun = Clock::now();
    const std::uint64_t before = chain_.solver_nodes();
    chain_.solve({limits_.time / 2 - position_.used,
                  std::min(kSliceNodes, limits_.solver_nodes - position_.solver_nodes)});
    position_.used += Clock::now() - begun;
    position_.solver_nodes += chain_.solver_nodes() - before;
    return chain_.solver_is_done();
}

bool GameReview::run_engine(const StopToken& stop) {
    const ValueSources* sources = chain_.engine().sources();
    if (sources == nullptr) return true;  // nothing is known of this one
    const EngineOptions options = sources->engine;
    const bool has_table = options.table_bytes > 0;
    std::optional<std::uint64_t> nodes;
    if (has_table) {
        nodes = kSliceNodes;
        if (const auto all = options.limits.nodes)
            nodes = std::min(kSliceNodes, *all - std::min(position_.nodes, *all));
    }
    const auto begun = Clock::now();
    const auto left = std::chrono::duration_cast<milliseconds>(limits_.time - position_.used);
    const StopToken undisturbed;
    const auto report = chain_.think(left, nodes, has_table ? undisturbed : stop);
    position_.used += Clock::now() - begun;
    const bool stopped = !has_table && stop.requested();
    if (!report) return true;
    position_.nodes += report->nodes;
    const bool complete = !stopped && (!nodes || report->nodes <= *nodes);
    const bool spent = position_.used >= limits_.time || (has_table && options.limits.nodes &&
                                                          position_.nodes >= *options.limits.nodes);
    return complete || spent;
}

ReviewedPosition GameReview::found(std::size_t ply) {
    ReviewedPosition found = reviewed(game_, ply, chain_.values());
    // The line of a proof, and what follows the move played if none is better.
    if (!found.exact || !found.best) return found;
    const bool played = ply < game_.played().size() && game_.played()[ply].pit == found.best;
    if (played && later_ && later_->ply == ply + 1 && later_->exact) {
        found.line = {*found.best};
        found.line.insert(found.line.end(), later_->line.begin(), later_->line.end());
    } else if (chain_.is_proved() && found.source != ValueSource::search &&
               limits_.solver_nodes > 0) {
        found.line = chain_.continued({*found.best}, {std::nullopt, kLineNodes});
    }
    return found;
}

}  // namespace kalah::players
