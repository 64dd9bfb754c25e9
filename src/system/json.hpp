// JSON: builds values and prints them on one line, and reads texts from strangers. A thin wrapper
// around nlohmann-json, which is slow to compile and therefore stays in json.cpp. Meant for
// messages and results of some kilobytes: access to parts returns copies.
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

/// Limits of a text to be read. Text beyond them is refused, so that the time to read it grows only
/// with its bytes.
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
    // For temporaries: a value that is built in one expression is moved out of it.
    Json&& set(std::string_view key, Json value) && {
        return std::move(set(key, std::move(value)));
    }
    Json&& push(Json value) && { return std::move(push(std::move(value))); }
    /// An array of numbers; much cheaper than pushing them one by one.
    [[nodiscard]] static Json numbers(std::span<const int> values);
    /// Without line breaks. Text that is not UTF-8 is printed with replacement characters.
    [[nodiscard]] std::string line() const;

    /// Reads one value with nothing after it. Refuses text that is not JSON, text that is not UTF-8
    /// and numbers that no double holds (these with the column in bytes), a key twice in an object,
    /// and more than the limits above.
    [[nodiscard]] static Result<Json> parse(std::string_view text);
    /// The same, but reads into `json`; returns nothing on success.
    [[nodiscard]] static std::optional<Error> read(std::string_view text, Json& json);

    [[nodiscard]] bool is_null() const;
    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool is_array() const;
    /// Nothing if the value has another type; as_integer also if it has a fraction or an exponent,
    /// or does not fit.
    [[nodiscard]] std::optional<bool> as_bool() const;
    [[nodiscard]] std::optional<std::int64_t> as_integer() const;
    [[nodiscard]] std::optional<double> as_number() const;
    [[nodiscard]] std::optional<std::string> as_string() const;
    /// The value of a key; nothing if the key is missing or this is not an object.
    [[nodiscard]] std::optional<Json> find(std::string_view key) const;
    /// The keys of an object, in their order; empty for any other value.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// The elements of an array; empty for any other value.
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
