#include "puzzles/puzzle_json.hpp"

#include "kalah/notation.hpp"

namespace kalah::puzzles {

Json puzzle_json(const Puzzle& puzzle) {
    const int pits = puzzle.board.width;
    return Json::object()
        .set("puzzle", id_of(puzzle))
        .set("rules", to_text(puzzle.rules))
        .set("size", to_text(BoardSize{pits, seeds_in_all(puzzle.board) / (2 * pits)}))
        .set("position", to_text(puzzle.board))
        .set("goal", name(puzzle.goal))
        .set("theme", name(puzzle.theme))
        .set("difficulty", name(difficulty_of(puzzle)))
        .set("level", puzzle.level)
        .set("turn", turn_text(puzzle.turn))
        .set("value", puzzle.value)
        .set("second", puzzle.second);
}

Json set_json(const Set& set) {
    Json themes = Json::object();
    for (const auto& [word, theme] : kThemes) {
        Json grades = Json::object();
        for (const auto& [grade, difficulty] : kDifficulties)
            grades.set(grade, count(set, {theme, difficulty}));
        themes.set(word, grades);
    }
    return Json::object()
        .set("rules", to_text(set.rules))
        .set("size", to_text(set.size))
        .set("puzzles", set.puzzles.size())
        .set("made", set.made)
        .set("themes", themes);
}

Json sets_json(const Collection& collection) {
    Json sets = Json::array();
    for (const Set& set : collection.sets()) sets.push(set_json(set));
    return sets;
}

}  // namespace kalah::puzzles
