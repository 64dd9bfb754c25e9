// Practice: the modes in which a client plays nobody. In `verify` it proves that it knows the
// rules; in `eval` it evaluates positions, which are saved with the reference engine's value. The
// server's thread only; the engine thinks on the compute scheduler.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "kalah/engine.hpp"
#include "server/kgp_session.hpp"

namespace kalah::server {

class Practice {
  public:
    /// So many evaluations wait for the engine; those that come after them are not saved.
    static constexpr std::size_t kMostWaiting = 1'000;

    /// `reference` is an engine; `next_position` is called when an evaluation was not saved.
    Practice(Core& core, players::Spec reference, std::function<void(SessionId)> next_position);
    /// Evaluations that wait are saved without the engine's value.
    ~Practice();
    Practice(const Practice&) = delete;
    Practice& operator=(const Practice&) = delete;

    /// The client may send more if it earned the problem: wrong answers are not free.
    void send_problem(KgpSession& session, bool earned);
    void on_solution(KgpSession& session, const kgp::Solution& solution,
                     const kgp::Message& message);
    void send_position(KgpSession& session);
    void on_eval(KgpSession& session, double value, const kgp::Message& message);
    void end_position(KgpSession& session);
    /// Evaluations that wait lose their name.
    void forget(const std::string& token);

  private:
    void judge(PositionEval eval);
    [[nodiscard]] std::optional<ReferenceEval> reference_value(std::size_t worker,
                                                               const Rules& rules,
                                                               const Board& board,
                                                               const StopToken& stop);

    Core& core_;
    players::Spec reference_;
    std::function<void(SessionId)> next_position_;
    std::vector<std::unique_ptr<Engine>> engines_;  // by worker, made at the first use
    std::unordered_map<std::uint64_t, PositionEval> waiting_;
    std::uint64_t last_ = 0;
};

}  // namespace kalah::server
