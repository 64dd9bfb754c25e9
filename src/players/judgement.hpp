// Judgement: which moves of a game their players answer for, what each of them cost, in one word,
// and how accurately a player played. The one definition of these words, for terminals, reports and
// pages alike; docs/games.md explains them. Plain values and pure functions, any thread, except
// for judge(), which searches.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "players/analysis.hpp"
#include "referee/record.hpp"

namespace kalah::players {

/// By what a move costs: the final store difference that it gives away, in seeds.
enum class Grade : std::uint8_t {
    best,        // nothing; as an estimate, less than half a seed
    good,        // at most 2 seeds
    inaccuracy,  // at most 4 seeds
    mistake,     // at most 8 seeds; or a win becomes a draw, or a draw a loss
    blunder,     // more; or a win becomes a loss
};
inline constexpr std::array<Grade, 5> kAllGrades{Grade::best, Grade::good, Grade::inaccuracy,
                                                 Grade::mistake, Grade::blunder};
[[nodiscard]] std::string_view name(Grade grade);

/// `best` and `played` are final store differences for the mover, after the best move and after the
/// one played. The game's result counts only if both are exact: estimates around 0 decide nothing.
[[nodiscard]] Grade grade_of(double best, double played, bool exact);
/// "a win becomes a draw"; nothing if the move keeps the result.
[[nodiscard]] std::string_view result_change(double best, double played);

/// 100 for a move that costs nothing, half as much for every 4 seeds.
[[nodiscard]] double accuracy_of(double cost);

/// Why a move is not judged.
enum class Skipped : std::uint8_t {
    no,
    opening,    // set before the game
    only_move,  // there was no other
    referee,    // played for a player who named none in time
    forfeit,    // the loser of the game made no move
    unknown,    // the review was stopped before, or memory ran out
};
/// "only move"
[[nodiscard]] std::string_view name(Skipped why);

struct JudgedMove {
    std::size_t ply = 0;  // moves played before it
    Board board = {};     // before it
    int pit = 0;          // from 0, as all pits here
    Skipped skipped = Skipped::no;
    // If it was not skipped:
    int best = 0;
    double score = 0;  // of the best move, in seeds for the mover
    double cost = 0;
    bool exact = false;  // both values are proved
    ValueSource source = ValueSource::none;
    Grade grade = Grade::best;
    std::vector<int> line = {};  // best play, beginning with `best`

    [[nodiscard]] Side mover() const { return board.to_move; }
    [[nodiscard]] bool is_judged() const { return skipped == Skipped::no; }
    [[nodiscard]] std::string_view change() const {
        return exact ? result_change(score, score - cost) : "";
    }
};

/// The line of a move that was judged, "1 3-2 4"; with " …" if the game is not over at its end.
[[nodiscard]] std::string best_play_text(const Rules& rules, const JudgedMove& move);

/// Whether the loser of a game made no move after the opening: then nobody's moves are judged.
[[nodiscard]] bool is_forfeit(const GameRecord& record);
/// Whether a move of a game is its player's own choice, in a game that was played.
[[nodiscard]] Skipped skipped(const GameRecord& record, std::size_t ply);

/// How games are judged: by an engine with the evaluation `eval`, which `prepare` gives its
/// settings and the database for a game, on any thread.
struct JudgeSettings {
    std::function<EngineOptions(const Game&)> prepare;
    EvalId eval = {};
    ReviewLimits limits;
    std::function<void()> on_move = [] {};  // one more is judged; on the thread that judges
};

/// Every move of the sides asked for, in order. It begins at the end of the game: after a stop, the
/// earlier moves are unknown.
[[nodiscard]] std::vector<JudgedMove> judge(const GameRecord& record, PerSide<bool> sides,
                                            const JudgeSettings& settings, const StopToken& stop);

/// What is counted of a player's moves.
struct Accuracy {
    int moves = 0;  // judged
    int exact = 0;  // of them
    std::array<int, kAllGrades.size()> grades = {};
    double cost = 0;  // of all together
    double sum = 0;   // of accuracy_of

    void add(const JudgedMove& move);  // unless it was skipped
    [[nodiscard]] int count(Grade grade) const { return grades[static_cast<std::size_t>(grade)]; }
    /// The mean over the moves judged, 0 to 100; nothing if there are none.
    [[nodiscard]] std::optional<double> percent() const {
        return moves > 0 ? std::optional(sum / moves) : std::nullopt;
    }
};

/// Whether `a` is worse than `b`: by the word, then by the cost.
[[nodiscard]] bool is_worse(const JudgedMove& a, const JudgedMove& b);

/// Those that cost something, the worst first, at most so many. `move_of` finds the JudgedMove in
/// an element.
template <class Element, class MoveOf = std::identity>
[[nodiscard]] std::vector<Element> worst_moves(std::vector<Element> moves, std::size_t most,
                                               MoveOf move_of = {}) {
    std::erase_if(moves, [&](const Element& element) {
        const JudgedMove& move = move_of(element);
        return !move.is_judged() || move.grade == Grade::best;
    });
    std::stable_sort(moves.begin(), moves.end(), [&](const Element& a, const Element& b) {
        return is_worse(move_of(a), move_of(b));
    });
    if (moves.size() > most)
        moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(most), moves.end());
    return moves;
}

}  // namespace kalah::players
