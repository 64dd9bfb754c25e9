#include "app/record_keeper.hpp"

#include <chrono>

#include "app/games_options.hpp"

namespace kalah::app {
namespace {

constexpr std::chrono::milliseconds kTogether{10};  // ends within this share a transaction
constexpr std::chrono::milliseconds kTryAgain{1'000};
constexpr int kLastTries = 5;  // when the program ends
constexpr std::size_t kMostKnown = 10'000;

}  // namespace

RecordKeeper::RecordKeeper(std::shared_ptr<store::Store> store, net::Answers& answers,
                           const net::Log& log)
    : store_(std::move(store)), answers_(answers), log_(log), thread_([this] { run(); }) {}

RecordKeeper::~RecordKeeper() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

template <class Put>
void RecordKeeper::put(Put put) {
    {
        const std::lock_guard lock(mutex_);
        put();
    }
    ++waiting_;
    wake_.notify_one();
}

void RecordKeeper::begin(net::NewBout bout) {
    put([&] {
        work_.begins.push_back(std::move(bout));
        urgent_ = true;
    });
}

void RecordKeeper::end(net::GameNumber number, GameRecord record) {
    put([&] { work_.ends.push_back({number, std::move(record)}); });
}

void RecordKeeper::keep(net::Opinion opinion, double champion, bool exact) {
    put([&] { work_.opinions.push_back({std::move(opinion), champion, exact}); });
}

void RecordKeeper::forget(std::string token) {
    put([&] { work_.tokens.push_back(std::move(token)); });
}

void RecordKeeper::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return ending_ || work_.size() > 0; });
        if (work_.size() == 0) return;
        wake_.wait_for(lock, kTogether, [this] { return ending_ || urgent_; });
        Work work = std::exchange(work_, {});
        urgent_ = false;
        lock.unlock();
        write(work);
        waiting_ -= work.size();
        lock.lock();
    }
}

void RecordKeeper::write(Work& work) {
    write_begins(work.begins);
    for (int tries = 1; !write_ends(work.ends); ++tries) {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, kTryAgain, [this] { return ending_; });
        if (!ending_ || tries < kLastTries) continue;
        for (const Ended& lost : work.ends)
            log_(net::Level::error, "game lost",
                 {{"game", lost.number}, {"text", to_text(lost.record.game)}});
        break;
    }
    std::vector<store::EvalAnswer> answers;
    for (const Judged& judged : work.opinions)
        answers.push_back({identity(judged.opinion.about), judged.opinion.about.name,
                           judged.opinion.rules, judged.opinion.board, judged.opinion.value,
                           judged.champion, judged.exact, judged.opinion.given});
    if (!answers.empty())
        if (const auto error = store_->add_evals(answers)) complain("opinions not kept", *error);
    for (const std::string& token : work.tokens) {
        known_.erase(token);
        if (const auto error = store_->forget(token)) complain("token not forgotten", *error);
    }
}

void RecordKeeper::write_begins(std::vector<net::NewBout>& begins) {
    if (begins.empty()) return;
    std::vector<store::NewGame> games;
    for (net::NewBout& bout : begins) {
        store::NewGame game{std::move(bout.record), {}, "serve"};
        for (const std::size_t side : {0U, 1U})
            if (bout.about[side]) game.identities[side] = identity(*bout.about[side]);
        games.push_back(std::move(game));
    }
    const auto numbers = store_->begin_games(games);
    if (!numbers) complain("games not kept", numbers.error());
    for (std::size_t i = 0; i < begins.size(); ++i)
        answers_.game_begun(begins[i].bout, numbers ? std::optional((*numbers)[i]) : std::nullopt);
}

bool RecordKeeper::write_ends(const std::vector<Ended>& ends) {
    if (ends.empty()) return true;
    std::vector<store::EndedGame> games;
    games.reserve(ends.size());
    for (const Ended& ended : ends) games.push_back({ended.number, &ended.record});
    const auto error = store_->finish_games(games);
    if (error) complain("games not written yet", *error);
    return !error;
}

std::optional<store::IdentityId> RecordKeeper::identity(const net::About& about) {
    if (about.token.empty()) return std::nullopt;
    const store::PlayerInfo info{about.name, about.authors, about.description};
    const auto found = known_.find(about.token);
    if (found != known_.end() && found->second.info == info) return found->second.id;
    const auto id = store_->identify(about.token, info, now_milliseconds());
    if (!id) {
        complain("player not kept", id.error());
        return std::nullopt;
    }
    if (known_.size() >= kMostKnown) known_.clear();
    known_[about.token] = {*id, info};
    return *id;
}

void RecordKeeper::complain(const std::string& what, const Error& error) {
    log_(net::Level::error, what, {{"why", error.message}});
}

}  // namespace kalah::app
