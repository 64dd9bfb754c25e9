#include "store/store_writer.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "kalah/notation.hpp"
#include "store/game_rows.hpp"

namespace kalah::store {
namespace {

constexpr std::size_t kMostKnown = 10'000;

/// What is put back stands before what came meanwhile.
template <class T>
void put_back(std::vector<T>& list, std::vector<T> left) {
    if (list.empty()) return list.swap(left);
    left.insert(left.end(), std::make_move_iterator(list.begin()),
                std::make_move_iterator(list.end()));
    list = std::move(left);
}

template <class T>
void remove_first(std::vector<T>& list, std::size_t count) {
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
}

template <class Function, class... Arguments>
void call(const Function& function, Arguments&&... arguments) {
    if (function) function(std::forward<Arguments>(arguments)...);
}

std::string comments_text(const GameRecord& record) {
    std::string text;
    for (std::size_t ply = 0; ply < record.notes.size(); ++ply)
        if (!record.notes[ply].comment.empty())
            text += std::to_string(ply) + ": " + record.notes[ply].comment + "\n";
    return text;
}

}  // namespace

StoreWriter::StoreWriter(std::shared_ptr<Store> store, Events events, Log log, RetryPolicy policy)
    : store_(std::move(store)),
      journal_(store_),
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
        work_.ends.push_back({game, number, std::move(record)});
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
    for (const JournalEntry& entry : work_.journal) lose(entry, why);
    for (const Ended& ended : work_.ends) log_lost(ended.number, ended.record, why);
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
    if (work.journal.empty()) write_ends(work.ends);
    if (work.journal.empty() && work.ends.empty()) write_evals(work.evals);
    lock.lock();
    waiting_ -= games - work.games();
    const bool settled = work.empty();
    // What has to be tried again was there before the tokens that are there now.
    if (!settled)
        for (const std::string& token : tokens_) work.take_name_away(token);
    if (!work.journal.empty()) last_save_.clear();  // its places are no longer true
    put_back(work_.begins, std::move(work.begins));
    put_back(work_.journal, std::move(work.journal));
    put_back(work_.ends, std::move(work.ends));
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

void StoreWriter::write_begins(std::vector<GameStarted>& begins) {
    if (begins.empty()) return;
    if (begin_together(begins)) return begins.clear();
    // Perhaps by a player whom another program has forgotten, or by one game alone.
    known_.clear();
    for (std::size_t i = 0; i < begins.size(); ++i) {
        if (!ending_ && begin_together({begins[i]})) continue;
        remove_first(begins, i);
        std::rotate(begins.begin(), begins.begin() + 1, begins.end());  // others first next time
        return;
    }
    begins.clear();
}

bool StoreWriter::begin_together(const std::vector<GameStarted>& begins) {
    std::vector<NewGame> games;
    for (const GameStarted& started : begins) {
        const auto game = new_game(started);
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
        call(events_.begun, begins[i].game, (*numbers)[i]);
    return true;
}

void StoreWriter::write_journal(std::vector<JournalEntry>& journal) {
    if (journal.empty()) return;
    auto error = write_entries(journal);
    if (!error) return journal.clear();
    std::size_t settled = 0;
    while (!error->temporary && settled < journal.size()) {
        const auto alone = write_entries({&journal[settled], 1});
        if (alone && alone->temporary) error = alone;
        if (alone && !alone->temporary) {
            lose(journal[settled], alone->message);
            if (const auto* game = std::get_if<FinishedGame>(&journal[settled]))
                call(events_.saved, game->state.name, std::nullopt);
        }
        if (!error->temporary) ++settled;
    }
    remove_first(journal, settled);
    if (!journal.empty()) complain("moves not written yet", *error);
}

std::optional<WriteError> StoreWriter::write_entries(std::span<const JournalEntry> entries) {
    std::vector<StoredGameId> numbers;
    if (auto error = journal_.write(entries, numbers)) return error;
    auto number = numbers.begin();
    for (const JournalEntry& entry : entries)
        if (const auto* game = std::get_if<FinishedGame>(&entry))
            call(events_.saved, game->state.name, *number++);
    return std::nullopt;
}

void StoreWriter::write_ends(std::vector<Ended>& ends) {
    if (ends.empty()) return;
    std::vector<EndedGame> games;
    games.reserve(ends.size());
    for (const Ended& ended : ends) games.push_back({ended.number, &ended.record});
    auto error = store_->finish_games(games);
    std::size_t settled = 0;
    if (!error) settled = ends.size();
    while (error && !error->temporary && settled < ends.size()) {
        const auto alone = store_->finish_games({&games[settled], 1});
        if (alone && alone->temporary) error = alone;
        if (alone && !alone->temporary)
            log_lost(ends[settled].number, ends[settled].record, alone->message);
        if (!error->temporary) ++settled;
    }
    for (std::size_t i = 0; i < settled; ++i) call(events_.ended, ends[i].game);
    remove_first(ends, settled);
    if (!ends.empty()) complain("games not written yet", *error);
}

void StoreWriter::write_evals(std::vector<Eval>& evals) {
    if (evals.empty()) return;
    std::vector<EvalAnswer> answers;
    for (const Eval& eval : evals) {
        const auto made = answer(eval);
        if (!made) return complain("opinions not written yet", made.error());
        answers.push_back(*made);
    }
    const auto error = store_->add_evals(answers);
    if (error && error->temporary) return complain("opinions not written yet", *error);
    if (error) known_.clear();  // as for games
    while (error && !evals.empty()) {
        const auto made = answer(evals.back());
        if (!made) return complain("opinions not written yet", made.error());
        const auto alone = store_->add_evals({&*made, 1});
        if (alone && alone->temporary) return complain("opinions not written yet", *alone);
        if (alone) complain("opinion lost", *alone);
        call(events_.eval_saved, evals.back().eval.id);
        evals.pop_back();
    }
    for (const Eval& each : evals) call(events_.eval_saved, each.eval.id);
    evals.clear();
}

Result<NewGame> StoreWriter::new_game(const GameStarted& started) {
    NewGame game{started.record, {}, "serve"};
    for (const Side side : {Side::south, Side::north}) {
        if (!started.clients[side]) continue;
        const auto id = identity(*started.clients[side], started.record.started);
        if (!id) return id.error();
        game.identities[side == Side::south ? 0 : 1] = *id;
    }
    return game;
}

Result<EvalAnswer> StoreWriter::answer(const Eval& each) {
    const PositionEval& eval = each.eval;
    const auto id = identity(eval.client, eval.given);
    if (!id) return id.error();
    EvalAnswer answer{*id,        eval.client.name, eval.rules, eval.board,
                      eval.value, std::nullopt,     false,      eval.given};
    if (each.reference) {
        answer.champion = each.reference->value;
        answer.champion_exact = each.reference->exact;
    }
    return answer;
}

Result<std::optional<IdentityId>> StoreWriter::identity(const ClientInfo& client,
                                                        Milliseconds now) {
    if (client.token.empty()) return std::optional<IdentityId>();
    const PlayerInfo info{client.name, client.authors, client.description};
    const auto found = known_.find(client.token);
    if (found != known_.end() && found->second.info == info) return std::optional(found->second.id);
    const auto id = store_->identify(client.token, info, now);
    if (!id) return id.error();
    if (known_.size() >= kMostKnown) known_.clear();
    known_[client.token] = {*id, info};
    return std::optional(*id);
}

void StoreWriter::lose(const JournalEntry& entry, const std::string& why) {
    if (const auto* game = std::get_if<FinishedGame>(&entry)) return log_lost(0, game->record, why);
    if (const auto* game = std::get_if<SavedGame>(&entry))
        return log_(LogLevel::error, "game not saved", {{"game", game->name}, {"why", why}});
    const auto* move = std::get_if<JournalMove>(&entry);
    const std::string& game = move ? move->game.text : std::get<JournalTakeBack>(entry).game.text;
    log_(LogLevel::error, "move not in the journal", {{"game", game}, {"why", why}});
}

void StoreWriter::log_lost(StoredGameId number, const GameRecord& record, const std::string& why) {
    log_(LogLevel::error, "game lost",
         {{"game", number},
          {"why", why},
          {"south", record.name_of(Side::south)},
          {"north", record.name_of(Side::north)},
          {"rules", to_text(record.game.rules())},
          {"start", start_text(record.game.start())},
          {"moves", moves_text(record.game)},
          {"times", times_text(record.notes)},
          {"comments", comments_text(record)},
          {"ending", std::string(name(record.ending))},
          {"loser", record.loser ? std::string(to_text(*record.loser)) : ""}});
}

void StoreWriter::complain(const std::string& what, const Error& error) {
    log_(LogLevel::error, what, {{"why", error.message}});
}

}  // namespace kalah::store
