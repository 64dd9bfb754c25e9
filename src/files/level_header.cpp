// The header of level files; the layout is drawn in docs/endgame-format.md.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <xxhash.h>

#include "files/level_file.hpp"
#include "kalah/version.hpp"

namespace kalah::files {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

constexpr char kMagic[8] = {'K', 'a', 'l', 'a', 'h', 'D', 'B', '\n'};
constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kFirstVersion = 1;  // does not say what wrote it
constexpr std::size_t kPage = 4096;

struct Fixed {
    char magic[8];
    std::uint32_t version;
    std::uint8_t capture;
    std::uint8_t sowing;
    std::uint8_t extra_turn;
    std::uint8_t sweep;
    std::uint32_t pits;
    std::uint32_t seeds;
    std::uint64_t values;
    std::uint32_t part_bits;
    std::uint32_t parts;
    std::uint64_t values_at;
    std::uint64_t checksum;  // of header and checksums in the form of the first version
    Writer writer;
};
static_assert(sizeof(Fixed) == LevelHeader::kFixedSize);

Fixed fixed_of(const char* bytes) {
    Fixed fixed{};
    std::memcpy(&fixed, bytes, sizeof fixed);
    return fixed;
}

/// Equal for equal values, whatever version wrote them.
std::uint64_t checksum_of(std::string bytes) {
    Fixed fixed = fixed_of(bytes.data());
    fixed.version = kFirstVersion;
    fixed.checksum = 0;
    fixed.writer = {};
    std::memcpy(bytes.data(), &fixed, sizeof fixed);
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::size_t header_size(std::size_t parts) {
    return LevelHeader::kFixedSize + parts * sizeof(std::uint64_t);
}

std::size_t to_page(std::size_t size) {
    return (size + kPage - 1) / kPage * kPage;
}

std::size_t part_count(int pits, int seeds) {
    std::size_t count = 0;
    for (int waiting = 0; waiting <= seeds; ++waiting)
        count += ((block_size(pits, waiting, seeds - waiting) - 1) >> kPartBits) + 1;
    return count;
}

Rules rules_of(const Fixed& fixed) {
    Rules rules;
    rules.capture = static_cast<Capture>(fixed.capture);
    rules.sowing = static_cast<Sowing>(fixed.sowing);
    rules.extra_turn = fixed.extra_turn != 0;
    rules.sweep = static_cast<Sweep>(fixed.sweep);
    return rules;
}

/// False if a number stands for none of an option's values.
bool are_known(const Rules& rules) {
    const auto options = rule_options();
    return std::all_of(options.begin(), options.end(), [&](const RuleOption& option) {
        return option.get(rules) < option.values.size();
    });
}

}  // namespace

Writer this_writer() {
    Writer writer;
    const std::string_view text = version().text;
    const std::string_view commit = version().commit;
    const char* at = text.data();
    const char* end = at + text.size();
    for (std::uint8_t* number : {&writer.major, &writer.minor, &writer.patch}) {
        at = std::from_chars(at, end, *number).ptr;
        if (at != end) ++at;  // the dot
    }
    writer.changed = commit.ends_with('+') ? 1 : 0;
    std::from_chars(commit.data(), commit.data() + commit.size(), writer.commit, 16);
    return writer;
}

std::string to_text(const Writer& writer) {
    if (writer == Writer{}) return "";
    std::string text = "kalah " + std::to_string(writer.major) + "." +
                       std::to_string(writer.minor) + "." + std::to_string(writer.patch);
    if (writer.commit == 0) return text;
    char commit[9];
    std::snprintf(commit, sizeof commit, "%08x", unsigned{writer.commit});
    return text + " (" + commit + (writer.changed != 0 ? "+)" : ")");
}

std::string file_name(const LevelName& name) {
    const std::string seeds = std::to_string(name.seeds);
    return to_text(name.rules) + "-" + std::to_string(name.pits) + "-" +
           std::string(seeds.size() < 2 ? "0" : "") + seeds + ".kalahdb";
}

std::vector<Part> parts_of(int pits, int seeds) {
    std::vector<Part> parts;
    std::uint64_t begin = 0;
    constexpr std::uint64_t kPartSize = std::uint64_t{1} << kPartBits;
    for (int waiting = 0; waiting <= seeds; ++waiting) {
        const std::uint64_t end = begin + block_size(pits, waiting, seeds - waiting);
        for (; begin < end; begin += parts.back().size)
            parts.push_back({begin, std::min(kPartSize, end - begin)});
    }
    return parts;
}

std::size_t values_at(int pits, int seeds) {
    return to_page(header_size(part_count(pits, seeds)));
}

std::uint64_t file_size(int pits, int seeds) {
    return values_at(pits, seeds) + level_size(pits, seeds);
}

LevelHeader LevelHeader::of(const LevelName& name, const Value* values, const Writer& writer) {
    const std::vector<Part> parts = parts_of(name.pits, name.seeds);
    Fixed fixed{};
    std::memcpy(fixed.magic, kMagic, sizeof kMagic);
    fixed.version = writer == Writer{} ? kFirstVersion : kVersion;
    fixed.writer = writer;
    fixed.capture = static_cast<std::uint8_t>(name.rules.capture);
    fixed.sowing = static_cast<std::uint8_t>(name.rules.sowing);
    fixed.extra_turn = name.rules.extra_turn ? 1 : 0;
    fixed.sweep = static_cast<std::uint8_t>(name.rules.sweep);
    fixed.pits = static_cast<std::uint32_t>(name.pits);
    fixed.seeds = static_cast<std::uint32_t>(name.seeds);
    fixed.values = level_size(name.pits, name.seeds);
    fixed.part_bits = kPartBits;
    fixed.parts = static_cast<std::uint32_t>(parts.size());
    fixed.values_at = files::values_at(name.pits, name.seeds);

    LevelHeader header;
    header.name_ = name;
    header.bytes_.resize(header_size(parts.size()));
    std::memcpy(header.bytes_.data(), &fixed, sizeof fixed);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::uint64_t sum = XXH3_64bits(values + parts[i].begin, parts[i].size);
        std::memcpy(header.bytes_.data() + header_size(i), &sum, sizeof sum);
    }
    fixed.checksum = checksum_of(header.bytes_);
    std::memcpy(header.bytes_.data(), &fixed, sizeof fixed);
    return header;
}

