#include "app/json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace kalah::app {

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

Json& Json::set(std::string_view key, const Json& value) {
    value_->json[std::string(key)] = value.value_->json;
    return *this;
}

Json& Json::push(const Json& value) {
    value_->json.push_back(value.value_->json);
    return *this;
}

std::string Json::line() const {
    return value_->json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace kalah::app
