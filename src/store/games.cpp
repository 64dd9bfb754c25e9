#include "store/games.hpp"

#include <cstdlib>

#include "base/text.hpp"
#include "kalah/notation.hpp"
#include "referee/game_json.hpp"
#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

/// Rules, first position and moves, played again.
Result<Game> read_game(const GameSummary& summary, const std::string& moves) {
    const auto start = read_start(summary.rules, summary.start);
    if (!start) return start.error();
    Game game = *start;
    if (const auto played = game.play_text(moves); !played)
        return Error{"moves " + in_quotes(moves) + ", " + to_text(played.error())};
    return game;
}

std::optional<Error> add_comments(Connection& database, StoredGameId id, GameRecord& record) {
    auto rows = query(database, "SELECT ply, text FROM comments WHERE game = ?", id);
    while (rows->step()) {
        const auto ply = rows->integer(0);
        if (ply < 0 || ply >= static_cast<std::int64_t>(record.notes.size()))
            return Error{"a comment on a move that was not played"};
        record.notes[static_cast<std::size_t>(ply)].comment = rows->text(1);
    }
    return std::nullopt;
}

std::optional<Error> add_faults(Connection& database, StoredGameId id, GameRecord& record) {
    auto rows = query(
        database, "SELECT ply, side, kind, text FROM faults WHERE game = ? ORDER BY number", id);
    while (rows->step()) {
        std::int64_t ply = 0;
        std::string side_text, kind_text, text;
        fetch(*rows, ply, side_text, kind_text, text);
        const auto side = parse_side(side_text);
        const auto kind = parse_fault_kind(kind_text);
        if (ply < 0 || !side || !kind)
            return Error{"unknown fault " + in_quotes(kind_text) + " of " + in_quotes(side_text)};
        record.faults.push_back({static_cast<std::size_t>(ply), *side, *kind, text});
    }
    return std::nullopt;
}

Result<StoredGame> read_record(Connection& database, const Statement& row) {
    const auto summary = read_summary(row);
    if (!summary) return summary.error();
    const auto game = read_game(*summary, row.text(kSummaryColumns));
    if (!game) return game.error();
    const auto times = parse_times(row.text(kSummaryColumns + 1));
    if (!times) return Error{"times, " + to_text(times.error())};
    if (times->size() > game->played().size()) return Error{"more times than moves"};

    GameRecord record{*game, {summary->names}, *times};
    record.ending = summary->ending;
    record.loser = summary->loser;
    record.started = summary->started;
    record.finished = summary->finished;
    if ((record.ending == Ending::finished) != game->over() && !record.loser)
        return Error{"the ending and the moves do not fit"};
    if (record.decided() && (record.points(Side::south) != summary->points[0] ||
                             record.points(Side::north) != summary->points[1]))
        return Error{"the result and the moves do not fit"};
    if (const auto error = add_comments(database, summary->id, record)) return *error;
    if (const auto error = add_faults(database, summary->id, record)) return *error;
    return StoredGame{summary->id, summary->origin, std::move(record)};
}

/// The comparisons without case are for the index.
constexpr const char* kExactNameFirst = R"sql(
AND (south = ?5 OR north = ?5 OR NOT EXISTS (
    SELECT 1 FROM games WHERE (lower(south) = ?1 AND south = ?5)
    OR (lower(north) = ?1 AND north = ?5))))sql";

/// The condition that the player of a filter sits on one side, with what else it says of them.
std::string of_player(const GameFilter& filter, const std::string& own, const std::string& their) {
    std::string text = "(lower(" + own + ") = ?1";
    if (filter.kind == PlayerKind::person)
        text = "(" + own + "_kind = 2 AND " + own +
               "_identity = (SELECT id FROM identities WHERE person = 1 AND lower(name) = ?1)";
    else if (filter.kind == PlayerKind::program)
        text += " AND " + own + "_kind = 3";
    else if (filter.kind)
        text += " AND " + own + "_kind < 2";
    if (filter.opponent) text += " AND lower(" + their + ") = ?8";
    if (filter.result) {
        constexpr std::array<const char*, 3> kCompared{" > ", " = ", " < "};
        text += " AND ending IN ('finished', 'illegal', 'gone', 'timeout', 'resigned') AND " + own +
                "_points" + kCompared[static_cast<std::size_t>(*filter.result)] + their + "_points";
    }
    return text + ")";
}

}  // namespace

