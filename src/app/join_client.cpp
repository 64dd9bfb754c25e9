#include "app/join_client.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/command.hpp"

namespace kalah::app {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookAround{50};      // between two looks at Ctrl-C
constexpr milliseconds kResultWait{1000};    // for the server's word on a game that is over
constexpr milliseconds kFarewellWait{1500};  // for the connection to close
constexpr milliseconds kLongestPause{60'000};
constexpr std::size_t kMostUnread = 4 << 20;  // bytes; a game has some thousand

/// What a line takes in the mailbox, in bytes.
std::size_t cost_of(const std::string& line) {
    return line.size() + 64;
}

}  // namespace

JoinClient::JoinClient(Settings settings)
    : settings_(std::move(settings)), pause_(settings_.first_pause), games_(settings_.rules) {}

JoinClient::~JoinClient() = default;

void JoinClient::decide(Ticket ticket, std::optional<Decision> decision) {
    mailbox_.put(Decided{ticket, std::move(decision)});
}

void JoinClient::type(std::optional<std::string> line) {
    mailbox_.put(Typed{std::move(line)});
}

JoinClient::End JoinClient::run(Seat& seat) {
    seat_ = &seat;
    connect();
    while (!end_ && !settings_.interrupted()) {
        const auto until = look_at_clocks();
        if (end_) break;
        if (const auto letter = mailbox_.take(until)) open(*letter);
    }
    part();
    counts_.cut_off += games_.cut_off();
    counts_.tally = games_.tally();
    return end_.value_or(End{});
}

/// Does what is due, and says when to look again at the latest.
JoinClock::time_point JoinClient::look_at_clocks() {
    const auto now = JoinClock::now();
    if (reconnect_at_ && now >= *reconnect_at_) {
        reconnect_at_.reset();
        ++counts_.reconnects;
        connect();
    }
    if (greeting_by_ && now >= *greeting_by_) {
        ++connection_;  // whatever this one still has to say
        link_.reset();
        const bool tcp = settings_.address.transport == net::Address::Transport::tcp;
        on_closed(tcp ? "it says nothing; is it one for WebSocket, ws://?" : "it says nothing");
    }
    if (settle_at_ && now >= *settle_at_) {
        settle_at_.reset();
        if (const auto outcome = games_.settle()) note(*outcome);
    }
    return std::min(seat_->tick(now), now + kLookAround);
}

void JoinClient::connect() {
    const int connection = ++connection_;
    link_.reset();
    closed_ = false;
    greeting_by_ = JoinClock::now() + settings_.greeting_time;
    session_.emplace(settings_.introduction);
    link_ = net::ClientLink::connect(
        settings_.address,
        {[this, connection] { mailbox_.put(Opened{connection}); },
         [this, connection](std::string line) { return keep(connection, std::move(line)); },
         [this, connection](std::string why) {
             mailbox_.put(Closed{connection, std::move(why)});
         }});
}

/// On the link's thread. False when so much is unread already that the server must mean harm.
bool JoinClient::keep(int connection, std::string line) {
    const std::size_t cost = cost_of(line);
    if (unread_.fetch_add(cost) + cost > kMostUnread) {
        unread_ -= cost;
        return false;
    }
    mailbox_.put(LineCame{connection, std::move(line), JoinClock::now()});
    return true;
}

void JoinClient::open(const Letter& letter) {
    if (const auto* decided = std::get_if<Decided>(&letter))
        return seat_->decided(decided->ticket, decided->decision);
    if (const auto* typed = std::get_if<Typed>(&letter)) return seat_->typed(typed->line);
    if (const auto* opened = std::get_if<Opened>(&letter))
        connected_ = connected_ || opened->connection == connection_;
    if (const auto* came = std::get_if<LineCame>(&letter)) {
        unread_ -= cost_of(came->line);
        if (came->connection == connection_) on_line(*came);
    }
    if (const auto* closed = std::get_if<Closed>(&letter))
        if (closed->connection == connection_) on_closed(closed->why);
}

void JoinClient::on_line(const LineCame& came) {
    const auto event = session_->receive(came.line);
    flush();
    if (event) on_event(*event, came.at);
}

void JoinClient::on_event(const net::Event& event, JoinClock::time_point at) {
    if (std::get_if<net::Welcomed>(&event) != nullptr) {
        welcomed_once_ = true;
        greeting_by_.reset();
        say("connected to " + to_text(settings_.address) + "; waiting for a game");
    } else if (const auto* question = std::get_if<net::Question>(&event)) {
        on_question(*question, at);
    } else if (const auto* withdrawn = std::get_if<net::Withdrawn>(&event)) {
        on_withdrawn(*withdrawn);
    } else if (const auto* over = std::get_if<net::GameOver>(&event)) {
        on_game_over(*over);
    } else if (const auto* complaint = std::get_if<net::Complaint>(&event)) {
        ++counts_.complaints;
        say("the server complains: " + printable(complaint->text));
    } else if (const auto* wrong = std::get_if<net::WrongVersion>(&event)) {
        leave(kFailed, "the server speaks KGP " + wrong->version + ", not 1");
    } else if (std::get_if<net::Farewell>(&event) != nullptr) {
        link_->close();
    }
}

/// The server's clock runs since the line came, however long the loop was busy with other things.
void JoinClient::on_question(const net::Question& question, JoinClock::time_point at) {
    pause_ = settings_.first_pause;
    Asked asked{++tickets_, question, {}, session_->rules().value_or(settings_.rules), at};
    games_.set_rules(asked.rules);
    asked.context = games_.asked(question);
    if (asked.context.ended) note(*asked.context.ended);
    if (end_) return;
    open_.emplace(asked.ticket, asked);
    seat_->ask(asked);
}

void JoinClient::on_withdrawn(const net::Withdrawn& withdrawn) {
    if (withdrawn.answered) return;
    const auto found = std::find_if(open_.begin(), open_.end(), [&](const auto& entry) {
        return entry.second.question.id == withdrawn.id;
    });
    if (found == open_.end()) return;
    const Ticket ticket = found->first;
    open_.erase(found);
    ++counts_.late;
    seat_->withdraw(ticket);
    say("too late: the server has chosen a move");
}

/// What is still asked about a game that is over will be answered by nobody: a server that ends a
/// game need not say `stop` first.
void JoinClient::on_game_over(const net::GameOver& over) {
    settle_at_.reset();
    const bool told_which = !over.game.empty() || open_.size() == 1;
    if (told_which) withdraw([&](const Asked& asked) { return asked.question.game == over.game; });
    if (const auto outcome = games_.told(over)) note(*outcome);
}

/// The latest first, so that none of them comes to the front of the seat's queue meanwhile.
void JoinClient::withdraw(const std::function<bool(const Asked&)>& which) {
    std::vector<Asked> gone;
    for (const auto& [ticket, asked] : open_)
        if (which(asked)) gone.push_back(asked);
    for (const Asked& asked : gone) {
        open_.erase(asked.ticket);
        session_->forget(asked.question.id);
    }
    for (auto asked = gone.rbegin(); asked != gone.rend(); ++asked) seat_->withdraw(asked->ticket);
}

void JoinClient::answer(Ticket ticket, int pit, const std::string& remark) {
    const auto found = open_.find(ticket);
    if (found == open_.end()) return;  // withdrawn meanwhile
    const net::Question question = found->second.question;
    open_.erase(found);
    if (!session_->answer(question.id, pit, remark)) return;
    if (games_.answered(question, pit)) settle_at_ = JoinClock::now() + kResultWait;
    flush();
}

void JoinClient::note(const net::Outcome& outcome) {
    seat_->before_message();
    settings_.on_game(outcome);
    const auto games = static_cast<std::uint64_t>(games_.tally().games());
    if (settings_.games > 0 && games >= settings_.games) leave(kOk, "");
}

void JoinClient::leave(int code, const std::string& why) {
    if (!end_) end_ = End{code, why};
}

void JoinClient::on_closed(const std::string& why) {
    closed_ = true;
    greeting_by_.reset();
    withdraw([](const Asked&) { return true; });
    if (settle_at_)
        if (const auto outcome = games_.settle()) note(*outcome);
    settle_at_.reset();
    counts_.cut_off += games_.cut_off();
    session_.emplace(settings_.introduction);
    const std::string reason = why.empty() ? "" : " (" + why + ")";
    if (!welcomed_once_)
        return leave(kFailed, connected_ ? to_text(settings_.address) + " is no KGP server" + reason
                                         : "cannot connect to " + to_text(settings_.address) +
                                               reason + ": is a server running there?");
    say(fmt::format("the server has gone away{}; trying again in {} s", reason,
                    std::chrono::duration<double>(pause_).count()));
    reconnect_at_ = JoinClock::now() + pause_;
    pause_ = std::min(2 * pause_, kLongestPause);
}

void JoinClient::say(const std::string& line) {
    seat_->before_message();
    settings_.say(line);
}

void JoinClient::flush() {
    std::string output = session_->take_output();
    if (!output.empty()) link_->send(std::move(output));
}

/// Says goodbye, if anybody listens.
void JoinClient::part() {
    withdraw([](const Asked&) { return true; });
    if (closed_ || !link_) return;
    session_->say_goodbye();
    flush();
    link_->close();
    const auto until = JoinClock::now() + kFarewellWait;
    while (const auto letter = mailbox_.take(until))
        if (const auto* closed = std::get_if<Closed>(&*letter))
            if (closed->connection == connection_) break;
    link_.reset();
}

}  // namespace kalah::app
