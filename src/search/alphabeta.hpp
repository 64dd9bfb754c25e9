// Alpha-beta, and the techniques that make it faster or see more, each of which can be used alone:
// - order: in which order moves are tried.
// - table: transposition table (transposition_table.hpp).
// - etc: enhanced transposition cut-off. Before searching a move, looks in the table whether any
//   move leads to a position that suffices (Schaeffer and Plaat 1996).
// - futility: bounds from the seeds left. No line can change the store difference by more than the
//   seeds in the pits (Irving, Donkers and Uiterwijk 2000). Changes no value.
// - quiet: a line goes on for a few more sowings while its player may move again. With single-lap
//   sowing only: with many laps nearly every move gives another.
// - database: a position with few seeds left takes its exact value from an endgame database,
//   whatever the depth, and counts as searched to the end.
// - pure: table entries are used at equal depth only; futility, quiet and database are off. The
//   value is then that of minimax at the same depth, whatever is in the table.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "endgame/levels.hpp"
#include "kalah/engine.hpp"
#include "search/minimax.hpp"
#include "search/transposition_table.hpp"

namespace kalah::search {

template <class Position, class Eval, class Tracer = NoTracer>
class AlphaBeta {
  public:
    static constexpr bool kProves = true;

    /// `table` may be null. It must have been used with this evaluation and these rules only.
    /// `database` may be null; else it is one for the game's rules and pits, and the evaluation
    /// counts in seeds.
    AlphaBeta(const SearchTechniques& techniques, Control& control, TranspositionTable* table,
              const endgame::Levels* database = nullptr, Tracer tracer = {})
        : techniques_(techniques),
          control_(control),
          table_(table),
          database_(techniques.pure ? nullptr : database),
          database_seeds_(database_ != nullptr ? database_->max_seeds() : kNoDatabase),
          trace_(tracer) {}

    /// The value of a move, as in Minimax. With v the value that Minimax gives and r the result:
    ///   r <= alpha  implies v <= r;   r >= beta  implies v >= r;   else v = r.
    /// (Without `pure`, v may be that of a deeper search.)
    int move_value(const Position& child, Step step, int depth, int alpha, int beta, int ply = 0) {
        lines_[static_cast<std::size_t>(ply)].clear();
        trace_.enter(child, step, depth, alpha, beta);
        if (control_.count()) return trace_.stopped();
        if (step.over)
            return trace_.leaf(Reason::over, step.extra_turn ? eval::finished<Eval>(child)
                                                             : -eval::finished<Eval>(child));
        if (covered(child)) {
            const int future = database_->future(child);
            if (future != endgame::Levels::kUnknown) [[likely]] {
                const int value =
                    eval::per_seed<Eval>(child) * (eval::store_difference(child) + future);
                return trace_.leaf(Reason::database, step.extra_turn ? value : -value);
            }
        }
        if (depth <= 0 && depth > -kQuietPlies && step.extra_turn && quiet(child) &&
            ply < kMaxSearchDepth)
            return trace_.inner(last_node(child, depth, alpha, beta, ply));
        if (depth <= 0) {
            cut_by_depth_ = true;
            return trace_.leaf(Reason::depth, step.extra_turn
                                                  ? Eval::value(child, control_.again(true))
                                                  : -Eval::value(child, 0));
        }
        return trace_.inner(step.extra_turn ? node(child, depth, alpha, beta, ply)
                                            : -node(child, depth, -beta, -alpha, ply));
    }

    /// What the evaluation says of a position, for its mover.
    [[nodiscard]] static int estimate(const Position& position) { return Eval::value(position, 0); }

    [[nodiscard]] const PrincipalVariation& line() const { return lines_[0]; }
    [[nodiscard]] bool cut_by_depth() const { return cut_by_depth_; }
    void reset_cut() { cut_by_depth_ = false; }
    [[nodiscard]] const Tracer& trace() const { return trace_; }

    /// The line that the table holds from a position on, as far as it goes.
    void table_line(Position position, PrincipalVariation& line) const {
        for (int ply = 0; table_ != nullptr && ply < kMaxSearchDepth; ++ply) {
            const auto entry = table_->find(key(position));
            if (!entry || position.seeds(entry->pit) == 0) return;
            line.push(entry->pit);
            if (position.play(entry->pit).over) return;
        }
    }

