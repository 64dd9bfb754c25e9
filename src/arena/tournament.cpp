#include "arena/tournament.hpp"

#include <algorithm>
#include <charconv>

#include "arena/plan.hpp"
#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "system/machine.hpp"

namespace kalah::arena {
namespace {

Error in_schedule(const store::ScheduledGame& game, const std::string& message) {
    return Error{"game " + std::to_string(game.number + 1) + " of the schedule: " + message};
}

/// Keys of notes in the store.
std::string load_key(store::TournamentId id) {
    return "arena-load/" + std::to_string(id);
}
std::string cores_key(store::TournamentId id) {
    return "arena-cores/" + std::to_string(id);
}

/// What is wrong with one game of a stored schedule.
std::optional<Error> validate(const store::ScheduledGame& game, const Plan& plan,
                              const std::vector<BoardSetup>& setups) {
    const auto fits = [](int index, std::size_t size) {
        return index >= 0 && static_cast<std::size_t>(index) < size;
    };
    if (!fits(game.south, plan.entrants.size()) || !fits(game.north, plan.entrants.size()))
        return in_schedule(game, "no such player");
    if (game.south == game.north) return in_schedule(game, "a player against itself");
    if (!fits(game.board, setups.size())) return in_schedule(game, "no such board");
    const auto start = parse_start(game.start);
    if (!start) return in_schedule(game, to_text(start.error()));
    Game opened(setups[static_cast<std::size_t>(game.board)].rules, *start);
    if (const auto played = opened.play_text(game.opening); !played)
        return in_schedule(game, to_text(played.error()));
    if (opened.over()) return in_schedule(game, "it is over before it begins");
    return std::nullopt;
}

/// What is wrong with the whole schedule: pairs must swap sides, rounds must come in order.
std::optional<Error> validate(const std::vector<store::ScheduledGame>& games, const Plan& plan,
                              const std::vector<BoardSetup>& setups) {
    int round = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const store::ScheduledGame& game = games[i];
        if (game.number != i) return in_schedule(game, "the one before it is missing");
        if (game.round != round && (game.round != round + 1 || i % 2 != 0))
            return in_schedule(game, "its round does not follow");
        round = game.round;
        if (auto wrong = validate(game, plan, setups)) return wrong;
        if (i % 2 == 0) continue;
        store::ScheduledGame partner = games[i - 1];
        std::swap(partner.south, partner.north);
        partner.number = game.number;
        partner.game = game.game;
        if (!(partner == game))
            return in_schedule(game, "it is not the other side of the one before");
    }
    if (games.size() % 2 != 0) return in_schedule(games.back(), "its partner is missing");
    if (!games.empty() && games.front().round != 0)
        return in_schedule(games.front(), "its round does not follow");
    return std::nullopt;
}

/// Whether the stored game is the one that was scheduled.
std::optional<Error> validate(const store::PlayedGame& played) {
    const GameRecord& record = played.record;
    if (!record.decided()) return in_schedule(played.schedule, "it is kept without a result");
    Game opened(record.game.rules(), record.game.start());
    if (start_text(record.game.start()) != played.schedule.start ||
        !opened.play_text(played.schedule.opening) ||
        opened.played().size() > record.game.played().size())
        return in_schedule(played.schedule, "another game is kept in its place");
    for (std::size_t ply = 0; ply < opened.played().size(); ++ply)
        if (opened.played()[ply].pit != record.game.played()[ply].pit)
            return in_schedule(played.schedule, "another game is kept in its place");
    return std::nullopt;
}

}  // namespace

Tournament::Tournament(std::shared_ptr<store::Store> store, ReadyPlan ready)
    : store_(std::move(store)),
      plan_(std::move(ready.plan)),
      setups_(std::move(ready.setups)),
      forfeits_(plan_) {
    if (plan_.sprt) sprt_.emplace(*plan_.sprt);
}

Result<std::shared_ptr<Tournament>> Tournament::begin(std::shared_ptr<store::Store> store,
                                                      const Plan& plan, store::Milliseconds now) {
    auto checked = ready(plan);
    if (!checked) return checked.error();
    return begin(std::move(store), checked.take(), now);
}

