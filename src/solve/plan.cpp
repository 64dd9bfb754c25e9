#include "solve/plan.hpp"

#include <algorithm>

#include "endgame/builder.hpp"
#include "endgame/reference_value.hpp"
#include "kalah/endgame_database.hpp"

namespace kalah::solve {
namespace {

constexpr int kTooFew = 4;  // seeds: so small a database saves no time
constexpr std::size_t kMega = std::size_t{1} << 20;

/// The positions worth building for a game with `seeds` seeds. Measured on 6x4, where databases of
/// 20 to 22 seeds take equally long in total, and 6x5: seven seeds more in the database for twelve
/// more in the game.
std::uint64_t worthwhile(int seeds) {
    constexpr int kSix = 6;
    return endgame::database_size(kSix, std::clamp((seeds - 12) * 7 / 12, 0, 34));
}

}  // namespace

Plan plan_for(const Rules& rules, const Board& board, std::uint64_t memory, int threads) {
    const int seeds = seeds_in_pits(board);
    Plan plan;
    plan.table_bytes = (seeds <= 36 ? 16 : seeds <= 48 ? 64 : seeds <= 50 ? 256 : 1024) * kMega;
    while (plan.table_bytes > memory / 4 && plan.table_bytes > kMega) plan.table_bytes /= 2;
    if (!endgame::has_databases(rules) || board.width > endgame::kMostPits) return plan;
    // The reference builder takes sixty times as long.
    const std::uint64_t most = worthwhile(seeds) / (endgame::Builder::covers(rules) ? 1 : 64);
    const std::uint64_t room = memory - std::min<std::uint64_t>(memory, plan.table_bytes);
    const auto fits = [&](int n) {
        return n < seeds && n <= endgame::kMostSeeds &&
               endgame::database_size(board.width, n) <= most &&
               EndgameDatabase::memory(board.width, n, threads) <= room;
    };
    while (fits(plan.database_seeds + 1)) ++plan.database_seeds;
    if (plan.database_seeds < kTooFew) plan.database_seeds = -1;
    return plan;
}

}  // namespace kalah::solve
