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
    /// `reference` is an engine.
    Practice(Core& core, players::Spec reference);
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
    /// An evaluation is in the store: its client gets the next position.
    void on_saved(std::uint64_t eval);
    /// Evaluations that wait lose their name.
    void forget(const std::string& token);

  private:
    /// From a client's answer to its being saved.
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
