#include "app/games_options.hpp"

#include <chrono>
#include <ctime>

#include <fmt/core.h>

#include "app/terminal/move_report.hpp"
#include "kalah/notation.hpp"
#include "system/values.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

/// "3d" or "2h" as milliseconds.
std::optional<std::int64_t> parse_age(const std::string& text) {
    if (text.size() < 2) return std::nullopt;
    const std::int64_t unit = text.back() == 'd'   ? kDay
                              : text.back() == 'h' ? kHour
                              : text.back() == 'm' ? kMinute
                                                   : 0;
    const auto count = parse_number(text.substr(0, text.size() - 1), 1, 100'000);
    if (unit == 0 || !count) return std::nullopt;
    return static_cast<std::int64_t>(*count) * unit;
}

}  // namespace

void declare_store(Arguments& arguments, StoreOptions& options) {
    arguments.field(text_field("store", "FILE", options.file,
                               "store of games, also postgresql://USER@HOST/DATABASE (default\n"
                               "$XDG_DATA_HOME/kalah/games.sqlite, else in ~/.local/share)"));
    declare_json(arguments, options.json);
}

Result<std::shared_ptr<store::Store>> chosen_store(const std::optional<std::string>& file,
                                                   store::Access access,
                                                   std::chrono::milliseconds patience) {
    return store::Store::open(file.value_or(store::default_store_path()), access,
                              now_milliseconds(), patience);
}

void declare_stored_tournament(Arguments& arguments, std::optional<std::string>& store,
                               std::optional<store::TournamentId>& tournament) {
    arguments.field(required(text_field("store", "FILE", store, "the store with the tournament")));
    arguments.field(
        number_field("tournament", tournament, {1, 1'000'000'000},
                     "its number (default: the newest that is not finished, else the newest)"));
}

void declare_stored_game(Arguments& arguments, StoredGameOptions& options) {
    arguments.positional("game", options.game, "number of the game, see 'kalah games list'",
                         Arguments::Need::required);
    declare_store(arguments, options.store);
    declare_drawing(arguments, options.drawing);
}

Result<store::StoredGame> chosen_game(const StoreOptions& options, store::StoredGameId number) {
    const auto opened = chosen_store(options.file, store::Access::read);
    if (!opened) return opened.error();
    return (*opened)->load(number);
}

Result<store::StoredGameId> parse_game_number(const std::string& text) {
    const auto number = parse_number(text, 1, 1'000'000'000'000'000);
    if (!number) return Error{"game " + in_quotes(text) + ": " + number.error().message};
    return static_cast<store::StoredGameId>(*number);
}

std::string local_time(store::Milliseconds time) {
    if (time == 0) return "-";
    const auto seconds = static_cast<std::time_t>(time / kSecond);
    std::tm parts{};
    if (::localtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

Result<store::Milliseconds> parse_since(const std::string& text, store::Milliseconds now) {
    if (const auto age = parse_age(text)) return now - *age;
    std::tm parts{};
    const char* end = ::strptime(text.c_str(), "%Y-%m-%d", &parts);
    if (end != nullptr && *end == ' ') end = ::strptime(end, " %H:%M", &parts);
    if (end == nullptr || *end != '\0')
        return Error{
            in_quotes(text) +
            " is not a time: write 2026-11-16, \"2026-11-16 05:46\", or an age such as 2h or 3d"};
    const std::chrono::year_month_day day{
        std::chrono::year(parts.tm_year + 1900),
        std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)),
        std::chrono::day(static_cast<unsigned>(parts.tm_mday))};
    if (!day.ok()) return Error{in_quotes(text) + " is not a valid date"};
    parts.tm_isdst = -1;
    return static_cast<store::Milliseconds>(std::mktime(&parts)) * kSecond;
}

std::string result_text(const store::GameSummary& game) {
    if (game.ending != Ending::finished && !game.loser) return "-";
    return fmt::format("{}-{}", game.points[0], game.points[1]);
}

const char* chooser_text(const MoveNote& note) {
    return by_referee(note.source) ? " (chosen by the referee)" : "";
}

std::string ending_text(const GameRecord& record) {
    if (record.ending == Ending::finished) return status(record.game.board(), true);
    if (!record.loser) return std::string(name(record.ending));
    const std::string why =
        record.faults.empty() ? "" : ": " + printable(record.faults.back().text);
    return fmt::format("{} wins, {} has lost by a fault ({}{})", to_text(opponent(*record.loser)),
                       to_text(*record.loser), name(record.ending), why);
}

}  // namespace kalah::app
