#include "puzzles/make.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/mix64.hpp"
#include "kalah/game.hpp"
#include "players/spec.hpp"
#include "samples/games.hpp"
#include "samples/positions.hpp"

namespace kalah::puzzles {
namespace {

constexpr std::size_t kMostTurns = 120;
constexpr std::size_t kLeastTurns = 3;
constexpr std::size_t kPerGame = 2;
constexpr std::uint64_t kNodesOfTurn = 20'000;

/// People and programs of medium strength: their games have mistakes to punish and threats to meet.
samples::GameSource games_of(const MakeTerms& terms) {
    samples::GameSource source;
    source.rules = terms.rules;
    source.start = start_board(terms.size);
    for (const char* level : {"level3", "level5", "level6", "level7"})
        source.players.push_back(*players::parse_player(level));
    source.seed = terms.seed;
    return source;
}

std::vector<Theme> possible_themes(const Rules& rules) {
    std::vector<Theme> themes;
    if (rules.extra_turn) themes.push_back(Theme::chain);
    if (rules.capture != Capture::none) themes.push_back(Theme::capture);
    if (rules.sweep == Sweep::owner) themes.push_back(Theme::starving);
    if (rules.capture != Capture::none) themes.push_back(Theme::defence);
    themes.push_back(Theme::counting);
    return themes;
}

/// Shares of themes, difficulties and goals, so that the commonest do not fill the set; given up
/// when games have brought nothing new for a while.
class Shares {
  public:
    explicit Shares(const MakeTerms& terms) {
        const auto themes = possible_themes(terms.rules);
        of_theme_ = (terms.count + themes.size() - 1) / themes.size();
        easy_ = (of_theme_ * 2 + 4) / 5;
        medium_ = (of_theme_ + 1) / 2;
        best_ = (of_theme_ + 1) / 2;
    }
    /// Whether puzzles of this theme and goal are wanted; their level is not known yet.
    [[nodiscard]] bool wants(Theme theme, Goal goal) const {
        const Counts& now = of(theme);
        return free_ || (now.all < of_theme_ && (goal != Goal::best || now.best < best_));
    }
    [[nodiscard]] bool wants(const Puzzle& puzzle) const {
        const Counts& now = of(puzzle.theme);
        switch (difficulty_of(puzzle)) {
            case Difficulty::easy:
                return free_ || now.easy < easy_;
            case Difficulty::medium:
                return free_ || now.medium < medium_;
            case Difficulty::hard:
                break;
        }
        return true;
    }
    void take(const Puzzle& puzzle) {
        Counts& now = counts_[static_cast<std::size_t>(puzzle.theme)];
        ++now.all;
        if (puzzle.goal == Goal::best) ++now.best;
        if (difficulty_of(puzzle) == Difficulty::easy) ++now.easy;
        if (difficulty_of(puzzle) == Difficulty::medium) ++now.medium;
        idle_ = 0;
    }
    /// False if another game is of no use.
    [[nodiscard]] bool next_game() {
        ++idle_;
        if (idle_ > kIdle && !free_) {
            free_ = true;
            idle_ = 0;
        }
        return idle_ <= kIdle;
    }

