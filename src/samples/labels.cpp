#include "samples/labels.hpp"

#include <algorithm>
#include <cmath>

#include "kalah/solver.hpp"
#include "players/analysis.hpp"
#include "players/make_engine.hpp"
#include "players/thought.hpp"

namespace kalah::samples {
namespace {

/// The table of one game. Small ones cost less to make, and few seeds need no more.
std::size_t table_bytes(const Board& board) {
    constexpr std::size_t kMega = std::size_t{1} << 20;
    const int seeds = seeds_in_pits(board);
    return (seeds <= 24 ? 1 : seeds <= 36 ? 16 : 64) * kMega;
}

std::optional<Label> proved(const MovesResult& found) {
    Label label{LabelKind::exact, kUnknownValue};
    for (const MoveBounds& move : found.moves) {
        if (!move.exact()) return std::nullopt;
        const auto value = static_cast<std::int16_t>(move.lower);
        label.moves[static_cast<std::size_t>(move.pit)] = value;
        label.value = std::max(label.value, value);
    }
    for (const MoveBounds& move : found.moves)
        if (move.lower == label.value)
            label.best = static_cast<std::uint16_t>(label.best | 1U << move.pit);
    label.estimate = label.value;
    return label;
}

Label estimated(const SearchReport& report, EvalId eval) {
    const auto seeds = [&](const Score& score) {
        return players::for_south(players::in_seeds(score, eval), Side::south);
    };
    const auto rounded = [](double value) { return static_cast<std::int16_t>(std::lround(value)); };
    const bool exact = std::all_of(report.moves.begin(), report.moves.end(),
                                   [](const MoveReport& move) { return move.score.exact; });
    Label label{exact ? LabelKind::exact : LabelKind::estimate};
    const double best = seeds(report.moves.front().score);
    label.estimate = static_cast<float>(best);
    label.value = rounded(best);
    for (const MoveReport& move : report.moves) {
        const double value = seeds(move.score);
        label.moves[static_cast<std::size_t>(move.pit)] = rounded(value);
        if (value == best) label.best = static_cast<std::uint16_t>(label.best | 1U << move.pit);
    }
    return label;
}

}  // namespace

NewLabeller exact_labels(const Rules& rules, const std::shared_ptr<const EndgameDatabase>& database,
                         std::uint64_t nodes, const StopToken& stop) {
    return [rules, database, nodes, &stop] {
        return [rules, database, nodes, &stop](std::span<const Sample> game) {
            std::vector<std::optional<Label>> labels(game.size());
            if (game.empty()) return labels;
            const std::size_t bytes = table_bytes(game.front().board);
            auto made = Solver::create(rules, game.front().board, {database, bytes, 1});
            if (!made) throw players::NoRoomForTable(bytes);
            Solver solver = made.take();
            // Later positions first: what they prove helps with the earlier ones.
            for (std::size_t i = game.size(); i-- > 0 && !stop.requested();) {
                const auto found =
                    solver.solve_moves(game[i].board, [](const MovesResult&) { return true; },
                                       {std::nullopt, nodes, &stop});
                if (found && found->solved) labels[i] = proved(*found);
            }
            return labels;
        };
    };
}

NewLabeller deep_labels(const Rules& rules, const players::Spec& spec, const StopToken& stop) {
    return [rules, spec, &stop] {
        auto engine = std::make_shared<Engine>(players::make_engine(spec.settings));
        return [rules, engine, &stop](std::span<const Sample> game) {
            std::vector<std::optional<Label>> labels(game.size());
            engine->new_game();
            for (std::size_t i = game.size(); i-- > 0 && !stop.requested();) {
                const SearchReport report = engine->analyse(rules, game[i].board, stop);
                if (!report.moves.empty() && !stop.requested())
                    labels[i] = estimated(report, engine->options().eval);
            }
            return labels;
        };
    };
}

NewLabeller no_labels() {
    return [] {
        return [](std::span<const Sample> game) {
            return std::vector<std::optional<Label>>(game.size(), Label{});
        };
    };
}

}  // namespace kalah::samples
