#include "app/arena_session.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "app/arena_json.hpp"
#include "app/arena_summary.hpp"
#include "app/arena_view.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/interrupt.hpp"
#include "app/search_options.hpp"
#include "kalah/stop_token.hpp"
#include "programs/entrant.hpp"
#include "programs/sandbox.hpp"

namespace kalah::app {
namespace {

using arena::Plan;
using arena::Tournament;
using players::Spec;

programs::ProgramOptions program_options(const Plan& plan) {
    programs::ProgramOptions options;
    options.move_limit = plan.program_time;
    options.start_limit = plan.start_time;
    options.cpu = std::chrono::ceil<std::chrono::seconds>(plan.cpu_time);
    options.memory = plan.memory;
    options.sandbox = plan.sandbox;
    return options;
}

/// Why the sandbox that the plan's programs are to play in cannot be had.
std::optional<Error> no_sandbox(const Plan& plan) {
    const bool programs =
        std::any_of(plan.entrants.begin(), plan.entrants.end(), [](const auto& e) {
            const auto spec = players::parse_player(e.spec);
            return spec && spec->kind == players::Kind::program;
        });
    return plan.sandbox && programs ? programs::sandbox_objection() : std::nullopt;
}

/// Entrants on the boards of a plan, with their databases and books.
class Cast {
  public:
    /// The error is that of a file.
    static Result<Cast> gather(std::string_view command, const Tournament& tournament,
                               const std::vector<arena::Entrant>& entrants) {
        Cast cast;
        cast.programs_ = program_options(tournament.plan());
        players::PlayerResources resources = default_resources();
        for (const arena::Entrant& entrant : entrants) {
            const auto spec = players::parse_player(entrant.spec);
            if (!spec) return Error{entrant.name + ": " + to_text(spec.error())};
            auto& boards = cast.specs_.emplace_back();
            for (const arena::Stage& stage : tournament.stages()) {
                const auto ready =
                    equipped(command, resources, *spec, Setting{stage.rules, stage.start});
                if (!ready) return ready.error();
                boards.push_back(*ready);
            }
        }
        return cast;
    }

    [[nodiscard]] std::unique_ptr<Player> make(int entrant, int board) const {
        return programs::make_entrant(
            specs_[static_cast<std::size_t>(entrant)][static_cast<std::size_t>(board)], programs_);
    }
    /// Players with a limit of time may pass it by the margin, not by more.
    [[nodiscard]] arena::MoveLimits limits(std::chrono::milliseconds margin) const {
        arena::MoveLimits all;
        for (const auto& boards : specs_) {
            const auto& time = boards.front().settings.limits.time;
            const bool timed = boards.front().kind == players::Kind::engine && time;
            all.push_back(timed ? std::optional<std::chrono::nanoseconds>(*time + margin)
                                : std::nullopt);
        }
        return all;
    }
    [[nodiscard]] int most_threads() const {
        int most = 1;
        for (const auto& boards : specs_) most = std::max(most, boards.front().settings.threads);
        return most;
    }
    /// Which databases were found: results depend on them.
    void report(const ArenaSession& session, const Plan& plan) const {
        for (std::size_t i = 0; i < specs_.size(); ++i)
            for (std::size_t board = 0; board < specs_[i].size(); ++board) {
                const Spec& spec = specs_[i][board];
                if (!spec.settings.database) continue;
                if (session.json)
                    fmt::print("{}\n", Json()
                                           .set("event", "player")
                                           .set("name", plan.entrants[i].name)
                                           .set("board", plan.boards[board])
                                           .set("database", database_json(spec))
                                           .line());
                else
                    fmt::print(stderr, "{} on {}: {}\n", plan.entrants[i].name, plan.boards[board],
                               database_text(spec));
            }
    }
    void warn_of_damage(std::string_view command) const {
        for (const auto& boards : specs_)
            for (const Spec& spec : boards) app::warn_of_damage(command, spec);
    }

