// What games are like: legal moves, length, extra turns, captures, margins, and what it is worth to
// move first, with 95 % intervals. Only games that were played to their end count. Pure functions
// over finished games; one Collector per thread.
//
// Intervals: games from one opening are alike, those of a pair even more so, and the moves of a
// game belong together. So values form clusters by opening, as in arena/statistics.hpp. Games that
// have none, and all games if they have the same one, form clusters by distinct games.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/statistics.hpp"
#include "referee/record.hpp"

namespace kalah::samples {

/// Games that do not count, and why.
struct LeftOut {
    int forfeited = 0;  // the loser made no move: arena/results.hpp
    int cut_short = 0;  // lost by another fault, or resigned
    int unfinished = 0;
    [[nodiscard]] int all() const { return forfeited + cut_short + unfinished; }
};

/// Something that is counted, with what it means for people.
struct Quantity {
    std::string key;      // in JSON and CSV
    std::string meaning;  // with the unit
    int digits = 2;
    bool is_share = false;  // 0 to 1
};

struct Measured {
    Quantity quantity;
    arena::Mean mean;
};

/// Four equal parts of the board's seeds, the fullest pits first.
inline constexpr std::size_t kPhases = 4;
struct PhaseMean {
    int least_seeds = 0;
    int most_seeds = 0;
    arena::Mean legal_moves;
};

/// The games of one kind.
struct Group {
    std::string rules;
    std::string board;    // "6x4"
    std::string players;  // of fresh games; else empty
    int games = 0;
    int distinct_games = 0;
    int openings = 0;
    int paired_games = 0;  // those that count for the first player's score and margin
    std::vector<Measured> measured = {};
    std::vector<PhaseMean> phases = {};
};

class Collector {
  public:
    /// Counts a game, or leaves it out. `players` separates groups.
    void add(const GameRecord& record, const std::string& players = "");
    [[nodiscard]] const LeftOut& left_out() const { return left_out_; }
    /// In the order in which their first games came.
    [[nodiscard]] std::vector<Group> groups() const;

  private:
    /// What is kept of a game.
    struct Facts {
        std::uint64_t opening = 0;
        std::uint64_t moves = 0;                // fingerprints
        bool has_opening = false;               // forced moves, or a position
        std::array<std::string, 2> names = {};  // who moves first, and the other
        int plies = 0;
        int turns = 0;
        int captures = 0;
        int captured = 0;  // seeds
        int choices = 0;   // legal moves, added up
        int first_margin = 0;
        std::array<std::pair<int, int>, kPhases> phases = {};  // plies, legal moves
    };
    struct Games {
        std::string rules;
        std::string board;
        std::string players;
        int seeds = 0;  // in all
        std::vector<Facts> facts = {};
    };
    [[nodiscard]] static Facts facts_of(const GameRecord& record);
    [[nodiscard]] static Group group_of(const Games& games);
    static void measure(Group& group, const Games& games, const std::vector<std::size_t>& clusters);
    static void measure_choices(Group& group, const Games& games,
                                const std::vector<std::size_t>& clusters);
    /// Whether each game counts for the first player: games of two players do in pairs, one with
    /// each of them moving first, so that the stronger player does not decide.
    [[nodiscard]] static std::vector<bool> balanced(const std::vector<Facts>& facts);

    LeftOut left_out_;
    std::vector<Games> groups_;
    std::map<std::string, std::size_t> places_;  // of groups
};

}  // namespace kalah::samples
