#include "samples/positions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/mix64.hpp"

namespace kalah::samples {
namespace {

// There seem to be no more positions after so many without a new one in the data set:
constexpr int kIdleGames = 2'000;
constexpr int kGivenBack = 300;
constexpr std::uint64_t kOrder = 5;

/// The plies of a game in an order that chance decides.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t chance) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) {
        chance = mix64(chance, i);
        std::swap(order[i - 1], order[chance % i]);
    }
    return order;
}

std::size_t total(const std::vector<std::size_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

/// What the game alone says.
Sample sample_of(const FreshGame& game, std::size_t ply) {
    const GameRecord& record = game.record;
    const Board& board = record.game.board_after(ply);
    const bool south = board.to_move == Side::south;
    Sample sample;
    sample.board = south ? board : flipped(board);
    sample.ply = static_cast<std::uint16_t>(ply);
    sample.player = static_cast<std::uint8_t>(game.players[board.to_move]);
    sample.move = static_cast<std::uint8_t>(record.game.played()[ply].pit);
    sample.outcome = static_cast<std::int16_t>(south ? record.margin() : -record.margin());
    return sample;
}

}  // namespace

const char* name(LabelKind kind) {
    return kind == LabelKind::none ? "none" : kind == LabelKind::exact ? "exact" : "estimate";
}

std::uint64_t position_key(const Rules& rules, const Board& board) {
    const std::uint64_t pits = hash_pits(board);
    if (!rules.majority_stop) return pits;
    return mix64(mix64(pits, board.store(board.to_move)), board.store(opponent(board.to_move)));
}

Sampler::Sampler(const Selection& selection, std::uint64_t seed)
    : selection_(selection), seed_(seed) {
    const auto phases = static_cast<std::size_t>(selection.phases);
    const auto tests = static_cast<std::size_t>(
        std::lround(static_cast<double>(selection.positions) * selection.test_share));
    for (std::size_t i = 0; i < phases; ++i) {
        wanted_.push_back(selection.positions / phases +
                          (i < selection.positions % phases ? 1 : 0));
        const std::size_t for_tests = tests * (i + 1) / phases - tests * i / phases;
        missing_test_.push_back(std::min(for_tests, wanted_.back()));
        missing_train_.push_back(wanted_.back() - missing_test_.back());
    }
}

int Sampler::phase_of(const Selection& selection, int seeds) {
    const int length = selection.most_seeds - selection.least_seeds + 1;
    return (selection.most_seeds - seeds) * selection.phases / length;
}

bool Sampler::is_test(std::uint64_t number) const {
    const auto tests_before = [&](std::uint64_t games) {
        return std::floor(static_cast<double>(games) * selection_.test_share + 1e-9);
    };
    return tests_before(number + 1) > tests_before(number);
}

bool Sampler::wants(std::uint64_t number) const {
    return total(missing_in(is_test(number))) > 0;
}

std::vector<Sample> Sampler::take(const FreshGame& game, std::uint64_t number) {
    const GameRecord& record = game.record;
    const bool test = is_test(number);
    auto& missing = test ? missing_test_ : missing_train_;
    std::vector<Sample> taken;
    for (const std::size_t ply :
         shuffled(record.game.played().size(), mix64(mix64(seed_, number), kOrder))) {
        if (taken.size() == static_cast<std::size_t>(selection_.per_game)) break;
        const Board& board = record.game.board_after(ply);
        const int seeds = seeds_in_pits(board);
        if (seeds < selection_.least_seeds || seeds > selection_.most_seeds) continue;
        const int phase = phase_of(selection_, seeds);
        if (missing[static_cast<std::size_t>(phase)] == 0) continue;
        if (!known_.insert(position_key(record.game.rules(), board)).second) {
            ++duplicates_;
            continue;
        }
        --missing[static_cast<std::size_t>(phase)];
        taken.push_back(sample_of(game, ply));
        taken.back().game = static_cast<std::uint32_t>(number);
        taken.back().phase = static_cast<std::uint8_t>(phase);
        taken.back().test = test;
    }
    ++idle_games_;
    std::sort(taken.begin(), taken.end(),
              [](const Sample& a, const Sample& b) { return a.ply < b.ply; });
    return taken;
}

void Sampler::take_again(const Rules& rules, const std::vector<Sample>& taken,
                         std::uint64_t duplicates) {
    for (const Sample& sample : taken) {
        known_.insert(position_key(rules, sample.board));
        --(sample.test ? missing_test_ : missing_train_)[sample.phase];
    }
    duplicates_ += duplicates;
    ++idle_games_;
}

void Sampler::keep() {
    idle_games_ = 0;
    given_back_ = 0;
}

void Sampler::give_back(const Sample& sample) {
    ++(sample.test ? missing_test_ : missing_train_)[sample.phase];
    ++given_back_;
}

std::size_t Sampler::missing() const {
    return total(missing_train_) + total(missing_test_);
}

bool Sampler::done() const {
    return missing() == 0 || idle_games_ >= kIdleGames || given_back_ >= kGivenBack;
}

}  // namespace kalah::samples
