#include "endgame/builder.hpp"

#include <algorithm>
#include <array>

#include "endgame/row_sowing.hpp"

namespace kalah::endgame {
namespace {

/// Lines that are computed before they are written as columns.
constexpr std::size_t kStrip = 64;

}  // namespace

Blocks::Blocks(int pits, int max_seeds)
    : pits_(pits), side_(static_cast<std::size_t>(max_seeds) + 1), blocks_(side_ * side_) {}

void Blocks::set_level(int seeds, Value* values) {
    for (int waiting = 0; waiting <= seeds; ++waiting) {
        const int moving = seeds - waiting;
        blocks_[static_cast<std::size_t>(waiting) * side_ + static_cast<std::size_t>(moving)] =
            values;
        values += block_size(pits_, waiting, moving);
    }
}

/// What a thread needs to build a pair of blocks; reused for the next pair, as new memory is slow.
struct Builder::Scratch {
    // Level n-1 flipped, for both movers: lines of the mover, columns of the other.
    std::array<std::vector<Value>, 2> again;
    std::vector<Value> strip;
    std::vector<Value> no_child;
    std::array<const Value*, kMostSeeds + 1> children{};  // by the seeds that are captured
    std::vector<std::uint32_t> ranks;
};

/// Builds the blocks (a,b) and (b,a). X is a row of a seeds, Y one of b seeds, and
///
///     V1[X][Y]   X to move against Y          V2[X][Y]   Y to move against X
///
/// V2 is block (a,b) as it is kept; V1 flipped is block (b,a). A move inside the own row leads from
/// V1[X][Y] to V2[X'][Y] and from V2[X][Y] to V1[X][Y'], X' and Y' of higher rank. All other moves
/// lead to lower levels. The builder takes these first, for whole lines of rows of the other side.
class Builder::Pair {
  public:
    Pair(const Builder& builder, Scratch& scratch, int a, int b)
        : tables_(builder.tables_),
          blocks_(builder.blocks_),
          capture_(builder.capture_),
          pits_(builder.pits_),
          scratch_(scratch),
          a_(a),
          b_(b) {}

