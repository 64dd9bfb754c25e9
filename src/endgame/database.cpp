#include <new>

#include "base/zeroed_memory.hpp"
#include "endgame/builder.hpp"
#include "endgame/levels.hpp"
#include "endgame/reference_builder.hpp"
#include "kalah/endgame_database.hpp"

namespace kalah {
namespace {

using endgame::Levels;

class LevelInMemory : public endgame::LevelSource {
  public:
    explicit LevelInMemory(std::size_t size) : memory_(size) {}
    [[nodiscard]] endgame::Value* written() const {
        return reinterpret_cast<endgame::Value*>(memory_.data());
    }
    [[nodiscard]] const std::int8_t* values() const override { return written(); }
    [[nodiscard]] bool check(int, std::size_t) const override { return true; }

  private:
    ZeroedMemory memory_;
};

/// Null if the work was stopped.
std::unique_ptr<const Levels> built(const Rules& rules, int pits, int max_seeds, int threads,
                                    endgame::Work& work) {
    std::vector<std::shared_ptr<const endgame::LevelSource>> levels;
    endgame::AnyBuilder builder(rules, pits, max_seeds, threads);
    for (int seeds = 0; seeds <= max_seeds; ++seeds) {
        auto level = std::make_shared<LevelInMemory>(endgame::level_size(pits, seeds));
        builder.set_level(seeds, level->written());
        builder.build_level(seeds, work);
        if (work.stopped()) return nullptr;
        levels.push_back(std::move(level));
    }
    return std::make_unique<const Levels>(rules, pits, std::move(levels), 0);
}

}  // namespace

EndgameDatabase::EndgameDatabase(std::unique_ptr<const Levels> levels)
    : levels_(std::move(levels)) {}
EndgameDatabase::~EndgameDatabase() = default;

Result<std::shared_ptr<const EndgameDatabase>> EndgameDatabase::build(
    const Rules& rules, int pits, int max_seeds, int threads, const ProgressCallback& progress) {
    if (!endgame::has_databases(rules))
        return coded("no_database",
                     "no databases under majority stop: there the stores decide as well");
    if (pits < 1 || pits > kMostPits || max_seeds < 0 || max_seeds > kMostSeeds)
        return coded("no_database", "databases have 1 to " + std::to_string(kMostPits) +
                                        " pits and at most " + std::to_string(kMostSeeds) +
                                        " seeds");
    try {
        endgame::Work work(progress, 0);
        auto levels = built(rules, pits, max_seeds, threads, work);
        if (!levels) return coded("stopped", "stopped before the database was complete");
        return std::make_shared<const EndgameDatabase>(std::move(levels));
    } catch (const std::bad_alloc&) {
        const std::string bytes = std::to_string(memory(pits, max_seeds, threads));
        return coded("no_memory", "no memory for a database of " + bytes + " bytes",
                     {{"bytes", bytes}});
    }
}

std::uint64_t EndgameDatabase::memory(int pits, int max_seeds, int threads) {
    return endgame::database_size(pits, max_seeds) +
           endgame::Builder::memory(pits, max_seeds, threads);
}

const Rules& EndgameDatabase::rules() const {
    return levels_->rules();
}
int EndgameDatabase::pits() const {
    return levels_->pits();
}
int EndgameDatabase::max_seeds() const {
    return levels_->max_seeds();
}
bool EndgameDatabase::damaged() const {
    return levels_->damaged();
}
void EndgameDatabase::check_ahead(std::chrono::milliseconds most) const {
    levels_->check_ahead(most);
}

std::optional<int> EndgameDatabase::probe(const Board& board) const {
    if (board.width != pits() || !covers(seeds_in_pits(board))) return std::nullopt;
    const int value = levels_->future(board);
    if (value == Levels::kUnknown) return std::nullopt;
    return value;
}

}  // namespace kalah