  private:
    struct Child {
        Position position;
        Step step;
        int pit;
        int score;
    };
    /// Room for the moves of a node, left uninitialised: filling it would cost more than a move.
    struct Children {
        union {
            Child list[static_cast<std::size_t>(Position::kMaxWidth)];
        };
        int size = 0;
        Children() {}  // NOLINT
        [[nodiscard]] const Child* begin() const { return list; }
        [[nodiscard]] const Child* end() const { return list + size; }
    };

    /// The value of a position for its mover, `depth` > 0 sowings deep.
    int node(const Position& position, int depth, int alpha, int beta, int ply) {
        // 1. What the seeds left allow.
        if (const int per_seed = eval::per_seed<Eval>(position); per_seed > 0) {
            if (techniques_.futility && !techniques_.pure) {
                const int left = position.seeds_in_row() + position.other_seeds_in_row();
                const int diff = eval::store_difference(position);
                const int bonus = eval::bonus<Eval>(position) + control_.again(true);
                const int most = per_seed * (diff + left) + bonus;
                if (most <= alpha) {
                    trace_.because(Reason::futility);
                    return most;
                }
                const int least = per_seed * (diff - left) - bonus;
                if (least >= beta) {
                    trace_.because(Reason::futility);
                    return least;
                }
            }
        }
        if (table_ == nullptr && techniques_.order == MoveOrder::left)
            return plain_node(position, depth, alpha, beta, ply);
        // One sowing above the horizon, table and sorting cost more than they save.
        if (depth == 1)
            return techniques_.order == MoveOrder::left
                       ? plain_node(position, depth, alpha, beta, ply)
                       : last_node(position, depth, alpha, beta, ply);

        // 2. What the table knows.
        int table_pit = -1;
        const std::uint64_t here = table_ != nullptr ? key(position) : 0;
        if (table_ != nullptr) {
            if (const auto entry = table_->find(here)) {
                if (entry->bound != Bound::upper) table_pit = entry->pit;
                if (usable(*entry, depth)) {
                    const int value = entry->value + base(position);
                    if (entry->bound == Bound::exact ||
                        (entry->bound == Bound::lower && value >= beta) ||
                        (entry->bound == Bound::upper && value <= alpha)) {
                        if (!entry->complete) cut_by_depth_ = true;
                        trace_.because(Reason::table);
                        return value;
                    }
                }
            }
        }

        // 3. The moves, in order, and what the table knows of where they lead.
        Children children;
        expand(position, table_pit, children);
        if (techniques_.etc && table_ != nullptr && depth > 2) {
            for (const Child& child : children) {
                const auto known = lower_bound(child, depth - 1);
                if (!known || known->value < beta) continue;
                if (!known->complete) cut_by_depth_ = true;
                trace_.because(Reason::etc);
                return known->value;
            }
        }

        // 4. Search them.
        const bool cut_before = std::exchange(cut_by_depth_, false);
        const auto level = static_cast<std::size_t>(ply);
        int best = -kInfinity;
        int best_pit = 0;
        for (const Child& child : children) {
            trace_.move(child.pit);
            const int value = move_value(child.position, child.step, depth - 1,
                                         std::max(alpha, best), beta, ply + 1);
            if (control_.stopped()) return 0;
            if (value <= best) continue;
            best = value;
            best_pit = child.pit;
            if (value > alpha) lines_[level].set(child.pit, lines_[level + 1]);
            if (value >= beta) break;
        }

        // 5. Remember.
        if (table_ != nullptr) {
            const Bound bound = best >= beta   ? Bound::lower
                                : best > alpha ? Bound::exact
                                               : Bound::upper;
            table_->store(here, {best - base(position), static_cast<std::uint8_t>(depth), bound,
                                 static_cast<std::uint8_t>(best_pit), !cut_by_depth_});
        }
        cut_by_depth_ |= cut_before;
        return best;
    }

    /// The same without order and table: textbook alpha-beta.
    int plain_node(const Position& position, int depth, int alpha, int beta, int ply) {
        int best = -kInfinity;
        for (const int pit : position.legal_moves())
            if (!try_move(position, pit, depth, alpha, beta, ply, best)) break;
        return best;
    }

    /// The same at the horizon and, while a turn goes on, beyond it; tries moves from the right.
    int last_node(const Position& position, int depth, int alpha, int beta, int ply) {
        int best = -kInfinity;
        for (int pit = position.width() - 1; pit >= 0; --pit)
            if (position.seeds(pit) != 0 && !try_move(position, pit, depth, alpha, beta, ply, best))
                break;
        return best;
    }

