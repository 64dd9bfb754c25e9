#include "app/join_report.hpp"

#include <fmt/core.h>

namespace kalah::app {

std::string outcome_text(const net::Outcome& outcome) {
    const std::string against =
        outcome.opponent.empty() ? "" : " against " + printable(outcome.opponent);
    const std::string game = net::game_name(outcome.game, outcome.number);
    if (!outcome.points)
        return fmt::format("game {}{} is over; how it ended was not seen", game, against);
    const int own = outcome.points->own;
    const int opponent = outcome.points->opponent;
    const char* result = own > opponent ? "won" : own < opponent ? "lost" : "drawn";
    const std::string reason = outcome.reason.empty() ? "" : " (" + printable(outcome.reason) + ")";
    return fmt::format("game {}{} is {}, {} to {}{}", game, against, result, own, opponent, reason);
}

Json outcome_json(const net::Outcome& outcome) {
    return Json()
        .set("number", outcome.number)
        .set("game", outcome.game.empty() ? Json() : Json(outcome.game))
        .set("opponent", outcome.opponent)
        .set("own_points", outcome.points ? Json(outcome.points->own) : Json())
        .set("opponent_points", outcome.points ? Json(outcome.points->opponent) : Json())
        .set("reason", outcome.reason);
}

std::string counts_text(const JoinClient::Counts& counts) {
    const net::Tally& tally = counts.tally;
    std::string text =
        fmt::format("{} game{}: won {}, drew {}, lost {}", tally.games(),
                    tally.games() == 1 ? "" : "s", tally.wins, tally.draws, tally.losses);
    if (tally.unknown > 0) text += fmt::format(", not seen {}", tally.unknown);
    if (counts.cut_off > 0) text += fmt::format("; cut off {}", counts.cut_off);
    if (counts.late > 0)
        text += fmt::format("; late {} time{}", counts.late, counts.late == 1 ? "" : "s");
    return text;
}

Json counts_json(const JoinClient::Counts& counts, const JoinClient::Settings& settings,
                 const std::string& player) {
    return Json()
        .set("server", to_text(settings.address))
        .set("player", player)
        .set("name", settings.introduction.name)
        .set("games", counts.tally.games())
        .set("wins", counts.tally.wins)
        .set("draws", counts.tally.draws)
        .set("losses", counts.tally.losses)
        .set("unknown", counts.tally.unknown)
        .set("cut_off", counts.cut_off)
        .set("late", counts.late)
        .set("complaints", counts.complaints)
        .set("reconnects", counts.reconnects);
}

}  // namespace kalah::app
