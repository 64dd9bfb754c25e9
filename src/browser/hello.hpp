// Hello: what a page has to know before anything else: rules, players, levels of strength, the
// hall. Any thread.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "browser/service.hpp"
#include "kalah/rules.hpp"

namespace kalah::browser {

/// What the hall of KGP clients plays.
struct HallTerms {
    Rules rules = {};
    Board start = {};
    std::chrono::milliseconds time{0};  // for each move
};

/// A strength that people choose by a word; weakest first. The words are the page's.
struct Level {
    std::string_view id;
    std::string_view player;
};
[[nodiscard]] std::span<const Level> levels();

class Hello final : public Service {
  public:
    Hello(Office& office, std::string version, const HallTerms& hall)
        : office_(office), version_(std::move(version)), hall_(hall) {}

    [[nodiscard]] std::vector<std::pair<std::string_view, Handler>> handlers() override;

  private:
    [[nodiscard]] Json answer() const;

    Office& office_;
    std::string version_;
    HallTerms hall_;
};

}  // namespace kalah::browser
