#include "files/level_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/zeroed_memory.hpp"
#include "files/open_file.hpp"

namespace kalah::files {

namespace {

/// A file seen as memory.
class FileMapping {
  public:
    FileMapping() = default;
    ~FileMapping() {
        if (data_ != nullptr) ::munmap(data_, size_);
    }
    FileMapping(FileMapping&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    FileMapping& operator=(FileMapping&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }

    enum class Access : bool { read, write };
    /// The first `size` bytes of an open file, shared with it. Empty if that is not possible; errno
    /// says why.
    [[nodiscard]] static FileMapping of(int descriptor, std::size_t size, Access access) {
        const int rights = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
        void* data = ::mmap(nullptr, size, rights, MAP_SHARED, descriptor, 0);
        if (data == MAP_FAILED) return {};
        return {data, size};
    }

    [[nodiscard]] char* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    explicit operator bool() const { return data_ != nullptr; }

  private:
    FileMapping(void* data, std::size_t size) : data_(static_cast<char*>(data)), size_(size) {}

    char* data_ = nullptr;
    std::size_t size_ = 0;
};

bool write_at(int fd, const char* data, std::size_t size, std::size_t offset) {
    while (size > 0) {
        const ssize_t wrote = ::pwrite(fd, data, size, static_cast<off_t>(offset));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        data += wrote;
        size -= static_cast<std::size_t>(wrote);
        offset += static_cast<std::size_t>(wrote);
    }
    return true;
}

}  // namespace

struct LevelFile::Opened {
    LevelHeader header;
    FileMapping mapping;
    std::vector<Part> parts;
    std::vector<std::size_t> first_part;  // by the seeds that wait
};

LevelFile::LevelFile(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
LevelFile::~LevelFile() = default;

Result<std::shared_ptr<const LevelFile>> LevelFile::open(const std::string& path,
                                                         const LevelName& name) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) return Error{reason(path)};
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) return Error{reason(path)};
    if (!S_ISREG(status.st_mode)) return Error{path + ": not a regular file"};
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return Error{path + ": not a level of an endgame database"};
    auto opened = std::make_unique<Opened>();
    opened->mapping = FileMapping::of(file.number(), size, FileMapping::Access::read);
    if (!opened->mapping) return Error{reason(path)};

    const auto header = LevelHeader::read(opened->mapping.data(), size);
    if (!header) return Error{path + ": " + header.error().message};
    const LevelName& found = header->name();
    if (found.rules != name.rules || found.pits != name.pits || found.seeds != name.seeds)
        return Error{path + ": holds " + file_name(found) + ", not what its name says"};
    if (size != header->file_size())
        return Error{path + ": " + std::to_string(size) + " bytes long instead of " +
                     std::to_string(header->file_size())};
    opened->header = *header;
    opened->parts = parts_of(name.pits, name.seeds);
    std::size_t part = 0;
    for (int waiting = 0; waiting <= name.seeds; ++waiting) {
        opened->first_part.push_back(part);
        part += ((block_size(name.pits, waiting, name.seeds - waiting) - 1) >> kPartBits) + 1;
    }
    return std::shared_ptr<const LevelFile>(new LevelFile(std::move(opened)));
}

const LevelHeader& LevelFile::header() const {
    return opened_->header;
}

const std::int8_t* LevelFile::values() const {
    return reinterpret_cast<const std::int8_t*>(opened_->mapping.data() +
                                                opened_->header.values_at());
}

std::size_t LevelFile::parts() const {
    return opened_->parts.size();
}

bool LevelFile::check_part(std::size_t part) const {
    const Part& where = opened_->parts[part];
    return opened_->header.fits(part, reinterpret_cast<const char*>(values()) + where.begin,
                                where.size);
}

bool LevelFile::check(int waiting, std::size_t part) const {
    return check_part(opened_->first_part[static_cast<std::size_t>(waiting)] + part);
}

struct LevelWriter::Opened {
    Opened(std::string in_directory, const LevelName& of, int fd)
        : directory(std::move(in_directory)), name(of), file(fd) {}

    std::string directory;
    LevelName name;
    Descriptor file;
    FileMapping mapping;  // of the whole file, or
    ZeroedMemory memory;  // for the values alone
    Kept kept = Kept::in_memory;
    bool complete = false;

    [[nodiscard]] std::string final_path() const { return directory + "/" + file_name(name); }
    [[nodiscard]] std::string path() const { return final_path() + ".tmp"; }
    [[nodiscard]] std::size_t values_at() const { return files::values_at(name.pits, name.seeds); }
};

LevelWriter::LevelWriter(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}

LevelWriter::~LevelWriter() {
    if (!opened_->complete) ::unlink(opened_->path().c_str());
}

Result<std::shared_ptr<LevelWriter>> LevelWriter::create(const std::string& directory,
                                                         const LevelName& name, Kept kept) {
    const std::string path = directory + "/" + file_name(name) + ".tmp";
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return Error{reason(path)};
    auto opened = std::make_unique<Opened>(directory, name, fd);
    opened->kept = kept;
    const std::uint64_t size = file_size(name.pits, name.seeds);
    std::shared_ptr<LevelWriter> writer(new LevelWriter(std::move(opened)));
    // Reserve the space now, so that none is missing later, when values are written as memory.
    const int error = ::posix_fallocate(fd, 0, static_cast<off_t>(size));
    if (error != 0) {
        errno = error;
        return Error{reason(path)};
    }
    if (kept == Kept::in_file) {
        FileMapping& mapping = writer->opened_->mapping;
        mapping = FileMapping::of(fd, size, FileMapping::Access::write);
        if (!mapping) return Error{reason(path)};
    } else {
        writer->opened_->memory = ZeroedMemory(level_size(name.pits, name.seeds));
    }
    return writer;
}

Value* LevelWriter::values() const {
    char* data = opened_->kept == Kept::in_file ? opened_->mapping.data() + opened_->values_at()
                                                : opened_->memory.data();
    return reinterpret_cast<Value*>(data);
}

std::optional<std::string> LevelWriter::finish(const Writer& writer) {
    const LevelHeader header = LevelHeader::of(opened_->name, values(), writer);
    const int fd = opened_->file.number();
    if (!write_at(fd, header.bytes().data(), header.bytes().size(), 0))
        return reason(opened_->path());
    if (opened_->kept == Kept::in_memory) {
        if (!write_at(fd, opened_->memory.data(), opened_->memory.size(), opened_->values_at()))
            return reason(opened_->path());
    } else if (::msync(opened_->mapping.data(), opened_->mapping.size(), MS_SYNC) != 0) {
        return reason(opened_->path());
    }
    if (::fsync(fd) != 0) return reason(opened_->path());
    if (::rename(opened_->path().c_str(), opened_->final_path().c_str()) != 0)
        return reason(opened_->final_path());
    opened_->complete = true;
    // The new name is on disk only once the directory is.
    const Descriptor directory(::open(opened_->directory.c_str(), O_RDONLY | O_CLOEXEC));
    if (directory.number() < 0 || ::fsync(directory.number()) != 0)
        return reason(opened_->directory);
    return std::nullopt;
}

}  // namespace kalah::files
