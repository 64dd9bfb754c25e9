#include "referee/game_input.hpp"

#include <array>
#include <string>

#include "kalah/notation.hpp"

namespace kalah {
namespace {

Error at_column(const Error& error, std::size_t offset) {
    Error moved = error;
    if (moved.column > 0) moved.column += static_cast<int>(offset);
    return moved;
}

std::string result_text(const GameRecord& record) {
    return std::to_string(record.points(Side::south)) + "-" +
           std::to_string(record.points(Side::north));
}

/// A value and where it stands.
struct KeyValue {
    std::string value;
    int column = 0;
};

/// A line of moves: the keys are taken out first, and blanks left in their place, so that columns
/// stay as they are.
class LineReader {
  public:
    LineReader(std::string_view line, const GameDefaults& defaults)
        : line_(line), defaults_(defaults) {
        for (char& c : line_)
            if (c == '\t') c = ' ';
    }

    Result<GameRecord> read() {
        if (const std::size_t nul = line_.find('\0'); nul != line_.npos)
            return Error{"a NUL", static_cast<int>(nul) + 1};
        if (const auto error = take_keys()) return *error;
        auto start = take_start();
        if (!start) return start.error();
        auto rules = take_rules();
        if (!rules) return rules.error();
        Game game(*rules, *start);
        const std::string_view moves = std::string_view(line_).substr(at_);
        if (const auto played = game.play_text(moves); !played)
            return at_column(played.error(), at_);
        GameRecord record{std::move(game), defaults_.names};
        for (const Side side : kBothSides)
            if (!names_[side].value.empty()) record.names[side] = names_[side].value;
        if (const auto error = settle(record)) return *error;
        return record;
    }

  private:
    std::optional<Error> take_keys() {
        const std::array<std::pair<std::string_view, KeyValue*>, 3> keys{
            {{"south=", &names_[Side::south]},
             {"north=", &names_[Side::north]},
             {"result=", &result_}}};
        for (std::size_t at = 0; at < line_.size(); ++at) {
            if (at > 0 && line_[at - 1] != ' ') continue;
            for (const auto& [key, target] : keys) {
                if (line_.compare(at, key.size(), key) != 0) continue;
                if (target->column > 0)
                    return Error{"a second " + std::string(key), static_cast<int>(at) + 1};
                if (auto error = take_value(at, key.size(), *target)) return error;
            }
        }
        return std::nullopt;
    }
    std::optional<Error> take_value(std::size_t at, std::size_t key, KeyValue& target) {
        std::size_t to = at + key;
        target.column = static_cast<int>(to) + 1;
        const bool quoted = to < line_.size() && line_[to] == '"';
        if (quoted) ++to;
        for (; to < line_.size() && line_[to] != (quoted ? '"' : ' '); ++to) {
            if (quoted && line_[to] == '\\' && to + 1 < line_.size()) ++to;
            target.value += line_[to];
        }
        if (quoted && to == line_.size()) return Error{"a closing quote is missing", target.column};
        if (quoted) ++to;
        if (target.value.empty()) return Error{"a value must follow '='", target.column};
        line_.replace(at, to - at, to - at, ' ');
        return std::nullopt;
    }

    void skip_blanks() {
        while (at_ < line_.size() && line_[at_] == ' ') ++at_;
    }
    [[nodiscard]] std::string_view word() const {
        const std::size_t end = std::min(line_.find(' ', at_), line_.size());
        return std::string_view(line_).substr(at_, end - at_);
    }

