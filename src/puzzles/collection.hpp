// Collection: puzzles in sets, one for each board and its rules, and the file that holds them: a
// text compressed with zstd, of which people see with 'zstd -dc FILE':
//   kalah-puzzles 1
//   rules standard
//   size 6x4
//   made kalah puzzle make --board 6x4 --count 1000 --seed 1
//   110040 021003 17 19 win chain 7 +2 -4 2-6-1
//         south's pits, north's, the stores, goal, theme, level, value of the right turn and of the
//         best other one, the right turn; a pit's seeds are one digit, a to z standing for 10 to 35
// Not changed while it is used, it may be shared by threads.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/result.hpp"
#include "puzzles/puzzle.hpp"

namespace kalah::puzzles {

struct Set {
    Rules rules = {};
    BoardSize size = {};
    std::string made = {};  // by which command
    std::vector<Puzzle> puzzles = {};
};

/// Which puzzles of a set somebody wants.
struct Wish {
    std::optional<Theme> theme = {};
    std::optional<Difficulty> difficulty = {};
    [[nodiscard]] bool fits(const Puzzle& puzzle) const;
};
[[nodiscard]] std::size_t count(const Set& set, const Wish& wish);

class Collection {
  public:
    /// Reads what to_file writes, or the same text as it is. Every puzzle is checked but for what
    /// takes a proof: its turn can be played, its values fit its goal, no two have the same id.
    [[nodiscard]] static Result<Collection> parse(std::string_view file);
    [[nodiscard]] std::string to_file() const;
    [[nodiscard]] std::string to_text() const;

    [[nodiscard]] const std::vector<Set>& sets() const { return sets_; }
    /// Null if there is none for this board.
    [[nodiscard]] const Set* find(const Rules& rules, BoardSize size) const;
    /// Null if there is no puzzle of this name.
    [[nodiscard]] const Puzzle* find(const std::string& id) const;
    /// Replaces the set for the same board.
    void put(Set set);

    /// No pit has more seeds than a digit can say.
    [[nodiscard]] static bool writable(const Board& board);

  private:
    [[nodiscard]] std::optional<Error> index();

    std::vector<Set> sets_;
    std::map<std::string, std::pair<std::size_t, std::size_t>> places_;  // by id
};

using Date = std::chrono::year_month_day;
/// "2026-11-19"
[[nodiscard]] Result<Date> parse_date(std::string_view text);
/// The puzzle of a day, the same for everybody. No other one comes twice before all have come once.
/// The set has puzzles.
[[nodiscard]] const Puzzle& of_day(const Set& set, Date date);

/// The file that comes with the program (data/default.puzzles).
[[nodiscard]] std::string_view shipped_file();

}  // namespace kalah::puzzles
