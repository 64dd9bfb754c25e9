#include "browser/site.hpp"

#include <algorithm>
#include <thread>

#include "browser/analysis_service.hpp"
#include "browser/desk.hpp"
#include "browser/hall_watch.hpp"
#include "browser/lines_service.hpp"
#include "browser/rooms.hpp"
#include "browser/site_files.hpp"
#include "browser/store_watch.hpp"

namespace kalah::browser {

std::unique_ptr<net::Site> make_site(const SiteSetting& setting, net::SiteLinks& links) {
    const auto resources = std::make_shared<UntrustedResources>(setting.resources);
    const std::size_t threads = std::max(std::thread::hardware_concurrency(), 2U) - 1;
    const auto services = [&](Office& office) {
        Services all;
        RoomsSetting rooms;
        rooms.store = setting.store;
        rooms.wall_clock = setting.wall_clock;
        rooms.resources = resources;
        rooms.hall = setting.hall;
        rooms.thinking_threads = threads;
        auto played = std::make_unique<Rooms>(office, rooms);
        const auto rooms_now = [&played = *played](std::size_t most) {
            return played.being_played(most);
        };
        all.push_back(std::move(played));
        all.push_back(std::make_unique<Hello>(office, setting.version, setting.hall));
        all.push_back(std::make_unique<LinesService>());
        all.push_back(std::make_unique<AnalysisService>(office, resources, threads));
        all.push_back(std::make_unique<HallWatch>(office, rooms_now));
        all.push_back(std::make_unique<StoreWatch>(office, setting.store));
        return all;
    };
    return std::make_unique<Desk>(links, find_site_file, services, setting.log);
}

}  // namespace kalah::browser
