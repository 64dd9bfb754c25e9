// Tokens are passwords: the store keeps a hash of them that is slow to compute (Argon2id of
// libsodium, 1 MiB, 2 passes, some 1.6 ms), so that a stolen file does not give them away. The salt
// is one for the whole store, because players are found by the hash alone. Any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace kalah::store {

using TokenSalt = std::array<unsigned char, 16>;

/// From the system's random numbers.
[[nodiscard]] TokenSalt new_salt();
/// 32 bytes; nothing if there is no memory for it.
[[nodiscard]] std::optional<std::string> hash_of(std::string_view token, const TokenSalt& salt);

}  // namespace kalah::store
