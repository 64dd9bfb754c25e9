// Tournament: what was played, from a store or by kalah.match and kalah.tournament.
#include "arena/tournament.hpp"

#include <set>

#include "arena/entrants.hpp"
#include "kalah/notation.hpp"
#include "module/bots.hpp"
#include "module/common.hpp"
#include "system/machine.hpp"
#include "system/wall_clock.hpp"

namespace kalah::python {
namespace {

using arena::Tournament;
using arena::TournamentGame;
using SharedTournament = std::shared_ptr<Tournament>;

std::shared_ptr<store::Store> open_store(const std::string& path, store::Access access) {
    return unwrap(store::Store::open(path, access, now_milliseconds()), "store");
}

SharedTournament open_tournament(const std::string& path, std::optional<std::int64_t> number) {
    return unwrap(
        Tournament::load(open_store(path, store::Access::read), number, Tournament::Use::look),
        "store");
}

py::list tournaments(const std::string& path) {
    constexpr std::size_t kMost = 1'000'000;
    py::list all;
    for (const auto& each : unwrap(open_store(path, store::Access::read)->tournaments(kMost))) {
        const arena::Plan plan = unwrap(arena::parse_plan(each.plan, {}));
        py::list names;
        for (const auto& entrant : plan.entrants) names.append(entrant.name);
        py::dict row;
        row["number"] = each.id;
        row["kind"] = std::string(arena::name(plan.kind));
        row["players"] = names;
        row["games"] = each.played;
        row["scheduled"] = each.scheduled;
        row["finished"] = each.is_finished();
        all.append(row);
    }
    return all;
}

const std::string& name_of(const Tournament& tournament, int entrant) {
    return tournament.plan().entrants[static_cast<std::size_t>(entrant)].name;
}

py::dict game_dict(const Tournament& tournament, const TournamentGame& game) {
    py::dict row;
    row["number"] = game.number + 1;
    row["stored"] = game.game;
    row["round"] = game.round + 1;
    row["south"] = name_of(tournament, game.entrants[0]);
    row["north"] = name_of(tournament, game.entrants[1]);
    row["board"] = tournament.plan().boards[static_cast<std::size_t>(game.board)];
    row["start"] = game.start;
    row["opening"] = game.opening;
    row["moves"] = game.moves;
    row["plies"] = game.plies;
    row["margin"] = game.margin;
    row["ending"] = std::string(name(game.ending));
    row["loser"] = game.loser ? py::object(py::str(to_text(*game.loser))) : py::none();
    row["fault"] = game.loser ? py::object(py::str(std::string(name(game.loss)))) : py::none();
    row["seconds"] = py::make_tuple(game.seconds[0], game.seconds[1]);
    return row;
}

py::list games_of(const Tournament& tournament) {
    py::list all;
    for (const TournamentGame& game : tournament.games()) all.append(game_dict(tournament, game));
    return all;
}

Game game_of(const Tournament& tournament, std::size_t number) {
    for (const TournamentGame& game : tournament.games()) {
        if (game.number + 1 != number) continue;
        const auto& setup = tournament.setups()[static_cast<std::size_t>(game.board)];
        Game played(setup.rules, unwrap(parse_start(game.start)));
        unwrap(played.play_text(game.moves));
        return played;
    }
    throw Failure(Error{"no game " + std::to_string(number) + " has been played"});
}

/// With the keys of docs/json.md.
py::list standings_of(const Tournament& tournament) {
    const auto loads = py::module_::import("json").attr("loads");
    py::list all;
    for (const auto& standing : arena::standings(tournament.plan(), tournament.games()))
        all.append(loads(arena::standing_json(tournament.plan(), standing).line()));
    return all;
}

/// Points of the entrant of a row against that of a column; nothing where they did not meet.
std::vector<std::vector<std::optional<double>>> crosstable_of(const Tournament& tournament) {
    const std::size_t count = tournament.plan().entrants.size();
    std::vector<std::vector<std::optional<double>>> table(count);
    for (auto& row : table) row.resize(count);
    for (const TournamentGame& game : tournament.games())
        for (const std::size_t side : {0U, 1U}) {
            const int own = game.entrants[side];
            auto& cell = table[static_cast<std::size_t>(own)]
                              [static_cast<std::size_t>(game.entrants[1 - side])];
            cell = cell.value_or(0) + game.points_of(own);
        }
    return table;
}

py::dict summary_of(const Tournament& tournament) {
    const auto summary = arena::summarise(arena::results_of_all(tournament.games()),
                                          arena::most_seeds(tournament.plan()));
    py::dict all;
    all["games"] = summary.games.games();
    all["forfeited"] = arena::count_forfeited(tournament.games());
    for (const auto& standing : arena::standings(tournament.plan(), tournament.games())) {
        if (standing.entrant != 0) continue;
        all["forfeits_won"] = standing.forfeits_won;
        all["forfeits_lost"] = standing.forfeits_lost;
    }
    all["wins"] = summary.games.wins;
    all["draws"] = summary.games.draws;
    all["losses"] = summary.games.losses;
    all["distinct_games"] = summary.sample.distinct_games;
    all["score"] = summary.score;
    all["score_low"] = summary.score_low;
    all["score_high"] = summary.score_high;
    all["elo"] = summary.elo;
    all["elo_low"] = summary.elo_low;
    all["elo_high"] = summary.elo_high;
    all["superiority"] = summary.superiority;
    all["margin"] = summary.margin.value;
    all["margin_error"] = summary.margin.error;
    all["first_player_score"] = summary.first_player_score.value;
    return all;
}

/// Somebody who plays: a specification, or a bot if it is not None.
struct Entry {
    std::string name;
    std::string specification;
    py::object bot;
};

/// How the games of a plan are played.
struct Wish {
    int concurrency = 1;
    std::optional<std::string> store;
    Stop stop;
};

/// Makes the players of a plan, for the threads that play.
class Players {
  public:
    Players(const std::vector<Entry>& entries, const Tournament& tournament, Pending& pending)
        : entries_(entries), pending_(pending) {
        for (const Entry& entry : entries) {
            std::vector<players::Spec>& boards = specs_.emplace_back();
            has_bots_ = has_bots_ || !entry.bot.is_none();
            if (!entry.bot.is_none()) continue;
            const players::Spec spec = parse_spec(entry.specification);
            for (const auto& setup : tournament.setups())
                boards.push_back(equipped(spec, {setup.rules, setup.start.width}));
        }
    }
    [[nodiscard]] bool has_bots() const { return has_bots_; }
    [[nodiscard]] std::unique_ptr<Player> make(int entrant, int board) const {
        const auto at = static_cast<std::size_t>(entrant);
        const Entry& entry = entries_[at];
        if (!entry.bot.is_none()) return bot_player(entry.bot, entry.name, pending_);
        auto player = players::make_player(specs_[at][static_cast<std::size_t>(board)]);
        return has_bots_ ? watched_player(std::move(player), pending_) : std::move(player);
    }
    /// As the arena does it: a time limit may be exceeded by the margin.
    [[nodiscard]] arena::MoveLimits limits(std::chrono::milliseconds margin) const {
        arena::MoveLimits limits;
        for (const auto& boards : specs_) {
            auto& limit = limits.emplace_back();
            if (boards.empty() || boards.front().kind != players::Kind::engine) continue;
            if (const auto time = boards.front().settings.limits.time) limit = *time + margin;
        }
        return limits;
    }

