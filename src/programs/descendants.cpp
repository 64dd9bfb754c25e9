#include "programs/descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "programs/descriptor.hpp"

namespace kalah::programs {
namespace {

struct Process {
    pid_t id = 0;
    pid_t parent = 0;
};

std::optional<pid_t> parse_id(std::string_view text) {
    pid_t id = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return id;
}

/// "12 (a name) S 7 …": the name can hold anything, and ends at the last parenthesis.
std::optional<pid_t> parent_of(const char* id) {
    const std::string path = std::string("/proc/") + id + "/stat";
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> buffer{};
    const ssize_t size = ::read(file.number(), buffer.data(), buffer.size());
    if (size <= 0) return std::nullopt;  // has ended meanwhile
    std::string_view text(buffer.data(), static_cast<std::size_t>(size));
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string_view::npos || name_end + 4 > text.size()) return std::nullopt;
    text.remove_prefix(name_end + 4);
    return parse_id(text.substr(0, text.find(' ')));
}

std::vector<Process> all_processes() {
    std::vector<Process> all;
    DIR* directory = ::opendir("/proc");
    if (directory == nullptr) return all;
    while (const dirent* entry = ::readdir(directory)) {
        const char* name = static_cast<const char*>(entry->d_name);
        const auto id = parse_id(name);
        if (!id) continue;
        if (const auto parent = parent_of(name)) all.push_back({*id, *parent});
    }
    ::closedir(directory);
    return all;
}

/// False when there is no child left.
bool take_exits() {
    for (;;) {
        const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
        if (ended == 0) return true;
        if (ended < 0 && errno != EINTR) return false;
    }
}

}  // namespace

std::vector<pid_t> descendants() {
    std::multimap<pid_t, pid_t> children;
    for (const Process& process : all_processes()) children.emplace(process.parent, process.id);
    std::vector<pid_t> found{::getpid()};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [first, last] = children.equal_range(found[i]);
        for (auto child = first; child != last; ++child) found.push_back(child->second);
        children.erase(first, last);  // what changes while it is read could make a circle
    }
    found.erase(found.begin());
    return found;
}

bool end_descendants(std::chrono::milliseconds at_most) {
    const auto until = std::chrono::steady_clock::now() + at_most;
    while (take_exits()) {
        if (std::chrono::steady_clock::now() > until) return false;
        for (const pid_t id : descendants()) ::kill(id, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

}  // namespace kalah::programs
