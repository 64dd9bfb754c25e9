#include "rules/moves_between.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/mix64.hpp"

namespace kalah {
namespace {

struct Seen {
    std::size_t operator()(const Board& board) const {
        const std::uint64_t stores = std::uint64_t{board.stores[0]} << 32U |
                                     std::uint64_t{board.stores[1]} << 1U |
                                     (board.to_move == Side::north ? 1U : 0U);
        return static_cast<std::size_t>(mix64(hash_pits(board), stores));
    }
};

struct Node {
    Board board;
    std::size_t parent = 0;
    MoveResult move = {};
};

std::vector<MoveResult> way_to(const std::vector<Node>& nodes, std::size_t at) {
    std::vector<MoveResult> moves;
    for (; at != 0; at = nodes[at].parent) moves.push_back(nodes[at].move);
    std::reverse(moves.begin(), moves.end());
    return moves;
}

/// Seeds in a store stay there.
bool can_lead_to(const Board& board, const Board& to) {
    return board.stores[0] <= to.stores[0] && board.stores[1] <= to.stores[1];
}

}  // namespace

std::optional<std::vector<MoveResult>> moves_between(const Rules& rules, const Board& from,
                                                     const Board& to, std::size_t most) {
    if (from.width != to.width || seeds_in_all(from) != seeds_in_all(to) || !can_lead_to(from, to))
        return std::nullopt;
    std::vector<Node> nodes{{from}};
    std::unordered_set<Board, Seen> seen{from};
    for (std::size_t at = 0; at < nodes.size() && at < most; ++at) {
        const Board board = nodes[at].board;
        if (board == to) return way_to(nodes, at);
        const PitSet pits = legal_moves(board);
        if (board.to_move == Side::south && pits.size() != 1) continue;
        for (const int pit : pits) {
            Board next = board;
            const MoveResult played = apply(rules, next, pit);
            if (!played.over && can_lead_to(next, to) && seen.insert(next).second)
                nodes.push_back({next, at, played});
        }
    }
    return std::nullopt;
}

std::optional<Board> start_before(const Rules& rules, const Board& board) {
    const int seeds = seeds_in_all(board);
    if (board.to_move != Side::south || seeds == 0 || seeds % (2 * board.width) != 0)
        return std::nullopt;
    Board start = start_board({board.width, seeds / (2 * board.width)});
    if (board == start) return start;
    start.to_move = Side::north;
    if (!moves_between(rules, start, board)) return std::nullopt;
    return start;
}

}  // namespace kalah
