#include "browser/room_json.hpp"

#include "browser/request.hpp"
#include "browser/view.hpp"
#include "kalah/notation.hpp"

namespace kalah::browser {
namespace {

/// In milliseconds; every move may give an hour.
constexpr std::int64_t kLongestClock = std::int64_t{1000} * 60 * 60 * 24 * 60;

std::string_view name(Status status) {
    constexpr std::array<std::string_view, 3> kNames{"waiting", "playing", "over"};
    return kNames[static_cast<std::size_t>(status)];
}

Json seat_json(const Seat& seat, bool here) {
    Json json = Json::object();
    json.set("kind", name(seat.kind)).set("name", seat.name);
    if (seat.kind == SeatKind::player) json.set("player", seat.player);
    const bool always = seat.kind == SeatKind::player || seat.kind == SeatKind::hall;
    return json.set("here", here || always);
}

Json clock_json(const Room& room, net::Time now) {
    const auto& terms = room.data().terms.clock;
    if (!terms) return {};
    Json json = Json::object();
    for (const Side side : kBothSides) json.set(to_text(side), room.left(side, now).count());
    return json.set("running", side_json(room.running()))
        .set("increment", terms->increment.count());
}

Json limit_json(const Room& room, net::Time now, std::optional<milliseconds> limit) {
    // Of the hall's own moves only the last of a turn is known here, when the person is asked.
    const bool known = room.seat(room.game().board().to_move).kind != SeatKind::hall;
    if (!limit || !known || room.status() != Status::playing) return {};
    return Json::object()
        .set("seconds", std::chrono::duration<double>(*limit).count())
        .set("left", std::max(*limit - room.thought(now), milliseconds(0)).count());
}

std::optional<Side> parse_side(const std::optional<std::string>& text) {
    if (text == "south") return Side::south;
    return text == "north" ? std::optional(Side::north) : std::nullopt;
}

Json stored_seat(const Seat& seat) {
    return Json::object()
        .set("kind", name(seat.kind))
        .set("name", seat.name)
        .set("player", seat.player)
        .set("key", seat.key)
        .set("joined", seat.joined);
}

Json stored_notes(const std::vector<MoveNote>& notes) {
    Json list = Json::array();
    for (const MoveNote& note : notes)
        list.push(Json::object()
                      .set("seconds", note.seconds)
                      .set("comment", note.comment)
                      .set("by", by_referee(note.source) ? "referee" : "player"));
    return list;
}

Json stored_times(const std::vector<std::array<milliseconds, 2>>& times) {
    Json list = Json::array();
    for (const auto& [south, north] : times) {
        list.push(south.count());
        list.push(north.count());
    }
    return list;
}

std::vector<std::array<milliseconds, 2>> read_times(const std::vector<Json>& list) {
    std::vector<std::array<milliseconds, 2>> times;
    for (std::size_t i = 0; i + 1 < list.size(); i += 2)
        times.push_back({milliseconds(list[i].as_integer().value_or(0)),
                         milliseconds(list[i + 1].as_integer().value_or(0))});
    return times;
}

Result<Game> read_game(Fields& fields, std::string_view moves_key) {
    const auto rules = parse_rules(fields.text("rules"));
    if (!rules) return rules.error();
    const auto start = parse_start(fields.text("start"));
    if (!start) return start.error();
    Game game(rules->rules, *start);
    const auto played = game.play_text(fields.text(moves_key));
    if (!played) return played.error();
    return game;
}

Result<Seat> read_seat(Fields fields) {
    Seat seat;
    const auto kind = parse_seat_kind(fields.text("kind"));
    seat.name = fields.text("name");
    seat.player = fields.text("player");
    seat.key = fields.text("key");
    seat.joined = fields.flag("joined");
    if (auto error = fields.validate()) return *error;
    if (!kind) return Error{"no kind of seat"};
    seat.kind = *kind;
    return seat;
}

void read_notes(Fields& fields, GameRecord& record) {
    for (const Json& each : fields.maybe_list("notes")) {
        MoveNote note;
        if (const auto seconds = each.find("seconds"))
            note.seconds = seconds->as_number().value_or(0);
        if (const auto comment = each.find("comment"))
            note.comment = comment->as_string().value_or("");
        if (const auto by = each.find("by"))
            note.source = by->as_string() == "referee" ? MoveSource::referee : MoveSource::player;
        record.notes.push_back(std::move(note));
    }
    record.notes.resize(record.game.played().size());
}

}  // namespace

Json state_json(const Room& room, const std::array<bool, 2>& here, net::Time now,
                std::optional<milliseconds> limit) {
    const RoomData& data = room.data();
    const GameRecord& record = data.record;
    const bool over = room.status() == Status::over;
    Json state = view_json(room.game());
    state.set("room", room.name())
        .set("seats", Json::object()
                          .set("south", seat_json(room.seat(Side::south), here[0]))
                          .set("north", seat_json(room.seat(Side::north), here[1])))
        .set("status", name(room.status()))
        .set("ending", over ? Json(name(record.ending)) : Json())
        .set("loser", side_json(record.loser))
        .set("clock", clock_json(room, now))
        .set("limit", limit_json(room, now, limit))
        .set("thinking", side_json(room.thinking()))
        .set("undo", side_json(data.undo))
        .set("number", data.number ? Json(*data.number) : Json());
    return state;
}

std::string stored_text(const Room& room, net::Time now) {
    const RoomData& data = room.data();
    const GameRecord& record = data.record;
    Json json = Json::object();
    json.set("rules", to_text(room.game().rules()))
        .set("start", start_text(room.game().start()))
        .set("given", moves_text(data.terms.game))
        .set("moves", moves_text(room.game()))
        .set("notes", stored_notes(record.notes))
        .set("south", stored_seat(room.seat(Side::south)))
        .set("north", stored_seat(room.seat(Side::north)));
    if (const auto& clock = data.terms.clock)
        json.set("clock", Json::object()
                              .set("start", clock->start.count())
                              .set("increment", clock->increment.count())
                              .set("south", room.left(Side::south, now).count())
                              .set("north", room.left(Side::north, now).count())
                              .set("before", stored_times(data.left_before)));
    json.set("ending", name(record.ending))
        .set("loser", side_json(record.loser))
        .set("started", record.started)
        .set("finished", record.finished)
        .set("undo", side_json(data.undo))
        .set("number", data.number ? Json(*data.number) : Json())
        .set("again", data.again)
        .set("again_by", side_json(data.again_by))
        .set("paired", data.paired);
    return json.line();
}

Result<RoomData> read_stored(std::string_view text) {
    const auto json = Json::parse(text);
    if (!json) return json.error();
    Fields fields(*json);
    const auto given = read_game(fields, "given");
    if (!given) return given.error();
    const auto game = read_game(fields, "moves");
    if (!game) return game.error();
    const auto south = read_seat(fields.object("south"));
    if (!south) return south.error();
    const auto north = read_seat(fields.object("north"));
    if (!north) return north.error();
    RoomData data{{*given, {*south, *north}}, GameRecord{*game}};
    GameRecord& record = data.record;
    record.names = {south->name, north->name};
    read_notes(fields, record);
    if (auto clock = fields.maybe_object("clock")) {
        data.terms.clock = {milliseconds(clock->number("start", 0, kLongestClock)),
                            milliseconds(clock->number("increment", 0, kLongestClock))};
        data.left = {milliseconds(clock->number("south", 0, kLongestClock)),
                     milliseconds(clock->number("north", 0, kLongestClock))};
        data.left_before = read_times(clock->maybe_list("before"));
        if (auto error = clock->validate()) return *error;
    }
    const auto ending = parse_ending(fields.text("ending"));
    record.loser = parse_side(fields.maybe_text("loser"));
    record.started = fields.number("started", 0, Request::kLargestId);
    record.finished = fields.number("finished", 0, Request::kLargestId);
    data.undo = parse_side(fields.maybe_text("undo"));
    data.number = fields.maybe_number("number", 0, Request::kLargestId);
    data.again = fields.text("again");
    data.again_by = parse_side(fields.maybe_text("again_by"));
    data.paired = fields.flag("paired");
    if (auto error = fields.validate()) return *error;
    if (!ending) return Error{"no ending"};
    record.ending = *ending;
    return data;
}

}  // namespace kalah::browser
