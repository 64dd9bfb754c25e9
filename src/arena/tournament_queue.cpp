// Tournaments that workers play: the functions of Tournament that only they need.
#include <algorithm>

#include "arena/tournament.hpp"
#include "referee/game_input.hpp"
#include "referee/game_json.hpp"

namespace kalah::arena {
namespace {

std::string title_of(const Plan& plan) {
    if (plan.kind == Kind::match)
        return "match of " + plan.entrants[0].name + " and " + plan.entrants[1].name;
    return std::string(name(plan.kind)) + " of " + std::to_string(plan.entrants.size()) +
           " players";
}

constexpr const char* kOverhead = "overhead";
constexpr const char* kTimeFactor = "time_factor";

/// What hand_in() wrote of a game.
Result<store::PlayedGame> handed_in(const store::ScheduledGame& schedule, const std::string& text) {
    const Error unreadable{"the result of job " + std::to_string(schedule.number) +
                           " is not a game"};
    const auto json = Json::parse(text);
    if (!json) return unreadable;
    auto record = parse_record(*json);
    if (!record || !record->decided()) return unreadable;
    const double overhead = json->find(kOverhead).value_or(Json()).as_number().value_or(0);
    const double factor = json->find(kTimeFactor).value_or(Json()).as_number().value_or(1);
    return store::PlayedGame{schedule, record.take(), overhead, factor};
}

}  // namespace

std::string Tournament::origin() const {
    return plan_.kind == Kind::match ? "match" : "tournament";
}

const store::ScheduledGame* Tournament::scheduled_game(std::size_t number) const {
    return number < schedule_.size() ? &schedule_[number] : nullptr;
}

RunOptions Tournament::for_workers(RunOptions options) const {
    options.seed = plan_.seed;
    for (const Entrant& entrant : plan_.entrants) options.names.push_back(entrant.name);
    options.withdrawn = [this](int entrant) {
        const auto place = static_cast<std::size_t>(entrant);
        return withdrawn(place < lost_before_.size() ? lost_before_[place] : 0);
    };
    return options;
}

std::vector<std::string> Tournament::needs(const std::vector<store::ScheduledGame>& games) const {
    std::vector<std::string> all;
    for (const store::ScheduledGame& game : games) {
        // In the order of the plan: the same for both games of a pair.
        const auto [first, second] = std::minmax(game.south, game.north);
        const std::string& one = plan_.entrants[static_cast<std::size_t>(first)].files;
        const std::string& two = plan_.entrants[static_cast<std::size_t>(second)].files;
        all.push_back(one + (one.empty() || two.empty() || one == two ? "" : "; ") +
                      (one == two ? "" : two));
    }
    return all;
}

Result<store::QueueId> Tournament::enqueue(const std::string& signature, store::Milliseconds now) {
    const std::vector<store::ScheduledGame> games = left();
    const std::vector<std::string> needed = needs(games);
    std::vector<store::NewJob> jobs;
    for (std::size_t i = 0; i < games.size(); ++i) jobs.push_back({games[i].number, "", needed[i]});
    return store_->open_queue({"game", title_of(plan_), signature, id_}, jobs, now);
}

Result<bool> Tournament::hand_in(store::WorkerId worker, const store::JobKey& job,
                                 const store::PlayedGame& game) const {
    if (!decides_in_order()) return store_->finish_game(worker, job, game, origin());
    return store_->finish_job(worker, job,
                              record_json(game.record)
                                  .set(kOverhead, game.overhead)
                                  .set(kTimeFactor, game.time_factor)
                                  .line());
}

std::optional<Error> Tournament::catch_up(const std::function<std::int64_t()>& wall_clock,
                                          const TournamentEvents& events) {
    const auto stored = store_->tournament(id_);
    if (!stored) return stored.error();
    if (static_cast<std::size_t>(stored->scheduled) > schedule_.size())
        if (auto error = read_schedule(events)) return error;
    if (auto error = read_games(events)) {
        // Games that do not count may have been deleted while they were read.
        const auto now = store_->tournament(id_);
        if (!now || now->is_finished() == stored->is_finished()) return error;
        return catch_up(wall_clock, events);
    }
    if (auto unsettled = settle(wall_clock, events)) return unsettled;
    const auto counted = enough_games();
    if (!stored->is_finished()) return std::nullopt;
    if (counted)
        std::erase_if(games_, [&](const TournamentGame& game) { return game.number >= *counted; });
    finished_ = true;
    return std::nullopt;
}

std::optional<Error> Tournament::settle(const std::function<std::int64_t()>& wall_clock,
                                        const TournamentEvents& events) {
    const auto known = [&] {
        return settled_ < games_.size() && games_[settled_].number == settled_;
    };
    const auto pass = [&] {
        const TournamentGame& game = games_[settled_++];
        if (game.loser)
            ++lost_before_[static_cast<std::size_t>(
                game.entrants[static_cast<std::size_t>(*game.loser)])];
    };
    lost_before_.resize(plan_.entrants.size());
    while (known()) pass();
    if (!decides_in_order() || settled_ == schedule_.size()) return std::nullopt;
    const auto queue = store_->queue_of(id_);
    if (!queue || !*queue) return queue ? std::nullopt : std::optional(queue.error());
    const auto waiting = store_->job_results((*queue)->id, settled_);
    if (!waiting) return waiting.error();
    RunOptions options = for_workers({});
    options.wall_clock = wall_clock;
    for (const auto& [number, text] : *waiting) {
        if (number < settled_) continue;  // known from elsewhere
        if (number > settled_ || text.empty() || enough_games()) break;
        auto game = handed_in(schedule_[number], text);
        if (!game) return game.error();
        if (auto error = settle_next(game.take(), options, events)) return error;
        while (known()) pass();
    }
    return std::nullopt;
}

std::optional<Error> Tournament::settle_next(store::PlayedGame game, const RunOptions& options,
                                             const TournamentEvents& events) {
    if (auto forfeit = forfeited(game.schedule, setups_, options)) game = std::move(*forfeit);
    if (auto error = store_->settle_game(game, origin())) return error;
    const TournamentGame& added = add(game);
    if (events.on_game) events.on_game(added, game.record);
    return std::nullopt;
}

}  // namespace kalah::arena
