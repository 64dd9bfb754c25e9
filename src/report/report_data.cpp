#include "report/report_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "players/spec.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

using arena::TournamentGame;

std::vector<std::vector<Encounter>> encounters_of(const ReportData& data) {
    const std::size_t count = data.plan.entrants.size();
    std::vector<std::vector<Encounter>> all(count, std::vector<Encounter>(count));
    for (const TournamentGame& game : data.games) {
        for (std::size_t side = 0; side < 2; ++side) {
            const int own = game.entrants[side];
            const int against = game.entrants[1 - side];
            Encounter& met = all[static_cast<std::size_t>(own)][static_cast<std::size_t>(against)];
            ++met.games;
            met.points += game.points_of(own);
            if (game.forfeited()) continue;
            ++met.played;
            met.margin += game.margin_of(own);
        }
    }
    return all;
}

std::vector<OpeningData> openings_of(const std::vector<TournamentGame>& games) {
    std::map<std::tuple<int, std::string, std::string>, OpeningData> all;
    for (const TournamentGame& game : games) {
        if (game.forfeited()) continue;
        auto [place, is_new] = all.try_emplace(
            {game.board, game.start, game.opening},
            OpeningData{game.board, game.start, game.opening, 0, 0, 0, {}, game.number});
        const int beginner = game.entrants[static_cast<std::size_t>(game.begins)];
        ++place->second.games;
        place->second.pairings.insert(std::minmax(game.entrants[0], game.entrants[1]));
        place->second.points += game.points_of(beginner);
        place->second.margin += game.margin_of(beginner);
    }
    std::vector<OpeningData> sorted;
    sorted.reserve(all.size());
    for (auto& [key, opening] : all) sorted.push_back(std::move(opening));
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) {
        return x.mean_margin() > y.mean_margin();
    });
    return sorted;
}

void look_at(ReportData& data, const TournamentGame& game, const GameRecord& record,
             std::vector<std::vector<double>>& thinking, bool replayed) {
    const auto& played = record.game.played();
    for (std::size_t i = 0; i < std::min(played.size(), record.notes.size()); ++i)
        if (!by_referee(record.notes[i].source)) {
            const int mover = game.entrants[static_cast<std::size_t>(played[i].mover)];
            thinking[static_cast<std::size_t>(mover)].push_back(record.notes[i].seconds);
        }
    for (std::size_t i = 0; i < record.faults.size(); ++i) {
        const Fault& fault = record.faults[i];
        data.faults.push_back({game.number, game.entrants[static_cast<std::size_t>(fault.side)],
                               fault, record.loser == fault.side && i + 1 == record.faults.size()});
    }
    if (replayed || !record.faults.empty())
        data.replays.push_back({game.number, row_json(game, record), moves_json(record)});
    if (record.started > 0 && (data.first == 0 || record.started < data.first))
        data.first = record.started;
    data.last = std::max(data.last, record.finished);
}

std::optional<Error> look_at_records(ReportData& data, arena::Tournament& tournament,
                                     std::size_t replayed, const Pseudonyms* pseudonyms) {
    std::vector<std::vector<double>> thinking(data.plan.entrants.size());
    auto error = tournament.for_each_record([&](const TournamentGame& played,
                                                const GameRecord& record) {
        // The tournament may have gone on since it was loaded: newer games do not count.
        const auto number = data.numbers.find(played.number);
        if (number == data.numbers.end()) return true;
        const auto game = std::lower_bound(
            data.games.begin(), data.games.end(), number->second,
            [](const TournamentGame& one, std::size_t wanted) { return one.number < wanted; });
        const bool replay = game - data.games.begin() < static_cast<std::ptrdiff_t>(replayed);
        look_at(data, *game, pseudonyms ? pseudonyms->cleaned(record) : record, thinking, replay);
        return true;
    });
    for (auto& seconds : thinking) data.thinking.push_back(spread(std::move(seconds)));
    const auto by_number = [](const auto& x, const auto& y) { return x.number < y.number; };
    std::stable_sort(data.faults.begin(), data.faults.end(), by_number);
    std::sort(data.replays.begin(), data.replays.end(), by_number);
    return error;
}

