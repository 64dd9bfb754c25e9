#include "app/arena_options.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "kalah/notation.hpp"
#include "players/spec.hpp"
#include "system/files.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

const std::string* find_given(const ArenaOptions& options, std::string_view key) {
    for (const auto& [given, text] : options.given)
        if (given == key) return &text;
    return nullptr;
}

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// Whether --openings means a file: anything but first-move and a number of sowings.
bool is_file(const std::string& wish) {
    if (wish == "first-move") return false;
    const std::size_t digits = std::min(wish.find_first_not_of("0123456789"), wish.size());
    return digits == 0 || (digits < wish.size() && wish.substr(digits) != "-ply");
}

std::optional<Error> read_openings(const ArenaOptions& options, arena::Plan& plan) {
    if (find_given(options, "openings") != nullptr) plan.opening_lines.clear();
    if (!is_file(plan.openings) || !plan.opening_lines.empty()) return std::nullopt;
    const auto text = read_file(plan.openings);
    if (!text)
        return Error{"openings: " + text.error().message +
                     " (there is also first-move, and N-ply with N from 0 to 7)"};
    plan.opening_lines = split_lines(*text);
    if (plan.opening_lines.empty()) return Error{"openings: " + plan.openings + " is empty"};
    return std::nullopt;
}

std::optional<Error> read_boards(const ArenaOptions& options, arena::Plan& plan) {
    CommonOptions common = options.common;
    if (!common.rules_given()) common.rules = plan.rules;
    const auto preset = chosen_rules(common);
    if (!preset) return preset.error();
    plan.rules = to_text(preset->rules);
    if (plan.boards.empty()) plan.boards = {to_text(preset->size)};
    for (const std::string& board : plan.boards)
        if (const auto parsed = parse_start(board); !parsed)
            return Error{"--board " + in_quotes(board) + ", " + to_text(parsed.error())};
    return std::nullopt;
}

/// Players that name no limit get the one of --time.
void limit_time(const ArenaOptions& options, std::vector<arena::Entrant>& entrants) {
    const std::string* time = find_given(options, "program_time");
    if (time == nullptr) return;
    for (arena::Entrant& entrant : entrants) {
        const auto spec = players::parse_player(entrant.spec);
        if (spec && spec->kind == players::Kind::engine && spec->usual_limit)
            entrant.spec = players::with_setting(*spec, "time", *time);
    }
}

/// An option of the command line that is remembered for a plan that is not there yet.
Field remembered(const Field& field, ArenaOptions& options) {
    Field option = field;
    option.set = [field, &options](std::string_view text) {
        auto error = field.set(text);
        if (!error) options.given.emplace_back(field.key(), text);
        return error;
    };
    return option;
}

}  // namespace

void declare_arena(Arguments& arguments, ArenaOptions& options,
                   const std::vector<std::string>& left_out) {
    std::vector<Field> fields = arena::plan_fields(options.scratch);
    fields.front() = arena::tournament_kind_field(options.scratch);
    for (const Field& field : fields) {
        if (std::find(left_out.begin(), left_out.end(), field.name) != left_out.end()) continue;
        if (field.name == "start-time") arguments.heading("Other people's programs (cmd:COMMAND)");
        arguments.field(remembered(field, options));
    }
    arguments.heading("Options");
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games at a time (default: as many as the cores allow)"));
    arguments.field(
        text_field("store", "FILE", options.store,
                   "keep everything there, for 'kalah resume', 'kalah report' and 'kalah games'"));
    declare_common(arguments, options.common);
}

Result<arena::Plan> planned(const ArenaOptions& options, arena::Plan plan) {
    for (const Field& field : arena::plan_fields(plan))
        if (const std::string* text = find_given(options, field.key())) field.set(*text);
    if (plan.games % 2 != 0 && find_given(options, "games") != nullptr) {
        ++plan.games;
        fmt::print(stderr, "--games {}: pairs with sides swapped make it {}\n", plan.games - 1,
                   plan.games);
    }
    if (auto error = read_boards(options, plan)) return *error;
    if (auto error = read_openings(options, plan)) return *error;
    name_apart(plan.entrants);
    limit_time(options, plan.entrants);
    return plan;
}

arena::Entrant parse_entrant(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.find(':') < equals)
        return {printable(text), text};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void name_apart(std::vector<arena::Entrant>& entrants) {
    std::set<std::string> names;
    for (arena::Entrant& entrant : entrants) {
        const std::string name = entrant.name;
        if (name != printable(entrant.spec)) {  // it was chosen
            names.insert(name);
            continue;
        }
        for (int number = 2; !names.insert(entrant.name).second; ++number)
            entrant.name = name + " (" + std::to_string(number) + ")";
    }
}

}  // namespace kalah::app
