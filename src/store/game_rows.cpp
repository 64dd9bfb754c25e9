#include "store/game_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kalah/notation.hpp"

namespace kalah::store {
namespace {

constexpr double kMicroseconds = 1e6;
constexpr double kLongest = 1e15;  // some thirty years

/// Behind the time of a move, by MoveSource; nothing of a player.
constexpr std::string_view kLetters = " sbdpofr";

/// What a game has when it has ended, from the given parameter on; the next one.
int bind_ended(SQLite::Statement& statement, int index, const GameRecord& record) {
    statement.bind(index++, record.finished);
    statement.bind(index++, std::string(name(record.ending)));
    if (record.loser)
        statement.bind(index++, to_text(*record.loser));
    else
        statement.bind(index++);
    statement.bind(index++, record.points(Side::south));
    statement.bind(index++, record.points(Side::north));
    statement.bind(index++, static_cast<std::int64_t>(record.game.played().size()));
    statement.bind(index++, moves_text(record.game));
    statement.bind(index++, times_text(record.notes));
    return index;
}

void insert_comments(SQLite::Database& database, StoredGameId id, const GameRecord& record) {
    SQLite::Statement statement(database, "INSERT INTO comments VALUES (?, ?, ?)");
    for (std::size_t ply = 0; ply < record.notes.size(); ++ply) {
        if (record.notes[ply].comment.empty()) continue;
        statement.bind(1, id);
        statement.bind(2, static_cast<std::int64_t>(ply));
        statement.bind(3, record.notes[ply].comment);
        statement.exec();
        statement.reset();
    }
}

void insert_faults(SQLite::Database& database, StoredGameId id, const GameRecord& record) {
    SQLite::Statement statement(database, "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)");
    std::int64_t number = 0;
    for (const Fault& fault : record.faults) {
        statement.bind(1, id);
        statement.bind(2, number++);
        statement.bind(3, static_cast<std::int64_t>(fault.ply));
        statement.bind(4, to_text(fault.side));
        statement.bind(5, std::string(name(fault.kind)));
        statement.bind(6, fault.text);
        statement.exec();
        statement.reset();
    }
}

}  // namespace

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

/// SQLite documents that its table of sequences may be changed.
StoredGameId reserve_games(SQLite::Database& database, std::size_t count) {
    StoredGameId last = 0;
    SQLite::Statement query(database, "SELECT seq FROM sqlite_sequence WHERE name = 'games'");
    const bool known = query.executeStep();
    if (known) last = query.getColumn(0).getInt64();
    SQLite::Statement update(database,
                             known ? "UPDATE sqlite_sequence SET seq = ? WHERE name = 'games'"
                                   : "INSERT INTO sqlite_sequence (seq, name) VALUES (?, 'games')");
    update.bind(1, last + static_cast<StoredGameId>(count));
    update.exec();
    return last + 1;
}

void insert_finished(SQLite::Database& database, StoredGameId id, const std::string& origin,
                     const GameRecord& record) {
    SQLite::Statement row(
        database,
        "INSERT INTO games (finished, ending, loser, south_points, north_points, plies, moves, "
        "times, id, origin, south, north, rules, start, started) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    int index = bind_ended(row, 1, record);
    row.bind(index++, id);
    row.bind(index++, origin);
    row.bind(index++, record.name_of(Side::south));
    row.bind(index++, record.name_of(Side::north));
    row.bind(index++, to_text(record.game.rules()));
    row.bind(index++, start_text(record.game.start()));
    row.bind(index++, record.started);
    row.exec();
    insert_comments(database, id, record);
    insert_faults(database, id, record);
}

bool complete_game(SQLite::Database& database, StoredGameId id, const GameRecord& record) {
    SQLite::Statement row(database,
                          "UPDATE games SET referee = NULL, finished = ?, ending = ?, loser = ?, "
                          "south_points = ?, north_points = ?, plies = ?, moves = ?, times = ? "
                          "WHERE id = ? AND referee IS NOT NULL");
    row.bind(bind_ended(row, 1, record), id);
    if (row.exec() != 1) return false;
    insert_comments(database, id, record);
    insert_faults(database, id, record);
    SQLite::Statement journal(database, "DELETE FROM journal WHERE game = ?");
    journal.bind(1, std::to_string(id));
    journal.exec();
    return true;
}

void abort_game(SQLite::Database& database, StoredGameId id, Milliseconds now) {
    SQLite::Statement row(database, "SELECT rules, start FROM games WHERE id = ?");
    row.bind(1, id);
    if (!row.executeStep()) return;
    const auto start = read_start(row.getColumn(0).getString(), row.getColumn(1).getString());
    GameRecord record{start ? *start : Game({}, start_board({}))};
    if (start)
        for (const SavedMove& move : journal_of(database, std::to_string(id))) {
            if (record.game.over() || record.game.validate(move.pit)) break;
            record.play(move.pit, move.note);
        }
    record.finished = now;
    if (record.ending == Ending::running) record.ending = Ending::aborted;
    // Damaged rows must not keep the store from opening.
    if (start && complete_game(database, id, record)) return;
    SQLite::Statement update(
        database, "UPDATE games SET ending = 'aborted', finished = ?, referee = NULL WHERE id = ?");
    update.bind(1, now);
    update.bind(2, id);
    update.exec();
}

std::vector<SavedMove> journal_of(SQLite::Database& database, const std::string& game) {
    SQLite::Statement query(
        database,
        "SELECT ply, pit, micros, source, comment FROM journal WHERE game = ? ORDER BY ply");
    query.bind(1, game);
    std::vector<SavedMove> moves;
    while (query.executeStep()) {
        const auto source = static_cast<unsigned>(query.getColumn(3).getInt());
        if (query.getColumn(0).getInt64() != static_cast<std::int64_t>(moves.size()) ||
            source >= kLetters.size())
            break;
        moves.push_back({query.getColumn(1).getInt(),
                         {seconds_of(query.getColumn(2).getInt64()), query.getColumn(4).getString(),
                          static_cast<MoveSource>(source)}});
    }
    return moves;
}

}  // namespace kalah::store
