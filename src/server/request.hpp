// Request: one message of a page, read key by key. It keeps the first error until the handler calls
// validate(), so that handlers read like lists of what they take. A value for one thread.
//     const std::string game = request.text("game");
//     const auto limit = request.maybe_number("limit", 1, 100);
//     if (auto error = request.validate()) return *error;
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/result.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// An object from outside whose keys are taken one by one; a part of a request, or a whole one.
class Fields {
  public:
    explicit Fields(Json object, std::string name = "");

    // The value of a key; if it is missing or of another type, an empty value and an error.
    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] std::int64_t number(std::string_view key, std::int64_t least, std::int64_t most);
    [[nodiscard]] bool flag(std::string_view key);
    [[nodiscard]] Fields object(std::string_view key);
    // Nothing if the key is missing or null.
    [[nodiscard]] std::optional<std::string> maybe_text(std::string_view key);
    [[nodiscard]] std::optional<std::int64_t> maybe_number(std::string_view key, std::int64_t least,
                                                           std::int64_t most);
    [[nodiscard]] std::optional<bool> maybe_flag(std::string_view key);
    [[nodiscard]] std::optional<Fields> maybe_object(std::string_view key);
    [[nodiscard]] std::vector<Json> maybe_list(std::string_view key);

    /// The first error; else one about a key that was not asked for.
    [[nodiscard]] std::optional<Error> validate() const;

    /// The value as it came, without taking the key; nothing if there is no such key.
    [[nodiscard]] std::optional<Json> find(std::string_view key) const {
        return object_->find(key);
    }

  private:
    [[nodiscard]] std::optional<Json> take(std::string_view key);
    /// An empty value and an error if it is of another type.
    template <class Value>
    std::optional<Value> take_as(std::string_view key, const char* type,
                                 std::optional<Value> (Json::*as)() const);
    void refuse(std::string_view key, std::string code, const std::string& why,
                Error::Args args = {});
    void refuse_type(std::string_view key, std::string expected);
    template <class Value>
    Value needed(std::string_view key, std::optional<Value> value);

    std::shared_ptr<const Json> object_;  // shared by copies
    std::string name_;                    // "seats.south" of a part, for messages
    std::vector<std::string> asked_;
    std::optional<Error> wrong_;
};

class Request : public Fields {
  public:
    /// Whole numbers up to this one are exact in a browser, too.
    static constexpr std::int64_t kLargestId = (std::int64_t{1} << 53) - 1;

    /// An error unless the message is an object with `id` and `do`: else there is no id to answer
    /// to.
    [[nodiscard]] static Result<Request> parse(std::string_view message);

    [[nodiscard]] std::int64_t id() const { return id_; }
    [[nodiscard]] const std::string& verb() const { return verb_; }

  private:
    explicit Request(Json object) : Fields(std::move(object)) {}
    std::int64_t id_ = 0;
    std::string verb_;
};

/// {"re": 7, …} or {"re": 7, "error": {…}} as it is sent; `result` is an object.
[[nodiscard]] std::string answer_to(std::int64_t id, const Result<Json>& result);
/// {"re": null, "error": …}
[[nodiscard]] Json not_understood(const Error& error);
/// {"code", "args", "text", "line", "column"}
[[nodiscard]] Json error_json(const Error& error);

}  // namespace kalah::server
