// Tournaments that workers play: the functions of Tournament that only they need.
#include <algorithm>

#include "arena/tournament.hpp"

namespace kalah::arena {
namespace {

std::string title_of(const Plan& plan) {
    if (plan.kind == Kind::match)
        return "match of " + plan.entrants[0].name + " and " + plan.entrants[1].name;
    return std::string(name(plan.kind)) + " of " + std::to_string(plan.entrants.size()) +
           " players";
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
    if (auto unsettled = settle(wall_clock)) return unsettled;
    const auto counted = enough_games();
    if (!stored->is_finished()) return std::nullopt;
    if (counted)
        std::erase_if(games_, [&](const TournamentGame& game) { return game.number >= *counted; });
    finished_ = true;
    return std::nullopt;
}

/// Goes through the games in the order of the schedule, as far as none is missing.
std::optional<Error> Tournament::settle(const std::function<std::int64_t()>& wall_clock) {
    lost_before_.resize(plan_.entrants.size());
    RunOptions options = for_workers({});
    options.wall_clock = wall_clock;
    bool changed = false;
    for (; settled_ < games_.size() && games_[settled_].number == settled_; ++settled_) {
        TournamentGame& game = games_[settled_];
        const bool settled = game.forfeited() && game.loss == FaultKind::withdrawn;
        if (const auto forfeit = forfeited(schedule_[settled_], setups_, options);
            forfeit && !settled) {
            if (auto error = store_->replace_game(*forfeit, origin())) return error;
            game = result_of(*forfeit);
            changed = true;
        }
        if (game.loser)
            ++lost_before_[static_cast<std::size_t>(
                game.entrants[static_cast<std::size_t>(*game.loser)])];
    }
    if (!changed) return std::nullopt;
    forfeits_ = Forfeits(plan_);
    for (std::size_t place = 0; place < games_.size(); ++place) forfeits_.count(games_, place);
    if (sprt_) sprt_.emplace(*plan_.sprt);
    return std::nullopt;
}

}  // namespace kalah::arena
