#include "players/analysis.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <new>
#include <numeric>
#include <utility>

#include "kalah/endgame_database.hpp"
#include "kalah/moves.hpp"
#include "players/thought.hpp"

namespace kalah::players {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFirstDepth{50};

}  // namespace

const EngineOptions* AnalysisEngine::options() {
    try {
        if (!options_) options_ = prepare_();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    return &*options_;
}

bool AnalysisEngine::make() {
    if (engine_) return true;
    if (options() == nullptr) return false;
    try {
        if (auto made = Engine::create(*options_)) engine_ = std::make_unique<Engine>(made.take());
    } catch (const std::bad_alloc&) {
        return false;
    }
    return engine_ != nullptr;
}

std::optional<SearchReport> AnalysisEngine::analyse(const Rules& rules, const Board& board,
                                                    milliseconds time,
                                                    std::optional<std::uint64_t> nodes,
                                                    const StopToken& stop,
                                                    const Engine::OnDepth& on_depth) {
    if (!make()) return std::nullopt;
    SearchLimits limits = options_->limits;
    limits.time = std::max(time, milliseconds(1));
    if (nodes) limits.nodes = std::min(*nodes, limits.nodes.value_or(*nodes));
    engine_->limit(limits);
    try {
        return engine_->analyse(rules, board, stop, on_depth);
    } catch (const std::bad_alloc&) {
        release();
        return std::nullopt;
    }
}

PositionAnalysis::State PositionAnalysis::run(const StopToken& stop,
                                              const Engine::OnDepth& on_depth) {
    if (!engine_.make()) return State::failed;  // this takes time that is not the analysis's
    const auto begun = Clock::now();
    const double seconds_before = std::chrono::duration<double>(used_).count();
    const auto on_deeper = [&](SearchReport report) {
        if (deepest_ && report.depth <= deepest_->depth) return;
        report.seconds += seconds_before;
        deepest_ = std::move(report);
        if (on_depth) on_depth(*deepest_);
    };
    const auto left = std::chrono::duration_cast<milliseconds>(time_ - used_);
    const auto report =
        engine_.analyse(game_.rules(), game_.board(), left, std::nullopt, stop, on_deeper);
    // Making the engine can take a whole slice: the first one finds a depth all the same, so that
    // an analysis that is stopped has something to show.
    if (report && !deepest_)
        engine_.analyse(game_.rules(), game_.board(), kFirstDepth, std::nullopt, StopToken(),
                        on_deeper);
    used_ += Clock::now() - begun;
    if (!report) return State::failed;
    return stop.requested() && used_ < time_ ? State::paused : State::finished;
}

double for_south(const Score& score, EvalId eval, Side mover) {
    const double seeds = in_seeds(score, eval);
    return seeds == 0 ? 0.0 : mover == Side::south ? seeds : -seeds;  // never -0.0
}

ReviewedPosition reviewed(const Game& game, std::size_t ply, const SearchReport& report,
                          EvalId eval) {
    const Board& board = game.board_after(ply);
    const bool last = ply == game.played().size();
    ReviewedPosition position{.ply = ply};
    if (last && game.over()) {
        position.score = board.store(Side::south) - board.store(Side::north);
        position.exact = true;
        position.source = ValueSource::result;
        return position;
    }
    if (report.depth == 0) return position;
    position.score = for_south(report.score, eval, board.to_move);
    position.exact = report.score.exact;
    position.best = report.pit;
    position.line = report.line;
    position.source = report.by_database ? ValueSource::database : ValueSource::search;
    if (last) return position;
    for (const MoveReport& move : report.moves)
        if (move.pit == game.played()[ply].pit) {
            position.cost =
                std::max(in_seeds(report.score, eval) - in_seeds(move.score, eval), 0.0);
            position.cost_exact = report.score.exact && move.score.exact;
            if (position.cost == 0) {
                position.best = move.pit;
                position.line = move.line;
            }
        }
    return position;
}

std::string_view name(ValueSource source) {
    constexpr std::array<std::string_view, 5> kNames{"none", "result", "database", "solver",
                                                     "search"};
    return kNames[static_cast<std::size_t>(source)];
}

GameReview::GameReview(Game game, PrepareEngine prepare, EvalId eval, ReviewLimits limits)
    : GameReview(std::move(game), std::move(prepare), eval, limits, {}) {
    plies_.resize(game_.played().size() + 1);
    std::iota(plies_.begin(), plies_.end(), std::size_t{0});
}

GameReview::GameReview(Game game, PrepareEngine prepare, EvalId eval, ReviewLimits limits,
                       std::vector<std::size_t> plies)
    : game_(std::move(game)),
      plies_(std::move(plies)),
      engine_(std::move(prepare)),
      eval_(eval),
      limits_(limits) {}

void GameReview::release() {
    engine_.release();
    solver_.reset();
    position_.nodes = 0;
    position_.solver_nodes = 0;
}

std::optional<ReviewedPosition> GameReview::next(const StopToken& stop) {
    assert(!is_done());
    const std::size_t ply = plies_.back();
    const bool over = game_.over() && ply == game_.played().size();
    while (!over && !run_slice(game_.board_after(ply), stop))
        if (stop.requested()) return std::nullopt;
    later_ =
        !position_.values.empty() ? proved(ply) : reviewed(game_, ply, position_.deepest, eval_);
    position_ = {};
    plies_.pop_back();
    return later_;
}

bool GameReview::run_slice(const Board& board, const StopToken& stop) {
    if (run_solver(board)) return !position_.values.empty() || run_engine(board, stop);
    return false;
}

bool GameReview::run_solver(const Board& board) {
    if (position_.gave_up || position_.solver_nodes >= limits_.solver_nodes ||
        2 * position_.used >= limits_.time || seeds_in_pits(board) > Solver::kMostSeeds)
        return true;
    const EngineOptions* options = engine_.options();
    if (!solver_ && options != nullptr) {
        std::size_t first = 0;  // the first position that it can solve
        while (seeds_in_pits(game_.board_after(first)) > Solver::kMostSeeds) ++first;
        auto made = Solver::create(game_.rules(), game_.board_after(first),
                                   {options->database, kSolverTable, 1});
        if (made) solver_ = made.take();
    }
    position_.gave_up = !solver_;
    if (position_.gave_up) return true;
    const auto begun = Clock::now();
    const std::uint64_t before = solver_->nodes();
    const SolveBudget budget{limits_.time / 2 - position_.used,
                             std::min(kSliceNodes, limits_.solver_nodes - position_.solver_nodes)};
    auto found = solver_->solve_moves(
        board, [](const MovesResult&) { return true; }, budget);
    position_.used += Clock::now() - begun;
    position_.solver_nodes += solver_->nodes() - before;
    position_.gave_up = !found;
    if (found && found->solved) position_.values = found->moves;
    return position_.gave_up || !position_.values.empty();
}

bool GameReview::run_engine(const Board& board, const StopToken& stop) {
    const EngineOptions* options = engine_.options();
    if (options == nullptr) return true;  // nothing is known of this one
    const bool has_table = options->table_bytes > 0;
    std::optional<std::uint64_t> nodes;
    if (has_table) {
        nodes = kSliceNodes;
        if (const auto all = options->limits.nodes)
            nodes = std::min(kSliceNodes, *all - std::min(position_.nodes, *all));
    }
    const auto begun = Clock::now();
    const auto left = std::chrono::duration_cast<milliseconds>(limits_.time - position_.used);
    const StopToken undisturbed;
    auto report =
        engine_.analyse(game_.rules(), board, left, nodes, has_table ? undisturbed : stop, {});
    position_.used += Clock::now() - begun;
    const bool stopped = !has_table && stop.requested();
    if (!report) return true;
    options = engine_.options();
    position_.nodes += report->nodes;
    const bool complete = !stopped && (!nodes || report->nodes <= *nodes);
    if (report->depth >= position_.deepest.depth) position_.deepest = std::move(*report);
    const bool spent =
        position_.used >= limits_.time ||
        (has_table && options->limits.nodes && position_.nodes >= *options->limits.nodes);
    return complete || spent;
}

ReviewedPosition GameReview::proved(std::size_t ply) {
    const Board& board = game_.board_after(ply);
    const bool last = ply == game_.played().size();
    MoveBounds best = position_.values.front();
    for (const MoveBounds& move : position_.values)
        if (move.lower > best.lower) best = move;
    ReviewedPosition found{.ply = ply};
    const auto& database = engine_.options()->database;
    found.source = database && database->covers(seeds_in_pits(board)) ? ValueSource::database
                                                                      : ValueSource::solver;
    found.exact = true;
    found.score = board.to_move == Side::south ? best.lower : -best.lower;
    for (const MoveBounds& move : position_.values) {
        if (last || move.pit != game_.played()[ply].pit) continue;
        found.cost = best.lower - move.lower;
        found.cost_exact = true;
        if (move.lower == best.lower) best = move;
    }
    found.best = best.pit;
    found.line = line_from(ply, best.pit);
    return found;
}

std::vector<int> GameReview::line_from(std::size_t ply, int best) {
    constexpr std::size_t kLongest = 12;
    constexpr std::uint64_t kNodes = 10'000;  // for each move
    std::vector<int> line{best};
    const bool played = ply < game_.played().size() && game_.played()[ply].pit == best;
    if (played && later_ && later_->ply == ply + 1 && later_->exact) {
        line.insert(line.end(), later_->line.begin(), later_->line.end());
        return line;
    }
    Board board = game_.board_after(ply);
    bool over = apply(game_.rules(), board, best).over;
    while (!over && line.size() < kLongest) {
        const auto found = solver_->solve_moves(board, [](const MovesResult&) { return true; },
                                                {std::nullopt, kNodes});
        if (!found || !found->solved) break;
        const auto next = std::max_element(
            found->moves.begin(), found->moves.end(),
            [](const MoveBounds& a, const MoveBounds& b) { return a.lower < b.lower; });
        line.push_back(next->pit);
        over = apply(game_.rules(), board, next->pit).over;
    }
    return line;
}

}  // namespace kalah::players
