#include "players/spec.hpp"

#include <array>
#include <charconv>

#include "system/values.hpp"

namespace kalah::players {
namespace {

using Algorithm = SearchAlgorithm;

/// What a key does to a specification; an error message if the value is no good.
using Apply = std::optional<std::string> (*)(Spec&, std::string_view);

struct Key {
    std::string_view name;
    std::string_view values;
    std::string_view meaning;
    Apply apply;
};

template <auto kMember>
std::optional<std::string> set_flag(Spec& spec, std::string_view value) {
    const auto flag = parse_yes_no(value);
    if (!flag) return flag.error().message;
    spec.settings.techniques.*kMember = *flag;
    return std::nullopt;
}

std::optional<std::string> set_table(Spec& spec, std::string_view value) {
    const auto bytes = parse_size_in_bytes(value);
    if (!bytes) return bytes.error().message;
    spec.settings.table_bytes = *bytes;
    return std::nullopt;
}

constexpr std::array<Key, 18> kKeys{{
    {"eval", "NAME", "evaluation, see below",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto found = parse_eval(value);
         if (!found) {
             std::string all;
             for (const EvalId id : kAllEvals)
                 all += (all.empty() ? "" : ", ") + std::string(to_text(id));
             return "there is " + all;
         }
         spec.settings.eval = *found;
         return std::nullopt;
     }},
    {"time", "200ms|1s", "time limit per move",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto time = parse_duration(value);
         if (!time) return time.error().message;
         spec.settings.limits.time = *time;
         return std::nullopt;
     }},
    {"depth", "1..120", "depth limit, in sowings",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto depth = parse_number(value, 1, kMaxSearchDepth);
         if (!depth) return depth.error().message;
         spec.settings.limits.depth = static_cast<int>(*depth);
         return std::nullopt;
     }},
    {"nodes", "N", "node limit per move",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto nodes = parse_number(value, 1, 1'000'000'000'000'000);
         if (!nodes) return nodes.error().message;
         spec.settings.limits.nodes = *nodes;
         return std::nullopt;
     }},
    {"step", "1..10", "step of iterative deepening",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto step = parse_number(value, 1, 10);
         if (!step) return step.error().message;
         spec.settings.step = static_cast<int>(*step);
         return std::nullopt;
     }},
    {"order", "left|right|tactical|valued", "move ordering",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         auto& order = spec.settings.techniques.order;
         if (value == "left")
             order = MoveOrder::left;
         else if (value == "right")
             order = MoveOrder::right;
         else if (value == "tactical")
             order = MoveOrder::tactical;
         else if (value == "valued")
             order = MoveOrder::valued;
         else
             return "it is left, right, tactical or valued";
         return std::nullopt;
     }},
    {"tt", "64M", "size of the transposition table", set_table},
    {"memory", "64M", "size of the champion's transposition table", set_table},
    {"etc", "yes|no", "enhanced transposition cut-off", set_flag<&SearchTechniques::etc>},
    {"futility", "yes|no", "prune by the number of seeds left",
     set_flag<&SearchTechniques::futility>},
    {"quiet", "yes|no", "extend the search to the end of a turn",
     set_flag<&SearchTechniques::quiet>},
    {"pure", "yes|no", "return the value of a plain search of that depth, independent of the table",
     set_flag<&SearchTechniques::pure>},
    {"db", "DIR|default|none", "endgame database; default: the one in the usual directory, if any",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         if (value.empty()) return "expected a directory, default or none";
         spec.default_database = value == "default";
         spec.database_directory = value == "default" || value == "none" ? "" : value;
         return std::nullopt;
     }},
    {"book", "FILE|default|none", "opening book; default: the built-in book",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         if (value.empty()) return "expected a file, default or none";
         spec.default_book = value == "default";
         spec.book_file = value == "default" || value == "none" ? "" : value;
         return std::nullopt;
     }},
    {"threads", "1..64", "number of search threads",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto threads = parse_number(value, 1, 64);
         if (!threads) return threads.error().message;
         spec.settings.threads = static_cast<int>(*threads);
         return std::nullopt;
     }},
    {"ties", "first|random", "choice among moves that are proved equal",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         if (value != "first" && value != "random") return "it is first or random";
         spec.settings.ties = value == "first" ? Ties::first : Ties::random;
         return std::nullopt;
     }},
    {"seed", "N", "seed of random choices (default: one per game)",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto seed = parse_number(value, 0, 1'000'000'000'000'000);
         if (!seed) return seed.error().message;
         spec.seed = *seed;
         return std::nullopt;
     }},
    {"opening", "1..12", "first move of a game, if this player moves first",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto pit = parse_number(value, 1, kMaxPits);
         if (!pit) return pit.error().message;
         spec.opening = static_cast<int>(*pit) - 1;
         return std::nullopt;
     }},
}};

