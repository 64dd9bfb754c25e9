#include "lab/desk.hpp"

#include <cassert>
#include <ctime>

#include "base/mix64.hpp"
#include "files/database_files.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "rules/random_pit.hpp"

namespace kalah::lab {

Result<SearchReport> Desk::think(const std::string& player, const Rules& rules,
                                 const Board& board) {
    const auto spec = players::parse_player(player);
    assert(spec && spec->kind == players::Kind::engine);
    EngineOptions settings = spec->settings;
    if (!spec->database_directory.empty()) {
        const auto database = files::open_database({spec->database_directory, rules, board.width});
        if (!database) return database.error();
        settings.database = *database;
    }
    Engine engine = players::make_engine(settings);
    const std::clock_t start = std::clock();
    SearchReport report = engine.best_move(rules, board, stop_);
    report.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return report;
}

std::optional<std::vector<Desk::MoveValue>> Desk::exact(const Rules& rules, const Board& board,
                                                        int database_seeds) {
    constexpr std::size_t kTable = std::size_t{64} << 20;
    const auto go_on = [this](const auto&) { return !stop_.requested(); };
    if (!solver_) {
        const std::lock_guard guard(shelf_.mutex);
        if (!shelf_.database)
            if (auto built = EndgameDatabase::build(rules, board.width, database_seeds, 2, go_on))
                shelf_.database = *built;
        if (!shelf_.database) return std::nullopt;
        auto solver = Solver::create(rules, board, {shelf_.database, kTable, 1});
        if (!solver) return std::nullopt;
        solver_ = std::make_unique<Solver>(solver.take());
    }
    std::vector<MoveValue> moves;
    const Side mover = board.to_move;
    for (const int pit : legal_moves(board)) {
        Board child = board;
        int value = 0;
        if (apply(rules, child, pit).over) {
            value = child.store(mover) - child.store(opponent(mover));
        } else {
            const auto outcome = solver_->solve(child, go_on);
            if (!outcome || !outcome->solved) return std::nullopt;
            value = child.to_move == mover ? outcome->proved.lower : -outcome->proved.lower;
        }
        moves.push_back({pit, value});
    }
    return moves;
}

Board random_position(const Rules& rules, BoardSize size, int sowings, std::uint64_t seed,
                      std::uint64_t number) {
    for (std::uint64_t attempt = 0;; ++attempt) {
        std::uint64_t chance = mix64(mix64(seed, number), attempt);
        Board board = start_board(size);
        bool over = false;
        for (int i = 0; i < sowings && !over; ++i) {
            chance = mix64(chance, 0);
            over = apply(rules, board, random_pit(board, chance)).over;
        }
        if (!over && legal_moves(board).size() >= 2) return board;
    }
}

Board thesis_position(int sowings, std::uint64_t seed, int number) {
    if (number == 0) return start_board({6, 6});
    return random_position(rules_of("empty-capture"), {6, 6}, sowings, seed,
                           static_cast<std::uint64_t>(number));
}

Rules rules_of(const std::string& text) {
    const auto preset = parse_rules(text);
    assert(preset);
    return preset->rules;
}

}  // namespace kalah::lab
