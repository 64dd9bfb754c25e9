#include "programs/program_game.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "kgp/message.hpp"
#include "server/game_server.hpp"

namespace kalah::programs {
namespace {

constexpr std::chrono::seconds kOwnDelay{5};  // of the network thread, at the very most
// With a ping: the program is pinged after so much silence, and waits longer than that for its
// game.
constexpr std::chrono::milliseconds kPingAfter{10};
constexpr std::chrono::milliseconds kGameAfter{250};

server::ServerOptions server_options(const ProgramGameOptions& options) {
    server::ServerOptions server;
    server.rules = options.rules;
    server.start = options.start;
    server.time = {options.move_limit, server::MoveTime::WithoutMove::loses};
    server.bots = {options.opponent};
    server.bot_after = std::chrono::milliseconds(0);
    server.side_against_bots = options.side;
    server.bots_keep_time = false;
    server.mode_timeout = options.start_limit;
    if (options.ping) {
        server.ping_after = kPingAfter;
        server.bot_after = kGameAfter;
        server.pong_timeout = options.start_limit;
    }
    return server;
}

/// Calls `take` with each message among complete lines of KGP.
template <class Take>
void for_each_message(std::string_view lines, Take take) {
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::string_view line = lines.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (const auto message = kgp::parse_message(line)) take(*message);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
}

/// Finds the answers to the last `state` in what goes to a program and comes from it. The game
/// server drops those that come too late.
class AnswerWatch {
  public:
    using Answer = ProgramGame::Answer;

    void asked(kgp::Id state) {
        state_ = state;
        yielded_ = false;
        answered_ = false;
        since_ = ServerClock::now();
    }
    /// The last answer among bytes from the program.
    std::optional<Answer> answer_in(std::string_view bytes, ServerTime now) {
        waiting_ += bytes;
        const std::size_t end = waiting_.rfind('\n') + 1;  // 0 if there is none
        std::optional<Answer> answer;
        for_each_message(std::string_view(waiting_).substr(0, end), [&](const auto& message) {
            if (state_ == 0 || message.ref != state_) return;
            if (std::holds_alternative<kgp::Yield>(message.command)) yielded_ = true;
            const auto* move = std::get_if<kgp::Move>(&message.command);
            if (move == nullptr || (yielded_ && answered_)) return;
            answered_ = true;
            answer = {move->pit, std::chrono::duration<double>(now - since_).count(), yielded_};
        });
        waiting_.erase(0, end);
        if (waiting_.size() > kMostWaiting) waiting_.clear();  // the server ends such connections
        return answer;
    }

