#include <algorithm>

#include <fmt/format.h>

#include "report/report.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "rules/drawing.hpp"

namespace kalah::report {
namespace {

std::string cell_markdown(const Cell& cell) {
    std::string text = markdown_text(cell.text);
    if (!cell.note.empty()) text += " (" + markdown_text(cell.note) + ")";
    return text;
}

std::string table_markdown(const Table& table) {
    std::string text;
    if (!table.caption.empty()) text += markdown_text(table.caption) + ":\n\n";
    text += "|";
    for (const Column& column : table.columns) text += " " + markdown_text(column.title) + " |";
    text += "\n|";
    for (const Column& column : table.columns)
        text += column.align == Align::right ? "---:|" : "---|";
    text += '\n';
    for (const auto& row : table.rows) {
        text += "|";
        for (const Cell& cell : row) text += " " + cell_markdown(cell) + " |";
        text += '\n';
    }
    return text + '\n';
}

/// A code fence that is longer than any run of backticks in the text.
std::string fence_for(const std::string& text) {
    std::size_t longest = 2;
    std::size_t now = 0;
    for (const char c : text) {
        now = c == '`' ? now + 1 : 0;
        longest = std::max(longest, now);
    }
    return std::string(longest + 1, '`');
}

Table games_table(const ReportData& data) {
    Table table;
    table.columns = {{"#"},      {"South", Align::left},  {"North", Align::left},
                     {"Margin"}, {"Ending", Align::left}, {"Moves", Align::left}};
    for (const auto& game : data.games)
        table.rows.push_back(
            {std::to_string(game.number + 1), data.name_of(game.entrants[0]),
             data.name_of(game.entrants[1]), signed_number(game.margin, 0),
             std::string(name(game.ending)),
             (game.start == data.plan.boards[static_cast<std::size_t>(game.board)] &&
                      data.plan.boards.size() == 1
                  ? ""
                  : game.start + ": ") +
                 game.moves});
    return table;
}

struct MarkdownBlocks {
    const ReportData* data;  // null: no games

    std::string operator()(const Paragraph& block) const {
        return markdown_text(block.text) + "\n\n";
    }
    std::string operator()(const Heading& block) const {
        return "### " + markdown_text(block.text) + "\n\n";
    }
    std::string operator()(const Warning& block) const {
        return "> **Note:** " + markdown_text(block.text) + "\n\n";
    }
    std::string operator()(const Code& block) const {
        const std::string fence = fence_for(block.text);
        return markdown_text(block.title) + ":\n\n" + fence + "\n" + block.text +
               (block.text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
    }
    std::string operator()(const Figures& block) const {
        Table table;
        table.columns = {{"", Align::left}, {""}, {"", Align::left}};
        for (const Figure& figure : block.all)
            table.rows.push_back({figure.label, figure.value, figure.note});
        return table_markdown(table);
    }
    std::string operator()(const Table& block) const { return table_markdown(block); }
    std::string operator()(const Charts& block) const {
        std::string text;
        for (const Chart& chart : block.all)
            text += "### " + markdown_text(chart.title) + "\n\n" + table_markdown(chart.numbers) +
                    (chart.source.empty() ? "" : markdown_text(chart.source) + "\n\n");
        return text;
    }
    std::string operator()(const Diagram& block) const {
        return "```\n" + draw(block.board) + "```\n\n";
    }
    std::string operator()(const GameList&) const {
        return data != nullptr ? table_markdown(games_table(*data)) : "";
    }
};

std::string markdown_page(const Document& document, const ReportData* data) {
    std::string text =
        "# " + markdown_text(document.title) + "\n\n" + markdown_text(document.subtitle) + "\n\n";
    for (const Section& section : document.sections) {
        text += "## " + markdown_text(section.title) + "\n\n";
        for (const Block& block : section.blocks) text += std::visit(MarkdownBlocks{data}, block);
    }
    return text + markdown_text(document.footer) + "\n";
}

}  // namespace

std::string to_markdown(const Document& document, const ReportData& data) {
    return markdown_page(document, &data);
}

std::string to_markdown(const Document& document) {
    return markdown_page(document, nullptr);
}

}  // namespace kalah::report
