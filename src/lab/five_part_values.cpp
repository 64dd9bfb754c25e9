// five-part-values: document 001, "An example of the Heuristic Function in action": 18 printed
// values at depth 3, and how many of them come out under each reading of the text. The game is
// played here on an array of its own, because some readings are rules that the program lacks.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/conditions.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace five_part_values_parts {
namespace {

constexpr std::size_t kMoves = 6;
/// The holes that both sides have played so far, and the values of B1 to B6 in that position.
struct Situation {
    const char* moves;
    const char* opponent;  // the move that the document names
    std::array<const char*, kMoves> printed;
};
constexpr std::array<Situation, 3> kSituations{
    {{"2", "A2", {"-2.111", "-19.833", "-3.000", "-25.444", "-24.625", "-46.944"}},
     {"215", "A5", {"19.000", "4.500", "4.500", "-10.555", "3.000", "2.931"}},
     {"21511", "A1", {"-13.208", "1.500", "-7.875", "-7.875", "0.931", "2.264"}}}};
constexpr std::array<const char*, 3> kSelected{"B1", "B1", "B6"};
constexpr int kPrintedValues = static_cast<int>(kSituations.size() * kMoves);
constexpr double kAgree = 1e-3;  // three decimals, rounded or cut off

/// What the text leaves open. The first choice of each is how this program reads it.
enum Open { kNumbers, kCapture, kDepthUnit, kDepthFrom, kPruned, kLeaf, kLevels, kWon, kRest };
struct Question {
    const char* name;
    std::vector<const char*> choices;
};
const std::array<Question, 9>& questions() {
    static const std::array<Question, 9> kAll{{
        {"holes are numbered",
         {"from each player's left", "A from the right", "B from the right",
          "both from the right"}},
        {"a capture is made",
         {"in an own empty hole", "only with seeds opposite", "in any empty hole"}},
        {"depth counts", {"sowings", "turns"}},
        {"depth 3 is", {"the move and two more", "three after the move"}},
        {"values are", {"exact", "bounds, from a window kept from move to move"}},
        {"a position counts", {"for the AI", "for the player to move"}},
        {"max and min", {"follow the player to move", "alternate with every sowing"}},
        {"more than 36 seeds", {"are worth 1000", "are worth what the sum says"}},
        {"when a side is empty, the other's seeds", {"are collected", "stay"}},
    }};
    return kAll;
}
using Reading = std::array<std::size_t, 9>;  // a choice for each question

int readings() {
    int all = 1;
    for (const Question& question : questions()) all *= static_cast<int>(question.choices.size());
    return all;
}
Reading reading_of(int number) {
    Reading reading{};
    for (std::size_t i = 0; i < reading.size(); ++i) {
        const int choices = static_cast<int>(questions()[i].choices.size());
        reading[i] = static_cast<std::size_t>(number % choices);
        number /= choices;
    }
    return reading;
}

/// The game of one reading. Places 0 to 5 and 6 are A's holes and store, 7 to 12 and 13 B's; B is
/// the AI.
class Simulation {
  public:
    explicit Simulation(const Reading& reading) : reading_(reading) {
        at_.fill(6);
        at_[6] = at_[13] = 0;
    }

    /// Plays the moves of the document; false if they cannot be played.
    bool play(std::string_view holes) {
        for (std::size_t i = 0; i < holes.size(); ++i) {
            const std::size_t side = i % 2;
            const std::size_t place = place_of(side, static_cast<std::size_t>(holes[i] - '1'));
            if (side != mover_ || over_ || at_[place] == 0) return false;
            sow(place);
        }
        return mover_ == kAi && !over_;
    }

    /// The values of B1 to B6; nothing where a hole is empty.
    [[nodiscard]] std::array<std::optional<double>, kMoves> values() const {
        std::array<std::optional<double>, kMoves> all;
        double alpha = -kBound;
        for (std::size_t hole = 0; hole < kMoves; ++hole) {
            const std::size_t place = place_of(kAi, hole);
            if (at_[place] == 0) continue;
            Simulation next = *this;
            const bool again = next.sow(place);
            const int depth = reading_[kDepthFrom] == 0 ? 2 : 3;
            all[hole] = next.value(reading_[kDepthUnit] == 1 && again ? depth + 1 : depth,
                                   next.is_max(true), alpha, kBound);
            alpha = std::max(alpha, *all[hole]);
        }
        return all;
    }

  private:
    static constexpr std::size_t kAi = 1;
    static constexpr double kBound = std::numeric_limits<double>::infinity();

    [[nodiscard]] std::size_t place_of(std::size_t side, std::size_t hole) const {
        const bool from_right = (reading_[kNumbers] & (side == 0 ? 1U : 2U)) != 0;
        return 7 * side + (from_right ? 5 - hole : hole);
    }
    [[nodiscard]] int row(std::size_t side) const {
        int sum = 0;
        for (std::size_t i = 7 * side; i < 7 * side + 6; ++i) sum += at_[i];
        return sum;
    }
    [[nodiscard]] int store(std::size_t side) const { return at_[7 * side + 6]; }

