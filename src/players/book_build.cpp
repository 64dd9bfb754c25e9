#include "players/book_build.hpp"

#include <cmath>
#include <unordered_set>

namespace kalah::players {
namespace {

int lead(const Board& board, Side side) {
    return board.store(side) - board.store(opponent(side));
}

constexpr std::chrono::minutes kBetweenSaves{1};

/// What a move is worth to its mover, from the book's entry of the position it leads to.
std::optional<BookMove> worth(const Rules& rules, const Book& book, const Board& board, int pit) {
    const Side me = board.to_move;
    Board child = board;
    const bool over = apply(rules, child, pit).over;
    BookMove move{pit, lead(child, me) - lead(board, me), true};
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
            if (apply(rules, child, pit).over || !Book::writable(child)) continue;
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

void BookTree::back_up(Book& book) const {
    // A move may lead to a position that takes fewer sowings on another way: as often as it can
    // take, until nothing is new.
    std::unordered_set<std::size_t> done;
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            const Node& node = nodes_[i];
            if (node.sowings == sowings_ || done.count(i) > 0) continue;
            std::optional<BookMove> best;
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

BookMove solved_move(const Board& board, int pit, int value) {
    return {pit, value - lead(board, board.to_move), true};
}

BookMove searched_move(const Board& board, const SearchReport& report, EvalId eval) {
    const int unit = report.score.exact ? report.score.unit : value_per_seed(eval);
    const double value = static_cast<double>(report.score.value) / unit;
    return {report.pit, static_cast<int>(std::lround(value)) - lead(board, board.to_move),
            report.score.exact};
}

BookBuilder::BookBuilder(Book book, const Rules& rules, const Board& start, int sowings,
                         Method method, Save save)
    : book_(std::move(book)),
      rules_(rules),
      tree_(rules, start, sowings),
      method_(method),
      save_(std::move(save)),
      next_save_(std::chrono::steady_clock::now() + kBetweenSaves),
      missing_(missing_of(tree_.leaves())) {}

std::vector<Board> BookBuilder::missing_of(const std::vector<Board>& boards) const {
    std::vector<Board> missing;
    for (const Board& board : boards) {
        const auto known = book_.find(rules_, board);
        if (!known || (!known->proved && method_ == Method::solve)) missing.push_back(board);
    }
    return missing;
}

bool BookBuilder::add(const Board& board, const BookMove& move) {
    const std::lock_guard lock(mutex_);
    book_.add(rules_, board, move);
    const auto now = std::chrono::steady_clock::now();
    if (now < next_save_) return true;
    next_save_ = now + kBetweenSaves;
    return save_(book_);
}

std::size_t BookBuilder::finish() {
    tree_.back_up(book_);
    save_(book_);
    return missing_of(missing_).size();
}

}  // namespace kalah::players