  private:
    static constexpr std::size_t kMostWaiting = 65'536;
    kgp::Id state_ = 0;  // 0: none yet
    bool yielded_ = false;
    bool answered_ = false;
    ServerTime since_;
    std::string waiting_;  // of a line that is not complete yet
};

}  // namespace

/// Plays exactly one game; answers for the opponent with the moves it was told. The network thread
/// calls it, except for the functions "From the thread that plays", which lock.
class ProgramGame::Impl final : public std::enable_shared_from_this<ProgramGame::Impl>,
                                public PortHandler,
                                private server::GameStorage {
  public:
    Impl(ProgramServer& server, const ProgramGameOptions& options)
        : server_(server),
          options_(server_options(options)),
          games_(options_,
                 {*this, compute_, [this](auto work) { post(std::move(work)); },
                  [] { return std::int64_t{0}; }, [](std::span<unsigned char>) {}},
                 {.external = [this](const server::BotRequest& request) { ask(request); }}) {}

    // PortHandler
    void on_open(Peer& peer, ServerTime now) override {
        change([&] { news_.connected = true; });
        outbox_ = std::make_unique<Outbox>(*this, peer);
        session_ = games_.on_open(net::Protocol::kgp, *outbox_, "", now);
    }
    void on_bytes(std::string_view bytes, ServerTime now) override {
        // First, as the game may end by it.
        if (const auto answer = watch_.answer_in(bytes, now))
            change([&] { news_.answer = answer; });
        games_.on_message(session_, bytes, now);
    }
    void on_close(ServerTime now) override {
        change([&] { news_.left = true; });
        games_.on_close(session_, now);
    }
    void on_readable() override {
        change([&] { readable_ = true; });
    }
    [[nodiscard]] ServerTime next_deadline() const override { return games_.next_deadline(); }
    void tick(ServerTime now) override { games_.tick(now); }
    [[nodiscard]] std::string refusal() const override {
        return kgp::to_text({2, 0, kgp::Kgp{}}) +
               kgp::to_text({4, 0, kgp::Failure{"Too many connections"}}) +
               kgp::to_text({6, 0, kgp::Goodbye{}});
    }

    // From the thread that plays.
    void tell(std::vector<int> pits) {
        {
            const std::lock_guard lock(mutex_);
            told_ = std::move(pits);
        }
        post([this](ServerTime now) { answer(now); });
    }
    News wait_for_begin(milliseconds at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, at_most, [&] { return news_.begun || readable_; });
        readable_ = false;
        return news_;
    }
    News wait(std::size_t ply, milliseconds at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, at_most, [&] { return played_.size() > ply || news_.ended; });
        News news = news_;
        if (played_.size() > ply) news.move = played_[ply];
        return news;
    }
    bool wait_for_answer(milliseconds at_most) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, at_most, [&] { return news_.answer || news_.left; });
    }
    void wait_for_end() {
        std::unique_lock lock(mutex_);
        if (!news_.begun) return;
        changed_.wait_for(lock, kOwnDelay, [&] { return news_.ended; });
    }
    void stop() {
        post([this](ServerTime now) {
            games_.stop_accepting(now);
            games_.stop_games(now);
        });
    }
    std::optional<GameRecord> record() {
        const std::lock_guard lock(mutex_);
        return record_;
    }

  private:
    /// Sends lines to the program, and notes what they ask for; also errors from before the game:
    /// they may say why none begins.
    class Outbox final : public net::Outbox {
      public:
        Outbox(Impl& game, Peer& peer) : game_(game), peer_(peer) {}
        [[nodiscard]] bool send(std::string_view lines) override {
            for_each_message(lines, [this](const kgp::Message& message) { game_.note(message); });
            return peer_.send(lines);
        }
        void finish(net::CloseReason /*reason*/) override { peer_.finish(); }

      private:
        Impl& game_;
        Peer& peer_;
    };

    void note(const kgp::Message& sent) {
        if (std::holds_alternative<kgp::State>(sent.command)) watch_.asked(sent.id);
        const auto* failure = std::get_if<kgp::Failure>(&sent.command);
        change([&] {
            if (std::holds_alternative<kgp::State>(sent.command)) news_.answer.reset();
            if (news_.begun) return;
            if (failure != nullptr && !failure->text.empty()) news_.dismissed = failure->text;
            if (std::holds_alternative<kgp::Ping>(sent.command)) news_.pinged = true;
        });
    }

    // GameStorage. It must not call back from inside, so answers are posted.
    [[nodiscard]] bool has_room() const override {
        const std::lock_guard lock(mutex_);
        return !news_.begun;
    }
    void begin(server::GameStarted game) override {
        change([&] { news_.begun = true; });
        post([this, id = game.game](ServerTime now) { games_.on_begun(id, 1, now); });
    }
    void write(store::JournalEntry entry) override {
        if (auto* move = std::get_if<store::JournalMove>(&entry))
            change([&] { played_.push_back({move->pit, std::move(move->note)}); });
        auto* over = std::get_if<store::EndedGame>(&entry);
        if (over == nullptr) return;
        change([&] {
            news_.ended = true;
            record_ = std::move(over->record);
        });
        post([this, game = over->game](ServerTime now) { games_.on_ended(game, now); });
    }
    void ask(const server::BotRequest& request) {
        question_ = {request.game, request.position.played().size()};
        post([this](ServerTime now) { answer(now); });
    }
    // There are no pages here; a client of another mode gets no game, until its time is over.
    void add_eval(store::PositionEval /*eval*/) override {}
    void forget(const std::string& /*token*/) override {}
    void read(Read /*read*/) override {}

    void answer(ServerTime now) {
        int pit = 0;
        {
            const std::lock_guard lock(mutex_);
            if (!question_ || question_->ply >= told_.size()) return;
            pit = told_[question_->ply];
        }
        const Question question = *question_;
        question_.reset();
        games_.on_bot_move(question.game, question.ply, {pit}, now);
    }

    template <class Work>
    void post(Work work) {
        server_.post([self = shared_from_this(), work](ServerTime now) { work(now); });
    }
    template <class Change>
    void change(Change make) {
        {
            const std::lock_guard lock(mutex_);
            make();
        }
        changed_.notify_one();
    }

    struct Question {
        GameId game = 0;
        std::size_t ply = 0;
    };
    ProgramServer& server_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    // Under the lock.
    std::vector<int> told_;  // pits, from the first position on
    std::vector<Move> played_;
    News news_;
    bool readable_ = false;
    std::optional<GameRecord> record_;
    // Of the network thread.
    std::optional<Question> question_;  // that waits for a move from outside
    AnswerWatch watch_;
    net::SessionId session_ = 0;
    std::unique_ptr<Outbox> outbox_;
    server::ServerOptions options_;
    Scheduler compute_{0};
    server::GameServer games_;
};

ProgramGame::ProgramGame(std::shared_ptr<ProgramServer> server, const ProgramGameOptions& options)
    : impl_(std::make_shared<Impl>(*server, options)), server_(std::move(server)) {
    port_ = server_->open(impl_);
}

ProgramGame::~ProgramGame() {
    server_->close(port_.id);
}

std::uint16_t ProgramGame::port() const {
    return port_.port;
}

void ProgramGame::tell(std::vector<int> pits) {
    impl_->tell(std::move(pits));
}

ProgramGame::News ProgramGame::wait_for_begin(const Descriptor& descriptor, milliseconds at_most) {
    server_->watch(port_.id, descriptor);
    return impl_->wait_for_begin(at_most);
}

ProgramGame::News ProgramGame::wait(std::size_t ply, milliseconds at_most) {
    return impl_->wait(ply, at_most);
}

bool ProgramGame::wait_for_answer(milliseconds at_most) {
    return impl_->wait_for_answer(at_most);
}

std::optional<GameRecord> ProgramGame::record() const {
    return impl_->record();
}

void ProgramGame::close(bool with_result) {
    if (with_result) impl_->wait_for_end();
    impl_->stop();
    // From here on, a program that ends has not left the game.
    impl_->wait_for_end();
}

std::optional<GameRecord> ProgramGame::take_record() {
    server_->close(port_.id);
    return impl_->record();
}

}  // namespace kalah::programs
