#include "client/engine_agent.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "base/mix64.hpp"

namespace kalah::client {

using std::chrono::milliseconds;

std::optional<milliseconds> time_for(const Question& question,
                                     const std::optional<milliseconds>& own) {
    constexpr milliseconds kLeast{50};
    constexpr milliseconds kUntold{4000};  // below the reference server's five seconds
    constexpr int kMovesToCome = 20;
    if (question.mode == TimeMode::none) return std::nullopt;
    if (!question.clock) return own ? std::nullopt : std::optional(kUntold);
    const milliseconds clock = *question.clock;
    if (question.mode == TimeMode::absolute) return std::max(clock / kMovesToCome, kLeast);
    if (clock == milliseconds::zero()) return kLeast;  // some fraction of a second
    // For the round trip to the server, and for delays of the system.
    const milliseconds margin = std::clamp(clock / 10, milliseconds(100), milliseconds(1000));
    return clock - std::min(margin, clock / 2);
}

EngineAgent::EngineAgent(Options options, AgentHost& host)
    : options_(std::move(options)), host_(host) {}

EngineAgent::~EngineAgent() {
    for (const auto& thought : thoughts_) thought->stop.request();
}

std::optional<Error> EngineAgent::make_player(const Rules& rules, const Board& board) {
    const auto spec = options_.prepare(rules, board);
    if (!spec) return coded("player", spec.error().message);
    compute_.reset();
    player_ = players::make_player(*spec, options_.on_thought);
    // Other programs on this machine may play in the same game: no lower priority than theirs.
    compute_ = std::make_unique<Scheduler>(1, Scheduler::kSlice, 0);
    rules_ = rules;
    width_ = board.width;
    return std::nullopt;
}

/// A game of other rules, or of another width, needs another database and perhaps another player.
bool EngineAgent::has_player_for(const MoveRequest& request) {
    const Board& board = request.question.board;
    if (player_ && rules_ == request.rules && width_ == board.width) return true;
    if (!thoughts_.empty()) return true;  // keep it: a search under way must not be lost
    const auto error = make_player(request.rules, board);
    if (error) host_.leave(error);
    return !error;
}

void EngineAgent::ask(const MoveRequest& request) {
    if (auto unfit = validate_opening(request, options_.opening)) return host_.leave(unfit);
    if (!has_player_for(request)) return;
    if (request.context.new_game)
        new_game_ = mix64(options_.seed, static_cast<std::uint64_t>(request.context.number));
    if (const auto forced = forced_move(request, options_.opening))
        return host_.answer(request.id, *forced, "forced");
    const auto thought = std::make_shared<Thought>();
    thought->id = request.id;
    thought->new_game = std::exchange(new_game_, {});
    if (const auto time = time_for(request.question, options_.spec.settings.limits.time))
        thought->last = request.came + *time;
    thoughts_.push_back(thought);
    const auto run = [this, thought, game = Game(request.rules, request.question.board)](
                         std::size_t, const StopToken& cancelled) {
        std::optional<Decision> decision;
        try {
            if (const auto seed = std::exchange(thought->new_game, {})) player_->new_game(*seed);
            decision = player_->choose(game, thought->stop);
        } catch (const std::bad_alloc&) {  // no decision
        }
        if (!cancelled.requested()) options_.on_decision(thought->id, std::move(decision));
        return Scheduler::After::done;
    };
    share_time(Clock::now());
    thought->job = compute_->submit({Priority::move, {}, run});
}

/// Several questions at once: the one that the player is thinking about must leave time for the
/// others.
void EngineAgent::share_time(Clock::time_point now) {
    for (const auto& thought : thoughts_) {
        thought->stops_at = thought->last.value_or(Clock::time_point::max());
        if (thought->last && thought == thoughts_.front()) {
            const auto left = std::max(*thought->last - now, Clock::duration::zero());
            thought->stops_at = now + left / static_cast<int>(thoughts_.size());
        }
        thought->stop.set_deadline(thought->stops_at);
    }
}

void EngineAgent::remove(RequestId id) {
    std::erase_if(thoughts_, [&](const auto& thought) { return thought->id == id; });
    share_time(Clock::now());
}

void EngineAgent::decided(RequestId id, const std::optional<Decision>& decision) {
    const auto found = std::find_if(thoughts_.begin(), thoughts_.end(),
                                    [&](const auto& thought) { return thought->id == id; });
    if (found == thoughts_.end()) return;  // cancelled meanwhile
    remove(id);
    if (!decision) return host_.leave(coded("no_memory", "the player ran out of memory"));
    host_.answer(id, decision->pit, decision->note.comment);
}

void EngineAgent::cancel(RequestId id) {
    for (const auto& thought : thoughts_) {
        if (thought->id != id) continue;
        thought->stop.request();
        // The player has not heard of the game yet: the next question must begin it.
        if (compute_->cancel(thought->job) && thought->new_game) new_game_ = thought->new_game;
    }
    remove(id);
}

std::optional<Clock::time_point> EngineAgent::stops_at() const {
    if (thoughts_.empty() || !thoughts_.front()->last) return std::nullopt;
    return thoughts_.front()->stops_at;
}

}  // namespace kalah::client
