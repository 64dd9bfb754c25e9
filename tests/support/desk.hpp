// A desk with everything behind it real, and a wire that is none: text goes in, text comes out.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "browser/desk.hpp"
#include "browser/hello.hpp"
#include "browser/lines_service.hpp"
#include "browser/rooms.hpp"
#include "kalah/notation.hpp"

namespace kalah::test {

/// What the desk sends, by visit.
class Wire final : public net::SiteLinks {
  public:
    void send(net::VisitId visit, std::string message) override {
        {
            const std::lock_guard lock(mutex_);
            sent_[visit].push_back(std::move(message));
        }
        arrived_.notify_all();
    }
    void close(net::VisitId visit, net::Closing why, std::string /*reason*/) override {
        {
            const std::lock_guard lock(mutex_);
            closed_[visit] = why;
        }
        arrived_.notify_all();
    }
    void look(std::size_t /*most*/, std::function<void(net::HallScene)> callback) override {
        const std::lock_guard lock(mutex_);
        callback(scene_);
    }
    void look_at(net::BoutId bout,
                 std::function<void(std::optional<net::HallScene::Table>)> callback) override {
        const std::lock_guard lock(mutex_);
        for (const net::HallScene::Table& table : scene_.tables)
            if (table.bout == bout) return callback(table);
        callback(std::nullopt);
    }
    void look_at_number(
        net::GameNumber number,
        std::function<void(std::optional<net::HallScene::Table>)> callback) override {
        const std::lock_guard lock(mutex_);
        for (const net::HallScene::Table& table : scene_.tables)
            if (table.number == number) return callback(table);
        callback(std::nullopt);
    }
    /// What goes on in the hall from now on.
    void show(net::HallScene scene) {
        const std::lock_guard lock(mutex_);
        scene_ = std::move(scene);
    }
    [[nodiscard]] std::string kgp_address() const override { return kgp; }

    /// The next message to a visit; waits for it.
    [[nodiscard]] Json next(net::VisitId visit) {
        std::unique_lock lock(mutex_);
        auto& messages = sent_[visit];
        const bool came =
            arrived_.wait_for(lock, std::chrono::seconds(60), [&] { return !messages.empty(); });
        REQUIRE(came);
        const std::string message = std::move(messages.front());
        messages.pop_front();
        return *Json::parse(message);
    }
    [[nodiscard]] std::optional<net::Closing> closed(net::VisitId visit) {
        const std::lock_guard lock(mutex_);
        const auto found = closed_.find(visit);
        return found == closed_.end() ? std::nullopt : std::optional(found->second);
    }

    std::string kgp = "127.0.0.1:1";

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    net::HallScene scene_;
    std::map<net::VisitId, std::deque<std::string>> sent_;
    std::map<net::VisitId, net::Closing> closed_;
};

/// A value somewhere in an object: at(state, "seats.south.name").
inline Json at(const Json& json, std::string_view path) {
    Json value = json;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const auto found = value.find(path.substr(0, dot));
        REQUIRE_MESSAGE(found, path, " in ", json.line());
        value = *found;
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return value;
}
inline std::string text_at(const Json& json, std::string_view path) {
    return at(json, path).as_string().value_or("no text: " + at(json, path).line());
}

/// A browser: asks, and reads what comes meanwhile.
class Visitor {
  public:
    Visitor(net::Site& site, Wire& wire, net::VisitId visit, std::string_view host = "127.0.0.1")
        : site_(&site), wire_(&wire), visit_(visit) {
        site_->came(visit_, host);
    }
    ~Visitor() {
        if (site_ != nullptr) site_->left(visit_);
    }
    Visitor(Visitor&& other) noexcept
        : events(std::move(other.events)),
          site_(std::exchange(other.site_, nullptr)),
          wire_(other.wire_),
          visit_(other.visit_) {}
    Visitor& operator=(Visitor&&) = delete;

