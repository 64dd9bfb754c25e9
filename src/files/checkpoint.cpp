#include "files/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "files/open_file.hpp"

namespace kalah::files {
namespace {

constexpr char kCheckpointMagic[] = "kalah-checkpoint 1\n";
constexpr int kWorthKeeping = 6;  // subtrees of 32 nodes and more
static_assert(std::endian::native == std::endian::little, "files are little-endian");

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
        if (size == 0) return true;  // `data` may then be null, which fwrite does not like
        XXH3_64bits_update(state_.get(), data, size);
        return std::fwrite(data, 1, size, file_.get()) == size;
    }
    bool read(void* data, std::size_t size) {
        if (std::fread(data, 1, size, file_.get()) != size) return false;
        XXH3_64bits_update(state_.get(), data, size);
        return true;
    }
    /// Writes the hash of everything so far; the hash itself does not count.
    bool write_hash() {
        const std::uint64_t hash = XXH3_64bits_digest(state_.get());
        return std::fwrite(&hash, sizeof hash, 1, file_.get()) == 1;
    }
    /// Reads the hash that must come next; returns what is wrong with it, or nothing.
    std::string hash_follows() {
        std::uint64_t hash = 0;
        if (std::fread(&hash, sizeof hash, 1, file_.get()) != 1) return ": cut short";
        if (hash != XXH3_64bits_digest(state_.get())) return ": damaged, its checksum does not fit";
        return "";
    }
    [[nodiscard]] std::FILE* file() const { return file_.get(); }

  private:
    File file_;
    std::unique_ptr<XXH3_state_t, FreeHash> state_;
};

std::string head_of(const std::string& question) {
    return kCheckpointMagic + question + "\n";
}

constexpr std::size_t kChunk = 4096;
using Chunk = std::vector<BoundTable::Record>;

/// A checkpoint whose head fits the question, read up to the end of that head.
struct Opened {
    std::unique_ptr<Hashed> in = nullptr;  // null: there is no file
    std::uint64_t lines = 0;

    static Result<Opened> open(const std::string& path, const std::string& question) {
        File file(std::fopen(path.c_str(), "rbe"));
        if (!file && errno == ENOENT) return Opened{};
        if (!file) return Error{reason(path)};
        Opened opened{std::make_unique<Hashed>(std::move(file)), 0};
        std::string magic(sizeof kCheckpointMagic - 1, '\0');
        if (!opened.in->read(magic.data(), magic.size()) || magic != kCheckpointMagic)
            return Error{path + ": not a checkpoint of this program"};
        std::string found(question.size() + 1, '\0');
        if (!opened.in->read(found.data(), found.size()) || found != question + "\n")
            return Error{path + ": belongs to another question (see its second line)"};
        if (!opened.in->read(&opened.lines, sizeof opened.lines))
            return Error{path + ": cut short"};
        const std::string damage = opened.in->hash_follows();
        if (!damage.empty()) return Error{path + damage};
        return opened;
    }
};

bool write_chunk(Hashed& out, const Chunk& chunk) {
    const std::uint64_t size = chunk.size();
    return out.write(&size, sizeof size) &&
           out.write(chunk.data(), chunk.size() * sizeof(BoundTable::Record));
}

bool write_all(Hashed& out, const std::string& question, const BoundTable& table) {
    const std::string head = head_of(question);
    const std::uint64_t lines = table.lines();
    if (!out.write(head.data(), head.size()) || !out.write(&lines, sizeof lines)) return false;
    if (!out.write_hash()) return false;
    Chunk chunk;
    chunk.reserve(kChunk);
    const bool written = table.visit(kWorthKeeping, [&](const BoundTable::Record& record) {
        chunk.push_back(record);
        if (chunk.size() < kChunk) return true;
        const bool fine = write_chunk(out, chunk);
        chunk.clear();
        return fine;
    });
    return written && (chunk.empty() || write_chunk(out, chunk)) && write_chunk(out, {}) &&
           out.write_hash() && std::fflush(out.file()) == 0 && ::fsync(::fileno(out.file())) == 0;
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
    return static_cast<std::size_t>(opened->lines) * BoundTable::kLineBytes;
}

Result<std::uint64_t> load_checkpoint(const std::string& path, const std::string& question,
                                      BoundTable& table) {
    auto opened = Opened::open(path, question);
    if (!opened) return opened.error();
    if (!opened->in) return std::uint64_t{0};
    if (opened->lines != table.lines()) return Error{path + ": made with a table of another size"};
    Hashed& in = *opened->in;
    Chunk chunk;
    std::uint64_t sum = 0;
    for (;;) {
        std::uint64_t size = 0;
        if (!in.read(&size, sizeof size)) return Error{path + ": cut short"};
        if (size == 0) break;
        if (size > kChunk) return Error{path + ": damaged"};
        chunk.resize(size);
        if (!in.read(chunk.data(), size * sizeof(BoundTable::Record)))
            return Error{path + ": cut short"};
        for (const BoundTable::Record& record : chunk) table.add(record);
        sum += size;
    }
    const std::string damage = in.hash_follows();
    if (!damage.empty()) return Error{path + damage};
    if (std::fgetc(in.file()) != EOF) return Error{path + ": longer than it should be"};
    return sum;
}

}  // namespace kalah::files
