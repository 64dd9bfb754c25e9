#include "lab/sweep.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "kalah/notation.hpp"
#include "lab/conditions.hpp"
#include "lab/tasks.hpp"
#include "lab/tree_pairs.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"

namespace kalah::lab {
namespace {

constexpr int kMostValues = 100;  // per key
constexpr int kMostCells = 400;
constexpr int kDatabaseSeeds = 18;  // of the exact values

Error bad_key(std::string_view text, const char* what) {
    return Error{in_quotes(text) + ": " + what + ", such as limit=8,24,60 or bonus=0..12"};
}

/// A number and nothing else.
std::optional<int> whole_number(std::string_view text) {
    int number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc{} || read.ptr != end || number < 0) return std::nullopt;
    return number;
}

Result<std::vector<std::string>> parse_values(std::string_view text) {
    std::vector<std::string> values;
    if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
        const auto first = whole_number(text.substr(0, dots));
        const auto last = whole_number(text.substr(dots + 2));
        if (!first || !last || *last < *first || *last - *first >= kMostValues)
            return bad_key(text, "expected a range of at most 100 whole numbers");
        for (auto value = *first; value <= *last; ++value) values.push_back(std::to_string(value));
        return values;
    }
    while (true) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (end == 0) return bad_key(text, "expected values");
        values.emplace_back(text.substr(0, end));
        if (end == text.size()) return values;
        text.remove_prefix(end + 1);
    }
}

/// The player with these settings on top.
Result<std::string> with_settings(
    const std::string& player, const std::vector<std::pair<std::string, std::string>>& settings) {
    std::string text = player;
    for (const auto& [key, value] : settings) {
        const auto spec = players::parse_player(text);
        if (!spec) return spec.error();
        text = players::with_setting(*spec, key, value);
    }
    const auto spec = players::parse_player(text);
    if (!spec) return spec.error();
    if (spec->kind != players::Kind::engine)
        return Error{text + ": must be a player that searches"};
    return text;
}

/// All cells, or what is wrong with the first that is not a player.
Result<std::vector<SweepCell>> read_cells(const SweepPlan& plan) {
    if (plan.vary.empty() || plan.vary.size() > 2)
        return Error{"vary one or two settings of the player"};
    std::vector<SweptKey> keys;
    for (const std::string& text : plan.vary) {
        const auto key = parse_swept_key(text);
        if (!key) return key.error();
        keys.push_back(*key);
    }
    if (keys.size() == 2 && keys[0].name == keys[1].name)
        return Error{keys[0].name + " is varied twice"};
    std::vector<SweepCell> cells;
    const SweptKey one{"", {""}};
    const SweptKey& columns = keys.size() == 2 ? keys[1] : one;
    for (const std::string& row : keys[0].values)
        for (const std::string& column : columns.values) {
            std::vector<std::pair<std::string, std::string>> settings{{keys[0].name, row}};
            if (!columns.name.empty()) settings.emplace_back(columns.name, column);
            const auto player = with_settings(plan.player, settings);
            if (!player) return player.error();
            std::string key = keys[0].name + "=" + row;
            if (!columns.name.empty()) key += "," + columns.name + "=" + column;
            cells.push_back({key, *player});
        }
    if (cells.size() > kMostCells)
        return Error{fmt::format("{} cells are too many: at most {}", cells.size(), kMostCells)};
    return cells;
}

/// The values of one position: the reference first, then each cell.
Result<std::vector<Value>> look(TaskContext& context, const SweepPlan& plan, const Design& design,
                                int number) {
    const Rules rules = rules_of(plan.rules);
    const int sowings = plan.least_sowings + number % (plan.most_sowings + 1 - plan.least_sowings);
    const Board board = random_position(rules, *parse_size(plan.board), sowings, design.seed,
                                        static_cast<std::uint64_t>(number));
    std::vector<TaskContext::MoveValue> exact;
    int best = 0;
    if (plan.exact) {
        const auto solved = context.exact(rules, board, kDatabaseSeeds);
        if (!solved) return solved.error();
        exact = *solved;
        best = exact.front().value;
        for (const auto& move : exact) best = std::max(best, move.value);
    }
    std::vector<Value> values;
    const auto add = [&](const std::string& key,
                         const std::string& player) -> std::optional<Error> {
        const auto report = context.think(player, rules, board);
        if (!report) return report.error();
        const auto spec = players::parse_player(player);
        values.push_back({"nodes/" + key, static_cast<double>(report->nodes), "nodes"});
        values.push_back({"depth/" + key, double(report->depth), "sowings"});
        values.push_back(
            {"score/" + key, players::in_seeds(report->score, spec->settings.eval), "seeds"});
        values.push_back({"move/" + key, double(report->pit + 1), "pit"});
        for (const auto& move : exact)
            if (move.pit == report->pit)
                values.push_back({"loss/" + key, double(best - move.value), "seeds"});
        return std::nullopt;
    };
    if (auto error = add("against", plan.against)) return *error;
    for (const SweepCell& cell : cells_of(plan))
        if (auto error = add(cell.key, cell.player)) return *error;
    return values;
}