    void say(std::string message) { site_->said(visit_, std::move(message)); }
    [[nodiscard]] Json next() { return wire_->next(visit_); }
    /// The answer to {"id": …, "do": verb, KEYS}; events that come before it are kept.
    Json ask(const std::string& verb, const std::string& keys = "") {
        const std::int64_t id = ++last_id_;
        say(R"({"id":)" + std::to_string(id) + R"(,"do":")" + verb + '"' +
            (keys.empty() ? "" : "," + keys) + "}");
        while (true) {
            Json message = next();
            const auto re = message.find("re");
            if (re && re->as_integer() == id) return message;
            events.push_back(std::move(message));
        }
    }
    /// Why it is refused.
    std::string refusal(const std::string& verb, const std::string& keys = "") {
        return text_at(ask(verb, keys), "error");
    }
    /// The next event, kept or new.
    Json event() {
        if (events.empty()) return next();
        Json first = std::move(events.front());
        events.pop_front();
        return first;
    }
    /// The first event for which something holds; those before it are dropped.
    template <class Holds>
    Json event_that(Holds holds) {
        while (true) {
            Json next = event();
            if (holds(next)) return next;
        }
    }
    [[nodiscard]] net::VisitId id() const { return visit_; }

    std::deque<Json> events;

  private:
    net::Site* site_;
    Wire* wire_;
    net::VisitId visit_;
    std::int64_t last_id_ = 0;
};

inline browser::RoomsSetting rooms_setting(std::shared_ptr<store::Store> store) {
    browser::RoomsSetting rooms;
    rooms.store = std::move(store);
    rooms.wall_clock = [] { return std::int64_t{1'700'000'000'000}; };
    rooms.resources = std::make_shared<browser::UntrustedResources>(
        players::PlayerResources("", [](const std::string& path) {
            return Result<std::string>(Error{path + ": no files here"});
        }));
    rooms.hall = {{}, start_board({6, 6}), std::chrono::seconds(30)};
    return rooms;
}

/// The desk with hello and rooms.
struct TestDesk {
    explicit TestDesk(
        const browser::RoomsSetting& rooms = rooms_setting(*store::Store::in_memory()),
        const std::string& kgp = "127.0.0.1:1") {
        wire.kgp = kgp;
        desk = std::make_unique<browser::Desk>(
            wire, browser::Desk::Files(), [&](browser::Office& office) {
                browser::Services services;
                services.push_back(std::make_unique<browser::Rooms>(office, rooms));
                services.push_back(std::make_unique<browser::Hello>(office, "1.0", rooms.hall));
                services.push_back(std::make_unique<browser::LinesService>());
                return services;
            });
    }
    Visitor visitor(std::string_view host = "127.0.0.1") { return {*desk, wire, ++visits, host}; }

    Wire wire;
    std::unique_ptr<browser::Desk> desk;
    net::VisitId visits = 0;
};

/// A room that somebody has made: what its requests begin with.
struct Made {
    explicit Made(const Json& answer) : all(answer), name(text_at(answer, "room")) {}
    [[nodiscard]] std::string room() const { return R"("room":")" + name + '"'; }
    [[nodiscard]] std::string as(std::string_view side) const {
        return room() + R"(,"key":")" + text_at(at(all, "keys"), side) + '"';
    }
    [[nodiscard]] std::string move(std::string_view side, int pit, int ply) const {
        return as(side) + R"(,"pit":)" + std::to_string(pit) + R"(,"ply":)" + std::to_string(ply);
    }
    Json all;
    std::string name;
};

/// {"rules", "start", "seats"} of a new room.
inline std::string new_game(const std::string& south, const std::string& north,
                            const std::string& more = "", const std::string& start = "6x4") {
    return R"("rules":"standard","start":")" + start + R"(","seats":{"south":)" + south +
           R"(,"north":)" + north + "}" + (more.empty() ? "" : "," + more);
}
inline const std::string kAda = R"({"kind":"person","name":"Ada"})";
inline const std::string kBob = R"({"kind":"person","name":"Bob"})";
inline const std::string kOpen = R"({"kind":"open"})";
inline const std::string kHall = R"({"kind":"hall"})";
inline std::string player(const std::string& spec) {
    return R"({"kind":"player","player":")" + spec + R"("})";
}

}  // namespace kalah::test
