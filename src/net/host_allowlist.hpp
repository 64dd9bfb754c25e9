// HostAllowlist: by which names a browser may ask for this server. A name of somebody else's that
// he lets point to us (DNS rebinding) would make his page one of ours; addresses and our own names
// cannot be pointed elsewhere. Pure, any thread.
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
