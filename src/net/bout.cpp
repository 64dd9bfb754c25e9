#include "net/bout.hpp"

#include <cassert>
#include <utility>

#include "rules/random_pit.hpp"

namespace kalah::net {

std::optional<Side> Bout::advance() {
    assert(!open_);
    while (!over()) {
        const auto pits = legal_moves(record_.game.board());
        if (pits.size() != 1) return to_move();
        record_.play(*pits.begin(), {0, "", MoveSource::only_move});
    }
    return std::nullopt;
}

void Bout::asked(kgp::Id state, Time now) {
    assert(!open_ && !over());
    open_ = true;
    state_ = state;
    asked_ = now;
    pit_.reset();
    comment_.clear();
}

void Bout::prefer(int pit, std::string comment) {
    assert(open_);
    pit_ = pit;
    comment_ = std::move(comment);
}

void Bout::settle(Time now, std::uint64_t chance, bool timed_out) {
    assert(open_);
    open_ = false;
    const Side side = to_move();
    if (!pit_ && time_.without_move == TimeRule::WithoutMove::loses) {
        record_.lose(side, Ending::timeout, FaultKind::timeout, "named no move in time");
        return;
    }
    if (timed_out)
        note_fault(side, FaultKind::timeout,
                   pit_ ? "did not yield in time" : "named no move in time");
    const double seconds = std::chrono::duration<double>(now - asked_).count();
    if (!pit_) {
        record_.play(random_pit(record_.game.board(), chance), {seconds, "", MoveSource::referee});
        return;
    }
    if (auto objection = record_.game.validate(*pit_)) {
        record_.lose(side, Ending::illegal, FaultKind::illegal, std::move(objection->message));
        return;
    }
    record_.play(*pit_, {seconds, std::move(comment_), MoveSource::player});
}

void Bout::note_fault(Side side, FaultKind kind, std::string text) {
    if (record_.faults.size() < most_faults_)
        record_.faults.push_back({record_.game.played().size(), side, kind, std::move(text)});
}

void Bout::leave(Side side, FaultKind kind, std::string text) {
    assert(!over());
    open_ = false;
    record_.lose(side, Ending::gone, kind, std::move(text));
}

void Bout::stop() {
    assert(!over());
    open_ = false;
    record_.ending = Ending::stopped;
}

}  // namespace kalah::net
