#include "net/http_answer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace kalah;

namespace {

class OneFile {
  public:
    [[nodiscard]] const net::SiteFile* file(std::string_view path) const {
        if (path == "/") return &first_;
        return path == "/x" ? &file_ : nullptr;
    }

  private:
    net::SiteFile file_{"text/plain", "packed", "\"1234\"", true};
    net::SiteFile first_{"text/html", "packed first", "\"5678\""};
};

net::HttpAnswer ask(const net::HttpQuestion& question) {
    const OneFile site;
    return net::answer_to(
        question, [&site](std::string_view path) { return site.file(path); },
        [](const net::SiteFile&) { return "plain"; });
}

std::string field(const net::HttpAnswer& answer, std::string_view name) {
    const auto found = std::find_if(answer.fields.begin(), answer.fields.end(),
                                    [name](const auto& field) { return field.first == name; });
    return found == answer.fields.end() ? "" : found->second;
}

}  // namespace

TEST_CASE("a file is compressed for those who say that they can read it") {
    for (const char* accepted : {"gzip", "br, gzip", "gzip;q=0.001", "br;q=1.0,\tgzip ; q=1", "*",
                                 "br;q=0, *;q=0.1", "*;q=0, gzip"}) {
        CAPTURE(accepted);
        const auto answer = ask({"GET", "/x", accepted});
        CHECK(answer.body() == "packed");
        CHECK(field(answer, "Content-Encoding") == "gzip");
        CHECK(field(answer, "ETag") == "\"1234\"");
    }
    for (const char* accepted : {"", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *",
                                 "gzipped", ",,", "identity"}) {
        CAPTURE(accepted);
        const auto answer = ask({"GET", "/x", accepted});
        CHECK(answer.body() == "plain");
        CHECK(field(answer, "Content-Encoding").empty());
        CHECK(field(answer, "ETag") == "W/\"1234\"");
    }
}

TEST_CASE("a tag that the asker has already is answered by itself") {
    for (const char* tags : {"\"1234\"", "W/\"1234\"", "\"0\", W/\"1234\"", "*"}) {
        CAPTURE(tags);
        const auto answer = ask({"GET", "/x", "gzip", tags});
        CHECK(answer.status == 304);
        CHECK(answer.body().empty());
        CHECK(field(answer, "ETag") == "\"1234\"");
    }
    for (const char* tags : {"", "\"123\"", "\"12345\"", "1234"}) {
        CAPTURE(tags);
        CHECK(ask({"GET", "/x", "gzip", tags}).status == 200);
    }
}

TEST_CASE("who looks for a page that there is not is shown the first one, others a line") {
    const auto page = ask({"GET", "/y", "gzip", "\"5678\"", "text/html,*/*;q=0.8"});
    CHECK(page.status == 404);
    CHECK(page.body() == "packed first");
    CHECK(field(page, "Cache-Control") == "no-cache");
    for (const net::HttpQuestion& question :
         {net::HttpQuestion{"GET", "/y", "gzip", "", "*/*"}, net::HttpQuestion{"GET", "/y"},
          net::HttpQuestion{"POST", "/y", "gzip", "", "text/html"}}) {
        const auto line = ask(question);
        CHECK(line.status == 404);
        CHECK(line.body() == "There is no such page.\n");
    }
    CHECK(net::answer_to({"GET", "/y", "", "", "text/html"}, nullptr, nullptr).body() ==
          "There is no such page.\n");
}

TEST_CASE("without a site there is nothing but KGP") {
    const auto status = [](std::string_view path) {
        return net::answer_to({"GET", path}, nullptr, nullptr).status;
    };
    CHECK(status("/") == 404);
    CHECK(status("/api") == 404);
    CHECK(status("/socket") == 426);
}
