#include "net/incoming.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/random_boards.hpp"

using namespace kalah;
using net::LineSplitter;

namespace {

constexpr std::size_t kLongest = 16'384;

std::vector<std::string> lines_of(LineSplitter& splitter) {
    std::vector<std::string> lines;
    while (const auto line = splitter.next()) lines.emplace_back(*line);
    return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines end with CRLF or LF, and ten of them may come in one piece") {
    LineSplitter splitter(kLongest);
    splitter.add("1 set info:name \"a\"\r\n\n3 mode freeplay\n\r\n@8 move 1\r\n@8 yield\nhalf");
    CHECK(lines_of(splitter) ==
          Lines{"1 set info:name \"a\"", "", "3 mode freeplay", "", "@8 move 1", "@8 yield"});
    CHECK(splitter.waiting() == 4);
    splitter.add(" a line\r");
    CHECK(lines_of(splitter).empty());
    splitter.add("\n");
    CHECK(lines_of(splitter) == Lines{"half a line"});
    CHECK(splitter.waiting() == 0);
}

TEST_CASE("a carriage return inside a line belongs to it") {
    LineSplitter splitter(kLongest);
    splitter.add("a\rb\r\r\n");
    CHECK(lines_of(splitter) == Lines{"a\rb\r"});
}

TEST_CASE("the same lines come out however the bytes are cut") {
    const std::string stream = "1 set \"info:name\" \"x\"\r\n3 mode \"freeplay\"\r\n\r\nlong " +
                               std::string(3000, 'x') + "\n7@6 pong\r\n9@8 move 1\r\nx\n";
    LineSplitter whole(kLongest);
    whole.add(stream);
    const Lines expected = lines_of(whole);
    test::Random random(1);
    for (int round = 0; round < 200; ++round) {
        LineSplitter splitter(kLongest);
        Lines lines;
        for (std::size_t at = 0; at < stream.size();) {
            const auto size =
                static_cast<std::size_t>(test::pick(random, 1, round < 100 ? 9 : 900));
            splitter.add(std::string_view(stream).substr(at, size));
            for (auto& line : lines_of(splitter)) lines.push_back(std::move(line));
            at += size;
        }
        REQUIRE(lines == expected);
    }
}

TEST_CASE("a line of the longest length is taken, one more is too long, ended or not") {
    const std::string longest(kLongest, 'x');
    LineSplitter splitter(kLongest);
    splitter.add("before\n" + longest + "\r\n");
    CHECK(lines_of(splitter) == Lines{"before", longest});
    CHECK_FALSE(splitter.too_long());

    splitter.add("before\n" + longest + "x");
    CHECK(lines_of(splitter) == Lines{"before"});
    CHECK(splitter.too_long());
    splitter.add("\nbehind\n");
    CHECK(lines_of(splitter).empty());

    LineSplitter ended(kLongest);
    ended.add(longest + "x\r\nbehind\n");
    CHECK(lines_of(ended).empty());
    CHECK(ended.too_long());
}
