#include "app/book_tree.hpp"

#include <unordered_set>

namespace kalah::app {
namespace {

int lead(const Board& board, Side side) {
    return board.store(side) - board.store(opponent(side));
}

/// What a move is worth to who makes it, from the book's word on where it leads.
std::optional<players::BookMove> worth(const Rules& rules, const players::Book& book,
                                       const Board& board, int pit) {
    const Side me = board.to_move;
    Board child = board;
    const bool over = apply(rules, child, pit).over;
    players::BookMove move{pit, lead(child, me) - lead(board, me), true};
    if (over) return move;
    const auto reply = book.find(rules, child);
    if (!reply) return std::nullopt;
    move.future += child.to_move == me ? reply->future : -reply->future;
    move.proved = reply->proved;
    return move;
}

}  // namespace

BookTree::BookTree(const Rules& rules, const Board& start, int sowings)
    : rules_(rules), sowings_(sowings), nodes_{{start, 0}} {
    std::unordered_set<std::uint64_t> seen{hash_pits(start)};
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node node = nodes_[i];
        if (node.sowings == sowings) break;
        for (const int pit : legal_moves(node.board)) {
            Board child = node.board;
            if (apply(rules, child, pit).over || !players::Book::writable(child)) continue;
            if (seen.insert(hash_pits(child)).second) nodes_.push_back({child, node.sowings + 1});
        }
    }
}

std::vector<Board> BookTree::leaves() const {
    std::vector<Board> boards;
    for (const Node& node : nodes_)
        if (node.sowings == sowings_) boards.push_back(node.board);
    return boards;
}

void BookTree::back_up(players::Book& book) const {
    // A move may lead to a position that takes fewer sowings on another way: as often as it can
    // take, until nothing is new.
    std::unordered_set<std::size_t> done;
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            const Node& node = nodes_[i];
            if (node.sowings == sowings_ || done.count(i) > 0) continue;
            std::optional<players::BookMove> best;
            bool complete = true;
            bool proved = true;
            for (const int pit : legal_moves(node.board)) {
                const auto move = worth(rules_, book, node.board, pit);
                complete = complete && move.has_value();
                if (!move) break;
                proved = proved && move->proved;
                if (!best || move->future >= best->future) best = move;
            }
            if (!complete || !best) continue;
            best->proved = proved;
            book.add(rules_, node.board, *best);
            done.insert(i);
            more = true;
        }
    }
}

}  // namespace kalah::app
