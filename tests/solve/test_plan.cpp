// The sizes of the database and the table that a question gets.
#include "solve/plan.hpp"

#include <doctest/doctest.h>

#include "endgame/builder.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/rules.hpp"

using namespace kalah;

namespace {

constexpr std::uint64_t kGiga = std::uint64_t{1} << 30;

solve::Plan plan(const char* rules, BoardSize size, std::uint64_t memory = 16 * kGiga) {
    return solve::plan_for(parse_rules(rules)->rules, start_board(size), memory, 2);
}

}  // namespace

TEST_CASE("larger games deserve larger databases and tables") {
    CHECK(plan("standard", {6, 3}).database_seeds == 14);
    CHECK(plan("standard", {6, 4}).database_seeds == 21);
    CHECK(plan("empty-capture", {6, 5}).database_seeds == 28);
    CHECK(plan("standard", {6, 3}).table_bytes < plan("standard", {6, 4}).table_bytes);
    CHECK(plan("standard", {6, 4}).table_bytes < plan("standard", {6, 5}).table_bytes);
    // With fewer pits, the same number of positions covers more seeds.
    CHECK(plan("standard", {5, 5}).database_seeds > 24);
}

TEST_CASE("where databases are slow to build or do not exist, the plan has less or none") {
    CHECK(plan("avalanche", {6, 4}).database_seeds < plan("standard", {6, 4}).database_seeds);
    CHECK(plan("avalanche", {6, 4}).database_seeds > 4);
    CHECK(plan("standard,majority-stop=yes", {6, 4}).database_seeds == -1);
    CHECK(plan("standard", {7, 4}).database_seeds == -1);
    CHECK(plan("standard", {6, 1}).database_seeds == -1);
}

TEST_CASE("a plan keeps to the memory it may use") {
    for (const std::uint64_t memory : {kGiga / 64, kGiga / 8, kGiga, 4 * kGiga}) {
        CAPTURE(memory);
        const solve::Plan chosen = plan("standard", {6, 5}, memory);
        std::uint64_t used = chosen.table_bytes;
        if (chosen.database_seeds >= 0)
            used += EndgameDatabase::memory(6, chosen.database_seeds, 2);
        CHECK(used <= memory);
        CHECK(chosen.database_seeds < plan("standard", {6, 5}).database_seeds);
    }
}
