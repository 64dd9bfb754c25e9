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
      judge_(setting_.judge.settings),
      bot_threads_(bots_.size()),
      judge_thread_(1) {
    // All of them now: what there is no memory for should be known at the start.
    for (auto& of_thread : bots_)
        for (const players::Spec& spec : setting_.bots)
            of_thread.push_back({players::make_player(spec)});
}

ServeBackstage::~ServeBackstage() = default;

void ServeBackstage::ask_bot(net::BotQuestion question) {
    const auto deadline = question.deadline;
    bot_threads_.add(deadline, [this, question = std::move(question)](
                                   std::size_t thread, const std::atomic<bool>& stop) {
        Bot& bot = bots_[thread][question.bot];
        // What it remembers of another game of these rules is still true; chance must be new.
        if (std::exchange(bot.bout, question.bout) != question.bout)
            bot.player->new_game(question.seed);
        Decision decision = bot.player->choose(question.game, stop);
        answers_.bot_chose(question.bout, question.game.played().size(), decision.pit,
                           std::move(decision.thought));
    });
}

void ServeBackstage::judge(net::Opinion opinion) {
    constexpr std::chrono::minutes kAtMost{
        1};  // its turn included; the judge has a limit of his own
    judge_thread_.add(net::Clock::now() + kAtMost, [this, opinion = std::move(opinion)](
                                                       std::size_t /*the only one*/,
                                                       const std::atomic<bool>& stop) {
        const search::Report report = judge_.think(opinion.rules, opinion.board, stop);
        if (report.depth > 0) keeper_.keep(opinion, report.score.points(), report.score.exact);
        answers_.opinion_kept(opinion.session);
    });
}

}  // namespace kalah::app
