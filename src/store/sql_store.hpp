// SqlStore: the Store in a home that is asked in SQL. For the files that implement it, one for each
// part of the interface; not for other folders.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace kalah::store {

/// For hashes of tokens and of hosts.
using Salt = std::array<unsigned char, 16>;

class SqlStore final : public Store, public std::enable_shared_from_this<SqlStore> {
  public:
    /// `name` is what messages say of the home: its path or address.
    SqlStore(std::string name, std::unique_ptr<Connection> connection,
             std::chrono::milliseconds patience)
        : path_(std::move(name)),
          patience_(patience),
          connection_(std::move(connection)),
          database_(*connection_) {}
    /// Brings the home up to date if it is to be written. Throws SqlError.
    [[nodiscard]] std::optional<Error> prepare(Access access, Milliseconds now);

    [[nodiscard]] int aborted_at_start() const override { return aborted_; }
    Result<std::vector<std::string>> written_by() override;
    Result<std::shared_ptr<Store>> twin(std::chrono::milliseconds patience) override;

    Result<std::vector<StoredGameId>> begin_games(std::span<const NewGame> games) override;
    Result<std::vector<StoredGameId>> import_games(std::span<const GameRecord> games,
                                                   Known known) override;
    Result<std::vector<GameSummary>> list(const GameFilter& filter) override;
    Result<std::vector<StoredGameId>> numbers() override;
    Result<StoredGame> load(StoredGameId id) override;
    std::optional<WriteError> add_evals(std::span<const EvalAnswer> answers) override;
    Result<std::vector<EvalAnswer>> evals(std::size_t limit) override;

    Result<std::vector<PlayerRecord>> players() override;
    Result<std::vector<MeetingRow>> meetings() override;
    Result<IdentityId> identify(const ClientInfo& client, Milliseconds now) override;
    Result<ClientInfo> player(IdentityId id) override;
    std::optional<WriteError> forget(const std::string& token) override;
    Result<ReservedName> reserve_name(const std::string& key, const std::string& name,
                                      Milliseconds now) override;
    Result<std::vector<std::string>> reserved_names() override;
    Result<ForgottenRows> forget_name(const std::string& name) override;

    std::optional<WriteError> write_journal(std::span<const JournalEntry> entries,
                                            std::vector<StoredGameId>& numbers) override;
    Result<std::optional<SavedGame>> saved_game(const std::string& name) override;
    Result<std::optional<SavedGame>> take_saved_game(const std::string& name) override;
    std::optional<WriteError> set_address(const std::string& address) override;
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
    std::optional<WriteError> add_round(TournamentId id, std::span<const ScheduledGame> games,
                                        std::span<const std::string> needs) override;
    Result<std::vector<ScheduledGame>> schedule(TournamentId id) override;
    std::optional<WriteError> add_game(const PlayedGame& game, const std::string& origin) override;
    std::optional<WriteError> settle_game(const PlayedGame& game,
                                          const std::string& origin) override;
    Result<std::vector<TournamentResult>> results(TournamentId id, std::size_t from) override;
    std::optional<Error> for_each_game(TournamentId id,
                                       const std::function<bool(PlayedGame)>& callback,
                                       std::size_t from) override;
    std::optional<WriteError> finish_tournament(TournamentId id, std::size_t first_uncounted,
                                                Milliseconds now) override;