  private:
    static constexpr int kIdle = 400;
    struct Counts {
        std::size_t all = 0;
        std::size_t easy = 0;
        std::size_t medium = 0;
        std::size_t best = 0;  // by their goal
    };
    [[nodiscard]] const Counts& of(Theme theme) const {
        return counts_[static_cast<std::size_t>(theme)];
    }
    // The most of each theme.
    std::size_t of_theme_ = 0;
    std::size_t easy_ = 0;
    std::size_t medium_ = 0;
    std::size_t best_ = 0;
    bool free_ = false;
    int idle_ = 0;
    std::array<Counts, kThemes.size()> counts_ = {};
};

/// Positions at the beginning of a turn, seen by their mover; in turn from one that `chance` draws.
std::vector<Board> turn_positions(const Game& game, SeedRange seeds, std::uint64_t chance) {
    std::vector<Board> positions;
    for (std::size_t i = 1; i < game.played().size(); ++i) {
        const Board& board = game.board_after(i);
        if (game.played()[i - 1].mover == board.to_move) continue;
        const int left = seeds_in_pits(board);
        if (left < seeds.least || left > seeds.most || !Collection::writable(board)) continue;
        positions.push_back(board.to_move == Side::south ? board : flipped(board));
    }
    if (positions.empty()) return positions;
    const auto first = static_cast<std::ptrdiff_t>(chance % positions.size());
    std::rotate(positions.begin(), positions.begin() + first, positions.end());
    return positions;
}

class Maker {
  public:
    Maker(const MakeTerms& terms, const std::shared_ptr<const EndgameDatabase>& database,
          const StopToken& stop)
        : terms_(terms), database_(database), stop_(stop), shares_(terms) {}

    Set make(const OnPuzzle& on_puzzle) {
        const samples::GameSource source = games_of(terms_);
        samples::GameMaker games(source);
        std::uint64_t number = 0;
        while (set_.puzzles.size() < terms_.count && !stop_.requested() && shares_.next_game()) {
            const std::size_t before = set_.puzzles.size();
            look_at(games.play(number, stop_).record.game, mix64(terms_.seed, number));
            ++number;
            if (set_.puzzles.size() > before) on_puzzle(set_.puzzles.size());
        }
        return std::move(set_);
    }

  private:
    void look_at(const Game& game, std::uint64_t chance) {
        const auto positions = turn_positions(game, seeds_of(terms_), chance);
        if (positions.empty()) return;
        auto made = Solver::create(terms_.rules, game.start(), {database_, kTableBytes, 1});
        if (!made) return;
        Solver solver = made.take();
        std::size_t found = 0;
        for (const Board& board : positions) {
            if (found == kPerGame || set_.puzzles.size() == terms_.count) return;
            if (!known_.insert(samples::position_key(terms_.rules, board)).second) continue;
            auto puzzle = puzzle_at(board, solver);
            if (stop_.requested()) return;
            if (!puzzle || !ids_.insert(id_of(*puzzle)).second) continue;
            shares_.take(*puzzle);
            set_.puzzles.push_back(std::move(*puzzle));
            ++found;
        }
    }

    std::optional<Puzzle> puzzle_at(const Board& board, Solver& solver) {
        auto turns = complete_turns(terms_.rules, board, kMostTurns);
        if (turns.size() < kLeastTurns) return std::nullopt;
        if (!prove(solver, Side::south, turns, {std::nullopt, kNodesOfTurn, &stop_}))
            return std::nullopt;
        auto puzzle = puzzle_in(terms_.rules, board, turns);
        if (!puzzle) return std::nullopt;
        const auto theme = theme_of(*puzzle, turns, solver);
        if (!theme || !shares_.wants(*theme, puzzle->goal)) return std::nullopt;
        puzzle->theme = *theme;
        puzzle->level = levels_.level_of(*puzzle, turns, stop_);
        if (!shares_.wants(*puzzle)) return std::nullopt;
        return puzzle;
    }

    MakeTerms terms_;
    std::shared_ptr<const EndgameDatabase> database_;
    const StopToken& stop_;
    Shares shares_;
    LevelFinder levels_;
    Set set_;
    std::unordered_set<std::uint64_t> known_;
    std::unordered_set<std::string> ids_;
};

}  // namespace

SeedRange seeds_of(const MakeTerms& terms) {
    constexpr int kMost = 24;
    const int all = 2 * terms.size.pits * terms.size.seeds;
    return {6, std::min(kMost, all * 3 / 5)};
}

Set make_set(const MakeTerms& terms, const std::shared_ptr<const EndgameDatabase>& database,
             const StopToken& stop, const OnPuzzle& on_puzzle) {
    Set set = Maker(terms, database, stop).make(on_puzzle);
    set.rules = terms.rules;
    set.size = terms.size;
    return set;
}

}  // namespace kalah::puzzles