    Result<Board> take_start() {
        skip_blanks();
        std::string_view text = word();
        if (text.starts_with('<')) {
            const std::size_t close = std::min(line_.find('>', at_), line_.size() - 1);
            std::size_t end = close + 1;
            if (line_.compare(end, 2, " n") == 0 &&
                (end + 2 == line_.size() || line_[end + 2] == ' '))
                end += 2;
            text = std::string_view(line_).substr(at_, end - at_);
        } else if (text.find('x') == text.npos) {
            if (defaults_.start) return *defaults_.start;
            return Error{"expected a size or a position, such as 6x4", static_cast<int>(at_) + 1};
        }
        const auto start = parse_start(text);
        if (!start) return at_column(start.error(), at_);
        at_ += text.size();
        return *start;
    }
    /// A word that begins like the name of a rule set, and not like pit A3 or B1.
    Result<Rules> take_rules() {
        skip_blanks();
        const std::string_view text = word();
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        if (text.empty() || is_digit(text[0]) || (text.size() > 1 && is_digit(text[1])))
            return defaults_.rules;
        const auto rules = parse_rules(text);
        if (!rules) {
            Error error = at_column(rules.error(), at_);
            if (error.column == 0) error.column = static_cast<int>(at_) + 1;
            return error;
        }
        at_ += text.size();
        return rules->rules;
    }

    std::optional<Error> settle(GameRecord& record) const {
        const std::string& result = result_.value;
        const auto wrong = [&](std::string message) {
            return Error{std::move(message), result_.column};
        };
        if (!record.game.over()) {
            record.ending = Ending::stopped;
            if (result.empty()) return std::nullopt;
            if (result != "south" && result != "north")
                return wrong("a result of " + in_quotes(result) +
                             ", but the moves do not end the "
                             "game");
            const Side loser = result == "south" ? Side::north : Side::south;
            record.lose(loser, Ending::resigned, FaultKind::resigned, "resigned");
            return std::nullopt;
        }
        record.ending = Ending::finished;
        const int margin = record.margin();
        const char* winner = margin > 0 ? "south" : margin < 0 ? "north" : "draw";
        if (result.empty() || result == winner || result == result_text(record))
            return std::nullopt;
        return wrong("a result of " + in_quotes(result) + ", but the moves lead to " +
                     result_text(record));
    }

