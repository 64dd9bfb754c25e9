#include "solve/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace kalah::solve {
namespace {

constexpr char kMagic[] = "kalah-checkpoint 1\n";
constexpr int kWorthKeeping = 6;  // subtrees of 32 nodes and more
static_assert(std::endian::native == std::endian::little, "files are little-endian");

std::string reason(const std::string& path) {
    return path + ": " + std::strerror(errno);  // NOLINT: one thread works with files
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;
struct FreeHash {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

/// Reads or writes a file and hashes what passes.
class Hashed {
  public:
    explicit Hashed(File file) : file_(std::move(file)), state_(XXH3_createState()) {
        XXH3_64bits_reset(state_.get());
    }
    bool write(const void* data, std::size_t size) {
        XXH3_64bits_update(state_.get(), data, size);
        return std::fwrite(data, 1, size, file_.get()) == size;
    }
    bool read(void* data, std::size_t size) {
        if (std::fread(data, 1, size, file_.get()) != size) return false;
        XXH3_64bits_update(state_.get(), data, size);
        return true;
    }
    [[nodiscard]] std::uint64_t hash() const { return XXH3_64bits_digest(state_.get()); }
    [[nodiscard]] std::FILE* file() const { return file_.get(); }

  private:
    File file_;
    std::unique_ptr<XXH3_state_t, FreeHash> state_;
};

std::string head_of(const std::string& question) {
    return kMagic + question + "\n";
}

/// A checkpoint whose beginning fits the question, open behind its sizes.
struct Opened {
    bool there = false;
    std::uint64_t lines = 0;
    std::uint64_t records = 0;
    std::unique_ptr<Hashed> in = nullptr;

    static Result<Opened> open(const std::string& path, const std::string& question) {
        File file(std::fopen(path.c_str(), "rbe"));
        if (!file && errno == ENOENT) return Opened{};
        if (!file) return Error{reason(path)};
        Opened opened{true, 0, 0, std::make_unique<Hashed>(std::move(file))};
        std::string magic(sizeof kMagic - 1, '\0');
        if (!opened.in->read(magic.data(), magic.size()) || magic != kMagic)
            return Error{path + ": not a checkpoint of this program"};
        std::string found(question.size() + 1, '\0');
        if (!opened.in->read(found.data(), found.size()) || found != question + "\n")
            return Error{path + ": belongs to another question (see its second line)"};
        if (!opened.in->read(&opened.lines, sizeof opened.lines) ||
            !opened.in->read(&opened.records, sizeof opened.records))
            return Error{path + ": cut short"};
        constexpr std::uint64_t kMostLines = std::uint64_t{1} << 40;
        if (!std::has_single_bit(opened.lines) || opened.lines > kMostLines ||
            opened.records > BoundTable::kEntriesPerLine * opened.lines)
            return Error{path + ": damaged"};
        return opened;
    }
};

bool write_all(Hashed& out, const std::string& question, const BoundTable& table) {
    const std::string head = head_of(question);
    const std::vector<BoundTable::Record> records = table.records(kWorthKeeping);
    const std::uint64_t sizes[] = {table.lines(), records.size()};
    if (!out.write(head.data(), head.size()) || !out.write(sizes, sizeof sizes)) return false;
    if (!out.write(records.data(), records.size() * sizeof(BoundTable::Record))) return false;
    const std::uint64_t hash = out.hash();
    return std::fwrite(&hash, sizeof hash, 1, out.file()) == 1 && std::fflush(out.file()) == 0 &&
           ::fsync(::fileno(out.file())) == 0;
}

}  // namespace

std::optional<std::string> save_checkpoint(const std::string& path, const std::string& question,
                                           const BoundTable& table) {
    const std::string temporary = path + ".tmp";
    {
        File file(std::fopen(temporary.c_str(), "wbe"));
        if (!file) return reason(temporary);
        Hashed out(std::move(file));
        if (!write_all(out, question, table)) {
            const std::string wrong = reason(temporary);
            ::unlink(temporary.c_str());
            return wrong;
        }
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) return reason(path);
    return std::nullopt;
}

std::optional<std::string> cannot_save(const std::string& path) {
    const std::string temporary = path + ".tmp";
    if (!File(std::fopen(temporary.c_str(), "wbe"))) return reason(temporary);
    ::unlink(temporary.c_str());
    return std::nullopt;
}

Result<std::size_t> checkpoint_table(const std::string& path, const std::string& question) {
    auto opened = Opened::open(path, question);
    if (!opened) return opened.error();
    return opened->there ? opened->lines * BoundTable::kLineBytes : std::size_t{0};
}

Result<std::uint64_t> load_checkpoint(const std::string& path, const std::string& question,
                                      BoundTable& table) {
    auto opened = Opened::open(path, question);
    if (!opened) return opened.error();
    if (!opened->there) return std::uint64_t{0};
    if (opened->lines != table.lines()) return Error{path + ": made with a table of another size"};
    Hashed& in = *opened->in;
    std::vector<BoundTable::Record> records(opened->records);
    std::uint64_t hash = 0;
    if (!in.read(records.data(), records.size() * sizeof(BoundTable::Record)))
        return Error{path + ": cut short"};
    const std::uint64_t expected = in.hash();
    if (std::fread(&hash, sizeof hash, 1, in.file()) != 1) return Error{path + ": cut short"};
    if (hash != expected || std::fgetc(in.file()) != EOF)
        return Error{path + ": damaged, its checksum does not fit"};
    for (const BoundTable::Record& record : records) table.add(record);
    return opened->records;
}

}  // namespace kalah::solve
