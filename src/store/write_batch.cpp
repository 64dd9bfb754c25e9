// StoreWriter: how it writes what waits, on its thread.
#include <algorithm>
#include <utility>

#include "kalah/notation.hpp"
#include "store/game_rows.hpp"
#include "store/store_writer.hpp"

namespace kalah::store {
namespace {

constexpr std::size_t kMostKnown = 10'000;

template <class T>
void remove_first(std::vector<T>& list, std::size_t count) {
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Writes a list together and, if the store refuses that for good, each item alone; refused() is
/// told of items that can never be written. What has to be tried again stays in the list; why.
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
            log_lost(entry, why.message);
            tell_end(entry, std::nullopt);
        });
    if (error) complain("moves not written yet", *error);
}

void StoreWriter::tell_end(const JournalEntry& entry, std::optional<StoredGameId> number) {
    if (const auto* finished = std::get_if<FinishedGame>(&entry))
        call(events_.saved, finished->state.name, number);
    if (const auto* ended = std::get_if<EndedGame>(&entry)) call(events_.ended, ended->game);
}

void StoreWriter::write_evals(std::vector<Eval>& evals) {
    const auto write = [this](std::span<const Eval> some) -> std::optional<WriteError> {
        std::vector<EvalAnswer> answers;
        for (const Eval& eval : some) {
            const auto made = answer(eval);
            if (!made) return WriteError{made.error(), true};
            answers.push_back(*made);
        }
        auto error = store_->add_evals(answers);
        if (error && !error->temporary) known_.clear();  // as for games
        if (error) return error;
        for (const Eval& each : some) call(events_.eval_saved, each.eval.id);
        return std::nullopt;
    };
    const auto error = write_list(evals, write, [this](const Eval& each, const WriteError& why) {
        complain("opinion lost", why);
        call(events_.eval_saved, each.eval.id);
    });
    if (error) complain("opinions not written yet", *error);
}

Result<NewGame> StoreWriter::new_game(const GameStarted& started) {
    NewGame game{started.record, {}, "serve"};
    for (const Side side : {Side::south, Side::north}) {
        if (!started.clients[side]) continue;
        const auto id = identity(*started.clients[side], started.record.started);
        if (!id) return id.error();
        game.identities[static_cast<std::size_t>(side)] = *id;
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

void StoreWriter::log_lost(const JournalEntry& entry, const std::string& why) {
    if (const auto* game = std::get_if<EndedGame>(&entry))
        return log_lost(game->number, game->record, why);
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