    void build(Work& work) {
        turn_level_below(scratch_.again[0], a_, b_);
        if (a_ != b_) turn_level_below(scratch_.again[1], b_, a_);
        const std::size_t longest = std::max(tables_.count(a_), tables_.count(b_));
        if (scratch_.strip.size() < kStrip * longest) scratch_.strip.resize(kStrip * longest);
        if (build_lower_of_y(work)) build_by_x(work);
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    const Value* line(int waiting, std::size_t rank, int moving) const {
        return blocks_.block(waiting, moving) + rank * tables_.count(moving);
    }

    /// Transposes the block that a mover of `moving` seeds reaches by an extra turn: one line for
    /// each row of the mover.
    void turn_level_below(std::vector<Value>& again, int moving, int waiting) {
        const std::size_t lines = tables_.count(waiting);
        const std::size_t columns = tables_.count(moving - 1);
        if (again.size() < lines * columns) again.resize(lines * columns);
        transpose(again.data(), lines, blocks_.block(waiting, moving - 1), columns, lines, columns);
    }

    /// V2[X][Y] by the moves to lower levels alone.
    bool build_lower_of_y(Work& work) {
        const std::size_t xs = tables_.count(a_);
        const std::size_t ys = tables_.count(b_);
        for (std::size_t y = 0; y < ys; y += kStrip) {
            const std::size_t lines = std::min(kStrip, ys - y);
            for (std::size_t i = 0; i < lines; ++i)
                lower_levels(scratch_.strip.data() + i * xs, b_, y + i, a_,
                             scratch_.again[a_ == b_ ? 0 : 1]);
            transpose(blocks_.block(a_, b_) + y, ys, scratch_.strip.data(), xs, lines, xs);
            if (!work.add(a_ == b_ ? 0 : lines * xs)) return false;
        }
        return true;
    }

    /// V1[X] and V2[X], X of high rank first.
    void build_by_x(Work& work) {
        const std::size_t xs = tables_.count(a_);
        const std::size_t ys = tables_.count(b_);
        for (std::size_t end = xs; end > 0;) {
            const std::size_t begin = (end - 1) / kStrip * kStrip;
            for (std::size_t x = end; x-- > begin;) {
                Value* v1 = scratch_.strip.data() + (x - begin) * ys;
                lower_levels(v1, a_, x, b_, scratch_.again[0]);
                same_level(v1, x);
                same_level_of_y(blocks_.block(a_, b_) + x * ys, v1, x);
            }
            if (a_ != b_)  // else every value stands in V2 as well
                transpose(blocks_.block(b_, a_) + begin, xs, scratch_.strip.data(), ys, end - begin,
                          ys);
            if (!work.add((end - begin) * ys)) return;
            end = begin;
        }
    }

    /// The best of a row's moves to lower levels, against all rows of the other side.
    void lower_levels(Value* best, int moving, std::size_t rank, int waiting,
                      const std::vector<Value>& again) {
        std::fill_n(best, tables_.count(waiting), kNone);
        const Row& row = tables_.row(moving, rank);
        for (int pit = 0; pit < pits_; ++pit) {
            if (row[index(pit)] == 0) continue;
            const RowSowing sown = sow_row(row, pit, pits_);
            const int given = sown.given(pits_);
            if (sown.last == RowSowing::Last::other_pit && given <= pits_)
                passed(best, sown, moving, waiting);
            else if (given > 0)
                wrapped(best, sown, waiting);
            else if (sown.last == RowSowing::Last::store)
                better_again(best, again.data() + rank_of(sown.row, pits_) * tables_.count(waiting),
                             sown.stored, tables_.count(waiting));
            else if (sown.alone && capture_ != Capture::none)
                captured(best, sown, moving, waiting);
        }
    }

    /// The move ends among the other's pits, in its first round.
    void passed(Value* best, const RowSowing& sown, int moving, int waiting) {
        const int given = sown.given(pits_);
        const int left = moving - sown.stored - given;
        const Value* child = line(left, rank_of(sown.row, pits_), waiting + given);
        const auto runs = tables_.added_runs(given, waiting);
        if (runs.empty())
            better_passed_at(best, child, tables_.added(given, waiting), sown.stored,
                             tables_.count(waiting));
        for (const auto& run : runs)
            better_passed(best + run.from, child + run.to, sown.stored, run.length);
    }

    /// The move ends in the own row and captures.
    void captured(Value* best, const RowSowing& sown, int moving, int waiting) {
        Row row = sown.row;
        row[index(sown.last_pit)] = 0;
        const std::size_t rank = rank_of(row, pits_);
        const int opposite = pits_ - 1 - sown.last_pit;
        auto& children = scratch_.children;
        for (int held = 0; held <= waiting; ++held)
            children[index(held)] = line(moving - 1, rank, waiting - held);
        const bool nothing_is_nothing = capture_ == Capture::opposite;
        const auto runs = tables_.emptied_runs(opposite, waiting);
        for (const auto& run : runs)
            if (run.held > 0 || !nothing_is_nothing)
                better_passed(best + run.from, children[run.held] + run.to,
                              static_cast<int>(run.held) + 1, run.length);
        if (!runs.empty()) return;
        if (nothing_is_nothing) {
            scratch_.no_child.assign(tables_.count(waiting), kNoChild);
            children[0] = scratch_.no_child.data();
        }
        better_captured_at(best, children.data(), tables_.held(opposite, waiting),
                           tables_.emptied(opposite, waiting), tables_.count(waiting));
    }

    /// A move that gives the other side a whole round and more: rare, so one by one.
    void wrapped(Value* best, const RowSowing& sown, int waiting) {
        std::vector<std::uint32_t>& ranks = scratch_.ranks;
        ranks.resize(tables_.count(waiting));
        for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = static_cast<std::uint32_t>(i);
        int seeds = waiting;
        const auto add = [&](int added) {
            const std::uint32_t* to = tables_.added(added, seeds);
            for (std::uint32_t& rank : ranks) rank = to[rank];
            seeds += added;
        };
        for (int round = 0; round < sown.rounds; ++round) add(pits_);
        if (sown.added > 0) add(sown.added);

        Row row = sown.row;
        const bool captures = sown.alone && capture_ != Capture::none;
        if (captures) row[index(sown.last_pit)] = 0;
        const int left = seeds_in(row);
        const std::size_t rank = rank_of(row, pits_);
        if (captures) {  // the opposite pit holds a seed of this very move
            const int opposite = pits_ - 1 - sown.last_pit;
            const std::uint8_t* held = tables_.held(opposite, seeds);
            const std::uint32_t* emptied = tables_.emptied(opposite, seeds);
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                const int taken = held[ranks[i]];
                const int value =
                    sown.stored + taken + 1 - line(left, rank, seeds - taken)[emptied[ranks[i]]];
                best[i] = static_cast<Value>(std::max<int>(best[i], value));
            }
        } else if (sown.last == RowSowing::Last::store) {
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                const int value = sown.stored + line(seeds, ranks[i], left)[rank];
                best[i] = static_cast<Value>(std::max<int>(best[i], value));
            }
        } else {
            better_passed_at(best, line(left, rank, seeds), ranks.data(), sown.stored,
                             ranks.size());
        }
    }

