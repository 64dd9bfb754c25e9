// The report of a sweep: one row for each cell of the grid, and heat maps.
#include <algorithm>

#include <fmt/format.h>

#include "arena/shares.hpp"
#include "arena/statistics.hpp"
#include "kalah/engine.hpp"
#include "lab/comparison.hpp"
#include "lab/sweep.hpp"
#include "lab/sweep_fit.hpp"
#include "lab/tree_pairs.hpp"
#include "lab/writing.hpp"
#include "report/heat_map.hpp"
#include "report/text.hpp"
#include "system/values.hpp"

namespace kalah::lab {
namespace {

constexpr const char* kReference = "against";

bool sure(const std::optional<double>& p) {
    return p && *p < kSignificant;
}

/// A number with half of its 95 % interval.
struct WithError {
    double value = 0;
    double error = 0;
};

/// What the positions say of a cell, compared with the reference on the same positions.
struct PositionCell {
    std::string key;
    std::size_t positions = 0;
    std::size_t other_trees = 0;  // other numbers of nodes
    std::size_t other_values = 0;
    std::size_t other_moves = 0;
    WithError saved = {};  // nodes, in % of the reference's
    double depth = 0;
    std::vector<double> losses = {};       // seeds lost per move, if known
    std::vector<double> differences = {};  // losses minus those of the reference
    std::optional<double> p = {};          // that the mean difference is 0; corrected for all cells
};

/// The nodes saved: a ratio of sums over the same positions, its error by the delta method.
WithError nodes_saved(const std::vector<double>& nodes, const std::vector<double>& reference) {
    const double ratio = mean(nodes) / mean(reference);
    std::vector<double> residuals;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        residuals.push_back((nodes[i] - ratio * reference[i]) / mean(reference));
    return {100 * (1 - ratio), 100 * mean_error(residuals)};
}

std::size_t count_unlike(const std::vector<double>& one, const std::vector<double>& other) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < one.size(); ++i) count += one[i] != other[i] ? 1 : 0;
    return count;
}

/// All cells, if anything was measured; positions are stored with all their cells or not at all.
std::vector<PositionCell> position_cells(const Results& results, const SweepPlan& plan) {
    const auto nodes = results.of(fmt::format("nodes/{}", kReference));
    const auto losses = results.of(fmt::format("loss/{}", kReference));
    std::vector<PositionCell> cells;
    PValues p_values;
    if (nodes.empty()) return cells;
    for (const auto& [key, player] : cells_of(plan)) {
        PositionCell cell{key, nodes.size()};
        const auto own = results.of("nodes/" + key);
        cell.other_trees = count_unlike(own, nodes);
        cell.saved = nodes_saved(own, nodes);
        cell.other_values = count_unlike(results.of("score/" + key),
                                         results.of(fmt::format("score/{}", kReference)));
        cell.other_moves =
            count_unlike(results.of("move/" + key), results.of(fmt::format("move/{}", kReference)));
        cell.depth = mean(results.of("depth/" + key));
        cell.losses = results.of("loss/" + key);
        for (std::size_t i = 0; i < cell.losses.size(); ++i)
            cell.differences.push_back(cell.losses[i] - losses[i]);
        p_values.push_back(cell.other_trees == 0 ? std::nullopt : no_difference(cell.differences));
        cells.push_back(std::move(cell));
    }
    const PValues all = corrected(p_values);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i].p = all[i];
    return cells;
}