struct Entry {
    std::string_view name;
    std::string_view meaning;
    std::string_view defaults;
    Kind kind;
    Algorithm algorithm;
    std::string_view keys;  // names, separated by blanks
};

constexpr std::string_view kLimitKeys = "eval time depth nodes step pure ties seed opening";
constexpr std::array<Entry, 8> kEntries{{
    {"human", "a person at the terminal (kalah play and join only)", "", Kind::human,
     Algorithm::minimax, ""},
    {"random", "a random legal move", "", Kind::random, Algorithm::minimax, "seed opening"},
    {"greedy", "the move that puts the most seeds into the store now", "eval=store,depth=1",
     Kind::engine, Algorithm::alphabeta, "ties seed opening"},
    {"minimax", "thesis: full search to a fixed depth", "eval=simple", Kind::engine,
     Algorithm::minimax, kLimitKeys},
    {"alphabeta", "thesis: alpha-beta with optional techniques", "eval=simple", Kind::engine,
     Algorithm::alphabeta,
     "eval time depth nodes step pure ties seed opening order tt etc futility quiet db book"},
    {"knowledge", "thesis: knowledge-based alpha-beta", "eval=knowledge", Kind::engine,
     Algorithm::knowledge, kLimitKeys},
    {"mtdf", "MTD(f) with a transposition table", "eval=store,order=tactical,tt=64M", Kind::engine,
     Algorithm::mtdf,
     "eval time depth nodes step pure ties seed opening order tt etc futility quiet db book"},
    {"champion", "all techniques combined: the strongest player",
     "eval=fitted,order=valued,memory=64M,etc=yes,futility=yes,db=default,book=default",
     Kind::engine, Algorithm::champion,
     "eval time depth nodes step pure ties seed opening threads memory order etc futility quiet "
     "db book"},
}};

const Entry* find_entry(std::string_view name) {
    for (const Entry& entry : kEntries)
        if (entry.name == name) return &entry;
    return nullptr;
}

bool takes(std::string_view keys, std::string_view key) {
    const std::string padded = " " + std::string(keys) + " ";
    return padded.find(" " + std::string(key) + " ") != std::string::npos;
}

Error wrong(std::string code, std::string message, int column, Error::Args args = {}) {
    return {std::move(message), column, 0, std::move(code), std::move(args)};
}

Error incomplete(int column) {
    return wrong("incomplete_setting", "expected key=value", column);
}

/// The settings of "key=value,…". Columns count from `column`.
Result<std::vector<Spec::Given>> parse_settings(std::string_view settings, int column) {
    std::vector<Spec::Given> given;
    while (true) {
        const std::size_t end = std::min(settings.find(','), settings.size());
        const std::string_view setting = settings.substr(0, end);
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos) return incomplete(column);
        const int at = column + static_cast<int>(equals) + 1;
        given.push_back(
            {std::string(setting.substr(0, equals)), std::string(setting.substr(equals + 1)), at});
        if (end == settings.size()) return given;
        settings.remove_prefix(end + 1);
        column += static_cast<int>(end) + 1;
    }
}

std::optional<Error> apply(Spec& spec, const Spec::Given& setting) {
    for (const Key& key : kKeys)
        if (key.name == setting.key)
            if (const auto unfit = key.apply(spec, setting.value))
                return wrong("bad_setting",
                             setting.key + "=" + printable(setting.value) + ": " + *unfit,
                             setting.column, {{"key", setting.key}, {"value", setting.value}});
    return std::nullopt;
}

/// Applies what was given, if the player takes it and it is given once.
std::optional<Error> apply_given(Spec& spec, const Entry& entry) {
    for (std::size_t i = 0; i < spec.given.size(); ++i) {
        const Spec::Given& setting = spec.given[i];
        const int column = setting.column - static_cast<int>(setting.key.size()) - 1;
        if (!takes(entry.keys, setting.key))
            return wrong("unknown_setting",
                         std::string(entry.name) + " takes no " + in_quotes(setting.key) +
                             ": it takes " +
                             (entry.keys.empty() ? "nothing" : std::string(entry.keys)),
                         column, {{"key", setting.key}});
        for (std::size_t j = 0; j < i; ++j)
            if (spec.given[j].key == setting.key)
                return wrong("repeated_setting", setting.key + " is given twice", column,
                             {{"key", setting.key}});
        if (auto error = apply(spec, setting)) return error;
    }
    return std::nullopt;
}

