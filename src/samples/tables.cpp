#include "samples/tables.hpp"

#include <algorithm>
#include <charconv>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "samples/npz.hpp"
#include "system/csv.hpp"

namespace kalah::samples {
namespace {

/// "own1,own2,": a column for each pit.
std::string pit_columns(const char* stem, int pits) {
    std::string text;
    for (int pit = 1; pit <= pits; ++pit) text += "," + (stem + std::to_string(pit));
    return text;
}

std::string header(const Rows& rows) {
    std::string text = "position,game,ply,phase,seeds" + pit_columns("own", rows.pits) +
                       pit_columns("other", rows.pits) + ",own_store,other_store";
    if (rows.labels) text += ",kind,value,best" + pit_columns("value", rows.pits);
    if (rows.estimates) text += ",estimate";
    return text + ",player,move,outcome\n";
}

/// The pits of a set, from 1: "3 6".
std::string pits_text(std::uint16_t set) {
    std::string text;
    for (const int pit : PitSet(set)) text += (text.empty() ? "" : " ") + std::to_string(pit + 1);
    return text;
}

/// The shortest text that reads as the same number.
std::string number_text(float number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string line_of(const Rows& rows, const Sample& sample) {
    const Board& board = sample.board;
    CsvRow row;
    row.text(to_text(board)).number(sample.game).number(sample.ply).number(sample.phase + 1);
    row.number(seeds_in_pits(board));
    for (const Side side : kBothSides)
        for (int pit = 0; pit < rows.pits; ++pit) row.number(board.at(side, pit));
    for (const Side side : kBothSides) row.number(board.store(side));
    if (rows.labels) {
        const Label& label = sample.label;
        row.text(name(label.kind)).number(label.value).text(pits_text(label.best));
        for (std::size_t pit = 0; pit < static_cast<std::size_t>(rows.pits); ++pit)
            label.moves[pit] == kUnknownValue ? row.empty() : row.number(label.moves[pit]);
    }
    if (rows.estimates) row.raw(number_text(sample.label.estimate));
    row.number(sample.player + 1).number(sample.move + 1).number(sample.outcome);
    return row.line();
}

/// One number of each sample.
template <class Number, class Get>
void add_column(NpzWriter& file, const Rows& rows, const char* name, const Get& get) {
    std::vector<Number> values;
    values.reserve(rows.count());
    rows.each([&](const Sample& sample) { values.push_back(static_cast<Number>(get(sample))); });
    file.add(name, values);
}

void add_positions(NpzWriter& file, const Rows& rows) {
    const std::size_t columns = 2 * static_cast<std::size_t>(rows.pits) + 2;
    std::vector<std::uint8_t> bytes(columns * rows.count());
    std::uint8_t* row = bytes.data();
    rows.each([&](const Sample& sample) {
        write_row(sample.board, row);
        row += columns;
    });
    file.add("positions", bytes, columns);
}

void add_labels(NpzWriter& file, const Rows& rows) {
    const auto pits = static_cast<std::size_t>(rows.pits);
    add_column<std::uint8_t>(file, rows, "kind", [](const auto& s) { return s.label.kind; });
    add_column<std::int16_t>(file, rows, "value", [](const auto& s) { return s.label.value; });
    add_column<std::uint16_t>(file, rows, "best", [](const auto& s) { return s.label.best; });
    std::vector<std::int16_t> moves;
    moves.reserve(pits * rows.count());
    rows.each([&](const Sample& sample) {
        moves.insert(moves.end(), sample.label.moves.begin(),
                     sample.label.moves.begin() + static_cast<std::ptrdiff_t>(pits));
    });
    file.add("move_values", moves, pits);
}

}  // namespace

void Rows::each(const std::function<void(const Sample&)>& use) const {
    for (const Sample& sample : samples)
        if (sample.test == (part == Part::test)) use(sample);
}

std::size_t Rows::count() const {
    return static_cast<std::size_t>(
        std::count_if(samples.begin(), samples.end(),
                      [&](const Sample& sample) { return sample.test == (part == Part::test); }));
}

std::string to_csv(const Rows& rows) {
    std::string text = header(rows);
    rows.each([&](const Sample& sample) { text += line_of(rows, sample); });
    return text;
}

std::string to_npz(const Rows& rows) {
    NpzWriter file;
    add_positions(file, rows);
    add_column<std::uint32_t>(file, rows, "game", [](const auto& s) { return s.game; });
    add_column<std::uint16_t>(file, rows, "ply", [](const auto& s) { return s.ply; });
    add_column<std::uint8_t>(file, rows, "phase", [](const auto& s) { return s.phase + 1; });
    if (rows.labels) add_labels(file, rows);
    if (rows.estimates)
        add_column<float>(file, rows, "estimate", [](const auto& s) { return s.label.estimate; });
    add_column<std::uint8_t>(file, rows, "player", [](const auto& s) { return s.player + 1; });
    add_column<std::uint8_t>(file, rows, "move", [](const auto& s) { return s.move + 1; });
    add_column<std::int16_t>(file, rows, "outcome", [](const auto& s) { return s.outcome; });
    return std::move(file).finish();
}

}  // namespace kalah::samples
