// Load on `kalah serve`: KGP clients that play each other and answer at once, others that wait, and
// pages that play or watch browser games. Measures several servers in turn, so that one run
// compares them: one line each with moves per second and the waits that the clients saw.
//   kalah-load KALAH... [--kgp 1000] [--idle 0] [--pages 1000] [--per-game 10] [--pace 1000]
//              [--seconds 10] [--rounds 1] [--serve "OPTIONS…"]
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "load_clients.hpp"

namespace {

using namespace kalah::load;

struct Options {
    std::vector<std::string> servers;
    std::map<std::string, int> numbers{
        {"--kgp", 1000},     // clients that play each other
        {"--idle", 0},       // clients that wait
        {"--pages", 1000},   // in browser games
        {"--per-game", 10},  // pages in one game: one plays, the others watch
        {"--pace", 1000},    // milliseconds between two moves of a browser game
        {"--seconds", 10},   // measured, after a warm-up of two
        {"--rounds", 1},     // each server once per round
    };
    std::string serve;
};

Options parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (!word.starts_with("--"))
            options.servers.push_back(word);
        else if (i + 1 == argc || (word != "--serve" && !options.numbers.contains(word)))
            give_up("unknown option, or one without its value: " + word);
        else if (word == "--serve")
            options.serve = argv[++i];
        else
            options.numbers[word] = std::atoi(argv[++i]);
    }
    if (options.servers.empty()) give_up("usage: kalah-load KALAH... [--kgp N] [--pages N] …");
    return options;
}

/// The server's process, its log in a file.
class Server {
  public:
    Server(const std::string& kalah, const std::string& options)
        : folder_(std::filesystem::temp_directory_path() /
                  ("kalah-load-" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(folder_);
        int ready[2];
        if (::pipe(ready) != 0) give_up("no pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(ready[1], STDOUT_FILENO);
            ::close(ready[0]);
            const std::string command =
                "exec '" + kalah + "' serve --kgp-port 0 --http-port 0 --json --store '" +
                (folder_ / "games.sqlite").string() + "' " + options + " 2>'" + log_path() + "'";
            ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            ::_exit(127);
        }
        ::close(ready[1]);
        char text[200];
        const ssize_t size = ::read(ready[0], text, sizeof text - 1);
        text[size > 0 ? size : 0] = '\0';
        const std::string line = text;
        ::close(ready[0]);
        kgp_port_ = port_in(line, "kgp=127.0.0.1:");
        http_port_ = port_in(line, "http=127.0.0.1:");
    }
    ~Server() { std::filesystem::remove_all(folder_); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::uint16_t kgp_port() const { return kgp_port_; }
    [[nodiscard]] std::uint16_t http_port() const { return http_port_; }
    /// Resident memory, in KiB.
    [[nodiscard]] long memory() const {
        std::ifstream file("/proc/" + std::to_string(pid_) + "/status");
        for (std::string line; std::getline(file, line);)
            if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
        return 0;
    }
    /// Processor time of the server so far, in seconds.
    [[nodiscard]] double processor_time() const {
        std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
        std::string word;
        double ticks = 0;
        for (int i = 1; i <= 15 && file >> word; ++i)
            if (i >= 14) ticks += std::atof(word.c_str());
        return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }
    /// Ends the server and reads the last report in its log.
    void end() {
        ::kill(pid_, SIGTERM);
        int status = 0;
        ::waitpid(pid_, &status, 0);
        if (status != 0) give_up("the server failed");
        std::ifstream file(log_path());
        for (std::string line; std::getline(file, line);)
            if (line.find("\"statistics\"") != std::string::npos) report_ = line;
    }
    [[nodiscard]] double reported(const std::string& key) const {
        const std::size_t at = report_.find("\"" + key + "\":");
        return at == std::string::npos ? 0 : std::atof(report_.c_str() + at + key.size() + 3);
    }

  private:
    static std::uint16_t port_in(const std::string& line, const std::string& start) {
        const std::size_t at = line.find(start);
        if (at == std::string::npos) give_up("the server does not start");
        return static_cast<std::uint16_t>(std::atoi(line.c_str() + at + start.size()));
    }
    [[nodiscard]] std::string log_path() const { return (folder_ / "log").string(); }
    std::filesystem::path folder_;
    pid_t pid_ = 0;
    std::uint16_t kgp_port_ = 0;
    std::uint16_t http_port_ = 0;
    std::string report_;
};

double processor_time() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void measure(const std::string& kalah, Options& options) {
    auto& number = options.numbers;
    Server server(kalah, options.serve);
    Clients clients(server.kgp_port(), server.http_port());
    const auto in = [](int seconds) { return Clock::now() + std::chrono::seconds(seconds); };
    const long empty = server.memory();
    // Clients of one token do not play each other, so none of these gets an opponent.
    clients.add_kgp(number["--idle"],
                    "set info:name idle\r\nset auth:token idle\r\nmode freeplay\r\n");
    clients.serve(in(1));
    const long with_idle = server.memory();
    clients.add_pages(number["--pages"], number["--per-game"],
                      std::chrono::milliseconds(number["--pace"]));
    clients.add_kgp(number["--kgp"], "set info:name player\r\nmode freeplay\r\n");
    clients.serve(in(2));

    clients.kgp = clients.pages = {};
    const auto start = Clock::now();
    const double server_time = server.processor_time();
    const double client_time = processor_time();
    clients.serve(in(number["--seconds"]));
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    const double server_share = (server.processor_time() - server_time) / took;
    const double client_share = (processor_time() - client_time) / took;
    const long full = server.memory();
    server.end();

    const auto print = [&](Seen& seen) {
        std::printf(" | %8.0f %8.1f %8.1f %8.1f", static_cast<double>(seen.moves) / took,
                    seen.quantile(0.5), seen.quantile(0.99), seen.quantile(0.999));
    };
    print(clients.kgp);
    print(clients.pages);
    const int idle = number["--idle"];
    std::printf(" | %5.0f %5.0f %7.0f | %5.2f %5.2f | %6.1f %8.1f | %s\n",
                server.reported("delay_median_us"), server.reported("delay_p99_us"),
                server.reported("games_ended"), server_share, client_share,
                static_cast<double>(full) / 1024,
                idle > 0 ? static_cast<double>(with_idle - empty) / idle : 0.0, kalah.c_str());
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    Options options = parse(argc, argv);
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);

    // Waits are in milliseconds, as clients saw them. The server's own delay is in microseconds,
    // from having read a message to having answered it.
    std::printf(
        " | KGP                                 | pages                               "
        "| own delay     games | cores used  | memory          |\n"
        " |  moves/s     50 %%     99 %%   99.9 %% |  moves/s     50 %%     99 %%   99.9 %% "
        "|  50 %%  99 %%   ended | serve  load |    MiB KiB/idle | server\n");
    for (int round = 0; round < options.numbers["--rounds"]; ++round)
        for (const std::string& kalah : options.servers) measure(kalah, options);
    return 0;
}
