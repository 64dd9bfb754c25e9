#include "players/casual_player.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/mix64.hpp"
#include "kalah/moves.hpp"
#include "kalah/stop_token.hpp"
#include "players/forced_move.hpp"

namespace kalah::players {
namespace {

constexpr int kInfinity = 1'000'000;
constexpr std::uint64_t kBetweenLooks = 512;  // nodes

class CasualPlayer final : public Player {
  public:
    explicit CasualPlayer(const Spec& spec) : spec_(spec) { new_game(0); }

    [[nodiscard]] std::string name() const override { return spec_.text; }
    void new_game(std::uint64_t seed) override { seed_ = spec_.seed.value_or(seed); }
    void reseed(std::uint64_t seed) override {
        if (!spec_.seed) seed_ = seed;
    }

    Decision choose(const Game& game, const StopToken& stop) override {
        if (const auto forced = forced_move(spec_, game))
            return {*forced, {0, "forced", MoveSource::forced}};
        const int depth = *spec_.settings.limits.depth;
        rules_ = &game.rules();
        stop_ = &stop;
        nodes_ = 0;
        chance_ = mix64(seed_, game.played().size());
        const Board& board = game.board();
        // Two passes: a player who sees none of the moves plays one all the same.
        for (const bool attentive : {false, true}) {
            std::optional<Chosen> best;
            for (const int pit : legal_moves(board)) {
                const auto value = move_value(board, pit, depth, -kInfinity, kInfinity, attentive);
                if (!value) continue;
                const Chosen move{*value, mix64(chance_, static_cast<std::uint64_t>(pit)), pit};
                if (!best || std::tie(move.value, move.tie) > std::tie(best->value, best->tie))
                    best = move;
            }
            if (best) return {best->pit, {0, "", MoveSource::search, depth}};
        }
        return {*legal_moves(board).begin()};  // not reached: the mover has seeds
    }

  private:
    struct Chosen {
        int value;
        std::uint64_t tie;
        int pit;
    };

    /// The value of a move for the player who makes it, in seeds; nothing if it is overlooked.
    std::optional<int> move_value(const Board& board, int pit, int depth, int alpha, int beta,
                                  bool attentive) {
        Board child = board;
        const MoveResult played = apply(*rules_, child, pit);
        if (!attentive && (played.captured > 0 || played.extra_turn) && overlooks(board, pit))
            return std::nullopt;
        const Side mover = board.to_move;
        if (played.over || depth <= 1) return child.store(mover) - child.store(opponent(mover));
        return child.to_move == mover ? value(child, depth - 1, alpha, beta)
                                      : -value(child, depth - 1, -beta, -alpha);
    }

    int value(const Board& board, int depth, int alpha, int beta) {
        const int now = board.store(board.to_move) - board.store(opponent(board.to_move));
        if (++nodes_ % kBetweenLooks == 0 && stop_->requested()) depth = 0;
        if (depth == 0) return now;
        int best = -kInfinity;
        for (const int pit : legal_moves(board)) {
            const auto found = move_value(board, pit, depth, std::max(alpha, best), beta, false);
            if (!found) continue;
            best = std::max(best, *found);
            if (best >= beta) break;
        }
        return best == -kInfinity ? now : best;  // it sees no move at all
    }

    [[nodiscard]] bool overlooks(const Board& board, int pit) const {
        std::uint64_t hash = mix64(chance_, static_cast<std::uint64_t>(pit));
        for (const Side side : kBothSides)
            for (int i = 0; i < board.width; ++i)
                hash = mix64(hash, static_cast<std::uint64_t>(board.at(side, i)));
        hash = mix64(hash, board.to_move == Side::south ? 0 : 1);
        return hash % 100 < static_cast<std::uint64_t>(spec_.oversight);
    }

    Spec spec_;
    std::uint64_t seed_ = 0;
    // Of the question that is being answered.
    const Rules* rules_ = nullptr;
    const StopToken* stop_ = nullptr;
    std::uint64_t chance_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace

std::unique_ptr<Player> make_casual_player(const Spec& spec) {
    return std::make_unique<CasualPlayer>(spec);
}

}  // namespace kalah::players
