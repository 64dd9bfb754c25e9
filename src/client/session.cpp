#include "client/session.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "kalah/moves.hpp"
#include "kalah/rules.hpp"
#include "kgp/clean_text.hpp"

namespace kalah::client {
namespace {

/// A whole number of units, or nothing. Drops fractions, so that nobody overdraws the clock.
template <class Unit>
std::optional<std::chrono::milliseconds> parse_time(const std::string& text) {
    int count = 0;
    const char* end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, count);
    if (code != std::errc() || (at != end && *at != '.') || count < 0) return std::nullopt;
    return Unit(count);
}

TimeMode parse_mode(const std::string& text) {
    if (text == "none") return TimeMode::none;
    if (text == "relative") return TimeMode::relative;
    if (text == "absolute") return TimeMode::absolute;
    return TimeMode::unknown;
}

/// "27-21 finished".
std::optional<GameOver> parse_result(const std::string& text) {
    GameOver result;
    const char* end = text.data() + text.size();
    auto [at, code] = std::from_chars(text.data(), end, result.own);
    if (code != std::errc() || at == end || *at != '-') return std::nullopt;
    const auto second = std::from_chars(at + 1, end, result.opponent);
    if (second.ec != std::errc() || (second.ptr != end && *second.ptr != ' ')) return std::nullopt;
    if (second.ptr != end) result.reason.assign(second.ptr + 1, end);
    return result;
}

/// What a client tells about itself: the option, what people call it, and the text.
struct Told {
    const char* option;
    const char* meaning;
    const std::string& text;
};
std::array<Told, 4> told(const ClientInfo& info) {
    return {{{"info:name", "name", info.name},
             {"info:authors", "text about the authors", info.authors},
             {"info:description", "description", info.description},
             {"auth:token", "token", info.token}}};
}

constexpr std::size_t kMostOpen = 64;
constexpr std::size_t kLongestText = 200;  // of what is shown to people

}  // namespace

std::optional<Error> validate(const ClientInfo& info) {
    constexpr kgp::Id kLongId = 99;  // at least as long as any id that these lines will get
    for (const Told& each : told(info)) {
        std::string line;
        kgp::append(line, {kLongId, 0, kgp::Set{each.option, each.text}});
        const std::string meaning = std::string("the ") + each.meaning;
        if (line.size() > kgp::kLongestLine)
            return Error{meaning + " is too long: with it a line has " +
                         std::to_string(line.size()) + " bytes, the protocol's limit is " +
                         std::to_string(kgp::kLongestLine)};
        if (kgp::clean_text(each.text, each.text.size(), kgp::Breaks::keep) != each.text)
            return Error{meaning + " has control characters in it, or is not UTF-8"};
    }
    return std::nullopt;
}

std::optional<ServerEvent> Session::receive(std::string_view line) {
    const auto message = kgp::parse_message(line);
    if (!message) return std::nullopt;
    const kgp::Command& command = message->command;
    if (const auto* version = std::get_if<kgp::Kgp>(&command)) return welcome(*version);
    if (const auto* state = std::get_if<kgp::State>(&command)) return ask(*message, state->board);
    if (std::get_if<kgp::Stop>(&command) != nullptr) return withdraw(message->ref);
    if (const auto* set = std::get_if<kgp::Set>(&command)) return note(*set);
    if (std::get_if<kgp::Ping>(&command) != nullptr) send(kgp::Pong{}, message->id);
    if (const auto* failure = std::get_if<kgp::Failure>(&command))
        return Complaint{kgp::clean_text(failure->text, kLongestText)};
    if (std::get_if<kgp::Goodbye>(&command) != nullptr) return Farewell{};
    return std::nullopt;
}

std::optional<ServerEvent> Session::welcome(const kgp::Kgp& version) {
    if (welcomed_) return std::nullopt;  // never `mode` twice
    if (version.major != 1)
        return WrongVersion{std::to_string(version.major) + "." + std::to_string(version.minor) +
                            "." + std::to_string(version.patch)};
    welcomed_ = true;
    for (const Told& each : told(info_))
        if (!each.text.empty()) send(kgp::Set{each.option, each.text});
    send(kgp::Mode{"freeplay"});
    return Welcomed{};
}

std::optional<ServerEvent> Session::ask(const kgp::Message& message, const Board& board) {
    if (legal_moves(board).empty()) return std::nullopt;  // there is nothing to choose
    std::erase(open_, message.id);
    if (open_.size() == kMostOpen) return std::nullopt;
    open_.push_back(message.id);
    Question question = options_;
    question.id = message.id;
    question.board = board;
    return question;
}

std::optional<ServerEvent> Session::withdraw(kgp::Id id) {
    return Withdrawn{id, std::erase(open_, id) == 0};
}

std::optional<ServerEvent> Session::note(const kgp::Set& set) {
    const std::string& value = set.value;
    if (set.option == "time:mode") options_.mode = parse_mode(value);
    using std::chrono::milliseconds;
    using std::chrono::seconds;
    if (set.option == "time:clock") options_.clock = parse_time<seconds>(value);
    if (set.option == "time:clock-ms")  // follows the clock where that is not exact
        if (const auto exact = parse_time<milliseconds>(value)) options_.clock = exact;
    if (set.option == "time:opclock") options_.opponent_clock = parse_time<seconds>(value);
    if (set.option == "game:id") options_.game = kgp::clean_text(value, kLongestText);
    if (set.option == "game:opponent") options_.opponent = kgp::clean_text(value, kLongestText);
    if (set.option == "game:rules") {
        const auto rules = parse_rules(value);
        rules_ = rules ? std::optional(rules->rules) : std::nullopt;
    }
    if (set.option == "game:result") {
        auto result = parse_result(value);
        if (!result) return std::nullopt;
        result->game = options_.game;
        result->opponent_name = options_.opponent;
        result->reason = kgp::clean_text(result->reason, kLongestText);
        return *result;
    }
    return std::nullopt;
}

bool Session::answer(kgp::Id question, int pit, const std::string& remark) {
    if (std::erase(open_, question) == 0) return false;
    if (!remark.empty()) send(kgp::Set{"info:comment", kgp::clean_text(remark, kLongestText)});
    send(kgp::Move{pit}, question);
    send(kgp::Yield{}, question);
    return true;
}

void Session::say_goodbye() {
    send(kgp::Goodbye{});
}

void Session::send(kgp::Command command, kgp::Id ref) {
    kgp::append(output_, {next_id_, ref, std::move(command)});
    next_id_ += 2;
}

}  // namespace kalah::client
