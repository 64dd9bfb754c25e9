// What `kalah serve` shows to browsers: the pages, and the desk with all its services.
#pragma once

#include <memory>

#include "browser/hello.hpp"
#include "net/log.hpp"
#include "net/site.hpp"
#include "store/store.hpp"

namespace kalah::app {

struct SiteSetting {
    std::shared_ptr<store::Store> store;
    browser::HallTerms hall;
};

[[nodiscard]] std::unique_ptr<net::Site> make_site(net::SiteLinks& links,
                                                   const SiteSetting& setting, const net::Log& log);

}  // namespace kalah::app
