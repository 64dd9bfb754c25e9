// Names of games and keys of seats: random texts that cannot be guessed. Pure functions, any thread
// if the random bytes are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/ports.hpp"

namespace kalah::server {

/// 128 bits, 32 hexadecimal digits.
[[nodiscard]] std::string new_key(const RandomBytes& random);
/// 65 bits, 13 letters and digits that read well in an address.
[[nodiscard]] std::string new_game_name(const RandomBytes& random);
[[nodiscard]] std::uint64_t new_seed(const RandomBytes& random);
/// It could have been made by new_key.
[[nodiscard]] bool is_key(std::string_view text);
/// It could have been made by new_game_name.
[[nodiscard]] bool is_game_name(std::string_view text);

/// Takes constant time, so that a key cannot be found letter by letter. An empty key equals
/// nothing.
[[nodiscard]] bool same_key(std::string_view a, std::string_view b);

}  // namespace kalah::server