Result<std::shared_ptr<Tournament>> Tournament::begin(std::shared_ptr<store::Store> store,
                                                      ReadyPlan ready, store::Milliseconds now) {
    std::shared_ptr<Tournament> tournament(new Tournament(std::move(store), std::move(ready)));
    const Plan& plan = tournament->plan_;
    const auto games = games_of(plan, next_pairings(plan, {}), tournament->setups_, 0, 0);
    const auto id = tournament->store_->add_tournament(to_toml(plan), games, now);
    if (!id) return id.error();
    tournament->id_ = *id;
    if (auto error = tournament->read()) return *error;
    return tournament;
}

Result<std::shared_ptr<Tournament>> Tournament::load(std::shared_ptr<store::Store> store,
                                                     std::optional<store::TournamentId> id,
                                                     Use use) {
    const auto found = store->tournament(id);
    if (!found) return found.error();
    const std::string where = "tournament " + std::to_string(found->id) + ": ";
    const auto plan = parse_plan(found->plan, {});
    if (!plan) return Error{where + "its plan, " + to_text(plan.error())};
    auto checked = ready(*plan);
    if (!checked) return Error{where + checked.error().message};
    std::shared_ptr<Tournament> tournament(new Tournament(std::move(store), checked.take()));
    tournament->id_ = found->id;
    tournament->finished_ = found->is_finished();
    if (use == Use::play && !tournament->finished_)
        if (auto error = tournament->store_->take_tournament(found->id)) return *error;
    if (auto error = tournament->read()) return Error{where + error->message};
    return tournament;
}

std::optional<Error> Tournament::read() {
    const auto schedule = store_->schedule(id_);
    if (!schedule) return schedule.error();
    schedule_ = *schedule;
    if (auto wrong = validate(schedule_, plan_, setups_)) return wrong;
    auto error = read_games({});
    if (sprt_) sprt_->look(games_);
    return error;
}

std::optional<Error> Tournament::read_games(const TournamentEvents& events) {
    std::optional<Error> wrong;
    auto error = store_->for_each_game(
        id_,
        [&](const store::PlayedGame& game) {
            const auto known = std::lower_bound(
                games_.begin(), games_.end(), game.schedule.number,
                [](const TournamentGame& one, std::size_t other) { return one.number < other; });
            if (known != games_.end() && known->number == game.schedule.number) return true;
            wrong = validate(game);
            if (wrong) return false;
            const TournamentGame& added = add(game);
            if (events.on_game) events.on_game(added, game.record);
            return true;
        },
        settled_);
    return wrong ? wrong : error;
}

std::vector<store::ScheduledGame> Tournament::left() const {
    std::vector<store::ScheduledGame> games;
    auto done = games_.begin();
    for (const store::ScheduledGame& game : schedule_) {
        while (done != games_.end() && done->number < game.number) ++done;
        if (done == games_.end() || done->number != game.number) games.push_back(game);
    }
    return games;
}

std::optional<Error> Tournament::play(RunOptions options, const StopToken& stop,
                                      const TournamentEvents& events) {
    options = for_workers(std::move(options));
    options.withdrawn = [this](int entrant) { return withdrawn(forfeits_.lost(entrant)); };
    TournamentEvents watched = events;
    double load = 0;
    if (options.machine_load)
        watched.on_game = [&](const TournamentGame& game, const GameRecord& record) {
            load = std::max(load, options.machine_load());
            if (events.on_game) events.on_game(game, record);
        };
    auto error = play_rounds(options, stop, watched);
    const auto before = machine_load();
    if (load == 0 || !before || (*before && (*before)->most >= load)) return error;
    const auto not_noted = store_->add_notes({{load_key(id_), std::to_string(load)},
                                              {cores_key(id_), std::to_string(processor_cores())}});
    if (error || !not_noted) return error;
    return *not_noted;
}

