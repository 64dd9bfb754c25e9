// Fuzz target: what browsers may say at /api. Each line of the input is a message of one of two
// visitors, who take turns at empty lines. Whatever they say, every message is answered, everything
// they hear is one JSON object that is an answer or an event, and the desk goes on.
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>

#include "browser/desk.hpp"
#include "browser/hello.hpp"
#include "browser/lines_service.hpp"
#include "browser/rooms.hpp"
#include "browser/store_watch.hpp"

namespace {

using namespace kalah;

void require(bool holds) {
    if (!holds) std::abort();
}

/// Checks all that is sent, and counts answers.
class Listener final : public net::SiteLinks {
  public:
    void send(net::VisitId visit, std::string message) override {
        const auto json = Json::parse(message);
        require(json && !json->keys().empty());
        const std::string first = json->keys().front();
        require(first == "re" || first == "event");
        if (first == "event") return;
        const std::lock_guard lock(mutex_);
        ++answers_[visit];
        answered_.notify_one();
    }
    void close(net::VisitId visit, net::Closing /*why*/, std::string /*reason*/) override {
        const std::lock_guard lock(mutex_);
        closed_[visit] = true;
        answered_.notify_one();
    }
    void look(std::size_t /*most*/, std::function<void(net::HallScene)> callback) override {
        callback({});
    }
    void look_at(net::BoutId /*bout*/,
                 std::function<void(std::optional<net::HallScene::Table>)> callback) override {
        callback(std::nullopt);
    }
    void look_at_number(
        net::GameNumber /*number*/,
        std::function<void(std::optional<net::HallScene::Table>)> callback) override {
        callback(std::nullopt);
    }
    [[nodiscard]] std::string kgp_address() const override { return "nowhere"; }

    /// Until a visitor has so many answers, or was sent away.
    void wait(net::VisitId visit, int answers) {
        std::unique_lock lock(mutex_);
        answered_.wait(lock, [&] { return answers_[visit] >= answers || closed_[visit]; });
        require(answers_[visit] <= answers);
    }

  private:
    std::mutex mutex_;
    std::condition_variable answered_;
    std::map<net::VisitId, int> answers_;
    std::map<net::VisitId, bool> closed_;
};

browser::RoomsSetting setting_of(const std::shared_ptr<store::Store>& store) {
    browser::RoomsSetting rooms;
    rooms.store = store;
    rooms.wall_clock = [] { return std::int64_t{1'700'000'000'000}; };
    // The same every time, so that inputs know keys and rooms: keys come first, in the order of
    // seats.
    rooms.chance = [next = 0](std::span<unsigned char> bytes) mutable {
        for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(next++);
    };
    rooms.resources = std::make_shared<browser::UntrustedResources>(
        players::PlayerResources("", [](const std::string& path) {
            return Result<std::string>(Error{path + ": no files here"});
        }));
    rooms.hall = {{}, start_board({6, 6}), std::chrono::seconds(30)};
    return rooms;
}

browser::Services services_for(browser::Office& office) {
    const std::shared_ptr<store::Store> store = *store::Store::in_memory();
    const browser::RoomsSetting rooms = setting_of(store);
    browser::Services services;
    services.push_back(std::make_unique<browser::Rooms>(office, rooms));
    services.push_back(std::make_unique<browser::Hello>(office, "1.0", rooms.hall));
    services.push_back(std::make_unique<browser::LinesService>());
    services.push_back(std::make_unique<browser::StoreWatch>(office, store));
    return services;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view input(reinterpret_cast<const char*>(data), size);  // NOLINT
    Listener listener;
    browser::Desk desk(listener, {}, services_for);
    std::array<int, 2> said{};
    for (const net::VisitId visit : {0, 1}) desk.came(visit, "host");
    net::VisitId speaker = 0;
    while (!input.empty()) {
        const std::size_t end = std::min(input.find('\n'), input.size());
        const std::string_view message = input.substr(0, end);
        input.remove_prefix(std::min(end + 1, input.size()));
        if (message.empty()) {
            speaker = 1 - speaker;
            continue;
        }
        desk.said(speaker, std::string(message));
        listener.wait(speaker, ++said[speaker]);
    }
    return 0;
}
