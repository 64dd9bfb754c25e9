// Names of rooms and keys of seats: random texts that cannot be guessed. Any thread, if the source
// of chance is one for any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace kalah::browser {

/// Fills the bytes with what nobody can foretell.
using Chance = std::function<void(std::span<unsigned char>)>;

/// The system's.
[[nodiscard]] Chance system_chance();

/// 128 bits, 32 hexadecimal digits.
[[nodiscard]] std::string new_key(const Chance& chance);
/// 65 bits, 13 letters and digits that read well in an address.
[[nodiscard]] std::string new_room_name(const Chance& chance);
/// For what plays with chance.
[[nodiscard]] std::uint64_t new_seed(const Chance& chance);
/// It could have been made by new_key.
[[nodiscard]] bool is_key(std::string_view text);
/// It could be one: what is none need not be looked for.
[[nodiscard]] bool is_room_name(std::string_view text);

/// Takes as long whatever is in them, so that a key cannot be found letter by letter. An empty key
/// is none, and equals nothing.
[[nodiscard]] bool same_key(std::string_view a, std::string_view b);

}  // namespace kalah::browser
