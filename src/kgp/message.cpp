#include "kgp/message.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "kalah/notation.hpp"
#include "kgp/clean_text.hpp"

namespace kalah::kgp {
namespace {

constexpr std::size_t kLongestExcerpt = 40;  // of an argument in a message

bool is_space(char c) {
    return c == ' ' || c == '\t';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name(char c) {
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_word(char c) {
    return is_name(c) || c == ':' || c == '-';
}
template <class Test>
bool all_of(std::string_view text, Test test) {
    return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

bool is_board(std::string_view text) {
    if (text.size() < 3 || text.front() != '<' || text.back() != '>') return false;
    char before = ',';
    for (const char c : text.substr(1, text.size() - 2)) {
        if (!is_digit(c) && (c != ',' || before == ',')) return false;
        before = c;
    }
    return before != ',';
}

/// Without its sign. The protocol has no exponents, but programs print them.
bool is_real(std::string_view text) {
    const std::size_t letter = text.find_first_of("eE");
    if (letter != std::string_view::npos) {
        std::string_view exponent = text.substr(letter + 1);
        if (!exponent.empty() && (exponent[0] == '+' || exponent[0] == '-'))
            exponent.remove_prefix(1);
        if (!all_of(exponent, is_digit)) return false;
        text = text.substr(0, letter);
        if (all_of(text, is_digit)) return true;
    }
    const std::size_t point = text.find('.');
    return point != std::string_view::npos && all_of(text.substr(point + 1), is_digit) &&
           (point == 0 || all_of(text.substr(0, point), is_digit));
}

std::optional<Argument::Kind> bare_kind(std::string_view text) {
    using enum Argument::Kind;
    std::string_view digits = text;
    if (!digits.empty() && (digits[0] == '+' || digits[0] == '-')) digits.remove_prefix(1);
    if (all_of(digits, is_digit)) return integer;
    if (is_real(digits)) return real;
    if (all_of(text, is_word)) return word;
    if (is_board(text)) return board;
    return std::nullopt;
}

/// "12", "12@8" or "@8"; nothing if the token is no such prefix or a number passes 64 bits.
struct Prefix {
    Id id = 0;
    Id ref = 0;
};
std::optional<Prefix> parse_prefix(std::string_view token) {
    const auto number = [](std::string_view digits) -> std::optional<Id> {
        Id value = 0;
        const char* end = digits.data() + digits.size();
        const auto [at, code] = std::from_chars(digits.data(), end, value);
        if (!all_of(digits, is_digit) || code != std::errc() || at != end) return std::nullopt;
        return value;
    };
    const std::size_t sign = token.find('@');
    Prefix prefix;
    if (sign != 0) {
        const auto id = number(token.substr(0, sign));
        if (!id) return std::nullopt;
        prefix.id = *id;
    }
    if (sign != std::string_view::npos) {
        const auto ref = number(token.substr(sign + 1));
        if (!ref) return std::nullopt;
        prefix.ref = *ref;
    }
    return prefix;
}

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) { skip_space(); }

    [[nodiscard]] bool done() const { return at_ == text_.size(); }
    [[nodiscard]] Error error(std::string message) const {
        return {std::move(message), static_cast<int>(at_) + 1};
    }
    /// Up to the next blank; steps over it and the blanks behind it.
    std::string_view token() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
        const std::string_view token = text_.substr(begin, at_ - begin);
        skip_space();
        return token;
    }
    Result<Argument> argument() {
        if (text_[at_] == '"') return string();
        const Error wrong = error("this is no argument");
        const std::string_view text = token();
        const auto kind = bare_kind(text);
        if (!kind) return wrong;
        return Argument{*kind, std::string(text)};
    }

  private:
    Result<Argument> string() {
        const Error open = error("this string has no end");
        Argument argument{Argument::Kind::string, ""};
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            char c = text_[at_];
            if (c == '\\') {
                if (++at_ == text_.size()) return open;
                c = text_[at_];
                if (c == 'n') c = '\n';
                if (c == 't') c = '\t';
            }
            argument.text += c;
        }
        if (done()) return open;
        ++at_;
        if (!done() && !is_space(text_[at_])) return error("expected a blank behind a string");
        skip_space();
        return argument;
    }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

using Arguments = std::vector<Argument>;

Malformed malformed(std::string_view name, std::string reason) {
    return {std::string(name), std::move(reason)};
}

/// Plain digits only: the reference server ignores "+6".
std::optional<int> small_number(const Argument& argument) {
    int value = 0;
    const char* end = argument.text.data() + argument.text.size();
    const auto [at, code] = std::from_chars(argument.text.data(), end, value);
    if (argument.kind != Argument::Kind::integer || code != std::errc() || at != end)
        return std::nullopt;
    return value;
}

std::optional<double> real_number(const Argument& argument) {
    std::string_view text = argument.text;
    if (argument.kind != Argument::Kind::integer && argument.kind != Argument::Kind::real)
        return std::nullopt;
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, value);
    if (code != std::errc() || at != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// The specification wants an integer, the reference server words.
std::optional<bool> truth(const Argument& argument) {
    if (argument.kind == Argument::Kind::integer)
        return argument.text.find_first_not_of("+-0") != std::string::npos;
    const std::string lower = lower_case(argument.text);
    if (lower == "true" || lower == "t" || lower == "yes") return true;
    if (lower == "false" || lower == "f" || lower == "no") return false;
    return std::nullopt;
}

/// The board literal alone; south is to move.
Result<Board> board(const Argument& argument) {
    if (argument.kind != Argument::Kind::board) return Error{"this is no board"};
    return parse_position(argument.text);
}

Command parse_kgp(const Arguments& arguments) {
    std::array<int, 3> version{};
    if (arguments.size() != 3) return malformed("kgp", "a version has three numbers");
    for (std::size_t i = 0; i < 3; ++i) {
        const auto part = small_number(arguments[i]);
        if (!part) return malformed("kgp", "a version has three numbers");
        version[i] = *part;
    }
    return Kgp{version[0], version[1], version[2]};
}

Command parse_state(const Arguments& arguments) {
    if (arguments.size() != 1) return malformed("state", "expected a board");
    const auto given = board(arguments[0]);
    if (!given) return malformed("state", given.error().message);
    return State{*given};
}

Command parse_problem(const Arguments& arguments) {
    if (arguments.size() != 2) return malformed("problem", "expected a board and a pit");
    const auto given = board(arguments[0]);
    if (!given) return malformed("problem", given.error().message);
    const auto pit = small_number(arguments[1]);
    if (!pit) return malformed("problem", "expected a pit");
    return Problem{*given, *pit};
}

Command parse_mode(const Arguments& arguments) {
    if (arguments.size() != 1) return malformed("mode", "expected one mode");
    return Mode{arguments[0].text};
}

Command parse_move(const Arguments& arguments) {
    if (arguments.empty()) return malformed("move", "expected a pit, such as move 3");
    if (arguments.size() > 1)
        return malformed(
            "move", "expected one pit, found " + std::to_string(arguments.size()) + " arguments");
    const Argument& given = arguments[0];
    const auto pit = small_number(given);
    if (pit && *pit != std::numeric_limits<int>::min()) return Move{*pit - 1};
    const std::string quoted = in_quotes(clean_text(given.text, kLongestExcerpt));
    if (given.kind == Argument::Kind::string)
        return malformed("move", quoted + " is a string: expected a pit without quotes");
    if (all_of(given.text, is_digit)) return malformed("move", quoted + " is no pit of any board");
    return malformed("move", quoted + " is no pit: expected digits alone, such as 3");
}

Command parse_eval(const Arguments& arguments) {
    const auto value = arguments.size() == 1 ? real_number(arguments[0]) : std::nullopt;
    if (!value) return malformed("eval", "expected a number");
    return Eval{*value};
}

Command parse_solution(const Arguments& arguments) {
    if (arguments.size() != 2)
        return malformed("solution", "expected a board and whether south moves again");
    const auto given = board(arguments[0]);
    if (!given) return malformed("solution", given.error().message);
    const auto again = truth(arguments[1]);
    if (!again) return malformed("solution", "expected true or false");
    return Solution{*given, *again};
}

Command parse_set(const Arguments& arguments) {
    if (arguments.size() != 2) return malformed("set", "expected an option and a value");
    const auto kind = arguments[1].kind;
    return Set{arguments[0].text, arguments[1].text,
               kind == Argument::Kind::integer || kind == Argument::Kind::real};
}

Command parse_failure(const Arguments& arguments) {
    return Failure{arguments.empty() ? "" : arguments[0].text};
}

template <class Bare>
Command bare(const Arguments& /*mean nothing*/) {
    return Bare{};
}

struct Reading {
    std::string_view name;
    Command (*read)(const Arguments&);
};
constexpr std::array<Reading, 15> kReadings = {{{"move", parse_move},
                                                {"yield", bare<Yield>},
                                                {"set", parse_set},
                                                {"pong", bare<Pong>},
                                                {"state", parse_state},
                                                {"stop", bare<Stop>},
                                                {"ping", bare<Ping>},
                                                {"mode", parse_mode},
                                                {"eval", parse_eval},
                                                {"solution", parse_solution},
                                                {"problem", parse_problem},
                                                {"kgp", parse_kgp},
                                                {"ok", bare<Ok>},
                                                {"error", parse_failure},
                                                {"goodbye", bare<Goodbye>}}};

/// Writes a command's name and arguments behind the prefix.
struct Writer {
    std::string& out;

    void operator()(const Kgp& kgp) const {
        out += "kgp " + std::to_string(kgp.major) + ' ' + std::to_string(kgp.minor) + ' ' +
               std::to_string(kgp.patch);
    }
    void operator()(const State& state) const {
        assert(state.board.to_move == Side::south);
        out += "state " + kalah::to_text(state.board);
    }
    void operator()(const Problem& problem) const {
        assert(problem.board.to_move == Side::south);
        out += "problem " + kalah::to_text(problem.board) + ' ' + std::to_string(problem.pit);
    }
    void operator()(const Mode& mode) const {
        out += "mode ";
        append_quoted(out, mode.name);
    }
    void operator()(const Move& move) const { out += "move " + std::to_string(move.pit + 1); }
    void operator()(const Eval& eval) const {
        std::array<char, 400> digits{};  // the longest double without exponent has 309 and a sign
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), eval.value,
                                       std::chars_format::fixed, 6);
        out += "eval ";
        out.append(digits.data(), end.ptr);
    }
    /// `true` and `false` are what the reference server understands, and others should.
    void operator()(const Solution& solution) const {
        assert(solution.board.to_move == Side::south);
        out += "solution " + kalah::to_text(solution.board) + (solution.again ? " true" : " false");
    }
    void operator()(const Set& set) const {
        out += "set ";
        append_quoted(out, set.option);
        out += ' ';
        if (set.number)
            out += set.value;
        else
            append_quoted(out, set.value);
    }
    void operator()(const Failure& failure) const {
        out += "error ";
        append_quoted(out, failure.text);
    }
    void operator()(const Stop& /**/) const { out += "stop"; }
    void operator()(const Ping& /**/) const { out += "ping"; }
    void operator()(const Pong& /**/) const { out += "pong"; }
    void operator()(const Yield& /**/) const { out += "yield"; }
    void operator()(const Ok& /**/) const { out += "ok"; }
    void operator()(const Goodbye& /**/) const { out += "goodbye"; }
    void operator()(const Unknown& /**/) const { assert(false && "never written"); }
    void operator()(const Malformed& /**/) const { assert(false && "never written"); }
};

}  // namespace

