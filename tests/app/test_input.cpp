#include "app/terminal/input.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "client/event_queue.hpp"

using namespace kalah::app;

namespace {

struct Pipe {
    Pipe() { REQUIRE(::pipe(ends) == 0); }
    ~Pipe() {
        close_writer();
        ::close(ends[0]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void write(const std::string& text) const {
        REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    void close_writer() {
        if (ends[1] >= 0) ::close(ends[1]);
        ends[1] = -1;
    }
    int ends[2] = {-1, -1};
};

using Line = std::optional<std::string>;

Line next(kalah::client::EventQueue<Line>& lines) {
    const auto line = lines.take(std::chrono::steady_clock::now() + std::chrono::seconds(30));
    REQUIRE(line);
    return *line;
}

}  // namespace

TEST_CASE("lines are handed on whole, the last one without an end too, then the end") {
    Pipe pipe;
    kalah::client::EventQueue<Line> lines;
    LineReader reader(pipe.ends[0], [&](Line line) { lines.put(std::move(line)); });
    pipe.write("on");
    pipe.write("e\n\ntwo\n" + std::string(LineReader::kLongest + 10, 'x') + "\nthree");
    pipe.close_writer();
    CHECK(next(lines) == "one");
    CHECK(next(lines) == "");
    CHECK(next(lines) == "two");
    CHECK(next(lines) == std::string(LineReader::kLongest, 'x'));
    CHECK(next(lines) == "three");
    CHECK(next(lines) == std::nullopt);
}

TEST_CASE("an endless input is read no further ahead than is used") {
    Pipe pipe;
    kalah::client::EventQueue<Line> lines;
    LineReader reader(pipe.ends[0], [&](Line line) { lines.put(std::move(line)); });
    // More than the pipe and the reader hold: writing stops.
    const std::string line = std::string(1000, 'y') + "\n";
    REQUIRE(::fcntl(pipe.ends[1], F_SETFL, O_NONBLOCK) == 0);
    for (int i = 0; i < LineReader::kMostAhead; ++i) {
        while (::write(pipe.ends[1], line.data(), line.size()) < 0) ::usleep(1000);
    }
    for (int i = 0; i < LineReader::kMostAhead; ++i) next(lines);
    for (int i = 0; i < 10'000 && ::write(pipe.ends[1], line.data(), line.size()) > 0; ++i) {
    }
    CHECK_FALSE(lines.take(std::chrono::steady_clock::now()));
    reader.used();
    CHECK(next(lines));
    CHECK_FALSE(lines.take(std::chrono::steady_clock::now()));
}