    /// True if the same player moves again.
    bool sow(std::size_t place) {
        const std::size_t own = 7 * mover_ + 6;
        const std::size_t other = 7 * (1 - mover_) + 6;
        int hand = std::exchange(at_[place], 0);
        while (hand > 0) {
            place = (place + 1) % 14;
            if (place == other) continue;
            ++at_[place];
            --hand;
        }
        const bool again = place == own;
        const bool at_home = place / 7 == mover_;
        if (!again && at_[place] == 1 && (at_home || reading_[kCapture] == 2)) {
            const std::size_t opposite = 12 - place;
            if (reading_[kCapture] != 1 || at_[opposite] > 0)
                at_[own] += std::exchange(at_[place], 0) + std::exchange(at_[opposite], 0);
        }
        over_ = row(0) == 0 || row(1) == 0;
        for (std::size_t side = 0; over_ && reading_[kRest] == 0 && side < 2; ++side)
            for (std::size_t i = 7 * side; i < 7 * side + 6; ++i)
                at_[7 * side + 6] += std::exchange(at_[i], 0);
        over_ = over_ || store(0) > 36 || store(1) > 36;
        if (!again) mover_ = 1 - mover_;
        return again;
    }

    [[nodiscard]] double heuristic() const {
        const std::size_t us = reading_[kLeaf] == 0 ? kAi : mover_;
        const int a = store(us);
        const int b = store(1 - us);
        if (reading_[kWon] == 0 && (a > 36 || b > 36)) return a > b ? 1000 : -1000;
        if (reading_[kWon] == 0 && a == 36 && b == 36) return 0;
        int holes = 0;
        for (std::size_t i = 0; i < 6; ++i)
            holes += (at_[7 * us + i] > 0 ? 1 : 0) - (at_[7 * (1 - us) + i] > 0 ? 1 : 0);
        return (a - b) * (1 + (a + b) / 72.0) + row(us) - row(1 - us) + holes;
    }

    [[nodiscard]] bool is_max(bool before) const {
        return reading_[kLevels] == 0 ? mover_ == kAi : !before;
    }

    [[nodiscard]] double value(int depth, bool max, double alpha, double beta) const {
        if (over_ || depth == 0) return heuristic();
        double best = max ? -kBound : kBound;
        for (std::size_t place = 7 * mover_; place < 7 * mover_ + 6; ++place) {
            if (at_[place] == 0) continue;
            Simulation next = *this;
            const bool again = next.sow(place);
            const double found = next.value(reading_[kDepthUnit] == 1 && again ? depth : depth - 1,
                                            next.is_max(max), alpha, beta);
            best = max ? std::max(best, found) : std::min(best, found);
            if (max)
                alpha = std::max(alpha, best);
            else
                beta = std::min(beta, best);
            if (reading_[kPruned] == 1 && beta <= alpha) break;
        }
        return best;
    }

