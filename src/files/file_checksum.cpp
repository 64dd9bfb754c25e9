#include "files/file_checksum.hpp"

#include <array>
#include <vector>

#include <xxhash.h>

#include "base/mix64.hpp"
#include "files/open_file.hpp"

namespace kalah::files {
namespace {

std::string digits(std::uint64_t hash) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
    return text.data();
}

}  // namespace

Result<std::string> file_checksum(const std::string& path) {
    const File file(std::fopen(path.c_str(), "rbe"));
    if (!file) return Error{reason(path)};
    XXH3_state_t* state = XXH3_createState();
    XXH3_64bits_reset(state);
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        XXH3_64bits_update(state, buffer.data(), size);
    const std::uint64_t hash = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    if (std::ferror(file.get()) != 0) return Error{reason(path)};
    return digits(hash);
}

Result<std::string> database_checksum(const DatabaseLocation& place) {
    std::uint64_t hash = 0;
    const int highest = highest_level(place);
    for (int seeds = 0; seeds <= highest; ++seeds) {
        const auto level = LevelFile::open(place.path(seeds), {place.rules, place.pits, seeds});
        if (!level) return level.error();
        hash = mix64(hash, (*level)->header().checksum());
    }
    return digits(hash);
}

}  // namespace kalah::files
