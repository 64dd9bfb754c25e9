#include "server/search_events.hpp"

#include "players/untrusted.hpp"
#include "server/game_text.hpp"
#include "trees/events.hpp"

namespace kalah::server {
namespace {

/// A search of a fixed depth by a player without a table.
Result<trees::Subject> take_subject(Request& request) {
    const GameText text = take_text(request);
    const std::string player = request.text("player");
    if (auto error = request.validate()) return *error;
    const auto game = read_game(text);
    if (!game) return game.error();
    const auto spec = players::untrusted_player(
        player, game->board().width, players::UntrustedUse::analyze, std::chrono::seconds(1));
    if (!spec) return bad_player(player, spec.error());
    if (!spec->settings.limits.depth || spec->settings.table_bytes > 0)
        return bad_player(player, Error{"a search to be replayed has a depth and no table"});
    if (legal_moves(game->board()).empty() || game->over())
        return coded("no_legal_move", "there is no move to play in this position");
    trees::Subject subject{game->rules(),  game->board(), nullptr,
                           spec->settings, spec->text,    false};
    subject.options.limits.time.reset();
    return subject;
}

/// The events, each behind a comma.
Result<std::string> searched(const trees::Subject& subject) {
    std::string events;
    StopToken stop;
    trees::EventWriter writer(subject, [&](const std::string& line) {
        if (events.size() + line.size() >= kMostSearchBytes) stop.request();
        if (stop.requested()) return;
        events += ',';
        events += line;
    });
    writer.begin();
    const auto report =
        search::trace(subject.options, subject.rules, subject.start, false, stop, writer);
    if (!report) return report.error();
    writer.end(*report);
    if (stop.requested())
        return coded("search_too_large", "this search has too many steps to be replayed");
    return events;
}

}  // namespace

std::string answer_search(Request& request) {
    const std::int64_t id = request.id();
    const auto subject = take_subject(request);
    if (!subject) return answer_to(id, subject.error());
    const auto events = searched(*subject);
    if (!events) return answer_to(id, events.error());
    return "{\"re\":" + std::to_string(id) + ",\"events\":[" + events->substr(1) + "]}";
}

}  // namespace kalah::server
