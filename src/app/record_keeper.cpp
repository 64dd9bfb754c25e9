#include "app/record_keeper.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "app/games_options.hpp"

namespace kalah::app {
namespace {

constexpr std::size_t kMostKnown = 10'000;

net::About nobody() {
    return {store::kForgotten, "", "", ""};
}

/// What was put back stands before what came meanwhile.
template <class T>
void put_back(std::vector<T>& list, std::vector<T> left) {
    left.insert(left.end(), std::make_move_iterator(list.begin()),
                std::make_move_iterator(list.end()));
    list = std::move(left);
}

}  // namespace

RecordKeeper::RecordKeeper(std::shared_ptr<store::Store> store, net::Answers& answers,
                           const net::Log& log, const Patience& patience)
    : store_(std::move(store)), answers_(answers), log_(log), patience_(patience), thread_([this] {
          run();
      }) {}

RecordKeeper::~RecordKeeper() {
    {
        const std::lock_guard lock(mutex_);
        give_up_at_ = std::chrono::steady_clock::now() + patience_.at_end;
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void RecordKeeper::begin(net::NewBout bout) {
    {
        const std::lock_guard lock(mutex_);
        work_.begins.push_back(std::move(bout));
        ++games_waiting_;
        urgent_ = true;
    }
    wake_.notify_one();
}

void RecordKeeper::end(net::GameNumber number, GameRecord record) {
    {
        const std::lock_guard lock(mutex_);
        work_.ends.push_back({number, std::move(record)});
        ++games_waiting_;
    }
    wake_.notify_one();
}

void RecordKeeper::keep(net::Opinion opinion, std::optional<Verdict> champion) {
    {
        const std::lock_guard lock(mutex_);
        if (work_.opinions.size() < kMostOpinions)
            work_.opinions.push_back({std::move(opinion), champion});
        else
            ++dropped_opinions_;
    }
    wake_.notify_one();
}

void RecordKeeper::drop_opinion() {
    const std::lock_guard lock(mutex_);
    ++dropped_opinions_;
}

void RecordKeeper::forget(const std::string& token) {
    {
        const std::lock_guard lock(mutex_);
        work_.take_name_away(token);
        if (tokens_.size() < kMostTokens)
            tokens_.push_back(token);
        else
            ++dropped_tokens_;
    }
    wake_.notify_one();
}

void RecordKeeper::Work::take_name_away(const std::string& token) {
    for (net::NewBout& bout : begins)
        for (const std::size_t side : {0U, 1U}) {
            if (!bout.about[side] || bout.about[side]->token != token) continue;
            bout.about[side] = nobody();
            bout.record.names[side] = store::kForgotten;
        }
    for (Judged& judged : opinions)
        if (judged.opinion.about.token == token) judged.opinion.about = nobody();
}

void RecordKeeper::run() {
    Lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return ending_ || !work_.empty() || !tokens_.empty(); });
        if (!ending_)
            wake_.wait_for(lock, patience_.together, [this] { return ending_ || urgent_; });
        if (ending_) return run_to_the_end(lock);
        if (!write(lock))
            wake_.wait_for(lock, patience_.try_again, [this] { return ending_ || urgent_; });
    }
}

void RecordKeeper::run_to_the_end(Lock& lock) {
    while (true) {
        work_.begins.clear();  // nobody is there to play them
        if (write(lock) && work_.empty() && tokens_.empty()) return;
        const auto left = give_up_at_ - std::chrono::steady_clock::now();
        if (left <= left.zero()) return give_up();
        wake_.wait_for(lock, std::min<std::chrono::nanoseconds>(left, patience_.try_again));
    }
}

void RecordKeeper::give_up() {
    for (const Ended& ended : work_.ends) lose(ended, "the program ends");
    if (!work_.opinions.empty())
        log_(net::Level::error, "opinions lost",
             {{"opinions", static_cast<std::int64_t>(work_.opinions.size())}});
    if (!tokens_.empty())
        log_(net::Level::error, "tokens not forgotten",
             {{"tokens", static_cast<std::int64_t>(tokens_.size())}});
}

void RecordKeeper::tell_what_was_dropped() {
    if (dropped_opinions_ > 0)
        log_(net::Level::warning, "opinions not kept: too many",
             {{"opinions", std::exchange(dropped_opinions_, 0)}});
    if (dropped_tokens_ > 0)
        log_(net::Level::warning, "tokens not forgotten: too many",
             {{"tokens", std::exchange(dropped_tokens_, 0)}});
}

bool RecordKeeper::write(Lock& lock) {
    urgent_ = false;
    tell_what_was_dropped();
    while (const auto place = place_of_one_who_is_back())
        if (!forget_token(lock, *place)) return false;
    Work work = std::exchange(work_, {});
    const std::size_t games = work.begins.size() + work.ends.size();
    lock.unlock();
    write_begins(work.begins);
    write_ends(work.ends);
    if (work.ends.empty()) write_opinions(work.opinions);
    lock.lock();
    games_waiting_ -= games - work.begins.size() - work.ends.size();
    const bool settled = work.empty();
    // What has to be tried again was there before the wishes that are there now.
    if (!settled)
        for (const std::string& token : tokens_) work.take_name_away(token);
    put_back(work_.begins, std::move(work.begins));
    put_back(work_.ends, std::move(work.ends));
    put_back(work_.opinions, std::move(work.opinions));
    return settled && forget_tokens(lock);
}

