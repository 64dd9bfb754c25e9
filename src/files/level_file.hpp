// Level files: the values of one level with checksums, as docs/endgame-format.md describes them.
// Opening looks at the header alone; a part of the values is checked against its checksum before
// the first of them is used. Reading is for any thread, writing for one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "endgame/levels.hpp"
#include "endgame/lines.hpp"
#include "endgame/parallel.hpp"
#include "kalah/result.hpp"

namespace kalah::files {

using endgame::block_size;
using endgame::kMostPits;
using endgame::kMostSeeds;
using endgame::level_size;
using endgame::LevelSource;
using endgame::Value;
using endgame::Work;

/// Values of a block are checked in parts of 64 KiB.
inline constexpr unsigned kPartBits = 16;

/// What a file says about itself.
struct LevelName {
    Rules rules;
    int pits = 6;
    int seeds = 0;
};
[[nodiscard]] std::string file_name(const LevelName& name);

/// The version that wrote a file, as the file says; all zero in files from before 0.2.0.
struct Writer {
    std::uint8_t major = 0;
    std::uint8_t minor = 0;
    std::uint8_t patch = 0;
    std::uint8_t changed = 0;  // 1: by a program changed since the commit
    std::uint32_t commit = 0;  // first eight hexadecimal digits; 0 if unknown

    friend bool operator==(const Writer&, const Writer&) = default;
};
[[nodiscard]] Writer this_writer();
/// "kalah 0.2.0 (1a2b3c4d)"; empty if the file does not say.
[[nodiscard]] std::string to_text(const Writer& writer);

/// The parts of a level in order: where each begins and how long it is.
struct Part {
    std::uint64_t begin;
    std::uint64_t size;
};
[[nodiscard]] std::vector<Part> parts_of(int pits, int seeds);

/// Header and checksums as they stand at the beginning of a file.
class LevelHeader {
  public:
    static constexpr std::size_t kFixedSize = 64;

    /// Of values that are complete: computes all checksums.
    [[nodiscard]] static LevelHeader of(const LevelName& name, const Value* values,
                                        const Writer& writer);
    /// From the bytes of a file, as many as there are. Errors say what is wrong with it.
    [[nodiscard]] static Result<LevelHeader> read(const char* bytes, std::size_t size);

    [[nodiscard]] const LevelName& name() const { return name_; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    /// Identifies the contents: equal values, equal checksum, whatever wrote them.
    [[nodiscard]] std::uint64_t checksum() const;
    [[nodiscard]] Writer writer() const;
    [[nodiscard]] bool fits(std::size_t part, const char* values, std::size_t size) const;
    /// Where the values begin, at a page of the system.
    [[nodiscard]] std::size_t values_at() const;
    [[nodiscard]] std::uint64_t file_size() const {
        return values_at() + level_size(name_.pits, name_.seeds);
    }

  private:
    LevelName name_;
    std::string bytes_;
};

/// Where the values of a level begin in its file, and how long the file is.
[[nodiscard]] std::size_t values_at(int pits, int seeds);
[[nodiscard]] std::uint64_t file_size(int pits, int seeds);

/// A level read from its file, shared by all threads.
class LevelFile : public LevelSource {
  public:
    /// The error names the file and what is wrong: missing, foreign, cut off, damaged, other rules.
    [[nodiscard]] static Result<std::shared_ptr<const LevelFile>> open(const std::string& path,
                                                                       const LevelName& name);
    ~LevelFile() override;
    LevelFile(const LevelFile&) = delete;
    LevelFile& operator=(const LevelFile&) = delete;

    [[nodiscard]] const LevelHeader& header() const;
    [[nodiscard]] const std::int8_t* values() const override;
    [[nodiscard]] bool check(int waiting, std::size_t part) const override;
    /// All parts, numbered through all blocks.
    [[nodiscard]] std::size_t parts() const;
    [[nodiscard]] bool check_part(std::size_t part) const;

  private:
    struct Opened;
    explicit LevelFile(std::unique_ptr<Opened> opened);
    std::unique_ptr<Opened> opened_;
};

/// Writes a level file, under another name until it is complete. Every error is a text that names
/// the file.
class LevelWriter {
  public:
    enum class Kept : bool { in_memory, in_file };

    /// Reserves the disk space. With `in_file` the values are the mapped file, paged by the system.
    [[nodiscard]] static Result<std::shared_ptr<LevelWriter>> create(const std::string& directory,
                                                                     const LevelName& name,
                                                                     Kept kept);
    ~LevelWriter();  // removes what is not complete
    LevelWriter(const LevelWriter&) = delete;
    LevelWriter& operator=(const LevelWriter&) = delete;

    [[nodiscard]] Value* values() const;
    /// Adds the checksums, writes all to disk and gives the file its name.
    [[nodiscard]] std::optional<std::string> finish(const Writer& writer);

  private:
    struct Opened;
    explicit LevelWriter(std::unique_ptr<Opened> opened);
    std::unique_ptr<Opened> opened_;
};

}  // namespace kalah::files
