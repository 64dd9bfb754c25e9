#include <algorithm>
#include <cmath>
#include <utility>

#include "players/explain.hpp"
#include "players/thought.hpp"
#include "server/game_server.hpp"
#include "server/game_text.hpp"

namespace kalah::server {
namespace {

/// At most this many searches keep their tables while others run: 64 MiB each.
constexpr int kMostEngines = 8;
/// For each position of a review, before the engine looks at it.
constexpr std::uint64_t kSolverNodes = 200'000;
constexpr milliseconds kUsualTime{2000};  // of an analysis

/// A search of players/analysis that counts its engine among those in memory.
template <class Search>
class CountedSearch {
  public:
    template <class... Arguments>
    explicit CountedSearch(std::shared_ptr<std::atomic<int>> engines, Arguments&&... arguments)
        : search(std::forward<Arguments>(arguments)...), engines_(std::move(engines)) {}
    ~CountedSearch() { count(false); }
    CountedSearch(const CountedSearch&) = delete;
    CountedSearch& operator=(const CountedSearch&) = delete;

    /// Call it when a slice is over. False if the engine was released, because too many wait.
    bool keep() {
        count(search.has_memory());
        if (engines_->load() <= kMostEngines) return true;
        search.release();
        count(false);
        return false;
    }

    Search search;

  private:
    void count(bool has_engine) {
        if (has_engine != std::exchange(counted_, has_engine))
            engines_->fetch_add(has_engine ? 1 : -1);
    }