    std::string line_;
    const GameDefaults& defaults_;
    std::size_t at_ = 0;
    PerSide<KeyValue> names_;
    KeyValue result_;
};

// JSON

Error wrong_key(const std::string& key, const std::string& what) {
    return Error{"\"" + key + "\" " + what};
}

/// Without NUL, which ends a text in C and in databases.
Result<std::string> text_at(const Json& json, const std::string& key) {
    const auto value = json.find(key);
    const auto text = value ? value->as_string() : std::nullopt;
    if (!text) return wrong_key(key, value ? "is not a text" : "is missing");
    if (text->find('\0') != text->npos) return wrong_key(key, "holds a NUL");
    return *text;
}

/// Null and a missing key are 0.
Result<std::int64_t> number_at(const Json& json, const std::string& key, std::int64_t most) {
    const auto value = json.find(key);
    if (!value || value->is_null()) return std::int64_t{0};
    const auto number = value->as_integer();
    if (!number || *number < 0 || *number > most)
        return wrong_key(key, "is not a number from 0 to " + std::to_string(most));
    return *number;
}

std::optional<Side> side_at(const Json& json, const std::string& key) {
    const auto text = text_at(json, key);
    for (const Side side : kBothSides)
        if (text && *text == to_text(side)) return side;
    return std::nullopt;
}

constexpr int kDeepest = 1'000'000;
constexpr std::int64_t kLatest = 253'402'300'800'000;  // the year 10000

std::optional<Error> read_notes(const Json& json, GameRecord& record) {
    const std::vector<Json> notes = json.find("notes").value_or(Json()).items();
    if (notes.size() > record.game.played().size())
        return wrong_key("notes", "are more than moves");
    for (const Json& each : notes) {
        const auto seconds = each.find("seconds").value_or(Json()).as_number();
        const auto source = text_at(each, "source");
        const auto kind = source ? parse_move_source(*source) : std::nullopt;
        const auto depth = number_at(each, "depth", kDeepest);
        const auto takeover = number_at(each, "takeover", kDeepest);
        const auto comment = text_at(each, "comment");
        if (!seconds || *seconds < 0 || !kind || !depth || !takeover || !comment)
            return wrong_key(
                "notes", "of move " + std::to_string(record.notes.size() + 1) + " cannot be read");
        record.notes.push_back(
            {*seconds, *comment, *kind, static_cast<int>(*depth), static_cast<int>(*takeover)});
    }
    return std::nullopt;
}

std::optional<Error> read_faults(const Json& json, GameRecord& record) {
    for (const Json& each : json.find("faults").value_or(Json()).items()) {
        const auto ply =
            number_at(each, "ply", static_cast<std::int64_t>(record.game.played().size()));
        const auto side = side_at(each, "side");
        const auto kind_text = text_at(each, "kind");
        const auto kind = kind_text ? parse_fault_kind(*kind_text) : std::nullopt;
        const auto text = text_at(each, "text");
        if (!ply || !side || !kind || !text)
            return wrong_key("faults", "have an entry that cannot be read");
        record.faults.push_back({static_cast<std::size_t>(*ply), *side, *kind, *text});
    }
    return std::nullopt;
}

/// The ending, and whether it and the result fit the moves.
std::optional<Error> read_ending(const Json& json, GameRecord& record) {
    const auto text = text_at(json, "ending");
    if (!text) return text.error();
    const auto ending = parse_ending(*text);
    if (!ending) return wrong_key("ending", "is " + in_quotes(*text) + ", which is none");
    record.ending = *ending == Ending::running ? Ending::stopped : *ending;
    record.loser = side_at(json, "loser");
    if (record.loser.has_value() != is_loss(*ending))
        return wrong_key("loser", "does not fit the ending " + in_quotes(*text));
    if ((*ending == Ending::finished) != record.game.over() && !record.loser)
        return wrong_key("ending", "is " + in_quotes(*text) + ", but the moves " +
                                       (record.game.over() ? "end the game" : "do not end it"));
    const auto points = json.find("points");
    if (!points || points->is_null() || !record.decided()) return std::nullopt;
    for (const Side side : kBothSides)
        if (points->find(to_text(side)).value_or(Json()).as_integer() != record.points(side))
            return wrong_key("points",
                             "differ from what the moves lead to, " + result_text(record));
    return std::nullopt;
}

}  // namespace

Result<GameRecord> parse_game_line(std::string_view line, const GameDefaults& defaults) {
    return LineReader(line, defaults).read();
}

Result<GameRecord> parse_record(const Json& json) {
    const auto rules_text = text_at(json, "rules");
    if (!rules_text) return rules_text.error();
    const auto rules = parse_rules(*rules_text);
    if (!rules) return wrong_key("rules", in_quotes(*rules_text) + ": " + rules.error().message);
    const auto start_text = text_at(json, "start");
    if (!start_text) return start_text.error();
    const auto start = parse_start(*start_text);
    if (!start) return wrong_key("start", in_quotes(*start_text) + ", " + to_text(start.error()));
    const auto moves = text_at(json, "moves");
    if (!moves) return moves.error();
    GameRecord record{Game(rules->rules, *start)};
    if (const auto played = record.game.play_text(*moves); !played)
        return wrong_key("moves", "at column " + std::to_string(played.error().column) + ": " +
                                      played.error().message);
    const Json names = json.find("names").value_or(Json());
    for (const Side side : kBothSides) {
        const auto name = text_at(names, to_text(side));
        if (!name) return wrong_key("names", "of " + name.error().message);
        record.names[side] = *name;
    }
    for (const auto& [key, target] :
         {std::pair("started", &record.started), std::pair("finished", &record.finished)}) {
        const auto time = number_at(json, key, kLatest);
        if (!time) return time.error();
        *target = *time;
    }
    if (const auto error = read_notes(json, record)) return *error;
    if (const auto error = read_faults(json, record)) return *error;
    if (const auto error = read_ending(json, record)) return *error;
    return record;
}

}  // namespace kalah
