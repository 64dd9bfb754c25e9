// What cuts a search short, counted: nodes by the reason that gave them their value, alpha-beta
// cut-offs and how many of them the first move made, for each depth of deepening and each ply below
// the root. The counts are of a traced search, so nodes are those of the engine. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/trace.hpp"

namespace kalah::trees {

/// What cut a search short.
struct SearchCounts {
    struct Part {
        std::uint64_t nodes = 0;
        std::uint64_t inner = 0;                                  // nodes whose moves were searched
        std::array<std::uint64_t, search::kReasons> by_reason{};  // all nodes, by Reason
        /// Alpha-beta cut-offs: inner nodes with more than one move that failed high; those whose
        /// first move did; and the moves left out by them.
        std::uint64_t cut_offs = 0;
        std::uint64_t first_move_cut_offs = 0;
        std::uint64_t moves_left_out = 0;
    };
    struct Iteration {
        int depth = 0;
        bool finished = false;
        Part all;
        std::vector<Part> by_ply;  // [0]: the nodes one move from the root
    };
    std::vector<Iteration> iterations;
    SearchReport report;  // as the engine's

    [[nodiscard]] Part total() const;
};
[[nodiscard]] Result<SearchCounts> count_cuts(const EngineOptions& options, const Rules& rules,
                                              const Board& board, bool all_values,
                                              const StopToken& stop);

}  // namespace kalah::trees
