#include "load_clients.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "base/mix64.hpp"
#include "kalah/moves.hpp"
#include "kgp/message.hpp"
#include "net/incoming.hpp"

namespace kalah::load {
namespace {

int random_pit(const Board& board, std::uint64_t& random) {
    random = mix64(random, 0);
    const auto pits = legal_moves(board);
    auto pit = pits.begin();
    for (auto skip = random % static_cast<unsigned>(pits.size()); skip > 0; --skip) ++pit;
    return *pit;
}

using Send = std::function<void(std::string_view)>;

class KgpClient : public Client {
  public:
    KgpClient(Send send, Seen& seen, std::uint64_t seed)
        : send_(std::move(send)), seen_(seen), random_(seed) {}

    void receive(std::string_view bytes) override {
        lines_.add(bytes);
        std::string answer;
        while (const auto line = lines_.next()) {
            // Most lines need no answer, and the client shares the machine with the server.
            if (line->find(" state ") == std::string_view::npos &&
                line->find(" ping") == std::string_view::npos)
                continue;
            const auto message = kgp::parse_message(*line);
            const std::string ref = "@" + std::to_string(message->id);
            const auto* state = std::get_if<kgp::State>(&message->command);
            if (state == nullptr) {
                answer += ref + " pong\r\n";
                continue;
            }
            if (waits_since_ != Clock::time_point()) seen_.add(waits_since_);
            waits_since_ = Clock::now();
            ++seen_.moves;
            answer += ref + " move " + std::to_string(random_pit(state->board, random_) + 1) +
                      "\r\n" + ref + " yield\r\n";
        }
        if (!answer.empty()) send_(answer);
    }

  private:
    Send send_;
    Seen& seen_;
    std::uint64_t random_;
    net::LineSplitter lines_{kgp::kLongestLine};
    Clock::time_point waits_since_;
};

/// Text frames of a WebSocket without extensions.
class PageClient : public Client {
  public:
    explicit PageClient(Send send) : send_(std::move(send)) {
        send_(
            "GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: a2FsYWgta2FsYWgta2FsYQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    }
    void receive(std::string_view bytes) override {
        bytes_ += bytes;
        if (!open_) {
            const std::size_t end = bytes_.find("\r\n\r\n");
            if (end == std::string::npos) return;
            if (!bytes_.starts_with("HTTP/1.1 101")) give_up("no WebSocket: " + bytes_);
            bytes_.erase(0, end + 4);
            open_ = true;
            on_open();
        }
        std::size_t at = 0;
        while (const std::size_t size = frame_at(at)) at += size;
        bytes_.erase(0, at);
    }

  protected:
    virtual void on_open() = 0;
    virtual void on_text(std::string_view text) = 0;
    void say(std::string_view text, char opcode = 1) {
        std::string frame{static_cast<char>(0x80 | opcode)};
        if (text.size() < 126)
            frame += static_cast<char>(0x80 | text.size());
        else
            frame += {static_cast<char>(0xFE), static_cast<char>(text.size() >> 8),
                      static_cast<char>(text.size())};
        send_(frame.append(4, '\0').append(text));  // a mask of zeros
    }

  private:
    /// Handles the frame that begins at `at`. Returns its size; 0 if it is not complete yet.
    std::size_t frame_at(std::size_t at) {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes_[at + i]); };
        if (bytes_.size() < at + 2) return 0;
        const unsigned code = byte(1) & 0x7F;
        const std::size_t extra = code == 126 ? 2 : code == 127 ? 8 : 0;
        if (bytes_.size() < at + 2 + extra) return 0;
        std::size_t size = extra == 0 ? code : 0;
        for (std::size_t i = 0; i < extra; ++i) size = size << 8 | byte(2 + i);
        const std::size_t whole = 2 + extra + size;
        if (bytes_.size() < at + whole) return 0;
        const std::string_view text(bytes_.data() + at + 2 + extra, size);
        const int opcode = byte(0) & 0x0F;
        if (opcode == 8) give_up("the server has closed a page");
        if (opcode == 9) say(text, 10);
        if (opcode == 1) on_text(text);
        return whole;
    }
    Send send_;
    std::string bytes_;
    bool open_ = false;
};

std::string text_after(std::string_view text, std::string_view start) {
    const std::size_t at = text.find(start);
    if (at == std::string_view::npos) return "";
    const std::size_t begin = at + start.size();
    return std::string(text.substr(begin, text.find('"', begin) - begin));
}

bool is_event(std::string_view text) {
    return text.find("\"event\":\"game\"") != std::string_view::npos ||
           text.find("\"event\":\"room\"") != std::string_view::npos;
}

/// A game with its pages: one that plays both sides, and spectators.
struct PageGame {
    PageGame(Seen& seen_moves, Clock::duration each, std::uint64_t seed)
        : seen(seen_moves), pace(each), random(seed) {}
    /// Ignores events before the first move: they only announce pages that entered.
    void on_text(std::string_view text) {
        if (sent != Clock::time_point() && is_event(text)) seen.add(sent);
    }
    Seen& seen;
    Clock::duration pace;
    std::uint64_t random;
    std::string member;  // "room" or "game" and the name: {"id":1,"do":"enter",MEMBER}
    Clock::time_point sent;
    std::vector<std::function<void()>> spectators;  // called once the game exists: they enter it
};

class Spectator final : public PageClient {
  public:
    Spectator(Send send, std::shared_ptr<PageGame> game)
        : PageClient(std::move(send)), game_(std::move(game)) {}

