// What `kalah serve` has backstage: the store's keeper, bots that search, and the champion who
// judges opinions. Threads of their own; the network's thread never waits for them.
#pragma once

#include <memory>
#include <vector>

#include "app/opinion_desk.hpp"
#include "app/record_keeper.hpp"
#include "kalah/stop_token.hpp"
#include "net/backstage.hpp"
#include "players/spec.hpp"
#include "system/task_pool.hpp"

namespace kalah::app {

class ServeBackstage final : public net::Backstage {
  public:
    struct Setting {
        std::shared_ptr<store::Store> store;
        std::vector<players::Spec> bots;  // with their databases, one thread each
        players::Spec judge;              // an engine
    };
    ServeBackstage(Setting setting, net::Answers& answers, const net::Log& log);
    ~ServeBackstage() override;

    [[nodiscard]] bool has_room() const override { return keeper_.has_room(); }
    void begin(net::NewBout bout) override { keeper_.begin(std::move(bout)); }
    void end(net::GameNumber number, GameRecord record) override {
        keeper_.end(number, std::move(record));
    }
    void ask_bot(net::BotQuestion question) override;
    void judge(net::Opinion opinion) override { desk_.add(std::move(opinion)); }
    void forget(const std::string& token) override { desk_.forget(token); }

  private:
    [[nodiscard]] std::optional<OpinionDesk::Verdict> verdict(const net::Opinion& opinion,
                                                              const StopToken& stop);

    Setting setting_;
    net::Answers& answers_;
    RecordKeeper keeper_;
    std::vector<std::vector<std::unique_ptr<Player>>> bots_;  // by thread, then as in the setting
    Engine judge_;
    // Last, so that nobody searches for what is gone.
    TaskPool bot_threads_;
    OpinionDesk desk_;
};

}  // namespace kalah::app
