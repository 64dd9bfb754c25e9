// A bot for Kalah. Write your own choose(); the rest is done. Needs only a C++17 compiler and POSIX
// sockets.
//
// The environment variables KGP_HOST and KGP_PORT say where the server is; the referee sets them.
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

const std::string kName = "my bot";  // shown to others

struct Board {
    std::vector<int> own;  // seeds in the pits, from the owner's left
    std::vector<int> other;
    int own_store = 0;
    int other_store = 0;

    std::vector<int> legal() const {
        std::vector<int> pits;
        for (int pit = 0; pit < static_cast<int>(own.size()); ++pit)
            if (own[pit] > 0) pits.push_back(pit);
        return pits;
    }
    /// The same board, seen from the other side.
    Board flipped() const { return {other, own, other_store, own_store}; }
};

/// Plays a pit under the standard rules: returns the board after it, still seen from the same side,
/// and sets `again` if that side moves again. At the end of a game, the seeds that are left go to
/// the owner of their pits.
Board sow(const Board& board, int pit, bool& again) {
    const int pits = static_cast<int>(board.own.size());
    std::vector<int> ring = board.own;  // own pits, own store, other pits
    ring.push_back(board.own_store);
    ring.insert(ring.end(), board.other.begin(), board.other.end());
    int seeds = ring[pit];
    int at = pit;
    ring[pit] = 0;
    for (; seeds > 0; --seeds) ++ring[at = (at + 1) % static_cast<int>(ring.size())];
    const int facing = 2 * pits - at;
    if (at < pits && ring[at] == 1 && ring[facing] > 0) {  // capture
        ring[pits] += 1 + ring[facing];
        ring[at] = ring[facing] = 0;
    }
    Board after{{ring.begin(), ring.begin() + pits},
                {ring.begin() + pits + 1, ring.end()},
                ring[pits],
                board.other_store};
    again = at == pits;
    const int left = std::accumulate(after.own.begin(), after.own.end(), 0);
    const int other_left = std::accumulate(after.other.begin(), after.other.end(), 0);
    if (left == 0 || other_left == 0) {
        after = {std::vector<int>(pits), std::vector<int>(pits), after.own_store + left,
                 after.other_store + other_left};
        again = false;
    }
    return after;
}

/// Returns the pit to play. It is your turn, and you have a choice. This one looks one move ahead.
///
/// Pits count from 0 here, as in vectors: 0 is the pit at your left. (Everything that kalah prints
/// and the protocol count from 1; answer() below adds the 1.)
/// `seconds` is the time limit of this move, such as 0.5. The way to the server counts, too, so
/// stay well below it: until std::chrono::steady_clock::now() is 0.8 * seconds later.
int choose(const Board& board, [[maybe_unused]] double seconds) {
    static std::mt19937 random{std::random_device{}()};
    int best = -1'000'000;
    std::vector<int> pits;
    for (const int pit : board.legal()) {
        bool again = false;
        const Board after = sow(board, pit, again);
        const int value = after.own_store - after.other_store + (again ? 1 : 0);
        if (value > best) pits.clear();
        if (value >= best) pits.push_back(pit);
        if (value > best) best = value;
    }
    return pits[std::uniform_int_distribution<std::size_t>(0, pits.size() - 1)(random)];
}

// The protocol: see docs/protocol.md. You need not change it.

/// Reads <pits,own store,other store,own pits…,other pits…>.
Board parse(const std::string& text) {
    std::istringstream in(text.substr(1));
    std::vector<int> numbers;
    for (int number = 0; in >> number; in.ignore()) numbers.push_back(number);
    const auto pits = numbers.begin() + 3;
    return {{pits, pits + numbers[0]}, {pits + numbers[0], numbers.end()}, numbers[1], numbers[2]};
}

std::string setting(const char* name, const char* usual) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : usual;
}

int connect_to_server() {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(setting("KGP_HOST", "127.0.0.1").c_str(), setting("KGP_PORT", "2671").c_str(),
                    &wanted, &found) != 0)
        return -1;
    const int server = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    const bool connected = connect(server, found->ai_addr, found->ai_addrlen) == 0;
    freeaddrinfo(found);
    const int yes = 1;
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return connected ? server : -1;
}

void send_line(int server, const std::string& command, const std::string& ref = "") {
    static int last_id = -1;
    last_id += 2;
    const std::string line =
        std::to_string(last_id) + (ref.empty() ? "" : "@" + ref) + " " + command + "\r\n";
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t took = send(server, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (took <= 0) std::exit(1);
        sent += static_cast<std::size_t>(took);
    }
}

std::string without_quotes(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    return text;
}

/// Answers one line; false at the server's goodbye.
bool answer(int server, const std::string& line) {
    static double seconds = 5;  // for each move, unless the server says something else
    std::istringstream words(line);
    std::string id;
    std::string command;
    if (!line.empty() && (line[0] == '@' || (line[0] >= '0' && line[0] <= '9'))) words >> id;
    id = id.substr(0, id.find('@'));  // of this line; answers refer to it
    words >> command;
    if (command == "kgp") {
        send_line(server, "set info:name \"" + kName + "\"");
        send_line(server, "mode freeplay");
    } else if (command == "set") {
        std::string option;
        std::string value;
        words >> option >> value;
        option = without_quotes(option);
        value = without_quotes(value);
        if (option == "time:clock") seconds = std::atof(value.c_str());
        // Exact, where whole seconds are not.
        if (option == "time:clock-ms") seconds = std::atof(value.c_str()) / 1000;
    } else if (command == "state") {
        std::string board;
        words >> board;
        send_line(server, "move " + std::to_string(choose(parse(board), seconds) + 1), id);
        send_line(server, "yield", id);
    } else if (command == "ping") {
        send_line(server, "pong", id);
    }
    return command != "goodbye";
}

int main() {
    const int server = connect_to_server();
    if (server < 0) {
        std::perror("cannot connect to KGP_HOST:KGP_PORT");
        return 1;
    }
    std::string waiting;  // bytes of a line that is not complete yet
    char buffer[4096];
    for (ssize_t got; (got = read(server, buffer, sizeof buffer)) > 0;) {
        waiting.append(buffer, static_cast<std::size_t>(got));
        for (std::size_t end; (end = waiting.find('\n')) != std::string::npos;) {
            if (!answer(server, waiting.substr(0, end))) return 0;
            waiting.erase(0, end + 1);
        }
    }
    return 0;
}