/// Somebody else's program. All behind the colon is the shell's: no keys.
constexpr std::string_view kProgram = "cmd:";

Result<Spec> parse_program(std::string_view text) {
    Spec spec;
    spec.text = text;
    spec.kind = Kind::program;
    spec.command = text.substr(kProgram.size());
    if (spec.command.find_first_not_of(" \t") == std::string::npos)
        return wrong("no_command", "expected a command to run, such as cmd:python3 bot.py",
                     static_cast<int>(kProgram.size()) + 1);
    return spec;
}

}  // namespace

const Spec::Given* find_given(const Spec& spec, std::string_view key) {
    for (const Spec::Given& setting : spec.given)
        if (setting.key == key) return &setting;
    return nullptr;
}

Error error_at(const Spec& spec, std::string_view key, const std::string& what) {
    const Spec::Given* setting = find_given(spec, key);
    const std::string value = setting == nullptr ? "" : setting->value;
    return wrong(
        "bad_setting",
        std::string(key) + (setting == nullptr ? "" : "=" + printable(value)) + ": " + what,
        setting == nullptr ? 1 : setting->column, {{"key", std::string(key)}, {"value", value}});
}

std::string with_setting(const Spec& spec, std::string_view key, std::string_view value) {
    std::string text = spec.name;
    const auto add = [&](std::string_view name, std::string_view set) {
        text += text == spec.name ? ':' : ',';
        text.append(name).append("=").append(set);
    };
    for (const Spec::Given& setting : spec.given)
        if (setting.key != key) add(setting.key, setting.value);
    add(key, value);
    return text;
}

Result<Spec> parse_player(std::string_view text) {
    if (text.starts_with(kProgram)) return parse_program(text);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const Entry* entry = find_entry(text.substr(0, colon));
    if (entry == nullptr) {
        std::string all;
        for (const Entry& known : kEntries) all += std::string(known.name) + ", ";
        return wrong("unknown_player",
                     "no player " + in_quotes(text.substr(0, colon)) + ": there are " + all +
                         std::string(kProgram) + "COMMAND",
                     1, {{"name", std::string(text.substr(0, colon))}});
    }
    Spec spec;
    spec.text = text;
    spec.name = entry->name;
    spec.kind = entry->kind;
    spec.settings.algorithm = entry->algorithm;
    if (!entry->defaults.empty()) {
        const auto defaults = parse_settings(entry->defaults, 0);
        for (const Spec::Given& setting : *defaults) apply(spec, setting);
    }
    if (colon < text.size()) {
        const auto given = parse_settings(text.substr(colon + 1), static_cast<int>(colon) + 2);
        if (!given) return given.error();
        spec.given = *given;
        if (auto error = apply_given(spec, *entry)) return *error;
    }
    if (spec.settings.techniques.etc && spec.settings.table_bytes == 0)
        return wrong("needs_table", "etc=yes needs a table: add tt=64M", 1);
    if (!spec.database_directory.empty() && value_per_seed(spec.settings.eval) == 0)
        return wrong("needs_seeds",
                     "db needs an evaluation that counts in seeds, not " +
                         std::string(to_text(spec.settings.eval)),
                     1);
    auto& limits = spec.settings.limits;
    spec.usual_limit = !limits.time && !limits.depth && !limits.nodes;
    if (spec.usual_limit) limits.time = std::chrono::seconds(1);
    return spec;
}

std::optional<Error> validate(const Spec& spec, int width) {
    if (!spec.opening || *spec.opening < width) return std::nullopt;
    return error_at(
        spec, "opening",
        "this board has " + (width > 1 ? "pits 1 to " + std::to_string(width) : "one pit"));
}

std::vector<Listing> list_players() {
    std::vector<Listing> all;
    for (const Entry& entry : kEntries) {
        Listing& listing =
            all.emplace_back(Listing{entry.name, entry.meaning, std::string(entry.defaults), {}});
        for (const Key& key : kKeys)
            if (takes(entry.keys, key.name)) listing.keys.push_back(key.name);
        if (entry.kind == Kind::engine && !parse_player(entry.name)->settings.limits.depth)
            listing.defaults += ",time=1s";
    }
    all.push_back({"cmd:COMMAND", "another program that speaks KGP: docs/programs.md", "", {}});
    return all;
}

std::vector<KeyListing> list_keys() {
    std::vector<KeyListing> all;
    all.reserve(kKeys.size());
    for (const Key& key : kKeys) all.push_back({key.name, key.values, key.meaning});
    return all;
}

}  // namespace kalah::players
