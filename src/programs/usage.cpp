#include "programs/usage.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <sstream>
#include <string>
#include <string_view>

#include "programs/processes.hpp"
#include "programs/supervisor.hpp"

namespace kalah::programs {
namespace {

constexpr std::chrono::milliseconds kWatchPause{50};
constexpr std::chrono::milliseconds kKillWithin{2'000};

/// The first bytes of a file of /proc; empty if its process has ended.
std::string read_of(pid_t process, const char* file) {
    const std::string path = "/proc/" + std::to_string(process) + "/" + file;
    const Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4096> buffer{};
    const ssize_t size = ::read(opened.number(), buffer.data(), buffer.size());
    return size > 0 ? std::string(buffer.data(), static_cast<std::size_t>(size)) : std::string();
}

/// A word of its command line, from 0; empty if there are fewer.
std::string word_of(pid_t process, int number) {
    const std::string line = read_of(process, "cmdline");
    std::size_t begin = 0;
    for (; number > 0; --number) {
        begin = line.find('\0', begin) + 1;
        if (begin == 0) return {};
    }
    return line.substr(begin, line.find('\0', begin) - begin);
}
constexpr int kOrder = 1;      // of a supervisor (supervisor.hpp)
constexpr int kSandboxed = 5;  // likewise: yes or no

/// The number in a line "NAME: 12 kB" of /proc/PID/status.
std::uint64_t number_in(std::string_view status, std::string_view name) {
    const std::size_t at = status.find(name);
    if (at == std::string_view::npos) return 0;
    status.remove_prefix(at + name.size());
    status.remove_prefix(std::min(status.find_first_of("0123456789"), status.size()));
    std::uint64_t number = 0;
    std::from_chars(status.data(), status.data() + status.size(), number);
    return number;
}

/// Ours between a supervisor and the program in its sandbox, by their ids in the namespaces of
/// processes, which a program cannot choose as it can choose its name:
///     NSpid:  812            bubblewrap outside
///     NSpid:  813     1      bubblewrap inside
///     NSpid:  814     2      the relay, which bubblewrap starts first
///     NSpid:  815     3      the program
bool is_ours(std::string_view status) {
    constexpr std::string_view kIds = "\nNSpid:";
    const std::size_t at = status.find(kIds);
    if (at == std::string_view::npos) return false;
    status.remove_prefix(at + kIds.size());
    std::istringstream ids(std::string(status.substr(0, status.find('\n'))));
    int outside = 0;
    int inside = 0;
    int deeper = 0;  // in a namespace that the program has made
    if (!(ids >> outside >> inside)) return true;
    return inside <= 2 && !(ids >> deeper);
}

Usage usage_of(const Family& family) {
    const bool sandboxed = word_of(family.ancestor, kSandboxed) == "yes";
    Usage sum;
    for (const pid_t process : family.descendants) {
        const std::string status = read_of(process, "status");
        if (status.find("\nState:\tZ") != std::string::npos) continue;  // has ended
        if (status.empty() || (sandboxed && is_ours(status))) continue;
        const std::uint64_t memory = number_in(status, "\nVmHWM:") * 1024;
        ++sum.processes;
        sum.threads += static_cast<int>(number_in(status, "\nThreads:"));
        sum.memory += memory;
        sum.largest = std::max(sum.largest, memory);
    }
    return sum;
}

}  // namespace

UsageWatch::UsageWatch(const Usage& most) : most_(most), thread_([this] { watch(); }) {}

UsageWatch::~UsageWatch() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    ends_.notify_one();
    thread_.join();
}

UsageWatch::Seen UsageWatch::seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
}

void UsageWatch::watch() {
    std::unique_lock lock(mutex_);
    while (!ends_.wait_for(lock, kWatchPause, [this] { return ending_; })) {
        lock.unlock();
        look();
        lock.lock();
    }
}

void UsageWatch::look() {
    for (const Family& family : families_of(::getpid())) {
        if (word_of(family.ancestor, kOrder) != kSupervisorCommand) continue;
        const Usage now = usage_of(family);
        const bool many = most_.processes > 0 && now.processes > most_.processes;
        const bool much = most_.memory > 0 && now.memory > most_.memory;
        {  // first: the game may be over as soon as they are killed
            const std::lock_guard lock(mutex_);
            seen_.peak.processes = std::max(seen_.peak.processes, now.processes);
            seen_.peak.threads = std::max(seen_.peak.threads, now.threads);
            seen_.peak.memory = std::max(seen_.peak.memory, now.memory);
            seen_.peak.largest = std::max(seen_.peak.largest, now.largest);
            seen_.too_many = seen_.too_many || many;
            seen_.too_much_memory = seen_.too_much_memory || much;
        }
        if (many || much) kill_descendants(family.ancestor, kKillWithin);
    }
}

}  // namespace kalah::programs
