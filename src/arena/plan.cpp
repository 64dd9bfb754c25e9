#include "arena/plan.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/toml.h>

#include "kgp/clean_text.hpp"
#include "system/field.hpp"
#include "system/toml.hpp"

namespace kalah::arena {
namespace {

constexpr std::array<std::pair<std::string_view, Kind>, 5> kKinds{
    {{"match", Kind::match},
     {"round-robin", Kind::round_robin},
     {"gauntlet", Kind::gauntlet},
     {"knockout", Kind::knockout},
     {"swiss", Kind::swiss}}};
constexpr std::size_t kMostEntrants = 1000;

/// Splits at commas, but not within positions.
Result<std::vector<std::string>> split_boards(std::string_view text) {
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

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
    return all;
}

std::vector<Field> sprt_fields(SprtOptions& sprt) {
    return {real_field("elo0", sprt.elo0, ""), real_field("elo1", sprt.elo1, ""),
            real_field("alpha", sprt.alpha, ""), real_field("beta", sprt.beta, "")};
}

/// "elo0=0,elo1=10", perhaps with alpha and beta.
Result<SprtOptions> parse_sprt(std::string_view text) {
    const Error wrong{"expected elo0=0,elo1=10, perhaps with alpha=0.05,beta=0.05"};
    SprtOptions sprt;
    const std::vector<Field> fields = sprt_fields(sprt);
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::string_view key = part.substr(0, part.find('='));
        const auto field = std::find_if(fields.begin(), fields.end(),
                                        [&](const Field& each) { return each.name == key; });
        if (field == fields.end() || key.size() == part.size() ||
            field->set(part.substr(key.size() + 1)))
            return wrong;
    }
    return sprt;
}

std::string sprt_text(SprtOptions sprt) {
    std::vector<std::string> texts;
    for (const Field& field : sprt_fields(sprt)) texts.push_back(field.name + "=" + field.get());
    return joined(texts);
}

std::optional<Error> read_players(const std::vector<TomlTable>& players,
                                  std::vector<Entrant>& entrants) {
    entrants.clear();
    for (const TomlTable& player : players) {
        Entrant& entrant = entrants.emplace_back();
        if (auto error = player.read({text_field("name", "", entrant.name, ""),
                                      text_field("spec", "", entrant.spec, ""),
                                      text_field("files", "", entrant.files, "")}))
            return error;
        if (entrant.spec.empty()) return player.error("player: spec is missing");
        if (entrant.name.empty()) entrant.name = entrant.spec;
    }
    return std::nullopt;
}

constexpr const char* kReferenceSpeed = "reference-speed";

using KindNames = std::vector<std::pair<std::string_view, Kind>>;

Field kind_field(Plan& plan, KindNames kinds) {
    return choice_field<Kind>(
        "kind", plan.kind, std::move(kinds),
        "round-robin (default): all against all; gauntlet: the first player against all\n"
        "others; knockout: the loser of a meeting is out; swiss: against players with as\n"
        "many points");
}

Field boards_field(Plan& plan) {
    Field field = parsed_field("board", "6x4,6x6", plan.boards, split_boards, joined,
                               "sizes or positions (default: the preset's board)");
    field.type = Field::Type::texts;
    return formerly("boards", field);
}

}  // namespace

std::string_view name(Kind kind) {
    return kKinds[static_cast<std::size_t>(kind)].first;
}

Field tournament_kind_field(Plan& plan) {
    return kind_field(plan, KindNames(kKinds.begin() + 1, kKinds.end()));
}

