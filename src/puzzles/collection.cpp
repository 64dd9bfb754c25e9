#include "puzzles/collection.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "puzzles/packing.hpp"

namespace kalah::puzzles {
namespace {

constexpr std::string_view kMagic = "kalah-puzzles 1";
constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

std::optional<int> number(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::string signed_text(int value) {
    return (value < 0 ? "" : "+") + std::to_string(value);
}

std::string row_text(const Board& board, Side side) {
    std::string row;
    for (int pit = 0; pit < board.width; ++pit)
        row += kDigits[static_cast<std::size_t>(board.at(side, pit))];
    return row;
}

std::string line_of(const Puzzle& puzzle) {
    const Board& board = puzzle.board;
    std::string line = row_text(board, Side::south) + " " + row_text(board, Side::north);
    for (const Side side : kBothSides) line += " " + std::to_string(board.store(side));
    line += " " + std::string(name(puzzle.goal)) + " " + std::string(name(puzzle.theme)) + " " +
            std::to_string(puzzle.level) + " " + signed_text(puzzle.value) + " " +
            signed_text(puzzle.second) + " " + turn_text(puzzle.turn);
    return line;
}

bool read_row(std::string_view word, Board& board, Side side) {
    if (word.size() != board.width) return false;
    for (std::size_t pit = 0; pit < word.size(); ++pit) {
        const std::size_t digit = kDigits.find(word[pit]);
        if (digit == std::string_view::npos) return false;
        board.row(side)[pit] = static_cast<std::uint16_t>(digit);
    }
    return true;
}

template <class Names, class Value>
bool read_name(const Names& names, std::string_view word, Value& value) {
    for (const auto& [name, each] : names) {
        if (name != word) continue;
        value = each;
        return true;
    }
    return false;
}

/// The turn can be played, and ends with its last move.
bool read_turn(std::string_view word, Puzzle& puzzle) {
    Board board = puzzle.board;
    while (true) {
        const std::size_t end = std::min(word.find('-'), word.size());
        const auto pit = number(word.substr(0, end));
        if (!pit || *pit < 1 || *pit > board.width || board.at(Side::south, *pit - 1) == 0)
            return false;
        puzzle.turn.push_back(*pit - 1);
        const MoveResult played = apply(puzzle.rules, board, *pit - 1);
        const bool ended = played.over || !played.extra_turn;
        if (ended || end == word.size()) return ended && end == word.size();
        word.remove_prefix(end + 1);
    }
}

Result<Puzzle> parse_line(std::string_view text, const Set& set) {
    const auto words = words_of(text);
    if (words.size() != 10) return Error{"expected a puzzle in ten words"};
    Puzzle puzzle;
    puzzle.rules = set.rules;
    puzzle.board.width = static_cast<std::uint8_t>(set.size.pits);
    if (!read_row(words[0], puzzle.board, Side::south) ||
        !read_row(words[1], puzzle.board, Side::north))
        return Error{"expected two rows of pits, each a digit or a letter"};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto seeds = number(words[2 + i]);
        if (!seeds || *seeds < 0 || *seeds > kMaxSeeds) return Error{"expected the stores"};
        puzzle.board.stores[i] = static_cast<std::uint16_t>(*seeds);
    }
    if (seeds_in_all(puzzle.board) != 2 * set.size.pits * set.size.seeds)
        return Error{"the seeds are not those of the board"};
    const auto level = number(words[6]);
    const auto value = number(words[7]);
    const auto second = number(words[8]);
    if (!read_name(kGoals, words[4], puzzle.goal) || !read_name(kThemes, words[5], puzzle.theme) ||
        !level || *level < 1 || *level > kBeyondLevels)
        return Error{"expected a goal, a theme and a level"};
    if (!value || !second || goal_of(*value, *second) != puzzle.goal)
        return Error{"the values do not fit the goal"};
    puzzle.level = *level;
    puzzle.value = *value;
    puzzle.second = *second;
    if (!read_turn(words[9], puzzle))
        return Error{"the turn " + in_quotes(words[9]) + " cannot be played"};
    return puzzle;
}

/// Takes "word rest" apart if the line begins with the word.
bool take_word(std::string_view line, std::string_view word, std::string_view& rest) {
    if (!line.starts_with(word) || line.substr(word.size(), 1) != " ") return false;
    rest = line.substr(word.size() + 1);
    return true;
}

/// One line behind the first.
std::optional<Error> read_line(std::string_view line, std::vector<Set>& sets) {
    std::string_view rest;
    if (take_word(line, "rules", rest)) {
        const auto preset = parse_rules(rest);
        if (!preset) return preset.error();
        sets.push_back({preset->rules, {0, 0}});
        return std::nullopt;
    }
    if (sets.empty()) return Error{"expected the rules first"};
    Set& set = sets.back();
    if (take_word(line, "size", rest)) {
        const auto size = parse_size(rest);
        if (!size) return size.error();
        set.size = *size;
        return std::nullopt;
    }
    if (take_word(line, "made", rest)) {
        set.made = rest;
        return std::nullopt;
    }
    if (set.size.pits == 0) return Error{"expected the size of the board before its puzzles"};
    const auto puzzle = parse_line(line, set);
    if (!puzzle) return puzzle.error();
    set.puzzles.push_back(*puzzle);
    return std::nullopt;
}

}  // namespace

bool Wish::fits(const Puzzle& puzzle) const {
    return (!theme || puzzle.theme == *theme) &&
           (!difficulty || difficulty_of(puzzle) == *difficulty);
}

std::size_t count(const Set& set, const Wish& wish) {
    return static_cast<std::size_t>(
        std::count_if(set.puzzles.begin(), set.puzzles.end(),
                      [&](const Puzzle& puzzle) { return wish.fits(puzzle); }));
}

Result<Collection> Collection::parse(std::string_view file) {
    const auto whole =
        file.starts_with(kMagic) ? Result<std::string>(std::string(file)) : unpacked(file);
    if (!whole) return whole.error();
    Collection collection;
    std::string_view text = *whole;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (number == 1) {
            if (line != kMagic) return Error{"not a file of puzzles", 0, 1};
        } else if (const auto wrong = read_line(line, collection.sets_)) {
            return Error{wrong->message, 0, number};
        }
    }
    if (auto wrong = collection.index()) return *wrong;
    return collection;
}

