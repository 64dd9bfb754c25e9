#include "programs/supervisor.hpp"

#include <fcntl.h>
#include <limits.h>  // NOLINT: PATH_MAX is POSIX
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "programs/output_file.hpp"
#include "programs/processes.hpp"
#include "programs/relay.hpp"
#include "programs/sandbox.hpp"

namespace kalah::programs {
namespace {

constexpr std::size_t kKept = 4096;    // bytes of standard error
constexpr rlim_t kDescriptors = 1024;  // what programs expect; the arena has more for itself
constexpr int kCannot = 126;
constexpr int kBetweenLooks = 250;  // milliseconds, at the processes of a program

struct Orders {
    std::uint16_t port = 0;
    rlim_t cpu_seconds = 0;
    rlim_t memory_bytes = 0;
    bool sandbox = false;
    std::string keep;  // a file for its output, or empty
    std::string command;
};

/// The first process in a sandbox is bubblewrap's own, whose environment the program can read.
void hide_environment() {
    const char* value = std::getenv("PATH");  // NOLINT: has one thread
    const std::string path = value != nullptr ? value : "";
    ::clearenv();
    if (!path.empty()) ::setenv("PATH", path.c_str(), 1);
}

/// Java takes a part of the machine's memory for its heap, whatever the limit of the process is,
/// and does not start if the limit is lower. These options make it start from 64 MiB on: half of
/// the limit for the heap, less where the runtime itself needs most of it.
std::string java_options(rlim_t memory) {
    constexpr rlim_t kMega = rlim_t{1} << 20;
    const rlim_t heap = memory >= 128 * kMega ? memory / 2 : memory / 4;
    return "-XX:+UseSerialGC -Xms4m -Xmx" + std::to_string(std::max(heap / kMega, rlim_t{4})) + "m";
}

void limit(int what, rlim_t soft, rlim_t hard) {
    rlimit limits{};
    if (::getrlimit(static_cast<__rlimit_resource_t>(what), &limits) != 0) return;
    limits.rlim_max = std::min(limits.rlim_max, hard);
    limits.rlim_cur = std::min(soft, limits.rlim_max);
    ::setrlimit(static_cast<__rlimit_resource_t>(what), &limits);
}

/// Of a file with an absolute name; empty for none.
std::string folder_of(const std::string& file) {
    return file.substr(0, file.rfind('/'));
}

std::system_error system_failure(const char* what) {
    return {errno, std::generic_category(), what};
}

class Supervisor {
  public:
    explicit Supervisor(Orders orders) : orders_(std::move(orders)) {}

    int run() {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        // Continue if we were stopped: we must see the end of the arena.
        ::prctl(PR_SET_PDEATHSIG, SIGCONT);
        ::signal(SIGPIPE, SIG_IGN);
        signals_ = child_signals();
        try {
            start_program();
        } catch (const std::system_error& error) {
            report("trouble " + std::to_string(error.code().value()) + "\n");
        }
        while (!ended_) turn();
        look_at_processes();
        if (program_ > 0) ::kill(-program_, SIGKILL);  // at once, whatever it forks meanwhile
        const bool all_ended = end_descendants(kSupervisorEndsWithin);
        finish_output();
        report_usage();
        return all_ended ? 0 : 1;
    }

  private:
    /// Throws std::system_error where there is no room for it.
    void start_program() {
        std::vector<std::string> words = in_shell(orders_.command);
        if (orders_.sandbox) {
            folder_.emplace();
            forwarder_.emplace(folder_->listen(),
                               [port = orders_.port] { return connect_port(port); });
            std::array<char, PATH_MAX> self{};
            if (::readlink("/proc/self/exe", self.data(), self.size() - 1) < 0)
                throw system_failure("/proc/self/exe");
            words = sandboxed({working_directory(), self.data(), folder_->socket(), orders_.port,
                               java_options(), folder_of(orders_.keep)},
                              orders_.command);
        }
        if (!orders_.keep.empty()) file_.emplace(orders_.keep);
        const Descriptor errors = pipe_to(errors_);
        const Descriptor output = file_ ? pipe_to(output_) : Descriptor();
        const pid_t supervisor = ::getpid();
        program_ = start(words, [&] { prepare(output.number(), errors.number(), supervisor); });
        if (program_ < 0) throw system_failure("fork");
    }

    /// Opens a pipe whose end to read is `reads`; returns the other.
    static Descriptor pipe_to(Descriptor& reads) {
        int ends[2] = {};
        if (::pipe2(ends, O_CLOEXEC) != 0) throw system_failure("pipe");
        reads = Descriptor(ends[0]);
        ::fcntl(reads.number(), F_SETFL, O_NONBLOCK);
        return Descriptor(ends[1]);
    }

    [[nodiscard]] std::string java_options() const {
        if (orders_.memory_bytes == 0) return {};
        // The user's own count, unless the sandbox hides them.
        if (!orders_.sandbox && ::getenv("JAVA_TOOL_OPTIONS") != nullptr) return {};
        return programs::java_options(orders_.memory_bytes);
    }

    /// In the child. Without a file, standard output is discarded: what a program has buffered
    /// there comes out after its last words, and would be taken for them.
    void prepare(int output, int errors, pid_t supervisor) const {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != supervisor) ::_exit(kCannot);
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nothing, 0);
        ::dup2(output >= 0 ? output : nothing, 1);
        ::dup2(errors, 2);
        if (orders_.sandbox) hide_environment();
        ::setenv("KGP_HOST", "127.0.0.1", 1);
        ::setenv("KGP_PORT", std::to_string(orders_.port).c_str(), 1);
        limit(RLIMIT_CORE, 0, 0);
        limit(RLIMIT_NOFILE, kDescriptors, RLIM_INFINITY);
        if (orders_.cpu_seconds > 0)
            limit(RLIMIT_CPU, orders_.cpu_seconds, orders_.cpu_seconds + 1);
        if (const std::string options = java_options(); !options.empty())
            ::setenv("JAVA_TOOL_OPTIONS", options.c_str(), 1);
        // Last, as it is for the program. Limits writable memory only: programs such as Java
        // reserve address space by the gigabyte.
        if (orders_.memory_bytes > 0)
            limit(RLIMIT_DATA, orders_.memory_bytes, orders_.memory_bytes);
    }