Result<LevelHeader> LevelHeader::read(const char* bytes, std::size_t size) {
    if (size < sizeof kMagic || std::memcmp(bytes, kMagic, sizeof kMagic) != 0)
        return Error{"not a level of an endgame database"};
    if (size < kFixedSize) return Error{"cut off within its header"};
    const Fixed fixed = fixed_of(bytes);
    if (fixed.version < kFirstVersion || fixed.version > kVersion)
        return Error{"version " + std::to_string(fixed.version) +
                     " of the format; this program reads " + std::to_string(kFirstVersion) +
                     " to " + std::to_string(kVersion)};
    // Trust nothing before the checksum fits, and no size before it is plausible.
    if (size < header_size(fixed.parts)) return Error{"cut off within its header"};
    LevelHeader header;
    header.bytes_.assign(bytes, header_size(fixed.parts));
    const bool sane = fixed.pits >= 1 && fixed.pits <= kMostPits && fixed.seeds <= kMostSeeds &&
                      fixed.extra_turn <= 1 && are_known(rules_of(fixed)) &&
                      (fixed.version == kFirstVersion) == (fixed.writer == Writer{});
    if (!sane || checksum_of(header.bytes_) != fixed.checksum)
        return Error{"its header is damaged"};
    header.name_ = {rules_of(fixed), static_cast<int>(fixed.pits), static_cast<int>(fixed.seeds)};
    const bool consistent =
        fixed.part_bits == kPartBits &&
        fixed.parts == part_count(header.name_.pits, header.name_.seeds) &&
        fixed.values == level_size(header.name_.pits, header.name_.seeds) &&
        fixed.values_at == files::values_at(header.name_.pits, header.name_.seeds);
    if (!consistent) return Error{"its header contradicts itself"};
    return header;
}

std::uint64_t LevelHeader::checksum() const {
    return fixed_of(bytes_.data()).checksum;
}

Writer LevelHeader::writer() const {
    return fixed_of(bytes_.data()).writer;
}

bool LevelHeader::fits(std::size_t part, const char* values, std::size_t size) const {
    std::uint64_t expected = 0;
    std::memcpy(&expected, bytes_.data() + header_size(part), sizeof expected);
    return XXH3_64bits(values, size) == expected;
}

std::size_t LevelHeader::values_at() const {
    return to_page(bytes_.size());
}

}  // namespace kalah::files
