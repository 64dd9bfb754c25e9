#include "browser/room_terms.hpp"

#include "browser/guest_player.hpp"
#include "browser/line.hpp"
#include "browser/thinkers.hpp"
#include "kalah/notation.hpp"
#include "kgp/line.hpp"
#include "players/spec.hpp"

namespace kalah::browser {
namespace {

constexpr std::int64_t kMostSeconds = std::int64_t{24} * 60 * 60;
constexpr std::int64_t kMostIncrement = std::int64_t{60} * 60;

Result<Seat> read_seat(Fields& fields) {
    const auto kind = parse_seat_kind(fields.text("kind"));
    const auto name = fields.maybe_text("name");
    const auto player = fields.maybe_text("player");
    if (auto error = fields.validate()) return *error;
    if (!kind) return Error{"a seat is for a person, a player, open or for the hall"};
    if (player.has_value() != (*kind == SeatKind::player))
        return Error{player ? "only a seat of the kind player has a player"
                            : "which player? 'player' says it: champion:time=1s"};
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

std::optional<Error> read_clock(Fields& fields, std::optional<ClockTerms>& clock) {
    auto given = fields.maybe_object("clock");
    if (!given) return std::nullopt;
    clock = {std::chrono::seconds(given->number("seconds", 1, kMostSeconds)),
             std::chrono::seconds(given->maybe_number("increment", 0, kMostIncrement).value_or(0))};
    return given->validate();
}

std::optional<Error> validate(const RoomTerms& terms) {
    const Game& game = terms.game;
    if (game.over() || legal_moves(game.board()).empty())
        return Error{"there is no move to play in this position"};
    if (game.played().size() >= Room::kMostMoves)
        return Error{"a game has at most " + std::to_string(Room::kMostMoves) + " moves"};
    if (terms.seats[0].kind == SeatKind::open && terms.seats[1].kind == SeatKind::open)
        return Error{"one seat may be open, not both"};
    if (terms.has(SeatKind::hall) && !terms.has(SeatKind::person))
        return Error{"it is people who play in the hall from here"};
    for (const Seat& seat : terms.seats) {
        if (seat.kind != SeatKind::player) continue;
        const auto spec =
            guest_player(seat.player, game.board().width, GuestUse::play, Thinkers::kLongest);
        if (!spec)
            return Error{"player " + in_quotes(seat.player) + ": " + spec.error().message,
                         spec.error().column};
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

Result<RoomTerms> read_terms(Request& request, const HallTerms& hall) {
    const Line line = take_line(request);
    Fields seat_fields = request.object("seats");
    RoomTerms terms{Game({}, {}), {}, {}};
    const auto wrong_clock = read_clock(request, terms.clock);
    if (auto error = request.validate()) return *error;
    if (wrong_clock) return *wrong_clock;
    if (auto error = read_seats(seat_fields, terms.seats)) return *error;
    if (terms.has(SeatKind::hall)) {
        terms.game = Game(hall.rules, hall.start);
        terms.clock.reset();
    } else {
        const auto game = read_line(line);
        if (!game) return game.error();
        terms.game = *game;
    }
    if (auto error = validate(terms)) return *error;
    return terms;
}

}  // namespace kalah::browser
