// Plan: a tournament before its first game: who plays whom on which boards, from which openings,
// with which limits. A plain value, and TOML in the store and in the files of `kalah tournament
// FILE`. The same plan and seed make the same schedule.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/elo.hpp"
#include "kalah/result.hpp"

namespace kalah {
struct Field;
}

namespace kalah::arena {

enum class Kind : std::uint8_t {
    match,        // the first two
    round_robin,  // everyone against everyone
    gauntlet,     // the first against all others
    knockout,     // the loser of a pairing is out; the list is the seeding
    swiss,        // round by round, against a neighbour in the standings
};
/// "round-robin": words joined by '-'.
[[nodiscard]] std::string_view name(Kind kind);

struct Entrant {
    std::string name;        // unique; shown in tables
    std::string spec;        // see players/spec.hpp
    std::string files = {};  // that it needs, with checksums, see players/player_files.hpp
    bool operator==(const Entrant&) const = default;
};

struct Plan {
    Kind kind = Kind::match;
    std::vector<Entrant> entrants = {};
    std::vector<std::string> boards = {};  // "6x4", or positions
    std::string rules = "standard";        // as rules::parse_rules reads them
    int games = 0;                         // per pairing and board, an even number; 0: all openings
    int rounds = 0;                        // of a Swiss tournament
    std::string openings = "4-ply";        // first-move, N-ply, or the name of a file
    std::vector<std::string> opening_lines = {};  // the lines of that file
    std::uint64_t seed = 1;
    std::optional<SprtOptions> sprt = {};  // a test that ends a match by itself
    int max_faults = 0;  // games lost by faults after which an entrant is withdrawn; 0: never

    // Limits.
    std::uint64_t reference_speed = 0;  // positions per second of the machine that the limits are
                                        // for: on others they are scaled; 0: they are not
    std::chrono::milliseconds program_time{1000};  // per move, for other people's programs
    std::chrono::milliseconds margin{100};         // grace on the time limit of built-in players
    std::chrono::milliseconds start_time{10'000};  // for programs to connect
    std::chrono::milliseconds cpu_time{0};         // of a program per game; 0: no limit
    std::uint64_t memory = 0;                      // bytes of a program; 0: no limit
    bool sandbox = false;

    bool operator==(const Plan&) const = default;
};

/// All settings of a plan except its rules, players and opening lines: as options of the command
/// line, and as keys of a plan's file, under the same or their own names.
[[nodiscard]] std::vector<Field> plan_fields(Plan& plan);
/// The first of these fields, without `match`, which has its own command.
[[nodiscard]] Field tournament_kind_field(Plan& plan);

/// What is wrong with a plan apart from its players and boards: too few of them, duplicate names,
/// impossible numbers.
[[nodiscard]] std::optional<std::string> validate(const Plan& plan);

/// "A, B, C and 7 more": the entrants, for people.
[[nodiscard]] std::string names_text(const Plan& plan);

/// The whole plan; parse_plan reads it back.
[[nodiscard]] std::string to_toml(const Plan& plan);
/// Missing keys keep the values of `defaults`. Errors have a line and a column; unknown keys are
/// errors.
[[nodiscard]] Result<Plan> parse_plan(std::string_view text, const Plan& defaults);

}  // namespace kalah::arena
