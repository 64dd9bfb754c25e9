// A keeper of records with a real store, answers that can be waited for, and a log to look at.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "app/record_keeper.hpp"
#include "store/games.hpp"

namespace kalah::test {

class TestAnswers final : public net::Answers {
  public:
    void game_begun(net::BoutId bout, net::GameNumber number) override {
        note([&] { begun_[bout] = number; });
    }
    void bot_chose(net::BoutId /*bout*/, std::size_t /*ply*/, int /*pit*/,
                   std::string /*comment*/) override {}
    void opinion_kept(net::SessionId /*session*/) override {
        note([&] { ++opinions_; });
    }
    void logged(std::string_view event, std::initializer_list<net::Field> fields) {
        std::string line(event);
        for (const net::Field& field : fields)
            if (const auto* text = std::get_if<std::string>(&field.value)) line += " " + *text;
        note([&] { lines_.push_back(line); });
    }

    /// Waits for the game's begin; nothing if it does not begin.
    std::optional<net::GameNumber> number_of(net::BoutId bout) {
        std::optional<net::GameNumber> number;
        wait([&] {
            const auto found = begun_.find(bout);
            if (found != begun_.end()) number = found->second;
            return number.has_value();
        });
        return number;
    }
    /// Waits for a line of the log that begins so; empty if none comes.
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
    bool has_opinions(int count) {
        return wait([&] { return opinions_ >= count; });
    }
    int opinions() {
        const std::lock_guard lock(mutex_);
        return opinions_;
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
    std::map<net::BoutId, net::GameNumber> begun_;
    std::vector<std::string> lines_;
    int opinions_ = 0;
};

struct TestRecords {
    Folder folder;
    std::string path = folder.path() + "/games.sqlite";
    // Impatient: tests keep it busy.
    std::shared_ptr<store::Store> store = writable(path, std::chrono::milliseconds(50));
    TestAnswers answers;
    net::Log log = [this](net::Level /*level*/, std::string_view event,
                          std::initializer_list<net::Field> fields) {
        answers.logged(event, fields);
    };
    SQLite::Database other{path, SQLite::OPEN_READWRITE, 5000};  // another program's
    std::optional<app::RecordKeeper> keeper;

    explicit TestRecords(app::RecordKeeper::Patience patience = {}) {
        keeper.emplace(store, answers, log, patience);
    }
    net::GameNumber begin(net::BoutId bout, const std::string& token = "") {
        keeper->begin(new_bout(bout, token));
        return answers.number_of(bout).value_or(0);
    }
    static net::NewBout new_bout(net::BoutId bout, const std::string& token = "") {
        net::NewBout begins{bout, GameRecord{Game({}, start_board({6, 4})), {"Ann", "Bob"}}, {}};
        begins.about[0] = net::About{"Ann", "", "", token};
        return begins;
    }
    static GameRecord stopped() {
        GameRecord record = some_record();
        record.ending = Ending::stopped;
        return record;
    }
    static net::Opinion opinion(net::SessionId session, const std::string& token = "") {
        return {session, {"Ann", "", "", token}, {}, start_board({6, 4}), 1.5, kNow};
    }
};

}  // namespace kalah::test
