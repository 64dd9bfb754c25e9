#include "support/random_boards.hpp"

#include <bit>

namespace kalah::test {

int pick(Random& random, int least, int most) {
    // Not std::uniform_int_distribution: its numbers differ between libraries.
    const auto range = static_cast<std::uint64_t>(most - least + 1);
    return least + static_cast<int>(random() % range);
}

Board random_board(Random& random, int width, int most_seeds) {
    Board board;
    board.width = static_cast<std::uint8_t>(width);
    board.to_move = pick(random, 0, 1) == 0 ? Side::south : Side::north;
    int room = pick(random, 1, most_seeds);
    // A seed for the mover first, the rest in heaps of random size on random cells.
    const auto cell = [&](Side side, int pit) -> std::uint16_t& {
        return board.row(side)[static_cast<std::size_t>(pit)];
    };
    ++cell(board.to_move, pick(random, 0, width - 1));
    --room;
    const int largest = pick(random, 1, std::max(1, most_seeds / width));
    while (room > 0) {
        const int heap = std::min(room, pick(random, 1, largest));
        const Side side = pick(random, 0, 1) == 0 ? Side::south : Side::north;
        const int place = pick(random, 0, width);  // width = the store
        std::uint16_t& target = place == width ? board.store(side) : cell(side, place);
        target = static_cast<std::uint16_t>(target + heap);
        room -= heap;
    }
    return board;
}

int random_pit(Random& random, const Board& board) {
    const PitSet pits = legal_moves(board);
    auto chosen = pits.begin();
    for (int skip = pick(random, 0, pits.size() - 1); skip > 0; --skip) ++chosen;
    return *chosen;
}

std::vector<Rules> all_rules() {
    std::vector<Rules> all{Rules{}};
    for (const RuleOption& option : rule_options()) {
        std::vector<Rules> more;
        for (const Rules& rules : all) {
            for (std::size_t value = 0; value < option.values.size(); ++value) {
                more.push_back(rules);
                option.set(more.back(), value);
            }
        }
        all = more;
    }
    return all;
}

Game random_game(Random& random, const Rules& rules, const Board& start) {
    Game game(rules, start);
    while (!game.over()) game.play(random_pit(random, game.board()));
    return game;
}

}  // namespace kalah::test
