#include <cassert>

#include "base/mix64.hpp"
#include "kalah/stop_token.hpp"
#include "players/book.hpp"
#include "players/casual_player.hpp"
#include "players/forced_move.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"
#include "rules/random_pit.hpp"

namespace kalah::players {
namespace {

/// A search that ended at its first look needed nothing but the database.
MoveSource source_of(const SearchReport& report) {
    return report.by_database ? MoveSource::database : MoveSource::search;
}

class RandomPlayer final : public Player {
  public:
    explicit RandomPlayer(const Spec& spec) : spec_(spec) { new_game(0); }

    [[nodiscard]] std::string name() const override { return spec_.text; }
    void new_game(std::uint64_t seed) override { state_ = spec_.seed.value_or(seed); }
    void reseed(std::uint64_t seed) override {
        if (!spec_.seed) state_ = seed;
    }
    Decision choose(const Game& game, const StopToken& /*stop*/) override {
        if (const auto forced = forced_move(spec_, game))
            return {*forced, {0, "forced", MoveSource::forced}};
        state_ = mix64(state_, 0);
        return {random_pit(game.board(), state_)};
    }

  private:
    Spec spec_;
    std::uint64_t state_ = 0;
};

class EnginePlayer final : public Player {
  public:
    EnginePlayer(const Spec& spec, const OnThought& on_thought)
        : spec_(spec), on_thought_(on_thought) {
        new_game(1);
    }

    [[nodiscard]] std::string name() const override { return spec_.text; }
    void new_game(std::uint64_t seed) override {
        if (!engine_ || spec_.settings.ties == Ties::random) {
            EngineOptions settings = spec_.settings;
            settings.seed = spec_.seed.value_or(seed);
            engine_ = std::make_unique<Engine>(make_engine(settings));
        }
        engine_->new_game();
    }
    void reseed(std::uint64_t seed) override {
        if (!spec_.seed) engine_->reseed(seed);
    }
    Decision choose(const Game& game, const StopToken& stop) override {
        if (const auto forced = forced_move(spec_, game))
            return {*forced, {0, "forced", MoveSource::forced}};
        if (const auto known = from_book(game)) return *known;
        Engine::OnDepth on_depth;
        if (on_thought_)
            on_depth = [&](const SearchReport& report) {
                on_thought_(thought(report, game, spec_.settings.eval));
            };
        const SearchReport report = engine_->best_move(game.rules(), game.board(), stop, on_depth);
        return {report.pit,
                {0, thought(report, game, spec_.settings.eval), source_of(report), report.depth,
                 report.takeover.value_or(0)}};
    }

  private:
    [[nodiscard]] std::optional<Decision> from_book(const Game& game) const {
        if (!spec_.book) return std::nullopt;
        const Board& board = game.board();
        const auto move = spec_.book->find(game.rules(), board);
        if (!move) return std::nullopt;
        const int lead = board.store(board.to_move) - board.store(opponent(board.to_move));
        const Score score{lead + move->future, 1, move->proved};
        return Decision{move->pit, {0, "book, " + score_text(score), MoveSource::book}};
    }

    Spec spec_;
    OnThought on_thought_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace

std::unique_ptr<Player> make_player(const Spec& spec, const OnThought& on_thought) {
    switch (spec.kind) {
        case Kind::random:
            return std::make_unique<RandomPlayer>(spec);
        case Kind::casual:
            return make_casual_player(spec);
        case Kind::engine:
            return std::make_unique<EnginePlayer>(spec, on_thought);
        case Kind::human:
        case Kind::program:
            break;
    }
    assert(false);
    return nullptr;
}

}  // namespace kalah::players
