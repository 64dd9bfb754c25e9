// What tests of searches share: settings from a specification, and a flag that never stops one.
#pragma once

#include <atomic>
#include <string>

#include <doctest/doctest.h>

#include "players/spec.hpp"

namespace kalah::test {

inline const std::atomic<bool> kNever{false};

/// Fails the test if the text is no specification.
[[nodiscard]] inline search::Settings settings_of(const std::string& text) {
    const auto spec = players::parse_player(text);
    REQUIRE_MESSAGE(spec, text);
    return spec->settings;
}

}  // namespace kalah::test
