// Plays a game, analyses a position and solves one, with nothing but the installed headers.
#include <iostream>

#include <kalah/kalah.hpp>

namespace {

/// The engine against itself; the moves as text.
kalah::Result<kalah::Game> play(kalah::Engine& engine, const kalah::Rules& rules) {
    const kalah::StopToken never;
    kalah::Game game(rules, kalah::start_board({6, 4}));
    while (!game.over()) game.play(engine.best_move(rules, game.board(), never).pit);
    return game;
}

int fail(const kalah::Error& error) {
    std::cerr << error.code << ": " << kalah::to_text(error) << '\n';
    return 1;
}

}  // namespace

int main() {
    std::cout << "libkalah " << kalah::version().text << '\n';
    const auto preset = kalah::parse_rules("standard");
    if (!preset) return fail(preset.error());

    kalah::EngineOptions options;
    options.eval = kalah::EvalId::fitted;
    options.limits.depth = 6;
    options.table_bytes = std::size_t{1} << 20;
    auto engine = kalah::Engine::create(options);
    if (!engine) return fail(engine.error());
    kalah::Engine searcher = engine.take();
    const auto game = play(searcher, preset->rules);
    if (!game) return fail(game.error());
    std::cout << kalah::to_text(*game);

    const auto position = kalah::parse_position("<6,20,21,0,1,0,0,1,0,0,0,2,0,0,3>");
    if (!position) return fail(position.error());
    const kalah::StopToken never;
    for (const auto& move : searcher.analyse(preset->rules, *position, never).moves)
        std::cout << "pit " << move.pit + 1 << ": " << move.score.points()
                  << (move.score.exact ? " exact\n" : "\n");

    const auto database = kalah::EndgameDatabase::build(preset->rules, 6, 7, 1);
    if (!database) return fail(database.error());
    const auto future = (*database)->probe(*position);
    auto solver = kalah::Solver::create(preset->rules, *position, {*database, 1 << 20, 1});
    if (!solver) return fail(solver.error());
    const auto solved =
        solver.take().solve(*position, [](const kalah::ProvedBounds&) { return true; });
    if (!solved) return fail(solved.error());
    std::cout << "value " << solved->proved.lower << ", database " << future.value_or(-99) << '\n';
    return solved->solved && future && solved->proved.lower == *future - 1 ? 0 : 1;
}
