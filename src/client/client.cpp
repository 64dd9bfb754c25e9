#include "client/client.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kalah::client {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookAround{50};      // between two looks at Ctrl-C
constexpr milliseconds kResultWait{1000};    // for the server's word on a game that is over
constexpr milliseconds kFarewellWait{1500};  // for the connection to close
constexpr milliseconds kLongestPause{60'000};
constexpr std::size_t kMostUnread = 4 << 20;  // bytes; a game has some thousand

/// What a line takes in the queue, in bytes.
std::size_t cost_of(const std::string& line) {
    return line.size() + 64;
}

}  // namespace

Client::Client(Options options)
    : options_(std::move(options)), pause_(options_.first_pause), games_(options_.rules) {}

Client::~Client() = default;

void Client::decide(RequestId id, std::optional<Decision> decision) {
    events_.put(Decided{id, std::move(decision)});
}

void Client::type(std::optional<std::string> line) {
    events_.put(Typed{std::move(line)});
}

std::optional<Error> Client::run(Agent& agent) {
    agent_ = &agent;
    connect();
    while (!ended_ && !options_.interrupted()) {
        const auto until = check_clocks();
        if (ended_) break;
        if (const auto event = events_.take(until)) handle(*event);
    }
    part();
    counts_.cut_off += games_.cut_off();
    counts_.tally = games_.tally();
    return end_;
}

/// Does what is due, and says when to look again at the latest.
Clock::time_point Client::check_clocks() {
    const auto now = Clock::now();
    if (reconnect_at_ && now >= *reconnect_at_) {
        reconnect_at_.reset();
        ++counts_.reconnects;
        connect();
    }
    if (silence_at_ && now >= *silence_at_) {
        silence_at_.reset();
        notify({Notice::Kind::silent});
    }
    if (greeting_by_ && now >= *greeting_by_) {
        ++connection_;  // its later events are old
        link_.reset();
        on_closed("", "no_greeting");
    }
    if (settle_at_ && now >= *settle_at_) {
        settle_at_.reset();
        if (const auto outcome = games_.settle()) note(*outcome);
    }
    return std::min(agent_->tick(now), now + kLookAround);
}

void Client::connect() {
    const int connection = ++connection_;
    link_.reset();
    closed_ = false;
    greeting_by_ = Clock::now() + options_.greeting_time;
    silence_at_ = Clock::now() + options_.silence_time;
    session_.emplace(options_.info);
    link_ = net::ClientLink::connect(
        options_.address,
        {[this, connection] { events_.put(Opened{connection}); },
         [this, connection](std::string line) { return keep(connection, std::move(line)); },
         [this, connection](std::string why) {
             events_.put(Closed{connection, std::move(why)});
         }},
        {kgp::kLongestLine});
}

/// On the link's thread. False when more is unread than an honest server sends.
bool Client::keep(int connection, std::string line) {
    const std::size_t cost = cost_of(line);
    if (unread_.fetch_add(cost) + cost > kMostUnread) {
        unread_ -= cost;
        return false;
    }
    events_.put(LineCame{connection, std::move(line), Clock::now()});
    return true;
}

void Client::handle(const Event& event) {
    if (const auto* decided = std::get_if<Decided>(&event))
        return agent_->decided(decided->id, decided->decision);
    if (const auto* typed = std::get_if<Typed>(&event)) return agent_->typed(typed->line);
    if (const auto* opened = std::get_if<Opened>(&event))
        connected_ = connected_ || opened->connection == connection_;
    if (const auto* came = std::get_if<LineCame>(&event)) {
        unread_ -= cost_of(came->line);
        if (came->connection != connection_) return;
        const auto meaning = session_->receive(came->line);
        flush();
        if (meaning) on_server_event(*meaning, came->at);
    }
    if (const auto* closed = std::get_if<Closed>(&event))
        if (closed->connection == connection_) on_closed(closed->why);
}

void Client::on_server_event(const ServerEvent& event, Clock::time_point at) {
    if (std::get_if<Welcomed>(&event) != nullptr) {
        welcomed_once_ = true;
        greeting_by_.reset();
        silence_at_.reset();
        notify({});
    } else if (const auto* question = std::get_if<Question>(&event)) {
        on_question(*question, at);
    } else if (const auto* withdrawn = std::get_if<Withdrawn>(&event)) {
        on_withdrawn(*withdrawn);
    } else if (const auto* over = std::get_if<GameOver>(&event)) {
        on_game_over(*over);
    } else if (const auto* complaint = std::get_if<Complaint>(&event)) {
        ++counts_.complaints;
        notify({Notice::Kind::complaint, complaint->text});
    } else if (const auto* wrong = std::get_if<WrongVersion>(&event)) {
        leave(coded("kgp_version", "the server speaks KGP " + wrong->version + ", not 1",
                    {{"version", wrong->version}}));
    } else if (std::get_if<Farewell>(&event) != nullptr) {
        link_->close();
    }
}

