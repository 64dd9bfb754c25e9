#include "app/arena_options.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/core.h>

#include "kalah/notation.hpp"
#include "players/spec.hpp"
#include "system/files.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

/// At commas, but not at those of positions.
std::vector<std::string> split_boards(const std::string& text) {
    std::vector<std::string> boards(1);
    bool in_position = false;
    for (const char c : text) {
        if (c == '<') in_position = true;
        if (c == '>') in_position = false;
        if (c == ',' && !in_position)
            boards.emplace_back();
        else
            boards.back() += c;
    }
    return boards;
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
    if (options.openings) {
        plan.openings = *options.openings;
        plan.opening_lines.clear();
    }
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
    const bool rules_given =
        options.common.rules ||
        std::any_of(options.common.changes.begin(), options.common.changes.end(),
                    [](const auto& change) { return change.has_value(); });
    CommonOptions common = options.common;
    if (!rules_given) common.rules = plan.rules;
    const auto preset = chosen_rules(common);
    if (!preset) return preset.error();
    plan.rules = to_text(preset->rules);
    if (options.board) plan.boards = split_boards(*options.board);
    if (plan.boards.empty()) plan.boards = {to_text(preset->size)};
    for (const std::string& board : plan.boards)
        if (const auto parsed = parse_start(board); !parsed)
            return Error{"--board " + in_quotes(board) + ", " + to_text(parsed.error())};
    return std::nullopt;
}

template <class Number>
std::optional<Error> read_number(const char* option, const std::optional<std::string>& text,
                                 std::uint64_t most, Number& target) {
    if (!text) return std::nullopt;
    const auto number = parse_number(*text, 0, most);
    if (!number)
        return Error{std::string(option) + " " + in_quotes(*text) + ": " + number.error().message};
    target = static_cast<Number>(*number);
    return std::nullopt;
}

std::optional<Error> read_terms(const ArenaOptions& options, arena::Plan& plan) {
    if (auto error = read_duration("--time", options.time, plan.program_time)) return error;
    if (auto error = read_duration("--margin", options.margin, plan.margin)) return error;
    if (auto error = read_duration("--start-time", options.start_time, plan.start_time))
        return error;
    if (auto error = read_duration("--cpu-time", options.cpu_time, plan.cpu_time)) return error;
    if (options.memory) {
        const auto bytes = parse_size_in_bytes(*options.memory);
        if (!bytes)
            return Error{"--memory " + in_quotes(*options.memory) + ": " + bytes.error().message};
        plan.memory = *bytes;
    }
    if (options.sandbox) plan.sandbox = true;
    return read_number("--max-faults", options.max_faults, 1'000'000, plan.max_faults);
}

/// Players that name no limit get the one of --time.
void limit_time(const ArenaOptions& options, std::vector<arena::Entrant>& entrants) {
    if (!options.time) return;
    for (arena::Entrant& entrant : entrants) {
        const auto spec = players::parse_player(entrant.spec);
        if (!spec || spec->kind != players::Kind::engine || !spec->usual_limit) continue;
        entrant.spec += (entrant.spec.find(':') == std::string::npos ? ":time=" : ",time=");
        entrant.spec += *options.time;
    }
}

}  // namespace

void declare_arena(Arguments& arguments, ArenaOptions& options) {
    arguments.field(text_field("board", "6x4,6x6", options.board,
                               "sizes or positions (default: the preset's board)"));
    arguments.field(number_field(
        "games", options.games, {2, 1'000'000},
        "of two players on a board, in pairs (default: all openings in a match,\n12 in a "
        "tournament)"));
    arguments.field(
        text_field("openings", "first-move|N-ply|FILE", options.openings,
                   "each first move forced; all distinct positions after N sowings, in an order\n"
                   "by the seed; or a file of move sequences (default 4-ply)"));
    arguments.field(text_field("seed", "N", options.seed, "of all random numbers (default 1)"));
    arguments.field(text_field("time", "1s", options.time,
                               "per move, for programs and for players that name no limit"));
    arguments.field(text_field("margin", "100ms", options.margin,
                               "grace added to the time limit of built-in players"));
    arguments.field(text_field("max-faults", "N", options.max_faults,
                               "withdraw a player after N games lost by faults (default: never)"));
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games at a time (default: as many as the cores allow)"));
    arguments.field(
        text_field("store", "FILE", options.store,
                   "keep everything there, for 'kalah resume', 'kalah report' and 'kalah games'"));
    arguments.heading("Other people's programs (cmd:COMMAND)");
    arguments.field(
        text_field("start-time", "10s", options.start_time, "for a program to connect"));
    arguments.field(
        text_field("cpu-time", "60s", options.cpu_time,
                   "processor time of each process of a program, per game (default: no limit)"));
    arguments.field(text_field("memory", "512M", options.memory,
                               "memory of each process of a program (default: no limit)"));
    arguments.field(flag_field("sandbox", options.sandbox,
                               "run them in bubblewrap: no network, read-only files"));
    arguments.heading("Options");
    declare_common(arguments, options.common);
}

Result<arena::Plan> planned(const ArenaOptions& options, arena::Plan plan) {
    if (auto error = read_boards(options, plan)) return *error;
    if (auto error = read_openings(options, plan)) return *error;
    if (auto error = read_terms(options, plan)) return *error;
    if (auto error = read_number("--seed", options.seed, 1'000'000'000'000'000, plan.seed))
        return *error;
    if (options.games > 0) plan.games = static_cast<int>((options.games + 1) / 2 * 2);
    if (options.games % 2 != 0)
        fmt::print(stderr, "--games {}: pairs with sides swapped make it {}\n", options.games,
                   plan.games);
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

Result<arena::SprtOptions> parse_sprt(const std::string& text) {
    arena::SprtOptions plan;
    const Error wrong{"--sprt " + in_quotes(text) +
                      ": expected elo0=0,elo1=10, perhaps with alpha=0.05,beta=0.05"};
    std::string_view left = text;
    while (!left.empty()) {
        const std::string_view part = left.substr(0, left.find(','));
        left.remove_prefix(std::min(part.size() + 1, left.size()));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) return wrong;
        double value = 0;
        const char* end = part.data() + part.size();
        const auto [stop, code] = std::from_chars(part.data() + equals + 1, end, value);
        if (code != std::errc() || stop != end) return wrong;
        const std::string_view key = part.substr(0, equals);
        if (key == "elo0")
            plan.elo0 = value;
        else if (key == "elo1")
            plan.elo1 = value;
        else if (key == "alpha")
            plan.alpha = value;
        else if (key == "beta")
            plan.beta = value;
        else
            return wrong;
    }
    return plan;
}

}  // namespace kalah::app