    /// V1[X] by the moves inside X.
    void same_level(Value* v1, std::size_t x) {
        const Row& row = tables_.row(a_, x);
        for (int pit = 0; pit < pits_; ++pit) {
            const int last = pit + row[index(pit)];
            if (last == pit || last >= pits_) continue;
            const RowSowing sown = sow_row(row, pit, pits_);
            const Value* child = line(a_, rank_of(sown.row, pits_), b_);
            if (!sown.alone || capture_ == Capture::none)
                better_passed(v1, child, 0, tables_.count(b_));
            else if (capture_ == Capture::opposite)
                better_where_empty(v1, child, tables_.held(pits_ - 1 - last, b_),
                                   tables_.count(b_));
        }
    }

    /// V2[X] by the moves inside Y.
    void same_level_of_y(Value* v2, const Value* v1, std::size_t x) {
        const auto play = [&](std::span<const RowTables::Inner> moves) {
            for (const auto& move : moves)
                v2[move.from] = std::max<Value>(v2[move.from], static_cast<Value>(-v1[move.to]));
        };
        play(tables_.inner(b_));
        const Row& row = tables_.row(a_, x);
        for (int pit = 0; pit < pits_; ++pit)
            if (row[index(pit)] == 0) play(tables_.inner_if_empty(pit, b_));
    }

    const RowTables& tables_;
    const Blocks& blocks_;
    Capture capture_;
    int pits_;
    Scratch& scratch_;
    int a_;
    int b_;
};

bool Builder::covers(const Rules& rules) {
    const bool captures = rules.capture == Capture::opposite || rules.capture == Capture::empty ||
                          rules.capture == Capture::none;
    Rules standard;
    standard.capture = rules.capture;
    return captures && rules == standard;
}

std::uint64_t Builder::memory(int pits, int max_seeds, int threads) {
    std::uint64_t flipped = 0;  // level n-1 for both movers, of the largest pair
    for (int a = 1; a <= max_seeds / 2; ++a) {
        const int b = max_seeds - a;
        flipped = std::max(flipped, block_size(pits, a - 1, b) + block_size(pits, a, b - 1));
    }
    constexpr std::uint64_t kTablesPerRow = 96;
    return static_cast<std::uint64_t>(threads) * (flipped + kStrip * row_count(pits, max_seeds)) +
           kTablesPerRow * choose(max_seeds + pits, pits);
}

Builder::~Builder() = default;

Builder::Builder(const Rules& rules, int pits, int max_seeds, int threads)
    : capture_(rules.capture),
      pits_(pits),
      threads_(threads),
      tables_(pits, max_seeds, rules.capture),
      blocks_(pits, max_seeds),
      scratch_(static_cast<std::size_t>(threads)) {
    assert(covers(rules) && pits >= 1 && pits <= kMostPits && max_seeds <= kMostSeeds);
}

void Builder::fill_finished(int seeds) {
    std::fill_n(blocks_.block(0, seeds), tables_.count(seeds), static_cast<Value>(seeds));
    std::fill_n(blocks_.block(seeds, 0), tables_.count(seeds), static_cast<Value>(-seeds));
}

void Builder::build_level(int seeds, Work& work) {
    fill_finished(seeds);
    work.add(seeds == 0 ? 1 : 2 * tables_.count(seeds));
    // The largest pairs come first, so that the threads end together.
    run_parallel(
        threads_, static_cast<std::size_t>(seeds / 2), work, [&](std::size_t i, int worker) {
            const int a = seeds / 2 - static_cast<int>(i);
            Pair(*this, scratch_[static_cast<std::size_t>(worker)], a, seeds - a).build(work);
        });
}

}  // namespace kalah::endgame
