#include "report/anonymous.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

#include <fmt/format.h>

#include "base/text.hpp"
#include "players/spec.hpp"
#include "system/csv.hpp"

namespace kalah::report {
namespace {

// So many letters of a term are enough to replace it inside of longer words, too.
constexpr std::size_t kNameInside = 3;
constexpr std::size_t kCommandInside = 5;  // a command has many words that are not personal
constexpr const char* kLeftOut = "\u2026";

constexpr std::string_view kKeyColumns = "player,name,specification\n";

std::string numbered_name(std::size_t place) {
    return fmt::format("Player {}", place + 1);
}

std::string key_row(std::size_t place, const arena::Entrant& entrant) {
    return CsvRow().text(numbered_name(place)).foreign(entrant.name).foreign(entrant.spec).line();
}

/// By the system's random numbers: whoever could draw the same order could undo it.
std::vector<std::size_t> random_order(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::random_device source;
    std::shuffle(order.begin(), order.end(), source);
    return order;
}

/// Bytes of other alphabets count as letters.
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<std::uint8_t>(c) >= 0x80;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (is_letter(c))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// Every word with a slash, a backslash or an @ in it becomes a mark.
std::string without_paths(std::string_view text) {
    constexpr std::string_view kBlank = " \t\n\r";
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(kBlank), text.size());
        const std::string_view word = text.substr(0, end);
        result += word.find_first_of("/\\@") == std::string_view::npos ? word : kLeftOut;
        text.remove_prefix(end);
        const std::size_t next = std::min(text.find_first_not_of(kBlank), text.size());
        result += text.substr(0, next);
        text.remove_prefix(next);
    }
    return result;
}

}  // namespace

Pseudonyms::Pseudonyms(const arena::Plan& plan)
    : Pseudonyms(plan, random_order(plan.entrants.size())) {}

Pseudonyms::Pseudonyms(const arena::Plan& plan, std::vector<std::size_t> order)
    : entrants_(plan.entrants), order_(std::move(order)), places_(entrants_.size()) {
    std::vector<std::size_t> listed = order_;
    if (plan.kind == arena::Kind::match || plan.kind == arena::Kind::gauntlet) {
        const auto first = std::find(listed.begin(), listed.end(), std::size_t{0});
        std::rotate(listed.begin(), first, first + 1);
    }
    for (std::size_t i = 0; i < listed.size(); ++i) places_[listed[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < entrants_.size(); ++i)
        add_term(entrants_[i].name, name_of(static_cast<int>(i)), kNameInside);
    for (const arena::Entrant& entrant : entrants_) {
        const auto parsed = players::parse_player(entrant.spec);
        const bool program = !parsed || parsed->kind == players::Kind::program;
        // The words of "minimax:depth=2" say nothing about a person.
        if (!program && entrant.name == entrant.spec) continue;
        for (const std::string& word : words_of(entrant.name))
            if (word.size() > 1) add_term(word, kLeftOut, kNameInside);
        if (!program) continue;
        for (const std::string& word : words_of(entrant.spec))
            if (word.size() > 2) add_term(word, kLeftOut, kCommandInside);
    }
    std::stable_sort(terms_.begin(), terms_.end(),
                     [](const Term& a, const Term& b) { return a.text.size() > b.text.size(); });
}

std::optional<Pseudonyms> Pseudonyms::from_key(const arena::Plan& plan, std::string_view key) {
    if (!key.starts_with(kKeyColumns)) return std::nullopt;
    key.remove_prefix(kKeyColumns.size());
    std::vector<std::size_t> order;
    std::vector<std::size_t> left(plan.entrants.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (!left.empty()) {
        const auto next = std::find_if(left.begin(), left.end(), [&](std::size_t i) {
            return key.starts_with(key_row(order.size(), plan.entrants[i]));
        });
        if (next == left.end()) return std::nullopt;
        key.remove_prefix(key_row(order.size(), plan.entrants[*next]).size());
        order.push_back(*next);
        left.erase(next);
    }
    if (!key.empty()) return std::nullopt;
    return Pseudonyms(plan, std::move(order));
}

void Pseudonyms::add_term(std::string_view text, const std::string& by, std::size_t least_inside) {
    const std::string term = lower_case(text);
    const bool known = std::any_of(terms_.begin(), terms_.end(),
                                   [&](const Term& other) { return other.text == term; });
    if (!term.empty() && !known) terms_.push_back({term, by, term.size() >= least_inside});
}

std::string Pseudonyms::name_of(int entrant) const {
    const auto found = std::find(order_.begin(), order_.end(), static_cast<std::size_t>(entrant));
    return numbered_name(static_cast<std::size_t>(found - order_.begin()));
}

std::string Pseudonyms::without_terms(const std::string& text) const {
    const std::string searched = lower_case(text);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto fits = [&](const Term& term) {
            if (searched.compare(at, term.text.size(), term.text) != 0) return false;
            if (term.inside) return true;
            const std::size_t end = at + term.text.size();
            return (at == 0 || !is_letter(text[at - 1])) &&
                   (end == text.size() || !is_letter(text[end]));
        };
        const auto term = std::find_if(terms_.begin(), terms_.end(), fits);
        if (term == terms_.end()) {
            result += text[at++];
        } else {
            result += term->by;
            at += term->text.size();
        }
    }
    return result;
}

std::string Pseudonyms::cleaned(std::string_view text) const {
    // Names first: one with a slash in it is a name, not a path.
    return without_paths(without_terms(std::string(text)));
}

GameRecord Pseudonyms::cleaned(GameRecord record) const {
    for (std::string& name : record.names) name = cleaned(name);
    for (MoveNote& note : record.notes) note.comment = cleaned(note.comment);
    for (Fault& fault : record.faults) fault.text = cleaned(fault.text);
    return record;
}

arena::Plan Pseudonyms::cleaned(arena::Plan plan) const {
    for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
        const std::string named = name_of(static_cast<int>(i));
        plan.entrants[static_cast<std::size_t>(places_[i])] = {named, named};
    }
    if (!plan.opening_lines.empty()) plan.openings = "from a file";
    return plan;
}

std::map<std::size_t, std::size_t> Pseudonyms::renumber(
    std::vector<arena::TournamentGame>& games) const {
    using arena::TournamentGame;
    for (TournamentGame& game : games)
        for (int& entrant : game.entrants) entrant = place_of(entrant);
    const auto key = [](const TournamentGame& game) {
        const auto [a, b] = std::minmax(game.entrants[0], game.entrants[1]);
        return std::tuple(game.round, a, b, game.board, std::string_view(game.start),
                          std::string_view(game.opening), game.number / 2, game.entrants[0]);
    };
    std::sort(games.begin(), games.end(),
              [&](const TournamentGame& x, const TournamentGame& y) { return key(x) < key(y); });
    std::map<std::size_t, std::size_t> numbers;
    std::map<std::size_t, std::size_t> pairs;
    for (TournamentGame& game : games) {
        const std::size_t pair = pairs.try_emplace(game.number / 2, pairs.size()).first->second;
        const std::size_t number = 2 * pair + (game.entrants[0] > game.entrants[1] ? 1 : 0);
        numbers.emplace(game.number, number);
        game.number = number;
    }
    return numbers;
}

std::string Pseudonyms::key() const {
    std::string csv(kKeyColumns);
    for (std::size_t i = 0; i < order_.size(); ++i) csv += key_row(i, entrants_[order_[i]]);
    return csv;
}

}  // namespace kalah::report
