#include "server/kgp_session.hpp"

#include <array>

namespace kalah::server {

kgp::Id KgpSession::say(const kgp::Command& command, kgp::Id ref) {
    if (output_.empty()) with_output_->push_back(id_);
    last_id_ += 2;  // even numbers are the server's, odd ones the clients'
    kgp::append(output_, {last_id_, ref, command});
    return last_id_;
}

kgp::Id KgpSession::ask(const kgp::Command& command) {
    rate_.asked();
    return say(command);
}

bool KgpSession::flush() {
    const bool taken = outbox_->send(output_);
    output_.clear();
    if (output_.capacity() > 1024) output_.shrink_to_fit();
    return taken;
}

void KgpSession::add(std::string_view bytes, Time now) {
    heard_ = now;
    if (!rate_.take_bytes(bytes.size(), now)) spent_ = true;
    splitter_.add(bytes);
}

std::optional<std::string_view> KgpSession::next_line() {
    if (spent_) return std::nullopt;
    const auto line = splitter_.next();
    if (line && !rate_.take_line()) {
        spent_ = true;
        return std::nullopt;
    }
    return line;
}

void KgpSession::on_empty_frame(Time now) {
    if (!rate_.take_bytes(0, now) || !rate_.take_line()) spent_ = true;
}

KgpSession::Trouble KgpSession::trouble() const {
    if (spent_) return Trouble::flood;
    return splitter_.too_long() ? Trouble::long_line : Trouble::none;
}

void KgpSession::ping(Time now) {
    if (is_pinged()) return;
    pinged_at_ = now;
    ask(kgp::Ping{});
}

void KgpSession::pong(Time now) {
    pinged_at_ = kNever;
    heard_ = now;
}

void KgpSession::settled(kgp::Id state, bool timed_out) {
    if (recent_.size() < kMostRecent)
        recent_.push_back({state, timed_out});
    else
        recent_[next_recent_++ % kMostRecent] = {state, timed_out};
}

KgpSession::Known KgpSession::was_asked(kgp::Id state) const {
    for (const Settled& recent : recent_)
        if (recent.state == state) return recent.timed_out ? Known::timed_out : Known::settled;
    return Known::no;
}

Json KgpSession::json() const {
    constexpr std::array<std::string_view, 4> kDoing{"arriving", "waiting", "verify", "eval"};
    const std::string_view doing = kDoing[static_cast<std::size_t>(activity)];
    return Json::object()
        .set("name", place.info.name)
        .set("authors", place.info.authors)
        .set("description", place.info.description)
        .set("doing", game != 0 ? "playing" : doing);
}

}  // namespace kalah::server
