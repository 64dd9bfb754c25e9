// SqliteStore: the Store in an SQLite database, in a file or in memory. For the files that
// implement it, one for each part of the interface; not for other folders.
#pragma once

#include <mutex>
#include <utility>

#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>

#include "store/referee_lock.hpp"
#include "store/sql.hpp"
#include "store/store.hpp"

namespace kalah::store {

/// For hashes of tokens and of hosts.
using Salt = std::array<unsigned char, 16>;

class SqliteStore final : public Store {
  public:
    SqliteStore(std::string path, SQLite::Database database)
        : path_(std::move(path)), database_(std::move(database)) {}
    /// Brings the file up to date if it is to be written. Throws what SQLite throws.
    [[nodiscard]] std::optional<Error> prepare(Access access, Milliseconds now);

    [[nodiscard]] int aborted_at_start() const override { return aborted_; }
    Result<std::vector<std::string>> written_by() override;

    Result<std::vector<StoredGameId>> begin_games(std::span<const NewGame> games) override;
    Result<std::vector<StoredGameId>> import_games(std::span<const GameRecord> games,
                                                   Known known) override;
    Result<std::vector<GameSummary>> list(const GameFilter& filter) override;
    Result<std::vector<StoredGameId>> numbers() override;
    Result<StoredGame> load(StoredGameId id) override;
    Result<std::vector<PlayerRecord>> players() override;
    Result<IdentityId> identify(const ClientInfo& client, Milliseconds now) override;
    Result<ClientInfo> player(IdentityId id) override;
    std::optional<WriteError> forget(const std::string& token) override;
    std::optional<WriteError> add_evals(std::span<const EvalAnswer> answers) override;
    Result<std::vector<EvalAnswer>> evals(std::size_t limit) override;

    std::optional<WriteError> write_journal(std::span<const JournalEntry> entries,
                                            std::vector<StoredGameId>& numbers) override;
    Result<std::optional<SavedGame>> saved_game(const std::string& name) override;
    Result<std::vector<SavedMove>> saved_moves(const std::string& name) override;

    Result<Continuations> continuations(const Rules& rules, const Board& position) override;
    Result<std::int64_t> count_games(std::int64_t most) override;
    Result<std::optional<MovesResult>> proof(const Rules& rules, const Board& position) override;
    std::optional<WriteError> keep_proof(const PositionProof& proof) override;

    Result<TournamentId> add_tournament(const std::string& plan,
                                        std::span<const ScheduledGame> games,
                                        Milliseconds now) override;
    Result<StoredTournament> tournament(std::optional<TournamentId> id) override;
    Result<std::vector<StoredTournament>> tournaments(std::size_t limit) override;
    std::optional<Error> take_tournament(TournamentId id) override;
    std::optional<WriteError> release_tournament(TournamentId id) override;
    std::optional<WriteError> add_round(TournamentId id,
                                        std::span<const ScheduledGame> games) override;
    Result<std::vector<ScheduledGame>> schedule(TournamentId id) override;
    std::optional<WriteError> add_game(const PlayedGame& game, const std::string& origin) override;
    Result<std::vector<TournamentResult>> results(TournamentId id) override;
    std::optional<Error> for_each_game(TournamentId id,
                                       const std::function<bool(PlayedGame)>& callback) override;
    std::optional<WriteError> finish_tournament(TournamentId id, std::size_t first_uncounted,
                                                Milliseconds now) override;

    std::optional<WriteError> add_measurements(std::span<const Measurement> measurements,
                                               Milliseconds now) override;
    Result<std::vector<Measurement>> measurements() override;
    std::optional<WriteError> add_notes(const std::map<std::string, std::string>& notes) override;
    Result<std::map<std::string, std::string>> notes() override;

  private:
    using Transaction = SQLite::Transaction;
    static constexpr auto kToWrite = SQLite::TransactionBehavior::IMMEDIATE;

    /// The number of this program in the rows of what it plays.
    [[nodiscard]] int referee() const { return lock_ ? lock_->number() : 0; }
    /// True if a table is missing: an older store that is opened to read is left as it is.
    [[nodiscard]] bool lacks(const char* table) { return !database_.tableExists(table); }
    /// Runs work on the database, one caller at a time; what SQLite throws becomes an error.
    template <class Answer, class Work>
    Answer guarded(Work work);
    template <class T, class Work>
    Result<T> read(Work work) {
        return guarded<Result<T>>(std::move(work));
    }
    /// Commits all that the work writes, or nothing if it throws or returns an error.
    template <class Work>
    std::optional<WriteError> write(Work work);

    const std::string path_;
    std::mutex mutex_;  // of what follows
    SQLite::Database database_;
    std::shared_ptr<RefereeLock> lock_;  // if opened to write, unless it is in memory
    Salt salt_ = {};                     // never changes once open
    int aborted_ = 0;
};

/// One line that says what is wrong with the file and, where it is known, what to do.
[[nodiscard]] WriteError error_of(const std::string& path, const SQLite::Exception& exception);

template <class Answer, class Work>
Answer SqliteStore::guarded(Work work) {
    const std::lock_guard guard(mutex_);
    try {
        return work();
    } catch (const SQLite::Exception& exception) {
        return error_of(path_, exception);
    }
}

template <class Work>
std::optional<WriteError> SqliteStore::write(Work work) {
    return guarded<std::optional<WriteError>>([&]() -> std::optional<WriteError> {
        Transaction transaction(database_, kToWrite);
        if constexpr (std::is_void_v<decltype(work())>)
            work();
        else if (auto refused = work())
            return refused;
        transaction.commit();
        return std::nullopt;
    });
}

}  // namespace kalah::store
