// Measurements: numbers that experiments took (times, nodes, losses), and notes about how they were
// taken, in the same file as the games. What is there is never taken again: a key and a trial have
// one value. Any thread may call anything.
#pragma once

#include <map>

#include "store/store.hpp"

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
    explicit Measurements(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    /// All or none of them; one that is there already is an error.
    [[nodiscard]] std::optional<WriteError> add(std::span<const Measurement> measurements,
                                                Milliseconds now);
    /// By key, then by trial. None of a store that is older than they are.
    [[nodiscard]] Result<std::vector<Measurement>> all();

    /// Replaces a note of that key.
    [[nodiscard]] std::optional<WriteError> note(const std::string& key, const std::string& text);
    /// All or none of them.
    [[nodiscard]] std::optional<WriteError> note(const std::map<std::string, std::string>& notes);
    [[nodiscard]] Result<std::map<std::string, std::string>> notes();

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