report::Table positions_table(const std::vector<PositionCell>& cells, bool exact) {
    report::Table table;
    table.caption =
        "Each cell compared with the reference on the same positions; 95 % intervals; p of the "
        "difference corrected for all cells (Holm), none where the trees are those of the "
        "reference";
    table.columns = {{"Settings", report::Align::left},
                     {"Other trees"},
                     {"Nodes saved, %"},
                     {"Mean depth"},
                     {"Other values"},
                     {"Other moves"}};
    if (exact)
        for (const char* title : {"Seeds lost a move", "More than the reference", "p"})
            table.columns.push_back({title});
    for (const PositionCell& cell : cells) {
        const auto of = [&](std::size_t count) {
            const auto interval =
                arena::score_interval({static_cast<int>(count), static_cast<int>(cell.positions)});
            return fmt::format("{} of {} ({:.0f} to {:.0f} %)", count, cell.positions,
                               100 * interval.low, 100 * interval.high);
        };
        std::vector<report::Cell> row{
            cell.key,
            of(cell.other_trees),
            fmt::format("{:.1f} \u00B1 {:.1f}", cell.saved.value, cell.saved.error),
            fixed(cell.depth, 1),
            of(cell.other_values),
            of(cell.other_moves)};
        if (exact) {
            row.emplace_back(mean_text(cell.losses, 3));
            row.emplace_back(mean_text(cell.differences, 3));
            row.emplace_back(p_text(cell.p));
        }
        table.rows.push_back(row);
    }
    return table;
}

/// `value` and `words` take the number of a cell.
template <class Value, class Words>
report::Charts map_of(const SweepPlan& plan, const report::Described& what, double middle,
                      Value value, Words words) {
    report::HeatMap map;
    report::Table numbers;
    map.middle = middle;
    const SweptKey first = *parse_swept_key(plan.vary[0]);
    const bool two = plan.vary.size() > 1;
    const SweptKey across = two ? *parse_swept_key(plan.vary[1]) : first;
    map.across = across.name;
    map.down = two ? first.name : "";
    map.columns = across.values;
    map.rows = two ? first.values : std::vector<std::string>{""};
    numbers.columns.push_back({map.down, report::Align::left});
    for (const std::string& column : map.columns)
        numbers.columns.push_back({fmt::format("{}={}", map.across, column)});
    std::size_t number = 0;
    for (const std::string& row : map.rows) {
        auto& cells = map.cells.emplace_back();
        auto& texts = numbers.rows.emplace_back(1, report::Cell(row));
        for (std::size_t column = 0; column < map.columns.size(); ++column, ++number) {
            cells.push_back({value(number), words(number),
                             fmt::format("{}: {}", cells_of(plan)[number].key, words(number))});
            texts.emplace_back(value(number) ? words(number) : "-");
        }
    }
    return wide_chart(what, report::heat_map(what, map), std::move(numbers));
}

/// Which cell saves the most nodes without harm that can be shown.
std::string position_answer(const std::vector<PositionCell>& cells, bool exact) {
    const PositionCell* most = nullptr;
    for (const PositionCell& cell : cells) {
        const bool harmless =
            exact ? !sure(cell.p) || mean(cell.differences) <= 0 : cell.other_values == 0;
        if (cell.other_trees > 0 && harmless && cell.saved.value > cell.saved.error &&
            (most == nullptr || cell.saved.value > most->saved.value))
            most = &cell;
    }
    const char* harm = exact ? "without losing more seeds than chance explains"
                             : "without another value in any position";
    if (most == nullptr) {
        const bool saves = std::any_of(cells.begin(), cells.end(), [](const PositionCell& cell) {
            return cell.saved.value > cell.saved.error;
        });
        return saves ? fmt::format("No cell saves nodes {}.", harm) : "No cell saves nodes.";
    }
    const std::string lost =
        exact ? fmt::format(", {} seeds a move more lost", mean_text(most->differences, 3)) : "";
    return fmt::format(
        "Of the cells that save nodes {}, {} saves the most: {:.1f} \u00B1 {:.1f} %{}.", harm,
        most->key, most->saved.value, most->saved.error, lost);
}

