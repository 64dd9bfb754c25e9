#include "programs/program_table.hpp"

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "net/hall_server.hpp"

namespace kalah::programs {
namespace {

using net::BoutId;

constexpr std::chrono::milliseconds kAtOnce{1};
constexpr std::chrono::seconds kOwnDelay{5};  // of the server's thread, at the very most

/// What the server's thread and the game's know of each other.
struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<int> told;  // pits, from the first position on
    std::vector<ProgramTable::Move> played;
    struct Question {
        BoutId bout = 0;
        std::size_t ply = 0;
    };
    std::optional<Question> question;  // that waits for a move from outside
    ProgramTable::News news;
    std::optional<GameRecord> record;
};

/// Answers for the opponent with what was told. One game, and no more.
class Bridge final : public net::Backstage {
  public:
    Bridge(Shared& shared, net::Answers& answers) : shared_(shared), answers_(answers) {}

    [[nodiscard]] bool has_room() const override {
        const std::lock_guard lock(shared_.mutex);
        return !shared_.news.begun;
    }
    void begin(net::NewBout bout) override {
        change([&] { shared_.news.begun = true; });
        answers_.game_begun(bout.bout, 1);
    }
    void moved(BoutId /*bout*/, const GameRecord& record) override {
        change([&] {
            for (std::size_t i = shared_.played.size(); i < record.notes.size(); ++i)
                shared_.played.push_back({record.game.played()[i].pit, record.notes[i]});
        });
    }
    void ask_bot(net::BotQuestion question) override {
        change([&] { shared_.question = {question.bout, question.game.played().size()}; });
        answer();
    }
    void end(net::GameNumber /*number*/, GameRecord record) override {
        change([&] {
            shared_.news.ended = true;
            shared_.record = std::move(record);
        });
    }
    // Whoever asks for these modes gets no game, and runs out of time.
    void judge(net::Opinion /*opinion*/) override {}
    void forget(const std::string& /*token*/) override {}

    /// From both threads.
    void answer() {
        const std::lock_guard lock(shared_.mutex);
        if (!shared_.question || shared_.question->ply >= shared_.told.size()) return;
        const auto [bout, ply] = *shared_.question;
        shared_.question.reset();
        answers_.bot_chose(bout, ply, shared_.told[ply], "");
    }

  private:
    template <class Change>
    void change(Change make) {
        {
            const std::lock_guard lock(shared_.mutex);
            make();
        }
        shared_.changed.notify_one();
    }

    Shared& shared_;
    net::Answers& answers_;
};

net::HallOptions hall_options(const TableTerms& terms) {
    net::HallOptions hall;
    hall.rules = terms.rules;
    hall.start = terms.start;
    hall.time = {terms.move_limit, net::TimeRule::WithoutMove::loses};
    hall.bots = {terms.opponent};
    hall.bot_after = std::chrono::milliseconds(0);
    hall.side_against_bots = terms.side;
    hall.bots_keep_time = false;
    hall.mode_timeout = terms.start_limit;
    return hall;
}

net::ServerOptions server_options() {
    net::ServerOptions server;
    server.kgp_port = 0;
    server.with_http = false;
    server.most_of_this_host = 1;
    server.grace = kAtOnce;
    return server;
}

}  // namespace

struct ProgramTable::Inside {
    Shared shared;
    Bridge* bridge = nullptr;
    std::shared_ptr<net::HallServer> server;
    std::thread thread;

    void log(std::string_view event, std::initializer_list<net::Field> fields) {
        const std::lock_guard lock(shared.mutex);
        if (event == "connected") shared.news.connected = true;
        if (event != "dismissed" || shared.news.begun) return;
        for (const net::Field& field : fields)
            if (field.key == "why") shared.news.dismissed = std::get<std::string>(field.value);
    }

    void wait_for_end() {
        std::unique_lock lock(shared.mutex);
        if (!shared.news.begun) return;
        shared.changed.wait_for(lock, kOwnDelay, [&] { return shared.news.ended; });
    }

    void end() {
        if (!thread.joinable()) return;
        server->stop();
        thread.join();
    }
};

ProgramTable::ProgramTable(const TableTerms& terms) : inside_(std::make_unique<Inside>()) {
    Inside& in = *inside_;
    const auto listening = net::HallServer::listen(
        server_options(), hall_options(terms),
        [&in](net::Answers& answers) {
            auto bridge = std::make_unique<Bridge>(in.shared, answers);
            in.bridge = bridge.get();
            return bridge;
        },
        nullptr,
        [&in](net::Level /*level*/, std::string_view event,
              std::initializer_list<net::Field> fields) { in.log(event, fields); });
    if (!listening)
        throw std::runtime_error("no server for a program: " + listening.error().message);
    in.server = *listening;
    in.thread = std::thread([server = in.server.get()] { server->run(); });
}

ProgramTable::~ProgramTable() {
    inside_->end();
}

std::uint16_t ProgramTable::port() const {
    const std::string address = inside_->server->kgp_address();
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

void ProgramTable::tell(std::vector<int> pits) {
    {
        const std::lock_guard lock(inside_->shared.mutex);
        inside_->shared.told = std::move(pits);
    }
    inside_->bridge->answer();
}

bool ProgramTable::wait_for_begin(milliseconds at_most) {
    Shared& shared = inside_->shared;
    std::unique_lock lock(shared.mutex);
    return shared.changed.wait_for(lock, at_most, [&] { return shared.news.begun; });
}

ProgramTable::News ProgramTable::wait(std::size_t ply, milliseconds at_most) {
    Shared& shared = inside_->shared;
    std::unique_lock lock(shared.mutex);
    shared.changed.wait_for(lock, at_most,
                            [&] { return shared.played.size() > ply || shared.news.ended; });
    News news = shared.news;
    if (shared.played.size() > ply) news.move = shared.played[ply];
    return news;
}

std::optional<GameRecord> ProgramTable::record() const {
    const std::lock_guard lock(inside_->shared.mutex);
    return inside_->shared.record;
}

void ProgramTable::close(bool with_result) {
    if (with_result) inside_->wait_for_end();
    inside_->server->stop();
    // Whoever is ended from now on has not left the game.
    inside_->wait_for_end();
}

std::optional<GameRecord> ProgramTable::take_record() {
    inside_->end();
    return std::move(inside_->shared.record);
}

}  // namespace kalah::programs
