#include "store/store_writer.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace kalah::store {
namespace {

/// What is put back stands before what came meanwhile.
template <class T>
void put_back(std::vector<T>& list, std::vector<T> left) {
    if (list.empty()) return list.swap(left);
    left.insert(left.end(), std::make_move_iterator(list.begin()),
                std::make_move_iterator(list.end()));
    list = std::move(left);
}

}  // namespace

StoreWriter::StoreWriter(std::shared_ptr<Store> store, Events events, Log log, RetryPolicy policy)
    : store_(std::move(store)),
      events_(std::move(events)),
      log_(std::move(log)),
      policy_(policy),
      thread_([this] { run(); }) {}

StoreWriter::~StoreWriter() {
    add([this] {
        give_up_at_ = std::chrono::steady_clock::now() + policy_.at_end;
        ending_ = true;
    });
    thread_.join();
}

template <class Change>
void StoreWriter::add(Change change) {
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        change();
        wake = idle_ || urgent_ || ending_;  // else it wakes by itself soon
    }
    if (wake) wake_.notify_one();
}

void StoreWriter::begin(GameStarted game) {
    add([&] {
        work_.begins.push_back(std::move(game));
        ++waiting_;
        urgent_ = true;
    });
}

void StoreWriter::move(JournalKey game, std::size_t ply, int pit, MoveNote note) {
    add([&] {
        work_.journal.emplace_back(JournalMove{std::move(game), ply, pit, std::move(note)});
    });
}

void StoreWriter::take_back(JournalKey game, std::size_t keep) {
    add([&] { work_.journal.emplace_back(JournalTakeBack{std::move(game), keep}); });
}

void StoreWriter::end(GameId game, StoredGameId number, GameRecord record) {
    add([&] {
        work_.journal.emplace_back(EndedGame{game, number, std::move(record)});
        ++waiting_;
    });
}

void StoreWriter::save(SavedGame game) {
    add([&] {
        const auto [last, is_new] = last_save_.try_emplace(game.name, work_.journal.size());
        if (is_new)
            work_.journal.emplace_back(std::move(game));
        else
            work_.journal[last->second] = std::move(game);
    });
}

void StoreWriter::finish(SavedGame game, GameRecord record) {
    add([&] {
        last_save_.erase(game.name);
        work_.journal.emplace_back(FinishedGame{std::move(game), std::move(record)});
    });
}

void StoreWriter::add_eval(PositionEval eval, std::optional<ReferenceEval> reference) {
    add([&] {
        if (work_.evals.size() < kMostEvals)
            work_.evals.push_back({std::move(eval), reference});
        else
            ++dropped_evals_;
    });
}

void StoreWriter::drop_eval() {
    const std::lock_guard lock(mutex_);
    ++dropped_evals_;
}

void StoreWriter::forget(const std::string& token) {
    add([&] {
        work_.take_name_away(token);
        if (tokens_.size() < kMostTokens)
            tokens_.push_back(token);
        else
            ++dropped_tokens_;
    });
}

std::size_t StoreWriter::Work::games() const {
    const auto ended = std::count_if(journal.begin(), journal.end(), [](const JournalEntry& entry) {
        return std::holds_alternative<EndedGame>(entry);
    });
    return begins.size() + static_cast<std::size_t>(ended);
}

void StoreWriter::Work::take_name_away(const std::string& token) {
    const ClientInfo nobody{kForgotten, "", "", ""};
    for (GameStarted& game : begins)
        for (const Side side : {Side::south, Side::north}) {
            if (!game.clients[side] || game.clients[side]->token != token) continue;
            game.clients[side] = nobody;
            game.record.names[side] = kForgotten;
        }
    for (Eval& each : evals)
        if (each.eval.client.token == token) each.eval.client = nobody;
}

void StoreWriter::run() {
    Lock lock(mutex_);
    while (true) {
        idle_ = true;
        wake_.wait(lock, [this] { return ending_ || !work_.empty() || !tokens_.empty(); });
        idle_ = false;
        if (!ending_) wake_.wait_for(lock, policy_.together, [this] { return ending_ || urgent_; });
        if (ending_) return run_to_the_end(lock);
        if (!write(lock))
            wake_.wait_for(lock, policy_.try_again, [this] { return ending_ || urgent_; });
    }
}

void StoreWriter::run_to_the_end(Lock& lock) {
    while (true) {
        work_.begins.clear();  // nobody is there to play them
        if (write(lock) && work_.empty() && tokens_.empty()) return;
        const auto left = give_up_at_ - std::chrono::steady_clock::now();
        if (left <= left.zero()) return give_up();
        wake_.wait_for(lock, std::min<std::chrono::nanoseconds>(left, policy_.try_again));
    }
}

void StoreWriter::give_up() {
    const std::string why = "the program ends";
    for (const JournalEntry& entry : work_.journal) log_lost(entry, why);
    if (!work_.evals.empty())
        log_(LogLevel::error, "opinions lost",
             {{"opinions", static_cast<std::int64_t>(work_.evals.size())}});
    if (!tokens_.empty())
        log_(LogLevel::error, "tokens not forgotten",
             {{"tokens", static_cast<std::int64_t>(tokens_.size())}});
}

void StoreWriter::log_dropped() {
    if (dropped_evals_ > 0)
        log_(LogLevel::warning, "opinions not kept: too many",
             {{"opinions", std::exchange(dropped_evals_, 0)}});
    if (dropped_tokens_ > 0)
        log_(LogLevel::warning, "tokens not forgotten: too many",
             {{"tokens", std::exchange(dropped_tokens_, 0)}});
}

bool StoreWriter::write(Lock& lock) {
    urgent_ = false;
    log_dropped();
    while (const auto place = token_in_use())
        if (!forget_token(lock, *place)) return false;
    Work work = std::exchange(work_, {});
    last_save_.clear();
    const std::size_t games = work.games();
    lock.unlock();
    write_begins(work.begins);
    write_journal(work.journal);
    if (work.journal.empty()) write_evals(work.evals);
    lock.lock();
    waiting_ -= games - work.games();
    const bool settled = work.empty();
    // What has to be tried again was there before the tokens that are there now.
    if (!settled)
        for (const std::string& token : tokens_) work.take_name_away(token);
    if (!work.journal.empty()) last_save_.clear();  // its places are no longer true
    put_back(work_.begins, std::move(work.begins));
    put_back(work_.journal, std::move(work.journal));
    put_back(work_.evals, std::move(work.evals));
    return settled && forget_tokens(lock);
}

std::optional<std::size_t> StoreWriter::token_in_use() const {
    if (tokens_.empty()) return std::nullopt;
    std::unordered_set<std::string_view> present;
    for (const GameStarted& game : work_.begins)
        for (const Side side : {Side::south, Side::north})
            if (game.clients[side]) present.insert(game.clients[side]->token);
    for (const Eval& each : work_.evals) present.insert(each.eval.client.token);
    for (std::size_t place = 0; place < tokens_.size(); ++place)
        if (present.count(tokens_[place]) > 0) return place;
    return std::nullopt;
}

bool StoreWriter::forget_tokens(Lock& lock) {
    // At least one each time, so that they have their turn however many games begin.
    while (!tokens_.empty()) {
        if (!forget_token(lock, 0)) return false;
        if (urgent_ || !work_.empty()) break;
    }
    return true;
}

bool StoreWriter::forget_token(Lock& lock, std::size_t place) {
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

}  // namespace kalah::store
