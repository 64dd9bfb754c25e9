#include "app/program_seat.hpp"

#include <algorithm>
#include <utility>

#include "app/command.hpp"
#include "base/mix64.hpp"

namespace kalah::app {

using std::chrono::milliseconds;

std::optional<milliseconds> time_for(const net::Question& question,
                                     const std::optional<milliseconds>& own) {
    constexpr milliseconds kLeast{50};
    constexpr milliseconds kUntold{4000};  // below the reference server's five seconds
    constexpr int kMovesToCome = 20;
    if (question.mode == net::TimeMode::none) return std::nullopt;
    if (!question.clock) return own ? std::nullopt : std::optional(kUntold);
    const milliseconds clock = *question.clock;
    if (question.mode == net::TimeMode::absolute) return std::max(clock / kMovesToCome, kLeast);
    if (clock == milliseconds::zero()) return kLeast;  // some fraction of a second
    // The way to the server and back, and what the system does meanwhile.
    const milliseconds margin = std::clamp(clock / 10, milliseconds(100), milliseconds(1000));
    return clock - std::min(margin, clock / 2);
}

ProgramSeat::ProgramSeat(Settings settings, Table& table)
    : settings_(std::move(settings)), table_(table) {}

std::optional<Error> ProgramSeat::expect(const Rules& rules, const Board& board) {
    return make_player(rules, board);
}

std::optional<Error> ProgramSeat::make_player(const Rules& rules, const Board& board) {
    const auto spec = settings_.prepare(rules, board);
    if (!spec) return spec.error();
    thinker_.reset();
    thinker_ = std::make_unique<Thinker>(players::make_player(*spec), settings_.on_decision);
    rules_ = rules;
    width_ = board.width;
    return std::nullopt;
}

/// A game of other rules, or of another width, needs another database and perhaps another player.
bool ProgramSeat::has_player_for(const Asked& asked) {
    const Board& board = asked.question.board;
    if (thinker_ && rules_ == asked.rules && width_ == board.width) return true;
    if (!open_.empty()) return true;  // as it is: what is being thought must not be lost
    const auto error = make_player(asked.rules, board);
    if (error) table_.leave(kWrongUsage, error->message);
    return !error;
}

void ProgramSeat::ask(const Asked& asked) {
    const Board& board = asked.question.board;
    if (const auto unfit = opening_objection(asked, settings_.opening))
        return table_.leave(kWrongUsage, unfit->message);
    if (!has_player_for(asked)) return;
    if (asked.context.new_game)
        new_game_ = mix64(settings_.seed, static_cast<std::uint64_t>(asked.context.number));
    if (const auto forced = forced_move(asked, settings_.opening))
        return table_.answer(asked.ticket, *forced, "forced");
    Open open{asked};
    if (const auto time = time_for(asked.question, settings_.spec.settings.limits.time))
        open.last = asked.came + *time;
    open_.push_back(std::move(open));
    thinker_->think(asked.ticket, Game(asked.rules, board), std::exchange(new_game_, {}));
    share_time(JoinClock::now());
}

/// Several questions at once: the one that is being thought about must leave time to the others.
void ProgramSeat::share_time(JoinClock::time_point now) {
    for (Open& open : open_) open.due = open.last;
    if (open_.empty() || !open_.front().last) return;
    Open& first = open_.front();
    const auto left = std::max(*first.last - now, JoinClock::duration::zero());
    first.due = now + left / static_cast<int>(open_.size());
}

void ProgramSeat::decided(Ticket ticket, const std::optional<Decision>& decision) {
    const auto found = std::find_if(open_.begin(), open_.end(),
                                    [&](const Open& open) { return open.asked.ticket == ticket; });
    if (found != open_.end()) open_.erase(found);
    share_time(JoinClock::now());
    if (!decision) return table_.leave(kFailed, "the player could not think: out of memory");
    table_.answer(ticket, decision->pit, decision->thought);
}

void ProgramSeat::withdraw(Ticket ticket) {
    std::erase_if(open_, [&](const Open& open) { return open.asked.ticket == ticket; });
    if (thinker_) thinker_->withdraw(ticket);
    share_time(JoinClock::now());
}

JoinClock::time_point ProgramSeat::tick(JoinClock::time_point now) {
    auto next = JoinClock::time_point::max();
    for (Open& open : open_) {
        if (!open.due || open.hurried) continue;
        if (*open.due <= now) {
            open.hurried = true;
            thinker_->hurry(open.asked.ticket);
        } else {
            next = std::min(next, *open.due);
        }
    }
    return next;
}

}  // namespace kalah::app
