#include "net/loop.hpp"

#include <utility>

namespace kalah::net {
namespace {

/// Of one host at a time: to be told that there are too many takes a request, and so some time.
constexpr std::size_t kMostRefused = 16;

}  // namespace

SessionId Loop::opened(Outlet& outlet) {
    const SessionId session = hall.opened(outlet, Clock::now());
    after_call();
    return session;
}

void Loop::received(SessionId session, std::string_view bytes) {
    const Time arrived = Clock::now();
    const std::uint64_t moves = hall.counts().moves;
    hall.received(session, bytes, arrived);
    if (hall.counts().moves != moves) delays.add(Clock::now() - arrived);
    after_call();
}

void Loop::bothered(SessionId session) {
    hall.bothered(session, Clock::now());
    after_call();
}

void Loop::closed(SessionId session) {
    hall.closed(session, Clock::now());
    after_call();
}

VisitId Loop::came(Visitor& visitor, std::string_view host) {
    const VisitId visit = ++last_visit_;
    visitors.emplace(visit, &visitor);
    site->came(visit, host);
    return visit;
}

void Loop::after_call() {
    if (hall.next_alarm() < timer_at_) wait_for(hall.next_alarm());
    if (ending && on_empty && hall.is_empty()) {
        timer_.cancel();
        std::exchange(on_empty, nullptr)();
    }
}

void Loop::wait_for(Time when) {
    timer_at_ = when;
    timer_.expires_at(when);
    timer_.async_wait([this](ErrorCode error) {
        if (error) return;  // set anew, or cancelled
        const Time now = Clock::now();
        lateness.add(now - timer_at_);
        timer_at_ = kNever;
        hall.tick(now);
        after_call();
    });
}

HostTicket::HostTicket(Loop& loop, const asio::ip::address& address) : loop_(&loop) {
    host_ = address.to_string();
    if (address.is_v6() && !address.to_v6().is_v4_mapped()) {
        const auto bytes = address.to_v6().to_bytes();
        host_.assign(reinterpret_cast<const char*>(bytes.data()), 8);
    }
    const std::size_t most =
        address.is_loopback() ? loop.options.most_of_this_host : loop.options.most_of_one_host;
    const std::size_t count = ++loop.hosts[host_];
    valid_ = count <= most;
    deserves_answer_ = count <= most + kMostRefused;
}

HostTicket::~HostTicket() {
    if (loop_ == nullptr) return;
    const auto found = loop_->hosts.find(host_);
    if (--found->second == 0) loop_->hosts.erase(found);
}

std::string address_text(const tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
           std::to_string(endpoint.port());
}

}  // namespace kalah::net
