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

#include "programs/processes.hpp"
#include "programs/relay.hpp"
#include "programs/sandbox.hpp"

namespace kalah::programs {
namespace {

constexpr std::size_t kKept = 4096;    // bytes of standard error
constexpr rlim_t kDescriptors = 1024;  // what programs expect; the arena has more for itself
constexpr int kCannot = 126;

struct Orders {
    std::uint16_t port = 0;
    rlim_t cpu_seconds = 0;
    rlim_t memory_bytes = 0;
    bool sandbox = false;
    std::string command;
};

void limit(int what, rlim_t soft, rlim_t hard) {
    rlimit limits{};
    if (::getrlimit(static_cast<__rlimit_resource_t>(what), &limits) != 0) return;
    limits.rlim_max = std::min(limits.rlim_max, hard);
    limits.rlim_cur = std::min(soft, limits.rlim_max);
    ::setrlimit(static_cast<__rlimit_resource_t>(what), &limits);
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
        if (program_ > 0) ::kill(-program_, SIGKILL);  // at once, whatever it forks meanwhile
        return end_descendants(kSupervisorEndsWithin) ? 0 : 1;
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
            words = sandboxed({working_directory(), home_directory(), self.data(),
                               folder_->socket(), orders_.port},
                              orders_.command);
        }
        int ends[2] = {};
        if (::pipe2(ends, O_CLOEXEC) != 0) throw system_failure("pipe");
        errors_ = Descriptor(ends[0]);
        const Descriptor writes(ends[1]);
        ::fcntl(errors_.number(), F_SETFL, O_NONBLOCK);
        const pid_t supervisor = ::getpid();
        program_ = start(words, [&] { prepare(writes.number(), supervisor); });
        if (program_ < 0) throw system_failure("fork");
    }

    /// In the child. Standard output is not kept: what a program has buffered there comes out after
    /// its last words, and would be taken for them.
    void prepare(int errors, pid_t supervisor) const {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != supervisor) ::_exit(kCannot);
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nothing, 0);
        ::dup2(nothing, 1);
        ::dup2(errors, 2);
        ::setenv("KGP_HOST", "127.0.0.1", 1);
        ::setenv("KGP_PORT", std::to_string(orders_.port).c_str(), 1);
        limit(RLIMIT_CORE, 0, 0);
        limit(RLIMIT_NOFILE, kDescriptors, RLIM_INFINITY);
        if (orders_.cpu_seconds > 0)
            limit(RLIMIT_CPU, orders_.cpu_seconds, orders_.cpu_seconds + 1);
        // Limits writable memory only: programs such as Java reserve address space by the gigabyte.
        if (orders_.memory_bytes > 0)
            limit(RLIMIT_DATA, orders_.memory_bytes, orders_.memory_bytes);
    }

    void turn() {
        std::vector<pollfd> list{
            {0, POLLIN, 0}, {signals_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}};
        const std::size_t own = list.size();
        if (forwarder_) forwarder_->add_to(list);
        if (::poll(list.data(), list.size(), -1) < 0) return;
        if (forwarder_) forwarder_->handle(&list[own]);
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

    void read_errors() {
        std::array<char, 16 * 1024> buffer;  // NOLINT: is read into
        const ssize_t got = ::read(errors_.number(), buffer.data(), buffer.size());
        if (got == 0) errors_.close();
        if (got <= 0) return;
        said_.append(buffer.data(), static_cast<std::size_t>(got));
        if (said_.size() > kKept) said_.erase(0, said_.size() - kKept);
    }

    void report_exit(int status) {
        // Its last words are still in the pipe, which holds no more than these reads take.
        for (int i = 0; i < 8 && errors_.is_open(); ++i) read_errors();
        report_said();
        report("exited " + std::to_string(status) + "\n");
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
    std::string said_;   // the end of it
    std::optional<SocketFolder> folder_;
    std::optional<Forwarder> forwarder_;
    pid_t program_ = 0;  // until its exit is taken
    bool ended_ = false;
};

}  // namespace

int supervise_program(int argc, const char* const* argv) {
    if (argc != 7) return kCannot;
    return Supervisor({static_cast<std::uint16_t>(std::atoi(argv[2])),
                       static_cast<rlim_t>(std::atoll(argv[3])),
                       static_cast<rlim_t>(std::atoll(argv[4])), std::string_view(argv[5]) == "yes",
                       argv[6]})
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