/// The cells whose moves lose the fewest seeds, and whether that is more than chance.
std::string exact_answer(const std::vector<PositionCell>& cells) {
    const PositionCell* best = &cells.front();
    for (const PositionCell& cell : cells)
        if (mean(cell.differences) < mean(best->differences)) best = &cell;
    std::string names;
    for (const PositionCell& cell : cells)
        if (mean(cell.differences) == mean(best->differences))
            names += (names.empty() ? "" : "; ") + cell.key;
    const auto differs = [](const PositionCell& cell) {
        return std::any_of(cell.differences.begin(), cell.differences.end(),
                           [](double difference) { return difference != 0; });
    };
    if (std::none_of(cells.begin(), cells.end(), differs))
        return "All lose the same as the reference, in every position.";
    return fmt::format("{}: {} seeds a move more than those of the reference{}.", names,
                       mean_text(best->differences, 3),
                       sure(best->p) ? "" : ", a difference that chance explains");
}

/// The settings that a regression over all cells finds best; nothing if it finds none, or if a
/// setting is not a number.
std::optional<std::string> regression_answer(const std::vector<PositionCell>& cells,
                                             const SweepPlan& plan) {
    SweptLosses swept;
    const SweptKey first = *parse_swept_key(plan.vary[0]);
    const SweptKey second =
        plan.vary.size() > 1 ? *parse_swept_key(plan.vary[1]) : SweptKey{"", {""}};
    for (const std::string& a : first.values)
        for (const std::string& b : second.values) {
            auto& settings = swept.settings.emplace_back();
            for (const std::string& text : {a, b}) {
                if (text.empty()) continue;
                const auto number = parse_number(text, 0, kMaxPruningLimit);
                if (!number) return std::nullopt;
                settings.push_back(static_cast<double>(*number));
            }
        }
    for (const PositionCell& cell : cells) swept.losses.push_back(cell.differences);
    const auto found = tuned(swept);
    if (!found) return std::nullopt;
    std::string names;
    for (std::size_t i = 0; i < found->settings.size(); ++i)
        names += fmt::format("{}{}={}", i == 0 ? "" : " and ", i == 0 ? first.name : second.name,
                             estimate_text(found->settings[i], 0));
    return fmt::format(
        "A quadratic surface through all cells, in the logarithms of the settings, is lowest at "
        "{} (95 % intervals by resampling the positions), with {:+.3f} seeds a move more than the "
        "reference.{}",
        names, found->loss,
        found->at_edge ? " That is at the edge of the sweep: the lowest place may lie beyond."
                       : "");
}

report::Section positions_section(const Results& results, const SweepPlan& plan) {
    report::Section section{"positions", "On positions", {}};
    const auto cells = position_cells(results, plan);
    if (cells.empty()) return section;
    const report::Table table = positions_table(cells, plan.exact);
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "{} with {}, against {}, on {} positions of {}, {}, after {} to {} random sowings.",
        plan.player, plan.vary.size() > 1 ? plan.vary[0] + " and " + plan.vary[1] : plan.vary[0],
        plan.against, cells.front().positions, plan.board, plan.rules, plan.least_sowings,
        plan.most_sowings)});
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(map_of(
        plan, {"Nodes saved, %", "Compared with the reference on the same positions."}, 0,
        [&](std::size_t i) { return std::optional(cells[i].saved.value); },
        [&](std::size_t i) { return fixed(cells[i].saved.value, 1); }));
    if (plan.exact)
        section.blocks.emplace_back(map_of(
            plan, {"Seeds lost a move, more than the reference", "By exact values of all moves."},
            0, [&](std::size_t i) { return std::optional(mean(cells[i].differences)); },
            [&](std::size_t i) { return fmt::format("{:+.3f}", mean(cells[i].differences)); }));
    else
        section.blocks.emplace_back(map_of(
            plan, {"Positions with another value", "Than the reference gives them."}, 0,
            [&](std::size_t i) {
                return std::optional(static_cast<double>(cells[i].other_values));
            },
            [&](std::size_t i) { return std::to_string(cells[i].other_values); }));
    return section;
}

/// What the games say of a cell.
struct MatchCell {
    std::string key;
    arena::Summary summary;
    bool same_trees = false;       // as the reference: its games say nothing
    std::optional<double> p = {};  // that it scores 50 %; corrected for all cells
};

