#include <fmt/format.h>

#include "report/diagram.hpp"
#include "report/report.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

const char* class_of(Align align) {
    return align == Align::right ? " class=\"number\"" : "";
}

/// `games` is the page with the games; empty if it is this one.
std::string cell_html(const Cell& cell, const std::string& games) {
    std::string html = html_text(cell.text);
    if (cell.game)
        html = fmt::format("<a href=\"{}#game-{}{}\">{}</a>", games, cell.game->number + 1,
                           cell.game->ply > 0 ? fmt::format("-{}", cell.game->ply) : "", html);
    if (!cell.link.empty()) html = fmt::format("<a href=\"{}\">{}</a>", html_text(cell.link), html);
    if (!cell.note.empty()) html += "<small>" + html_text(cell.note) + "</small>";
    return html;
}

std::string table_html(const Table& table, const std::string& games) {
    std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"group\"><table>\n";
    if (!table.caption.empty())
        html += "<caption><span>" + html_text(table.caption) + "</span></caption>\n";
    bool titled = false;
    for (const Column& column : table.columns) titled = titled || !column.title.empty();
    if (titled) {
        html += "<thead><tr>";
        for (const Column& column : table.columns)
            html += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column.align),
                                html_text(column.title));
        html += "</tr></thead>\n";
    }
    html += "<tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            html += fmt::format("<td{}>{}</td>", class_of(table.columns[i].align),
                                cell_html(row[i], games));
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string chart_html(const Chart& chart, const std::string& games) {
    return fmt::format(
        "<figure><figcaption>{}</figcaption><div class=\"canvas\">\n{}</div>{}"
        "<details><summary>Numbers</summary>{}</details></figure>\n",
        html_text(chart.title), chart.svg,
        chart.source.empty() ? "" : "<p class=\"source\">" + html_text(chart.source) + "</p>",
        table_html(chart.numbers, games));
}

/// The list of games for browsers without scripts, limited so that the page stays small.
std::string plain_games(const ReportData& data) {
    constexpr std::size_t kMost = 2000;
    std::string html =
        "<noscript><p>The replay needs JavaScript; this is the list of games.</p>\n"
        "<div class=\"scroll\"><table><thead><tr><th class=\"number\">#</th><th>South</th>"
        "<th>North</th><th class=\"number\">Margin</th><th>Moves</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(kMost, data.games.size()); ++i) {
        const auto& game = data.games[i];
        html += fmt::format(
            "<tr id=\"game-{}\"><td class=\"number\">{}</td><td>{}</td><td>{}</td>"
            "<td class=\"number\">{}</td><td>{}</td></tr>\n",
            game.number + 1, game.number + 1, html_text(data.name_of(game.entrants[0])),
            html_text(data.name_of(game.entrants[1])), signed_number(game.margin, 0),
            html_text(game.moves));
    }
    html += "</tbody></table></div>\n";
    if (data.games.size() > kMost)
        html += fmt::format("<p>The first {} of {} games.</p>\n", kMost, data.games.size());
    return html + "</noscript>\n";
}

/// Which games the replay does not have; nothing if it has all.
std::string left_out(const ReportData& data) {
    const std::size_t count = data.games.size() - data.replays.size();
    if (count == 0) return "";
    std::size_t first = 0;  // that is left out
    while (first < data.replays.size() && data.replays[first].number == data.games[first].number)
        ++first;
    return fmt::format(
        "<p class=\"warning\">{} of {} games are left out here, so that the page stays small: "
        "those without faults from game {} on. All numbers above count them; \u201Ckalah games "
        "show\u201D has them all.</p>\n",
        count, data.games.size(), data.games[first].number + 1);
}

struct HtmlBlocks {
    const ReportData* data;  // null: no games
    const std::string& games;

    std::string operator()(const Paragraph& block) const {
        return "<p>" + html_text(block.text) + "</p>\n";
    }
    std::string operator()(const Heading& block) const {
        return "<h3>" + html_text(block.text) + "</h3>\n";
    }
    std::string operator()(const Warning& block) const {
        return "<p class=\"warning\">" + html_text(block.text) + "</p>\n";
    }
    std::string operator()(const Code& block) const {
        const std::string code =
            "<pre tabindex=\"0\"><code>" + html_text(block.text) + "</code></pre>";
        if (block.folded)
            return "<details><summary>" + html_text(block.title) + "</summary>" + code +
                   "</details>\n";
        return "<h3>" + html_text(block.title) + "</h3>" + code + "\n";
    }
    std::string operator()(const Figures& block) const {
        constexpr std::size_t kShortValue = 12;
        std::string html = "<dl class=\"figures\">\n";
        for (const Figure& figure : block.all)
            html += fmt::format("<div><dt>{}</dt><dd{}>{}<small>{}</small></dd></div>\n",
                                html_text(figure.label),
                                figure.value.size() > kShortValue ? " class=\"words\"" : "",
                                html_text(figure.value), html_text(figure.note));
        return html + "</dl>\n";
    }
    std::string operator()(const Table& block) const { return table_html(block, games); }
    std::string operator()(const Charts& block) const {
        std::string html = block.width == Charts::Width::full ? "<div class=\"charts wide\">\n"
                                                              : "<div class=\"charts\">\n";
        for (const Chart& chart : block.all) html += chart_html(chart, games);
        return html + "</div>\n";
    }
    std::string operator()(const Diagram& block) const {
        return "<div class=\"diagram\">" + board_svg(block) + "</div>\n";
    }
    std::string operator()(const GameList&) const {
        if (data == nullptr) return "";
        return left_out(*data) +
               "<div id=\"replay\" hidden></div>\n<div id=\"game-list\" hidden></div>\n" +
               plain_games(*data);
    }
};

std::string html_page(const Document& document, const ReportData* data) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        // The page loads nothing, whatever it contains.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n"
        "<header><h1>{}</h1><p>{}</p></header>\n<nav aria-label=\"Sections\">",
        html_text(document.title), page_style(), html_text(document.title),
        html_text(document.subtitle));
    if (!document.games_page.empty())
        html += fmt::format("<a href=\"{}\">All players</a>\n", html_text(document.games_page));
    for (const Section& section : document.sections)
        html += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, html_text(section.title));
    html += "</nav>\n<main>\n";
    for (const Section& section : document.sections) {
        html +=
            fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", section.id, html_text(section.title));
        for (const Block& block : section.blocks)
            html += std::visit(HtmlBlocks{data, document.games_page}, block);
        html += "</section>\n";
    }
    html += "</main>\n<footer><p>" + html_text(document.footer) + "</p></footer>\n";
    if (data != nullptr)
        html += script_data(*data) + fmt::format("<script>\n{}</script>\n", page_script());
    return html + "</body>\n</html>\n";
}

}  // namespace

std::string to_html(const Document& document, const ReportData& data) {
    return html_page(document, &data);
}

std::string to_html(const Document& document) {
    return html_page(document, nullptr);
}

}  // namespace kalah::report
