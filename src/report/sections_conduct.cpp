#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "arena/plan.hpp"
#include "players/spec.hpp"
#include "report/charts.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "system/field.hpp"

namespace kalah::report {
namespace {

Table fault_counts(const ReportData& data) {
    struct Count {
        int noted = 0;
        int lost = 0;
        std::size_t example = 0;
    };
    std::map<std::pair<int, FaultKind>, Count> counts;
    for (std::size_t i = 0; i < data.faults.size(); ++i) {
        const NotedFault& noted = data.faults[i];
        auto [place, is_new] =
            counts.try_emplace({noted.entrant, noted.fault.kind}, Count{0, 0, i});
        ++place->second.noted;
        place->second.lost += noted.lost ? 1 : 0;
    }
    Table table;
    table.caption = "By player and kind";
    table.columns = {{"Player", Align::left},
                     {"Kind", Align::left},
                     {"Noted"},
                     {"Lost games"},
                     {"First seen", Align::left}};
    for (const auto& [key, count] : counts) {
        const NotedFault& example = data.faults[count.example];
        table.rows.push_back({data.name_of(key.first),
                              std::string(name(key.second)),
                              std::to_string(count.noted),
                              std::to_string(count.lost),
                              {fmt::format("game {}", example.number + 1),
                               GamePlace{example.number, example.fault.ply}}});
    }
    return table;
}

std::string rounds_text(const arena::Plan& plan) {
    const std::string each = plan.games > 0 ? counted(static_cast<std::size_t>(plan.games), "game")
                                            : std::string("all openings from both sides");
    if (plan.kind == arena::Kind::match) return each + " on each board";
    return each + " of two players on each board";
}

using arena::Kind;
using arena::Plan;

std::string entrant_word(const arena::Entrant& entrant) {
    return shell_word(entrant.name == entrant.spec ? entrant.spec
                                                   : entrant.name + "=" + entrant.spec);
}

/// Whether entrant_word can express the entrant: the program takes the text before the first '=' as
/// the name, unless a ':' comes earlier, and takes words that begin with '-' as options.
bool can_be_word(const arena::Entrant& entrant) {
    const std::size_t equals = entrant.spec.find('=');
    if (entrant.name == entrant.spec)
        return equals == std::string::npos || entrant.spec.find(':') < equals;
    return entrant.name.find_first_of(":=") == std::string::npos && entrant.name.front() != '-';
}

/// Whether --time changes nothing for the entrant: an engine that names no limit would get one.
bool names_its_limit(const arena::Entrant& entrant) {
    const auto spec = players::parse_player(entrant.spec);
    return spec && (spec->kind != players::Kind::engine || !spec->usual_limit);
}

/// Whether arguments can express the whole plan.
bool can_be_words(const Plan& plan) {
    const Plan usual;
    if (!plan.opening_lines.empty()) return false;
    for (const auto time : {plan.program_time, plan.margin, plan.start_time})
        if (time.count() == 0) return false;
    const auto& entrants = plan.entrants;
    if (plan.program_time != usual.program_time &&
        !std::all_of(entrants.begin(), entrants.end(), names_its_limit))
        return false;
    return std::all_of(entrants.begin(), entrants.end(), can_be_word);
}

/// "standard,majority-stop=yes" as " --rules standard --majority-stop yes".
std::string rules_words(const std::string& rules) {
    std::string words = " --rules ";
    for (std::size_t at = 0; at < rules.size();) {
        const std::size_t end = std::min(rules.find(',', at), rules.size());
        std::string part = rules.substr(at, end - at);
        if (at > 0) {
            if (const std::size_t equals = part.find('='); equals != std::string::npos)
                part[equals] = ' ';
            words += " --";
        }
        words += part;
        at = end + 1;
    }
    return words;
}

/// The options whose values are not the defaults, and those that always say what is played.
std::string option_words(Plan plan) {
    const auto always = [](const std::string& key) {
        return key == "board" || key == "openings" || key == "seed";
    };
    Plan usual;
    if (plan.kind != Kind::match) {
        usual.kind = Kind::round_robin;
        usual.games = -1;  // the command has its own default
    }
    const std::vector<Field> usually = plan_fields(usual);
    std::string words;
    for (const Field& field : plan_fields(plan)) {
        const std::string text = field.get();
        const auto same = std::find_if(usually.begin(), usually.end(), [&](const Field& other) {
            return other.name == field.name && other.get() == text;
        });
        if (same != usually.end() && !always(field.key())) continue;
        words += " --" + field.name;
        if (!field.is_flag()) words += " " + shell_word(text);
    }
    return words;
}

}  // namespace

std::optional<Warning> load_warning(const ReportData& data) {
    if (!data.load || !data.load->too_high()) return std::nullopt;
    return Warning{fmt::format(
        "The machine was overloaded: up to {:.1f} processes wanted to run on {}. Players had to "
        "wait, so that times are too long, and results of players with a time limit are those of "
        "a slower machine.",
        data.load->most, counted(static_cast<std::size_t>(data.load->cores), "core"))};
}

namespace {

/// By what the workers multiplied time limits.
std::optional<Paragraph> factors_text(const ReportData& data) {
    if (data.plan.reference_speed == 0 || data.games.empty()) return std::nullopt;
    const auto [least, most] = std::minmax_element(
        data.games.begin(), data.games.end(),
        [](const auto& a, const auto& b) { return a.time_factor < b.time_factor; });
    return Paragraph{fmt::format(
        "The games were played on several machines. Their time limits were multiplied by {:.4g} "
        "to {:.4g}, so that players search as many positions as on a machine of {:.3g} million "
        "positions per second.",
        least->time_factor, most->time_factor,
        static_cast<double>(data.plan.reference_speed) / 1e6)};
}

}  // namespace

std::optional<Section> times_section(const ReportData& data) {
    std::vector<SpanRow> rows;
    Table table;
    table.columns = {{"Player", Align::left}, {"Moves"},  {"Median"}, {"Mean"},
                     {"95 % within"},         {"Longest"}};
    double least = 1e9;
    double most = 0;
    for (const arena::Standing& standing : data.standings) {
        const Spread& spread = data.thinking[static_cast<std::size_t>(standing.entrant)];
        if (spread.count == 0) continue;
        const std::string& named = data.name_of(standing.entrant);
        rows.push_back({named, time_text(spread.median), spread.median, spread.median, spread.high,
                        spread.most});
        table.rows.push_back({named, std::to_string(spread.count), time_text(spread.median),
                              time_text(spread.mean), time_text(spread.high),
                              time_text(spread.most)});
        least = std::min(least, spread.median);
        most = std::max(most, spread.most);
    }
    if (rows.empty()) return std::nullopt;
    Section section{"times", "Time used"};
    if (const auto warning = load_warning(data)) section.blocks.emplace_back(*warning);
    if (const auto factors = factors_text(data)) section.blocks.emplace_back(*factors);
    const Described what{
        "Time a move",
        "One row a player, on a logarithmic scale: the point is the median, the line reaches to "
        "the time within which 95 % of the moves were made, the light one to the longest."};
    section.blocks.emplace_back(
        Charts{{{what.title, span_chart(what, time_axis(least, most), rows), std::move(table)}},
               Charts::Width::full});
    section.blocks.emplace_back(
        Paragraph{"The point is the median, the line reaches to the time within which 95 % of the "
                  "moves were made, the "
                  "light one to the longest. Moves that were forced by the opening do not count. "
                  "The scale is "
                  "logarithmic."});
    return section;
}

Section faults_section(const ReportData& data) {
    constexpr std::size_t kMostListed = 200;
    Section section{"faults", "Faults"};
    if (data.faults.empty()) {
        section.blocks.emplace_back(Paragraph{"None: every move was legal and in time."});
        return section;
    }
    section.blocks.emplace_back(fault_counts(data));
    Table table;
    table.caption = "One by one";
    table.columns = {{"Game", Align::left},
                     {"Player", Align::left},
                     {"Kind", Align::left},
                     {"After"},
                     {"What happened", Align::left}};
    for (std::size_t i = 0; i < std::min(data.faults.size(), kMostListed); ++i) {
        const NotedFault& noted = data.faults[i];
        table.rows.push_back(
            {{std::to_string(noted.number + 1), GamePlace{noted.number, noted.fault.ply}},
             data.name_of(noted.entrant),
             std::string(name(noted.fault.kind)) + (noted.lost ? ", lost" : ""),
             counted(noted.fault.ply, "move"),
             noted.fault.text});
    }
    section.blocks.emplace_back(std::move(table));
    if (data.faults.size() > kMostListed)
        section.blocks.emplace_back(
            Paragraph{fmt::format("The first {} of {}; the others are with their games.",
                                  kMostListed, data.faults.size())});
    return section;
}

std::optional<Section> overhead_section(const ReportData& data) {
    const Spread& spread = data.overhead;
    if (spread.count == 0) return std::nullopt;
    Section section{"overhead", "Arena overhead"};
    Figures figures;
    figures.all = {{"Median", time_text(spread.median), "a move"},
                   {"Mean", time_text(data.overhead_mean), "a move"},
                   {"95 % within", time_text(spread.high), "a move"},
                   {"Worst game", time_text(spread.most), "a move"}};
    section.blocks.emplace_back(std::move(figures));
    section.blocks.emplace_back(
        Paragraph{"What passed in a game while neither player was thinking, divided by its moves: "
                  "checking and noting "
                  "moves, handing the turn over, and writing the game to the disk. It is on "
                  "nobody\u2019s clock; it only "
                  "makes the tournament longer. Median and 95 % are over games."});
    return section;
}

Section plan_section(const ReportData& data) {
    const arena::Plan& plan = data.plan;
    Section section{"plan", "Plan"};
    Table table;
    table.columns = {{"", Align::left}, {"", Align::left}};
    table.rows = {{"Kind", std::string(name(plan.kind))},
                  {"Games", rounds_text(plan)},
                  {"Boards", fmt::format("{}", fmt::join(plan.boards, ", "))},
                  {"Rules", plan.rules},
                  {"Openings", plan.openings}};
    if (data.anonymous) {
        section.blocks.emplace_back(std::move(table));
        section.blocks.emplace_back(Paragraph{
            "Players have numbers instead of names. What would tell who they are is left out: "
            "their specifications, the seed and the command that play the tournament again, and "
            "names and paths in what programs wrote. The games are not in the order in which "
            "they were played."});
        return section;
    }
    table.rows.push_back({"Seed", std::to_string(plan.seed)});
    for (const arena::Entrant& entrant : plan.entrants)
        table.rows.push_back({"Player", entrant.name == entrant.spec
                                            ? entrant.spec
                                            : entrant.name + " = " + entrant.spec});
    section.blocks.emplace_back(std::move(table));
    const std::string command = repeat_command(plan);
    section.blocks.emplace_back(Code{"The command that plays it again", command});
    section.blocks.emplace_back(
        Code{"The same as a file, for \u201Ckalah tournament plan.toml\u201D", arena::to_toml(plan),
             command != kFromFile});
    section.blocks.emplace_back(
        Paragraph{"Players whose moves do not depend on the clock play the same games again."});
    return section;
}

std::string repeat_command(const Plan& plan) {
    if (!can_be_words(plan)) return std::string(kFromFile);
    std::string command = plan.kind == Kind::match ? "kalah match" : "kalah tournament";
    for (const arena::Entrant& entrant : plan.entrants) command += " " + entrant_word(entrant);
    return command + rules_words(plan.rules) + option_words(plan);
}

}  // namespace kalah::report
