#include "kalah/solver.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

#include "kalah/moves.hpp"
#include "kalah/stop_token.hpp"
#include "rules/sweep.hpp"
#include "solve/bound_table.hpp"
#include "solve/exact_search.hpp"

#ifdef KALAH_HAS_THREADS
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace kalah {
namespace {

using solve::BoundTable;
using solve::ExactSearch;
using solve::PositionKeys;

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenReports{100};
#ifdef KALAH_HAS_THREADS
constexpr std::chrono::milliseconds kBetweenLooks{4};
#endif

Error contradiction() {
    return coded("contradiction", "what was proved contradicts itself; no value is proved");
}
Error stopped() {
    return coded("stopped", "stopped before an answer was found");
}

int difference(const Board& board, Side side) {
    return board.store(side) - board.store(opponent(side));
}

/// True if every seed ends in a store, so that all results have the parity of the seeds.
bool all_are_stored(const Rules& rules) {
    return keeper_of(rules.sweep, Side::south, Side::south).has_value();
}

/// The smallest number that is at least `wish` and may be a result.
int with_parity(int wish, int seeds, int step) {
    return step == 2 && ((wish ^ seeds) & 1) != 0 ? wish + 1 : wish;
}

}  // namespace

struct Solver::Impl {
    Impl(const Rules& of, const Board& board, const SolverOptions& options)
        : rules(of),
          database(options.database),
          keys(board.width, seeds_in_pits(board)),
          table(options.table_bytes),
          threads(options.threads),
          shared{.table = table,
                 .keys = keys,
                 .database = database ? &database->levels() : nullptr,
                 .step = all_are_stored(of) ? 2 : 1,
                 .stop = {}} {}

    /// Asks ExactSearch::at_least on all threads; with one thread, on the calling one. Nothing if
    /// the search was stopped.
    std::optional<int> ask(const Board& board, int beta, const ProvedBounds& so_far,
                           const OnProved& watch);
#ifdef KALAH_HAS_THREADS
    /// `look` is called every few milliseconds.
    std::optional<int> ask_all_threads(const Board& board, int beta,
                                       const std::function<void()>& look);
#endif
    /// Asks until both bounds equal the value of the position, beginning at `guess`. False if it
    /// was stopped.
    Result<bool> narrow(const Board& board, ProvedBounds& bounds, int guess, const OnProved& watch);

    void set_budget(const SolveBudget& given) {
        budget = given;
        if (given.time) deadline = Clock::now() + *given.time;
        if (given.nodes) budget.nodes = shared.nodes + *given.nodes;
    }
    [[nodiscard]] bool budget_is_spent(Clock::time_point now) const {
        return (budget.stop != nullptr && budget.stop->requested()) ||
               (budget.nodes && shared.nodes >= *budget.nodes) || (budget.time && now >= deadline);
    }
    /// All moves, the table's move first.
    [[nodiscard]] std::vector<int> moves_to_try(const Board& board) const;

    Rules rules;
    std::shared_ptr<const EndgameDatabase> database;
    PositionKeys keys;
    BoundTable table;
    int threads;
    solve::Shared shared;
    SolveBudget budget =
        {};  // of the question that is being asked; nodes as the solver counts them
    Clock::time_point deadline = {};
};

namespace {

/// Sets the budget of one question and clears it afterwards, so that it does not limit others.
class WithBudget {
  public:
    template <class Impl>
    WithBudget(Impl& impl, const SolveBudget& budget) : budget_(impl.budget) {
        impl.set_budget(budget);
    }
    ~WithBudget() { budget_ = {}; }
    WithBudget(const WithBudget&) = delete;
    WithBudget& operator=(const WithBudget&) = delete;

  private:
    SolveBudget& budget_;
};

}  // namespace

Solver::Solver(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

Result<Solver> Solver::create(const Rules& rules, const Board& board,
                              const SolverOptions& options) {
    try {
        return Solver(std::make_unique<Impl>(rules, board, options));
    } catch (const std::bad_alloc&) {
        const std::string bytes = std::to_string(options.table_bytes);
        return coded("no_memory", "no memory for a table of " + bytes + " bytes",
                     {{"bytes", bytes}});
    }
}

std::uint64_t Solver::nodes() const {
    return impl_->shared.nodes;
}
BoundTable& Solver::table() {
    return impl_->table;
}

std::optional<int> Solver::Impl::ask(const Board& board, int beta, const ProvedBounds& so_far,
                                     const OnProved& watch) {
    if (budget_is_spent(Clock::now())) return std::nullopt;
    shared.stop.reset();
    auto next = Clock::now() + kBetweenReports;
    const std::function<void()> look = [&] {
        const auto now = Clock::now();
        if (budget_is_spent(now)) return shared.stop.request();
        if (now < next) return;
        if (watch && !watch({so_far.lower, so_far.upper, shared.nodes})) shared.stop.request();
        next = Clock::now() + kBetweenReports;
    };
#ifdef KALAH_HAS_THREADS
    if (threads > 1) return ask_all_threads(board, beta, look);
#endif
    shared.look = &look;
    const int result = with_position(rules, board, [&](const auto& position) {
        return ExactSearch<std::decay_t<decltype(position)>>(shared, true).at_least(position, beta);
    });
    shared.look = nullptr;
    if (shared.stop.requested()) return std::nullopt;
    return result;
}

#ifdef KALAH_HAS_THREADS
std::optional<int> Solver::Impl::ask_all_threads(const Board& board, int beta,
                                                 const std::function<void()>& look) {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<int> answer;
    int running = 0;
    const auto work = [&] {
        const int result = with_position(rules, board, [&](const auto& position) {
            return ExactSearch<std::decay_t<decltype(position)>>(shared, false)
                .at_least(position, beta);
        });
        const std::lock_guard lock(mutex);
        if (!shared.stop.requested()) answer = result;
        shared.stop.request();  // one answer suffices
        --running;
        changed.notify_one();
    };
    // If anything throws from here on, the callback for instance, Crew ends the threads first.
    struct Crew {
        StopToken& stop;
        std::vector<std::thread> all = {};
        ~Crew() {
            stop.request();
            for (std::thread& thread : all) thread.join();
        }
    };
    Crew crew{shared.stop};
    crew.all.reserve(static_cast<std::size_t>(threads));
    std::unique_lock lock(mutex);
    for (int i = 0; i < threads; ++i) {
        try {
            crew.all.emplace_back(work);
            ++running;
        } catch (const std::system_error&) {
            if (crew.all.empty()) throw;
            break;  // fewer threads will do
        }
    }
    while (running > 0) {
        changed.wait_for(lock, kBetweenLooks);
        lock.unlock();
        look();
        lock.lock();
    }
    lock.unlock();
    return answer;
}
#endif

Result<bool> Solver::Impl::narrow(const Board& board, ProvedBounds& bounds, int guess,
                                  const OnProved& watch) {
    const int parity = difference(board, board.to_move) ^ seeds_in_pits(board);
    bounds.nodes = shared.nodes;
    const auto tell = [&] { return !watch || watch(bounds); };
    bool go_on = tell();
    while (go_on && bounds.lower < bounds.upper) {
        const int beta = std::clamp(guess, bounds.lower + shared.step, bounds.upper);
        const auto answer = ask(board, beta, bounds, watch);
        bounds.nodes = shared.nodes;
        if (!answer) return false;
        guess = *answer;
        (guess >= beta ? bounds.lower : bounds.upper) = guess;
        if (bounds.lower > bounds.upper || ((guess ^ parity) & (shared.step - 1)) != 0)
            return contradiction();
        go_on = tell();
    }
    return bounds.lower == bounds.upper;
}

Result<SolveResult> Solver::solve(const Board& board, const OnProved& progress,
                                  const SolveBudget& budget) {
    const WithBudget limited(*impl_, budget);
    const int left = seeds_in_pits(board);
    const int now = difference(board, board.to_move);
    SolveResult result{{now - left, now + left, nodes()}, false};
    const auto solved = impl_->narrow(board, result.proved,
                                      with_parity(0, now + left, impl_->shared.step), progress);
    if (!solved) return solved.error();
    result.solved = *solved;
    return result;
}

Result<MovesResult> Solver::solve_moves(const Board& board, const OnMoves& progress,
                                        const SolveBudget& budget, const MovesResult* known) {
    const WithBudget limited(*impl_, budget);
    MovesResult result;
    std::vector<Board> children;
    for (const int pit : legal_moves(board)) {
        Board& child = children.emplace_back(board);
        const MoveResult played = apply(impl_->rules, child, pit);
        const int left = played.over ? 0 : seeds_in_pits(child);
        const int now = difference(child, board.to_move);
        result.moves.push_back({pit, now - left, now + left});
    }
    assert(!result.moves.empty());
    assert(known == nullptr || known->moves.size() == result.moves.size());
    if (known != nullptr) result.moves = known->moves;
    const auto tell = [&] {
        result.nodes = nodes();
        return !progress || progress(result);
    };
    // 1. The position: no move is worth more.
    ProvedBounds whole{result.moves.front().lower, result.moves.front().upper};
    for (const MoveBounds& move : result.moves) {
        whole.lower = std::max(whole.lower, move.lower);
        whole.upper = std::max(whole.upper, move.upper);
    }
    if (known != nullptr) {
        whole.lower = std::max(whole.lower, known->lower);
        whole.upper = std::min(whole.upper, known->upper);
    }
    const auto bound_moves = [&](const ProvedBounds& proved) {
        result.lower = proved.lower;
        result.upper = proved.upper;
        for (MoveBounds& move : result.moves) move.upper = std::min(move.upper, proved.upper);
        return tell();
    };
    const int guess = with_parity(0, whole.upper, impl_->shared.step);
    const auto found = impl_->narrow(board, whole, guess, bound_moves);
    if (!found) return found.error();
    if (!*found) return result;
    // 2. The moves, the table's first: it has the value of the position.
    for (const int pit : impl_->moves_to_try(board)) {
        const auto at = std::find_if(result.moves.begin(), result.moves.end(),
                                     [&](const MoveBounds& move) { return move.pit == pit; });
        if (at->exact()) continue;
        const Board& child = children[static_cast<std::size_t>(at - result.moves.begin())];
        const bool same = child.to_move == board.to_move;
        ProvedBounds bounds{same ? at->lower : -at->upper, same ? at->upper : -at->lower};
        const auto solved = impl_->narrow(child, bounds, same ? whole.lower : -whole.lower,
                                          [&](const ProvedBounds& proved) {
                                              at->lower = same ? proved.lower : -proved.upper;
                                              at->upper = same ? proved.upper : -proved.lower;
                                              return tell();
                                          });
        if (!solved) return solved.error();
        if (!*solved) return result;
    }
    result.nodes = nodes();
    result.solved = true;
    return result;
}

std::vector<int> Solver::Impl::moves_to_try(const Board& board) const {
    const auto known = with_position(
        rules, board, [&](const auto& position) { return table.find(keys.key(position)); });
    std::vector<int> pits;
    for (const int pit : legal_moves(board))
        pits.insert(known && known->pit == pit ? pits.begin() : pits.end(), pit);
    return pits;
}

Result<std::vector<int>> Solver::best_line(const Board& board, int value,
                                           const OnProved& progress) {
    std::vector<int> line;
    Board at = board;
    bool over = false;
    while (!over) {
        const Side mover = at.to_move;
        bool found = false;
        for (const int pit : impl_->moves_to_try(at)) {
            Board child = at;
            const MoveResult played = apply(impl_->rules, child, pit);
            // A move is best if the mover gets no less than the value after it.
            const bool same = played.over || child.to_move == mover;
            const int wanted = same ? value : impl_->shared.step - value;
            std::optional<int> answer;
            if (played.over)
                answer = difference(child, mover);
            else
                answer = impl_->ask(child, wanted, {value, value, nodes()}, progress);
            if (!answer) return stopped();
            if (same ? *answer < value : *answer >= wanted) continue;
            line.push_back(pit);
            over = played.over;
            if (!over && child.to_move != mover) value = -value;
            at = child;
            found = true;
            break;
        }
        if (!found) return contradiction();  // the value was not that of the position
    }
    return line;
}

Result<std::vector<TurnValue>> Solver::turn_values(const Board& board, const OnProved& progress,
                                                   const OnTurn& on_turn) {
    std::vector<TurnValue> all;
    const auto proved = [&](TurnValue turn) {
        if (on_turn) on_turn(turn);
        all.push_back(std::move(turn));
    };
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const MoveResult played = apply(impl_->rules, child, pit);
        if (played.over) {
            proved({{pit}, difference(child, board.to_move)});
        } else if (child.to_move == board.to_move) {
            const auto rest = turn_values(child, progress, [&](TurnValue turn) {
                turn.pits.insert(turn.pits.begin(), pit);
                proved(std::move(turn));
            });
            if (!rest) return rest.error();
        } else {
            const auto result = solve(child, progress);
            if (!result) return result.error();
            if (!result->solved) return stopped();
            proved({{pit}, -result->proved.lower});
        }
    }
    return all;
}

}  // namespace kalah
