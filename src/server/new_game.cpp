#include "server/new_game.hpp"

#include "kalah/notation.hpp"
#include "kgp/line.hpp"
#include "players/untrusted.hpp"
#include "server/bots.hpp"
#include "server/game_text.hpp"

namespace kalah::server {
namespace {

constexpr std::int64_t kMostSeconds = std::int64_t{24} * 60 * 60;
constexpr std::int64_t kMostIncrement = std::int64_t{60} * 60;

Result<Seat> read_seat(Fields& fields) {
    const auto kind = parse_seat_kind(fields.text("kind"));
    const auto name = fields.maybe_text("name");
    const auto player = fields.maybe_text("player");
    if (auto error = fields.validate()) return *error;
    if (!kind) return coded("bad_seat_kind", "a seat is person, player, open or lobby");
    if (player.has_value() != (*kind == SeatKind::player))
        return player ? coded("player_unexpected", "only a seat of the kind player has a player")
                      : coded("player_missing", "which player? Add \"player\"");
    Seat seat;
    seat.kind = *kind;
    if (*kind == SeatKind::person) seat.name = person_name(name.value_or(""));
    if (*kind == SeatKind::player) seat.name = seat.player = *player;
    return seat;
}

std::optional<Error> read_seats(Fields& fields, Seats& seats) {
    for (const Side side : kBothSides) {
        Fields each = fields.object(to_text(side));
        const auto seat = read_seat(each);
        if (!seat) return seat.error();
        seats[side] = *seat;
    }
    return fields.validate();
}

std::optional<Error> read_clock(Fields& fields, TimeControl& time) {
    auto given = fields.maybe_object("clock");
    if (!given) return std::nullopt;
    time.kind = TimeControl::Kind::total;
    time.start = std::chrono::seconds(given->number("seconds", 1, kMostSeconds));
    time.increment =
        std::chrono::seconds(given->maybe_number("increment", 0, kMostIncrement).value_or(0));
    return given->validate();
}

std::optional<Error> validate(const GameTerms& terms) {
    const Game& game = terms.game;
    if (game.over() || legal_moves(game.board()).empty())
        return coded("no_legal_move", "there is no move to play in this position");
    const std::string most = std::to_string(LiveGame::kMostMoves);
    if (game.played().size() >= LiveGame::kMostMoves)
        return coded("too_many_moves", "a game has at most " + most + " moves", {{"most", most}});
    if (terms.seats[0].kind == SeatKind::open && terms.seats[1].kind == SeatKind::open)
        return coded("both_seats_open", "one seat may be open, not both");
    if (terms.has(SeatKind::lobby) && !terms.has(SeatKind::person))
        return coded("lobby_needs_person", "only a person can play in the lobby from a page");
    for (const Seat& seat : terms.seats) {
        if (seat.kind != SeatKind::player) continue;
        const auto spec = players::untrusted_player(seat.player, game.board().width,
                                                    players::UntrustedUse::play, Bots::kLongest);
        if (!spec) return bad_player(seat.player, spec.error());
    }
    return std::nullopt;
}

}  // namespace

std::string person_name(std::string_view given) {
    constexpr std::string_view kPerson = " (a person)";
    std::string name = shown_name(trimmed(given), "guest");
    std::string small = name;
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (!players::parse_player(small)) return name;
    return kgp::clean_text(name, kLongestName - kPerson.size()) + std::string(kPerson);
}

Error bad_player(std::string_view player, const Error& why) {
    return {"player " + in_quotes(player) + ": " + why.message,
            why.column,
            0,
            "bad_player",
            {{"player", printable(player)}}};
}

GameTerms lobby_terms(const ServerOptions& options) {
    GameTerms terms{Game(options.rules, options.start)};
    terms.time.kind = TimeControl::Kind::per_move;
    terms.time.move = options.time;
    terms.time.bots_keep_time = options.bots_keep_time;
    terms.most_faults = options.most_faults;
    for (Seat& seat : terms.seats) seat.kind = SeatKind::lobby;
    return terms;
}

Result<GameTerms> read_terms(Request& request, const ServerOptions& options) {
    const GameText text = take_text(request);
    Fields seat_fields = request.object("seats");
    GameTerms terms{Game({}, {})};
    const auto wrong_clock = read_clock(request, terms.time);
    if (auto error = request.validate()) return *error;
    if (wrong_clock) return *wrong_clock;
    if (auto error = read_seats(seat_fields, terms.seats)) return *error;
    if (terms.has(SeatKind::lobby)) {
        GameTerms lobby = lobby_terms(options);
        lobby.seats = terms.seats;
        terms = std::move(lobby);
    } else {
        const auto game = read_game(text);
        if (!game) return game.error();
        terms.game = *game;
    }
    if (auto error = validate(terms)) return *error;
    return terms;
}

}  // namespace kalah::server
