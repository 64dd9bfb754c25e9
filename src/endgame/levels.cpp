#include "endgame/levels.hpp"

namespace kalah::endgame {
namespace {

constexpr unsigned kOnePart = 63;  // a shift by which every index becomes part 0

}  // namespace

Levels::Levels(const Rules& rules, int pits, std::vector<std::shared_ptr<const LevelSource>> levels,
               unsigned part_bits)
    : rules_(rules),
      pits_(pits),
      max_seeds_(static_cast<int>(levels.size()) - 1),
      part_bits_(part_bits == 0 ? kOnePart : part_bits),
      ranks_(&rank_table(pits)),
      levels_(std::move(levels)) {
    const std::size_t side = levels_.size();
    for (int seeds = 0; seeds <= max_seeds_; ++seeds)
        counts_.push_back(static_cast<std::uint32_t>(row_count(pits, seeds)));
    std::size_t parts = 0;
    for (int seeds = 0; seeds <= max_seeds_; ++seeds)
        for (int waiting = 0; waiting <= seeds; ++waiting)
            parts += parts_of(waiting, seeds - waiting);
    parts_ = std::make_unique<PartState[]>(parts);
    for (std::size_t i = 0; i < parts; ++i) parts_[i] = part_bits == 0 ? good : unchecked;

    blocks_.resize(side * side);
    PartState* next_part = parts_.get();
    for (int seeds = 0; seeds <= max_seeds_; ++seeds) {
        const std::int8_t* values = levels_[static_cast<std::size_t>(seeds)]->values();
        for (int waiting = 0; waiting <= seeds; ++waiting) {
            const int moving = seeds - waiting;
            blocks_[static_cast<std::size_t>(waiting) * side + static_cast<std::size_t>(moving)] = {
                values, next_part};
            values += block_size(pits, waiting, moving);
            next_part += parts_of(waiting, moving);
        }
    }
}

std::size_t Levels::parts_of(int waiting, int moving) const {
    return static_cast<std::size_t>((block_size(pits_, waiting, moving) - 1) >> part_bits_) + 1;
}

void Levels::check_ahead(std::chrono::milliseconds most) const {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + most;
    for (int seeds = max_seeds_; seeds >= 0; --seeds)
        for (int waiting = 0; waiting <= seeds; ++waiting)
            for (std::size_t part = 0; part < parts_of(waiting, seeds - waiting); ++part)
                if (!check(waiting, seeds - waiting, part) || Clock::now() >= end) return;
}

bool Levels::check(int waiting, int moving, std::size_t part) const {
    // Two threads may check the same part; they come to the same answer.
    PartState& state = block(waiting, moving).parts[part];
    if (state.load(std::memory_order_acquire) == unchecked) {
        const int seeds = waiting + moving;
        const LevelSource& level = *levels_[static_cast<std::size_t>(seeds)];
        state.store(level.check(waiting, part) ? good : bad, std::memory_order_release);
    }
    if (state.load(std::memory_order_acquire) == good) return true;
    damaged_.store(true, std::memory_order_relaxed);
    return false;
}

}  // namespace kalah::endgame
