// Recorder: turns the steps of a traced search into calls of a TraceSink. It keeps the path from
// the root to the node that is being searched, and sees values and windows from the root's side.
// Recording is the handle that a search holds; a default one records nothing, for side searches.
#pragma once

#include "search/trace.hpp"

namespace kalah::search {

class Recorder {
  public:
    /// `windows`: the search narrows alpha and beta. `max`: max moves at the root.
    Recorder(TraceSink& sink, const TracePlace& root, bool windows, bool max = true)
        : sink_(sink), root_(root), windows_(windows), max_(max) {}

    void move(int pit) { next_pit_ = pit; }
    void enter(const TracePlace& at, Step step, int depth, int alpha, int beta);
    void leave(Reason reason, int value);
    void because(Reason reason) { path_.back().reason = reason; }
    [[nodiscard]] Reason reason() const { return path_.back().reason; }
    void cost(int cost, int limit, int seed);
    void begin_iteration(int depth);
    void begin_pass(Purpose purpose, int alpha, int beta);
    void end_pass(int value);
    void end_iteration(int pit, int value, bool complete);
    void take_over(int depth);

  private:
    void note(TraceNode& parent, const TraceNode& child);

    TraceSink& sink_;
    TracePlace root_;
    bool windows_;
    bool max_;
    bool stopped_ = false;
    int next_pit_ = 0;
    int depth_ = 0;
    Purpose purpose_ = Purpose::best;
    std::uint64_t nodes_ = 0;
    std::vector<TraceNode> path_;
};

class Recording {
  public:
    Recording() = default;
    explicit Recording(Recorder& recorder) : to_(&recorder) {}

    void move(int pit) const {
        if (to_ != nullptr) to_->move(pit);
    }
    template <class Position>
    void enter(const Position& child, Step step, int depth, int alpha, int beta) const {
        if (to_ != nullptr) to_->enter(child.place(step.over), step, depth, alpha, beta);
    }
    int leaf(Reason reason, int value) const {
        if (to_ != nullptr) to_->leave(reason, value);
        return value;
    }
    int inner(int value) const {
        if (to_ != nullptr) to_->leave(to_->reason(), value);
        return value;
    }
    int stopped() const { return leaf(Reason::stopped, 0); }
    void because(Reason reason) const {
        if (to_ != nullptr) to_->because(reason);
    }
    void cost(int cost, int limit, int seed) const {
        if (to_ != nullptr) to_->cost(cost, limit, seed);
    }
    void begin_iteration(int depth) const {
        if (to_ != nullptr) to_->begin_iteration(depth);
    }
    void begin_pass(Purpose purpose, int alpha, int beta) const {
        if (to_ != nullptr) to_->begin_pass(purpose, alpha, beta);
    }
    void end_pass(int value) const {
        if (to_ != nullptr) to_->end_pass(value);
    }
    void end_iteration(int pit, int value, bool complete) const {
        if (to_ != nullptr) to_->end_iteration(pit, value, complete);
    }

  private:
    Recorder* to_ = nullptr;
};

}  // namespace kalah::search