std::optional<std::size_t> RecordKeeper::place_of_one_who_is_back() const {
    if (tokens_.empty()) return std::nullopt;
    std::unordered_set<std::string_view> present;
    for (const net::NewBout& bout : work_.begins)
        for (const auto& about : bout.about)
            if (about) present.insert(about->token);
    for (const Judged& judged : work_.opinions) present.insert(judged.opinion.about.token);
    for (std::size_t place = 0; place < tokens_.size(); ++place)
        if (present.count(tokens_[place]) > 0) return place;
    return std::nullopt;
}

bool RecordKeeper::forget_tokens(Lock& lock) {
    // At least one each time, so that they have their turn however many games begin.
    while (!tokens_.empty()) {
        if (!forget_token(lock, 0)) return false;
        if (urgent_ || !work_.empty()) break;
    }
    return true;
}

bool RecordKeeper::forget_token(Lock& lock, std::size_t place) {
    const std::string token = tokens_[place];
    lock.unlock();
    known_.erase(token);
    const auto error = store_->forget(token);
    if (error) complain("token not forgotten", *error);
    lock.lock();
    if (error && error->temporary) return false;
    tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(place));
    return true;
}

void RecordKeeper::write_begins(std::vector<net::NewBout>& begins) {
    if (begins.empty()) return;
    if (begin_together(begins)) return begins.clear();
    // Perhaps by a player whom another program has forgotten, or by one game alone.
    known_.clear();
    for (std::size_t i = 0; i < begins.size(); ++i) {
        if (!ending_ && begin_together({begins[i]})) continue;
        begins.erase(begins.begin(), begins.begin() + static_cast<std::ptrdiff_t>(i));
        std::rotate(begins.begin(), begins.begin() + 1, begins.end());  // others first next time
        return;
    }
    begins.clear();
}

bool RecordKeeper::begin_together(const std::vector<net::NewBout>& begins) {
    std::vector<store::NewGame> games;
    for (const net::NewBout& bout : begins) {
        const auto game = new_game(bout);
        if (!game) {
            complain("games wait for the store to begin", game.error());
            return false;
        }
        games.push_back(*game);
    }
    const auto numbers = store_->begin_games(games);
    if (!numbers) {
        complain("games wait for the store to begin", numbers.error());
        return false;
    }
    for (std::size_t i = 0; i < begins.size(); ++i)
        answers_.game_begun(begins[i].bout, (*numbers)[i]);
    return true;
}

void RecordKeeper::write_ends(std::vector<Ended>& ends) {
    if (ends.empty()) return;
    std::vector<store::EndedGame> games;
    games.reserve(ends.size());
    for (const Ended& ended : ends) games.push_back({ended.number, &ended.record});
    auto error = store_->finish_games(games);
    if (!error) return ends.clear();
    std::size_t settled = 0;
    while (!error->temporary && settled < ends.size()) {
        const auto alone = store_->finish_games({&games[settled], 1});
        if (alone && alone->temporary) error = alone;
        if (alone && !alone->temporary) lose(ends[settled], alone->message);
        if (!error->temporary) ++settled;
    }
    ends.erase(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(settled));
    if (!ends.empty()) complain("games not written yet", *error);
}

void RecordKeeper::write_opinions(std::vector<Judged>& opinions) {
    if (opinions.empty()) return;
    std::vector<store::EvalAnswer> answers;
    for (const Judged& judged : opinions) {
        const auto made = answer(judged);
        if (!made) return complain("opinions not written yet", made.error());
        answers.push_back(*made);
    }
    const auto error = store_->add_evals(answers);
    if (!error) return opinions.clear();
    if (error->temporary) return complain("opinions not written yet", *error);
    known_.clear();  // as for games
    while (!opinions.empty()) {
        const auto made = answer(opinions.back());
        if (!made) return complain("opinions not written yet", made.error());
        const auto alone = store_->add_evals({&*made, 1});
        if (alone && alone->temporary) return complain("opinions not written yet", *alone);
        if (alone) complain("opinion lost", *alone);
        opinions.pop_back();
    }
}

Result<store::NewGame> RecordKeeper::new_game(const net::NewBout& bout) {
    store::NewGame game{bout.record, {}, "serve"};
    for (const std::size_t side : {0U, 1U}) {
        if (!bout.about[side]) continue;
        const auto id = identity(*bout.about[side]);
        if (!id) return id.error();
        game.identities[side] = *id;
    }
    return game;
}

Result<store::EvalAnswer> RecordKeeper::answer(const Judged& judged) {
    const net::Opinion& opinion = judged.opinion;
    const auto id = identity(opinion.about);
    if (!id) return id.error();
    store::EvalAnswer answer{*id,           opinion.about.name, opinion.rules, opinion.board,
                             opinion.value, std::nullopt,       false,         opinion.given};
    if (judged.champion) {
        answer.champion = judged.champion->value;
        answer.champion_exact = judged.champion->exact;
    }
    return answer;
}

Result<std::optional<store::IdentityId>> RecordKeeper::identity(const net::About& about) {
    if (about.token.empty()) return std::optional<store::IdentityId>();
    const store::PlayerInfo info{about.name, about.authors, about.description};
    const auto found = known_.find(about.token);
    if (found != known_.end() && found->second.info == info) return std::optional(found->second.id);
    const auto id = store_->identify(about.token, info, now_milliseconds());
    if (!id) return id.error();
    if (known_.size() >= kMostKnown) known_.clear();
    known_[about.token] = {*id, info};
    return std::optional(*id);
}

void RecordKeeper::lose(const Ended& ended, const std::string& why) {
    log_(net::Level::error, "game lost",
         {{"game", ended.number},
          {"why", why},
          {"record", stored_game_json({ended.number, "serve", ended.record}).line()}});
}

void RecordKeeper::complain(const std::string& what, const Error& error) {
    log_(net::Level::error, what, {{"why", error.message}});
}

}  // namespace kalah::app
