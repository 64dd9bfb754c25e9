// Which positions of games go into a data set: a number of them for each phase of the game, none
// twice, and each game in one of two parts. Plain values and one object; one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "rules/position_row.hpp"
#include "samples/games.hpp"

namespace kalah::samples {

/// None; proved; or what a search found.
enum class LabelKind : std::uint8_t { none, exact, estimate };
[[nodiscard]] const char* name(LabelKind kind);

/// What a position is worth to its mover: the final store difference, stores included.
struct Label {
    LabelKind kind = LabelKind::none;
    std::int16_t value = 0;  // in seeds; an estimate is rounded
    float estimate = 0;      // the same without rounding
    std::uint16_t best = 0;  // all best moves: bit i is pit i
    std::array<std::int16_t, kMaxPits> moves = no_moves();

    [[nodiscard]] static constexpr std::array<std::int16_t, kMaxPits> no_moves() {
        std::array<std::int16_t, kMaxPits> all{};
        all.fill(kUnknownValue);
        return all;
    }
};

/// A position of a game. Its mover is south: a position and its flipped twin are one to the mover.
struct Sample {
    Board board = {};
    std::uint32_t game = 0;
    std::uint16_t ply = 0;
    std::uint8_t phase = 0;    // from 0, the beginning of the game
    std::uint8_t player = 0;   // the mover, of the source
    std::uint8_t move = 0;     // the pit played
    bool test = false;         // in the part for tests
    std::int16_t outcome = 0;  // of the game, for the mover
    Label label = {};
};

struct Selection {
    std::size_t positions = 10'000;
    int least_seeds = 1;  // in the pits
    int most_seeds = 48;
    int phases = 4;  // equal parts of that range, with equally many positions; at most its length
    int per_game = 10;
    double test_share = 0.1;  // of the positions of each phase, and of the games
};

/// Two positions with the same key never are in one data set. It hashes the pits, mover's first; of
/// rules with majority stop also the stores, which decide there when the game ends.
[[nodiscard]] std::uint64_t position_key(const Rules& rules, const Board& board);

/// Takes games one after another, in the order of their numbers.
class Sampler {
  public:
    Sampler(const Selection& selection, std::uint64_t seed);

    /// Whether positions of the part that this game belongs to are missing. Games that are not
    /// wanted need not be played.
    [[nodiscard]] bool wants(std::uint64_t number) const;
    /// The positions of a game that are wanted, drawn at random, by ply.
    [[nodiscard]] std::vector<Sample> take(const FreshGame& game, std::uint64_t number);
    /// Instead of take(), if it is known what that gave.
    void take_again(const Rules& rules, const std::vector<Sample>& taken, std::uint64_t duplicates);
    /// What became of a sample: it stays, or it got no label, so that another one of its phase is
    /// wanted.
    void keep();
    void give_back(const Sample& sample);

    [[nodiscard]] std::size_t missing() const;
    /// Nothing is missing, or the last games had nothing that is, or nothing that got a label.
    [[nodiscard]] bool done() const;
    /// How many positions each phase is to have.
    [[nodiscard]] const std::vector<std::size_t>& wanted() const { return wanted_; }
    /// Positions that were drawn but were there already.
    [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }

    /// Phase 0 has the most seeds.
    [[nodiscard]] static int phase_of(const Selection& selection, int seeds);

  private:
    [[nodiscard]] bool is_test(std::uint64_t number) const;
    /// By phase.
    [[nodiscard]] const std::vector<std::size_t>& missing_in(bool test) const {
        return test ? missing_test_ : missing_train_;
    }

    Selection selection_;
    std::uint64_t seed_;
    std::vector<std::size_t> wanted_;
    std::vector<std::size_t> missing_train_;
    std::vector<std::size_t> missing_test_;
    std::unordered_set<std::uint64_t> known_;
    std::uint64_t duplicates_ = 0;
    int idle_games_ = 0;  // since a sample was kept
    int given_back_ = 0;  // likewise
};

}  // namespace kalah::samples