    std::shared_ptr<std::atomic<int>> engines_;
    bool counted_ = false;
};

/// `score` to `upper`, for south. What is proved is in whole seeds.
void set_value(Json& json, const players::KnownValue& value) {
    const auto kind = value.kind();
    const double score = players::for_south(value.score(), Side::south);  // never -0.0
    const auto bound = [](const std::optional<int>& seeds) {
        return seeds ? Json(*seeds) : Json();
    };
    json.set("score", !value.is_known() ? Json()
                      : kind == players::ValueKind::estimate
                          ? Json(score)
                          : Json(static_cast<int>(std::lround(score))))
        .set("kind", std::string(name(kind)))
        .set("source", std::string(name(value.source)))
        .set("lower", bound(value.lower))
        .set("upper", bound(value.upper));
}

players::KnownValue for_south(const players::KnownValue& value, Side mover) {
    return mover == Side::south ? value : value.for_opponent();
}

/// Of a game that is over.
players::PositionValues result_of(const Game& game) {
    const auto over = players::reviewed(game, game.played().size(), {});
    players::PositionValues found;
    found.value.lower = found.value.upper = static_cast<int>(*over.score);
    found.value.source = over.source;
    return found;
}

/// The keys of an analysis from `depth` to `moves`.
Json analysis_json(const Game& game, const std::optional<Explained>& explained,
                   const players::PositionValues& values) {
    const Board& board = game.board();
    const Side mover = game.over() ? Side::south : board.to_move;  // a result is for south already
    const auto explain_in = [&](Json& json, const Game& from, const std::vector<int>& line) {
        if (!explained) return;
        const auto leaf = players::leaf_of(from, line, explained->bonus, explained->weights);
        json.set("explain", players::explanation_json(players::explain(
                                explained->eval, game.rules(), leaf, Side::south)));
    };
    Json moves = Json::array();
    for (const players::MoveValue& move : values.moves) {
        Json json = Json::object();
        json.set("pit", move.pit + 1);
        set_value(json, for_south(move.value, mover));
        json.set("line", players::line_text(game.rules(), board, move.line));
        explain_in(json, {game.rules(), board}, move.line);
        moves.push(std::move(json));
    }
    Json json = Json::object();
    json.set("depth", values.depth).set("nodes", values.nodes).set("seconds", values.seconds);
    set_value(json, for_south(values.value, mover));
    json.set("best", values.best ? Json(*values.best + 1) : Json());
    explain_in(json, game, {});
    return json.set("moves", std::move(moves));
}

/// The keys of a review from `ply` to `cost`.
Json review_json(const Game& game, const players::ReviewedPosition& found) {
    Json json = Json::object();
    const auto score = [&] {
        if (!found.score) return Json();
        return found.exact ? Json(static_cast<int>(std::lround(*found.score))) : Json(*found.score);
    };
    return json.set("ply", found.ply)
        .set("score", score())
        .set("kind", found.exact ? "exact" : "estimate")
        .set("source", std::string(name(found.source)))
        .set("best", found.best ? Json(*found.best + 1) : Json())
        .set("line", players::line_text(game.rules(), game.board_after(found.ply), found.line))
        .set("cost", found.cost ? Json(*found.cost) : Json());
}

/// A game whose last position can be analysed, and the player that analyses it, or estimates for
/// those who prove.
struct Question {
    Game game;
    players::Spec spec;
    players::Asks asks;
};

Result<Question> take_question(Request& request, const std::optional<std::string>& named,
                               const std::string& usual, milliseconds most) {
    const GameText text = take_text(request);
    const std::string player = named.value_or(usual);
    if (auto error = request.validate()) return *error;
    const auto game = read_game(text);
    if (!game) return game.error();
    const auto spec = players::untrusted_player(player, game->board().width,
                                                players::UntrustedUse::analyze, most);
    if (!spec) return bad_player(player, spec.error());
    if (!game->over() && legal_moves(game->board()).empty())
        return coded("no_legal_move", "there is no move to play in this position");
    return Question{*game, *spec, named ? players::Asks::engine : players::Asks::chain};
}

/// `name`: an evaluation's, or "own": the player's.
Result<Explained> explained_by(const std::string& name, const EngineOptions& player) {
    const auto eval = name == "own" ? player.eval : parse_eval(name);
    if (!eval)
        return coded("bad_eval", "there is no evaluation " + in_quotes(name), {{"eval", name}});
    if (*eval != player.eval) return Explained{*eval};
    return Explained{*eval, player.bonus, player.weights};
}

Json event_json(const char* event, std::int64_t id, const Json& found, bool done, bool stopped) {
    Json json = Json::object().set("event", event).set("of", id);
    for (const std::string& key : found.keys()) json.set(key, *found.find(key));
    json.set("done", done);
    if (stopped) json.set("stopped", true);
    return json;
}

}  // namespace

std::optional<Result<Json>> Analysis::handle(SessionId session, Request& request) {
    if (request.verb() == "analyze") return analyze(session, request);
    if (request.verb() == "review") return review(session, request);
    if (request.verb() == "stop") return stop(session, request);
    return std::nullopt;
}

void Analysis::session_closed(SessionId session) {
    for (const Kind kind : {Kind::analysis, Kind::review}) {
        const auto found = running_.extract({session, kind});
        if (found) core_.ports.compute.cancel(found.mapped().job);
    }
}

Result<Json> Analysis::analyze(SessionId session, Request& request) {
    const auto eval = request.maybe_text("explain");
    const auto player = request.maybe_text("player");  // it says its time itself
    const auto time = player
                          ? std::nullopt
                          : request.maybe_number("time", 1, milliseconds(kLongestAnalysis).count());
    const auto usual = "champion:time=" + std::to_string(time.value_or(kUsualTime.count())) + "ms";
    const auto question = take_question(request, player, usual, kLongestAnalysis);
    if (!question) return question.error();
    std::optional<Explained> explained;
    if (eval) {
        const auto found = explained_by(*eval, question->spec.settings);
        if (!found) return found.error();
        explained = *found;
    }
    const Key key{session, Kind::analysis};
    Running& running = begin(key, request.id(), question->game, question->spec);
    running.explained = explained;
    running.asks = question->asks;
    if (question->game.over())  // posted, to follow the answer
        core_.post([this, key, serial = running.serial] {
            const Running* over = find(key, serial);
            if (over != nullptr) finish_analysis(key, serial, result_of(over->game), false);
        });
    else
        search_position(key, running, question->spec);
    return Json::object();
}

Result<Json> Analysis::review(SessionId session, Request& request) {
    // Limited by nodes, so that every review of a game judges it alike; the time is a safeguard.
    const auto question =
        take_question(request, request.maybe_text("player"), "champion:nodes=500000", kLongestLook);
    if (!question) return question.error();
    const Key key{session, Kind::review};
    const auto positions = static_cast<int>(question->game.played().size()) + 1;
    players::Spec spec = question->spec;
    spec.settings.limits.time =
        std::min(*spec.settings.limits.time, milliseconds(kLongestReview) / positions);
    search_game(key, begin(key, request.id(), question->game, spec), spec);
    return Json::object();
}

Result<Json> Analysis::stop(SessionId session, Request& request) {
    const auto id = request.number("of", 0, Request::kLargestId);
    if (auto error = request.validate()) return *error;
    for (const Kind kind : {Kind::analysis, Kind::review}) {
        const auto found = running_.find({session, kind});
        if (found != running_.end() && found->second.id == id) cut(found->first);
    }
    return Json::object();  // also if it has just ended
}

Analysis::Running& Analysis::begin(Key key, std::int64_t id, Game game, const players::Spec& spec) {
    cut(key);
    Running running{.game = std::move(game)};
    running.id = id;
    running.serial = ++last_serial_;
    running.eval = spec.settings.eval;
    return running_.emplace(key, std::move(running)).first->second;
}

Analysis::Running* Analysis::find(Key key, std::uint64_t serial) {
    const auto found = running_.find(key);
    return found != running_.end() && found->second.serial == serial ? &found->second : nullptr;
}

void Analysis::cut(Key key) {
    const auto found = running_.extract(key);
    if (!found) return;
    const Running& running = found.mapped();
    core_.ports.compute.cancel(running.job);
    if (key.second == Kind::analysis) return tell_analysis(key.first, running, true, true);
    const Json nothing = review_json(running.game, {}).set("ply", Json());
    core_.parts->pages.send(key.first,
                            event_json("review", running.id, nothing, true, true).line());
}

players::Prepare Analysis::sources_of(const players::Spec& spec, const Game& game) const {
    const players::GameKind kind{game.rules(), game.board().width};
    return [resources = resources_, spec, kind] { return resources->sources(spec, kind); };
}

void Analysis::search_position(Key key, Running& running, const players::Spec& spec) {
    const auto counted = std::make_shared<CountedSearch<players::PositionAnalysis>>(
        engines_, running.game, sources_of(spec, running.game), running.eval,
        *spec.settings.limits.time, running.asks);
    const auto run = [this, key, serial = running.serial, counted](std::size_t,
                                                                   const StopToken& stop) {
        using State = players::PositionAnalysis::State;
        auto& search = counted->search;
        const State state = search.run(stop, [&](const players::PositionValues& values) {
            core_.post([this, key, serial, values] { on_change(key, serial, values); });
        });
        if (state == State::paused && counted->keep()) return Scheduler::After::again;
        core_.post([this, key, serial, found = search.values(), cut = state != State::finished] {
            finish_analysis(key, serial, found, cut);
        });
        return Scheduler::After::done;
    };
    running.job = core_.ports.compute.submit({Priority::analysis, std::nullopt, run});
}

void Analysis::search_game(Key key, Running& running, const players::Spec& spec) {
    const auto counted = std::make_shared<CountedSearch<players::GameReview>>(
        engines_, running.game, sources_of(spec, running.game), running.eval,
        players::ReviewLimits{*spec.settings.limits.time, kSolverNodes});
    const auto run = [this, key, serial = running.serial, counted](std::size_t,
                                                                   const StopToken& stop) {
        if (const auto found = counted->search.next(stop))
            core_.post([this, key, serial, found = *found] { tell_position(key, serial, found); });
        if (counted->search.is_done()) return Scheduler::After::done;
        counted->keep();
        return Scheduler::After::again;
    };
    running.job = core_.ports.compute.submit({Priority::review, std::nullopt, run});
}

void Analysis::on_change(Key key, std::uint64_t serial, const players::PositionValues& values) {
    Running* running = find(key, serial);
    if (running == nullptr) return;
    running->newest = values;
    if (core_.now >= running->next_event) return tell(key.first, *running);
    if (std::exchange(running->pending, true)) return;
    core_.deadlines.set(running->next_event, kAnalysisTimer);
}

void Analysis::wake() {
    for (auto& [key, running] : running_)
        if (running.pending && core_.now >= running.next_event) tell(key.first, running);
}

void Analysis::tell(SessionId session, Running& running) {
    running.pending = false;
    running.next_event = core_.now + kBetweenEvents;
    tell_analysis(session, running, false, false);
}

void Analysis::tell_analysis(SessionId session, const Running& running, bool done, bool stopped) {
    const Json found = analysis_json(running.game, running.explained,
                                     running.newest.value_or(players::PositionValues{}));
    core_.parts->pages.send(session,
                            event_json("analysis", running.id, found, done, stopped).line());
}

void Analysis::finish_analysis(Key key, std::uint64_t serial,
                               std::optional<players::PositionValues> values, bool stopped) {
    Running* running = find(key, serial);
    if (running == nullptr) return;
    running->newest = std::move(values);
    tell_analysis(key.first, *running, true, stopped);
    running_.erase(key);
}

void Analysis::tell_position(Key key, std::uint64_t serial,
                             const players::ReviewedPosition& found) {
    const Running* running = find(key, serial);
    if (running == nullptr) return;
    const bool done = found.ply == 0;
    const Json json = review_json(running->game, found);
    core_.parts->pages.send(key.first, event_json("review", running->id, json, done, false).line());
    if (done) running_.erase(key);
}

}  // namespace kalah::server