std::size_t place_of(std::size_t entrant, const Pseudonyms* pseudonyms) {
    return pseudonyms ? static_cast<std::size_t>(pseudonyms->place_of(static_cast<int>(entrant)))
                      : entrant;
}

/// The bracket of a knockout follows the plan's list. In all others, players who are equal come in
/// the order of the report's list.
std::vector<arena::Standing> standings_of(const ReportData& data,
                                          const arena::Tournament& tournament,
                                          const Pseudonyms* pseudonyms) {
    if (data.plan.kind != arena::Kind::knockout) return arena::standings(data.plan, data.games);
    auto standings = arena::standings(data.plan, tournament.games());
    for (arena::Standing& standing : standings)
        standing.entrant =
            static_cast<int>(place_of(static_cast<std::size_t>(standing.entrant), pseudonyms));
    return standings;
}

/// Nothing if it is not limited by time.
std::optional<std::chrono::milliseconds> limit_of(const arena::Plan& plan,
                                                  const arena::Entrant& entrant) {
    const auto spec = players::parse_player(entrant.spec);
    if (!spec) return std::nullopt;
    return spec->kind == players::Kind::program ? plan.program_time : spec->settings.limits.time;
}

void look_at_overhead(ReportData& data) {
    std::vector<double> a_move;
    double seconds = 0;
    int moves = 0;
    for (const TournamentGame& game : data.games) {
        const int moved = game.moved[0] + game.moved[1];
        seconds += game.overhead;
        moves += moved;
        if (moved > 0) a_move.push_back(game.overhead / moved);
    }
    data.overhead = spread(std::move(a_move));
    if (moves > 0) data.overhead_mean = seconds / moves;
}

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

Spread spread(std::vector<double> values) {
    Spread result;
    if (values.empty()) return result;
    std::sort(values.begin(), values.end());
    const std::size_t count = values.size();
    result.count = count;
    result.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    result.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(count);
    const auto rank = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(count)));
    result.high = values[rank - 1];
    result.most = values.back();
    return result;
}

bool ReportData::can_replay(std::size_t number) const {
    return std::binary_search(
        replays.begin(), replays.end(), GameData{number},
        [](const GameData& x, const GameData& y) { return x.number < y.number; });
}

Result<ReportData> gather(arena::Tournament& tournament, std::size_t replayed,
                          const Pseudonyms* pseudonyms) {
    ReportData data;
    const arena::Plan& plan = tournament.plan();
    data.plan = pseudonyms ? pseudonyms->cleaned(plan) : plan;
    data.anonymous = pseudonyms != nullptr;
    data.id = tournament.id();
    data.finished = tournament.is_finished();
    data.scheduled = tournament.scheduled();
    data.games = tournament.games();
    data.sprt = tournament.sprt();
    if (pseudonyms)
        data.numbers = pseudonyms->renumber(data.games);
    else
        for (const TournamentGame& game : data.games)
            data.numbers.emplace(game.number, game.number);
    if (auto error = look_at_records(data, tournament, replayed, pseudonyms)) return *error;
    data.standings = standings_of(data, tournament, pseudonyms);
    data.ratings = arena::rate(data.plan.entrants.size(), arena::meetings_of(data.games));
    data.encounters = encounters_of(data);
    data.summary =
        arena::summarise(arena::results_of_all(data.games), arena::most_seeds(data.plan));
    data.openings = openings_of(data.games);
    look_at_overhead(data);
    const auto load = tournament.machine_load();
    if (!load) return load.error();
    data.load = *load;
    data.trees = arena::tree_difference(plan, tournament.setups());
    data.limits.resize(plan.entrants.size());
    for (std::size_t i = 0; i < plan.entrants.size(); ++i)
        data.limits[place_of(i, pseudonyms)] = limit_of(plan, plan.entrants[i]);
    return data;
}

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
