#include "net/session.hpp"

namespace kalah::net {

kgp::Id Session::say(const kgp::Command& command, kgp::Id ref) {
    last_id_ += 2;  // even numbers are the server's, odd ones the clients'
    kgp::append(output_, {last_id_, ref, command});
    return last_id_;
}

kgp::Id Session::ask(const kgp::Command& command) {
    budget_.asked();
    return say(command);
}

bool Session::flush() {
    const bool taken = outlet_->send(output_);
    output_.clear();
    if (output_.capacity() > 1024) output_.shrink_to_fit();
    return taken;
}

void Session::add(std::string_view bytes, Time now) {
    heard_ = now;
    if (!budget_.take_bytes(bytes.size(), now)) spent_ = true;
    splitter_.add(bytes);
}

std::optional<std::string_view> Session::next_line() {
    if (spent_) return std::nullopt;
    const auto line = splitter_.next();
    if (line && !budget_.take_line()) {
        spent_ = true;
        return std::nullopt;
    }
    return line;
}

void Session::bothered(Time now) {
    if (!budget_.take_bytes(0, now) || !budget_.take_line()) spent_ = true;
}

Session::Trouble Session::trouble() const {
    if (spent_) return Trouble::flood;
    return splitter_.too_long() ? Trouble::long_line : Trouble::none;
}

void Session::ping(Time now) {
    if (is_pinged()) return;
    pinged_at_ = now;
    ask(kgp::Ping{});
}

void Session::pong(Time now) {
    pinged_at_ = kNever;
    heard_ = now;
}

void Session::settled(kgp::Id state, bool timed_out) {
    if (recent_.size() < kMostRecent)
        recent_.push_back({state, timed_out});
    else
        recent_[next_recent_++ % kMostRecent] = {state, timed_out};
}

Session::Known Session::was_asked(kgp::Id state) const {
    for (const Settled& recent : recent_)
        if (recent.state == state) return recent.timed_out ? Known::timed_out : Known::settled;
    return Known::no;
}

}  // namespace kalah::net