    Reading reading_;
    std::array<int, 14> at_{};
    std::size_t mover_ = 0;
    bool over_ = false;
};

std::string agree_key(int number) {
    return fmt::format("agree/reading={:04}", number);
}
std::string value_key(std::size_t situation, std::size_t hole) {
    return fmt::format("value/situation={}/B{}", situation + 1, hole + 1);
}

/// How many of the 18 values agree; for the first reading, also the values themselves.
std::vector<Value> agreement(int number) {
    std::vector<Value> all{{agree_key(number), 0, "values"}};
    for (std::size_t i = 0; i < kSituations.size(); ++i) {
        Simulation game(reading_of(number));
        if (!game.play(kSituations[i].moves)) continue;
        const auto values = game.values();
        for (std::size_t hole = 0; hole < kMoves; ++hole) {
            if (!values[hole]) continue;
            const auto printed = number_of<double>(kSituations[i].printed[hole]);
            if (std::abs(*values[hole] - printed) < kAgree) ++all.front().value;
            if (number == 0) all.push_back({value_key(i, hole), *values[hole], "points"});
        }
    }
    return all;
}

/// In how many readings the moves of the document cannot be played as it prints them.
int unplayable() {
    int count = 0;
    for (int number = 0; number < readings(); ++number)
        count += std::all_of(kSituations.begin(), kSituations.end(),
                             [&](const Situation& situation) {
                                 return Simulation(reading_of(number)).play(situation.moves);
                             })
                     ? 0
                     : 1;
    return count;
}

Workload workload(const Design& /*design*/) {
    constexpr int kAtOnce = 96;  // readings per task
    Workload all{{{"readings", std::to_string(readings())}}};
    for (int first = 0; first < readings(); first += kAtOnce)
        all.tasks.push_back({agree_key(first), 0, 0.1, false, [first](TaskContext&) {
                                 std::vector<Value> values;
                                 for (int i = first; i < std::min(first + kAtOnce, readings()); ++i)
                                     for (Value& value : agreement(i))
                                         values.push_back(std::move(value));
                                 return values;
                             }});
    return all;
}

report::Table values_table(const Results& results) {
    report::Table table{
        "Heuristic values at depth 3: printed, and ours by the reading of this "
        "program",
        {{"Opponent moves", report::Align::left}, {"Values", report::Align::left}}};
    for (std::size_t hole = 1; hole <= kMoves; ++hole)
        table.columns.push_back({fmt::format("B{}", hole)});
    table.columns.push_back({"AI selects"});
    for (std::size_t i = 0; i < kSituations.size(); ++i) {
        std::vector<report::Cell> printed{kSituations[i].opponent, "printed"};
        std::vector<report::Cell> ours{kSituations[i].opponent, "ours"};
        std::optional<double> best;
        std::string selected = "-";
        for (std::size_t hole = 0; hole < kMoves; ++hole) {
            printed.emplace_back(kSituations[i].printed[hole]);
            const auto found = results.of(value_key(i, hole));
            ours.emplace_back(found.empty() ? "-" : fixed(found.front(), 3));
            if (found.empty() || (best && *best >= found.front())) continue;
            best = found.front();
            selected = fmt::format("B{}", hole + 1);
        }
        printed.emplace_back(kSelected[i]);
        ours.emplace_back(selected);
        table.rows.push_back(std::move(printed));
        table.rows.push_back(std::move(ours));
    }
    return table;
}

/// How many values agree, by reading; nothing unless all were tried.
std::vector<int> agreements(const Results& results) {
    std::vector<int> all;
    for (int number = 0; number < readings(); ++number) {
        const auto found = results.of(agree_key(number));
        if (found.empty()) return {};
        all.push_back(static_cast<int>(found.front()));
    }
    return all;
}

report::Table readings_table(const std::vector<int>& agree) {
    report::Table table{fmt::format("What was varied, in all combinations, and how many of the {} "
                                    "values agree (difference below {})",
                                    kPrintedValues, kAgree),
                        {{"Open in the text", report::Align::left},
                         {"Reading", report::Align::left},
                         {"Combinations"},
                         {"Most that agree"},
                         {"Mean"}}};
    for (std::size_t question = 0; question < questions().size(); ++question)
        for (std::size_t choice = 0; choice < questions()[question].choices.size(); ++choice) {
            std::vector<double> of_choice;
            for (std::size_t i = 0; i < agree.size(); ++i)
                if (reading_of(static_cast<int>(i))[question] == choice)
                    of_choice.push_back(agree[i]);
            table.rows.push_back({questions()[question].name, questions()[question].choices[choice],
                                  std::to_string(of_choice.size()),
                                  fixed(*std::max_element(of_choice.begin(), of_choice.end()), 0),
                                  fixed(mean(of_choice), 2)});
        }
    return table;
}

std::string words_of(int number) {
    std::string text;
    const Reading reading = reading_of(number);
    for (std::size_t i = 0; i < reading.size(); ++i)
        text += fmt::format("{}{} {}", i == 0 ? "" : "; ", questions()[i].name,
                            questions()[i].choices[reading[i]]);
    return text;
}

std::vector<report::Section> sections(const Results& results) {
    report::Section section{"values", "Printed and computed", {values_table(results)}};
    if (const auto agree = agreements(results); !agree.empty()) {
        section.blocks.emplace_back(readings_table(agree));
        section.blocks.emplace_back(report::Paragraph{fmt::format(
            "In {} of the {} readings the moves of the document cannot be played as printed: the "
            "values of positions that are not reached count as not agreeing.",
            unplayable(), agree.size())});
    }
    return {section};
}

std::vector<Answer> answers(const Results& results) {
    const auto agree = agreements(results);
    if (agree.empty()) return {};
    const auto best = std::max_element(agree.begin(), agree.end());
    return {{"Can the printed values be reproduced from the text?",
             fmt::format(
                 "{}: of {} readings none agrees with more than {} of the {} values; the "
                 "reading of this program agrees with {}. The first of the best: {}. {} readings "
                 "do not allow the document's own moves.",
                 *best == kPrintedValues ? "Yes" : "No", agree.size(), *best, kPrintedValues,
                 agree.front(), words_of(static_cast<int>(best - agree.begin())), unplayable())}};
}

}  // namespace
}  // namespace five_part_values_parts

Experiment five_part_values() {
    using namespace five_part_values_parts;
    return {"five-part-values",
            "Can the printed values of a heuristic be computed?",
            kFivePart,
            "heuristic function, the example",
            "The document prints the values of 18 moves at depth 3. Its text leaves open how holes "
            "are numbered, what depth counts and more: do the values come out under any reading?",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
