#include <fmt/format.h>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "kalah/rules.hpp"
#include "report/player_page.hpp"
#include "report/report.hpp"
#include "report/standings_csv.hpp"

namespace kalah::report {
namespace {

/// For `kalah play --load`; nothing if the moves cannot be replayed.
std::string game_text(const ReportData& data, const arena::TournamentGame& played) {
    const auto rules = parse_rules(data.plan.rules);
    const auto start = parse_start(played.start);
    if (!rules || !start) return "";
    Game game(rules->rules, *start);
    return game.play_text(played.moves) ? to_text(game) : "";
}

}  // namespace

std::string written(const ReportData& data, std::string_view program, Format format) {
    if (format == Format::csv) return standings_csv(data);
    const Document document = document_of(data, program);
    return format == Format::html ? to_html(document, data) : to_markdown(document, data);
}

std::vector<FolderFile> folder_of(ReportData& data, std::string_view program) {
    std::vector<std::string> names;
    for (const arena::Entrant& entrant : data.plan.entrants) names.push_back(entrant.name);
    data.pages = page_names(names);
    std::vector<FolderFile> files;
    files.push_back({"index.html", written(data, program, Format::html)});
    for (std::size_t i = 0; i < data.pages.size(); ++i)
        files.push_back({"players/" + data.pages[i],
                         to_html(player_document(data, static_cast<int>(i), program))});
    files.push_back({"standings.csv", standings_csv(data)});
    files.push_back({"games.csv", games_csv(data)});
    for (const arena::TournamentGame& game : data.games)
        files.push_back(
            {fmt::format("games/game-{}.kalah", game.number + 1), game_text(data, game)});
    return files;
}

}  // namespace kalah::report