  private:
    void on_open() override {
        const auto enter = [this] { say(R"({"id":1,"do":"enter",)" + game_->member + "}"); };
        if (game_->member.empty())
            game_->spectators.emplace_back(enter);
        else
            enter();
    }
    void on_text(std::string_view text) override {
        if (text.find("\"error\"") != std::string_view::npos) give_up(std::string(text));
        game_->on_text(text);
    }
    std::shared_ptr<PageGame> game_;
};

class PlayingPage final : public PageClient {
  public:
    PlayingPage(Send send, std::shared_ptr<PageGame> game)
        : PageClient(std::move(send)), game_(std::move(game)) {}

    void tick(Clock::time_point now) override {
        if (keys_[0].empty() || now < next_ || result_.over) return;
        next_ = std::max(next_ + game_->pace, now);
        const int pit = random_pit(board_, game_->random);
        const auto& key = keys_[board_.to_move == Side::south ? 0 : 1];
        game_->sent = now;
        say(R"({"id":2,"do":"move",)" + game_->member + R"(,"key":")" + key + R"(","pit":)" +
            std::to_string(pit + 1) + ",\"ply\":" + std::to_string(ply_++) + "}");
        result_ = apply({}, board_, pit);
        ++game_->seen.moves;
    }

  private:
    void on_open() override {
        say(R"({"id":1,"do":"new","rules":"standard","start":"8x8","seats":{"south":)"
            R"({"kind":"person","name":"Ann"},"north":{"kind":"person","name":"Bob"}}})");
    }
    void on_text(std::string_view text) override {
        if (text.find("\"error\"") != std::string_view::npos) give_up(std::string(text));
        if (!keys_[0].empty()) return game_->on_text(text);
        if (text.find("\"re\":1") == std::string_view::npos) return;
        const std::string_view keys = text.substr(text.find("\"keys\""));
        keys_ = {text_after(keys, R"("south":")"), text_after(keys, R"("north":")")};
        for (const char* name : {"room", "game"})
            if (const auto game = text_after(text, std::string("\"") + name + "\":\"");
                !game.empty())
                game_->member = std::string("\"") + name + "\":\"" + game + "\"";
        // A random first delay, so that the games do not move in step.
        next_ = Clock::now() + game_->pace * static_cast<int>(game_->random % 64) / 64;
        for (const auto& enter : std::exchange(game_->spectators, {})) enter();
    }
    std::shared_ptr<PageGame> game_;
    std::array<std::string, 2> keys_;
    Board board_ = start_board({8, 8});
    MoveResult result_ = {};
    int ply_ = 0;
    Clock::time_point next_;
};

}  // namespace

void give_up(const std::string& why) {
    std::fprintf(stderr, "kalah-load: %s\n", why.c_str());
    std::exit(1);
}

double Seen::quantile(double share) {
    if (seconds.empty()) return 0;
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(seconds.size() - 1));
    std::nth_element(seconds.begin(), seconds.begin() + place, seconds.end());
    return 1e3 * static_cast<double>(seconds[static_cast<std::size_t>(place)]);
}