Result<std::vector<StoredGameId>> SqlStore::begin_games(std::span<const NewGame> games) {
    return read<std::vector<StoredGameId>>([&] {
        Transaction transaction(database_);
        const Rows insert = database_.prepare(
            "INSERT INTO games (id, origin, referee, south, north, south_identity, north_identity, "
            "south_kind, north_kind, rules, start, started) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        StoredGameId id = next_number(database_, "games", games.size());
        std::vector<StoredGameId> ids;
        for (const auto& [record, given, origin] : games) {
            PerSide<Seated> seated = given;
            const auto names = present_names(database_, record, seated);
            run(*insert, id, origin, database_.referee(), names[0], names[1], seated[0].identity,
                seated[1].identity, seated[0].kind, seated[1].kind, to_text(record.game.rules()),
                start_text(record.game.start()), record.started);
            ids.push_back(id++);
        }
        transaction.commit();
        return ids;
    });
}

Result<std::vector<GameSummary>> SqlStore::list(const GameFilter& filter) {
    return read<std::vector<GameSummary>>([&]() -> Result<std::vector<GameSummary>> {
        std::string text = std::string("SELECT ") + kSummary + " FROM games WHERE true";
        if (filter.player)
            text += " AND (" + of_player(filter, "south", "north") + " OR " +
                    of_player(filter, "north", "south") + ")";
        if (filter.player && filter.exact_name_first) text += kExactNameFirst;
        if (filter.since) text += " AND started >= ?2";
        if (filter.before) text += " AND id < ?3";
        if (filter.origin) text += " AND origin = ?4";
        if (filter.rules) text += " AND rules = ?6";
        if (filter.until) text += " AND started < ?7";
        const auto lower = [](const std::optional<std::string>& name) {
            return name ? std::optional(lower_case(*name)) : std::nullopt;
        };
        auto rows = query(database_, text + " ORDER BY id DESC LIMIT ?9", lower(filter.player),
                          filter.since, filter.before, filter.origin, filter.player, filter.rules,
                          filter.until, lower(filter.opponent), filter.limit);
        std::vector<GameSummary> games;
        while (rows->step()) {
            const auto game = read_summary(*rows);
            if (!game) return in_game(path_, rows->integer(0), game.error());
            games.push_back(*game);
        }
        return games;
    });
}

Result<std::vector<StoredGameId>> SqlStore::numbers() {
    return read<std::vector<StoredGameId>>(
        [&] { return column<StoredGameId>(query(database_, "SELECT id FROM games ORDER BY id")); });
}

Result<StoredGame> SqlStore::load(StoredGameId id) {
    return read<StoredGame>([&]() -> Result<StoredGame> {
        auto row =
            query(database_,
                  std::string("SELECT ") + kSummary + ", moves, times FROM games WHERE id = ?", id);
        if (!row->step())
            return Error{path_ + ": there is no game " + std::to_string(id) +
                         " ('kalah games list' shows them)"};
        auto game = read_record(database_, *row);
        if (!game) return in_game(path_, id, game.error());
        if (lacks("notes")) return game;
        StoredGame found = game.take();
        const auto factor = column<std::string>(
            query(database_, "SELECT text FROM notes WHERE key = ?", time_factor_key(id)));
        if (!factor.empty()) found.time_factor = std::strtod(factor.front().c_str(), nullptr);
        return found;
    });
}

std::optional<WriteError> SqlStore::add_evals(std::span<const EvalAnswer> answers) {
    return write([&] {
        const Rows insert = database_.prepare(
            "INSERT INTO evals (id, identity, name, rules, position, value, champion, "
            "champion_exact, answered) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        auto id = next_number(database_, "evals", answers.size());
        for (const EvalAnswer& answer : answers)
            run(*insert, id++, answer.identity, answer.name, to_text(answer.rules),
                to_text(answer.position), answer.value, answer.champion, answer.champion_exact,
                answer.answered);
    });
}

Result<std::vector<EvalAnswer>> SqlStore::evals(std::size_t limit) {
    return read<std::vector<EvalAnswer>>([&]() -> Result<std::vector<EvalAnswer>> {
        auto rows = query(
            database_,
            "SELECT rules, position, identity, name, value, champion, champion_exact, answered "
            "FROM evals ORDER BY id DESC LIMIT ?",
            limit);
        std::vector<EvalAnswer> answers;
        while (rows->step()) {
            const auto rules = parse_rules(rows->text(0));
            const auto position = parse_position(rows->text(1));
            if (!rules || !position)
                return Error{path_ + ": an answer on " + in_quotes(rows->text(1)) +
                             ", which is no position"};
            EvalAnswer& answer = answers.emplace_back();
            answer.rules = rules->rules;
            answer.position = *position;
            fetch_from(2, *rows, answer.identity, answer.name, answer.value, answer.champion,
                       answer.champion_exact, answer.answered);
        }
        return answers;
    });
}

Json summary_json(const GameSummary& game) {
    const bool decided = game.ending == Ending::finished || game.loser;
    return Json::object()
        .set("number", game.id)
        .set("origin", game.origin)
        .set("names", names_json(game.names))
        .set("rules", game.rules)
        .set("start", game.start)
        .set("started", time_json(game.started))
        .set("finished", time_json(game.finished))
        .set("ending", name(game.ending))
        .set("loser", side_json(game.loser))
        .set("points", decided ? result_json(game.points[0], game.points[1]) : Json())
        .set("plies", game.plies)
        .set("fault_count", game.faults);
}

Json stored_json(const StoredGame& game) {
    Json json = record_json(game.record).set("number", game.id).set("origin", game.origin);
    if (game.time_factor != 1) json.set("time_factor", game.time_factor);
    return json;
}

}  // namespace kalah::store
