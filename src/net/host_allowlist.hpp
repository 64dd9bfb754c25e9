// HostAllowlist: the host names under which browsers may request pages. A foreign name that
// resolves to this server (DNS rebinding) would give a foreign page the rights of our own;
// addresses and the names listed here cannot be redirected. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kalah::net {

class HostAllowlist {
  public:
    /// Beside addresses, localhost and the machine's name.
    explicit HostAllowlist(std::vector<std::string> others);
    /// `host` as it stands in a request: "localhost:8080", "[::1]". None at all is none of
    /// another's.
    [[nodiscard]] bool accept(std::string_view host) const;

  private:
    std::vector<std::string> names_;  // in small letters
};

}  // namespace kalah::net
