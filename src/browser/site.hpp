// The whole site that `kalah serve` shows to browsers: the pages, and the desk with all services.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "browser/hello.hpp"
#include "net/log.hpp"
#include "net/site.hpp"
#include "players/resources.hpp"
#include "store/store.hpp"

namespace kalah::browser {

/// Everybody at the desk waits while one of them waits for another program that writes.
inline constexpr std::chrono::milliseconds kStorePatience{100};

struct SiteSetting {
    std::string version;
    std::shared_ptr<store::Store> store;  // with kStorePatience: the desk waits for it
    HallTerms hall;
    players::PlayerResources resources;
    std::function<std::int64_t()> wall_clock;  // milliseconds since 1970
    net::Log log;
};

/// The links must outlive the site.
[[nodiscard]] std::unique_ptr<net::Site> make_site(const SiteSetting& setting,
                                                   net::SiteLinks& links);

}  // namespace kalah::browser
