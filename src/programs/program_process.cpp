#include "programs/program_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "programs/processes.hpp"
#include "programs/supervisor.hpp"

namespace kalah::programs {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kWordsWithin{500};  // the supervisor is there, and has little to do
constexpr milliseconds kOnTop{2'000};      // of the time that the supervisor may take for its end
constexpr milliseconds kLook{50};          // whether it has been stopped meanwhile

/// A socket pair, not a pipe: writing to a supervisor that is gone then gives an error, not a
/// signal.
struct Line {
    Line() {
        int ends[2] = {};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw std::system_error(errno, std::generic_category(), "socketpair");
        ours = Descriptor(ends[0]);
        theirs = Descriptor(ends[1]);
    }
    Descriptor ours;
    Descriptor theirs;
};

/// Does not fork, as the arena has threads. The new process inherits no sockets of other games.
pid_t spawn(const std::string& program, std::vector<std::string> words, int input, int output) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, 1);
    ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    // A session of its own, so that Ctrl-C reaches the arena only.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    pid_t process = 0;
    const int error =
        ::posix_spawn(&process, program.c_str(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::system_error(error, std::generic_category(), program);
    return process;
}

template <class Number>
Number number_in(std::string_view text) {
    Number number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// "used MICROSECONDS BYTES PROCESSES"
UsedByProgram parse_usage(std::string_view line) {
    const auto next = [&] {
        line.remove_prefix(std::min(line.find(' ') + 1, line.size()));
        return number_in<std::uint64_t>(line);
    };
    UsedByProgram usage;
    usage.cpu_seconds = static_cast<double>(next()) / 1e6;
    usage.peak_memory = next();
    usage.processes = static_cast<int>(next());
    return usage;
}

std::string_view last_line(std::string_view text) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos) return {};
    text = text.substr(0, end + 1);
    return text.substr(text.find_last_of("\r\n") + 1);
}

}  // namespace

ProgramProcess::ProgramProcess(const Launch& launch) {
    Line orders;
    Line reports;
    supervisor_ = spawn(launch.supervisor,
                        {"kalah", kSupervisorCommand, std::to_string(launch.port),
                         std::to_string(launch.cpu.count()), std::to_string(launch.memory),
                         launch.sandbox ? "yes" : "no", launch.keep, launch.command},
                        orders.theirs.number(), reports.theirs.number());
    orders_ = std::move(orders.ours);
    reports_ = std::move(reports.ours);
}

ProgramProcess::~ProgramProcess() {
    static_cast<void>(end());
}

std::optional<int> ProgramProcess::exit_code() {
    hear(milliseconds(0));
    throw_trouble();
    return exit_code_;
}

bool ProgramProcess::gone() {
    hear(milliseconds(0));
    throw_trouble();
    return gone_;
}

std::optional<int> ProgramProcess::wait_for_exit(milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    while (!exit_code() && !gone_ && Clock::now() < until)
        hear(std::chrono::ceil<milliseconds>(until - Clock::now()));
    return exit_code_;
}

const std::string& ProgramProcess::said() {
    const int before = times_said_;
    const char ask = '?';
    if (!gone_ && reports_.is_open() && ::send(orders_.number(), &ask, 1, MSG_NOSIGNAL) == 1) {
        const auto until = Clock::now() + kWordsWithin;
        while (times_said_ == before && reports_.is_open() && Clock::now() < until)
            hear(std::chrono::ceil<milliseconds>(until - Clock::now()));
    }
    return said_;
}

std::string ProgramProcess::last_words() {
    return printable(last_line(said()));
}

std::optional<Error> ProgramProcess::end() {
    if (supervisor_ == 0) return std::nullopt;
    orders_.close();
    auto status = wait_for_supervisor(kSupervisorEndsWithin + kOnTop);
    if (!status) {
        kill_descendants(supervisor_, kOnTop);
        ::kill(supervisor_, SIGKILL);
        status = wait_for_supervisor(kOnTop);
    }
    supervisor_ = 0;
    if (status == 0) return std::nullopt;
    return Error{"the supervisor of a program " +
                 (status ? "ended with code " + std::to_string(programs::exit_code(*status))
                         : std::string("does not end")) +
                 "; processes of the program may be left"};
}

std::optional<int> ProgramProcess::wait_for_supervisor(milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    do {
        int status = 0;
        const pid_t ended = ::waitpid(supervisor_, &status, WNOHANG);
        if (ended == supervisor_) {
            hear(milliseconds(0));  // its last report
            return status;
        }
        if (ended < 0 && errno != EINTR) return std::nullopt;
        // Programs can stop their supervisor, as often as they like.
        if (is_stopped(supervisor_)) {
            kill_descendants(supervisor_, kOnTop);
            ::kill(supervisor_, SIGCONT);
        }
        if (reports_.is_open())
            hear(kLook);  // until it closes them, with its end
        else
            std::this_thread::sleep_for(milliseconds(1));
    } while (Clock::now() < until);
    return std::nullopt;
}

void ProgramProcess::throw_trouble() const {
    if (trouble_ != 0)
        throw std::system_error(trouble_, std::generic_category(), "starting a program");
}

void ProgramProcess::hear(milliseconds at_most) {
    if (!reports_.is_open()) return;
    pollfd waits{reports_.number(), POLLIN, 0};
    while (::poll(&waits, 1, static_cast<int>(at_most.count())) > 0) {
        at_most = milliseconds(0);
        std::array<char, 8192> buffer{};
        const ssize_t got = ::read(reports_.number(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {  // the supervisor has ended, or somebody killed it
            reports_.close();
            gone_ = true;
            return;
        }
        heard_.append(buffer.data(), static_cast<std::size_t>(got));
        understand();
    }
}

void ProgramProcess::understand() {
    for (;;) {
        const std::size_t end = heard_.find('\n');
        if (end == std::string::npos) return;
        const std::string line = heard_.substr(0, end);
        const std::string_view value = std::string_view(line).substr(line.find(' ') + 1);
        std::size_t used = end + 1;
        if (line.starts_with("said ")) {
            const auto size = number_in<std::size_t>(value);
            if (heard_.size() < used + size) return;
            said_ = heard_.substr(used, size);
            used += size;
            ++times_said_;
        } else if (line.starts_with("exited ")) {
            exit_code_ = programs::exit_code(number_in<int>(value));
        } else if (line.starts_with("used ")) {
            usage_ = parse_usage(line);
        } else if (line == "gone") {
            gone_ = true;
        } else if (line.starts_with("trouble ")) {
            trouble_ = number_in<int>(value);
        }
        heard_.erase(0, used);
    }
}

}  // namespace kalah::programs