struct Clients::Connection {
    int fd = -1;
    std::unique_ptr<Client> client;
    [[nodiscard]] Send sender() const {
        return [fd = fd](std::string_view bytes) {
            if (::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
                static_cast<ssize_t>(bytes.size()))
                give_up("the server does not read");
        };
    }
};

Clients::Clients(std::uint16_t kgp_port, std::uint16_t http_port)
    : kgp_port_(kgp_port), http_port_(http_port), epoll_(::epoll_create1(0)) {}

Clients::~Clients() {
    for (const auto& connection : connections_) ::close(connection->fd);
    ::close(epoll_);
}

Clients::Connection& Clients::connect(std::uint16_t port, std::uint32_t from) {
    const auto at = [](std::uint32_t host, std::uint16_t where) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(where);
        address.sin_addr.s_addr = htonl(host);
        return address;
    };
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in own = at(from, 0);
    const sockaddr_in theirs = at(INADDR_LOOPBACK, port);
    if (fd < 0 || ::bind(fd, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
        ::connect(fd, reinterpret_cast<const sockaddr*>(&theirs), sizeof theirs) != 0)
        give_up("cannot connect");
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = static_cast<std::uint32_t>(connections_.size());
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
    connections_.push_back(std::make_unique<Connection>());
    connections_.back()->fd = fd;
    return *connections_.back();
}

void Clients::add_kgp(int count, const std::string& greeting) {
    for (int i = 0; i < count; ++i) {
        Connection& made = connect(kgp_port_, INADDR_LOOPBACK);
        made.client = std::make_unique<KgpClient>(made.sender(), kgp, connections_.size());
        made.sender()(greeting);
        serve(Clock::now());  // handle what has arrived, without waiting
    }
}

void Clients::add_pages(int count, int per_game, Clock::duration pace) {
    std::shared_ptr<PageGame> game;
    for (int i = 0; i < count; ++i) {
        const bool plays = i % per_game == 0;
        if (plays) game = std::make_shared<PageGame>(pages, pace, mix64(connections_.size(), 1));
        // Each game uses its own host: the server limits the games per minute of one host.
        const auto host = static_cast<std::uint32_t>(0x7F010001 + i / per_game);
        Connection& made = connect(http_port_, host);
        if (plays) {
            made.client = std::make_unique<PlayingPage>(made.sender(), game);
            playing_.push_back(made.client.get());
        } else {
            made.client = std::make_unique<Spectator>(made.sender(), game);
        }
        serve(Clock::now());
    }
}

void Clients::serve(Clock::time_point until) {
    constexpr std::chrono::milliseconds kTick{5};
    std::vector<epoll_event> events(256);
    do {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        const int count =
            ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                         static_cast<int>(std::clamp(left, left.zero(), kTick).count()));
        for (int i = 0; i < count; ++i)
            read(*connections_[events[static_cast<std::size_t>(i)].data.u32]);
        const auto now = Clock::now();
        for (Client* page : playing_) page->tick(now);
    } while (Clock::now() < until);
}

void Clients::read(Connection& connection) {
    char buffer[65'536];
    const ssize_t size = ::recv(connection.fd, buffer, sizeof buffer, 0);
    if (size <= 0) give_up("the server has closed a connection");
    connection.client->receive({buffer, static_cast<std::size_t>(size)});
}

}  // namespace kalah::load
