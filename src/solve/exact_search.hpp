// ExactSearch: is the final result at least beta? Alpha-beta with an empty window and without a
// depth, which relies only on what is proved: the end of the game, the bounds of the table (also of
// the positions that a move leads to: enhanced transposition cut-off), the endgame database and the
// seeds left. It stores in the table the bounds that it had to search for. Far above the database a
// look ahead by evaluation orders the moves (look_ahead.hpp).
//
// Several threads may ask the same question on one table. A thread puts off a move that another
// thread is searching (after ABDADA, Weill 1996), so that they seldom do the same work twice. One
// object per thread; table and database are shared.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <functional>
#include <type_traits>

#include "endgame/levels.hpp"
#include "eval/fitted.hpp"
#include "kalah/stop_token.hpp"
#include "rules/position.hpp"
#include "solve/bound_table.hpp"
#include "solve/look_ahead.hpp"
#include "solve/position_key.hpp"

namespace kalah::solve {

/// The positions that threads are searching now, by their keys. A missing entry costs only time.
class Busy {
  public:
    [[nodiscard]] bool has(std::uint64_t key) const {
        return slot(key).load(std::memory_order_relaxed) == key;
    }
    void enter(std::uint64_t key) { slot(key).store(key, std::memory_order_relaxed); }
    void leave(std::uint64_t key) {
        if (has(key)) slot(key).store(0, std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t kSlots = 4096;
    [[nodiscard]] std::atomic<std::uint64_t>& slot(std::uint64_t key) {
        return slots_[(key >> 20) % kSlots];
    }
    [[nodiscard]] const std::atomic<std::uint64_t>& slot(std::uint64_t key) const {
        return slots_[(key >> 20) % kSlots];
    }
    std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
};

/// What the threads of a search share.
struct Shared {  // NOLINT: padded on purpose, so that what threads write has cache lines of its own
    BoundTable& table;
    const PositionKeys& keys;
    const endgame::Levels* database = nullptr;    // or none
    int step = 1;                                 // 2 if all results of a game have the same parity
    const std::function<void()>* look = nullptr;  // called every kCountedAtOnce nodes, or none
    alignas(64) StopToken stop;
    alignas(64) std::atomic<std::uint64_t> nodes{0};
    alignas(64) Busy busy = {};
};

template <class Position>
class ExactSearch {
  public:
    ExactSearch(Shared& shared, bool alone) : shared_(shared), alone_(alone) {
        if (shared.database != nullptr) covered_ = shared.database->max_seeds();
        // Small games are also solved in slices of a few nodes: what an earlier slice proved must
        // cost this one no node.
        if (covered_ >= kCheapTo) etc_from_ = covered_ + kEtcFrom;
    }
    ~ExactSearch() { shared_.nodes += uncounted_; }
    ExactSearch(const ExactSearch&) = delete;
    ExactSearch& operator=(const ExactSearch&) = delete;

    /// With v the final store difference for the mover, and r the result:
    ///   r >= beta  implies v >= r;   r < beta  implies v <= r.
    /// Worthless once `stop` is set. The position's mover has seeds. With step 2, beta must have
    /// the parity that results have, or what goes into the table is wrong.
    int at_least(const Position& position, int beta) {
        all_seeds_ = position.seeds_in_row() + position.other_seeds_in_row() + position.store() +
                     position.other_store();
        return search(position, shared_.keys.key(position), beta);
    }

    [[nodiscard]] bool stopped() const { return shared_.stop.requested(); }

  private:
    static constexpr int kInfinity = 1'000'000'000;  // results are far smaller

    struct Best {
        int value = -kInfinity;
        int pit = Bounds::kNoPit;
    };
    struct Node {
        std::uint64_t key = 0;
        int difference = 0;  // of the stores
        int beta = 0;
        std::uint64_t nodes_before = 0;
        Bounds known = {};
        Best best = {};
        void note(int value, int pit) {
            if (value > best.value) best = {value, pit};
        }
    };
    struct Move {
        Move() {}  // NOLINT: left uninitialised, filling it would cost
        union {    // more than a move
            Position child;
        };
        std::uint64_t key;
        int pit;
        int left;  // seeds in the child's pits
        bool extra_turn;
        bool deferred;
        int score;
        /// Turns a value for the child's mover into one for the player who moved.
        [[nodiscard]] int flipped(int value) const { return extra_turn ? value : -value; }
    };
    struct Moves {
        Move list[static_cast<std::size_t>(Position::kMaxWidth)];
        int size = 0;
        void drop(int at) { list[at] = list[--size]; }
    };

    int search(const Position& position, std::uint64_t key, int beta) {
        count();
        if (stopped()) return 0;
        const int left = seeds_left(position);
        Node node{key, eval::store_difference(position), beta, nodes_, {}, {}};
        assert(shared_.step == 1 || ((beta ^ node.difference ^ left) & 1) == 0);
        node.known = {-left, left, Bounds::kNoPit};
        // 1. What needs no memory.
        if (node.difference + left < beta) return node.difference + left;
        if (node.difference - left >= beta) return node.difference - left;
        Moves probes;
        Moves moves;
        if (play_all(position, node, probes, moves)) return node.best.value;
        // 2. What the table knows.
        if (const auto found = shared_.table.find(node.key)) {
            node.known.pit = found->pit;
            node.known.lower = std::max(node.known.lower, found->lower);
            node.known.upper = std::min(node.known.upper, found->upper);
            if (node.difference + node.known.lower >= beta)
                return node.difference + node.known.lower;
            if (node.difference + node.known.upper < beta)
                return node.difference + node.known.upper;
        }
        // 3. What the database knows, and the table of the positions that moves lead to.
        if (cut_by_database(node, probes, moves) || cut_by_table(node, moves))
            return node.best.value;
        // 4. Search: first the moves that no other thread is searching, then the rest.
        Order order{left, node.known.pit};
        for (bool first = true; moves.size > 0; first = false) {
            const int at = next(moves, order);
            Move& move = moves.list[at];
            if (!alone_ && !first && !move.deferred && shared_.busy.has(move.key)) {
                move.deferred = true;
                continue;
            }
            node.note(searched(move, beta), move.pit);
            if (stopped()) return 0;
            if (node.best.value >= beta) break;
            moves.drop(at);
        }
        remember(node);
        return node.best.value;
    }

    /// Plays all moves, and notes the results of those that end the game or leave too few seeds.
    /// True if one of them suffices. Fetches database and table ahead: one memory access takes as
    /// long as everything else here.
    bool play_all(const Position& position, Node& node, Moves& probes, Moves& moves) {
        for (const int pit : position.legal_moves()) {
            Position child = position;
            const Step step = child.play(pit);
            const int difference = eval::store_difference(child) * (step.extra_turn ? 1 : -1);
            const int left = step.over ? 0 : seeds_left(child);
            if (step.over || difference + left < node.beta) {
                node.note(difference + left, pit);
                if (node.best.value >= node.beta) return true;
                continue;
            }
            const bool covered = left <= covered_;
            Moves& kind = covered ? probes : moves;
            Move& move = kind.list[kind.size++];
            move.child = child;
            move.pit = pit;
            move.left = left;
            move.extra_turn = step.extra_turn;
            move.deferred = false;
            if (covered) {
                prefetch(child);
            } else {
                move.key = shared_.keys.key(child);
                shared_.table.prefetch(move.key);
            }
        }
        return false;
    }

    /// Notes the values of moves into the database. True if one of them suffices.
    bool cut_by_database(Node& node, const Moves& probes, Moves& moves) {
        for (int i = 0; i < probes.size; ++i) {
            const Move& move = probes.list[i];
            const int future = shared_.database->future(move.child);
            if (future == endgame::Levels::kUnknown) {
                Move& searched = moves.list[moves.size++];
                searched = move;
                searched.key = shared_.keys.key(move.child);
                continue;
            }
            node.note(move.flipped(eval::store_difference(move.child) + future), move.pit);
            if (node.best.value >= node.beta) return true;
        }
        return false;
    }

    /// Enhanced transposition cut-off. True if a move is known to suffice; drops those known not
    /// to.
    bool cut_by_table(Node& node, Moves& moves) {
        for (int i = 0; i < moves.size;) {
            const Move& move = moves.list[i];
            if (move.left >= etc_from_) {
                if (const auto found = shared_.table.find(move.key)) {
                    const int difference = eval::store_difference(move.child);
                    const int a = move.flipped(difference + found->lower);
                    const int b = move.flipped(difference + found->upper);
                    if (std::min(a, b) >= node.beta) {
                        node.note(std::min(a, b), move.pit);
                        remember(node);
                        return true;
                    }
                    if (std::max(a, b) < node.beta) {
                        node.note(std::max(a, b), move.pit);
                        moves.drop(i);
                        continue;
                    }
                }
            }
            ++i;
        }
        return false;
    }

    int searched(const Move& move, int beta) {
        const bool tell = !alone_;
        if (tell) shared_.busy.enter(move.key);
        const int value = move.extra_turn ? search(move.child, move.key, beta)
                                          : -search(move.child, move.key, shared_.step - beta);
        if (tell) shared_.busy.leave(move.key);
        return value;
    }

    struct Order {
        int left = 0;  // seeds in the pits
        int table_pit = Bounds::kNoPit;
        bool scored = false;
    };
    static constexpr int kTableMove = 2'000'000;
    static constexpr int kExtraTurn = 1'000'000;
    static constexpr int kDeferred = -1'000'000;

    /// The move to search next: the table's move, extra turns from the right, then by evaluation.
    [[nodiscard]] int next(Moves& moves, Order& order) {
        int best = 0;
        if (!order.scored) {
            int best_score = 0;
            for (int i = 0; i < moves.size; ++i) {
                const Move& move = moves.list[i];
                if (move.deferred) continue;
                const int score = move.pit == order.table_pit ? kTableMove
                                  : move.extra_turn           ? kExtraTurn + move.pit
                                                              : 0;
                if (score > best_score) {
                    best_score = score;
                    best = i;
                }
            }
            if (best_score > 0) return best;
            score_all(moves, order.left);
            order.scored = true;
        }
        for (int i = 1; i < moves.size; ++i) {
            const auto score = [](const Move& move) {
                return move.deferred ? kDeferred + move.score : move.score;
            };
            if (score(moves.list[i]) > score(moves.list[best])) best = i;
        }
        return best;
    }

    void score_all(Moves& moves, int left) {
        for (int i = 0; i < moves.size; ++i) {
            Move& move = moves.list[i];
            move.score = move.extra_turn ? kExtraTurn + move.pit : guess(move);
        }
        if (left < std::max(covered_, kCheapTo) + kLookFrom || moves.size < 2) return;
        int best = -LookAhead<Position>::kInfinity;
        for (int i = 0; i < moves.size; ++i) {
            Move& move = moves.list[i];
            if (move.extra_turn) continue;
            const int value = -LookAhead<Position>::value(
                move.child, 1, -LookAhead<Position>::kInfinity, kLookMargin - best);
            best = std::max(best, value);
            move.score += kLookWeight * value;
        }
    }

    /// The evaluation, with a bonus for seeds in the store (fewer are left, the database is nearer)
    /// and for pits on the right.
    [[nodiscard]] static int guess(const Move& move) {
        return 18 * move.child.other_store() + 7 * move.pit -
               eval::Fitted::value(move.child, false);
    }

    void remember(const Node& node) {
        Bounds known = node.known;
        const int value = node.best.value - node.difference;
        if (node.best.value >= node.beta) {
            known.lower = std::max(known.lower, value);
            known.pit = node.best.pit;
        } else {
            known.upper = std::min(known.upper, value);
            if (known.pit == Bounds::kNoPit) known.pit = node.best.pit;
        }
        const auto effort = std::bit_width(nodes_ - node.nodes_before);
        shared_.table.store(node.key, known, std::min(static_cast<int>(effort), 15));
    }

    [[nodiscard]] int seeds_left(const Position& position) const {
        return all_seeds_ - position.store() - position.other_store();
    }
    void prefetch(const Position& child) const {
        if constexpr (std::is_base_of_v<FastBoard, Position>) shared_.database->prefetch(child);
    }
    void count() {
        ++nodes_;
        if (++uncounted_ < kCountedAtOnce) return;
        shared_.nodes.fetch_add(uncounted_, std::memory_order_relaxed);
        uncounted_ = 0;
        if (shared_.look != nullptr) (*shared_.look)();
    }

    /// Small, because nodes are slow while a large table is still untouched: each new page of it
    /// costs up to a millisecond. Counting and looking take 30 ns.
    static constexpr std::uint64_t kCountedAtOnce = 32;
    /// Looking into the table for every move, or ahead, pays from so many seeds above the database.
    static constexpr int kEtcFrom = 12;
    static constexpr int kLookFrom = 14;
    static constexpr int kCheapTo = 16;  // seeds; so few are searched quickly without a database
    static constexpr int kLookWeight = 3;
    /// In quarter seeds: how much worse than the best a move is beyond this does not matter.
    static constexpr int kLookMargin = 30;

    Shared& shared_;
    bool alone_;
    int covered_ = -1;
    int etc_from_ = 0;   // enhanced cut-offs for moves that leave so many seeds
    int all_seeds_ = 0;  // in the pits and stores
    std::uint64_t nodes_ = 0;
    std::uint64_t uncounted_ = 0;  // not yet added to the shared number
};

}  // namespace kalah::solve
