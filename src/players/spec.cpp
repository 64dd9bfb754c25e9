#include "players/spec.hpp"

#include <array>
#include <charconv>

#include "players/values.hpp"

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
    {"time", "200ms|1s", "at most so long a move",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto time = parse_duration(value);
         if (!time) return time.error().message;
         spec.settings.limits.time = *time;
         return std::nullopt;
     }},
    {"depth", "1..120", "at most so many sowings deep",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto depth = parse_number(value, 1, kMaxSearchDepth);
         if (!depth) return depth.error().message;
         spec.settings.limits.depth = static_cast<int>(*depth);
         return std::nullopt;
     }},
    {"nodes", "N", "at most so many positions a move",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto nodes = parse_number(value, 1, 1'000'000'000'000'000);
         if (!nodes) return nodes.error().message;
         spec.settings.limits.nodes = *nodes;
         return std::nullopt;
     }},
    {"step", "1..10", "of iterative deepening",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto step = parse_number(value, 1, 10);
         if (!step) return step.error().message;
         spec.settings.step = static_cast<int>(*step);
         return std::nullopt;
     }},
    {"order", "left|right|tactical|valued", "in which order moves are tried",
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
    {"tt", "64M", "transposition table of that size", set_table},
    {"memory", "64M", "the champion's transposition table", set_table},
    {"etc", "yes|no", "enhanced transposition cut-off", set_flag<&SearchTechniques::etc>},
    {"futility", "yes|no", "bounds from the seeds left", set_flag<&SearchTechniques::futility>},
    {"quiet", "yes|no", "look at turns to their end", set_flag<&SearchTechniques::quiet>},
    {"pure", "yes|no", "the plain search's value at that depth, whatever the table holds",
     set_flag<&SearchTechniques::pure>},
    {"db", "DIR|default|none", "endgame database; default: the usual directory, if it has one",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         if (value.empty()) return "expected a directory, default or none";
         spec.default_database = value == "default";
         spec.database_directory = value == "default" || value == "none" ? "" : value;
         return std::nullopt;
     }},
    {"book", "FILE|default|none", "opening book; default: the one that comes with the program",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         if (value.empty()) return "expected a file, default or none";
         spec.default_book = value == "default";
         spec.book_file = value == "default" || value == "none" ? "" : value;
         return std::nullopt;
     }},
    {"threads", "1..64", "that search together",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto threads = parse_number(value, 1, 64);
         if (!threads) return threads.error().message;
         spec.settings.threads = static_cast<int>(*threads);
         return std::nullopt;
     }},
    {"ties", "first|random", "which of several moves proved equally good",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         if (value != "first" && value != "random") return "it is first or random";
         spec.settings.ties = value == "first" ? Ties::first : Ties::random;
         return std::nullopt;
     }},
    {"seed", "N", "of random choices; else each game has its own",
     [](Spec& spec, std::string_view value) -> std::optional<std::string> {
         const auto seed = parse_number(value, 0, 1'000'000'000'000'000);
         if (!seed) return seed.error().message;
         spec.seed = *seed;
         return std::nullopt;
     }},
    {"opening", "1..12", "first move of a whole game, if this player begins it",
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
    {"random", "any legal move", "", Kind::random, Algorithm::minimax, "seed opening"},
    {"greedy", "the move with the most seeds in the store now", "eval=store,depth=1", Kind::engine,
     Algorithm::alphabeta, "ties seed opening"},
    {"minimax", "thesis: every line to the end of the depth", "eval=simple", Kind::engine,
     Algorithm::minimax, kLimitKeys},
    {"alphabeta", "thesis: alpha-beta, with the techniques that are switched on", "eval=simple",
     Kind::engine, Algorithm::alphabeta,
     "eval time depth nodes step pure ties seed opening order tt etc futility quiet db book"},
    {"knowledge", "thesis: knowledge-based alpha-beta", "eval=knowledge", Kind::engine,
     Algorithm::knowledge, kLimitKeys},
    {"mtdf", "MTD(f) with a transposition table", "eval=store,order=tactical,tt=64M", Kind::engine,
     Algorithm::mtdf,
     "eval time depth nodes step pure ties seed opening order tt etc futility quiet db book"},
    {"champion", "all of it together: the strongest player here",
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

/// Applies "key=value,…"; `allowed` empty = all keys. Columns count from `column`.
std::optional<Error> apply(Spec& spec, std::string_view settings, std::string_view allowed,
                           const Entry& entry, int column) {
    std::vector<std::string_view> seen;
    while (!settings.empty()) {
        const std::size_t end = std::min(settings.find(','), settings.size());
        const std::string_view setting = settings.substr(0, end);
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos) return Error{"expected key=value", column};
        const std::string_view name = setting.substr(0, equals);
        const std::string_view value = setting.substr(equals + 1);
        const Key* found = nullptr;
        for (const Key& key : kKeys)
            if (key.name == name && (allowed.empty() || takes(allowed, name))) found = &key;
        if (found == nullptr)
            return Error{std::string(entry.name) + " takes no " + in_quotes(name) + ": it takes " +
                             (entry.keys.empty() ? "nothing" : std::string(entry.keys)),
                         column};
        for (const std::string_view before : seen)
            if (before == name)
                return Error{std::string(name) + " stands here for the second time", column};
        seen.push_back(name);
        if (const auto wrong = found->apply(spec, value))
            return Error{std::string(name) + "=" + printable(value) + ": " + *wrong,
                         column + static_cast<int>(equals) + 1};
        if (end == settings.size()) break;
        settings.remove_prefix(end + 1);
        column += static_cast<int>(end) + 1;
        if (settings.empty()) return Error{"expected key=value", column};
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
        return Error{"expected a command to run, such as cmd:python3 bot.py",
                     static_cast<int>(kProgram.size()) + 1};
    return spec;
}

}  // namespace

Result<Spec> parse_player(std::string_view text) {
    if (text.starts_with(kProgram)) return parse_program(text);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const Entry* entry = find_entry(text.substr(0, colon));
    if (entry == nullptr) {
        std::string all;
        for (const Entry& known : kEntries) all += std::string(known.name) + ", ";
        return Error{"no player " + in_quotes(text.substr(0, colon)) + ": there are " + all +
                         std::string(kProgram) + "COMMAND",
                     1};
    }
    Spec spec;
    spec.text = text;
    spec.kind = entry->kind;
    spec.settings.algorithm = entry->algorithm;
    apply(spec, entry->defaults, "", *entry, 0);
    if (colon + 1 == text.size())
        return Error{"expected key=value", static_cast<int>(text.size()) + 1};
    if (colon < text.size())
        if (auto error = apply(spec, text.substr(colon + 1), entry->keys, *entry,
                               static_cast<int>(colon) + 2))
            return *error;
    if (spec.settings.techniques.etc && spec.settings.table_bytes == 0)
        return Error{"etc=yes needs a table: add tt=64M", 1};
    if (!spec.database_directory.empty() && value_per_seed(spec.settings.eval) == 0)
        return Error{"db needs an evaluation that counts in seeds, not " +
                         std::string(to_text(spec.settings.eval)),
                     1};
    auto& limits = spec.settings.limits;
    spec.usual_limit = !limits.time && !limits.depth && !limits.nodes;
    if (spec.usual_limit) limits.time = std::chrono::seconds(1);
    return spec;
}

std::optional<Error> validate(const Spec& spec, int width) {
    if (!spec.opening || *spec.opening < width) return std::nullopt;
    constexpr std::string_view kSetting = "opening=";
    const std::size_t at = spec.text.find(kSetting) + kSetting.size();
    return Error{"opening=" + std::to_string(*spec.opening + 1) + ": this board has " +
                     (width > 1 ? "pits 1 to " + std::to_string(width) : "one pit"),
                 static_cast<int>(at) + 1};
}

std::vector<Listing> list_players() {
    std::vector<Listing> all;
    for (const Entry& entry : kEntries) {
        Listing& listing =
            all.emplace_back(Listing{entry.name, entry.meaning, std::string(entry.defaults), {}});
        for (const Key& key : kKeys)
            if (takes(entry.keys, key.name)) listing.keys.push_back(key.name);
        if (entry.kind == Kind::engine && listing.defaults.find("depth=") == std::string::npos)
            listing.defaults += ",time=1s";
    }
    all.push_back(
        {"cmd:COMMAND", "somebody else's program, which speaks KGP: docs/programs.md", "", {}});
    return all;
}

std::vector<KeyListing> list_keys() {
    std::vector<KeyListing> all;
    all.reserve(kKeys.size());
    for (const Key& key : kKeys) all.push_back({key.name, key.values, key.meaning});
    return all;
}

}  // namespace kalah::players
