#include "store/token_hash.hpp"

#include <sodium.h>

namespace kalah::store {
namespace {

constexpr std::size_t kHashBytes = 32;
constexpr unsigned long long kPasses = 2;
constexpr std::size_t kMemory = std::size_t{1} << 20;

}  // namespace

TokenSalt new_salt() {
    static_assert(std::tuple_size_v<TokenSalt> == crypto_pwhash_SALTBYTES);
    TokenSalt salt{};
    if (sodium_init() < 0) return salt;
    randombytes_buf(salt.data(), salt.size());
    return salt;
}

std::optional<std::string> hash_of(std::string_view token, const TokenSalt& salt) {
    std::array<unsigned char, kHashBytes> hash{};
    if (sodium_init() < 0 ||
        crypto_pwhash(hash.data(), hash.size(), token.data(), token.size(), salt.data(), kPasses,
                      kMemory, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return std::nullopt;
    return std::string(hash.begin(), hash.end());
}

}  // namespace kalah::store
