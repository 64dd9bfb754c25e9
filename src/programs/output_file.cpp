#include "programs/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace kalah::programs {
namespace {

constexpr std::size_t kLongestLine = 16'384;  // longer ones are cut into several
constexpr std::array<std::string_view, 2> kNames{"out: ", "err: "};

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (!file_.is_open()) throw std::system_error(errno, std::generic_category(), path);
}

void OutputFile::add(Stream stream, std::string_view bytes) {
    std::string& begun = begun_[static_cast<std::size_t>(stream)];
    while (!full_ && !bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::size_t room = kLongestLine - begun.size();
        const std::size_t taken = std::min({end, room, bytes.size()});
        begun.append(bytes.substr(0, taken));
        bytes.remove_prefix(taken);
        if (!bytes.empty() && bytes.front() == '\n')
            bytes.remove_prefix(1);
        else if (begun.size() < kLongestLine)
            break;
        add_line(stream, begun);
        begun.clear();
    }
    write();
}

void OutputFile::finish() {
    for (const Stream stream : {Stream::output, Stream::errors}) {
        std::string& begun = begun_[static_cast<std::size_t>(stream)];
        if (!begun.empty()) add_line(stream, begun);
        begun.clear();
    }
    write();
}

void OutputFile::add_line(Stream stream, std::string_view line) {
    if (full_) return;
    const std::string_view name = kNames[static_cast<std::size_t>(stream)];
    kept_ += name.size() + line.size() + 1;
    full_ = kept_ > kMostKept;
    if (full_)
        waiting_ += "kalah: no more than " + std::to_string(kMostKept) +
                    " bytes are kept; what follows is lost\n";
    else
        waiting_.append(name).append(line).append("\n");
}

/// Failures are ignored: no game is lost because a disk is full.
void OutputFile::write() {
    const std::string written_now = std::exchange(waiting_, {});
    std::string_view text = written_now;
    while (!text.empty()) {
        const ssize_t written = ::write(file_.number(), text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace kalah::programs