Parameters parameters_of(const SweepPlan& plan) {
    Parameters parameters{{"player", plan.player},
                          {"against", plan.against},
                          {"vary 1", plan.vary[0]},
                          {"rules", plan.rules},
                          {"board", plan.board}};
    if (plan.vary.size() > 1) parameters["vary 2"] = plan.vary[1];
    if (plan.games > 0) {
        parameters["games"] = std::to_string(plan.games);
        return parameters;
    }
    parameters["positions"] = std::to_string(plan.positions);
    parameters["exact"] = plan.exact ? "yes" : "no";
    parameters["least sowings"] = std::to_string(plan.least_sowings);
    parameters["most sowings"] = std::to_string(plan.most_sowings);
    return parameters;
}

Workload workload_of(const SweepPlan& plan, const Design& design) {
    Workload all{parameters_of(plan)};
    for (int number = 0; number < plan.positions; ++number)
        all.tasks.push_back({"nodes/against", number, plan.exact ? 0.3 : 0.1, false,
                             [plan, design, number](TaskContext& context) {
                                 return look(context, plan, design, number);
                             }});
    if (plan.games == 0) return all;
    for (const SweepCell& cell : cells_of(plan)) {
        arena::Plan match =
            plan_of(design, arena::Kind::match, plan.rules.c_str(), "4-ply", plan.games);
        match.boards = {plan.board};
        match.entrants = {{cell.key, cell.player}, {"reference", plan.against}};
        if (arena::differ_only_in_search(*players::parse_player(cell.player),
                                         *players::parse_player(plan.against)))
            all.tasks.push_back(trees_task(cell.key, match));
        all.matches.push_back({cell.key, match, 0.1});
    }
    return all;
}

}  // namespace

Result<SweptKey> parse_swept_key(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos)
        return bad_key(text, "expected a setting and its values");
    const auto values = parse_values(text.substr(equals + 1));
    if (!values) return values.error();
    for (std::size_t i = 0; i < values->size(); ++i)
        if (std::find(values->begin(), values->begin() + static_cast<std::ptrdiff_t>(i),
                      (*values)[i]) != values->begin() + static_cast<std::ptrdiff_t>(i))
            return bad_key(text, "a value is there twice");
    return SweptKey{std::string(text.substr(0, equals)), *values};
}

std::optional<Error> validate(const SweepPlan& plan) {
    if (const auto cells = read_cells(plan); !cells) return cells.error();
    if (const auto reference = with_settings(plan.against, {}); !reference)
        return reference.error();
    if (const auto rules = parse_rules(plan.rules); !rules) return rules.error();
    if (const auto size = parse_size(plan.board); !size) return size.error();
    if ((plan.positions > 0) == (plan.games > 0)) return Error{"give either positions or games"};
    if (plan.exact && plan.games > 0) return Error{"exact values are for positions"};
    if (plan.most_sowings < plan.least_sowings)
        return Error{"the most sowings are fewer than the least"};
    return std::nullopt;
}

std::vector<SweepCell> cells_of(const SweepPlan& plan) {
    return *read_cells(plan);
}

SweepPlan plan_in(const Parameters& parameters) {
    const auto text = [&](const char* key) {
        const auto found = parameters.find(key);
        return found == parameters.end() ? std::string() : found->second;
    };
    SweepPlan plan{text("player"), text("against"), {text("vary 1")}, text("rules"), text("board")};
    if (!text("vary 2").empty()) plan.vary.push_back(text("vary 2"));
    plan.positions = number_of<int>(text("positions"));
    plan.games = number_of<int>(text("games"));
    plan.exact = text("exact") == "yes";
    plan.least_sowings = number_of<int>(text("least sowings"));
    plan.most_sowings = number_of<int>(text("most sowings"));
    return plan;
}

Experiment sweep(const SweepPlan& plan) {
    return {kSweep,
            "A grid of settings against a reference",
            {"new", ""},
            "kalah lab sweep",
            "What do other settings of a player cost and gain, compared with a reference player?",
            [plan](const Design& design) { return workload_of(plan, design); },
            sweep_sections,
            sweep_answers,
            true};
}

Result<Experiment> sweep_in(const Parameters& parameters) {
    const SweepPlan plan = plan_in(parameters);
    if (const auto wrong = validate(plan))
        return Error{"this version of the program cannot read the sweep there: " + wrong->message};
    return sweep(plan);
}

}  // namespace kalah::lab
