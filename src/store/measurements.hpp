// Measurements: results of experiments (times, nodes, losses), and notes about how they were taken.
// A stored measurement is never taken again: each key and trial has one value. A part of the Store.
// Any thread.
#pragma once

#include <map>

#include "store/games.hpp"

namespace kalah::store {

struct Measurement {
    std::string key = {};  // "first-move/depth=9"
    int trial = 0;         // from 0
    double value = 0;
    std::string unit = {};  // "s", "nodes"
    bool operator==(const Measurement&) const = default;
};

class Measurements {
  public:
    /// Adds all or none of them; one that is there already is an error.
    [[nodiscard]] virtual std::optional<WriteError> add_measurements(
        std::span<const Measurement> measurements, Milliseconds now) = 0;
    /// By key, then by trial. None in a store of a version that had no measurements yet.
    [[nodiscard]] virtual Result<std::vector<Measurement>> measurements() = 0;

    /// Replaces notes of these keys, all or none of them.
    [[nodiscard]] virtual std::optional<WriteError> add_notes(
        const std::map<std::string, std::string>& notes) = 0;
    [[nodiscard]] virtual Result<std::map<std::string, std::string>> notes() = 0;

  protected:
    ~Measurements() = default;
};

}  // namespace kalah::store
