// Counts of what cuts a search short.
#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "support/search.hpp"
#include "trees/search_counts.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;

TEST_CASE("counts of cut-offs add up, over reasons and plies") {
    const Rules rules;
    const Board board = *parse_position("<6,5,3,0,5,1,7,2,6,0,1,8,0,6,4>");
    const auto counts = trees::count_cuts(settings_of("alphabeta:depth=6,order=tactical,tt=1M"),
                                          rules, board, true, kNever);
    REQUIRE(counts);
    REQUIRE(counts->iterations.size() == 6);
    CHECK(counts->total().nodes == counts->report.nodes);
    for (const auto& iteration : counts->iterations) {
        CHECK(iteration.finished);
        std::uint64_t by_reason = 0;
        for (const std::uint64_t count : iteration.all.by_reason) by_reason += count;
        std::uint64_t by_ply = 0;
        std::uint64_t cut_offs = 0;
        for (const auto& ply : iteration.by_ply) {
            by_ply += ply.nodes;
            cut_offs += ply.cut_offs;
        }
        CHECK(by_reason == iteration.all.nodes);
        CHECK(by_ply == iteration.all.nodes);
        CHECK(cut_offs == iteration.all.cut_offs);
        CHECK(iteration.all.first_move_cut_offs <= iteration.all.cut_offs);
    }
    const auto& last = counts->iterations.back().all;
    CHECK(last.first_move_cut_offs > last.cut_offs / 2);
    CHECK(last.moves_left_out > 0);

    const auto minimax =
        trees::count_cuts(settings_of("minimax:depth=4"), rules, board, false, kNever);
    CHECK(minimax->total().cut_offs == 0);
    CHECK(minimax->iterations.size() == 1);
}
