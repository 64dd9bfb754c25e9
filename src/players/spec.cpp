#include "players/spec.hpp"

#include <algorithm>
#include <array>

#include "system/closest.hpp"
#include "system/field.hpp"

namespace kalah::players {
namespace {

using Algorithm = SearchAlgorithm;

/// The field with other values in the list of keys.
Field with_values(std::string values, Field field) {
    field.value = std::move(values);
    return field;
}

Result<EvalId> read_eval(std::string_view text) {
    if (const auto found = parse_eval(text)) return *found;
    std::string all;
    for (const EvalId id : kAllEvals) all += (all.empty() ? "" : ", ") + std::string(to_text(id));
    return Error{"there is " + all};
}

/// A file or directory, "default" or "none"; `path` is "" for both of them.
Field path_field(std::string name, std::string kind, std::string& path, bool& is_default,
                 std::string help) {
    const auto set = [&path, &is_default](std::string_view text) -> std::optional<Error> {
        if (text.empty()) return Error{"expected a path, default or none"};
        is_default = text == "default";
        path = is_default || text == "none" ? "" : text;
        return std::nullopt;
    };
    return {std::move(name), std::move(kind), std::move(help), set};
}

/// All keys, with what they set in a specification.
std::vector<Field> fields_of(Spec& spec) {
    EngineOptions& settings = spec.settings;
    SearchTechniques& techniques = settings.techniques;
    const auto eval_name = [](EvalId id) { return std::string(to_text(id)); };
    const auto first_move = [](std::string_view text) -> Result<int> {
        const auto pit = parse_number(text, 1, kMaxPits);
        if (!pit) return pit.error();
        return static_cast<int>(*pit) - 1;
    };
    const auto pit_text = [](int pit) { return std::to_string(pit + 1); };
    const auto limit_field = [](const char* name, int& target, const char* help) {
        return with_values("0..10000", number_field(name, target, {0, kMaxPruningLimit}, help));
    };
    const auto weight_field = [](const char* name, int& target, const char* help) {
        return with_values("0..100", number_field(name, target, {0, kMaxWeight}, help));
    };
    constexpr std::uint64_t kMost = 1'000'000'000'000'000;
    return {
        parsed_field("eval", "NAME", settings.eval, read_eval, eval_name, "evaluation, see below"),
        duration_field("time", "200ms|1s", settings.limits.time, "time limit per move"),
        with_values("1..120", number_field("depth", settings.limits.depth, {1, kMaxSearchDepth},
                                           "depth limit, in sowings")),
        number_field("nodes", settings.limits.nodes, {1, kMost}, "node limit per move"),
        with_values("0..100", number_field("oversight", spec.oversight, {0, 100},
                                           "captures and extra turns overlooked, in percent")),
        with_values("1..10",
                    number_field("step", settings.step, {1, 10}, "step of iterative deepening")),
        with_values("0..100", number_field("bonus", settings.bonus, {0, kMaxBonus},
                                           "for moving again, with eval=again or long-turn")),
        weight_field("lap-pit", settings.weights.lap,
                     "for a pit with a lap of seeds, with eval=knowledge or knowledge-both"),
        weight_field("store-pit", settings.weights.store, "for a pit whose seeds end in the store"),
        weight_field("empty-pit", settings.weights.empty, "for an empty pit"),
        choice_field<MoveOrder>("order", techniques.order,
                                {{"left", MoveOrder::left},
                                 {"right", MoveOrder::right},
                                 {"tactical", MoveOrder::tactical},
                                 {"valued", MoveOrder::valued}},
                                "move ordering"),
        flag_field("deepening", settings.deepening,
                   "search smaller depths first; no: the depth limit at once"),
        limit_field("limit", settings.pruning.limit,
                    "follow a move that costs at most limit - fall x ply, in quarter seeds"),
        limit_field("least", settings.pruning.least, "limit - fall x ply does not go below it"),
        limit_field("fall", settings.pruning.fall, "see limit"),
        choice_field<PruningLimits::From>(
            "from", settings.pruning.from,
            {{"root", PruningLimits::From::root}, {"node", PruningLimits::From::node}},
            "count a move's cost from the root or from the position before it"),
        size_field("tt", "64M", settings.table_bytes, "size of the transposition table"),
        size_field("memory", "64M", settings.table_bytes,
                   "size of the champion's transposition table"),
        flag_field("etc", techniques.etc, "enhanced transposition cut-off"),
        flag_field("futility", techniques.futility, "prune by the number of seeds left"),
        flag_field("quiet", techniques.quiet, "extend the search to the end of a turn"),
        flag_field("pure", techniques.pure,
                   "return the value of a plain search of that depth, independent of the table"),
        path_field("db", "DIR|default|none", spec.database_directory, spec.default_database,
                   "endgame database; default: the one in the usual directory, if any"),
        path_field("book", "FILE|default|none", spec.book_file, spec.default_book,
                   "opening book; default: the built-in book"),
        with_values("1..64",
                    number_field("threads", settings.threads, {1, 64}, "number of search threads")),
        choice_field<Ties>("ties", settings.ties,
                           {{"first", Ties::first}, {"random", Ties::random}},
                           "choice among moves that are proved equal"),
        number_field("seed", spec.seed, {0, kMost},
                     "seed of random choices (default: one per game)"),
        parsed_field("opening", "1..12", spec.opening, first_move, pit_text,
                     "first move of a game, if this player moves first"),
    };
}

struct Entry {
    std::string_view name;
    std::string_view meaning;
    std::string_view defaults;
    Kind kind;
    Algorithm algorithm;
    std::string_view keys;  // names, separated by blanks
};

constexpr std::string_view kLimitKeys =
    "eval bonus lap-pit store-pit empty-pit time depth nodes step pure ties seed opening";
constexpr std::array<Entry, 9> kEntries{{
    {"human", "a person at the terminal (kalah play and join only)", "", Kind::human,
     Algorithm::minimax, ""},
    {"random", "a random legal move", "", Kind::random, Algorithm::minimax, "seed opening"},
    {"greedy", "the move that puts the most seeds into the store now", "eval=store,depth=1",
     Kind::engine, Algorithm::alphabeta, "ties seed opening"},
    {"casual", "as people play: looks a few sowings ahead and overlooks some of what it sees",
     "depth=2,oversight=30", Kind::casual, Algorithm::alphabeta, "depth oversight seed opening"},
    {"minimax", "thesis: full search to a fixed depth", "eval=simple", Kind::engine,
     Algorithm::minimax, kLimitKeys},
    {"alphabeta", "thesis: alpha-beta with optional techniques", "eval=simple", Kind::engine,
     Algorithm::alphabeta,
     "eval bonus lap-pit store-pit empty-pit time depth nodes step pure ties seed opening order tt "
     "etc futility quiet db book"},
    {"knowledge", "thesis: knowledge-based alpha-beta",
     "eval=knowledge,limit=60,least=20,fall=1,from=root", Kind::engine, Algorithm::knowledge,
     "eval bonus lap-pit store-pit empty-pit time depth nodes step pure ties seed opening limit "
     "least fall from"},
    {"mtdf", "MTD(f) with a transposition table", "eval=store,order=tactical,tt=64M", Kind::engine,
     Algorithm::mtdf,
     "eval bonus lap-pit store-pit empty-pit time depth nodes step deepening pure ties seed "
     "opening "
     "order tt etc futility quiet db book"},
    {"champion", "all techniques combined: the strongest player",
     "eval=fitted,order=valued,memory=64M,etc=yes,futility=yes,db=default,book=default",
     Kind::engine, Algorithm::champion,
     "eval bonus time depth nodes step deepening pure ties seed opening threads memory order etc "
     "futility quiet db book"},
}};

constexpr std::string_view kLevelKeys = "seed opening";
constexpr int kDeepestCasual = 8;
constexpr std::array<Level, 10> kLevels{{
    {"level1", "beginner", "casual:depth=1,oversight=85"},
    {"level2", "novice", "casual:depth=1,oversight=68"},
    {"level3", "learner", "casual:depth=1,oversight=42"},
    {"level4", "easy", "casual:depth=2,oversight=40"},
    {"level5", "medium", "casual:depth=3,oversight=20"},
    {"level6", "skilled", "casual:depth=4,oversight=8"},
    {"level7", "strong", "casual:depth=6,oversight=4"},
    {"level8", "expert", "champion:nodes=100,memory=16M,db=none,book=none"},
    {"level9", "master", "champion:nodes=1000,memory=16M,db=none,book=none"},
    {"level10", "grandmaster", "champion:nodes=50000,memory=16M,db=none"},
}};

const Level* find_level(std::string_view name) {
    for (const Level& level : kLevels)
        if (level.name == name || level.word == name) return &level;
    return nullptr;
}

const Entry* find_entry(std::string_view name) {
    for (const Entry& entry : kEntries)
        if (entry.name == name) return &entry;
    return nullptr;
}

bool takes(std::string_view keys, std::string_view key) {
    const std::string padded = " " + std::string(keys) + " ";
    return padded.find(" " + std::string(key) + " ") != std::string::npos;
}

constexpr std::string_view kProgram = "cmd:";

/// The words of a list with blanks between them.
std::vector<std::string> words_in(std::string_view list) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(' ', at), list.size());
        words.emplace_back(list.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

/// A path, or a command such as "python3 bot.py": somebody forgot the "cmd:".
bool looks_like_command(std::string_view text) {
    const auto has = [&](char c) { return text.find(c) != std::string_view::npos; };
    return has('/') || (has(' ') && has('.') && !has('='));
}

/// What to say about a player that does not exist; `text` is all of what was given.
std::string likely_players(const std::string& name, std::string_view text) {
    if (looks_like_command(text)) return meant_command(text);
    std::vector<std::string> names;
    for (const Level& level : kLevels) {
        names.emplace_back(level.name);
        names.emplace_back(level.word);
    }
    std::string all = "there are level1 to level10, ";
    for (const Entry& entry : kEntries) {
        names.emplace_back(entry.name);
        all += std::string(entry.name) + ", ";
    }
    const std::string meant = closest_name(name, names);
    return meant.empty() ? all + std::string(kProgram) + "COMMAND" : "did you mean " + meant + "?";
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
    for (const Field& field : fields_of(spec))
        if (field.name == setting.key)
            if (const auto unfit = field.set(setting.value))
                return wrong("bad_setting",
                             setting.key + "=" + printable(setting.value) + ": " + unfit->message,
                             setting.column, {{"key", setting.key}, {"value", setting.value}});
    return std::nullopt;
}

/// Applies what was given, if the player takes these keys and each is given once.
std::optional<Error> apply_given(Spec& spec, std::string_view keys) {
    for (std::size_t i = 0; i < spec.given.size(); ++i) {
        const Spec::Given& setting = spec.given[i];
        const int column = setting.column - static_cast<int>(setting.key.size()) - 1;
        if (!takes(keys, setting.key)) {
            const std::string meant = closest_name(setting.key, words_in(keys));
            std::string known = keys.empty() ? "it takes nothing" : "it takes " + std::string(keys);
            if (!meant.empty()) known = "did you mean " + meant + "?";
            return wrong("unknown_setting",
                         spec.name + " takes no " + in_quotes(setting.key) + ": " + known, column,
                         {{"key", setting.key}});
        }
        for (std::size_t j = 0; j < i; ++j)
            if (spec.given[j].key == setting.key)
                return wrong("repeated_setting", setting.key + " is given twice", column,
                             {{"key", setting.key}});
        if (auto error = apply(spec, setting)) return error;
    }
    return std::nullopt;
}

/// What stands behind the name and its colon.
std::optional<Error> read_given(Spec& spec, std::string_view keys) {
    const std::size_t colon = spec.text.find(':');
    if (colon == std::string::npos) return std::nullopt;
    const auto given =
        parse_settings(std::string_view(spec.text).substr(colon + 1), static_cast<int>(colon) + 2);
    if (!given) return given.error();
    spec.given = *given;
    return apply_given(spec, keys);
}

/// The player that the level stands for, under the name that was given.
Result<Spec> parse_level(std::string_view text, const Level& level) {
    Spec spec = *parse_player(level.player);
    spec.text = text;
    spec.name = text.substr(0, text.find(':'));
    spec.given.clear();
    if (auto error = read_given(spec, kLevelKeys)) return *error;
    return spec;
}

/// Somebody else's program. All behind the colon is the shell's: no keys.
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

std::string meant_command(std::string_view command) {
    const std::string player = std::string(kProgram) + printable(command);
    const bool quote = player.find(' ') != std::string::npos;
    return "did you mean " + (quote ? "'" + player + "'" : player) + "?";
}

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
    std::vector<Spec::Given> settings = spec.given;
    const auto found = std::find_if(settings.begin(), settings.end(),
                                    [&](const Spec::Given& each) { return each.key == key; });
    if (found != settings.end())
        found->value = value;
    else
        settings.push_back({std::string(key), std::string(value)});
    std::string text = spec.name;
    for (const Spec::Given& setting : settings)
        text += (text == spec.name ? ":" : ",") + setting.key + "=" + setting.value;
    return text;
}

Result<Spec> parse_player(std::string_view text) {
    if (text.starts_with(kProgram)) return parse_program(text);
    const std::size_t colon = std::min(text.find(':'), text.size());
    if (const Level* level = find_level(text.substr(0, colon))) return parse_level(text, *level);
    const Entry* entry = find_entry(text.substr(0, colon));
    if (entry == nullptr) {
        const std::string name(text.substr(0, colon));
        return wrong("unknown_player",
                     "no player " + in_quotes(name) + ": " + likely_players(name, text), 1,
                     {{"name", name}});
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
    if (auto error = read_given(spec, entry->keys)) return *error;
    if (spec.kind == Kind::casual && *spec.settings.limits.depth > kDeepestCasual)
        return error_at(spec, "depth", "at most " + std::to_string(kDeepestCasual));
    if (spec.settings.techniques.etc && spec.settings.table_bytes == 0)
        return wrong("needs_table", "etc=yes needs a table: add tt=64M", 1);
    if (!spec.database_directory.empty() && value_per_seed(spec.settings.eval) == 0)
        return wrong("needs_seeds",
                     "db needs an evaluation that counts in seeds, not " +
                         std::string(to_text(spec.settings.eval)),
                     1);
    if (spec.settings.bonus && usual_bonus(spec.settings.eval) == 0)
        return error_at(spec, "bonus",
                        std::string(to_text(spec.settings.eval)) +
                            " gives nothing for moving again: use eval=again or eval=long-turn");
    if (spec.settings.weights != KnowledgeWeights{} && spec.settings.eval != EvalId::knowledge &&
        spec.settings.eval != EvalId::knowledge_both)
        return wrong(
            "needs_knowledge",
            "lap-pit, store-pit and empty-pit need eval=knowledge or knowledge-both, not " +
                std::string(to_text(spec.settings.eval)),
            1);
    auto& limits = spec.settings.limits;
    if (!spec.settings.deepening && !limits.depth)
        return wrong("needs_depth", "deepening=no needs a depth: add depth=8", 1);
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

std::span<const Level> levels() {
    return kLevels;
}

std::vector<Listing> list_players() {
    std::vector<Listing> all;
    for (const Entry& entry : kEntries) {
        Listing& listing =
            all.emplace_back(Listing{entry.name, entry.meaning, std::string(entry.defaults), {}});
        for (const KeyListing& key : list_keys())
            if (takes(entry.keys, key.name)) listing.keys.push_back(key.name);
        if (entry.kind == Kind::engine && !parse_player(entry.name)->settings.limits.depth)
            listing.defaults += ",time=1s";
    }
    all.push_back({"cmd:COMMAND", "another program that speaks KGP: docs/programs.md", "", {}});
    return all;
}

std::vector<KeyListing> list_keys() {
    // Listings refer to the texts of fields that stay.
    static const std::vector<Field> kFields = [] {
        static Spec unused;
        return fields_of(unused);
    }();
    std::vector<KeyListing> all;
    all.reserve(kFields.size());
    for (const Field& field : kFields)
        all.push_back(
            {field.name, field.is_flag() ? "yes|no" : std::string_view(field.value), field.help});
    return all;
}

}  // namespace kalah::players