    Result<QueueId> open_queue(const NewQueue& queue, std::span<const NewJob> jobs,
                               Milliseconds now) override;
    Result<std::vector<Queue>> queues() override;
    Result<std::optional<Queue>> queue_of(TournamentId tournament) override;
    Result<QueueStatus> status(QueueId queue) override;
    std::optional<Error> set_state(QueueId queue, QueueState state) override;
    Result<std::vector<Queue>> drained_queues(const std::string& kind) override;
    Result<JobResults> job_results(QueueId queue, std::size_t from) override;
    Result<WorkerId> enter_worker(const NewWorker& worker,
                                  std::chrono::milliseconds lease) override;
    Result<std::optional<std::vector<JobKey>>> renew(WorkerId worker,
                                                     std::chrono::milliseconds lease) override;
    std::optional<WriteError> leave_worker(WorkerId worker) override;
    Result<std::optional<Job>> take_job(WorkerId worker) override;
    std::optional<WriteError> refuse_job(WorkerId worker, const Job& job) override;
    std::optional<WriteError> forget_refusals(WorkerId worker) override;
    std::optional<WriteError> give_back(WorkerId worker, const JobKey& job) override;
    Result<bool> finish_job(WorkerId worker, const JobKey& job, const std::string& result) override;
    Result<bool> finish_game(WorkerId worker, const JobKey& job, const PlayedGame& game,
                             const std::string& origin) override;
    Result<bool> finish_measured(WorkerId worker, const JobKey& job,
                                 std::span<const Measurement> measurements,
                                 Milliseconds now) override;
    bool wait_for_jobs(std::chrono::milliseconds most) override;

    std::optional<WriteError> add_measurements(std::span<const Measurement> measurements,
                                               Milliseconds now) override;
    Result<std::vector<Measurement>> measurements() override;
    std::optional<WriteError> add_notes(const std::map<std::string, std::string>& notes) override;
    Result<std::map<std::string, std::string>> notes() override;

    Result<StoreTotals> totals() override;
    Result<std::vector<std::string>> damage() override;
    std::optional<WriteError> vacuum() override;
    /// Copies everything of another store into this one, which must be empty.
    Result<StoreTotals> take_all(SqlStore& source);

  private:
    /// True if a table is missing: an older store that is opened to read is left as it is.
    [[nodiscard]] bool lacks(const char* table) { return !database_.has_table(table); }
    /// Likewise, of the kinds of players.
    [[nodiscard]] bool has_kinds();
    /// Runs work on the database, one caller at a time; what it throws becomes an error. If the
    /// connection is lost, connects again and does the work once more: it may run several times.
    template <class Answer, class Work>
    Answer guarded(Work work);
    template <class T, class Work>
    Result<T> read(Work work) {
        return guarded<Result<T>>(std::move(work));
    }
    /// Commits all that the work writes, or nothing if it throws or returns an error.
    template <class Work>
    std::optional<WriteError> write(Work work);
    /// Waits for a lost connection at most until then.
    [[nodiscard]] bool reconnect(std::chrono::steady_clock::time_point give_up);

    /// A database that is started again is away longer than others keep a row.
    static constexpr int kRestarts = 12;

    const std::string path_;
    const std::chrono::milliseconds patience_;
    std::mutex mutex_;  // of what follows
    const std::unique_ptr<Connection> connection_;
    Connection& database_;
    Salt salt_ = {};  // never changes once open
    int aborted_ = 0;
};

/// Gives the jobs of workers back whose lease has run out. Inside a transaction.
void free_lost_jobs(Connection& database);

/// One line that names the store.
[[nodiscard]] WriteError error_of(const std::string& path, const SqlError& error);

template <class Answer, class Work>
Answer SqlStore::guarded(Work work) {
    const std::lock_guard guard(mutex_);
    const auto give_up = std::chrono::steady_clock::now() + kRestarts * patience_;
    while (true) {
        try {
            return work();
        } catch (const SqlError& error) {
            if (error.kind() != SqlError::Kind::lost || !reconnect(give_up))
                return error_of(path_, error);
        }
    }
}

template <class Work>
std::optional<WriteError> SqlStore::write(Work work) {
    return guarded<std::optional<WriteError>>([&]() -> std::optional<WriteError> {
        Transaction transaction(database_);
        if constexpr (std::is_void_v<decltype(work())>)
            work();
        else if (auto refused = work())
            return refused;
        transaction.commit();
        return std::nullopt;
    });
}

}  // namespace kalah::store
