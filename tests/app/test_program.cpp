#include "app/program.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <new>
#include <string>
#include <system_error>

#include "app/command.hpp"
#include "players/make_engine.hpp"

using namespace kalah;
using namespace kalah::app;

namespace {

struct Nothing {};

/// Standard error and exit code of a program whose only command calls `act`.
std::string refusal(void (*act)(const Nothing&)) {
    Program program;
    program.add<Nothing>(
        {"think", "", ""}, [](Arguments&, Nothing&) {}, act);
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    std::fflush(stderr);
    const int kept = ::dup(STDERR_FILENO);
    ::dup2(::fileno(file), STDERR_FILENO);
    const char* line[] = {"kalah", "think"};
    const int code = program.run(2, line);
    std::fflush(stderr);
    ::dup2(kept, STDERR_FILENO);
    ::close(kept);
    std::rewind(file);
    std::string text(200, ' ');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text + std::to_string(code);
}

}  // namespace

TEST_CASE("what runs out is named in one line, with the command") {
    CHECK(refusal([](const Nothing&) { throw players::NoRoomForTable(1 << 30); }) ==
          "kalah think: there is no memory for a table of 1G: ask for less with memory= or tt=\n1");
    CHECK(refusal([](const Nothing&) {
              throw std::system_error(std::make_error_code(std::errc::too_many_files_open));
          }) == "kalah think: Too many open files; try again later\n1");
    CHECK(refusal([](const Nothing&) { throw std::bad_alloc(); }) == "kalah: out of memory\n1");
}

TEST_CASE("a command that cannot go on ends with its message and the code of its kind") {
    CHECK(refusal([](const Nothing&) { throw usage_error("no such pit"); }) ==
          "kalah think: no such pit\n2");
    CHECK(refusal([](const Nothing&) { throw failure("the disk is full"); }) ==
          "kalah think: the disk is full\n1");
    CHECK(refusal([](const Nothing&) {}) == "0");
}
