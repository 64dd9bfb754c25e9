// HttpAnswer: what is said to an HTTP request, decided without sockets: the site's files, and
// refusals in one plain line. Every answer carries the fields that tell a browser what the pages
// may not do.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/site_file.hpp"

namespace kalah::net {

/// What of a request decides the answer. Views of the request.
struct HttpQuestion {
    std::string_view method;
    std::string_view path;  // without its query
    std::string_view accept_encoding = {};
    std::string_view if_none_match = {};
    std::string_view accept = {};
};

struct HttpAnswer {
    unsigned status = 200;
    std::vector<std::pair<std::string_view, std::string>> fields = {};
    std::string text = {};       // the body, unless
    std::string_view file = {};  // this is it; it outlives the answer
    bool only_head = false;      // the body is not sent, though its length is
    [[nodiscard]] std::string_view body() const { return file.data() != nullptr ? file : text; }
};

[[nodiscard]] HttpAnswer plain_answer(unsigned status, std::string text);

/// The uncompressed bytes of a file.
using Unpack = std::function<std::string_view(const SiteFile&)>;
/// A browser that asks for a page that does not exist gets the first page, which says so.
[[nodiscard]] HttpAnswer answer_to(const HttpQuestion& question, const FileLookup& files,
                                   const Unpack& unpack);

}  // namespace kalah::net