std::optional<Error> Tournament::play_rounds(const RunOptions& options, const StopToken& stop,
                                             const TournamentEvents& events) {
    while (!finished_) {
        if (auto error = advance(options.wall_clock(), events)) return error;
        if (finished_) break;
        const auto games = left();
        try {
            run_games(games, setups_, options, stop,
                      [&](const store::PlayedGame& game) { return keep(game, events); });
        } catch (const std::exception& trouble) {  // no room for a player's table or process
            return Error{trouble.what()};
        }
        if (not_kept_) return not_kept_;
        if (stop.requested()) return store_->release_tournament(id_);
    }
    return std::nullopt;
}

bool Tournament::keep(const store::PlayedGame& game, const TournamentEvents& events) {
    if (auto error = store_->add_game(game, origin())) {
        not_kept_ = *error;
        return false;
    }
    const TournamentGame& added = add(game);
    if (events.on_game) events.on_game(added, game.record);
    return !enough_games();
}

const TournamentGame& Tournament::add(const store::PlayedGame& game) {
    const auto place = std::upper_bound(
        games_.begin(), games_.end(), game.schedule.number,
        [](std::size_t number, const TournamentGame& other) { return number < other.number; });
    const auto added = games_.insert(place, result_of(game));
    forfeits_.count(games_, static_cast<std::size_t>(added - games_.begin()));
    return *added;
}

std::optional<Error> Tournament::advance(store::Milliseconds now, const TournamentEvents& events) {
    while (!finished_) {
        if (const auto counted = enough_games()) return finish(*counted, now);
        if (games_.size() < schedule_.size()) return std::nullopt;
        if (auto error = next_round(now, events)) return error;
    }
    return std::nullopt;
}

std::optional<Error> Tournament::next_round(store::Milliseconds now,
                                            const TournamentEvents& events) {
    const auto pairings = next_pairings(plan_, games_);
    if (pairings.empty()) return finish(schedule_.size(), now);
    const int round = schedule_.empty() ? 0 : schedule_.back().round + 1;
    const auto games = games_of(plan_, pairings, setups_, round, schedule_.size());
    if (auto error = store_->add_round(id_, games, needs(games))) return error;
    return read_schedule(events);
}

std::optional<Error> Tournament::read_schedule(const TournamentEvents& events) {
    const std::size_t known = schedule_.size();
    const auto schedule = store_->schedule(id_);
    if (!schedule) return schedule.error();
    schedule_ = *schedule;
    if (events.on_round && schedule_.size() > known)
        events.on_round(schedule_.back().round, schedule_.size() - known);
    return std::nullopt;
}

std::optional<std::string> Tournament::withdrawn(int lost) const {
    if (plan_.max_faults == 0 || lost < plan_.max_faults) return std::nullopt;
    return "withdrawn: it has lost " + std::to_string(plan_.max_faults) +
           (plan_.max_faults == 1 ? " game by a fault" : " games by faults");
}

std::optional<std::size_t> Tournament::enough_games() {
    return sprt_ ? sprt_->look(games_) : std::nullopt;
}

std::optional<Error> Tournament::finish(std::size_t counted, store::Milliseconds now) {
    if (auto error = store_->finish_tournament(id_, counted, now)) return error;
    std::erase_if(games_, [&](const TournamentGame& game) { return game.number >= counted; });
    finished_ = true;
    return std::nullopt;
}

Result<std::optional<MachineLoad>> Tournament::machine_load() {
    const auto notes = store_->notes();
    if (!notes) return notes.error();
    const auto load = notes->find(load_key(id_));
    const auto cores = notes->find(cores_key(id_));
    if (load == notes->end() || cores == notes->end()) return std::optional<MachineLoad>{};
    MachineLoad seen;
    const auto read = [](const std::string& text, auto& value) {
        std::from_chars(text.data(), text.data() + text.size(), value);
    };
    read(load->second, seen.most);
    read(cores->second, seen.cores);
    return std::optional(seen);
}

std::optional<Error> Tournament::for_each_record(
    const std::function<bool(const TournamentGame&, const GameRecord&)>& callback) {
    return store_->for_each_game(
        id_, [&](const store::PlayedGame& game) { return callback(result_of(game), game.record); });
}

}  // namespace kalah::arena
