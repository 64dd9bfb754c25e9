#include "app/chain_output.hpp"

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "players/thought.hpp"

namespace kalah::app {
namespace {

/// `score` to `upper`, for the side to move.
Json with_value(Json json, const players::KnownValue& value) {
    const auto bound = [](const std::optional<int>& seeds) {
        return seeds ? Json(*seeds) : Json();
    };
    return json.set("score", value.is_known() ? Json(value.score()) : Json())
        .set("kind", std::string(name(value.kind())))
        .set("source", std::string(name(value.source)))
        .set("lower", bound(value.lower))
        .set("upper", bound(value.upper));
}

}  // namespace

std::string line_of(const Setting& setting, const std::vector<int>& pits) {
    return players::line_text(setting.rules, setting.start, pits);
}

void print_progress(const players::PositionValues& values, const Setting& setting) {
    const bool begun = values.depth > 0 || values.nodes > 0 || values.value.is_exact();
    if (!begun && values.value.source != players::ValueSource::book) return;
    fmt::print("depth {:>3}  {:<26}  {:>12} nodes  {:>8.3f} s  {}\n", values.depth,
               players::value_text(values.value), values.nodes, values.seconds,
               line_of(setting, values.line));
    std::fflush(stdout);
}

void print_chain(const players::PositionValues& values, const Setting& setting) {
    fmt::print("\nmove  worth                       source    line\n");
    for (const players::MoveValue& move : values.moves)
        fmt::print("{:>4}  {:<26}  {:<8}  {}\n", move.pit + 1, players::value_text(move.value),
                   name(move.value.source), line_of(setting, move.line));
    fmt::print("\nbest: {}, {}\n", *values.best + 1, players::value_text(values.value));
}

Json chain_json(const players::PositionValues& values, const Setting& setting,
                const players::Spec& engine, const AddParts& add_parts) {
    Json moves = Json::array();
    for (const players::MoveValue& move : values.moves)
        moves.push(add_parts(with_value(Json().set("pit", move.pit + 1), move.value)
                                 .set("line", line_of(setting, move.line)),
                             move.line));
    Json json = Json()
                    .set("start", start_text(setting.start))
                    .set("rules", to_text(setting.rules))
                    .set("best", *values.best + 1);
    json = with_value(std::move(json), values.value)
               .set("depth", values.depth)
               .set("takeover", Json())
               .set("nodes", values.nodes)
               .set("seconds", values.seconds)
               .set("database", database_json(engine))
               .set("line", line_of(setting, values.line))
               .set("moves", std::move(moves));
    return add_parts(std::move(json), {});
}

}  // namespace kalah::app