Result<Line> parse_line(std::string_view text) {
    Reader reader(text);
    if (reader.done()) return reader.error("the line is empty");
    Line line;
    const Error wrong_start = reader.error("expected [id][@ref] and a command");
    std::string_view token = reader.token();
    // A number alone is a command name: it is an id only if something follows.
    if (token.find('@') != std::string_view::npos || (all_of(token, is_digit) && !reader.done())) {
        const auto prefix = parse_prefix(token);
        if (!prefix || reader.done()) return wrong_start;
        line.id = prefix->id;
        line.ref = prefix->ref;
        token = reader.token();
    }
    if (!all_of(token, is_name)) return wrong_start;
    line.name = token;
    while (!reader.done()) {
        auto argument = reader.argument();
        if (!argument) return argument.error();
        line.arguments.push_back(*argument);
    }
    return line;
}

bool is_blank(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_space);
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else
            out += c == '\r' ? ' ' : c;
    }
    out += '"';
}

Result<Message> parse_message(std::string_view text) {
    const auto line = parse_line(text);
    if (!line) return line.error();
    const auto* reading =
        std::find_if(kReadings.begin(), kReadings.end(),
                     [&](const Reading& candidate) { return candidate.name == line->name; });
    if (reading == kReadings.end()) return Message{line->id, line->ref, Unknown{line->name}};
    return Message{line->id, line->ref, reading->read(line->arguments)};
}

void append(std::string& out, const Message& message) {
    assert(message.id != 0);
    out += std::to_string(message.id);
    if (message.ref != 0) out += '@' + std::to_string(message.ref);
    out += ' ';
    std::visit(Writer{out}, message.command);
    out += "\r\n";
}

std::string to_text(const Message& message) {
    std::string text;
    append(text, message);
    return text;
}

Board seen_by(const Board& board, Side side) {
    return side == Side::south ? board : flipped(board);
}

}  // namespace kalah::kgp
