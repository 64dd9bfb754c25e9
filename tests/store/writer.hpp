// A StoreWriter with a real store; tests can wait for its events and read its log.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "store/sample_games.hpp"
#include "store/store_writer.hpp"

namespace kalah::test {

class WriterEvents {
  public:
    store::StoreWriter::Events events() {
        return {[this](GameId game, StoredGameId number) { note([&] { begun_[game] = number; }); },
                [this](GameId game) { note([&] { ended_.push_back(game); }); },
                [this](std::uint64_t id) { note([&] { evals_.push_back(id); }); },
                [this](const std::string& name, std::optional<StoredGameId> number) {
                    note([&] { saved_[name] = number; });
                },
                [this](const std::string& name) { note([&] { taken_.insert(name); }); }};
    }
    Log log() {
        return [this](LogLevel /*level*/, std::string_view event,
                      std::initializer_list<LogField> fields) {
            std::string line(event);
            for (const LogField& field : fields)
                if (const auto* text = std::get_if<std::string>(&field.value)) line += " " + *text;
            note([&] { lines_.push_back(line); });
        };
    }

    /// Waits until the game has begun. Returns its number; nothing if it does not begin.
    std::optional<StoredGameId> number_of(GameId game) {
        wait([&] { return begun_.count(game) > 0; });
        return begun_.count(game) > 0 ? std::optional(begun_[game]) : std::nullopt;
    }
    bool has_ended(GameId game) {
        return wait([&] { return std::count(ended_.begin(), ended_.end(), game) > 0; });
    }
    /// Does not wait.
    bool has_ended_yet(GameId game) {
        const std::lock_guard lock(mutex_);
        return std::count(ended_.begin(), ended_.end(), game) > 0;
    }
    bool has_evals(std::size_t count) {
        return wait([&] { return evals_.size() >= count; });
    }
    /// Waits until the game is saved.
    std::optional<StoredGameId> saved(const std::string& name) {
        REQUIRE(wait([&] { return saved_.count(name) > 0; }));
        return saved_[name];
    }
    /// Waits until another program has taken the saved game.
    bool was_taken(const std::string& name) {
        return wait([&] { return taken_.count(name) > 0; });
    }
    /// Waits for a line of the log that begins with `start`; empty if none comes.
    std::string line(const std::string& start) {
        std::string found;
        wait([&] {
            for (const std::string& line : lines_)
                if (line.rfind(start, 0) == 0) found = line;
            return !found.empty();
        });
        return found;
    }
    std::size_t lines() {
        const std::lock_guard lock(mutex_);
        return lines_.size();
    }
    bool has_lines(std::size_t count) {
        return wait([&] { return lines_.size() >= count; });
    }

  private:
    template <class Change>
    void note(Change change) {
        const std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    }
    template <class Condition>
    bool wait(Condition condition) {
        constexpr std::chrono::minutes kSafety{1};
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kSafety, condition);
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<GameId, StoredGameId> begun_;
    std::vector<GameId> ended_;
    std::vector<std::uint64_t> evals_;
    std::map<std::string, std::optional<StoredGameId>> saved_;
    std::set<std::string> taken_;
    std::vector<std::string> lines_;
};

struct TestWriter {
    Folder folder;
    std::string path = folder.path() + "/games.sqlite";
    // A short busy timeout: tests lock the store.
    std::shared_ptr<store::Store> store = writable(path, std::chrono::milliseconds(50));
    WriterEvents events;
    SQLite::Database other{path, SQLite::OPEN_READWRITE, 5000};  // stands for another program
    std::optional<store::StoreWriter> writer;

    explicit TestWriter(store::RetryPolicy policy = {}) {
        writer.emplace(store, events.events(), events.log(), policy);
    }
    StoredGameId begin(GameId game, const std::string& token = "") {
        writer->begin(started(game, token));
        return events.number_of(game).value_or(0);
    }
    void play_all(const store::JournalKey& key, const GameRecord& record) {
        for (std::size_t ply = 0; ply < record.notes.size(); ++ply)
            writer->write(
                store::JournalMove{key, ply, record.game.played()[ply].pit, record.notes[ply]});
    }
    int count(const std::string& table) {
        return other.execAndGet("SELECT count(*) FROM " + table).getInt();
    }
    static store::GameStarted started(GameId game, const std::string& token = "") {
        store::GameStarted begins{game, GameRecord{Game({}, start_board({6, 4})), {"Ann", "Bob"}}};
        begins.clients[Side::south] = ClientInfo{"Ann", "", "", token};
        return begins;
    }
    static GameRecord stopped() {
        GameRecord record = some_record();
        record.ending = Ending::stopped;
        return record;
    }
    static store::PositionEval eval(std::uint64_t id, const std::string& token = "") {
        return {id,
                {"Ann", "", "", token},
                {{}, "", {}, start_board({6, 4}), 1.5, std::nullopt, false, kNow}};
    }
};

}  // namespace kalah::test
