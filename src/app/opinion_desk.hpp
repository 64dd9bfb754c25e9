// OpinionDesk: opinions of positions wait here for the champion, on a thread of his own, and go on
// to the keeper of records with his verdict. Any thread may call it; none waits.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "app/record_keeper.hpp"
#include "kalah/stop_token.hpp"
#include "system/task_pool.hpp"

namespace kalah::app {

class OpinionDesk {
  public:
    using Verdict = RecordKeeper::Verdict;
    /// Nothing if he was stopped before he had a verdict. What he throws counts as that.
    using Judge = std::function<std::optional<Verdict>(const net::Opinion&, const StopToken& stop)>;
    /// So many wait; who comes after them is answered at once, and his opinion not kept.
    static constexpr std::size_t kMostWaiting = 1'000;

    OpinionDesk(Judge judge, RecordKeeper& keeper, net::Answers& answers);
    /// Those that wait are kept without a verdict.
    ~OpinionDesk();
    OpinionDesk(const OpinionDesk&) = delete;
    OpinionDesk& operator=(const OpinionDesk&) = delete;

    /// Answered by opinion_kept.
    void add(net::Opinion opinion);
    /// Here and at the keeper: what waits loses its name.
    void forget(const std::string& token);

  private:
    [[nodiscard]] std::optional<Verdict> verdict_on(const net::Opinion& opinion,
                                                    const StopToken& stop);
    void judge_first(const StopToken& stop);

    Judge judge_;
    RecordKeeper& keeper_;
    net::Answers& answers_;
    std::mutex mutex_;  // held while the keeper is called, so that no opinion slips past a forget
    std::deque<net::Opinion> waiting_;  // the first one is being judged
    std::optional<TaskPool> thread_;
};

}  // namespace kalah::app
