// HttpAnswer: the answer to an HTTP request, decided without sockets: a file of the site, or a
// refusal in one plain line. Every answer carries the fields that tell a browser what the pages may
// not do. Pure, any thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kalah::net {

/// A file as it goes over the wire. What it points to lives as long as the server.
struct SiteFile {
    std::string_view type;  // "text/html; charset=utf-8"
    std::string_view gzip;  // its bytes, compressed
    std::string_view etag;  // with its quotes
    bool forever = false;   // its name changes with its content
};

/// The file of a path ("/", "/game/abc"); null: there is none. Without a function there is no site,
/// and no /api.
using FileLookup = std::function<const SiteFile*(std::string_view path)>;

/// The host names under which browsers may request pages. A foreign name that resolves to this
/// server (DNS rebinding) would give a foreign page the rights of our own; addresses and the names
/// listed here cannot be redirected.
class HostAllowlist {
  public:
    /// `others`: names to accept besides addresses, localhost and the machine's name.
    explicit HostAllowlist(std::vector<std::string> others);
    /// `host` as it stands in a request: "localhost:8080", "[::1]". An empty one is accepted: it is
    /// no foreign name.
    [[nodiscard]] bool accept(std::string_view host) const;

  private:
    std::vector<std::string> names_;  // in lower case
};

/// The parts of a request that decide the answer, as views of it.
struct HttpQuestion {
    std::string_view method;
    std::string_view path;  // without its query
    std::string_view accept_encoding = {};
    std::string_view if_none_match = {};
    std::string_view accept = {};
    std::string_view body = {};
};

struct HttpAnswer {
    unsigned status = 200;
    std::vector<std::pair<std::string_view, std::string>> fields = {};
    std::string text = {};       // the body, unless `file` is set
    std::string_view file = {};  // the body; it outlives the answer
    bool only_head = false;      // send the length of the body, but not the body
    [[nodiscard]] std::string_view body() const { return file.data() != nullptr ? file : text; }
};

[[nodiscard]] HttpAnswer plain_answer(unsigned status, std::string text);
[[nodiscard]] HttpAnswer json_answer(unsigned status, std::string line);

/// What a SiteFile's `gzip` holds.
[[nodiscard]] std::string unpack(std::string_view gzip);

/// The uncompressed bytes of a file.
using Unpack = std::function<std::string_view(const SiteFile&)>;
/// A browser that asks for a page that does not exist gets the first page, which says so.
[[nodiscard]] HttpAnswer answer_to(const HttpQuestion& question, const FileLookup& files,
                                   const Unpack& unpack);

}  // namespace kalah::net
