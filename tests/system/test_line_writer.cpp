#include "system/line_writer.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

using kalah::LineWriter;
using namespace std::chrono_literals;

namespace {

std::string dropped_line(std::int64_t lines) {
    return "dropped " + std::to_string(lines);
}

class LinePipe {
  public:
    LinePipe() { REQUIRE(::pipe2(ends_.data(), O_CLOEXEC) == 0); }
    ~LinePipe() {
        close_reader();
        close_writer();
    }
    LinePipe(const LinePipe&) = delete;
    LinePipe& operator=(const LinePipe&) = delete;
    [[nodiscard]] int writer() const { return ends_[1]; }
    void close_reader() { close(0); }
    void close_writer() { close(1); }
    /// All lines until the other end is closed.
    [[nodiscard]] std::vector<std::string> lines() const {
        std::string text;
        std::array<char, 4096> part{};
        for (ssize_t size = 1; size > 0;) {
            size = ::read(ends_[0], part.data(), part.size());
            if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
        }
        std::vector<std::string> lines;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    }

  private:
    void close(std::size_t end) {
        if (ends_[end] >= 0) ::close(ends_[end]);
        ends_[end] = -1;
    }
    std::array<int, 2> ends_ = {-1, -1};
};

}  // namespace

TEST_CASE("lines are written whole and in order, long ones too") {
    LinePipe pipe;
    std::vector<std::string> read;
    std::thread reader([&] { read = pipe.lines(); });
    {
        LineWriter writer(pipe.writer(), dropped_line, {});
        for (int i = 0; i < 100; ++i) writer.add(std::to_string(i));
        writer.add(std::string(1'000'000, 'x'));
    }
    pipe.close_writer();
    reader.join();
    REQUIRE(read.size() == 101);
    for (int i = 0; i < 100; ++i) CHECK(read[static_cast<std::size_t>(i)] == std::to_string(i));
    CHECK(read[100].size() == 1'000'000);
}

TEST_CASE("lines that nobody takes are dropped, the oldest first, and counted") {
    constexpr int kLines = 1'000;
    LinePipe pipe;
    std::vector<std::string> read;
    const std::string filler(1'000, 'x');  // more in all than a pipe holds
    std::thread reader;
    {
        LineWriter writer(pipe.writer(), dropped_line, {10, 1min});
        for (int i = 1; i <= kLines; ++i) writer.add(std::to_string(i) + ' ' + filler);
        reader = std::thread([&] { read = pipe.lines(); });
    }
    pipe.close_writer();
    reader.join();
    int written = 0;
    int dropped = 0;
    for (const std::string& line : read) {
        if (line.starts_with("dropped "))
            dropped += std::stoi(line.substr(8));
        else
            CHECK(std::stoi(line) == ++written + dropped);
    }
    CHECK(dropped > 0);
    CHECK(written + dropped == kLines);
    CHECK(std::stoi(read.back()) == kLines);
}

TEST_CASE("a writer ends though nobody takes its lines, or nobody is there") {
    std::signal(SIGPIPE, SIG_IGN);
    LinePipe stuck;
    LinePipe gone;
    gone.close_reader();
    for (const LinePipe* pipe : {&stuck, &gone}) {
        const auto begun = std::chrono::steady_clock::now();
        {
            LineWriter writer(pipe->writer(), dropped_line, {1'000, 1ms});
            for (int i = 0; i < 1'000; ++i) writer.add(std::string(1'000, 'x'));
        }
        // A writer that waits for a reader would stay here for ever.
        CHECK(std::chrono::steady_clock::now() - begun < 30s);
    }
    std::signal(SIGPIPE, SIG_DFL);
}

TEST_CASE("when the file changes, no line is lost, split or out of order") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("kalah-lines-" + std::to_string(getpid()));
    fs::create_directory(folder);
    constexpr int kFiles = 20;
    constexpr int kLines = 50;  // in each
    const auto open_file = [&](int number) {
        const std::string path = folder / std::to_string(number);
        const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        REQUIRE(fd >= 0);
        return fd;
    };
    const std::string filling(9'000, '.');  // longer than what is written at once
    const int descriptor = open_file(0);
    {
        LineWriter writer(descriptor, dropped_line, {});
        for (int file = 0; file < kFiles; ++file) {
            if (file > 0) writer.change_to(open_file(file));
            for (int line = 0; line < kLines; ++line)
                writer.add(std::to_string(file * kLines + line) + filling);
        }
    }
    ::close(descriptor);
    int count = 0;
    for (int file = 0; file < kFiles; ++file) {
        std::ifstream in(folder / std::to_string(file));
        for (std::string line; std::getline(in, line); ++count)
            REQUIRE(line == std::to_string(count) + filling);
    }
    CHECK(count == kFiles * kLines);
    fs::remove_all(folder);
}
