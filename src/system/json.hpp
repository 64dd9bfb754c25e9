// JSON: values put together and printed on one line, and texts of strangers read. A thin face of
// nlohmann-json, which is slow to compile and therefore stays in json.cpp. For messages and results
// of some kilobytes: parts are handed out as copies.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kalah/result.hpp"

namespace kalah {

/// What a text to be read may have: more is refused, so that reading takes no longer than its
/// bytes.
constexpr int kDeepestJson = 32;
constexpr std::size_t kMostJsonKeys = 64;  // in one object

class Json {
  public:
    Json();  // null
    Json(bool value);
    Json(double value);
    Json(std::string_view value);
    Json(const char* value) : Json(std::string_view(value)) {}
    Json(const std::string& value) : Json(std::string_view(value)) {}
    template <std::integral Integer>
    Json(Integer value)
        : Json(Number{static_cast<std::uint64_t>(value), std::signed_integral<Integer>}) {}
    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(Json other) noexcept;
    ~Json();

    [[nodiscard]] static Json array();
    [[nodiscard]] static Json object();
    /// Objects keep the order in which keys were set.
    Json& set(std::string_view key, Json value) &;
    Json& push(Json value) &;
    // What is put together in one expression is moved out of it.
    Json&& set(std::string_view key, Json value) && {
        return std::move(set(key, std::move(value)));
    }
    Json&& push(Json value) && { return std::move(push(std::move(value))); }
    /// An array of them; much cheaper than one by one.
    [[nodiscard]] static Json numbers(std::span<const int> values);
    /// Without line breaks. Text that is not UTF-8 is printed with replacement characters.
    [[nodiscard]] std::string line() const;

    /// One value, nothing behind it. Refuses, with the column in bytes: what is no JSON, text that
    /// is not UTF-8, numbers that no double holds, a key twice in an object, more than the limits
    /// above.
    [[nodiscard]] static Result<Json> parse(std::string_view text);
    /// The same into a value; nothing if it was read.
    [[nodiscard]] static std::optional<Error> read(std::string_view text, Json& json);

    [[nodiscard]] bool is_null() const;
    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool is_array() const;
    /// Nothing if the value is of another kind; as_integer: also if it has a fraction or an
    /// exponent, or does not fit.
    [[nodiscard]] std::optional<bool> as_bool() const;
    [[nodiscard]] std::optional<std::int64_t> as_integer() const;
    [[nodiscard]] std::optional<double> as_number() const;
    [[nodiscard]] std::optional<std::string> as_string() const;
    /// The value of a key; nothing if there is none or this is no object.
    [[nodiscard]] std::optional<Json> find(std::string_view key) const;
    /// Of an object, in their order; of anything else none.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// Of an array; of anything else none.
    [[nodiscard]] std::vector<Json> items() const;

  private:
    struct Number {
        std::uint64_t bits;
        bool is_signed;
    };
    explicit Json(Number number);

    struct Value;
    std::unique_ptr<Value> value_;
};

}  // namespace kalah
