#include "server/analysis.hpp"

#include <algorithm>
#include <utility>

#include "server/analysis_json.hpp"
#include "server/game_text.hpp"
#include "server/new_game.hpp"

namespace kalah::server {
namespace {

/// What is asked for: a game whose last position can be looked at, and who looks.
struct Question {
    Game game;
    players::Spec spec;
};

Result<Question> take_question(Request& request, const char* usual, milliseconds most) {
    const GameText text = take_text(request);
    const std::string player = request.maybe_text("player").value_or(usual);
    if (auto error = request.validate()) return *error;
    const auto game = read_game(text);
    if (!game) return game.error();
    const auto spec = players::untrusted_player(player, game->board().width,
                                                players::UntrustedUse::analyze, most);
    if (!spec) return bad_player(player, spec.error());
    if (!game->over() && legal_moves(game->board()).empty())
        return coded("no_legal_move", "there is no move to play in this position");
    return Question{*game, *spec};
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
    const auto question = take_question(request, "champion:time=2s", kLongestAnalysis);
    if (!question) return question.error();
    const Key key{session, Kind::analysis};
    Running& running = begin(key, request.id(), question->game, question->spec);
    if (question->game.over())  // behind the answer
        core_.post([this, key, serial = running.serial] {
            finish_analysis(key, serial, std::nullopt, false);
        });
    else
        search_position(key, running, question->spec);
    return Json::object();
}

Result<Json> Analysis::review(SessionId session, Request& request) {
    // By positions, not by time: the same game is judged alike every time it is looked at.
    const auto question = take_question(request, "champion:nodes=500000", kLongestLook);
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
    return Json::object();  // it may have come to its end at this moment
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
    const Json nothing = Json::object()
                             .set("ply", Json())
                             .set("score", Json())
                             .set("kind", "estimate")
                             .set("best", Json())
                             .set("line", "")
                             .set("cost", Json());
    send_(key.first, event_json("review", running.id, nothing, true, true).line());
}

void Analysis::search_position(Key key, Running& running, const players::Spec& spec) {
    const auto serial = running.serial;
    const auto depth_done = [this, key, serial](const SearchReport& report) {
        core_.post([this, key, serial, report] { on_depth(key, serial, report); });
    };
    const auto done = [this, key, serial](std::optional<SearchReport> report, bool stopped) {
        core_.post([this, key, serial, report = std::move(report), stopped] {
            finish_analysis(key, serial, report, stopped);
        });
    };
    const auto search =
        std::make_shared<PositionSearch>(running.game, spec, context_, depth_done, done);
    running.job = core_.ports.compute.submit(
        {Priority::analysis, std::nullopt,
         [search](std::size_t, const StopToken& stop) { return search->run(stop); }});
}

void Analysis::search_game(Key key, Running& running, const players::Spec& spec) {
    const auto on_position = [this, key, serial = running.serial](std::size_t ply,
                                                                  const SearchReport& report) {
        core_.post([this, key, serial, ply, report] { tell_position(key, serial, ply, report); });
    };
    const auto search = std::make_shared<GameSearch>(running.game, spec, context_, on_position);
    running.job = core_.ports.compute.submit(
        {Priority::review, std::nullopt,
         [search](std::size_t, const StopToken& stop) { return search->run(stop); }});
}

void Analysis::on_depth(Key key, std::uint64_t serial, const SearchReport& report) {
    Running* running = find(key, serial);
    if (running == nullptr) return;
    running->newest = report;
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
    const Game& game = running.game;
    const SearchReport known = running.newest.value_or(SearchReport{});
    const Json found = game.over()
                           ? final_analysis_json(game.board())
                           : analysis_json({game.rules(), game.board(), running.eval, known});
    send_(session, event_json("analysis", running.id, found, done, stopped).line());
}

void Analysis::finish_analysis(Key key, std::uint64_t serial, std::optional<SearchReport> report,
                               bool stopped) {
    Running* running = find(key, serial);
    if (running == nullptr) return;
    running->newest = std::move(report);
    tell_analysis(key.first, *running, true, stopped);
    running_.erase(key);
}

void Analysis::tell_position(Key key, std::uint64_t serial, std::size_t ply,
                             const SearchReport& report) {
    const Running* running = find(key, serial);
    if (running == nullptr) return;
    const Json found = review_json(running->game, ply, report, running->eval);
    send_(key.first, event_json("review", running->id, found, ply == 0, false).line());
    if (ply == 0) running_.erase(key);
}

}  // namespace kalah::server
