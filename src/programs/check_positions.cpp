#include "programs/check_positions.hpp"

#include <cassert>
#include <functional>

namespace kalah::programs {
namespace {

using Seeds = std::function<int(int pit)>;  // pits from 0, from the mover's left

/// A position with the seeds of the mover and of the opponent.
class Position {
  public:
    Position(int pits, Side mover) {
        board_.width = static_cast<std::uint8_t>(pits);
        board_.to_move = mover;
    }
    Position& own(const Seeds& seeds) { return fill(board_.to_move, seeds); }
    Position& other(const Seeds& seeds) { return fill(opponent(board_.to_move), seeds); }
    Position& stores(int own, int other) {
        board_.store(board_.to_move) = static_cast<std::uint16_t>(own);
        board_.store(opponent(board_.to_move)) = static_cast<std::uint16_t>(other);
        return *this;
    }
    [[nodiscard]] const Board& board() const { return board_; }

  private:
    Position& fill(Side side, const Seeds& seeds) {
        for (int pit = 0; pit < board_.width; ++pit)
            board_.row(side)[static_cast<std::size_t>(pit)] =
                static_cast<std::uint16_t>(seeds(pit));
        return *this;
    }
    Board board_;
};

Seeds all(int seeds) {
    return [seeds](int) { return seeds; };
}
/// So many in one pit, and so many in each other one.
Seeds one(int pit, int seeds, int others = 0) {
    return [=](int each) { return each == pit ? seeds : others; };
}
Seeds two(int a, int seeds_a, int b, int seeds_b) {
    return [=](int each) { return each == a ? seeds_a : each == b ? seeds_b : 0; };
}

}  // namespace

std::vector<CheckPosition> check_positions(int p) {
    assert(p >= 3);
    using enum Side;
    const int last = p - 1;
    const int lap = 2 * p + 1;  // seeds that end in the pit they came from
    const Seeds chain = [p](int pit) { return p - pit; };  // each pit ends in the store
    const Seeds every_other = [](int pit) { return pit % 2 == 0 ? 1 : 0; };
    const auto south_to_move = [p] { return Position(p, south); };
    const auto north_to_move = [p] { return Position(p, north); };
    std::vector<CheckPosition> list{
        {"the start, south begins", south_to_move().own(all(4)).other(all(4)).board()},
        {"the start, north begins", north_to_move().own(all(4)).other(all(4)).board()},
        {"extra turns from every pit", south_to_move().own(chain).other(all(3)).board()},
        {"extra turns from every pit, as north",
         north_to_move().own(chain).other(all(3)).stores(5, 9).board()},
        {"a capture", south_to_move().own(two(0, 1, last, 2)).other(one(p - 2, 5, 2)).board()},
        {"a capture, as north",
         north_to_move().own(two(0, 1, last, 2)).other(one(p - 2, 5, 2)).board()},
        {"a capture of a large pit", south_to_move().own(every_other).other(all(11)).board()},
        {"an empty pit faces an empty pit",
         south_to_move().own(two(0, 1, last, 3)).other(one(0, 6)).board()},
        {"a sowing all the way round",
         south_to_move().own(one(0, lap, 1)).other(all(2)).stores(3, 4).board()},
        {"a sowing more than twice round",
         north_to_move().own(one(1, 2 * lap + 3, 1)).other(all(1)).board()},
        {"a sowing that ends in its own pit, now empty",
         south_to_move().own(two(1, lap, last, 2)).other(one(p - 2, 4, 1)).board()},
        {"a pit with a hundred seeds",
         south_to_move().own(one(last, 100, 1)).other(all(2)).stores(20, 30).board()},
        {"stores with three digits",
         north_to_move().own(all(3)).other(all(3)).stores(120, 131).board()},
        {"two seeds left on the own side",
         south_to_move().own(two(last - 1, 1, last, 1)).other(all(1)).stores(20, 19).board()},
        {"two seeds left on the own side, as north",
         north_to_move().own(two(last - 1, 1, last, 1)).other(all(1)).stores(20, 19).board()},
        {"one seed left on the other side",
         south_to_move().own(all(1)).other(one(last, 1)).stores(15, 17).board()},
        {"the other side is empty",
         north_to_move().own(two(0, 2, last, 4)).other(all(0)).stores(18, 22).board()},
        {"only the first and the last pit can be played",
         north_to_move().own(two(0, 3, last, 5)).other(all(4)).stores(7, 2).board()},
        {"far behind", south_to_move().own(all(1)).other(all(2)).stores(1, 40).board()},
        {"one seed short of the majority",
         north_to_move().own(all(1)).other(all(1)).stores(3 * p, 3 * p).board()},
    };
    assert(list.size() == kCheckPositions);
    return list;
}

}  // namespace kalah::programs