std::vector<MatchCell> match_cells(const Results& results, const SweepPlan& plan) {
    std::vector<MatchCell> cells;
    PValues p_values;
    for (const auto& [key, player] : cells_of(plan)) {
        const arena::Summary summary = encounter(results.match(key), 0, 1);
        const bool same = same_trees(results, key);
        p_values.push_back(same ? std::nullopt : even_score(summary));
        cells.push_back({key, summary, same});
    }
    const PValues all = corrected(p_values);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i].p = all[i];
    return cells;
}

/// Which cells are better or worse than the reference, with all cells taken together.
std::string match_answer(const std::vector<MatchCell>& cells) {
    std::string better;
    std::string worse;
    std::string same;
    for (const MatchCell& cell : cells) {
        if (!cell.same_trees && !sure(cell.p)) continue;
        std::string& list = cell.same_trees ? same : cell.summary.score > 0.5 ? better : worse;
        list += (list.empty() ? "" : "; ") + cell.key;
    }
    return fmt::format(
        "Better than the reference, with all cells taken together: {}. Worse: {}.{}",
        better.empty() ? "none" : better, worse.empty() ? "none" : worse,
        same.empty() ? "" : fmt::format(" No conclusion, the same trees: {}.", same));
}

report::Section matches_section(const Results& results, const SweepPlan& plan) {
    report::Section section{"matches", "In matches", {}};
    const auto cells = match_cells(results, plan);
    report::Table table;
    table.caption =
        "Score of each cell against the reference; p that it is 50 %, corrected for all cells "
        "(Holm). Games of a cell that searches the same trees as the reference say nothing: they "
        "have no p. Trees are not compared where players differ in more than their search";
    table.columns = {{"Settings", report::Align::left},
                     {"Trees", report::Align::left},
                     {"Games"},
                     {"Score, 95 % interval"},
                     {"Seeds a game"},
                     {"p"}};
    for (const MatchCell& cell : cells) {
        if (cell.summary.sample.games == 0) continue;
        table.rows.push_back({cell.key, trees_text(results, cell.key),
                              std::to_string(cell.summary.sample.games), score_text(cell.summary),
                              fmt::format("{:+.2f}", cell.summary.margin.value) +
                                  report::plus_minus(cell.summary.margin.error, 2),
                              p_text(cell.p)});
    }
    if (table.rows.empty()) return section;
    section.blocks.emplace_back(
        report::Paragraph{fmt::format("{} against {}, {} games a cell on {}, {}.", plan.player,
                                      plan.against, plan.games, plan.board, plan.rules)});
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(map_of(
        plan, {"Score against the reference, %", "Of the games of each cell."}, 50,
        [&](std::size_t i) -> std::optional<double> {
            if (cells[i].summary.sample.games == 0 || cells[i].same_trees) return std::nullopt;
            return 100 * cells[i].summary.score;
        },
        [&](std::size_t i) { return fixed(100 * cells[i].summary.score, 1); }));
    return section;
}

}  // namespace

std::vector<report::Section> sweep_sections(const Results& results) {
    const SweepPlan plan = plan_in(results.parameters);
    if (validate(plan)) return {};  // another version made the store
    return {plan.games > 0 ? matches_section(results, plan) : positions_section(results, plan)};
}

std::vector<Answer> sweep_answers(const Results& results) {
    const SweepPlan plan = plan_in(results.parameters);
    if (validate(plan)) return {};
    if (plan.games > 0)
        return {{"Which settings are better than the reference?",
                 match_answer(match_cells(results, plan))}};
    const auto cells = position_cells(results, plan);
    if (cells.empty()) return {};
    std::vector<Answer> answers{
        {"Which settings save nodes, at what price?", position_answer(cells, plan.exact)}};
    if (!plan.exact) return answers;
    answers.push_back({"Which settings lose the fewest seeds?", exact_answer(cells)});
    if (auto regression = regression_answer(cells, plan))
        answers.push_back({"And by a regression over all settings?", std::move(*regression)});
    return answers;
}

}  // namespace kalah::lab
