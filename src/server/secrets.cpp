#include "server/secrets.hpp"

#include <algorithm>
#include <array>

namespace kalah::server {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";  // 32
constexpr std::size_t kNameLetters = 13;

}  // namespace

std::string new_key(const RandomBytes& random) {
    std::array<unsigned char, 16> bytes{};
    random(bytes);
    std::string key;
    for (const unsigned byte : bytes) {
        key += kHex[byte / 16];
        key += kHex[byte % 16];
    }
    return key;
}

std::string new_game_name(const RandomBytes& random) {
    std::array<unsigned char, kNameLetters> bytes{};
    random(bytes);
    std::string name;
    for (const unsigned byte : bytes) name += kLetters[byte % kLetters.size()];
    return name;
}

std::uint64_t new_seed(const RandomBytes& random) {
    std::array<unsigned char, 8> bytes{};
    random(bytes);
    std::uint64_t seed = 0;
    for (const unsigned char byte : bytes) seed = seed << 8 | byte;
    return seed;
}

bool is_key(std::string_view text) {
    return text.size() == 32 &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_game_name(std::string_view text) {
    return text.size() == kNameLetters && std::all_of(text.begin(), text.end(), [](char c) {
               return kLetters.find(c) != std::string_view::npos;
           });
}

bool same_key(std::string_view a, std::string_view b) {
    if (a.empty() || a.size() != b.size()) return false;
    unsigned different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return different == 0;
}

}  // namespace kalah::server
