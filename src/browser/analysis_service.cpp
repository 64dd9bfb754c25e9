#include "browser/analysis_service.hpp"

#include <algorithm>

#include "browser/analysis.hpp"
#include "browser/line.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::browser {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBetweenEvents{100};

/// What is asked for: a game whose last position can be looked at, and who looks.
struct Question {
    Game game;
    players::Spec spec;
};

Result<Question> take_question(Request& request, const char* usual, milliseconds most) {
    const Line line = take_line(request);
    const std::string player = request.maybe_text("player").value_or(usual);
    if (auto error = request.validate()) return *error;
    const auto game = read_line(line);
    if (!game) return game.error();
    const auto spec = guest_player(player, game->board().width, GuestUse::analyze, most);
    if (!spec) return Error{"player: " + spec.error().message, spec.error().column};
    if (!game->over() && legal_moves(game->board()).empty())
        return Error{std::string(to_text(game->board().to_move)) +
                     " is to move and has no seeds to sow"};
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

AnalysisService::AnalysisService(Office& office, std::shared_ptr<UntrustedResources> resources,
                                 std::size_t threads, milliseconds turn)
    : office_(office),
      room_{std::move(resources)},
      turns_(std::max<std::size_t>(threads, 1), turn) {}

std::vector<std::pair<std::string_view, Handler>> AnalysisService::handlers() {
    const auto with = [this](Result<Json> (AnalysisService::*handler)(VisitId, Request&)) {
        return [this, handler](VisitId visit, Request& request) {
            return (this->*handler)(visit, request);
        };
    };
    return {{"analyze", with(&AnalysisService::analyze)},
            {"review", with(&AnalysisService::review)},
            {"stop", with(&AnalysisService::stop)}};
}

void AnalysisService::left(VisitId visit) {
    for (const Kind kind : {Kind::analysis, Kind::review}) {
        const auto found = running_.find({visit, kind});
        if (found == running_.end()) continue;
        turns_.end(found->second.ticket);
        running_.erase(found);
    }
}

Result<Json> AnalysisService::analyze(VisitId visit, Request& request) {
    const auto question = take_question(request, "champion:time=2s", kLongestAnalysis);
    if (!question) return question.error();
    const Key key{visit, Kind::analysis};
    Running& running = begin(key, request.id(), question->game, question->spec);
    if (question->game.over())  // behind the answer
        office_.post([this, key, serial = running.serial] {
            finish_analysis(key, serial, std::nullopt, false);
        });
    else
        search_position(key, running, question->spec);
    return Json::object();
}

Result<Json> AnalysisService::review(VisitId visit, Request& request) {
    // By positions, not by time: the same game is judged alike every time it is looked at.
    const auto question = take_question(request, "champion:nodes=500000", kLongestLook);
    if (!question) return question.error();
    const Key key{visit, Kind::review};
    const auto positions = static_cast<int>(question->game.played().size()) + 1;
    players::Spec spec = question->spec;
    spec.settings.limits.time =
        std::min(*spec.settings.limits.time, milliseconds(kLongestReview) / positions);
    search_game(key, begin(key, request.id(), question->game, spec), spec);
    return Json::object();
}

Result<Json> AnalysisService::stop(VisitId visit, Request& request) {
    const auto id = request.number("of", 0, Request::kLargestId);
    if (auto error = request.validate()) return *error;
    for (const Kind kind : {Kind::analysis, Kind::review}) {
        const auto found = running_.find({visit, kind});
        if (found != running_.end() && found->second.id == id) cut(found->first);
    }
    return Json::object();  // it may have come to its end at this moment
}

AnalysisService::Running& AnalysisService::begin(Key key, std::int64_t id, Game game,
                                                 const players::Spec& spec) {
    cut(key);
    Running running{.game = std::move(game)};
    running.id = id;
    running.serial = ++last_serial_;
    running.eval = spec.settings.eval;
    return running_.emplace(key, std::move(running)).first->second;
}

AnalysisService::Running* AnalysisService::find(Key key, std::uint64_t serial) {
    const auto found = running_.find(key);
    return found != running_.end() && found->second.serial == serial ? &found->second : nullptr;
}

void AnalysisService::cut(Key key) {
    const auto found = running_.find(key);
    if (found == running_.end()) return;
    const Running running = std::move(found->second);
    running_.erase(found);
    turns_.end(running.ticket);
    if (key.second == Kind::analysis) {
        std::optional<SearchReport> report;
        if (running.stream) {
            const std::lock_guard lock(running.stream->mutex);
            report = running.stream->newest;
        }
        return tell_analysis(key.first, running, report, true, true);
    }
    const Json nothing = Json::object()
                             .set("ply", Json())
                             .set("score", Json())
                             .set("kind", "estimate")
                             .set("best", Json())
                             .set("line", "")
                             .set("cost", Json());
    office_.tell(key.first, event_json("review", running.id, nothing, true, true));
}

void AnalysisService::search_position(Key key, Running& running, const players::Spec& spec) {
    const auto stream = std::make_shared<Stream>();
    running.stream = stream;
    const auto on_depth = [this, key, serial = running.serial, stream](const SearchReport& report) {
        {
            const std::lock_guard lock(stream->mutex);
            stream->newest = report;
            if (std::exchange(stream->pending, true)) return;
        }
        office_.post([this, key, serial] { flush(key, serial); });
    };
    const auto on_done = [this, key, serial = running.serial](std::optional<SearchReport> report,
                                                              bool stopped) {
        office_.post([this, key, serial, report = std::move(report), stopped] {
            finish_analysis(key, serial, report, stopped);
        });
    };
    const auto search =
        std::make_shared<PositionSearch>(running.game, spec, room_, on_depth, on_done);
    running.ticket = turns_.add([search](const StopToken& stop) { return search->turn(stop); });
}

void AnalysisService::search_game(Key key, Running& running, const players::Spec& spec) {
    const auto on_position = [this, key, serial = running.serial](std::size_t ply,
                                                                  const SearchReport& report) {
        office_.post([this, key, serial, ply, report] { tell_position(key, serial, ply, report); });
    };
    const auto search = std::make_shared<GameSearch>(running.game, spec, room_, on_position);
    running.ticket = turns_.add([search](const StopToken& stop) { return search->turn(stop); });
}

void AnalysisService::flush(Key key, std::uint64_t serial) {
    Running* running = find(key, serial);
    if (running == nullptr) return;
    const auto now = net::Clock::now();
    if (now < running->next_event)
        return office_.at(running->next_event, [this, key, serial] { flush(key, serial); });
    running->next_event = now + kBetweenEvents;
    std::optional<SearchReport> report;
    {
        const std::lock_guard lock(running->stream->mutex);
        report = running->stream->newest;
        running->stream->pending = false;
    }
    tell_analysis(key.first, *running, report, false, false);
}

void AnalysisService::tell_analysis(VisitId visit, const Running& running,
                                    const std::optional<SearchReport>& report, bool done,
                                    bool stopped) {
    const Game& game = running.game;
    const SearchReport known = report.value_or(SearchReport{});
    const Json found = game.over()
                           ? final_analysis_json(game.board())
                           : analysis_json({game.rules(), game.board(), running.eval, known});
    office_.tell(visit, event_json("analysis", running.id, found, done, stopped));
}

void AnalysisService::finish_analysis(Key key, std::uint64_t serial,
                                      const std::optional<SearchReport>& report, bool stopped) {
    const Running* running = find(key, serial);
    if (running == nullptr) return;
    tell_analysis(key.first, *running, report, true, stopped);
    running_.erase(key);
}

void AnalysisService::tell_position(Key key, std::uint64_t serial, std::size_t ply,
                                    const SearchReport& report) {
    const Running* running = find(key, serial);
    if (running == nullptr) return;
    const Json found = review_json(running->game, ply, report, running->eval);
    office_.tell(key.first, event_json("review", running->id, found, ply == 0, false));
    if (ply == 0) running_.erase(key);
}

}  // namespace kalah::browser
