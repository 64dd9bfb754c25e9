#include "arena/plan.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/toml.h>

#include "kgp/line.hpp"
#include "players/values.hpp"

namespace kalah::arena {
namespace {

constexpr std::array<std::string_view, 5> kNames{"match", "round-robin", "gauntlet", "knockout",
                                                 "swiss"};
constexpr std::size_t kMostEntrants = 1000;

using std::chrono::milliseconds;

Error error_at(const toml::node& node, std::string message) {
    const toml::source_position where = node.source().begin;
    return {std::move(message), static_cast<int>(where.column), static_cast<int>(where.line)};
}

/// Reads the keys of a table one after another; the first mistake is kept.
class Reader {
  public:
    explicit Reader(const toml::table& table) : table_(table) {}

    void text(std::string_view key, std::string& target) {
        if (const toml::node* node = take(key)) {
            if (const auto value = node->value_exact<std::string>())
                target = *value;
            else
                fail(*node, key, "expected a text in quotes");
        }
    }
    void texts(std::string_view key, std::vector<std::string>& target) {
        const toml::node* node = take(key);
        if (node == nullptr) return;
        if (const auto one = node->value_exact<std::string>()) {
            target = {*one};
            return;
        }
        const toml::array* array = node->as_array();
        if (array == nullptr) return fail(*node, key, "expected a list of texts");
        target.clear();
        for (const toml::node& item : *array) {
            const auto value = item.value_exact<std::string>();
            if (!value) return fail(item, key, "expected a text in quotes");
            target.push_back(*value);
        }
    }
    template <class Integer>
    void number(std::string_view key, Integer& target, std::int64_t most) {
        if (const toml::node* node = take(key)) {
            const auto value = node->value_exact<std::int64_t>();
            if (value && *value >= 0 && *value <= most)
                target = static_cast<Integer>(*value);
            else
                fail(*node, key, "expected a whole number from 0 to " + std::to_string(most));
        }
    }
    void real(std::string_view key, double& target) {
        if (const toml::node* node = take(key)) {
            if (const auto value = node->value<double>())
                target = *value;
            else
                fail(*node, key, "expected a number");
        }
    }
    void flag(std::string_view key, bool& target) {
        if (const toml::node* node = take(key)) {
            if (const auto value = node->value_exact<bool>())
                target = *value;
            else
                fail(*node, key, "expected true or false");
        }
    }
    /// Through one of players/values.hpp: "200ms", "64M".
    enum class None : bool { no, possible };
    template <class Value, class Parse>
    void parsed(std::string_view key, Value& target, Parse parse, None none = None::no) {
        if (const toml::node* node = take(key)) {
            const auto text = node->value_exact<std::string>();
            if (!text) return fail(*node, key, "expected a text in quotes");
            if (*text == "none" && none == None::possible) {
                target = Value{};
                return;
            }
            const auto value = parse(*text);
            if (!value) return fail(*node, key, value.error().message);
            target = Value(*value);
        }
    }
    /// Nothing if there is none.
    const toml::node* take(std::string_view key) {
        taken_.push_back(key);
        return table_.get(key);
    }
    void fail(const toml::node& node, std::string_view key, const std::string& message) {
        if (!error_) error_ = error_at(node, std::string(key) + ": " + message);
    }
    /// The first mistake: of a value, or a key that nobody took.
    [[nodiscard]] std::optional<Error> error() const {
        if (error_) return error_;
        for (const auto& [key, node] : table_) {
            const bool known = std::find(taken_.begin(), taken_.end(), key.str()) != taken_.end();
            if (known) continue;
            std::string all;
            for (const std::string_view name : taken_)
                all += (all.empty() ? "" : ", ") + std::string(name);
            return error_at(node, "no key " + in_quotes(key.str()) + ": there are " + all);
        }
        return std::nullopt;
    }

  private:
    const toml::table& table_;
    std::vector<std::string_view> taken_;
    std::optional<Error> error_;
};

std::optional<Error> read_player(const toml::node& node, Entrant& entrant) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return error_at(node, "player: expected [[player]] with name and spec");
    Reader reader(*table);
    reader.text("name", entrant.name);
    reader.text("spec", entrant.spec);
    if (const auto error = reader.error()) return error;
    if (entrant.spec.empty()) return error_at(node, "player: spec is missing");
    if (entrant.name.empty()) entrant.name = entrant.spec;
    return std::nullopt;
}

std::optional<Error> read_players(const toml::node& node, std::vector<Entrant>& entrants) {
    const toml::array* players = node.as_array();
    if (players == nullptr) return error_at(node, "player: expected [[player]] sections");
    entrants.clear();
    for (const toml::node& player : *players)
        if (auto error = read_player(player, entrants.emplace_back())) return error;
    return std::nullopt;
}

std::optional<Error> read_sprt(const toml::node& node, SprtOptions& sprt) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return error_at(node, "sprt: expected [sprt] with elo0 and elo1");
    Reader reader(*table);
    reader.real("elo0", sprt.elo0);
    reader.real("elo1", sprt.elo1);
    reader.real("alpha", sprt.alpha);
    reader.real("beta", sprt.beta);
    return reader.error();
}

