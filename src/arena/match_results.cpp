#include "arena/match_results.hpp"

#include <algorithm>
#include <map>

namespace kalah::arena {
namespace {

std::uint64_t opening_print(const TournamentGame& game) {
    return fingerprint(std::to_string(game.board) + ' ' + game.start + ' ' + game.opening);
}

/// Which two played, all moves, and how it ended: a game lost by a fault is not like one that was
/// played out, and what B does says nothing of C.
std::uint64_t game_print(const TournamentGame& game) {
    const auto [a, b] = std::minmax(game.entrants[0], game.entrants[1]);
    return fingerprint(std::to_string(a) + ' ' + std::to_string(b) + ' ' + game.start + ' ' +
                       game.moves + ' ' + std::string(name(game.ending)));
}

GameResult seen_by(const TournamentGame& game, int entrant) {
    return {game.points_of(entrant), game.margin_of(entrant), game_print(game)};
}

bool plays_first(const TournamentGame& game, int entrant) {
    return game.side_of(entrant) == game.begins;
}

bool are_partners(const TournamentGame& a, const TournamentGame& b) {
    return a.number % 2 == 0 && b.number == a.number + 1;
}

/// `viewer` says from whom a game is seen; nothing: it does not count. Partners have one viewer.
template <class Viewer>
MatchResults collected(const std::vector<TournamentGame>& games, const Viewer& viewer) {
    MatchResults results;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const TournamentGame& game = games[i];
        const std::optional<int> seen_from = viewer(game);
        if (!seen_from) continue;
        const int a = *seen_from;
        if (i + 1 < games.size() && are_partners(game, games[i + 1])) {
            const bool first = plays_first(game, a);
            results.pairs.push_back({opening_print(game), seen_by(games[first ? i : i + 1], a),
                                     seen_by(games[first ? i + 1 : i], a)});
            ++i;
        } else {
            results.singles.push_back(
                {opening_print(game), plays_first(game, a), seen_by(game, a)});
        }
    }
    return results;
}

}  // namespace

MatchResults results_of_all(const std::vector<TournamentGame>& games) {
    return collected(games, [](const TournamentGame& game) {
        return std::optional(std::min(game.entrants[0], game.entrants[1]));
    });
}

MatchResults results_of(const std::vector<TournamentGame>& games, int entrant) {
    return collected(games, [&](const TournamentGame& game) {
        const bool plays = game.entrants[0] == entrant || game.entrants[1] == entrant;
        return plays ? std::optional(entrant) : std::nullopt;
    });
}

std::vector<Meeting> meetings_of(const std::vector<TournamentGame>& games) {
    std::map<std::pair<int, int>, Meeting> all;
    std::set<std::pair<int, std::uint64_t>> seen;
    for (const TournamentGame& game : games) {
        if (!seen.insert({game.entrants[0], game_print(game)}).second) continue;
        const auto [a, b] = std::minmax(game.entrants[0], game.entrants[1]);
        Meeting& meeting = all[{a, b}];
        meeting.a = static_cast<std::size_t>(a);
        meeting.b = static_cast<std::size_t>(b);
        meeting.games += 1;
        meeting.points_a += game.points_of(a);
    }
    std::vector<Meeting> meetings;
    meetings.reserve(all.size());
    for (const auto& [who, meeting] : all) meetings.push_back(meeting);
    return meetings;
}

MatchSprt::MatchSprt(const SprtOptions& options) : test_(options) {}

std::optional<std::size_t> MatchSprt::look(const std::vector<TournamentGame>& games) {
    // Without gaps from the first one on, a game stands at its number.
    while (test_.decision() == SprtDecision::undecided && next_ + 1 < games.size() &&
           games[next_ + 1].number == next_ + 1) {
        const TournamentGame& one = games[next_];
        const TournamentGame& two = games[next_ + 1];
        next_ += 2;
        if (!seen_.insert({game_print(one), game_print(two)}).second) continue;
        test_.add({one.points_of(0), two.points_of(0)});
        curve_.push_back(test_.llr());
    }
    if (test_.decision() == SprtDecision::undecided) return std::nullopt;
    return next_;
}

}  // namespace kalah::arena
