// What moves do to rows, as tables over ranks, so that the builder never decodes a position: the
// rank of a row after its first pits get a seed, after a pit is emptied, or after a move inside the
// row. Made once for a build; constant afterwards, and free for all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "endgame/index.hpp"
#include "kalah/rules.hpp"

namespace kalah::endgame {

class RowTables {
  public:
    RowTables(int pits, int max_seeds, Capture capture);

    [[nodiscard]] int pits() const { return pits_; }
    [[nodiscard]] std::size_t count(int seeds) const { return counts_[index(seeds)]; }
    [[nodiscard]] const Row& row(int seeds, std::size_t rank) const {
        return rows_[first_[index(seeds)] + rank];
    }

    /// By rank: the rank with one seed more in each of the first `pits` pits, and `pits` seeds more
    /// in all. Only where these are within max_seeds.
    [[nodiscard]] const std::uint32_t* added(int pits, int seeds) const {
        return added_[index(pits)].data() + first_[index(seeds)];
    }
    /// By rank: the rank without the seeds of a pit, which are held(pit, seeds)[rank].
    [[nodiscard]] const std::uint32_t* emptied(int pit, int seeds) const {
        return emptied_[index(pit)].data() + first_[index(seeds)];
    }
    [[nodiscard]] const std::uint8_t* held(int pit, int seeds) const {
        return held_[index(pit)].data() + first_[index(seeds)];
    }

    /// A run: consecutive ranks that such a change maps to consecutive ranks. If the runs are long,
    /// the list holds all of them; otherwise it is empty, and the tables above serve.
    struct Run {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t length;
        std::uint32_t held;  // in the pit that is emptied
    };
    [[nodiscard]] std::span<const Run> added_runs(int pits, int seeds) const {
        return added_runs_[index(pits)][index(seeds)];
    }
    [[nodiscard]] std::span<const Run> emptied_runs(int pit, int seeds) const {
        return emptied_runs_[index(pit)][index(seeds)];
    }

    /// Moves that keep all seeds inside the row and lead to the same level.
    struct Inner {
        std::uint32_t from;
        std::uint32_t to;
    };
    /// Moves that stay inside the row whatever the opposite pit holds.
    [[nodiscard]] std::span<const Inner> inner(int seeds) const { return inner_[index(seeds)]; }
    /// Moves that capture unless this pit of the other side is empty.
    [[nodiscard]] std::span<const Inner> inner_if_empty(int pit, int seeds) const {
        return inner_if_empty_[index(pit)][index(seeds)];
    }

  private:
    [[nodiscard]] static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    void make_rows(int max_seeds);
    void make_changes(int max_seeds);
    void make_runs(int max_seeds);
    void make_inner(int seeds, Capture capture);

    template <class T>
    using ByPit = std::array<T, kMostPits + 1>;

    int pits_;
    std::vector<std::size_t> counts_;
    std::vector<std::size_t> first_;  // index in rows_ of the first row, by seeds
    std::vector<Row> rows_;
    ByPit<std::vector<std::uint32_t>> added_;
    ByPit<std::vector<std::uint32_t>> emptied_;
    ByPit<std::vector<std::uint8_t>> held_;
    ByPit<std::vector<std::vector<Run>>> added_runs_;
    ByPit<std::vector<std::vector<Run>>> emptied_runs_;
    std::vector<std::vector<Inner>> inner_;
    ByPit<std::vector<std::vector<Inner>>> inner_if_empty_;
};

}  // namespace kalah::endgame
