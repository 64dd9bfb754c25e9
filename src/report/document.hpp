// Document: what a report says, independent of how it looks. Sections of paragraphs, tables,
// figures, charts and positions, which html.cpp and markdown.cpp write, each in its own format. All
// texts are plain, as they came from outside: html.cpp and markdown.cpp escape them. Plain values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kalah/board.hpp"

namespace kalah::report {

/// A place in one of the games: the replay opens there.
struct GamePlace {
    std::size_t number = 0;  // from 0
    std::size_t ply = 0;     // moves played
};

struct Cell {
    std::string text = {};
    std::string note = {};  // smaller, below it
    std::optional<GamePlace> game = {};
    std::string link = {};  // to another page of the same folder
    Cell(std::string plain) : text(std::move(plain)) {}
    Cell(const char* plain) : text(plain) {}
    Cell(std::string plain, std::string below) : text(std::move(plain)), note(std::move(below)) {}
    Cell(std::string plain, GamePlace place) : text(std::move(plain)), game(place) {}
};

enum class Align : bool { left, right };
struct Column {
    std::string title;
    Align align = Align::right;
};
struct Table {
    std::string caption = {};
    std::vector<Column> columns = {};
    std::vector<std::vector<Cell>> rows = {};
};

struct Paragraph {
    std::string text;
};
/// A heading within a section, above the blocks that follow.
struct Heading {
    std::string text;
};
struct Warning {
    std::string text;
};
/// To be copied as it is.
struct Code {
    std::string title;
    std::string text;
    bool folded = false;
};
/// A number that readers should see at once.
struct Figure {
    std::string label;
    std::string value;
    std::string note = {};
};
struct Figures {
    std::vector<Figure> all;
};
/// A drawing, and the numbers behind it for readers who cannot see it or do not need to.
struct Chart {
    std::string title;
    std::string svg;  // made by charts.hpp
    Table numbers;
    std::string source = {};  // where the numbers come from
};
/// Side by side where there is room.
struct Charts {
    std::vector<Chart> all;
    enum class Width : bool { half, full };
    Width width = Width::half;
};
/// A position with two of the mover's pits marked: the one played, and a better one.
struct Diagram {
    Board board;
    int played = 0;  // pits from 0
    int better = 0;
};
/// Marks the place of the games: the replay, or the list of their moves.
struct GameList {};

using Block =
    std::variant<Paragraph, Heading, Warning, Code, Figures, Table, Charts, Diagram, GameList>;

struct Section {
    std::string id;
    std::string title;
    std::vector<Block> blocks = {};
};

struct Document {
    std::string title;
    std::string subtitle;
    std::string footer;
    std::vector<Section> sections = {};
    /// The page with the games, if it is another one of the same folder: "../index.html".
    std::string games_page = {};
};

}  // namespace kalah::report