  private:
    std::vector<std::vector<Spec>> specs_;  // by entrant, by board
    programs::ProgramOptions programs_;
};

void warn_of_few_openings(const ArenaSession& session, const Tournament& tournament) {
    for (std::size_t i = 0; i < tournament.stages().size(); ++i) {
        const arena::Stage& stage = tournament.stages()[i];
        if (stage.openings.size() < stage.pairs)
            fmt::print(stderr,
                       "kalah {}: {} has only {} distinct openings: games will repeat, and count "
                       "once in the intervals\n",
                       session.command, tournament.plan().boards[i], stage.openings.size());
    }
}

int concurrency_of(const ArenaSession& session, const Cast& cast) {
    if (session.concurrency > 0) return static_cast<int>(session.concurrency);
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return std::max(1, cores / cast.most_threads());
}

std::optional<Error> play_with(const ArenaSession& session, const Cast& cast,
                               Tournament& tournament, const StopToken& stop,
                               const arena::TournamentEvents& events) {
    arena::RunOptions options;
    options.concurrency = concurrency_of(session, cast);
    options.make_player = [&](int entrant, int board) { return cast.make(entrant, board); };
    options.wall_clock = now_milliseconds;
    options.limits = cast.limits(tournament.plan().margin);
    return tournament.play(options, stop, events);
}

/// What the next command is, if this one was cut short.
void say_how_to_go_on(const ArenaSession& session, const Tournament& tournament) {
    if (session.store)
        fmt::print(stderr,
                   "kalah {}: interrupted after {} games; go on with 'kalah resume --store {}'\n",
                   session.command, tournament.games().size(), *session.store);
}

}  // namespace

Result<std::shared_ptr<store::Store>> arena_store(const std::optional<std::string>& file) {
    if (!file) return store::Store::in_memory();
    return chosen_store(file, store::Access::write);
}

std::optional<Error> plan_objection(const Plan& plan) {
    if (const auto wrong = arena::validate(plan)) return Error{*wrong};
    const auto stages = arena::stages(plan);
    if (!stages) return stages.error();
    if (auto many = arena::too_many_games(plan, *stages)) return many;
    for (const arena::Entrant& entrant : plan.entrants) {
        for (const arena::Stage& stage : *stages) {
            const auto spec = players::parse_player(entrant.spec);
            const std::string named = "player " + in_quotes(entrant.spec) + ", ";
            if (!spec)
                return Error{named + to_text(spec.error()) + " ('kalah players' lists them)"};
            if (spec->kind == players::Kind::human) return Error{"people play with 'kalah play'"};
            const int pits = stage.start.width;
            if (const auto unfit = players::validate(*spec, pits))
                return Error{named + to_text(*unfit)};
            if (const auto unfit = players::validate(*spec, {stage.rules, pits}))
                return Error{named + to_text(*unfit)};
        }
    }
    return std::nullopt;
}

std::optional<Error> play_on(const ArenaSession& session, Tournament& tournament,
                             const std::vector<arena::Entrant>& entrants, const StopToken& stop,
                             const arena::TournamentEvents& events) {
    const auto cast = Cast::gather(session.command, tournament, entrants);
    if (!cast) return cast.error();
    auto error = play_with(session, *cast, tournament, stop, events);
    cast->warn_of_damage(session.command);
    return error;
}

int play_plan(const ArenaSession& session, const Plan& plan) {
    if (const auto wrong = plan_objection(plan))
        return wrong_usage(session.command, wrong->message);
    if (const auto missing = no_sandbox(plan)) return failed(session.command, missing->message);
    const auto store = arena_store(session.store);
    if (!store) return failed(session.command, store.error().message);
    const auto tournament = Tournament::begin(*store, plan, now_milliseconds());
    if (!tournament) return failed(session.command, tournament.error().message);
    return play_tournament(session, **tournament);
}

int play_tournament(const ArenaSession& session, Tournament& tournament) {
    std::optional<Error> trouble;
    if (!tournament.is_finished()) {
        if (const auto missing = no_sandbox(tournament.plan()))
            return failed(session.command, missing->message);
        const auto cast = Cast::gather(session.command, tournament, tournament.plan().entrants);
        if (!cast) return failed(session.command, cast.error().message);
        cast->report(session, tournament.plan());
        warn_of_few_openings(session, tournament);
        const StopOnInterrupt stop;
        ArenaView view(tournament, session.json);
        trouble = play_with(session, *cast, tournament, stop.flag(), view.events());
        view.finish();
        cast->warn_of_damage(session.command);
    }
    if (session.json)
        fmt::print("{}\n", summary_json(tournament).line());
    else
        fmt::print("{}", summary_text(tournament));
    if (trouble) {
        say_how_to_go_on(session, tournament);
        return failed(session.command, trouble->message);
    }
    if (!tournament.is_finished() && interrupted()) {
        say_how_to_go_on(session, tournament);
        return interrupted_exit_code();
    }
    return kOk;
}

}  // namespace kalah::app