std::string Collection::to_text() const {
    std::string text(kMagic);
    text += '\n';
    for (const Set& set : sets_) {
        text += "rules " + kalah::to_text(set.rules) + "\nsize " + kalah::to_text(set.size) + "\n";
        if (!set.made.empty()) text += "made " + set.made + "\n";
        for (const Puzzle& puzzle : set.puzzles) text += line_of(puzzle) + "\n";
    }
    return text;
}

std::string Collection::to_file() const {
    return packed(to_text());
}

std::optional<Error> Collection::index() {
    places_.clear();
    for (std::size_t i = 0; i < sets_.size(); ++i)
        for (std::size_t j = 0; j < sets_[i].puzzles.size(); ++j) {
            const std::string id = id_of(sets_[i].puzzles[j]);
            if (!places_.emplace(id, std::pair(i, j)).second)
                return Error{"two puzzles have the name " + id};
        }
    return std::nullopt;
}

const Set* Collection::find(const Rules& rules, BoardSize size) const {
    for (const Set& set : sets_)
        if (set.rules == rules && set.size == size) return &set;
    return nullptr;
}

const Puzzle* Collection::find(const std::string& id) const {
    const auto found = places_.find(id);
    if (found == places_.end()) return nullptr;
    return &sets_[found->second.first].puzzles[found->second.second];
}

void Collection::put(Set set) {
    const auto same = std::find_if(sets_.begin(), sets_.end(), [&](const Set& each) {
        return each.rules == set.rules && each.size == set.size;
    });
    if (same == sets_.end())
        sets_.push_back(std::move(set));
    else
        *same = std::move(set);
    static_cast<void>(index());
}

bool Collection::writable(const Board& board) {
    for (const Side side : kBothSides)
        for (int pit = 0; pit < board.width; ++pit)
            if (board.at(side, pit) >= static_cast<int>(kDigits.size())) return false;
    return true;
}

Result<Date> parse_date(std::string_view text) {
    const Error wrong{"expected a date such as 2026-11-19, not " + in_quotes(text)};
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return wrong;
    const auto part = [&](std::size_t from, std::size_t size) -> std::optional<int> {
        const std::string_view digits = text.substr(from, size);
        if (digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
        return number(digits);
    };
    const auto year = part(0, 4);
    const auto month = part(5, 2);
    const auto day = part(8, 2);
    if (!year || !month || !day) return wrong;
    const Date date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                    std::chrono::day(static_cast<unsigned>(*day))};
    return date.ok() ? Result<Date>(date) : wrong;
}

const Puzzle& of_day(const Set& set, Date date) {
    const auto days = static_cast<std::uint64_t>(
        std::chrono::sys_days(date).time_since_epoch().count() + 1'000'000);
    const std::uint64_t count = set.puzzles.size();
    // A step without a common divisor comes past all of them, far apart on days that follow.
    std::uint64_t step = count * 618 / 1000 + 1;
    while (std::gcd(step, count) != 1) ++step;
    return set.puzzles[days * step % count];
}

}  // namespace kalah::puzzles
