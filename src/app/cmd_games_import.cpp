// kalah games import: other people's games into the store, in one transaction.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "base/descriptor.hpp"
#include "client/game_log.hpp"
#include "kalah/notation.hpp"
#include "referee/game_input.hpp"
#include "report/text.hpp"

namespace kalah::app {
namespace {

enum class Format : std::uint8_t { automatic, kgp, moves, game, json };
const std::vector<std::pair<std::string_view, Format>> kFormats{{"auto", Format::automatic},
                                                                {"kgp", Format::kgp},
                                                                {"moves", Format::moves},
                                                                {"game", Format::game},
                                                                {"json", Format::json}};

struct ImportGamesOptions {
    CommonOptions common;
    std::vector<std::string> files;
    std::optional<std::string> store;
    std::optional<std::string> board;
    std::optional<std::string> player;
    std::optional<std::string> opponent;
    Format format = Format::automatic;
    bool strict = false;
    bool again = false;
};

constexpr std::string_view kGameHeading = "kalah-game 1";
constexpr std::size_t kMostShown = 20;  // errors

/// All of a file, or of standard input up to its end.
Result<std::string> whole_input(const std::string& file, const std::string& name) {
    const Descriptor opened(file == "-" ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (file != "-" && !opened.is_open()) return Error{name + ": " + std::strerror(errno)};
    const int from = file == "-" ? STDIN_FILENO : opened.number();
    std::string text;
    std::array<char, std::size_t{1} << 16> buffer{};
    while (!interrupted()) {
        const ssize_t got = ::read(from, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error{name + ": " + std::strerror(errno)};
        if (got == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Blank, or a remark.
bool is_empty(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == line.npos || line[first] == '#';
}

/// A log is known by a version or a position in it, the others by how their first line begins.
Format format_of(const std::vector<std::string_view>& lines) {
    Format format = Format::automatic;
    for (const std::string_view line : lines) {
        if (format == Format::automatic && !is_empty(line))
            format = line.starts_with(kGameHeading) ? Format::game
                     : line.starts_with('{')        ? Format::json
                                                    : Format::moves;
        if (format == Format::game || format == Format::json) break;
        const std::string_view text = client::message_in(line);
        if (text.empty()) continue;
        const auto message = kgp::parse_message(text);
        if (std::holds_alternative<kgp::Kgp>(message->command) ||
            std::holds_alternative<kgp::State>(message->command))
            return Format::kgp;
    }
    return format;
}

ReadGame read_game(int line, Result<GameRecord> record) {
    if (record) return {line, record.take(), std::nullopt};
    Error error = record.error();
    error.line += error.line == 0 ? line : line - 1;
    return {line, std::nullopt, std::move(error)};
}

/// A text of kalah-game; what it says of no player comes from the defaults.
Result<GameRecord> parse_game_text(const std::string& text, const GameDefaults& defaults) {
    auto game = parse_game(text);
    if (!game) return game.error();
    GameRecord record{game.take(), defaults.names};
    record.ending = record.game.over() ? Ending::finished : Ending::stopped;
    return record;
}

/// Texts of kalah-game, one after the other.
std::vector<ReadGame> read_texts(const std::vector<std::string_view>& lines,
                                 const GameDefaults& defaults) {
    std::vector<ReadGame> games;
    for (std::size_t i = 0; i < lines.size();) {
        if (is_empty(lines[i])) {
            ++i;
            continue;
        }
        const int line = static_cast<int>(i) + 1;
        std::string text;
        do {
            text += std::string(lines[i]) + '\n';
            ++i;
        } while (i < lines.size() && !lines[i].starts_with(kGameHeading) && !is_empty(lines[i]));
        games.push_back(read_game(line, parse_game_text(text, defaults)));
    }
    return games;
}

Result<GameRecord> parse_json_line(std::string_view line) {
    const auto json = Json::parse(line);
    return json ? parse_record(*json) : json.error();
}

std::vector<ReadGame> read_games(const std::string& text, Format format,
                                 const GameDefaults& defaults) {
    const std::vector<std::string_view> lines = lines_of(text);
    if (format == Format::game) return read_texts(lines, defaults);
    if (format == Format::kgp) {
        client::GameLog log(defaults);
        for (const std::string_view line : lines) log.add(line);
        return log.finish();
    }
    std::vector<ReadGame> games;
    for (std::size_t i = 0; i < lines.size() && !interrupted(); ++i)
        if (!is_empty(lines[i]))
            games.push_back(
                read_game(static_cast<int>(i) + 1, format == Format::json
                                                       ? parse_json_line(lines[i])
                                                       : parse_game_line(lines[i], defaults)));
    return games;
}

struct Import {
    std::vector<GameRecord> games;
    Json errors = Json::array();
    std::size_t bad = 0;
};

void read_input(const ImportGamesOptions& options, const std::string& file,
                const GameDefaults& defaults, Import& import) {
    const std::string name = file == "-" ? "standard input" : file;
    const std::string text = or_failure(whole_input(file, name));
    const Format format =
        options.format == Format::automatic ? format_of(lines_of(text)) : options.format;
    std::vector<ReadGame> games = read_games(text, format, defaults);
    if (games.empty() && !interrupted()) throw failure(name + ": there are no games in it");
    for (ReadGame& game : games) {
        if (game.record) {
            import.games.push_back(std::move(*game.record));
            continue;
        }
        import.errors.push(Json()
                               .set("file", name)
                               .set("line", game.error->line)
                               .set("column", game.error->column)
                               .set("message", game.error->message));
        if (++import.bad <= kMostShown) failed("games import", name + ", " + to_text(*game.error));
    }
}

GameDefaults defaults_of(const ImportGamesOptions& options) {
    GameDefaults defaults;
    const Preset preset = or_usage_error(chosen_rules(options.common));
    defaults.rules = preset.rules;
    if (options.board) {
        const auto start = parse_start(*options.board);
        if (!start)
            throw usage_error("--board " + in_quotes(*options.board) + ", " +
                              to_text(start.error()));
        defaults.start = *start;
    }
    defaults.names = {{options.player.value_or("unknown"), options.opponent.value_or("unknown")}};
    return defaults;
}

/// "2 games imported, numbers 7 to 8; 1 is in the store already"
std::string summary(const std::vector<store::StoredGameId>& numbers, std::size_t known) {
    std::string text = report::counted(numbers.size(), "game") + " imported";
    if (numbers.size() == 1) text += fmt::format(", number {}", numbers.front());
    if (numbers.size() > 1)
        text += fmt::format(", numbers {} to {}", numbers.front(), numbers.back());
    if (known > 0)
        text += fmt::format("; {} {} in the store already", known, known == 1 ? "is" : "are");
    return text;
}

void import_games(const ImportGamesOptions& options) {
    const GameDefaults defaults = defaults_of(options);
    stop_on_signals();
    Import import;
    for (const std::string& file : options.files) read_input(options, file, defaults, import);
    if (import.bad > kMostShown)
        failed("games import", fmt::format("and {} more", import.bad - kMostShown));
    if (interrupted()) throw failure("interrupted: nothing was imported");
    if (import.bad > 0 && options.strict)
        throw failure(fmt::format("nothing was imported: {} of {} cannot be read", import.bad,
                                  report::counted(import.bad + import.games.size(), "game")));
    const auto opened = or_failure(chosen_store(options.store, store::Access::write));
    const auto numbers = or_failure(
        opened->import_games(import.games, options.again ? store::Known::add : store::Known::skip));
    const std::size_t known = import.games.size() - numbers.size();
    if (options.common.json) {
        print_json(Json()
                       .set("games", import.games.size() + import.bad)
                       .set("imported", numbers.size())
                       .set("known", known)
                       .set("bad", import.bad)
                       .set("first", numbers.empty() ? Json() : Json(numbers.front()))
                       .set("last", numbers.empty() ? Json() : Json(numbers.back()))
                       .set("errors", std::move(import.errors)));
    } else {
        fmt::print("{}\n", summary(numbers, known));
    }
    if (import.bad > 0)
        throw failure(fmt::format("left out {} of {}, which cannot be read", import.bad,
                                  report::counted(import.bad + import.games.size(), "game")));
}

void declare_import_games(Arguments& arguments, ImportGamesOptions& options) {
    arguments.positionals("file", options.files, "files with games; - reads standard input");
    arguments.field(
        choice_field<Format>("format", options.format, kFormats, "of the files (default: auto)"));
    arguments.field(
        flag_field("strict", options.strict, "import nothing if a game cannot be read"));
    arguments.field(
        flag_field("again", options.again, "import games that are in the store already, too"));
    arguments.field(text_field("player", "NAME", options.player,
                               "name of south, or of the player whose log it is, where the file\n"
                               "has none (default: unknown)"));
    arguments.field(
        text_field("opponent", "NAME", options.opponent, "the same for the other player"));
    arguments.field(text_field("board", "SIZE", options.board,
                               "size or position of lists of moves that have none"));
    arguments.field(
        text_field("store", "FILE", options.store,
                   "store of games (default: $XDG_DATA_HOME/kalah/games.sqlite, else in\n"
                   "~/.local/share)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_games_import(Program& program) {
    program.add<ImportGamesOptions>(
        {"games import", "read other people's games into the store",
         "Examples:\n"
         "  kalah games import bot.log --player mybot\n"
         "  kalah games import games.txt --rules empty-capture --strict\n"
         "  kalah games export --all --json | kalah games import - --store other.sqlite\n"
         "Formats: kgp, the log of a KGP client; moves, a game a line ('6x4 standard 3-6 2\n"
         "south=Ann north=Bo result=30-18'); game and json, as 'kalah games export' writes them.\n"
         "Games that cannot be read are reported with their line and left out. All others are\n"
         "imported together, or none; those that are in the store already are left out."},
        declare_import_games, import_games);
}

}  // namespace kalah::app