/// The server's clock has been running since the line came, however long the loop was busy.
void Client::on_question(const Question& question, Clock::time_point at) {
    pause_ = options_.first_pause;
    MoveRequest request{
        ++last_request_, question, {}, session_->rules().value_or(options_.rules), at};
    games_.set_rules(request.rules);
    request.context = games_.asked(question);
    if (request.context.ended) note(*request.context.ended);
    if (ended_) return;
    open_.emplace(request.id, request);
    agent_->ask(request);
}

void Client::on_withdrawn(const Withdrawn& withdrawn) {
    if (withdrawn.answered) return;
    const auto found = std::find_if(open_.begin(), open_.end(), [&](const auto& entry) {
        return entry.second.question.id == withdrawn.id;
    });
    if (found == open_.end()) return;
    const RequestId id = found->first;
    open_.erase(found);
    ++counts_.late;
    agent_->cancel(id);
    notify({Notice::Kind::late});
}

/// Cancels the open questions about the game: a server may end it without sending `stop` first.
void Client::on_game_over(const GameOver& over) {
    settle_at_.reset();
    const bool told_which = !over.game.empty() || open_.size() == 1;
    if (told_which)
        cancel([&](const MoveRequest& request) { return request.question.game == over.game; });
    if (const auto outcome = games_.told(over)) note(*outcome);
}

/// The latest first, so that none of them comes to the front of the agent's queue meanwhile.
void Client::cancel(const std::function<bool(const MoveRequest&)>& which) {
    std::vector<RequestId> gone;
    for (const auto& [id, request] : open_)
        if (which(request)) gone.push_back(id);
    for (const RequestId id : gone) {
        session_->forget(open_.at(id).question.id);
        open_.erase(id);
    }
    std::for_each(gone.rbegin(), gone.rend(), [&](RequestId id) { agent_->cancel(id); });
}

void Client::answer(RequestId id, int pit, const std::string& remark) {
    const auto found = open_.find(id);
    if (found == open_.end()) return;  // cancelled meanwhile
    const Question question = found->second.question;
    open_.erase(found);
    if (!session_->answer(question.id, pit, remark)) return;
    if (games_.answered(question, pit)) settle_at_ = Clock::now() + kResultWait;
    flush();
}

void Client::note(const Outcome& outcome) {
    agent_->before_message();
    options_.on_game(outcome);
    const auto games = static_cast<std::uint64_t>(games_.tally().games());
    if (options_.games > 0 && games >= options_.games) leave({});
}

void Client::leave(std::optional<Error> why) {
    if (!std::exchange(ended_, true)) end_ = std::move(why);
}

void Client::on_closed(const std::string& why, const std::string& code) {
    closed_ = true;
    greeting_by_.reset();
    silence_at_.reset();
    cancel([](const MoveRequest&) { return true; });
    if (settle_at_)
        if (const auto outcome = games_.settle()) note(*outcome);
    settle_at_.reset();
    counts_.cut_off += games_.cut_off();
    session_.emplace(options_.info);
    if (!welcomed_once_) {
        const std::string address = to_text(options_.address);
        const std::string reason = why.empty() ? "" : " (" + why + ")";
        return leave(!connected_ ? coded("no_connection", "cannot connect to " + address + reason +
                                                              ": is a server running there?")
                                 : coded(code.empty() ? "not_kgp" : code,
                                         address + " is not a KGP server" + reason));
    }
    notify({Notice::Kind::lost, why, pause_, code});
    reconnect_at_ = Clock::now() + pause_;
    pause_ = std::min(2 * pause_, kLongestPause);
}

void Client::notify(const Notice& notice) {
    agent_->before_message();
    options_.on_notice(notice);
}

void Client::flush() {
    std::string output = session_->take_output();
    if (!output.empty()) link_->send(std::move(output));
}

/// Says goodbye if there is a connection, and waits a moment for its end.
void Client::part() {
    cancel([](const MoveRequest&) { return true; });
    if (closed_ || !link_) return;
    session_->say_goodbye();
    flush();
    link_->close();
    const auto until = Clock::now() + kFarewellWait;
    while (const auto event = events_.take(until))
        if (const auto* closed = std::get_if<Closed>(&*event))
            if (closed->connection == connection_) break;
    link_.reset();
}

}  // namespace kalah::client
