#include "server/game_json.hpp"

#include <algorithm>
#include <array>

#include "kalah/notation.hpp"
#include "referee/game_json.hpp"
#include "server/game_text.hpp"
#include "server/request.hpp"

namespace kalah::server {
namespace {

/// In milliseconds; every move may give an hour.
constexpr std::int64_t kMostLeft = std::int64_t{1000} * 60 * 60 * 24 * 60;

std::string_view name(Status status) {
    constexpr std::array<std::string_view, 3> kNames{"waiting", "playing", "over"};
    return kNames[static_cast<std::size_t>(status)];
}

Json seat_json(const Seat& seat, bool here) {
    Json json = Json::object();
    json.set("kind", name(seat.kind)).set("name", seat.name);
    if (seat.kind == SeatKind::player) json.set("player", seat.player);
    if (seat.identity) json.set("reserved", true);
    const bool always = seat.kind == SeatKind::player || seat.kind == SeatKind::lobby;
    return json.set("here", here || always);
}

Json clock_json(const LiveGame& game, Time now) {
    const TimeControl& time = game.data().terms.time;
    if (time.kind != TimeControl::Kind::total) return {};
    Json json = Json::object();
    for (const Side side : kBothSides) json.set(to_text(side), game.left(side, now).count());
    return json.set("running", side_json(game.running())).set("increment", time.increment.count());
}

Json seconds_json(milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

Json limit_json(const LiveGame& game, Time now) {
    if (!game.in_lobby() || game.status() != Status::playing) return {};
    const milliseconds limit = game.data().terms.time.move.limit;
    return Json::object()
        .set("seconds", seconds_json(limit))
        .set("left", std::max(limit - game.thought(now), milliseconds(0)).count());
}

std::optional<Side> parse_side(const std::optional<std::string>& text) {
    if (text == "south") return Side::south;
    return text == "north" ? std::optional(Side::north) : std::nullopt;
}

Json saved_seat(const Seat& seat) {
    Json json = Json::object()
                    .set("kind", name(seat.kind))
                    .set("name", seat.name)
                    .set("player", seat.player)
                    .set("key", seat.key)
                    .set("joined", seat.joined);
    if (seat.listed) json.set("listed", true);
    if (seat.identity) json.set("identity", *seat.identity);
    return json;
}

Result<Game> read_game(Fields& fields) {
    const auto rules = parse_rules(fields.text("rules"));
    if (!rules) return rules.error();
    const auto start = parse_start(fields.text("start"));
    if (!start) return start.error();
    Game game(rules->rules, *start);
    const auto played = game.play_text(fields.text("given"));
    if (!played) return played.error();
    return game;
}

Result<Seat> read_seat(Fields fields) {
    Seat seat;
    const std::string kind = fields.text("kind");
    const auto parsed = parse_seat_kind(kind == "hall" ? "lobby" : kind);
    seat.name = fields.text("name");
    seat.player = fields.text("player");
    seat.key = fields.text("key");
    seat.joined = fields.flag("joined");
    seat.listed = fields.maybe_flag("listed").value_or(false);
    seat.identity = fields.maybe_number("identity", 1, Request::kLargestId);
    if (auto error = fields.validate()) return *error;
    if (!parsed) return Error{"no kind of seat"};
    seat.kind = *parsed;
    return seat;
}

/// All moves in the text, as versions up to 0.1 wrote them.
std::optional<Error> read_old_moves(Fields& fields, GameRecord& record) {
    const auto moves = fields.maybe_text("moves");
    const auto notes = fields.maybe_list("notes");
    if (!moves) return std::nullopt;
    Game game(record.game.rules(), record.game.start());
    if (const auto played = game.play_text(*moves); !played) return played.error();
    record.game = game;
    record.notes.resize(game.played().size());
    for (std::size_t i = 0; i < std::min(notes.size(), record.notes.size()); ++i) {
        MoveNote& note = record.notes[i];
        if (const auto seconds = notes[i].find("seconds"))
            note.seconds = seconds->as_number().value_or(0);
        if (const auto comment = notes[i].find("comment"))
            note.comment = comment->as_string().value_or("");
        if (const auto by = notes[i].find("by"); by && by->as_string() == "referee")
            note.source = MoveSource::forced;
    }
    return std::nullopt;
}

/// The journal has all moves, including those that were given at first.
std::optional<Error> play_journal(const LoadedGame& loaded, GameRecord& record) {
    if (loaded.moves.empty()) return std::nullopt;
    record.game = Game(record.game.rules(), record.game.start());
    record.notes.clear();
    for (const store::SavedMove& move : loaded.moves) {
        if (auto error = record.game.validate(move.pit)) return error;
        record.play(move.pit, move.note);
    }
    return std::nullopt;
}

/// Computes the time left before each move, from the time that each move took and its increment.
void retrace_clock(GameData& data) {
    const std::size_t given = data.terms.game.played().size();
    const auto& played = data.record.game.played();
    PerSide<milliseconds> left{};
    left.fill(data.terms.time.start);
    data.left_before.assign(given, left);
    for (std::size_t i = given; i < played.size(); ++i) {
        data.left_before.push_back(left);
        const std::chrono::duration<double> took(i > given ? data.record.notes[i].seconds : 0);
        milliseconds& mover = left[played[i].mover];
        mover = std::max(mover - std::chrono::floor<milliseconds>(took), milliseconds(0)) +
                data.terms.time.increment;
    }
}

std::optional<Error> read_clock(Fields& fields, GameData& data) {
    auto clock = fields.maybe_object("clock");
    if (!clock) return std::nullopt;
    TimeControl& time = data.terms.time;
    time.kind = TimeControl::Kind::total;
    time.start = milliseconds(clock->number("start", 0, kMostLeft));
    time.increment = milliseconds(clock->number("increment", 0, kMostLeft));
    data.left = {milliseconds(clock->number("south", 0, kMostLeft)),
                 milliseconds(clock->number("north", 0, kMostLeft))};
    (void)clock->maybe_list("before");  // of versions up to 0.1
    retrace_clock(data);
    return clock->validate();
}

}  // namespace

Json sides_json(const PerSide<bool>& sides) {
    Json list = Json::array();
    for (const Side side : kBothSides)
        if (sides[side]) list.push(to_text(side));
    return list;
}

Json keys_json(const LiveGame& game, const PerSide<bool>& sides) {
    Json keys = Json::object();
    for (const Side side : kBothSides)
        if (sides[side]) keys.set(to_text(side), game.seat(side).key);
    return keys;
}

Json live_json(const LiveGame& game, const PerSide<bool>& here, Time now) {
    const GameRecord& record = game.record();
    Json json = position_json(game.game().rules(), game.game().board(), game.game().over());
    if (game.data().by_administrator) json.set("by_administrator", true);
    if (game.data().declined) json.set("declined", true);
    return std::move(json)
        .set("seats", Json::object()
                          .set("south", seat_json(game.seat(Side::south), here[0]))
                          .set("north", seat_json(game.seat(Side::north), here[1])))
        .set("status", name(game.status()))
        .set("ending", game.over() ? Json(kalah::name(record.ending)) : Json())
        .set("loser", side_json(record.loser))
        .set("clock", clock_json(game, now))
        .set("limit", limit_json(game, now))
        .set("thinking", side_json(game.thinking()))
        .set("undo", side_json(game.data().undo))
        .set("number", game.data().number ? Json(*game.data().number) : Json());
}

Json state_json(const LiveGame& game, const PerSide<bool>& here, Time now) {
    Json played = Json::array();
    for (std::size_t i = 0; i < game.ply(); ++i)
        played.push(played_json(game.game().board_after(i + 1), game.game().played()[i]));
    return live_json(game, here, now)
        .set("game", game.name())
        .set("start", start_text(game.game().start()))
        .set("played", std::move(played));
}

Json waiting_json(const LiveGame& game) {
    const TimeControl& time = game.data().terms.time;
    const Side waits = game.seat(Side::south).kind == SeatKind::person ? Side::south : Side::north;
    Json clock;
    if (time.kind == TimeControl::Kind::total)
        clock = Json::object()
                    .set("seconds", seconds_json(time.start))
                    .set("increment", seconds_json(time.increment));
    return Json::object()
        .set("id", game.name())
        .set("kind", "person")
        .set("name", game.seat(waits).name)
        .set("reserved", game.seat(waits).identity.has_value())
        .set("rules", to_text(game.game().rules()))
        .set("start", start_text(game.game().start()))
        .set("side", game.in_lobby() ? Json() : Json(to_text(opponent(waits))))
        .set("clock", std::move(clock))
        .set("limit", game.in_lobby() ? seconds_json(time.move.limit) : Json());
}

Json lobby_game_json(const LiveGame& game) {
    const Board& board = game.game().board();
    return Json::object()
        .set("game", game.name())
        .set("origin", game.in_lobby() ? "serve" : "browser")
        .set("names", names_json(game.record().names))
        .set("rules", to_text(game.game().rules()))
        .set("start", start_text(game.game().start()))
        .set("position", to_text(board))
        .set("seeds", seeds_json(board))
        .set("to_move", to_text(board.to_move))
        .set("plies", game.ply());
}

std::string saved_text(const LiveGame& game, Time now) {
    const GameData& data = game.data();
    Json json = Json::object();
    json.set("rules", to_text(game.game().rules()))
        .set("start", start_text(game.game().start()))
        .set("given", moves_text(data.terms.game))
        .set("south", saved_seat(game.seat(Side::south)))
        .set("north", saved_seat(game.seat(Side::north)))
        .set("lobby", game.in_lobby());
    if (const TimeControl& time = data.terms.time; time.kind == TimeControl::Kind::total)
        json.set("clock", Json::object()
                              .set("start", time.start.count())
                              .set("increment", time.increment.count())
                              .set("south", game.left(Side::south, now).count())
                              .set("north", game.left(Side::north, now).count()));
    json.set("ending", kalah::name(data.record.ending))
        .set("loser", side_json(data.record.loser))
        .set("started", data.record.started)
        .set("finished", data.record.finished)
        .set("undo", side_json(data.undo))
        .set("number", data.number ? Json(*data.number) : Json())
        .set("next", data.next)
        .set("next_by", side_json(data.next_by))
        .set("paired", data.paired);
    if (data.by_administrator) json.set("by_administrator", true);
    if (data.declined) json.set("declined", true);
    return json.line();
}

Result<GameData> read_saved(const LoadedGame& loaded, const ServerOptions& options) {
    const auto json = Json::parse(loaded.game.state);
    if (!json) return json.error();
    Fields fields(*json);
    const auto given = read_game(fields);
    if (!given) return given.error();
    GameData data{{*given}, GameRecord{*given}};
    for (const Side side : kBothSides) {
        const auto seat = read_seat(fields.object(to_text(side)));
        if (!seat) return seat.error();
        data.terms.seats[side] = *seat;
        data.record.names[side] = seat->name;
    }
    GameRecord& record = data.record;
    record.notes.assign(given->played().size(), {0, "", MoveSource::forced});
    if (auto error = read_old_moves(fields, record)) return *error;
    if (auto error = play_journal(loaded, record)) return *error;
    if (auto error = read_clock(fields, data)) return *error;
    const bool old_lobby = data.terms.has(SeatKind::lobby);
    if (fields.maybe_flag("lobby").value_or(old_lobby)) {
        const GameTerms lobby = lobby_terms(options);
        data.terms.time = lobby.time;
        data.terms.most_faults = lobby.most_faults;
    }
    const auto ending = parse_ending(fields.text("ending"));
    record.loser = parse_side(fields.maybe_text("loser"));
    record.started = fields.number("started", 0, Request::kLargestId);
    record.finished = fields.number("finished", 0, Request::kLargestId);
    data.undo = parse_side(fields.maybe_text("undo"));
    data.number = fields.maybe_number("number", 0, Request::kLargestId);
    if (loaded.game.number) data.number = loaded.game.number;
    const auto old_next = fields.maybe_text("again");
    const auto old_next_by = fields.maybe_text("again_by");
    data.next = fields.maybe_text("next").value_or(old_next.value_or(""));
    const auto next_by = fields.maybe_text("next_by");
    data.next_by = parse_side(next_by ? next_by : old_next_by);
    data.paired = fields.flag("paired");
    data.by_administrator = fields.maybe_flag("by_administrator").value_or(false);
    data.declined = fields.maybe_flag("declined").value_or(false);
    if (auto error = fields.validate()) return *error;
    if (!ending) return Error{"no ending"};
    data.ended_by_journal = *ending == Ending::running && record.ending != Ending::running;
    if (*ending != Ending::running) record.ending = *ending;
    if (loaded.record) record = *loaded.record;
    return data;
}

}  // namespace kalah::server
