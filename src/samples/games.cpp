#include "samples/games.hpp"

#include "base/mix64.hpp"
#include "rules/random_pit.hpp"

namespace kalah::samples {
namespace {

/// What the random numbers of a game are for.
enum class Use : std::uint64_t { south = 1, north, opening, moves };

std::uint64_t chance_of(const GameSource& source, std::uint64_t number, Use use) {
    return mix64(mix64(source.seed, number), static_cast<std::uint64_t>(use));
}

}  // namespace

std::optional<Error> not_repeatable(const players::Spec& spec) {
    if (spec.kind != players::Kind::engine) return std::nullopt;
    if (spec.settings.limits.time)
        return Error{
            "it thinks by the clock, so that nothing could be repeated: give nodes= or "
            "depth= instead"};
    if (spec.settings.threads > 1)
        return Error{"searches on several threads cannot be repeated: leave out threads="};
    return std::nullopt;
}

GameMaker::GameMaker(const GameSource& source) : source_(source) {
    for (auto& side : players_) side.resize(source.players.size());
}

FreshGame GameMaker::play(std::uint64_t number, const StopToken& stop) {
    PerSide<std::size_t> drawn;
    for (const Side side : kBothSides)
        drawn[side] = chance_of(source_, number, side == Side::south ? Use::south : Use::north) %
                      source_.players.size();
    Game game = opened(chance_of(source_, number, Use::opening));
    Player& south = player(Side::south, drawn[Side::south]);
    Player& north = player(Side::north, drawn[Side::north]);
    return {
        play_game(std::move(game), south, north, {chance_of(source_, number, Use::moves), {}}, stop)
            .record,
        drawn};
}

Game GameMaker::opened(std::uint64_t chance) const {
    Game game(source_.rules, source_.start);
    for (int ply = 0; ply < source_.opening && !game.over(); ++ply) {
        chance = mix64(chance, 0);
        game.play(random_pit(game.board(), chance));
    }
    return game;
}

Player& GameMaker::player(Side side, std::size_t index) {
    auto& made = players_[side][index];
    if (!made) made = players::make_player(source_.players[index]);
    return *made;
}

}  // namespace kalah::samples
