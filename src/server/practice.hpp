// Practice: the modes in which a client has no opponent. In `verify` it proves that it knows the
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
    /// `reference` is an engine.
    Practice(Core& core, players::Spec reference);
    /// Saves evaluations that wait, without the engine's value.
    ~Practice();
    Practice(const Practice&) = delete;
    Practice& operator=(const Practice&) = delete;

    /// A problem that the client has earned refills its rate limit; one after a wrong answer does
    /// not.
    void send_problem(KgpSession& session, bool earned);
    void on_solution(KgpSession& session, const kgp::Solution& solution,
                     const kgp::Message& message);
    void send_position(KgpSession& session);
    void on_eval(KgpSession& session, double value, const kgp::Message& message);
    void end_position(KgpSession& session);
    /// An evaluation is in the store: its client gets the next position.
    void on_saved(std::uint64_t eval);
    /// Evaluations that wait lose their name.
    void forget(const std::string& token);

  private:
    /// An evaluation, from the client's answer until it is saved.
    struct Waiting {
        std::optional<store::PositionEval> eval;  // nothing: it was handed to storage
        SessionId session;
        std::string host;
    };
    struct Host {
        std::size_t waiting = 0;
        bool refused = false;  // the log was told
    };
    void judge(const KgpSession& session, store::PositionEval eval);
    [[nodiscard]] std::optional<Score> reference_score(std::size_t worker, const Rules& rules,
                                                       const Board& board, const StopToken& stop);

    Core& core_;
    players::Spec reference_;
    std::vector<std::unique_ptr<Engine>> engines_;        // by worker, made at the first use
    std::unordered_map<std::uint64_t, Waiting> waiting_;  // by PositionEval::id
    std::unordered_map<std::string, Host> hosts_;         // of those
    std::uint64_t last_ = 0;
};

}  // namespace kalah::server
