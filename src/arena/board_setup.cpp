#include "arena/board_setup.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "arena/schedule.hpp"
#include "base/mix64.hpp"
#include "kalah/notation.hpp"
#include "system/values.hpp"

namespace kalah::arena {
namespace {

/// The opening of one line; nothing if it is for another board.
Result<std::optional<Game>> line_opening(const Rules& rules, const Board& start,
                                         std::string_view line) {
    const bool has_position = line.front() == '<';
    // A position ends with '>', or with " n" behind it.
    std::size_t end = has_position ? std::min(line.find('>'), line.size() - 1) + 1 : 0;
    if (has_position && line.substr(end).starts_with(" n")) end += 2;
    Board board = start;
    if (has_position) {
        const auto parsed = parse_start(line.substr(0, end));
        if (!parsed) return parsed.error();
        if (parsed->width != start.width || seeds_in_all(*parsed) != seeds_in_all(start))
            return std::optional<Game>{};
        board = *parsed;
    }
    Game game(rules, board);
    if (const auto played = game.play_text(line.substr(end)); !played)
        return Error{played.error().message, played.error().column + static_cast<int>(end)};
    if (game.over()) return Error{"the game is over after these moves"};
    if (legal_moves(game.board()).empty()) return Error{"the side to move has no seeds to sow"};
    return std::optional<Game>(std::move(game));
}

Result<BoardSetup> board_setup(const Plan& plan, const std::string& board) {
    const auto preset = parse_rules(plan.rules);
    if (!preset) return Error{"rules " + in_quotes(plan.rules) + ": " + preset.error().message};
    const auto start = parse_start(board);
    if (!start) return Error{"board " + in_quotes(board) + ", " + to_text(start.error())};
    if (legal_moves(*start).empty())
        return Error{"board " + in_quotes(board) + ": " + to_text(start->to_move) +
                     " is to move and has no seeds to sow"};
    auto openings = chosen_openings(plan, preset->rules, *start);
    if (!openings) return Error{"board " + board + ": " + openings.error().message};
    BoardSetup made{preset->rules, *start, *openings, openings->size()};
    if (plan.games > 0) made.pairs = static_cast<std::size_t>(plan.games) / 2;
    const std::size_t most = made.pairs * opening_blocks(plan);
    if (most < made.openings.size())
        made.openings.erase(made.openings.begin() + static_cast<std::ptrdiff_t>(most),
                            made.openings.end());
    return made;
}

}  // namespace

std::vector<Game> first_move_openings(const Rules& rules, const Board& start) {
    std::vector<Game> openings;
    for (const int pit : legal_moves(start)) {
        Game& game = openings.emplace_back(rules, start);
        if (game.play(pit).over) openings.pop_back();
    }
    return openings;
}

std::optional<std::vector<Game>> ply_openings(const Rules& rules, const Board& start, int plies,
                                              std::uint64_t seed) {
    constexpr std::size_t kMost = 300'000;  // half a gigabyte
    std::vector<Game> level{Game(rules, start)};
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<Game> next;
        std::set<std::string> seen;
        for (const Game& game : level) {
            for (const int pit : legal_moves(game.board())) {
                Game child = game;
                if (child.play(pit).over || !seen.insert(to_text(child.board())).second) continue;
                if (next.size() == kMost) return std::nullopt;
                next.push_back(std::move(child));
            }
        }
        level = std::move(next);
    }
    // Fisher-Yates, with our own random numbers: the same order on every machine.
    for (std::size_t i = level.size(); i > 1; --i) {
        seed = mix64(seed, i);
        std::swap(level[i - 1], level[seed % i]);
    }
    return level;
}

Result<std::vector<Game>> line_openings(const Rules& rules, const Board& start,
                                        const std::vector<std::string>& lines) {
    std::vector<Game> openings;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '#') continue;
        const std::size_t last = line.find_last_not_of(" \t\r");
        auto opening = line_opening(rules, start, line.substr(first, last + 1 - first));
        if (!opening)
            return Error{opening.error().message, opening.error().column, static_cast<int>(i) + 1};
        if (*opening) openings.push_back(**opening);
    }
    return openings;
}

Result<std::vector<Game>> chosen_openings(const Plan& plan, const Rules& rules,
                                          const Board& start) {
    constexpr int kMostPlies = 7;
    std::vector<Game> all;
    if (!plan.opening_lines.empty()) {
        auto from_file = line_openings(rules, start, plan.opening_lines);
        if (!from_file) return Error{plan.openings + ", " + to_text(from_file.error())};
        if (from_file->empty()) return Error{plan.openings + ": no opening for this board"};
        return from_file;
    }
    if (plan.openings == "first-move") {
        all = first_move_openings(rules, start);
    } else {
        std::string_view wish = plan.openings;
        if (wish.ends_with("-ply")) wish.remove_suffix(4);
        const auto plies = parse_number(wish, 0, kMostPlies);
        if (!plies)
            return Error{"openings " + in_quotes(plan.openings) +
                         ": first-move, a file, or N-ply with " +
                         plies.error().message.substr(sizeof("expected ") - 1)};
        auto found = ply_openings(rules, start, static_cast<int>(*plies), plan.seed);
        if (!found)
            return Error{"too many positions after " + std::string(wish) + " sowings: try fewer"};
        all = std::move(*found);
    }
    if (all.empty()) return Error{"every game is over after so many sowings: try 0-ply"};
    return all;
}

Result<std::vector<BoardSetup>> board_setups(const Plan& plan) {
    std::vector<BoardSetup> all;
    for (const std::string& board : plan.boards) {
        auto made = board_setup(plan, board);
        if (!made) return made.error();
        all.push_back(*made);
    }
    return all;
}

int most_seeds(const Plan& plan) {
    int most = 0;
    for (const std::string& board : plan.boards)
        if (const auto start = parse_start(board)) most = std::max(most, seeds_in_all(*start));
    return most;
}

}  // namespace kalah::arena