  private:
    const std::vector<Entry>& entries_;
    Pending& pending_;
    std::vector<std::vector<players::Spec>> specs_;  // by entrant and board; none for bots
    bool has_bots_ = false;
};

/// Bots play on the calling thread, where Ctrl-C reaches them; other players on threads.
SharedTournament play_plan(const arena::Plan& plan, const std::vector<Entry>& entries,
                           const Wish& wish) {
    const auto store = wish.store ? open_store(*wish.store, store::Access::write)
                                  : unwrap(store::Store::in_memory());
    auto tournament = unwrap(Tournament::begin(store, plan, now_milliseconds()));
    Pending pending(wish.stop);
    const Players players(entries, *tournament, pending);
    arena::RunOptions options;
    options.make_player = [&](int entrant, int board) { return players.make(entrant, board); };
    options.limits = players.limits(plan.margin);
    options.wall_clock = now_milliseconds;
    options.machine_load = machine_load;
    options.concurrency = players.has_bots() ? 1 : wish.concurrency;
    std::optional<Error> error;
    const auto run = [&](const StopToken& token) { error = tournament->play(options, token, {}); };
    if (players.has_bots()) {
        const py::gil_scoped_release released;
        run(*wish.stop.token);
    } else {
        run_watched(wish.stop, run);
    }
    pending.raise();
    raise_if(error);
    return tournament;
}

arena::Kind kind_of(const std::string& text) {
    using arena::Kind;
    for (const Kind kind :
         {Kind::match, Kind::round_robin, Kind::gauntlet, Kind::knockout, Kind::swiss})
        if (text == arena::name(kind)) return kind;
    throw Failure(
        Error{"kind: expected round-robin, gauntlet, knockout or swiss, not " + in_quotes(text)});
}

SharedTournament play_entries(
    const std::string& kind,
    const std::vector<std::tuple<std::string, std::string, py::object>>& players,
    const std::vector<std::string>& boards, const std::string& rules, std::optional<int> games,
    int rounds, const std::string& openings, std::uint64_t seed, int concurrency,
    const std::optional<std::string>& store, const StopArg& stop) {
    arena::Plan plan;
    plan.kind = kind_of(kind);
    plan.boards = boards;
    plan.rules = rules;
    plan.games = games.value_or(0);  // 0: all openings
    plan.rounds = rounds;
    plan.openings = openings;
    plan.seed = seed;
    std::vector<Entry> entries;
    for (const auto& [name, specification, bot] : players) {
        entries.push_back({name, specification, bot});
        plan.entrants.push_back({name, specification});
    }
    if (games.value_or(1) < 1)
        throw Failure(Error{"games: expected 2 or more, or None for two from every opening"});
    if (concurrency < 0 || rounds < 0)
        throw Failure(Error{"rounds and concurrency: expected 0 or more"});
    return play_plan(
        plan, entries,
        {concurrency == 0 ? processor_cores() : concurrency, store, stop.value_or(Stop{})});
}

std::string tournament_text(const Tournament& tournament) {
    const arena::Plan& plan = tournament.plan();
    const std::string players = plan.kind == arena::Kind::match
                                    ? plan.entrants[0].name + " against " + plan.entrants[1].name
                                    : std::to_string(plan.entrants.size()) + " players";
    return "<kalah.Tournament " + std::to_string(tournament.id()) + ": " +
           std::string(arena::name(plan.kind)) + ", " + players + ", " +
           std::to_string(tournament.games().size()) + " of " +
           std::to_string(tournament.scheduled()) + " games>";
}

}  // namespace

void bind_arena(py::module_& module) {
    py::class_<Tournament, SharedTournament>(
        module, "Tournament",
        "The games of a match or a tournament with what they add up to; see docs/statistics.md.")
        .def_static("open", open_tournament, py::arg("store"), py::arg("number") = py::none(),
                    "Reads one from a store; without a number the newest.")
        .def_property_readonly("number", &Tournament::id)
        .def_property_readonly(
            "kind", [](const Tournament& t) { return std::string(arena::name(t.plan().kind)); })
        .def_property_readonly("players",
                               [](const Tournament& t) {
                                   std::vector<std::string> names;
                                   for (const auto& entrant : t.plan().entrants)
                                       names.push_back(entrant.name);
                                   return names;
                               })
        .def_property_readonly("finished", &Tournament::is_finished)
        .def_property_readonly("scheduled", &Tournament::scheduled)
        .def_property_readonly("games", games_of, "The games played, a dict each.")
        .def("game", game_of, py::arg("number"), "A game played, from 1, as a Game.")
        .def_property_readonly("standings", standings_of,
                               "The best first, a dict each, with the keys of docs/json.md.")
        .def_property_readonly("crosstable", crosstable_of,
                               "Points of each player against each, in the order of `players`.")
        .def_property_readonly(
            "summary", summary_of,
            "Score, Elo and margin of the first player, with 95 % intervals; how many\n"
            "games were forfeited, which count for none of them.")
        .def("__repr__", tournament_text);
    module.def("tournaments", tournaments, py::arg("store"),
               "The tournaments of a store, the newest first, a dict each.");
    module.def("_play", play_entries, py::arg("kind"), py::arg("players"), py::arg("boards"),
               py::arg("rules"), py::arg("games"), py::arg("rounds"), py::arg("openings"),
               py::arg("seed"), py::arg("concurrency"), py::arg("store"), py::arg("stop"));
}

}  // namespace kalah::python
