// Helpers for tests of searches: settings from a specification, any evaluation, and a token that
// never stops.
#pragma once

#include <atomic>
#include <chrono>
#include <iterator>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "support/random_boards.hpp"

namespace kalah::test {

inline const StopToken kNever;

/// Fails the test if the text is not a specification.
[[nodiscard]] inline EngineOptions settings_of(const std::string& text) {
    const auto spec = players::parse_player(text);
    REQUIRE_MESSAGE(spec, text);
    return spec->settings;
}

/// Any of the evaluations.
[[nodiscard]] inline EvalId random_eval(Random& random) {
    return kAllEvals[static_cast<std::size_t>(
        pick(random, 0, static_cast<int>(std::size(kAllEvals)) - 1))];
}

/// The move of a search (or analysis) that another thread stops after `microseconds`.
[[nodiscard]] inline int stopped_move(Engine& engine, const Board& board, int microseconds,
                                      bool analysis) {
    StopToken stop;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
        stop.request();
    });
    const auto report =
        analysis ? engine.analyse({}, board, stop) : engine.best_move({}, board, stop);
    stopper.join();
    return report.pit;
}

}  // namespace kalah::test
