#include "solve/solver.hpp"

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "base/stop_token.hpp"
#include "rules/sowing.hpp"

namespace kalah::solve {
namespace {

int difference(const Board& board, Side side) {
    return board.store(side) - board.store(other(side));
}

/// True if every seed ends in a store, so that all results have the parity of the seeds.
bool all_are_stored(const Rules& rules) {
    return rules.sweep != Sweep::none;
}

/// The smallest number that is at least `wish` and may be a result.
int with_parity(int wish, int seeds, int step) {
    return step == 2 && ((wish ^ seeds) & 1) != 0 ? wish + 1 : wish;
}

}  // namespace

Solver::Solver(const Rules& rules, const Board& board,
               std::shared_ptr<const endgame::Database> database, std::size_t table_bytes,
               int threads)
    : rules_(rules),
      database_(std::move(database)),
      keys_(board.width, seeds_in_pits(board)),
      table_(table_bytes),
      threads_(threads),
      shared_{.table = table_,
              .keys = keys_,
              .database = database_.get(),
              .step = all_are_stored(rules) ? 2 : 1,
              .stop = {}} {}

std::optional<int> Solver::ask(const Board& board, int beta, const Proved& so_far,
                               const OnProved& watch) {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<int> answer;
    int running = 0;
    shared_.stop.reset();
    const auto work = [&](bool alone) {
        const int result = with_position(rules_, board, [&](const auto& position) {
            return ExactSearch<std::decay_t<decltype(position)>>(shared_, alone)
                .at_least(position, beta);
        });
        const std::lock_guard lock(mutex);
        if (!shared_.stop.requested()) answer = result;
        shared_.stop.request();  // one answer suffices
        --running;
        changed.notify_one();
    };
    // Whatever is thrown from here on, by the watch for instance, the threads are ended first.
    struct Crew {
        StopToken& stop;
        std::vector<std::thread> threads = {};
        ~Crew() {
            stop.request();
            for (std::thread& thread : threads) thread.join();
        }
    };
    Crew crew{shared_.stop};
    crew.threads.reserve(static_cast<std::size_t>(threads_));
    std::unique_lock lock(mutex);
    for (int i = 0; i < threads_; ++i) {
        try {
            crew.threads.emplace_back(work, threads_ == 1);
            ++running;
        } catch (const std::system_error&) {
            if (crew.threads.empty()) throw;
            break;  // fewer threads do it, too
        }
    }
    while (running > 0) {
        changed.wait_for(lock, std::chrono::milliseconds(100));
        lock.unlock();
        if (!watch({so_far.lower, so_far.upper, nodes()})) shared_.stop.request();
        lock.lock();
    }
    lock.unlock();
    return answer;
}

Outcome Solver::value(const Board& board, const OnProved& watch) {
    const int left = seeds_in_pits(board);
    const int now = difference(board, board.to_move);
    const int step = shared_.step;
    Outcome outcome{{now - left, now + left, nodes()}, false};
    Proved& bounds = outcome.proved;
    int guess = with_parity(0, now + left, step);
    bool go_on = watch(bounds);
    while (go_on && bounds.lower < bounds.upper) {
        const int beta = std::max(guess, bounds.lower + step);
        const auto answer = ask(board, beta, bounds, watch);
        if (!answer) return outcome;
        guess = *answer;
        (guess >= beta ? bounds.lower : bounds.upper) = guess;
        bounds.nodes = nodes();
        if (bounds.lower > bounds.upper || ((guess ^ now ^ left) & (step - 1)) != 0)
            throw Contradiction();
        go_on = watch(bounds);
    }
    outcome.solved = bounds.lower == bounds.upper;
    return outcome;
}

std::vector<int> Solver::moves_to_try(const Board& board) const {
    const auto known = with_position(
        rules_, board, [&](const auto& position) { return table_.find(keys_.key(position)); });
    std::vector<int> pits;
    for (const int pit : movable_pits(board))
        pits.insert(known && known->pit == pit ? pits.begin() : pits.end(), pit);
    return pits;
}

std::optional<std::vector<int>> Solver::best_line(const Board& board, int value,
                                                  const OnProved& watch) {
    std::vector<int> line;
    Board at = board;
    bool over = false;
    while (!over) {
        const Side mover = at.to_move;
        bool found = false;
        for (const int pit : moves_to_try(at)) {
            Board child = at;
            const MoveResult played = play(rules_, child, pit);
            // A move is best if the mover gets no less than the value after it.
            const bool same = played.over || child.to_move == mover;
            const int wanted = same ? value : shared_.step - value;
            std::optional<int> answer;
            if (played.over)
                answer = difference(child, mover);
            else
                answer = ask(child, wanted, {value, value, nodes()}, watch);
            if (!answer) return std::nullopt;
            if (same ? *answer < value : *answer >= wanted) continue;
            line.push_back(pit);
            over = played.over;
            if (!over && child.to_move != mover) value = -value;
            at = child;
            found = true;
            break;
        }
        if (!found) throw Contradiction();  // the value was not that of the position
    }
    return line;
}

std::optional<std::vector<TurnValue>> turn_values(Solver& solver, const Rules& rules,
                                                  const Board& board, const OnProved& watch) {
    std::vector<TurnValue> all;
    for (const int pit : movable_pits(board)) {
        Board child = board;
        const MoveResult played = play(rules, child, pit);
        if (played.over) {
            all.push_back({{pit}, difference(child, board.to_move)});
        } else if (child.to_move == board.to_move) {
            const auto rest = turn_values(solver, rules, child, watch);
            if (!rest) return std::nullopt;
            for (const TurnValue& turn : *rest) {
                all.push_back({{pit}, turn.value});
                all.back().pits.insert(all.back().pits.end(), turn.pits.begin(), turn.pits.end());
            }
        } else {
            const Outcome outcome = solver.value(child, watch);
            if (!outcome.solved) return std::nullopt;
            all.push_back({{pit}, -outcome.proved.lower});
        }
    }
    return all;
}

}  // namespace kalah::solve
