// ClientInfo: what a client says about itself. A plain value.
#pragma once

#include <string>

namespace kalah {

struct ClientInfo {
    std::string name = {};
    std::string authors = {};
    std::string description = {};
    std::string token = {};  // a password that identifies its player; empty: none
    bool operator==(const ClientInfo&) const = default;
};

}  // namespace kalah
