#include "app/serve_backstage.hpp"

#include <algorithm>

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
      keeper_(setting_.store, answers, log),
      bots_(searching_threads(setting_.bots)),
      bot_threads_(bots_.size()),
      judge_thread_(1) {
    for (auto& of_thread : bots_) of_thread.resize(setting_.bots.size());
}

ServeBackstage::~ServeBackstage() = default;

ServeBackstage::Bot& ServeBackstage::bot(std::size_t thread, std::size_t number) {
    Bot& bot = bots_[thread][number];
    if (!bot.player) bot.player = players::make_player(setting_.bots[number]);
    return bot;
}

void ServeBackstage::ask_bot(net::BotQuestion question) {
    const auto deadline = question.deadline;
    bot_threads_.add(deadline, [this, question = std::move(question)](
                                   std::size_t thread, const std::atomic<bool>& stop) {
        Bot& asked = bot(thread, question.bot);
        // What it remembers of another game of these rules is still true; chance must be new.
        if (std::exchange(asked.bout, question.bout) != question.bout)
            asked.player->new_game(question.seed);
        Decision decision = asked.player->choose(question.game, stop);
        answers_.bot_chose(question.bout, question.game.played().size(), decision.pit,
                           std::move(decision.thought));
    });
}

void ServeBackstage::judge(net::Opinion opinion) {
    constexpr std::chrono::seconds kAtMost{1};
    judge_thread_.add(net::Clock::now() + kAtMost, [this, opinion = std::move(opinion)](
                                                       std::size_t /*the only one*/,
                                                       const std::atomic<bool>& stop) {
        if (!judge_) judge_ = std::make_unique<search::Engine>(setting_.judge.settings);
        const search::Report report = judge_->think(opinion.rules, opinion.board, stop);
        keeper_.keep(opinion, report.score.points(), report.score.exact);
        answers_.opinion_kept(opinion.session);
    });
}

}  // namespace kalah::app
