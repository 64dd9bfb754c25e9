#include "server/request.hpp"

#include <algorithm>
#include <utility>

namespace kalah::server {

Fields::Fields(Json object, std::string name)
    : object_(std::make_shared<const Json>(std::move(object))), name_(std::move(name)) {}

std::optional<Json> Fields::take(std::string_view key) {
    asked_.emplace_back(key);
    auto found = object_->find(key);
    if (found && found->is_null()) return std::nullopt;
    return found;
}

void Fields::refuse(std::string_view key, std::string code, const std::string& why,
                    Error::Args args) {
    if (wrong_) return;
    const std::string whole = name_ + std::string(key);
    args.insert(args.begin(), {"key", whole});
    wrong_ = coded(std::move(code), in_quotes(whole) + " " + why, std::move(args));
}

void Fields::refuse_type(std::string_view key, std::string expected) {
    const std::string why = "must be of the type " + expected;
    refuse(key, "wrong_type", why, {{"expected", std::move(expected)}});
}

template <class Value>
Value Fields::needed(std::string_view key, std::optional<Value> value) {
    if (!value) refuse(key, "missing_key", "is missing");
    return value ? std::move(*value) : Value{};
}

template <class Value>
std::optional<Value> Fields::take_as(std::string_view key, const char* type,
                                     std::optional<Value> (Json::*as)() const) {
    const auto json = take(key);
    if (!json) return std::nullopt;
    auto value = ((*json).*as)();
    if (!value) refuse_type(key, type);
    return value ? std::move(value) : Value{};
}

std::optional<std::string> Fields::maybe_text(std::string_view key) {
    return take_as(key, "text", &Json::as_string);
}

std::optional<bool> Fields::maybe_flag(std::string_view key) {
    return take_as(key, "flag", &Json::as_bool);
}

std::optional<std::int64_t> Fields::maybe_number(std::string_view key, std::int64_t least,
                                                 std::int64_t most) {
    const auto number = take_as(key, "number", &Json::as_integer);
    if (!number || (*number >= least && *number <= most)) return number;
    refuse(key, "out_of_range",
           "must be from " + std::to_string(least) + " to " + std::to_string(most),
           {{"least", std::to_string(least)}, {"most", std::to_string(most)}});
    return least;
}

std::optional<Fields> Fields::maybe_object(std::string_view key) {
    auto value = take(key);
    if (!value) return std::nullopt;
    if (!value->is_object()) refuse_type(key, "object");
    return Fields(std::move(*value), name_ + std::string(key) + ".");
}

std::vector<Json> Fields::maybe_list(std::string_view key) {
    const auto value = take(key);
    if (!value) return {};
    if (!value->is_array()) refuse_type(key, "list");
    return value->items();
}

std::string Fields::text(std::string_view key) {
    return needed(key, maybe_text(key));
}

std::int64_t Fields::number(std::string_view key, std::int64_t least, std::int64_t most) {
    return needed(key, maybe_number(key, least, most));
}

bool Fields::flag(std::string_view key) {
    return needed(key, maybe_flag(key));
}

Fields Fields::object(std::string_view key) {
    auto fields = maybe_object(key);
    if (fields) return std::move(*fields);
    refuse(key, "missing_key", "is missing");
    return Fields(Json::object());
}

std::optional<Error> Fields::validate() const {
    if (wrong_) return wrong_;
    for (const std::string& key : object_->keys())
        if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
            return coded("unknown_key", "unknown key " + in_quotes(name_ + key),
                         {{"key", printable(name_ + key)}});
    return std::nullopt;
}

Result<Request> Request::parse(std::string_view message) {
    Json json;
    if (auto error = Json::read(message, json)) {
        error->code = "bad_message";
        return std::move(*error);
    }
    if (!json.is_object())
        return coded("bad_message", "expected an object, {\"id\": 1, \"do\": …}");
    Request request(std::move(json));
    request.id_ = request.number("id", 0, kLargestId);
    request.verb_ = request.text("do");
    const auto verb = request.find("do");
    const auto id = request.find("id");
    if (!verb || !verb->as_string() || !id || id->as_integer() != request.id_)
        return coded("bad_message",
                     "expected {\"id\": 1, \"do\": …}, with a whole number from 0 on as id");
    return request;
}

std::string answer_to(std::int64_t id, const Result<Json>& result) {
    Json answer = Json::object();
    answer.set("re", id);
    if (!result) return std::move(answer).set("error", error_json(result.error())).line();
    // Put together as text: the result may be large.
    std::string line = answer.line();
    const std::string rest = result->line();
    if (rest == "{}") return line;
    line.back() = ',';
    return line.append(rest, 1);
}

Json not_understood(const Error& error) {
    return Json::object().set("re", Json()).set("error", error_json(error));
}

Json error_json(const Error& error) {
    Json json = Json::object();
    json.set("code", error.code);
    if (!error.args.empty()) {
        Json args = Json::object();
        for (const auto& [name, value] : error.args) args.set(name, value);
        json.set("args", std::move(args));
    }
    json.set("text", error.line > 0 ? to_text(error) : error.message);
    if (error.line > 0) json.set("line", error.line);
    if (error.column > 0) json.set("column", error.column);
    return json;
}

}  // namespace kalah::server
