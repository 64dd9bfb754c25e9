#include "programs/processes.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kalah::programs {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kPause{1};  // lets processes stop or end
constexpr milliseconds kStopWithin{2'000};
constexpr int kCannotRun = 127;

struct Process {
    pid_t id = 0;
    pid_t parent = 0;
    pid_t group = 0;
    char state = 0;
};

std::optional<pid_t> parse_id(std::string_view text) {
    pid_t id = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return id;
}

/// "12 (a name) S 7 5 …": the name can hold anything, and ends at the last parenthesis.
std::optional<Process> look_at(pid_t id) {
    const std::string path = "/proc/" + std::to_string(id) + "/stat";
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> buffer{};
    const ssize_t size = ::read(file.number(), buffer.data(), buffer.size());
    if (size <= 0) return std::nullopt;  // has ended meanwhile
    std::string_view text(buffer.data(), static_cast<std::size_t>(size));
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string_view::npos || name_end + 4 > text.size()) return std::nullopt;
    const char state = text[name_end + 2];
    text.remove_prefix(name_end + 4);
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    const auto parent = parse_id(text.substr(0, space));
    text.remove_prefix(space + 1);
    const auto group = parse_id(text.substr(0, text.find(' ')));
    if (!parent || !group) return std::nullopt;
    return Process{id, *parent, *group, state};
}

std::vector<Process> all_processes() {
    std::vector<Process> all;
    DIR* directory = ::opendir("/proc");
    if (directory == nullptr) return all;
    while (const dirent* entry = ::readdir(directory)) {
        const auto id = parse_id(static_cast<const char*>(entry->d_name));
        if (!id) continue;
        if (const auto process = look_at(*id)) all.push_back(*process);
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

using ByParent = std::multimap<pid_t, Process>;

ByParent all_by_parent() {
    ByParent children;
    for (const Process& process : all_processes()) children.emplace(process.parent, process);
    return children;
}

/// Takes the processes that it finds out of `children`.
std::vector<Process> descendants(pid_t of, ByParent& children) {
    std::vector<Process> found{{of}};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [first, last] = children.equal_range(found[i].id);
        for (auto child = first; child != last; ++child) found.push_back(child->second);
        children.erase(first, last);  // /proc may change during the scan and show a cycle
    }
    found.erase(found.begin());
    return found;
}

std::vector<Process> descendants(pid_t of) {
    ByParent children = all_by_parent();
    return descendants(of, children);
}

/// Signals its whole group where possible, so that no process of the group can fork in between.
/// False if the process itself does not get the signal.
bool send(const Process& process, pid_t ancestor, int signal) {
    if (process.group > 1 && process.group != ancestor) ::kill(-process.group, signal);
    return ::kill(process.id, signal) == 0;
}

/// Stops those that run. False if none did: all are stopped, or as good as that.
bool stop(const std::vector<Process>& processes, pid_t ancestor) {
    bool some_run = false;
    for (const Process& process : processes) {
        if (process.state != 'R' && process.state != 'S') continue;
        if (send(process, ancestor, SIGSTOP)) some_run = true;
    }
    return some_run;
}

}  // namespace

Descriptor child_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    return Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

void clear(const Descriptor& signals) {
    signalfd_siginfo info{};
    while (::read(signals.number(), &info, sizeof info) > 0) {
    }
}

std::vector<char*> arguments_of(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    return arguments;
}

void become(const std::vector<char*>& arguments) {
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(signal, SIG_DFL);
    ::execvp(arguments[0], arguments.data());
    const std::string message = std::string(arguments[0]) + ": " + std::strerror(errno) + "\n";
    static_cast<void>(!::write(2, message.data(), message.size()));
    ::_exit(127);
}

std::vector<std::string> in_shell(const std::string& command) {
    return {"/bin/sh", "-c", command};
}

int exit_code(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool is_stopped(pid_t process) {
    const auto found = look_at(process);
    return found && (found->state == 'T' || found->state == 't');
}

std::vector<Family> families_of(pid_t parent) {
    ByParent children = all_by_parent();
    std::vector<Family> families;
    const auto [first, last] = children.equal_range(parent);
    for (auto child = first; child != last; ++child) families.push_back({child->second.id});
    for (Family& family : families)
        for (const Process& process : descendants(family.ancestor, children))
            family.descendants.push_back(process.id);
    return families;
}

void kill_descendants(pid_t of, milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    // A scan that finds no running process is complete: none can have forked since it began.
    std::vector<Process> found = descendants(of);
    while (stop(found, of) && Clock::now() < until) {
        std::this_thread::sleep_for(kPause);
        found = descendants(of);
    }
    for (const Process& process : found) send(process, of, SIGKILL);
}

bool end_descendants(milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    while (take_exits()) {
        if (Clock::now() > until) return false;
        kill_descendants(::getpid(), std::min(at_most, kStopWithin));
        std::this_thread::sleep_for(kPause);
    }
    return true;
}

int count_descendants(pid_t of) {
    return static_cast<int>(descendants(of).size());
}

Ran run_quietly(const std::vector<std::string>& words) {
    const std::vector<char*> arguments = arguments_of(words);
    int ends[2] = {};
    if (::pipe2(ends, O_CLOEXEC) != 0) return {kCannotRun, std::strerror(errno)};
    const Descriptor reads(ends[0]);
    Descriptor writes(ends[1]);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, writes.number(), 2);
    pid_t process = 0;
    const int error =
        ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return {kCannotRun, std::strerror(error)};
    writes.close();
    std::string said;
    std::array<char, 512> buffer{};
    for (ssize_t got = 1; got > 0;) {
        got = ::read(reads.number(), buffer.data(), buffer.size());
        if (got > 0 && said.size() < 4096)
            said.append(buffer.data(), static_cast<std::size_t>(got));
    }
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return {exit_code(status), said.substr(0, said.find('\n'))};
}

}  // namespace kalah::programs
