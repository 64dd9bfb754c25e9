// ReportData: all numbers of a report, gathered in one pass over the games of a tournament. Knows
// neither words nor pages. Statistics come from the arena; this adds counts.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arena/tournament.hpp"
#include "arena/tree_difference.hpp"
#include "players/judgement.hpp"
#include "report/anonymous.hpp"

namespace kalah::report {

struct Spread {
    std::size_t count = 0;
    double median = 0;
    double mean = 0;
    double high = 0;  // 95 % are at most this
    double most = 0;
};
/// All zero without values.
[[nodiscard]] Spread spread(std::vector<double> values);

/// The results of one entrant against another.
struct Encounter {
    int games = 0;
    int played = 0;  // of them; the others were forfeited
    double points = 0;
    long margin = 0;  // of those that were played
};

struct NotedFault {
    std::size_t number = 0;  // of the game, from 0
    int entrant = 0;
    Fault fault = {};
    bool lost = false;  // this fault lost the game
};

/// Results of an opening in games that were played, for the player who moves first.
struct OpeningData {
    int board = 0;
    std::string start = {};
    std::string opening = {};
    int games = 0;
    double points = 0;
    long margin = 0;
    std::set<std::pair<int, int>> pairings = {};  // of entrants
    std::size_t example = 0;                      // the number of its first game
    [[nodiscard]] double mean_margin() const { return static_cast<double>(margin) / games; }
};

/// A game for the replay: row_json and moves_json.
struct GameData {
    std::size_t number = 0;  // of the game, from 0
    std::string row = {};
    std::string moves = {};
};

/// The moves of a game that were reviewed.
using GameReviews = std::map<std::size_t, std::vector<players::JudgedMove>>;  // by number, from 0

struct ReportData {
    arena::Plan plan = {};
    store::TournamentId id = 0;
    bool finished = false;
    std::size_t scheduled = 0;
    std::vector<arena::TournamentGame> games = {};    // by number
    std::map<std::size_t, std::size_t> numbers = {};  // of the games here, by that in the schedule
    std::vector<arena::Standing> standings = {};
    arena::RatingList ratings = {};
    std::optional<arena::MatchSprt> sprt = {};

    std::vector<std::vector<Encounter>> encounters = {};  // by entrants
    arena::Summary summary = {};                          // of all games; of a match, seen from A
    std::vector<OpeningData> openings = {};               // best for the first player first
    std::vector<Spread> thinking = {};                    // seconds per move, by entrant
    Spread overhead = {};                                 // seconds per move, over games
    double overhead_mean = 0;                             // seconds per move, over moves
    std::vector<NotedFault> faults = {};
    std::vector<GameData> replays = {};  // of games that can be replayed, by number
    store::Milliseconds first = 0;       // when the first game began, and the last one ended; 0 if
    store::Milliseconds last = 0;        // nobody knows
    std::optional<arena::MachineLoad> load = {};
    std::optional<arena::TreeDifference> trees = {};                    // of the players of a match
    std::vector<std::optional<std::chrono::milliseconds>> limits = {};  // per move, by entrant
    bool anonymous = false;
    // Set by the caller:
    std::optional<GameReviews> reviews = {};  // of all games, or of those before Ctrl-C
    std::vector<std::string> pages = {};      // by entrant, files in the folder "players"

    /// Games that were played on the board: not forfeited.
    [[nodiscard]] std::size_t played() const {
        return static_cast<std::size_t>(summary.sample.games);
    }
    [[nodiscard]] std::size_t forfeited() const { return games.size() - played(); }
    [[nodiscard]] bool can_replay(std::size_t number) const;
    [[nodiscard]] bool is_match() const { return plan.kind == arena::Kind::match; }
    [[nodiscard]] const std::string& name_of(int entrant) const {
        return plan.entrants[static_cast<std::size_t>(entrant)].name;
    }
};

/// A page with this many games has some 15 MB, which browsers still open at once.
inline constexpr std::size_t kMostReplayed = 5000;

/// The first `replayed` games can be replayed, and all games with faults. With pseudonyms, names
/// and specifications are not in the data, and players and games have other numbers than in the
/// plan: docs/report.md tells what can be found out nevertheless. The error is the store's.
[[nodiscard]] Result<ReportData> gather(arena::Tournament& tournament,
                                        std::size_t replayed = kMostReplayed,
                                        const Pseudonyms* pseudonyms = nullptr);

// Games for the page's script: every position is written out, so that the script only draws and
// knows no rules. About 1.5 bytes per pit and move; row_json and moves_json give one line.

/// For the list of games, an array: number and round (from 1), board, south, north, points of both,
/// plies, ending, faults.
[[nodiscard]] std::string row_json(const arena::TournamentGame& game, const GameRecord& record);

/// For the replay, an object:
///   m  the moves: "s3+" south's pit 3 with another move, "n2x5" captured 5, "r" chosen by the
///      referee, "w12" 12 seeds swept at the end
///   p  the positions, one more than moves, without anything between them: south's row, north's row
///      (each from its owner's left), the stores of south and north, in base 36
///   w  how many digits a pit and a store take in p
///   b  who begins: "s" or "n"
///   t  milliseconds of the moves; null for moves that no player chose
///   r  remarks: [ply, text] of the moves that have one; plies count from 1
///   f  faults: [moves played before, side, kind, text]
///   e  how it ended, in words
[[nodiscard]] std::string moves_json(const GameRecord& record);

/// All that the page's script reads, as two script elements of JSON: players, boards and a row for
/// each game; and the moves, in the same order.
[[nodiscard]] std::string script_data(const ReportData& data);

}  // namespace kalah::report
