#include "store/game_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kalah/notation.hpp"
#include "store/sql.hpp"

namespace kalah::store {
namespace {

constexpr double kMicroseconds = 1e6;
constexpr double kLongest = 1e15;  // some thirty years

/// The letter behind the time of a move, by MoveSource; a player has none.
constexpr std::string_view kLetters = " sbdpofr";

/// The columns that a game gets when it ends; run_ended() binds their values.
constexpr const char* kEnded =
    "finished, ending, loser, south_points, north_points, plies, moves, times";

/// Runs a statement whose first parameters are the columns of kEnded.
template <class... Values>
int run_ended(Connection& database, const std::string& text, const GameRecord& record,
              const Values&... values) {
    std::optional<std::string> loser;
    if (record.loser) loser = to_text(*record.loser);
    return run(database, text, record.finished, name(record.ending), loser,
               record.points(Side::south), record.points(Side::north), record.game.played().size(),
               moves_text(record.game), times_text(record.notes), values...);
}

void insert_comments_and_faults(Connection& database, StoredGameId id, const GameRecord& record) {
    const Rows comment = database.prepare("INSERT INTO comments VALUES (?, ?, ?)");
    for (std::size_t ply = 0; ply < record.notes.size(); ++ply)
        if (!record.notes[ply].comment.empty()) run(*comment, id, ply, record.notes[ply].comment);
    const Rows insert = database.prepare("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)");
    std::int64_t number = 0;
    for (const Fault& fault : record.faults)
        run(*insert, id, number++, fault.ply, to_text(fault.side), name(fault.kind), fault.text);
}

}  // namespace

std::optional<Side> parse_side(const std::string& text) {
    for (const Side side : kBothSides)
        if (text == to_text(side)) return side;
    return std::nullopt;
}

Result<GameSummary> read_summary(const Statement& row) {
    GameSummary game;
    std::string ending_text;
    std::optional<std::string> loser;
    fetch(row, game.id, game.origin, game.names[0], game.names[1], game.rules, game.start,
          game.started, game.finished, ending_text, loser, game.points[0], game.points[1],
          game.plies, game.faults);
    const auto ending = parse_ending(ending_text);
    if (!ending) return Error{"unknown ending " + in_quotes(ending_text)};
    game.ending = *ending;
    if (loser) game.loser = parse_side(*loser);
    if (loser && !game.loser) return Error{"unknown side " + in_quotes(*loser)};
    if (game.loser.has_value() != is_loss(game.ending))
        return Error{"the ending and the loser do not fit"};
    return game;
}

Error in_game(const std::string& path, StoredGameId id, const Error& error) {
    return Error{path + ", game " + std::to_string(id) + ": " + error.message};
}

std::int64_t microseconds(double seconds) {
    const double time = std::clamp(seconds * kMicroseconds, 0.0, kLongest);
    return std::llround(std::isnan(time) ? 0.0 : time);
}

double seconds_of(std::int64_t microseconds) {
    return static_cast<double>(microseconds) / kMicroseconds;
}

std::string times_text(const std::vector<MoveNote>& notes) {
    std::string text;
    for (const MoveNote& note : notes) {
        if (!text.empty()) text += ' ';
        text += std::to_string(microseconds(note.seconds));
        if (const char letter = kLetters[static_cast<std::size_t>(note.source)]; letter != ' ')
            text += letter;
        if (note.depth > 0 || note.takeover > 0) text += ':' + std::to_string(note.depth);
        if (note.takeover > 0) text += ':' + std::to_string(note.takeover);
    }
    return text;
}

Result<std::vector<MoveNote>> parse_times(std::string_view text) {
    std::vector<MoveNote> notes;
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto here = [&] { return static_cast<int>(at - text.data()) + 1; };
    while (at != end) {
        std::uint64_t time = 0;
        const auto [next, code] = std::from_chars(at, end, time);
        if (code != std::errc() || static_cast<double>(time) > kLongest)
            return Error{"expected a time in microseconds", here()};
        at = next;
        MoveNote& note = notes.emplace_back();
        note.seconds = seconds_of(static_cast<std::int64_t>(time));
        if (const auto letter = at == end ? kLetters.npos : kLetters.find(*at, 1);
            letter != kLetters.npos) {
            note.source = static_cast<MoveSource>(letter);
            ++at;
        }
        for (int* number : {&note.depth, &note.takeover}) {
            if (at == end || *at != ':') break;
            const auto [behind, wrong] = std::from_chars(++at, end, *number);
            if (wrong != std::errc() || *number < 0) return Error{"expected a depth", here()};
            at = behind;
        }
        if (at == end) break;
        if (*at != ' ' || ++at == end) return Error{"expected a blank and a time", here()};
    }
    return notes;
}

Result<Game> read_start(const std::string& rules_text, const std::string& start_text) {
    const auto rules = parse_rules(rules_text);
    if (!rules) return Error{"rules " + in_quotes(rules_text) + ": " + rules.error().message};
    const auto start = parse_start(start_text);
    if (!start) return Error{"start " + in_quotes(start_text) + ", " + to_text(start.error())};
    return Game(rules->rules, *start);
}

PerSide<std::string> present_names(Connection& database, const GameRecord& record,
                                   PerSide<Seated>& seated) {
    PerSide<std::string> names{};
    for (const Side side : kBothSides) {
        names[side] = record.name_of(side);
        std::optional<IdentityId>& identity = seated[side].identity;
        if (!identity) continue;
        if (value<int>(database, "SELECT count(*) FROM identities WHERE id = ?", *identity) > 0)
            continue;
        identity.reset();
        names[side] = kForgotten;
    }
    return names;
}

void insert_finished(Connection& database, StoredGameId id, const std::string& origin,
                     const GameRecord& record, PerSide<Seated> seated) {
    const auto names = present_names(database, record, seated);
    run_ended(database,
              std::string("INSERT INTO games (") + kEnded +
                  ", id, origin, south, north, south_identity, north_identity, south_kind, "
                  "north_kind, rules, start, started) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              record, id, origin, names[0], names[1], seated[0].identity, seated[1].identity,
              seated[0].kind, seated[1].kind, to_text(record.game.rules()),
              start_text(record.game.start()), record.started);
    insert_comments_and_faults(database, id, record);
}

bool complete_game(Connection& database, StoredGameId id, const GameRecord& record) {
    const int changed = run_ended(database,
                                  std::string("UPDATE games SET referee = NULL, (") + kEnded +
                                      ") = (?, ?, ?, ?, ?, ?, ?, ?) "
                                      "WHERE id = ? AND referee IS NOT NULL",
                                  record, id);
    if (changed != 1) return false;
    insert_comments_and_faults(database, id, record);
    run(database, "DELETE FROM journal WHERE game = ?", std::to_string(id));
    return true;
}

void abort_game(Connection& database, StoredGameId id, Milliseconds now) {
    auto row = query(database, "SELECT rules, start FROM games WHERE id = ?", id);
    if (!row->step()) return;
    if (const auto start = read_start(row->text(0), row->text(1))) {
        GameRecord record{*start};
        for (const SavedMove& move : journal_of(database, std::to_string(id))) {
            if (record.game.over() || record.game.validate(move.pit)) break;
            record.play(move.pit, move.note);
        }
        record.finished = now;
        if (record.ending == Ending::running) record.ending = Ending::aborted;
        if (complete_game(database, id, record)) return;
    }
    // Damaged rows must not keep the store from opening.
    run(database, "UPDATE games SET ending = 'aborted', finished = ?, referee = NULL WHERE id = ?",
        now, id);
}

std::vector<SavedMove> journal_of(Connection& database, const std::string& game) {
    auto rows = query(
        database,
        "SELECT ply, source, pit, micros, comment, depth, takeover FROM journal WHERE game = ? "
        "ORDER BY ply",
        game);
    std::vector<SavedMove> moves;
    while (rows->step()) {
        std::size_t ply = 0;
        std::size_t source = 0;
        std::int64_t micros = 0;
        SavedMove move;
        fetch(*rows, ply, source, move.pit, micros, move.note.comment, move.note.depth,
              move.note.takeover);
        if (ply != moves.size() || source >= kLetters.size()) break;
        move.note.seconds = seconds_of(micros);
        move.note.source = static_cast<MoveSource>(source);
        moves.push_back(std::move(move));
    }
    return moves;
}

}  // namespace kalah::store
