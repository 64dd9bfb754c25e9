// Load on `kalah serve`: many clients in one thread of one process, some of them playing and
// answering at once, the others waiting. Prints moves per second, the server's own delay per move
// as it measured it, and its memory per idle connection.
//   kalah-load KALAH [--playing 400] [--idle 600] [--seconds 10] [--serve "OPTIONS…"]
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/mix64.hpp"
#include "kalah/moves.hpp"
#include "kgp/line_splitter.hpp"
#include "kgp/message.hpp"

namespace {

using namespace kalah;
using Clock = std::chrono::steady_clock;

struct Options {
    std::string kalah;
    int playing = 400;
    int idle = 600;
    int seconds = 10;
    std::string serve;
};

[[noreturn]] void give_up(const std::string& why) {
    std::fprintf(stderr, "kalah-load: %s\n", why.c_str());
    std::exit(1);
}

Options parse(int argc, char** argv) {
    if (argc < 2) give_up("usage: kalah-load KALAH [--playing N] [--idle N] [--seconds N]");
    Options options;
    options.kalah = argv[1];
    for (int i = 2; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        if (name == "--serve") options.serve = argv[i + 1];
        if (name == "--playing") options.playing = std::atoi(argv[i + 1]);
        if (name == "--idle") options.idle = std::atoi(argv[i + 1]);
        if (name == "--seconds") options.seconds = std::atoi(argv[i + 1]);
    }
    return options;
}

/// The server's process, its log in a file.
class Server {
  public:
    explicit Server(const Options& options)
        : folder_(std::filesystem::temp_directory_path() /
                  ("kalah-load-" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(folder_);
        int ready[2];
        if (::pipe(ready) != 0) give_up("no pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(ready[1], STDOUT_FILENO);
            ::close(ready[0]);
            const std::string command = "exec '" + options.kalah +
                                        "' serve --kgp-port 0 --http-port 0 --json --store '" +
                                        (folder_ / "games.sqlite").string() + "' " + options.serve +
                                        " 2>'" + log_path() + "'";
            ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            ::_exit(127);
        }
        ::close(ready[1]);
        char text[200];
        const ssize_t size = ::read(ready[0], text, sizeof text - 1);
        text[size > 0 ? size : 0] = '\0';
        const std::string line = text;
        const std::size_t colon = line.find(':');
        if (!line.starts_with("ready kgp=127.0.0.1:")) give_up("the server does not start");
        port_ = static_cast<std::uint16_t>(std::atoi(line.c_str() + colon + 1));
    }
    ~Server() { std::filesystem::remove_all(folder_); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    /// Resident, in KiB.
    [[nodiscard]] long memory() const {
        std::ifstream file("/proc/" + std::to_string(pid_) + "/status");
        for (std::string line; std::getline(file, line);)
            if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
        return 0;
    }
    /// Of the process so far, in seconds.
    [[nodiscard]] double processor_time() const {
        std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
        std::string word;
        double ticks = 0;
        for (int i = 1; i <= 15 && file >> word; ++i)
            if (i >= 14) ticks += std::atof(word.c_str());
        return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }
    /// Ends it and reads its last report.
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
    [[nodiscard]] std::string log_path() const { return (folder_ / "log").string(); }
    std::filesystem::path folder_;
    pid_t pid_ = 0;
    std::uint16_t port_ = 0;
    std::string report_;
};

/// All clients; each answers what it is asked as soon as it is read.
class Clients {
  public:
    explicit Clients(std::uint16_t port) : port_(port), epoll_(::epoll_create1(0)) {}

    void add(int count, const std::string& greeting) {
        for (int i = 0; i < count; ++i) {
            const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_port = htons(port_);
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            if (fd < 0 || ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
                give_up("cannot connect");
            const int yes = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            ::fcntl(fd, F_SETFL, O_NONBLOCK);
            send(fd, greeting);
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u32 = static_cast<std::uint32_t>(clients_.size());
            ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
            clients_.push_back({fd, kgp::LineSplitter()});
            serve(Clock::now());  // whatever has come, without waiting
        }
    }
    void serve(Clock::time_point until) {
        std::vector<epoll_event> events(256);
        do {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
            const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                           static_cast<int>(std::max<long>(left.count(), 0)));
            for (int i = 0; i < count; ++i) read(events[static_cast<std::size_t>(i)].data.u32);
        } while (Clock::now() < until);
    }
    [[nodiscard]] std::uint64_t moves() const { return moves_; }

  private:
    struct Client {
        int fd;
        kgp::LineSplitter lines;
    };
    void send(int fd, const std::string& text) {
        if (::send(fd, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size()))
            give_up("the server does not read");
    }
    void read(std::uint32_t number) {
        Client& client = clients_[number];
        const ssize_t size = ::recv(client.fd, buffer_, sizeof buffer_, 0);
        if (size <= 0) give_up("the server has closed a connection");
        client.lines.add({buffer_, static_cast<std::size_t>(size)});
        std::string answer;
        while (const auto line = client.lines.next()) {
            // Most lines need no answer, and the client shares the machine with the server.
            if (line->find(" state ") == std::string_view::npos &&
                line->find(" ping") == std::string_view::npos)
                continue;
            const auto message = kgp::parse_message(*line);
            const std::string ref = "@" + std::to_string(message->id);
            if (const auto* state = std::get_if<kgp::State>(&message->command)) {
                random_ = mix64(random_, 0);
                const auto pits = legal_moves(state->board);
                auto pit = pits.begin();
                for (auto skip = random_ % static_cast<unsigned>(pits.size()); skip > 0; --skip)
                    ++pit;
                answer += ref + " move " + std::to_string(*pit + 1) + "\r\n" + ref + " yield\r\n";
                ++moves_;
            } else {
                answer += ref + " pong\r\n";
            }
        }
        if (!answer.empty()) send(client.fd, answer);
    }

    std::uint16_t port_;
    int epoll_;
    std::vector<Client> clients_;
    char buffer_[16'384];
    std::uint64_t random_ = 1;
    std::uint64_t moves_ = 0;
};

double processor_time() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
    const Options options = parse(argc, argv);
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);

    Server server(options);
    Clients clients(server.port());
    const auto in_a_moment = [] { return Clock::now() + std::chrono::milliseconds(500); };
    const long empty = server.memory();
    // With one token among them, nobody of these has an opponent.
    clients.add(options.idle, "set info:name idle\r\nset auth:token idle\r\nmode freeplay\r\n");
    clients.serve(in_a_moment());
    const long with_idle = server.memory();
    clients.add(options.playing, "set info:name player\r\nmode freeplay\r\n");
    clients.serve(in_a_moment());

    const auto start = Clock::now();
    const std::uint64_t moves = clients.moves();
    const double server_time = server.processor_time();
    const double client_time = processor_time();
    clients.serve(start + std::chrono::seconds(options.seconds));
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    const auto rate = static_cast<double>(clients.moves() - moves) / took;
    const double server_share = (server.processor_time() - server_time) / took;
    const double client_share = (processor_time() - client_time) / took;
    const long full = server.memory();
    server.end();

    std::printf("clients              %d playing, %d idle\n", options.playing, options.idle);
    std::printf("moves per second     %.0f\n", rate);
    std::printf(
        "server's delay       median %.0f us, 99 %% %.0f us (from a yield to the next state)\n",
        server.reported("delay_median_us"), server.reported("delay_p99_us"));
    std::printf("processor            server %.2f cores, clients %.2f cores\n", server_share,
                client_share);
    std::printf("games                %.0f, all of them stored\n", server.reported("games_ended"));
    std::printf("memory               %.1f KiB per idle connection, %.1f MiB in all\n",
                options.idle > 0 ? static_cast<double>(with_idle - empty) / options.idle : 0.0,
                static_cast<double>(full) / 1024);
    return 0;
}