void read_terms(Reader& reader, Plan& plan) {
    reader.parsed("program_time", plan.program_time, players::parse_duration);
    reader.parsed("margin", plan.margin, players::parse_duration);
    reader.parsed("start_time", plan.start_time, players::parse_duration);
    constexpr auto kPossible = Reader::None::possible;
    reader.parsed("cpu_time", plan.cpu_time, players::parse_duration, kPossible);
    reader.parsed("memory", plan.memory, players::parse_size_in_bytes, kPossible);
    reader.flag("sandbox", plan.sandbox);
}

std::string time_text(milliseconds time) {
    return time.count() == 0 ? "none" : std::to_string(time.count()) + "ms";
}

toml::array list(const std::vector<std::string>& texts) {
    toml::array array;
    for (const std::string& text : texts) array.push_back(text);
    return array;
}

}  // namespace

std::string_view name(Kind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Kind> parse_kind(std::string_view text) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == text) return static_cast<Kind>(i);
    return std::nullopt;
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

Result<Plan> parse_plan(std::string_view text, const Plan& defaults) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::source_position where = parsed.error().source().begin;
        return Error{std::string(parsed.error().description()), static_cast<int>(where.column),
                     static_cast<int>(where.line)};
    }
    Plan plan = defaults;
    Reader reader(parsed.table());
    if (const toml::node* node = reader.take("kind")) {
        const auto kind = parse_kind(node->value_or(std::string_view{}));
        if (kind)
            plan.kind = *kind;
        else
            reader.fail(*node, "kind", "it is match, round-robin, gauntlet, knockout or swiss");
    }
    constexpr std::int64_t kMostGames = 1'000'000;
    reader.texts("boards", plan.boards);
    reader.text("rules", plan.rules);
    reader.number("games", plan.games, kMostGames);
    reader.number("rounds", plan.rounds, 1000);
    reader.text("openings", plan.openings);
    reader.texts("opening_lines", plan.opening_lines);
    reader.number("seed", plan.seed, 1'000'000'000'000'000);
    reader.number("max_faults", plan.max_faults, kMostGames);
    read_terms(reader, plan);
    if (const toml::node* node = reader.take("sprt"))
        if (auto error = read_sprt(*node, plan.sprt.emplace())) return *error;
    if (const toml::node* node = reader.take("player"))
        if (auto error = read_players(*node, plan.entrants)) return *error;
    if (auto error = reader.error()) return *error;
    return plan;
}

std::string to_toml(const Plan& plan) {
    toml::table table;
    table.insert("kind", name(plan.kind));
    table.insert("boards", list(plan.boards));
    table.insert("rules", plan.rules);
    table.insert("games", plan.games);
    table.insert("rounds", plan.rounds);
    table.insert("openings", plan.openings);
    if (!plan.opening_lines.empty()) table.insert("opening_lines", list(plan.opening_lines));
    table.insert("seed", static_cast<std::int64_t>(plan.seed));
    table.insert("max_faults", plan.max_faults);
    table.insert("program_time", time_text(plan.program_time));
    table.insert("margin", time_text(plan.margin));
    table.insert("start_time", time_text(plan.start_time));
    table.insert("cpu_time", time_text(plan.cpu_time));
    table.insert("memory", plan.memory == 0 ? "none" : std::to_string(plan.memory / 1024) + "K");
    table.insert("sandbox", plan.sandbox);
    if (plan.sprt)
        table.insert("sprt", toml::table{{"elo0", plan.sprt->elo0},
                                         {"elo1", plan.sprt->elo1},
                                         {"alpha", plan.sprt->alpha},
                                         {"beta", plan.sprt->beta}});
    toml::array players;
    for (const Entrant& entrant : plan.entrants)
        players.push_back(toml::table{{"name", entrant.name}, {"spec", entrant.spec}});
    table.insert("player", players);
    std::ostringstream text;
    text << table << '\n';
    return text.str();
}

}  // namespace kalah::arena