    void turn() {
        std::vector<pollfd> list{{0, POLLIN, 0},
                                 {signals_.number(), POLLIN, 0},
                                 {errors_.number(), POLLIN, 0},
                                 {output_.number(), POLLIN, 0}};
        const std::size_t own = list.size();
        if (forwarder_) forwarder_->add_to(list);
        if (::poll(list.data(), list.size(), file_ ? kBetweenLooks : -1) < 0) return;
        look_at_processes();
        if (forwarder_) forwarder_->handle(&list[own]);
        if (list[3].revents != 0) read_output();
        if (list[2].revents != 0) read_errors();
        if (list[1].revents != 0) take_exits();
        if (list[0].revents != 0) obey();
    }

    void obey() {
        char order = 0;
        const ssize_t got = ::read(0, &order, 1);
        if (got == 1)
            report_said();
        else if (got == 0 || errno != EINTR)
            ended_ = true;
    }

    void take_exits() {
        clear(signals_);
        for (;;) {
            int status = 0;
            const pid_t child = ::waitpid(-1, &status, WNOHANG);
            if (child > 0 && child == program_) {
                program_ = 0;  // the system may reuse its id and that of its group now
                report_exit(status);
            }
            if (child < 0 && errno == ECHILD) report("gone\n");
            if (child <= 0) return;
        }
    }

    /// Reads some of what the program has written; nothing if there is nothing now.
    std::string_view read_from(Descriptor& stream) {
        const ssize_t got = ::read(stream.number(), buffer_.data(), buffer_.size());
        if (got == 0) stream.close();
        return {buffer_.data(), static_cast<std::size_t>(std::max(got, ssize_t{0}))};
    }

    void read_errors() {
        const std::string_view bytes = read_from(errors_);
        if (file_) file_->add(OutputFile::Stream::errors, bytes);
        said_ += bytes;
        if (said_.size() > kKept) said_.erase(0, said_.size() - kKept);
    }

    void read_output() {
        if (file_) file_->add(OutputFile::Stream::output, read_from(output_));
    }

    /// What is still in the pipes, which hold no more than these reads take.
    void read_rest() {
        for (int i = 0; i < 8 && output_.is_open(); ++i) read_output();
        for (int i = 0; i < 8 && errors_.is_open(); ++i) read_errors();
    }

    void finish_output() {
        if (!file_) return;
        read_rest();
        file_->finish();
    }

    void report_exit(int status) {
        read_rest();
        report_said();
        report("exited " + std::to_string(status) + "\n");
    }

    /// Costs some milliseconds.
    void look_at_processes() {
        const auto now = std::chrono::steady_clock::now();
        if (!file_ || (now < next_look_ && !ended_)) return;
        next_look_ = now + std::chrono::milliseconds(kBetweenLooks);
        most_processes_ = std::max(most_processes_, count_descendants(::getpid()));
    }

    /// When everything has ended.
    void report_usage() const {
        rusage used{};
        if (::getrusage(RUSAGE_CHILDREN, &used) != 0) return;
        constexpr long long kMicro = 1'000'000;
        const long long time = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * kMicro +
                               used.ru_utime.tv_usec + used.ru_stime.tv_usec;
        report("used " + std::to_string(time) + ' ' + std::to_string(used.ru_maxrss * 1024) + ' ' +
               std::to_string(most_processes_) + '\n');
    }

    void report_said() const { report("said " + std::to_string(said_.size()) + "\n" + said_); }

    static void report(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::write(1, text.data(), text.size());
            if (written < 0 && errno != EINTR) return;
            if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    Orders orders_;
    Descriptor signals_;
    Descriptor errors_;  // what the program says
    Descriptor output_;  // likewise, if there is a file for it
    std::array<char, 16'384> buffer_{};
    std::optional<OutputFile> file_;
    int most_processes_ = 0;
    std::chrono::steady_clock::time_point next_look_;
    std::string said_;  // the end of it
    std::optional<SocketFolder> folder_;
    std::optional<Forwarder> forwarder_;
    pid_t program_ = 0;  // until its exit is taken
    bool ended_ = false;
};

}  // namespace

int supervise_program(int argc, const char* const* argv) {
    if (argc != 8) return kCannot;
    return Supervisor({static_cast<std::uint16_t>(std::atoi(argv[2])),
                       static_cast<rlim_t>(std::atoll(argv[3])),
                       static_cast<rlim_t>(std::atoll(argv[4])), std::string_view(argv[5]) == "yes",
                       argv[6], argv[7]})
        .run();
}

std::optional<int> supervisor_or_relay(int argc, const char* const* argv) {
    if (argc < 2) return std::nullopt;
    const std::string_view command = argv[1];
    // The supervisor ends without exit handlers: it has nothing to clean up, and LeakSanitizer,
    // which inspects it from a process of its own, was seen to wait for that process for ever.
    if (command == kSupervisorCommand) ::_exit(supervise_program(argc, argv));
    if (command == kRelayCommand) return relay_program(argc, argv);
    return std::nullopt;
}

}  // namespace kalah::programs
