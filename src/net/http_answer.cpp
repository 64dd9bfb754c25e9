#include "net/http_answer.hpp"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace kalah::net {
namespace {

bool is_address(const std::string& text) {
    std::array<unsigned char, 16> bytes{};
    return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
           ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

/// The host without port, brackets and trailing dot.
std::string name_of(std::string_view host) {
    if (host.starts_with('[')) return lower_case(host.substr(1, host.find(']') - 1));
    host = host.substr(0, host.find(':'));
    if (host.ends_with('.')) host.remove_suffix(1);
    return lower_case(host);
}

/// Pages load nothing from other hosts, run no inline scripts, and cannot be framed.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

HttpAnswer bare_answer(unsigned status) {
    HttpAnswer answer;
    answer.status = status;
    answer.fields = {{"Content-Security-Policy", std::string(kContentPolicy)},
                     {"Cross-Origin-Opener-Policy", "same-origin"},
                     {"Referrer-Policy", "no-referrer"},
                     {"X-Content-Type-Options", "nosniff"}};
    return answer;
}

HttpAnswer text_answer(unsigned status, const char* type, std::string text) {
    HttpAnswer answer = bare_answer(status);
    answer.fields.emplace_back("Cache-Control", "no-cache");
    answer.fields.emplace_back("Content-Type", type);
    answer.text = std::move(text);
    return answer;
}

bool is_zero(std::string_view parameters) {
    const std::size_t at = parameters.find("q=");
    if (at == std::string_view::npos) return false;
    const std::string_view value = trimmed(parameters.substr(at + 2));
    return !value.empty() && value.find_first_not_of("0.") == std::string_view::npos;
}

/// Reads an Accept-Encoding such as "gzip, br;q=0.5, *;q=0". Browsers write it in lower case; other
/// spellings get plain bytes. Beast's ext_list does not help: it gives an item without parameters
/// those of the item before.
bool takes_gzip(std::string_view accepted) {
    bool takes_any = false;
    while (!accepted.empty()) {
        const std::size_t comma = std::min(accepted.find(','), accepted.size());
        const std::string_view item = accepted.substr(0, comma);
        accepted.remove_prefix(std::min(comma + 1, accepted.size()));
        const std::size_t semicolon = std::min(item.find(';'), item.size());
        const std::string_view name = trimmed(item.substr(0, semicolon));
        const bool takes = !is_zero(item.substr(semicolon));
        if (name == "gzip") return takes;
        if (name == "*") takes_any = takes;
    }
    return takes_any;
}

HttpAnswer file_answer(const HttpQuestion& question, const SiteFile& file, const Unpack& unpack) {
    HttpAnswer answer = bare_answer(200);
    const bool packed = takes_gzip(question.accept_encoding);
    const auto say = [&answer](std::string_view name, std::string_view value) {
        answer.fields.emplace_back(name, value);
    };
    say("Cache-Control", file.forever ? "public, max-age=31536000, immutable" : "no-cache");
    say("Vary", "Accept-Encoding");
    // Packed and plain bytes differ, and only one of them may have the strong tag: plain is weak.
    say("ETag", packed ? std::string(file.etag) : "W/" + std::string(file.etag));
    // Tags are quoted, so none is a part of another.
    if (question.if_none_match == "*" ||
        question.if_none_match.find(file.etag) != std::string_view::npos) {
        answer.status = 304;
        return answer;
    }
    say("Content-Type", file.type);
    if (packed) say("Content-Encoding", "gzip");
    answer.file = packed ? file.gzip : unpack(file);
    return answer;
}

bool is_read(const HttpQuestion& question) {
    return question.method == "GET" || question.method == "HEAD";
}

HttpAnswer missing_answer(HttpQuestion question, const FileLookup& files, const Unpack& unpack) {
    const bool by_person =
        is_read(question) && question.accept.find("text/html") != std::string_view::npos;
    const SiteFile* first = by_person && files ? files("/") : nullptr;
    if (first == nullptr) return plain_answer(404, "There is no such page.\n");
    question.if_none_match = {};
    HttpAnswer answer = file_answer(question, *first, unpack);
    answer.status = 404;
    return answer;
}

HttpAnswer upgrade_answer(std::string text) {
    HttpAnswer answer = plain_answer(426, std::move(text));
    answer.fields.emplace_back("Upgrade", "websocket");
    answer.fields.emplace_back("Connection", "Upgrade");
    return answer;
}

HttpAnswer whole_answer(const HttpQuestion& question, const FileLookup& files,
                        const Unpack& unpack) {
    if (question.path == "/socket") return upgrade_answer("KGP is spoken here by WebSocket.\n");
    if (question.path == "/api" && files)
        return upgrade_answer("The pages' interface is spoken here by WebSocket.\n");
    const SiteFile* file = files ? files(question.path) : nullptr;
    if (file == nullptr) return missing_answer(question, files, unpack);
    if (is_read(question)) return file_answer(question, *file, unpack);
    HttpAnswer answer = plain_answer(405, "Pages can only be read.\n");
    answer.fields.emplace_back("Allow", "GET, HEAD");
    return answer;
}

}  // namespace

HostAllowlist::HostAllowlist(std::vector<std::string> others) : names_(std::move(others)) {
    for (std::string& name : names_) name = lower_case(name);
    std::array<char, 256> machine{};
    if (::gethostname(machine.data(), machine.size() - 1) == 0 && machine[0] != '\0') {
        names_.push_back(lower_case(machine.data()));
        names_.push_back(names_.back() + ".local");
    }
    names_.emplace_back("localhost");
}

bool HostAllowlist::accept(std::string_view host) const {
    if (host.empty()) return true;
    const std::string name = name_of(host);
    return is_address(name) || name.ends_with(".localhost") ||
           std::find(names_.begin(), names_.end(), name) != names_.end();
}

HttpAnswer plain_answer(unsigned status, std::string text) {
    return text_answer(status, "text/plain; charset=utf-8", std::move(text));
}

HttpAnswer json_answer(unsigned status, std::string line) {
    return text_answer(status, "application/json", std::move(line) + "\n");
}

HttpAnswer answer_to(const HttpQuestion& question, const FileLookup& files, const Unpack& unpack) {
    HttpAnswer answer = whole_answer(question, files, unpack);
    answer.only_head = question.method == "HEAD";
    return answer;
}

}  // namespace kalah::net
