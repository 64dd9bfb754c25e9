// Log: events with fields, for the person who runs the program. The creator of a Log decides where
// events go and what they look like. A Log must not block, and any thread may call it.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace kalah {

enum class LogLevel : std::uint8_t { debug, info, warning, error };

struct LogField {
    std::string_view key;
    std::variant<std::string, std::int64_t, double> value;
};

using Log = std::function<void(LogLevel level, std::string_view event,
                               std::initializer_list<LogField> fields)>;

inline void no_log(LogLevel /*level*/, std::string_view /*event*/,
                   std::initializer_list<LogField> /*fields*/) {}

}  // namespace kalah
