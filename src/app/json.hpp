// JSON for output: values put together and printed on one line. A thin face of nlohmann-json, which
// is slow to compile and therefore stays in json.cpp; code that reads JSON may use it directly.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kalah::app {

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
    Json& set(std::string_view key, const Json& value);
    Json& push(const Json& value);
    /// Without line breaks. Text that is not UTF-8 is printed with replacement characters.
    [[nodiscard]] std::string line() const;

  private:
    struct Number {
        std::uint64_t bits;
        bool is_signed;
    };
    explicit Json(Number number);

    struct Value;
    std::unique_ptr<Value> value_;
};

}  // namespace kalah::app
