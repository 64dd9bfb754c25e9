#include "app/serve_backstage.hpp"

#include <algorithm>

#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"

namespace kalah::app {
namespace {

/// One core is left to the network.
std::size_t searching_threads(const std::vector<players::Spec>& bots) {
    if (bots.empty()) return 0;
    const unsigned cores = std::thread::hardware_concurrency();
    return cores > 1 ? cores - 1 : 1;
}

}  // namespace

ServeBackstage::ServeBackstage(Setting setting, net::Answers& answers, const net::Log& log)
    : setting_(std::move(setting)),
      answers_(answers),
      keeper_(setting_.store, answers, log, {}),
      bots_(searching_threads(setting_.bots)),
      judge_(players::make_engine(setting_.judge.settings)),
      bot_threads_(bots_.size()),
      desk_([this](const net::Opinion& opinion,
                   const StopToken& stop) { return verdict(opinion, stop); },
            keeper_, answers) {
    // All of them now: what there is no memory for should be known at the start.
    for (auto& of_thread : bots_)
        for (const players::Spec& spec : setting_.bots)
            of_thread.push_back(players::make_player(spec));
}

ServeBackstage::~ServeBackstage() = default;

void ServeBackstage::ask_bot(net::BotQuestion question) {
    const auto deadline = question.deadline;
    bot_threads_.add(deadline, [this, question = std::move(question)](std::size_t thread,
                                                                      const StopToken& stop) {
        Player& bot = *bots_[thread][question.bot];
        // Games take turns on a thread, and a new_game for each would wipe its table at every move.
        // All have the same rules, so what it remembers of one is true in all.
        bot.reseed(question.seed);
        Decision decision = bot.choose(question.game, stop);
        answers_.bot_chose(question.bout, question.game.played().size(), decision.pit,
                           std::move(decision.thought));
    });
}

std::optional<OpinionDesk::Verdict> ServeBackstage::verdict(const net::Opinion& opinion,
                                                            const StopToken& stop) {
    const SearchReport report = judge_.best_move(opinion.rules, opinion.board, stop);
    if (report.depth == 0) return std::nullopt;
    return OpinionDesk::Verdict{report.score.points(), report.score.exact};
}

}  // namespace kalah::app
