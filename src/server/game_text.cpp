#include "server/game_text.hpp"

#include "base/text.hpp"
#include "kalah/notation.hpp"
#include "kgp/clean_text.hpp"
#include "players/untrusted.hpp"
#include "referee/game_input.hpp"
#include "referee/game_json.hpp"
#include "server/bots.hpp"

namespace kalah::server {
namespace {

Error about(const std::string& key, Error error) {
    error.message = key + ": " + error.message;
    if (error.code == "input") error.args = {{"in", key}};
    return error;
}

Result<Board> read_start(std::string_view text) {
    auto start = parse_start(text);
    const std::string most = std::to_string(kMostSeeds);
    if (start && seeds_in_all(*start) > kMostSeeds)
        return coded("too_many_seeds", "at most " + most + " seeds", {{"most", most}});
    return start;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Counts the numbers in a text: an upper limit on its moves.
std::size_t numbers_in(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (is_digit(text[i]) && (i == 0 || !is_digit(text[i - 1]))) ++count;
    return count;
}

std::optional<Error> too_long(std::size_t moves) {
    if (moves <= kMostTextMoves) return std::nullopt;
    const std::string most = std::to_string(kMostTextMoves);
    return coded("too_many_moves", "at most " + most + " moves", {{"most", most}});
}

/// Why a game's text is too large to be played. Finds out without playing it.
std::optional<Error> too_large(std::string_view text) {
    std::size_t moves = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with("moves")) moves += numbers_in(line);
        if (!line.starts_with("start ")) continue;
        const auto start = read_start(line.substr(6));
        if (!start && parse_start(line.substr(6))) return about("start", start.error());
    }
    return too_long(moves);
}

}  // namespace

GameText take_text(Fields& fields) {
    GameText text;
    text.rules = fields.text("rules");
    text.start = fields.maybe_text("start");
    text.moves = fields.maybe_text("moves").value_or("");
    return text;
}

Result<Game> read_game(const GameText& text) {
    const auto preset = parse_rules(text.rules);
    if (!preset) return about("rules", preset.error());
    const auto start =
        text.start ? read_start(*text.start) : Result<Board>(start_board(preset->size));
    if (!start) return about("start", start.error());
    if (const auto error = too_long(numbers_in(text.moves))) return about("moves", *error);
    Game game(preset->rules, *start);
    if (const auto played = game.play_text(text.moves); !played)
        return about("moves", played.error());
    return game;
}

namespace {

/// "6x4 standard 3-6 2", "6x4", "3-6 2": a start, rules and moves, as `kalah games import` reads
/// them; all but one may be absent.
Result<Game> read_line(std::string_view text) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
    if (!is_digit(word[0]) || word.find_first_not_of("0123456789-") != word.npos) {
        const std::size_t close = word[0] == '<' ? text.find('>') : text.npos;
        const auto start = read_start(close == text.npos ? word : text.substr(0, close + 1));
        if (!start) return about("text", start.error());
    }
    if (const auto error = too_long(numbers_in(text))) return *error;
    std::string line(text);
    for (char& c : line)
        if (c == '\r' || c == '\n') c = ' ';
    auto record = parse_game_line(line, {.start = start_board({6, 4})});
    if (!record) return about("text", record.error());
    return record->game;
}

}  // namespace

Result<Game> read_text(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return about("text", Error{"it is empty"});
    if (text.starts_with("kalah-game")) {
        if (const auto error = too_large(text)) return *error;
        auto game = parse_game(text);
        if (!game) return about("text", Error{to_text(game.error())});
        return game;
    }
    return read_line(text);
}

namespace {

Result<Json> view_of(const Result<Game>& game) {
    if (!game) return game.error();
    return Json::object().set("view", game_json(*game));
}

Result<Json> sow(const Result<Game>& before, int pit) {
    if (!before) return before.error();
    if (auto error = before->validate(pit)) return std::move(*error);
    Game game = *before;
    game.play(pit);
    return Json::object().set("view", game_json(game)).set("sowing", last_sowing_json(game));
}

}  // namespace

std::optional<Result<Json>> answer_about_text(Request& request) {
    const std::string& verb = request.verb();
    if (verb == "read") {
        const std::string text = request.text("text");
        if (auto error = request.validate()) return *error;
        return view_of(read_text(text));
    }
    if (verb != "position" && verb != "sow" && verb != "write") return std::nullopt;
    const GameText text = take_text(request);
    const int pit = verb == "sow" ? static_cast<int>(request.number("pit", 1, kMaxPits)) - 1 : 0;
    if (auto error = request.validate()) return *error;
    const auto game = read_game(text);
    if (verb == "position") return view_of(game);
    if (verb == "sow") return sow(game, pit);
    if (!game) return game.error();
    return Json::object().set("text", to_text(*game));
}

// New games.

namespace {

constexpr std::int64_t kMostSeconds = std::int64_t{24} * 60 * 60;
constexpr std::int64_t kMostIncrement = std::int64_t{60} * 60;

Result<Seat> read_new_seat(Fields& fields) {
    const auto kind = parse_seat_kind(fields.text("kind"));
    const auto name = fields.maybe_text("name");
    const auto player = fields.maybe_text("player");
    const bool listed = fields.maybe_flag("listed").value_or(false);
    if (auto error = fields.validate()) return *error;
    if (!kind) return coded("bad_seat_kind", "a seat is person, player, open or lobby");
    if (player.has_value() != (*kind == SeatKind::player))
        return player ? coded("player_unexpected", "only a seat of the kind player has a player")
                      : coded("player_missing", "which player? Add \"player\"");
    Seat seat;
    seat.kind = *kind;
    if (*kind == SeatKind::person) seat.name = person_name(name.value_or(""));
    if (*kind == SeatKind::player) seat.name = seat.player = *player;
    seat.listed = listed && *kind == SeatKind::open;
    return seat;
}

std::optional<Error> read_seats(Fields& fields, Seats& seats) {
    for (const Side side : kBothSides) {
        Fields each = fields.object(to_text(side));
        const auto seat = read_new_seat(each);
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
    if (!players::parse_player(lower_case(name))) return name;
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