    /// Tries one move of such a node. False if the others need not be tried.
    bool try_move(const Position& position, int pit, int depth, int alpha, int beta, int ply,
                  int& best) {
        const auto level = static_cast<std::size_t>(ply);
        Position child = position;
        const Step step = child.play(pit);
        trace_.move(pit);
        const int value = move_value(child, step, depth - 1, std::max(alpha, best), beta, ply + 1);
        if (control_.stopped()) return false;
        if (value <= best) return true;
        best = value;
        if (value > alpha) lines_[level].set(pit, lines_[level + 1]);
        return value < beta;
    }

    /// Fills in the moves of a position, best guess first.
    void expand(const Position& position, int table_pit, Children& children) const {
        for (const int pit : position.legal_moves()) {
            Child child{position, {}, pit, 0};
            child.step = child.position.play(child.pit);
            child.score = guess(position, child, table_pit);
            // Insertion sort: at most twelve, stable.
            int at = children.size++;
            for (; at > 0 && children.list[at - 1].score < child.score; --at)
                children.list[at] = children.list[at - 1];
            children.list[at] = child;
        }
    }

    [[nodiscard]] int guess(const Position& position, const Child& child, int table_pit) const {
        if (techniques_.order == MoveOrder::left) return 0;
        if (techniques_.order == MoveOrder::right) return child.pit;
        if (child.pit == table_pit) return kTableMove;
        if (child.step.extra_turn) return kExtraTurn + child.pit;
        if (techniques_.order == MoveOrder::valued)
            return child.step.over ? -eval::finished<Eval>(child.position)
                                   : -Eval::value(child.position, 0);
        const int gain = child.position.other_store() - position.store();
        return gain > 1 ? kPerSeedGained * gain + child.pit : child.pit;
    }

    struct Known {
        int value;
        bool complete;
    };
    /// The lower bound that the table proves for a move, for the player who makes it.
    std::optional<Known> lower_bound(const Child& child, int depth) const {
        if (child.step.over) return std::nullopt;
        const auto entry = table_->find(key(child.position));
        if (!entry || !usable(*entry, depth)) return std::nullopt;
        if (entry->bound == (child.step.extra_turn ? Bound::upper : Bound::lower))
            return std::nullopt;
        const int value = entry->value + base(child.position);
        return Known{child.step.extra_turn ? value : -value, entry->complete};
    }

    [[nodiscard]] bool covered(const Position& position) const {
        return database_ != nullptr &&
               position.seeds_in_row() + position.other_seeds_in_row() <= database_seeds_;
    }
    [[nodiscard]] bool quiet(const Position& position) const {
        return techniques_.quiet && !techniques_.pure && position.single_lap();
    }
    [[nodiscard]] bool usable(const Entry& entry, int depth) const {
        if (techniques_.pure) return entry.depth == depth;
        return entry.complete || entry.depth >= depth;
    }

    /// If equal pits mean an equal future, the table holds values without the stores, and `base`
    /// adds what the stores are worth. Otherwise the stores are part of the key, and so are the
    /// laps of the line if the evaluation counts them.
    [[nodiscard]] static bool keyed_on_pits(const Position& position) {
        return eval::per_seed<Eval>(position) > 0 && !position.stores_matter() &&
               !eval::counts_laps<Eval>(position);
    }
    [[nodiscard]] static int base(const Position& position) {
        return keyed_on_pits(position)
                   ? eval::per_seed<Eval>(position) * eval::store_difference(position)
                   : 0;
    }
    [[nodiscard]] static std::uint64_t key(const Position& position) {
        const std::uint64_t pits = position.hash();
        if (keyed_on_pits(position)) return pits;
        const std::uint64_t stores =
            mix64(mix64(pits, static_cast<std::uint64_t>(position.store())),
                  static_cast<std::uint64_t>(position.other_store()));
        if constexpr (requires { position.laps_lead(); })
            if (eval::counts_laps<Eval>(position))
                return mix64(stores, static_cast<std::uint64_t>(position.laps_lead()));
        return stores;
    }

    static constexpr int kNoDatabase = -1;
    static constexpr int kQuietPlies = 6;
    static constexpr int kTableMove = 20'000'000;
    static constexpr int kExtraTurn = 10'000'000;
    static constexpr int kPerSeedGained = 100;

    SearchTechniques techniques_;
    Control& control_;
    TranspositionTable* table_;
    const endgame::Levels* database_;
    int database_seeds_;  // the database holds positions with at most this many
    [[no_unique_address]] Tracer trace_;
    bool cut_by_depth_ = false;
    std::array<PrincipalVariation, kMaxSearchDepth + 2> lines_;
};

}  // namespace kalah::search
