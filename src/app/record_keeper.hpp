// RecordKeeper: store::StoreWriter for the types of net/backstage.hpp. Goes with them.
#pragma once

#include "net/backstage.hpp"
#include "net/log.hpp"
#include "store/store_writer.hpp"

namespace kalah::app {

class RecordKeeper {
  public:
    using Patience = store::RetryPolicy;
    using Verdict = store::ReferenceEval;

    RecordKeeper(std::shared_ptr<store::Store> store, net::Answers& answers, const net::Log& log,
                 const Patience& patience)
        : writer_(std::move(store), {[&answers](GameId game, StoredGameId number) {
                      answers.game_begun(game, number);
                  }},
                  log, patience) {}

    [[nodiscard]] bool has_room() const { return writer_.has_room(); }
    void begin(net::NewBout bout) {
        store::GameStarted game{bout.bout, std::move(bout.record)};
        for (const Side side : {Side::south, Side::north})
            if (bout.about[side]) game.clients[side] = client(*bout.about[side]);
        writer_.begin(std::move(game));
    }
    void end(net::GameNumber number, GameRecord record) {
        writer_.end(0, number, std::move(record));
    }
    void keep(net::Opinion opinion, std::optional<Verdict> champion) {
        writer_.add_eval({opinion.session, client(opinion.about), opinion.rules, opinion.board,
                          opinion.value, opinion.given},
                         champion);
    }
    void drop_opinion() { writer_.drop_eval(); }
    void forget(const std::string& token) { writer_.forget(token); }

  private:
    static ClientInfo client(const net::About& about) {
        return {about.name, about.authors, about.description, about.token};
    }
    store::StoreWriter writer_;
};

}  // namespace kalah::app
