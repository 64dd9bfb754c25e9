#include "system/json.hpp"

#include <limits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace kalah {

// NOLINTNEXTLINE(bugprone-exception-escape): its moves are nlohmann's and do not throw
struct Json::Value {
    nlohmann::ordered_json json;
};

Json::Json() : value_(std::make_unique<Value>()) {}
Json::Json(bool value) : value_(new Value{value}) {}
Json::Json(double value) : value_(new Value{value}) {}
Json::Json(std::string_view value) : value_(new Value{value}) {}
Json::Json(Number number) : value_(new Value{number.bits}) {
    if (number.is_signed) value_->json = static_cast<std::int64_t>(number.bits);
}
Json::Json(const Json& other) : value_(std::make_unique<Value>(*other.value_)) {}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json other) noexcept {
    value_ = std::move(other.value_);
    return *this;
}
Json::~Json() = default;

Json Json::array() {
    Json json;
    json.value_->json = nlohmann::ordered_json::array();
    return json;
}

Json Json::object() {
    Json json;
    json.value_->json = nlohmann::ordered_json::object();
    return json;
}

Json& Json::set(std::string_view key, Json value) & {
    value_->json[std::string(key)] = std::move(value.value_->json);
    return *this;
}

Json& Json::push(Json value) & {
    value_->json.push_back(std::move(value.value_->json));
    return *this;
}

Json Json::numbers(std::span<const int> values) {
    Json json;
    json.value_->json = nlohmann::ordered_json::array_t(values.begin(), values.end());
    return json;
}

namespace {

using Tree = nlohmann::ordered_json;

/// The position, from 1, of the first bracket that is nested too deeply; 0 if there is none.
/// Ignores brackets in strings. If the text is not JSON, any answer will do.
std::size_t too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') in_string = !in_string;
        if (in_string && c == '\\') ++at;
        if (in_string) continue;
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (depth > kDeepestJson) return at + 1;
    }
    return 0;
}

/// Builds a tree while nlohmann's parser reads.
class Builder : public nlohmann::json_sax<Tree> {
  public:
    explicit Builder(Tree& root) : root_(&root) {}

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override {
        return put(value);
    }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(Tree::object()); }
    bool start_array(std::size_t /*size*/) override { return open(Tree::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override {
        const Tree& object = *open_.back();
        if (object.size() == kMostJsonKeys) return refuse("an object with too many keys");
        if (object.contains(key)) return refuse("key " + in_quotes(key) + " stands there twice");
        key_ = std::move(key);
        return true;
    }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) override {
        const bool range = dynamic_cast<const nlohmann::json::out_of_range*>(&error) != nullptr;
        error_ = {range ? "a number that is out of range" : "this is no JSON",
                  static_cast<int>(position)};
        return false;
    }
    [[nodiscard]] const Error& error() const { return error_; }

  private:
    bool refuse(std::string message) {
        error_ = {std::move(message)};
        return false;
    }
    bool put(Tree value) {
        place(std::move(value));
        return true;
    }
    bool open(Tree value) {
        open_.push_back(place(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    /// Pointers in open_ stay valid: only the innermost open value grows.
    Tree* place(Tree value) {
        if (open_.empty()) return &(*root_ = std::move(value));
        Tree& parent = *open_.back();
        if (parent.is_object()) return &(parent[key_] = std::move(value));
        parent.push_back(std::move(value));
        return &parent.back();
    }

    Tree* root_;
    std::vector<Tree*> open_;
    std::string key_;
    Error error_;
};

}  // namespace

std::optional<Error> Json::read(std::string_view text, Json& json) {
    if (const std::size_t column = too_deep(text); column > 0)
        return Error{"brackets more than " + std::to_string(kDeepestJson) + " deep",
                     static_cast<int>(column)};
    Builder builder(json.value_->json);
    if (!Tree::sax_parse(text, &builder)) return builder.error();
    return std::nullopt;
}

Result<Json> Json::parse(std::string_view text) {
    Json json;
    if (auto error = read(text, json)) return std::move(*error);
    return json;
}

bool Json::is_null() const {
    return value_->json.is_null();
}
bool Json::is_object() const {
    return value_->json.is_object();
}
bool Json::is_array() const {
    return value_->json.is_array();
}

std::optional<bool> Json::as_bool() const {
    if (!value_->json.is_boolean()) return {};
    return value_->json.get<bool>();
}

std::optional<std::int64_t> Json::as_integer() const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    if (!value_->json.is_number_integer()) return {};
    if (value_->json.is_number_unsigned() && value_->json.get<std::uint64_t>() > kMost) return {};
    return value_->json.get<std::int64_t>();
}

std::optional<double> Json::as_number() const {
    if (!value_->json.is_number()) return {};
    return value_->json.get<double>();
}

std::optional<std::string> Json::as_string() const {
    if (!value_->json.is_string()) return {};
    return value_->json.get<std::string>();
}

std::optional<Json> Json::find(std::string_view key) const {
    if (!is_object()) return {};
    const auto found = value_->json.find(std::string(key));
    if (found == value_->json.end()) return {};
    Json json;
    json.value_->json = *found;
    return json;
}

std::vector<std::string> Json::keys() const {
    std::vector<std::string> keys;
    if (!is_object()) return keys;
    for (const auto& [key, value] : value_->json.items()) keys.push_back(key);
    return keys;
}

std::vector<Json> Json::items() const {
    std::vector<Json> items;
    if (!is_array()) return items;
    for (const Tree& value : value_->json) {
        Json json;
        json.value_->json = value;
        items.push_back(std::move(json));
    }
    return items;
}

std::string Json::line() const {
    return value_->json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace kalah
