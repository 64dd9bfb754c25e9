#include "app/serve_site.hpp"

#include "app/games_options.hpp"
#include "browser/desk.hpp"
#include "browser/lines_service.hpp"
#include "browser/rooms.hpp"
#include "browser/site_files.hpp"

namespace kalah::app {

std::unique_ptr<net::Site> make_site(net::SiteLinks& links, const SiteSetting& setting,
                                     const net::Log& log) {
    const auto services = [&setting](browser::Office& office) {
        browser::RoomsSetting rooms;
        rooms.store = setting.store;
        rooms.wall_clock = now_milliseconds;
        browser::Services made;
        made.push_back(std::make_unique<browser::Hello>(office, KALAH_VERSION, setting.hall));
        made.push_back(std::make_unique<browser::LinesService>());
        made.push_back(std::make_unique<browser::Rooms>(office, std::move(rooms)));
        return made;
    };
    return std::make_unique<browser::Desk>(links, browser::find_site_file, services, log);
}

}  // namespace kalah::app