std::vector<Field> plan_fields(Plan& plan) {
    constexpr std::uint64_t kMostGames = 1'000'000;
    return {
        kind_field(plan, KindNames(kKinds.begin(), kKinds.end())),
        boards_field(plan),
        number_field(
            "games", plan.games, {0, kMostGames},
            "games per pairing and board, rounded up to even: each opening is played from\n"
            "both sides; 0: all openings (default: 0 in a match, 12 in a tournament)"),
        number_field("rounds", plan.rounds, {0, 1000},
                     "rounds of a Swiss tournament (default: by the number of players)"),
        text_field(
            "openings", "first-move|N-ply|FILE", plan.openings,
            "first-move: each first move; N-ply: all distinct positions after N sowings, in an\n"
            "order by the seed; FILE: a move sequence in each line (default: 4-ply)"),
        number_field("seed", plan.seed, {0, 1'000'000'000'000'000},
                     "seed of all random numbers (default: 1)"),
        parsed_field("sprt", "elo0=0,elo1=10", plan.sprt, parse_sprt, sprt_text,
                     "stop when a sequential test (SPRT) accepts one of these two Elo differences"),
        formerly("program_time",
                 duration_field("time", "1s", plan.program_time,
                                "time per move, for programs and for players that name no limit")),
        duration_field("margin", "100ms", plan.margin,
                       "grace added to the time limit of built-in players"),
        number_field("max-faults", plan.max_faults, {0, kMostGames},
                     "withdraw a player after N games lost by faults (default: never)"),
        duration_field("start-time", "10s", plan.start_time, "time for a program to connect"),
        or_none(duration_field(
                    "cpu-time", "60s", plan.cpu_time,
                    "processor time of each process of a program, per game (default: none, no "
                    "limit)"),
                plan.cpu_time),
        or_none(size_field("memory", "512M", plan.memory,
                           "memory of each process of a program (default: none, no limit)"),
                plan.memory),
        flag_field("sandbox", plan.sandbox, "run them in bubblewrap: no network, read-only files"),
    };
}

std::optional<std::string> validate(const Plan& plan) {
    if (plan.entrants.size() < 2) return "at least two players are needed";
    if (plan.entrants.size() > kMostEntrants)
        return "at most " + std::to_string(kMostEntrants) + " players can take part";
    if (plan.kind == Kind::match && plan.entrants.size() != 2)
        return "a match is between two players";
    std::set<std::string> names;
    for (const Entrant& entrant : plan.entrants) {
        if (entrant.name.empty()) return "a player needs a name";
        if (kgp::clean_text(entrant.name, entrant.name.size()) != entrant.name)
            return "a player's name is one line of text in UTF-8, without control characters";
        if (!names.insert(entrant.name).second)
            return "two players are called \"" + entrant.name + "\": give them names of their own";
    }
    if (plan.boards.empty()) return "a board is needed";
    for (std::size_t i = 0; i < plan.boards.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (plan.boards[i] == plan.boards[j])
                return "board " + plan.boards[i] + " stands twice: play more --games instead";
    if (plan.games % 2 != 0)
        return "games are played in pairs with sides swapped: their number must be even";
    if (plan.rounds != 0 && plan.kind != Kind::swiss)
        return "only a Swiss tournament has a number of rounds of its own";
    if (plan.sprt && plan.kind != Kind::match) return "sprt tests one player against one other";
    if (plan.sprt)
        if (const auto wrong = validate(*plan.sprt)) return "sprt: " + *wrong;
    if (plan.program_time.count() <= 0 || plan.start_time.count() <= 0)
        return "programs need some time to move and to start";
    return std::nullopt;
}

std::string names_text(const Plan& plan) {
    constexpr std::size_t kNamed = 3;
    std::string text;
    const std::size_t shown = plan.entrants.size() > kNamed + 1 ? kNamed : plan.entrants.size();
    for (std::size_t i = 0; i < shown; ++i)
        text += (i > 0 ? ", " : "") + printable(plan.entrants[i].name);
    if (shown < plan.entrants.size())
        text += " and " + std::to_string(plan.entrants.size() - shown) + " more";
    return text;
}

Result<Plan> parse_plan(std::string_view text, const Plan& defaults) {
    const auto table = TomlTable::parse(text);
    if (!table) return table.error();
    Plan plan = defaults;
    std::vector<Field> fields = plan_fields(plan);
    fields.push_back(text_field("rules", "", plan.rules, ""));
    fields.push_back(number_field(kReferenceSpeed, plan.reference_speed,
                                  {0, std::uint64_t{1'000'000'000'000}}, ""));
    std::vector<std::string> others{"player"};
    if (const auto sprt = table->table("sprt")) {
        if (auto error = sprt->read(sprt_fields(plan.sprt.emplace()))) return *error;
        others.emplace_back("sprt");
    }
    if (auto error = table->read(fields, {{"opening-lines", plan.opening_lines}}, others))
        return *error;
    const auto players = table->tables("player");
    if (!players) return players.error();
    if (*players)
        if (auto error = read_players(**players, plan.entrants)) return *error;
    return plan;
}

std::string to_toml(const Plan& plan) {
    Plan copy = plan;  // fields refer to a plan that they can set
    toml::table table{{"rules", plan.rules}};
    for (const Field& field : plan_fields(copy)) {
        const std::string text = field.get();
        if (field.type == Field::Type::whole)
            table.insert(field.key(), std::stoll(text));
        else if (field.type == Field::Type::flag)
            table.insert(field.key(), text == "yes");
        else if (!text.empty())
            table.insert(field.key(), text);
    }
    if (plan.reference_speed > 0)
        table.insert(kReferenceSpeed, static_cast<std::int64_t>(plan.reference_speed));
    if (!plan.opening_lines.empty()) {
        toml::array lines;
        for (const std::string& line : plan.opening_lines) lines.push_back(line);
        table.insert("opening-lines", lines);
    }
    toml::array players;
    for (const Entrant& entrant : plan.entrants) {
        toml::table player{{"name", entrant.name}, {"spec", entrant.spec}};
        if (!entrant.files.empty()) player.insert("files", entrant.files);
        players.push_back(player);
    }
    table.insert("player", players);
    std::ostringstream text;
    text << table << '\n';
    return text.str();
}

}  // namespace kalah::arena
