#include "server/site_files.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kalah;
using server::find_site_file;

TEST_CASE("the program holds the application and what it loads") {
    const auto* page = find_site_file("/index.html");
    REQUIRE(page != nullptr);
    CHECK(page->type == "text/html; charset=utf-8");
    CHECK_FALSE(page->forever);
    int lasting = 0;
    for (const auto& named : server::site_files()) {
        CAPTURE(named.path);
        CHECK(find_site_file(named.path) == &named.file);
        CHECK(named.file.gzip.starts_with("\x1f\x8b\x08"));
        CHECK(named.file.gzip[3] == 0);  // no optional header fields
        CHECK(named.file.etag.size() == 18);
        CHECK(named.file.etag.front() == '"');
        CHECK(named.file.etag.back() == '"');
        CHECK(named.file.forever == named.path.starts_with("/assets/"));
        if (named.file.forever) ++lasting;
    }
    CHECK(lasting > 0);
}

TEST_CASE("every page's path shows the application") {
    const auto* page = find_site_file("/index.html");
    for (const char* path : {"/", "/game/k7", "/analyse", "/watch", "/watch/bout/3", "/learn",
                             "/search", "/puzzles"}) {
        CAPTURE(path);
        CHECK(find_site_file(path) == page);
    }
}

TEST_CASE("other paths show nothing") {
    for (const char* path : {"", "index.html", "/game", "/games", "/analyse/", "/learn/x", "//",
                             "/../index.html", "/assets/", "/index.html "}) {
        CAPTURE(path);
        CHECK(find_site_file(path) == nullptr);
    }
    CHECK(find_site_file(std::string("/index.html\0", 12)) == nullptr);
}
