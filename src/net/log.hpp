// What the server has to tell whoever runs it: events with fields. Where they go and how they look
// is up to whoever made the Log; it must not wait.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace kalah::net {

enum class Level : std::uint8_t { debug, info, warning, error };

struct Field {
    std::string_view key;
    std::variant<std::string, std::int64_t, double> value;
};

using Log =
    std::function<void(Level level, std::string_view event, std::initializer_list<Field> fields)>;

/// Tells nobody.
inline void unlogged(Level /*level*/, std::string_view /*event*/,
                     std::initializer_list<Field> /*fields*/) {}

}  // namespace kalah::net
