#include "players/value_chain.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

#include "kalah/endgame_database.hpp"
#include "kalah/moves.hpp"
#include "players/thought.hpp"

namespace kalah::players {
namespace {

using std::chrono::milliseconds;

int difference(const Board& board, Side side) {
    return board.store(side) - board.store(opponent(side));
}

/// The score of a report, as a value that an engine alone knows.
KnownValue value_of(const Score& score, EvalId eval, bool by_database) {
    KnownValue value;
    value.estimate = in_seeds(score, eval);
    value.source = by_database ? ValueSource::database : ValueSource::search;
    if (score.exact) value.lower = value.upper = static_cast<int>(score.points());
    return value;
}

/// What sorts first is better: the score, then what is sure of it.
bool is_better(const MoveValue& a, const MoveValue& b) {
    const auto key = [](const MoveValue& move) {
        const KnownValue& value = move.value;
        return std::pair(
            value.is_known() ? value.score() : -std::numeric_limits<double>::infinity(),
            -static_cast<int>(value.kind()));
    };
    return key(a) > key(b);
}

}  // namespace

const ValueSources* AnalysisEngine::sources() {
    try {
        if (!sources_) sources_ = prepare_();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    return &*sources_;
}

bool AnalysisEngine::make() {
    if (engine_) return true;
    if (sources() == nullptr) return false;
    try {
        if (auto made = Engine::create(sources_->engine))
            engine_ = std::make_unique<Engine>(made.take());
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
    SearchLimits limits = sources_->engine.limits;
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

std::string_view name(ValueSource source) {
    constexpr std::array<std::string_view, 6> kNames{"none", "result", "database",
                                                     "book", "solver", "search"};
    return kNames[static_cast<std::size_t>(source)];
}

std::string_view name(ValueKind kind) {
    constexpr std::array<std::string_view, 4> kNames{"exact", "lower", "upper", "estimate"};
    return kNames[static_cast<std::size_t>(kind)];
}

double KnownValue::score() const {
    if (lower && (!estimate || *estimate <= *lower || is_exact())) return *lower;
    if (upper && (!estimate || *estimate >= *upper)) return *upper;
    return estimate.value_or(0);
}

ValueKind KnownValue::kind() const {
    if (is_exact()) return ValueKind::exact;
    if (lower && (!estimate || *estimate <= *lower)) return ValueKind::lower;
    if (upper && (!estimate || *estimate >= *upper)) return ValueKind::upper;
    return ValueKind::estimate;
}

KnownValue KnownValue::for_opponent() const {
    KnownValue other{.source = source};
    if (upper) other.lower = -*upper;
    if (lower) other.upper = -*lower;
    if (estimate) other.estimate = -*estimate;
    return other;
}

bool PositionValues::is_proved() const {
    return !moves.empty() && std::all_of(moves.begin(), moves.end(), [](const MoveValue& move) {
        return move.value.is_exact();
    });
}

PositionValues values_of(const SearchReport& report, EvalId eval) {
    PositionValues found;
    if (report.depth == 0) return found;
    found.value = value_of(report.score, eval, report.by_database);
    found.best = report.pit;
    found.line = report.line;
    for (const MoveReport& move : report.moves)
        found.moves.push_back(
            {move.pit, value_of(move.score, eval, report.by_database), move.line});
    found.depth = report.depth;
    found.nodes = report.nodes;
    found.seconds = report.seconds;
    return found;
}

bool same_bounds(const MovesResult& a, const MovesResult& b) {
    return a.lower == b.lower && a.upper == b.upper &&
           std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(),
                      [](const MoveBounds& x, const MoveBounds& y) {
                          return x.lower == y.lower && x.upper == y.upper;
                      });
}

/// Bounds on their way from the widest ones to the value.
struct ValueChain::Proof {
    int pit;    // of a move
    int least;  // the widest bounds: what the seeds left allow
    int most;
    int lower = least;
    int upper = most;
    ValueSource source = ValueSource::none;  // who moved a bound last

    /// What contradicts is not believed: the one who was asked first is right.
    void tighten(int at_least, int at_most, ValueSource by) {
        at_least = std::max(at_least, lower);
        at_most = std::min(at_most, upper);
        if (at_least > at_most || (at_least == lower && at_most == upper)) return;
        lower = at_least;
        upper = at_most;
        source = by;
    }
    /// An estimate beyond the widest bounds is impossible, too.
    void put_into(KnownValue& value) const {
        const bool exact = lower == upper;
        if (value.estimate) value.estimate = std::clamp<double>(*value.estimate, lower, upper);
        if (exact || lower > least) value.lower = lower;
        if (exact || upper < most) value.upper = upper;
        if (value.kind() != ValueKind::estimate) value.source = source;
    }
};

ValueChain::ValueChain(const Rules& rules, const Board& first, Prepare prepare, EvalId eval)
    : rules_(rules), first_(first), engine_(std::move(prepare)), eval_(eval) {}

void ValueChain::look_at(const Board& board) {
    board_ = board;
    book_.reset();
    book_after_.clear();
    proved_.reset();
    deepest_.reset();
    lines_.clear();
    gave_up_ = seeds_in_pits(board) > Solver::kMostSeeds;
    solver_nodes_ = 0;
    read_book();
}

void ValueChain::read_book() {
    const ValueSources* sources = engine_.sources();
    if (sources == nullptr || !sources->book) return;
    book_ = sources->book->find(rules_, board_);
    for (const int pit : legal_moves(board_)) {
        Board child = board_;
        const bool over = apply(rules_, child, pit).over;
        book_after_.push_back(over ? std::nullopt : sources->book->find(rules_, child));
    }
}

bool ValueChain::make_solver() {
    const ValueSources* sources = engine_.sources();
    if (sources == nullptr) return false;
    if (!database_) database_ = sources->engine.database;
    auto made = Solver::create(rules_, first_, {database_, kSolverTable, 1});
    if (!made) return false;
    solver_ = made.take();
    return true;
}

void ValueChain::solve(const SolveBudget& budget, const OnChange& on_change) {
    if (solver_is_done()) return;
    const ValueSources* sources = engine_.sources();
    if (!database_ && !asked_for_small_ && solver_nodes_ >= kNodesBeforeDatabase &&
        sources != nullptr && sources->small_database) {
        asked_for_small_ = true;
        database_ = sources->small_database();
        if (database_) solver_.reset();  // its database is for life
    }
    if (!solver_ && !make_solver()) {
        gave_up_ = true;
        return;
    }
    const std::uint64_t earlier = solver_->nodes() - solver_nodes_;  // wraps around, and back
    const auto watch = [&](const MovesResult& so_far) {
        solver_nodes_ = so_far.nodes - earlier;
        if (proved_ && same_bounds(*proved_, so_far)) return true;
        proved_ = so_far;
        if (on_change) on_change();
        return true;
    };
    const auto known = proved_;
    const auto found = solver_->solve_moves(board_, watch, budget, known ? &*known : nullptr);
    solver_nodes_ = solver_->nodes() - earlier;
    gave_up_ = !found;
    if (found)
        proved_ = *found;
    else
        proved_.reset();  // a contradiction: nothing is proved
}

std::optional<SearchReport> ValueChain::think(milliseconds time, std::optional<std::uint64_t> nodes,
                                              const StopToken& stop, const OnChange& on_change) {
    const int earlier = deepest_ ? deepest_->depth : 0;
    const auto keep = [&](const SearchReport& report) {
        if (deepest_ && report.depth <= deepest_->depth) return;
        deepest_ = report;
        if (on_change) on_change();
    };
    auto report = engine_.analyse(rules_, board_, time, nodes, stop, keep);
    // A depth is searched once: what the table knows by now may order equal moves otherwise.
    if (report && report->depth > earlier) deepest_ = report;
    return report;
}

bool ValueChain::is_proved() const {
    return values().is_proved();
}

void ValueChain::release() {
    engine_.release();
    solver_.reset();
}

ValueSource ValueChain::solver_source() const {
    return database_ && database_->covers(seeds_in_pits(board_)) ? ValueSource::database
                                                                 : ValueSource::solver;
}

/// By the solver, then by the book, then by the engine where it reached the end; of moves that end
/// the game, by its result.
void ValueChain::add_bounds(std::vector<Proof>& moves, Proof& whole) const {
    const int now = difference(board_, board_.to_move);
    const ValueSource solver = solver_source();
    if (proved_) {
        whole.tighten(proved_->lower, proved_->upper, solver);
        for (std::size_t i = 0; i < moves.size(); ++i)
            moves[i].tighten(proved_->moves[i].lower, proved_->moves[i].upper, solver);
    }
    for (std::size_t i = 0; i < book_after_.size(); ++i) {
        if (!book_after_[i] || !book_after_[i]->proved) continue;
        Board child = board_;
        apply(rules_, child, moves[i].pit);
        const int value = difference(child, child.to_move) + book_after_[i]->future;
        const int exact = child.to_move == board_.to_move ? value : -value;
        moves[i].tighten(exact, exact, ValueSource::book);
    }
    const auto prove = [&](int pit, int exact, ValueSource by) {
        for (Proof& move : moves)
            if (move.pit == pit) move.tighten(exact, exact, by);
    };
    if (book_ && book_->proved) {
        const int exact = now + book_->future;
        whole.tighten(exact, exact, ValueSource::book);
        prove(book_->pit, exact, ValueSource::book);
    }
    const ValueSource engine =
        deepest_ && deepest_->by_database ? ValueSource::database : ValueSource::search;
    if (deepest_)
        for (const MoveReport& move : deepest_->moves)
            if (move.score.exact) prove(move.pit, static_cast<int>(move.score.points()), engine);
    // The best move is worth what the position is worth.
    const auto worse = [](const Proof& a, const Proof& b) { return a.lower < b.lower; };
    const Proof& best = *std::max_element(moves.begin(), moves.end(), worse);
    int upper = best.upper;
    for (const Proof& move : moves) upper = std::max(upper, move.upper);
    whole.tighten(best.lower, upper, best.source);
    if (whole.source == ValueSource::none || whole.source == ValueSource::result)
        whole.source = solver;
    for (Proof& move : moves) move.tighten(move.lower, whole.upper, whole.source);
    // A bound of the only move that can be that good.
    const auto good = [&](const Proof& move) { return move.upper >= whole.lower; };
    if (std::count_if(moves.begin(), moves.end(), good) == 1)
        std::find_if(moves.begin(), moves.end(), good)
            ->tighten(whole.lower, whole.upper, whole.source);
}

/// The best first; of equal ones, the book's move, then as the engine has them.
void ValueChain::sort(std::vector<MoveValue>& moves) const {
    const auto rank = [&](int pit) -> std::ptrdiff_t {
        if (book_ && book_->proved && book_->pit == pit) return -1;
        if (!deepest_) return 0;
        const auto found = std::find_if(deepest_->moves.begin(), deepest_->moves.end(),
                                        [&](const MoveReport& move) { return move.pit == pit; });
        return found - deepest_->moves.begin();
    };
    std::stable_sort(moves.begin(), moves.end(), [&](const MoveValue& a, const MoveValue& b) {
        return is_better(a, b) || (!is_better(b, a) && rank(a.pit) < rank(b.pit));
    });
}

/// Some move is worth at least what the position is: if all estimates are lower, the best of them
/// that may be that good is raised.
void ValueChain::raise_best(std::vector<MoveValue>& moves, const std::vector<Proof>& proofs,
                            int least) {
    if (moves.front().value.score() >= least) return;
    for (auto move = moves.begin(); move != moves.end(); ++move) {
        const Proof& proof = *std::find_if(proofs.begin(), proofs.end(),
                                           [&](const Proof& of) { return of.pit == move->pit; });
        if (proof.upper < least) continue;
        move->value.estimate = least;
        if (move->value.kind() != ValueKind::estimate) move->value.source = proof.source;
        std::rotate(moves.begin(), move, move + 1);
        return;
    }
}

PositionValues ValueChain::values() const {
    PositionValues found;
    std::vector<Proof> proofs;
    for (const int pit : legal_moves(board_)) {
        Board child = board_;
        const int left = apply(rules_, child, pit).over ? 0 : seeds_in_pits(child);
        const int then = difference(child, board_.to_move);
        proofs.push_back({pit, then - left, then + left});
        if (left == 0) proofs.back().source = ValueSource::result;
        found.moves.push_back({pit, {}, {pit}});
    }
    Proof whole = proofs.front();
    for (const Proof& move : proofs) {
        whole.least = std::max(whole.least, move.least);
        whole.most = std::max(whole.most, move.most);
    }
    whole = {-1, whole.least, whole.most};
    add_bounds(proofs, whole);
    for (std::size_t i = 0; i < proofs.size(); ++i) {
        MoveValue& move = found.moves[i];
        if (deepest_)
            for (const MoveReport& report : deepest_->moves)
                if (report.pit == move.pit) {
                    move.value.estimate = in_seeds(report.score, eval_);
                    move.value.source = ValueSource::search;
                    move.line = report.line;
                }
        proofs[i].put_into(move.value);
        if (i < lines_.size() && move.value.source != ValueSource::search) move.line = lines_[i];
    }
    sort(found.moves);
    if (deepest_) raise_best(found.moves, proofs, whole.lower);
    const MoveValue& best = found.moves.front();
    if (best.value.estimate) {
        found.value.estimate = best.value.score();
        found.value.source = ValueSource::search;
    }
    whole.put_into(found.value);
    if (best.value.is_known() || found.value.is_known()) {
        found.best = best.pit;
        found.line = best.line;
    }
    found.depth = deepest_ ? deepest_->depth : 0;
    found.nodes = (deepest_ ? deepest_->nodes : 0) + solver_nodes_;
    return found;
}

std::optional<int> ValueChain::proved_best(const Board& board, const SolveBudget& budget) {
    const ValueSources* sources = engine_.sources();
    if (sources != nullptr && sources->book)
        if (const auto known = sources->book->find(rules_, board); known && known->proved)
            return known->pit;
    if (seeds_in_pits(board) > Solver::kMostSeeds || (!solver_ && !make_solver()))
        return std::nullopt;
    // It suffices that one move is worth no less than the position.
    const auto best = [](const MovesResult& now) {
        return std::find_if(now.moves.begin(), now.moves.end(),
                            [&](const MoveBounds& move) { return move.lower >= now.upper; });
    };
    const auto found = solver_->solve_moves(
        board, [&](const MovesResult& now) { return best(now) == now.moves.end(); }, budget);
    if (!found || best(*found) == found->moves.end()) return std::nullopt;
    return best(*found)->pit;
}

std::vector<int> ValueChain::continued(std::vector<int> line, const SolveBudget& budget) {
    constexpr std::size_t kLongest = 12;
    Board board = board_;
    bool over = false;
    for (const int pit : line) over = apply(rules_, board, pit).over;
    while (!over && line.size() < kLongest) {
        const auto next = proved_best(board, budget);
        if (!next) break;
        line.push_back(*next);
        over = apply(rules_, board, *next).over;
    }
    return line;
}

void ValueChain::follow_proofs(const SolveBudget& budget) {
    lines_.clear();
    for (const int pit : legal_moves(board_)) lines_.push_back(continued({pit}, budget));
}

}  // namespace kalah::players
