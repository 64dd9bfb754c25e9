#include "report/game_data.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/text.hpp"

namespace kalah::report {
namespace {

constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr int kBase = 36;

char letter(Side side) {
    return side == Side::south ? 's' : 'n';
}

int digits_of(int most) {
    int digits = 1;
    for (int limit = kBase; most >= limit; limit *= kBase) ++digits;
    return digits;
}

void append(std::string& text, int value, int digits) {
    for (int i = digits; i > 0; --i) {
        int shifted = value;
        for (int j = 1; j < i; ++j) shifted /= kBase;
        text += kDigits[static_cast<std::size_t>(shifted % kBase)];
    }
}

struct Widths {
    int pit = 1;
    int store = 1;
};

Widths widths_of(const Game& game) {
    int pit = 0;
    int store = 0;
    for (std::size_t i = 0; i <= game.played().size(); ++i) {
        const Board& board = game.board_after(i);
        for (const auto& row : board.pits)
            for (const std::uint16_t seeds : row) pit = std::max<int>(pit, seeds);
        for (const std::uint16_t seeds : board.stores) store = std::max<int>(store, seeds);
    }
    return {digits_of(pit), digits_of(store)};
}

std::string positions_text(const Game& game, Widths widths) {
    std::string text;
    for (std::size_t i = 0; i <= game.played().size(); ++i) {
        const Board& board = game.board_after(i);
        for (const Side side : kBothSides)
            for (int pit = 0; pit < board.width; ++pit)
                append(text, board.at(side, pit), widths.pit);
        for (const Side side : kBothSides) append(text, board.store(side), widths.store);
    }
    return text;
}

std::string move_text(const MoveResult& move, bool by_referee) {
    std::string text = fmt::format("{}{}", letter(move.mover), move.pit + 1);
    if (move.extra_turn && !move.over) text += '+';
    if (move.captured > 0) text += fmt::format("x{}", move.captured);
    if (by_referee) text += 'r';
    if (move.swept > 0) text += fmt::format("w{}", move.swept);
    return text;
}

std::string ending_text(const GameRecord& record) {
    if (!record.loser) return std::string(name(record.ending));
    return fmt::format("{} lost by a fault ({})", to_text(*record.loser), name(record.ending));
}

std::string faults_json(const GameRecord& record) {
    std::string json;
    for (const Fault& fault : record.faults)
        json += fmt::format("{}[{},\"{}\",{},{}]", json.empty() ? "" : ",", fault.ply,
                            letter(fault.side), json_text(name(fault.kind)), json_text(fault.text));
    return json;
}

}  // namespace

std::string row_json(const arena::TournamentGame& game, const GameRecord& record) {
    return fmt::format("[{},{},{},{},{},{},{},{},{},{}]", game.number + 1, game.round + 1,
                       game.board, game.entrants[0], game.entrants[1], record.points(Side::south),
                       record.points(Side::north), game.plies, json_text(name(game.ending)),
                       record.faults.size());
}

std::string moves_json(const GameRecord& record) {
    const Game& game = record.game;
    const Widths widths = widths_of(game);
    std::string moves;
    std::string times;
    std::string remarks;
    for (std::size_t i = 0; i < game.played().size(); ++i) {
        const MoveNote note = i < record.notes.size() ? record.notes[i] : MoveNote{};
        const bool no_choice = by_referee(note.source);
        if (i > 0) moves += ' ', times += ',';
        moves += move_text(game.played()[i], no_choice);
        times += no_choice ? "null" : fmt::format("{:.4g}", 1e3 * note.seconds);
        if (!note.comment.empty())
            remarks += fmt::format("{}[{},{}]", remarks.empty() ? "" : ",", i + 1,
                                   json_text(note.comment));
    }
    return fmt::format(
        R"({{"m":"{}","p":"{}","w":[{},{}],"b":"{}","t":[{}],"r":[{}],"f":[{}],"e":{}}})", moves,
        positions_text(game, widths), widths.pit, widths.store, letter(game.start().to_move), times,
        remarks, faults_json(record), json_text(ending_text(record)));
}

std::string script_data(const ReportData& data) {
    std::string players;
    for (const auto& entrant : data.plan.entrants)
        players += (players.empty() ? "" : ",") + json_text(entrant.name);
    std::string boards;
    for (const std::string& board : data.plan.boards)
        boards += (boards.empty() ? "" : ",") + json_text(board);
    std::string html = fmt::format(
        "<script type=\"application/json\" "
        "id=\"report-data\">{{\"players\":[{}],\"boards\":[{}],\"games\":[",
        players, boards);
    for (std::size_t i = 0; i < data.replays.size(); ++i)
        html += (i > 0 ? ",\n" : "\n") + data.replays[i].row;
    html += "]}</script>\n<script type=\"application/json\" id=\"report-moves\">[";
    for (std::size_t i = 0; i < data.replays.size(); ++i)
        html += (i > 0 ? ",\n" : "\n") + data.replays[i].moves;
    return html + "\n]</script>\n";
}

}  // namespace kalah::report
