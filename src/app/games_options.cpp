#include "app/games_options.hpp"

#include <chrono>
#include <ctime>

#include <fmt/core.h>

#include "app/move_report.hpp"
#include "kalah/notation.hpp"
#include "players/values.hpp"

namespace kalah::app {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

Json time_or_null(store::Milliseconds time) {
    return time > 0 ? Json(utc_time(time)) : Json();
}

Json result_json(bool decided, int south, int north) {
    if (!decided) return {};
    return Json()
        .set("south", south)
        .set("north", north)
        .set("winner", south > north   ? "south"
                       : south < north ? "north"
                                       : "draw");
}

/// "3d" or "2h" as milliseconds.
std::optional<std::int64_t> parse_age(const std::string& text) {
    if (text.size() < 2) return std::nullopt;
    const std::int64_t unit = text.back() == 'd'   ? kDay
                              : text.back() == 'h' ? kHour
                              : text.back() == 'm' ? kMinute
                                                   : 0;
    const auto count = players::parse_number(text.substr(0, text.size() - 1), 1, 100'000);
    if (unit == 0 || !count) return std::nullopt;
    return static_cast<std::int64_t>(*count) * unit;
}

Json moves_json(const GameRecord& record) {
    Json moves = Json::array();
    for (std::size_t i = 0; i < record.game.played().size(); ++i) {
        const MoveResult& played = record.game.played()[i];
        const MoveNote note = i < record.notes.size() ? record.notes[i] : MoveNote{};
        Json move;
        move.set("side", to_text(played.mover))
            .set("pit", played.pit + 1)
            .set("seconds", note.seconds)
            .set("chosen_by", by_referee(note.source) ? "referee" : "player");
        if (!note.comment.empty()) move.set("comment", note.comment);
        moves.push(move);
    }
    return moves;
}

}  // namespace

void declare_store(Arguments& arguments, StoreOptions& options) {
    arguments.option("--store", "FILE", options.file,
                     "the store (default $XDG_DATA_HOME/kalah/games.sqlite, else below\n"
                     "~/.local/share)");
    arguments.flag("--json", options.json, "print for programs: one JSON object a line");
}

Result<std::shared_ptr<store::Store>> chosen_store(const std::optional<std::string>& file,
                                                   store::Access access,
                                                   std::chrono::milliseconds patience) {
    return store::Store::open(file.value_or(store::default_store_path()), access,
                              now_milliseconds(), patience);
}

void declare_stored_game(Arguments& arguments, StoredGameOptions& options) {
    arguments.positional("game", options.game, "its number, see 'kalah games list'",
                         Arguments::Need::required);
    declare_store(arguments, options.store);
    declare_drawing(arguments, options.drawing);
}

Result<store::StoredGame> chosen_game(const StoreOptions& options, store::GameId number) {
    const auto opened = chosen_store(options.file, store::Access::read);
    if (!opened) return opened.error();
    return (*opened)->load(number);
}

Result<store::GameId> parse_game_number(const std::string& text) {
    const auto number = players::parse_number(text, 1, 1'000'000'000'000'000);
    if (!number) return Error{"game " + in_quotes(text) + ": " + number.error().message};
    return static_cast<store::GameId>(*number);
}

store::Milliseconds now_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string local_time(store::Milliseconds time) {
    const auto seconds = static_cast<std::time_t>(time / kSecond);
    std::tm parts{};
    if (::localtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

std::string utc_time(store::Milliseconds time) {
    const auto seconds = static_cast<std::time_t>(time / kSecond);
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       time % kSecond);
}

Result<store::Milliseconds> parse_since(const std::string& text, store::Milliseconds now) {
    if (const auto age = parse_age(text)) return now - *age;
    std::tm parts{};
    const char* end = ::strptime(text.c_str(), "%Y-%m-%d", &parts);
    if (end != nullptr && *end == ' ') end = ::strptime(end, " %H:%M", &parts);
    if (end == nullptr || *end != '\0')
        return Error{
            in_quotes(text) +
            " is no time: write 2026-11-16, \"2026-11-16 05:46\", or an age like 2h or 3d"};
    const std::chrono::year_month_day day{
        std::chrono::year(parts.tm_year + 1900),
        std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)),
        std::chrono::day(static_cast<unsigned>(parts.tm_mday))};
    if (!day.ok()) return Error{in_quotes(text) + " is no time: there is no such day"};
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

Json summary_json(const store::GameSummary& game) {
    return Json()
        .set("game", game.id)
        .set("origin", game.origin)
        .set("south", game.names[0])
        .set("north", game.names[1])
        .set("rules", game.rules)
        .set("start", game.start)
        .set("started", time_or_null(game.started))
        .set("finished", time_or_null(game.finished))
        .set("ending", name(game.ending))
        .set("result", result_json(game.ending == Ending::finished || game.loser, game.points[0],
                                   game.points[1]))
        .set("moves", game.plies)
        .set("faults", game.faults);
}

Json stored_game_json(const store::StoredGame& game) {
    const GameRecord& record = game.record;
    Json faults = Json::array();
    for (const Fault& fault : record.faults)
        faults.push(Json()
                        .set("ply", fault.ply)
                        .set("side", to_text(fault.side))
                        .set("kind", name(fault.kind))
                        .set("text", fault.text));
    return Json()
        .set("game", game.id)
        .set("origin", game.origin)
        .set("south", record.name_of(Side::south))
        .set("north", record.name_of(Side::north))
        .set("rules", to_text(record.game.rules()))
        .set("start", start_text(record.game.start()))
        .set("moves", moves_text(record.game))
        .set("position", to_text(record.game.board()))
        .set("started", time_or_null(record.started))
        .set("finished", time_or_null(record.finished))
        .set("ending", name(record.ending))
        .set("result",
             result_json(record.decided(), record.points(Side::south), record.points(Side::north)))
        .set("played", moves_json(record))
        .set("faults", faults);
}

}  // namespace kalah::app
