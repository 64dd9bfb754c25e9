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

/// Puts items back before those that came meanwhile.
template <class T>
void put_back(std::vector<T>& list, std::vector<T> left) {
    if (list.empty()) return list.swap(left);
    left.insert(left.end(), std::make_move_iterator(list.begin()),
                std::make_move_iterator(list.end()));
    list = std::move(left);
}

constexpr std::size_t kMostKnown = 10'000;

template <class T>
void remove_first(std::vector<T>& list, std::size_t count) {
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Writes a list together and, if the store refuses that for good, each item alone; calls refused()
/// for items that can never be written. Leaves in the list what has to be tried again, and returns
/// why.
template <class T, class Write, class Refused>
std::optional<WriteError> write_list(std::vector<T>& list, Write write, Refused refused) {
    if (list.empty()) return std::nullopt;
    auto error = write(std::span<const T>(list));
    std::size_t settled = error ? 0 : list.size();
    while (error && !error->temporary && settled < list.size()) {
        const auto alone = write(std::span<const T>(&list[settled], 1));
        if (alone && !alone->temporary) refused(list[settled], *alone);
        if (alone && alone->temporary)
            error = alone;
        else
            ++settled;
    }
    remove_first(list, settled);
    return list.empty() ? std::nullopt : error;
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

void StoreWriter::write(JournalEntry entry) {
    add([&] {
        if (std::holds_alternative<EndedGame>(entry)) ++waiting_;
        if (const auto* over = std::get_if<FinishedGame>(&entry))
            last_save_.erase(over->state.name);
        if (const auto* game = std::get_if<SavedGame>(&entry)) {
            const auto [last, is_new] = last_save_.try_emplace(game->name, work_.journal.size());
            if (!is_new) {
                work_.journal[last->second] = std::move(entry);
                return;
            }
        }
        work_.journal.push_back(std::move(entry));
    });
}

void StoreWriter::add_eval(PositionEval eval) {
    add([&] { work_.evals.push_back(std::move(eval)); });
}

void StoreWriter::forget(const std::string& token) {
    add([&] {
        work_.take_name_away(token);
        tokens_.push_back(token);
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
        for (const Side side : kBothSides) {
            if (!game.clients[side] || game.clients[side]->token != token) continue;
            game.clients[side] = nobody;
            game.record.names[side] = kForgotten;
        }
    for (PositionEval& eval : evals)
        if (eval.client.token == token) eval.client = nobody;
}

StoreWriter::State StoreWriter::state() const {
    const std::lock_guard lock(mutex_);
    return {waiting_.load(), work_.begins.size() + work_.journal.size() + work_.evals.size(),
            problem_};
}

void StoreWriter::wait_for_work(Lock& lock) {
    const auto has_work = [this] { return ending_ || !work_.empty() || !tokens_.empty(); };
    idle_ = true;
    if (policy_.check.count() == 0) wake_.wait(lock, has_work);
    while (!has_work() && !wake_.wait_for(lock, policy_.check, has_work)) {
        lock.unlock();
        std::string problem = try_to_write();
        lock.lock();
        note_problem(std::move(problem));
    }
    idle_ = false;
}

std::string StoreWriter::try_to_write() {
    const auto error = store_->add_notes({{"serve-check", std::to_string(++checks_)}});
    return error ? error->message : "";
}

void StoreWriter::note_problem(std::string problem) {
    if (problem_.empty() && !problem.empty())
        log_(LogLevel::error, "the store cannot be written", {{"why", problem}});
    if (!problem_.empty() && problem.empty())
        log_(LogLevel::info, "the store can be written again", {});
    problem_ = std::move(problem);
}

void StoreWriter::run() {
    Lock lock(mutex_);
    while (true) {
        wait_for_work(lock);
        if (!ending_) wake_.wait_for(lock, policy_.together, [this] { return ending_ || urgent_; });
        if (ending_) return run_to_the_end(lock);
        const bool written = write_all(lock);
        note_problem(written ? "" : last_error_);
        if (!written)
            wake_.wait_for(lock, policy_.try_again, [this] { return ending_ || urgent_; });
    }
}

void StoreWriter::run_to_the_end(Lock& lock) {
    while (true) {
        work_.begins.clear();  // nobody is there to play them
        if (write_all(lock) && work_.empty() && tokens_.empty()) return;
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

bool StoreWriter::write_all(Lock& lock) {
    urgent_ = false;
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
    // What has to be tried again is older than the tokens that wait now: they apply to it.
    if (!settled)
        for (const std::string& token : tokens_) work.take_name_away(token);
    if (!work.journal.empty()) last_save_.clear();  // its places are out of date
    put_back(work_.begins, std::move(work.begins));
    put_back(work_.journal, std::move(work.journal));
    put_back(work_.evals, std::move(work.evals));
    return settled && forget_tokens(lock);
}

std::optional<std::size_t> StoreWriter::token_in_use() const {
    if (tokens_.empty()) return std::nullopt;
    std::unordered_set<std::string_view> present;
    for (const GameStarted& game : work_.begins)
        for (const Side side : kBothSides)
            if (game.clients[side]) present.insert(game.clients[side]->token);
    for (const PositionEval& eval : work_.evals) present.insert(eval.client.token);
    for (std::size_t place = 0; place < tokens_.size(); ++place)
        if (present.count(tokens_[place]) > 0) return place;
    return std::nullopt;
}

bool StoreWriter::forget_tokens(Lock& lock) {
    // Forgets at least one each time, so that tokens get their turn however many games begin.
    while (!tokens_.empty()) {
        if (!forget_token(lock, 0)) return false;
        if (urgent_ || ending_ || !work_.empty()) break;
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

// Writing what waits.

void StoreWriter::write_begins(std::vector<GameStarted>& begins) {
    if (begins.empty()) return;
    if (begin_together(begins)) return begins.clear();
    // The cause may be a player whom another program has forgotten, or one game alone.
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
    const auto write = [this](std::span<const JournalEntry> entries) {
        std::vector<StoredGameId> numbers;
        auto error = store_->write_journal(entries, numbers);
        if (error) return error;
        auto number = numbers.begin();
        for (const JournalEntry& entry : entries)
            tell_end(entry, std::holds_alternative<FinishedGame>(entry) ? *number++ : 0);
        return error;
    };
    const auto error =
        write_list(journal, write, [this](const JournalEntry& entry, const WriteError& why) {
            if (why.code == "played_elsewhere") return tell_taken(entry, why.message);
            log_lost(entry, why.message);
            tell_end(entry, std::nullopt);
        });
    if (error) complain("moves not written yet", *error);
}

void StoreWriter::tell_taken(const JournalEntry& entry, const std::string& why) {
    if (const auto* finished = std::get_if<FinishedGame>(&entry)) {
        log_lost(entry, why);
        call(events_.taken, finished->state.name);
    } else if (const auto* game = std::get_if<SavedGame>(&entry)) {
        call(events_.taken, game->name);
    } else if (const auto* move = std::get_if<JournalMove>(&entry)) {
        call(events_.taken, move->game.text);
    } else if (const auto* back = std::get_if<JournalTakeBack>(&entry)) {
        call(events_.taken, back->game.text);
    }
}

void StoreWriter::tell_end(const JournalEntry& entry, std::optional<StoredGameId> number) {
    if (const auto* finished = std::get_if<FinishedGame>(&entry))
        call(events_.saved, finished->state.name, number);
    if (const auto* ended = std::get_if<EndedGame>(&entry)) call(events_.ended, ended->game);
}

void StoreWriter::write_evals(std::vector<PositionEval>& evals) {
    const auto write = [this](std::span<const PositionEval> some) -> std::optional<WriteError> {
        std::vector<EvalAnswer> answers;
        for (const PositionEval& eval : some) {
            const auto made = answer(eval);
            if (!made) return WriteError{made.error(), true};
            answers.push_back(*made);
        }
        auto error = store_->add_evals(answers);
        if (error && !error->temporary) known_.clear();  // as for games
        if (error) return error;
        for (const PositionEval& eval : some) call(events_.eval_saved, eval.id);
        return std::nullopt;
    };
    const auto lost = [this](const PositionEval& eval, const WriteError& why) {
        complain("opinion lost", why);
        call(events_.eval_saved, eval.id);
    };
    const auto error = write_list(evals, write, lost);
    if (error) complain("opinions not written yet", *error);
}

Result<NewGame> StoreWriter::new_game(const GameStarted& started) {
    NewGame game{started.record, started.seated, "serve"};
    for (const Side side : kBothSides) {
        if (!started.clients[side]) continue;
        const auto id = identity(*started.clients[side], started.record.started);
        if (!id) return id.error();
        game.seated[side].identity = *id;
    }
    return game;
}

Result<EvalAnswer> StoreWriter::answer(const PositionEval& eval) {
    const auto id = identity(eval.client, eval.answer.answered);
    if (!id) return id.error();
    EvalAnswer answer = eval.answer;
    answer.identity = *id;
    answer.name = eval.client.name;
    return answer;
}

Result<std::optional<IdentityId>> StoreWriter::identity(const ClientInfo& client,
                                                        Milliseconds now) {
    if (client.token.empty()) return std::optional<IdentityId>();
    const auto found = known_.find(client.token);
    if (found != known_.end() && found->second.first == client)
        return std::optional(found->second.second);
    const auto id = store_->identify(client, now);
    if (!id) return id.error();
    if (known_.size() >= kMostKnown) known_.clear();
    known_[client.token] = {client, *id};
    return std::optional(*id);
}

void StoreWriter::log_lost(const JournalEntry& entry, const std::string& why) {
    if (const auto* game = std::get_if<EndedGame>(&entry))
        return log_lost(game->number, game->record, why);
    if (const auto* game = std::get_if<FinishedGame>(&entry)) return log_lost(0, game->record, why);
    if (const auto* game = std::get_if<SavedGame>(&entry))
        return log_(LogLevel::error, "game not saved", {{"game", game->name}, {"why", why}});
    if (std::holds_alternative<SavedTrim>(entry))
        return log_(LogLevel::error, "saved games not trimmed", {{"why", why}});
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
    last_error_ = error.message;
    log_(LogLevel::error, what, {{"why", error.message}});
}

}  // namespace kalah::store
