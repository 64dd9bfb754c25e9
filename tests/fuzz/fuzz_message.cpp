// Fuzz target: bytes to lines to messages. Writing a message and reading it again gives the same
// message; the lines do not depend on how the bytes are split.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "kgp/clean_text.hpp"
#include "kgp/message.hpp"
#include "net/incoming.hpp"

namespace {

using namespace kalah;

void require(bool holds) {
    if (!holds) std::abort();
}

std::vector<std::string> lines_of(std::string_view bytes, std::size_t piece) {
    net::LineSplitter splitter(kgp::kLongestLine);
    std::vector<std::string> lines;
    while (!bytes.empty()) {
        splitter.add(bytes.substr(0, piece));
        while (const auto line = splitter.next()) lines.emplace_back(*line);
        bytes.remove_prefix(std::min(piece, bytes.size()));
    }
    return lines;
}

void check(const std::string& line) {
    const auto read = kgp::parse_message(line);
    if (!read) return require(read.error().column > 0);
    kgp::Message message = *read;
    if (std::holds_alternative<kgp::Unknown>(message.command) ||
        std::holds_alternative<kgp::Malformed>(message.command))
        return;
    // Evaluations are written with six digits, and a carriage return as a blank.
    if (std::holds_alternative<kgp::Eval>(message.command) || line.find('\r') != std::string::npos)
        return;
    if (message.id == 0) message.id = 1;
    const std::string text = kgp::to_text(message);
    require(text.ends_with("\r\n") && text.find('\n') == text.size() - 1);
    const auto again = kgp::parse_message(std::string_view(text).substr(0, text.size() - 2));
    require(static_cast<bool>(again) && *again == message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto lines = lines_of(bytes, size + 1);
    if (size < 4096) require(lines == lines_of(bytes, 1));
    require(lines == lines_of(bytes, 7));
    for (const std::string& line : lines) check(line);
    const std::string clean = kgp::clean_text(bytes, 100);
    require(clean.size() <= 100 && kgp::clean_text(clean, 100) == clean);
    return 0;
}
