#include "files/pack.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <zstd.h>

#include "endgame/parallel.hpp"
#include "files/open_file.hpp"

namespace kalah::files {
namespace {

constexpr char kPackMagic[8] = {'K', 'a', 'l', 'a', 'h', 'P', 'K', '\n'};
constexpr std::uint32_t kPackVersion = 1;
constexpr std::size_t kBatch = 256;  // parts that are packed before they are written

struct Start {
    char magic[8];
    std::uint32_t version;
    std::uint32_t levels;
};

bool put(const File& file, const void* data, std::size_t size) {
    return std::fwrite(data, 1, size, file.get()) == size;
}

bool get(const File& file, void* data, std::size_t size) {
    return std::fread(data, 1, size, file.get()) == size;
}

std::string compressed(const char* data, std::size_t size, int effort) {
    std::string packed(ZSTD_compressBound(size), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), data, size, effort));
    return packed;
}

/// A level: the length of its header, the header, then each part with its length.
std::optional<std::string> pack_level(const File& file, const DatabaseLocation& place, int seeds,
                                      int effort, int threads, Work& work) {
    const std::string path = place.path(seeds);
    const auto level = LevelFile::open(path, {place.rules, place.pits, seeds});
    if (!level) return level.error().message;
    const std::string& header = (*level)->header().bytes();
    const std::uint64_t length = header.size();
    bool written = put(file, &length, sizeof length) && put(file, header.data(), header.size());
    const auto parts = parts_of(place.pits, seeds);
    const char* values = reinterpret_cast<const char*>((*level)->values());
    for (std::size_t begin = 0; begin < parts.size() && written && !work.stopped();
         begin += kBatch) {
        const std::size_t count = std::min(kBatch, parts.size() - begin);
        std::vector<std::string> packed(count);
        endgame::run_parallel(threads, count, work, [&](std::size_t i, int) {
            const Part& part = parts[begin + i];
            if ((*level)->check_part(begin + i))
                packed[i] = compressed(values + part.begin, part.size, effort);
            work.add(part.size);
        });
        if (work.stopped()) break;
        for (const std::string& part : packed) {
            if (part.empty()) return path + ": damaged";
            const auto size = static_cast<std::uint32_t>(part.size());
            written = written && put(file, &size, sizeof size) && put(file, part.data(), size);
        }
    }
    if (!written) return "the packed file: " + std::string(std::strerror(errno));  // NOLINT
    return std::nullopt;
}

/// Reads a level's header from a packed file.
Result<LevelHeader> read_header(const File& file) {
    std::uint64_t length = 0;
    constexpr std::uint64_t kLongest = std::uint64_t{1} << 30;
    if (!get(file, &length, sizeof length)) return Error{"cut off"};
    if (length > kLongest) return Error{"damaged"};
    std::string header(length, '\0');
    if (!get(file, header.data(), header.size())) return Error{"cut off"};
    return LevelHeader::read(header.data(), header.size());
}

/// Reads the parts of a level; what is wrong with them, or nothing.
std::optional<std::string> read_parts(const File& file, const LevelHeader& header, char* values,
                                      Work& work) {
    const auto parts = parts_of(header.name().pits, header.name().seeds);
    std::string packed;
    for (std::size_t i = 0; i < parts.size() && !work.stopped(); ++i) {
        std::uint32_t size = 0;
        if (!get(file, &size, sizeof size)) return "cut off";
        if (size > ZSTD_compressBound(std::size_t{1} << kPartBits)) return "damaged";
        packed.resize(size);
        if (!get(file, packed.data(), size)) return "cut off";
        char* target = values + parts[i].begin;
        if (ZSTD_decompress(target, parts[i].size, packed.data(), size) != parts[i].size ||
            !header.fits(i, target, parts[i].size))
            return "damaged";
        work.add(parts[i].size);
    }
    return std::nullopt;
}

}  // namespace

Result<Packing> pack(const DatabaseLocation& place, int max_seeds, const std::string& path,
                     int effort, int threads, const ProgressCallback& watch) {
    Packing result;
    result.place = place;
    result.levels = std::min(highest_level(place), max_seeds) + 1;
    if (result.levels == 0) {
        const auto none = open_database(place);
        return none ? Error{place.directory + ": no database"} : none.error();
    }
    const std::string temporary = path + ".tmp";
    File file(std::fopen(temporary.c_str(), "wb"));
    if (!file) return Error{reason(temporary)};
    Work work(watch, 0);
    Start start{{}, kPackVersion, static_cast<std::uint32_t>(result.levels)};
    std::memcpy(start.magic, kPackMagic, sizeof kPackMagic);
    std::optional<std::string> error;
    if (!put(file, &start, sizeof start)) error = reason(temporary);
    for (int seeds = 0; seeds < result.levels && !error && !work.stopped(); ++seeds)
        error = pack_level(file, place, seeds, effort, threads, work);
    const bool on_disk = std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0;
    if (!error && !on_disk) error = reason(temporary);
    result.packed = static_cast<std::uint64_t>(std::ftell(file.get()));
    result.plain = endgame::database_size(place.pits, result.levels - 1);
    result.complete = !work.stopped();
    if (!error && result.complete && std::rename(temporary.c_str(), path.c_str()) != 0)
        error = reason(path);
    if (error || !result.complete) ::unlink(temporary.c_str());
    if (error) return Error{*error};
    return result;
}

Result<Packing> unpack(const std::string& path, const std::string& directory,
                       const ProgressCallback& watch) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return Error{reason(path)};
    Start start{};
    if (!get(file, &start, sizeof start) ||
        std::memcmp(start.magic, kPackMagic, sizeof kPackMagic) != 0)
        return Error{path + ": not a packed database"};
    if (start.version != kPackVersion)
        return Error{path + ": version " + std::to_string(start.version) +
                     " of the format; this program reads " + std::to_string(kPackVersion)};
    std::error_code code;
    std::filesystem::create_directories(directory, code);
    if (code) return Error{directory + ": " + code.message()};
    const DirectoryLock lock(directory);
    if (!lock.held()) return Error{directory + ": a build is under way there"};

    Packing result;
    Work work(watch, 0);
    for (std::uint32_t i = 0; i < start.levels; ++i) {
        const auto header = read_header(file);
        if (!header) return Error{path + ": " + header.error().message};
        const LevelName& name = header->name();
        result.place = {directory, name.rules, name.pits};
        const auto writer = LevelWriter::create(directory, name, LevelWriter::Kept::in_file);
        if (!writer) return writer.error();
        if (const auto error =
                read_parts(file, *header, reinterpret_cast<char*>((*writer)->values()), work))
            return Error{path + ": " + *error};
        if (work.stopped()) return result;
        if (const auto error = (*writer)->finish(header->writer())) return Error{*error};
        ++result.levels;
        result.plain += level_size(name.pits, name.seeds);
    }
    result.packed = static_cast<std::uint64_t>(std::ftell(file.get()));
    result.complete = true;
    return result;
}

}  // namespace kalah::files
