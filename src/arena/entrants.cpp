#include "arena/entrants.hpp"

#include <algorithm>
#include <cmath>

#include "players/player_files.hpp"
#include "system/machine.hpp"

namespace kalah::arena {
namespace {

using players::Spec;

Result<Spec> parse_entrant(const Entrant& entrant, const std::vector<BoardSetup>& setups) {
    const std::string named = "player " + in_quotes(entrant.spec) + ", ";
    auto spec = players::parse_local_player(entrant.spec);
    if (!spec) return Error{named + to_text(spec.error()) + " ('kalah players' lists them)"};
    if (spec->kind == players::Kind::human) return Error{"people play with 'kalah play'"};
    for (const BoardSetup& setup : setups) {
        const int pits = setup.start.width;
        if (const auto unfit = players::validate(*spec, pits))
            return Error{named + to_text(*unfit)};
        if (const auto unfit = players::validate(*spec, {setup.rules, pits}))
            return Error{named + to_text(*unfit)};
    }
    return spec;
}

/// Players with a time limit may exceed it by the margin.
std::optional<std::chrono::nanoseconds> move_limit(const Spec& spec,
                                                   std::chrono::milliseconds margin) {
    const auto& time = spec.settings.limits.time;
    if (spec.kind != players::Kind::engine || !time) return std::nullopt;
    return *time + margin;
}

}  // namespace

std::chrono::milliseconds scaled(std::chrono::milliseconds limit, double factor) {
    constexpr double kMost = 1e12;  // milliseconds
    if (limit.count() == 0) return limit;
    const double time = std::round(static_cast<double>(limit.count()) * factor);
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::clamp(time, 1.0, kMost)));
}

Result<EntrantFactory> EntrantFactory::parse(const Plan& plan, const std::vector<Entrant>& entrants,
                                             const std::vector<BoardSetup>& setups) {
    EntrantFactory factory;
    factory.setups_ = setups;
    for (const Entrant& entrant : entrants) {
        const auto spec = parse_entrant(entrant, setups);
        if (!spec) return spec.error();
        factory.specs_.emplace_back(setups.size(), *spec);
    }
    factory.margin_ = plan.margin;
    return factory;
}

bool EntrantFactory::has_programs() const {
    return std::any_of(specs_.begin(), specs_.end(), [](const std::vector<Spec>& boards) {
        return boards.front().kind == players::Kind::program;
    });
}

std::optional<Error> EntrantFactory::open(PlayerSources sources) {
    for (std::size_t entrant = 0; entrant < specs_.size(); ++entrant)
        if (auto error = open(entrant, sources)) return error;
    return std::nullopt;
}

std::optional<Error> EntrantFactory::open(std::size_t entrant, PlayerSources& sources, bool usual) {
    make_program_ = sources.make_program;
    for (std::size_t board = 0; board < setups_.size(); ++board) {
        Spec& spec = specs_[entrant][board];
        spec.default_database = spec.default_database && usual;
        auto with_book = sources.resources.with_book(spec);
        if (!with_book) return with_book.error();
        const BoardSetup& setup = setups_[board];
        auto opened = sources.resources.with_database(*with_book, {setup.rules, setup.start.width});
        if (!opened && !spec.default_database) return opened.error();
        if (!opened) sources.warn(opened.error());
        spec = opened ? *opened : *with_book;
    }
    return std::nullopt;
}

void EntrantFactory::scale_times(double factor) {
    for (std::vector<Spec>& boards : specs_)
        for (Spec& spec : boards)
            if (auto& time = spec.settings.limits.time) time = scaled(*time, factor);
}

Result<std::string> EntrantFactory::files(std::size_t entrant) const {
    std::string all;
    for (std::size_t board = 0; board < setups_.size(); ++board) {
        const BoardSetup& setup = setups_[board];
        const auto files =
            players::player_files(specs_[entrant][board], {setup.rules, setup.start.width});
        if (!files) return files.error();
        if (files->empty() || *files == all) continue;
        all += (all.empty() ? "" : "; ") + *files;
    }
    return all;
}

RunOptions EntrantFactory::run_options(std::uint64_t concurrency,
                                       std::function<std::int64_t()> wall_clock) const {
    RunOptions options;
    int threads = 1;  // the most that one player uses
    for (const auto& boards : specs_) {
        options.limits.push_back(move_limit(boards.front(), margin_));
        threads = std::max(threads, boards.front().settings.threads);
    }
    options.concurrency =
        concurrency > 0 ? static_cast<int>(concurrency) : std::max(1, processor_cores() / threads);
    options.make_player = [this](int entrant, int board) {
        const Spec& made = spec(static_cast<std::size_t>(entrant), static_cast<std::size_t>(board));
        return made.kind == players::Kind::program ? make_program_(made)
                                                   : players::make_player(made);
    };
    options.wall_clock = std::move(wall_clock);
    options.machine_load = machine_load;
    return options;
}

std::optional<Error> EntrantFactory::play(Tournament& tournament, std::uint64_t concurrency,
                                          std::function<std::int64_t()> wall_clock,
                                          const StopToken& stop,
                                          const TournamentEvents& events) const {
    return tournament.play(run_options(concurrency, std::move(wall_clock)), stop, events);
}

}  // namespace kalah::arena
