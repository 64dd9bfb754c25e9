#include "store/positions.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <xxhash.h>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

/// What stands for a position in the table of counts. Of a million positions, two have the same key
/// with a probability of 3e-8.
std::int64_t key_of(std::string_view rules, const Board& position) {
    const std::string text = std::string(rules) + ' ' + to_text(position);
    return static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

/// Counts of some games, to be added to those in the store.
class Counts {
  public:
    /// Games that cannot be read are left out. `sign`: -1 takes a game away.
    void add(const std::string& rules, const std::string& start, const std::string& moves,
             Continuation result, int sign) {
        const auto first = read_start(rules, start);
        if (!first) return;
        Board board = first->start();
        TextCursor text(moves);
        for (int ply = 0; ply < Positions::kCountedMoves && !text.done(); ++ply) {
            const auto pit = text.number(board.width, "a pit");
            if (!pit || *pit == 0 || board.at(board.to_move, *pit - 1) == 0) return;
            Continuation& count = counts_[{key_of(rules, board), *pit - 1}];
            count.games += sign;
            count.south_won += sign * result.south_won;
            count.drawn += sign * result.drawn;
            count.north_won += sign * result.north_won;
            if (apply(first->rules(), board, *pit - 1).over) return;
            if (!text.take('-') && !text.take(' ')) return;
        }
    }

    void write(Connection& database) const {
        const Rows insert = database.prepare(
            "INSERT INTO continuations AS there VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (position, pit) DO UPDATE SET games = there.games + excluded.games, "
            "south_won = there.south_won + excluded.south_won, "
            "drawn = there.drawn + excluded.drawn, "
            "north_won = there.north_won + excluded.north_won");
        for (const auto& [at, count] : counts_)
            run(*insert, at.first, at.second, count.games, count.south_won, count.drawn,
                count.north_won);
    }

  private:
    std::map<std::pair<std::int64_t, int>, Continuation> counts_;  // by position and pit
};

constexpr const char* kColumns = "rules, start, moves, ending, south_points, north_points";

/// Reads rows of kColumns; returns how many.
std::int64_t count_rows(Statement& rows, Counts& counts, int sign) {
    std::int64_t found = 0;
    for (; rows.step(); ++found) {
        std::string rules, start, moves, ending;
        int south = 0;
        int north = 0;
        fetch(rows, rules, start, moves, ending, south, north);
        const auto how = parse_ending(ending);
        Continuation result;
        if (how && (*how == Ending::finished || is_loss(*how)))
            result = {0, 0, south > north, south == north, south < north};
        counts.add(rules, start, moves, result, sign);
    }
    return found;
}

/// Takes rows of kColumns out of the counts.
void uncount(Connection& database, Statement& rows) {
    Counts counts;
    count_rows(rows, counts, -1);
    counts.write(database);
}

/// Somebody may have changed the table.
bool has_all_moves(const MovesResult& proved, const Board& position) {
    std::size_t at = 0;
    for (const int pit : legal_moves(position))
        if (at == proved.moves.size() || proved.moves[at++].pit != pit) return false;
    return at == proved.moves.size() && at > 0;
}

bool says_less(const MovesResult& a, const MovesResult& b) {
    const auto width = [](const MovesResult& result) {
        std::int64_t sum = 0;
        for (const MoveBounds& move : result.moves) sum += move.upper - move.lower;
        return sum;
    };
    return a.moves.size() == b.moves.size() && width(a) > width(b);
}

}  // namespace

void uncount_games(Connection& database, TournamentId tournament, std::size_t first_uncounted) {
    auto rows = query(database,
                      std::string("SELECT ") + kColumns +
                          " FROM games WHERE counted = 1 AND id IN (SELECT game FROM schedule "
                          "WHERE tournament = ? AND number >= ?)",
                      tournament, first_uncounted);
    uncount(database, *rows);
}

Result<Continuations> SqlStore::continuations(const Rules& rules, const Board& position) {
    return read<Continuations>([&] {
        Continuations found;
        if (lacks("continuations")) return found;
        auto rows = query(database_,
                          "SELECT pit, games, south_won, drawn, north_won FROM continuations "
                          "WHERE position = ? AND games > 0 ORDER BY pit",
                          key_of(to_text(rules), position));
        while (rows->step()) {
            Continuation& each = found.moves.emplace_back();
            fetch(*rows, each.pit, each.games, each.south_won, each.drawn, each.north_won);
        }
        found.uncounted = value<std::int64_t>(
            database_, "SELECT count(*) FROM games WHERE counted = 0 AND ending <> 'running'");
        return found;
    });
}

Result<std::int64_t> SqlStore::count_games(std::int64_t most) {
    return read<std::int64_t>([&] {
        Transaction transaction(database_, Others::wait);
        auto rows = query(database_,
                          std::string("UPDATE games SET counted = 1 WHERE id IN (SELECT id FROM "
                                      "games WHERE counted = 0 AND ending <> 'running' "
                                      "ORDER BY id LIMIT ?) RETURNING ") +
                              kColumns,
                          most);
        Counts counts;
        const std::int64_t found = count_rows(*rows, counts, 1);
        counts.write(database_);
        transaction.commit();
        return found;
    });
}

Result<std::optional<MovesResult>> SqlStore::proof(const Rules& rules, const Board& position) {
    using Found = std::optional<MovesResult>;
    return read<Found>([&]() -> Result<Found> {
        if (lacks("proofs")) return Found();
        auto rows = query(database_,
                          "SELECT pit, lower_bound, upper_bound, nodes FROM proofs "
                          "WHERE rules = ? AND position = ? ORDER BY pit",
                          to_text(rules), to_text(position));
        MovesResult found;
        while (rows->step()) {
            MoveBounds& move = found.moves.emplace_back();
            fetch(*rows, move.pit, move.lower, move.upper, found.nodes);
        }
        if (!has_all_moves(found, position)) return Found();
        found.lower = found.moves.front().lower;
        found.upper = found.moves.front().upper;
        found.solved = true;
        for (const MoveBounds& move : found.moves) {
            found.lower = std::max(found.lower, move.lower);
            found.upper = std::max(found.upper, move.upper);
            found.solved = found.solved && move.exact();
        }
        return Found(std::move(found));
    });
}

std::optional<WriteError> SqlStore::keep_proof(const PositionProof& kept) {
    const auto before = proof(kept.rules, kept.position);
    if (!before) return WriteError{before.error(), true};
    if (*before && !says_less(**before, kept.proved)) return std::nullopt;
    return write([&] {
        const std::string rules = to_text(kept.rules);
        const std::string position = to_text(kept.position);
        run(database_, "DELETE FROM proofs WHERE rules = ? AND position = ?", rules, position);
        for (const MoveBounds& move : kept.proved.moves)
            run(database_, "INSERT INTO proofs VALUES (?, ?, ?, ?, ?, ?)", rules, position,
                move.pit, move.lower, move.upper, kept.proved.nodes);
        if (value<std::int64_t>(database_, "SELECT count(*) FROM proofs") > kMostProofs)
            run(database_,
                "DELETE FROM proofs WHERE (rules, position) IN (SELECT rules, position FROM proofs "
                "GROUP BY rules, position ORDER BY max(nodes) LIMIT ?)",
                kMostProofs / 100);
    });
}

}  // namespace kalah::store
