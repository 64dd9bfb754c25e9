#include "net/host_allowlist.hpp"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace kalah::net {
namespace {

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

bool is_address(const std::string& text) {
    std::array<unsigned char, 16> bytes{};
    return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
           ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

/// Without its port, brackets and the dot that may end it.
std::string name_of(std::string_view host) {
    if (host.starts_with('[')) return lower(host.substr(1, host.find(']') - 1));
    host = host.substr(0, host.find(':'));
    if (host.ends_with('.')) host.remove_suffix(1);
    return lower(host);
}

}  // namespace

HostAllowlist::HostAllowlist(std::vector<std::string> others) : names_(std::move(others)) {
    for (std::string& name : names_) name = lower(name);
    std::array<char, 256> machine{};
    if (::gethostname(machine.data(), machine.size() - 1) == 0 && machine[0] != '\0') {
        names_.push_back(lower(machine.data()));
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

}  // namespace kalah::net
