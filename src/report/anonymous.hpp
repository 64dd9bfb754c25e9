// Pseudonyms: a tournament without the names of its players. "Player 7" stands for a name wherever
// one can appear: in tables, in what programs wrote to standard error, in remarks. Specifications
// and paths are left out. Immutable; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/plan.hpp"
#include "referee/record.hpp"

namespace kalah::report {

class Pseudonyms {
  public:
    /// The same plan always gets the same numbers; they do not follow the order of its list.
    explicit Pseudonyms(const arena::Plan& plan);

    /// "Player 7"
    [[nodiscard]] std::string name_of(int entrant) const;
    /// Without names of players, words of their commands, paths and addresses.
    [[nodiscard]] std::string cleaned(std::string_view text) const;
    [[nodiscard]] GameRecord cleaned(GameRecord record) const;
    /// With pseudonyms as names and specifications, and no name of a file.
    [[nodiscard]] arena::Plan cleaned(arena::Plan plan) const;
    /// Who is who, as a CSV table for the teacher.
    [[nodiscard]] std::string key() const;

  private:
    struct Term {
        std::string text;  // in lower case
        std::string by;    // what takes its place
        bool inside;       // of longer words, too
    };
    void add_term(std::string_view text, const std::string& by, std::size_t least_inside);
    [[nodiscard]] std::string without_terms(const std::string& text) const;

    std::vector<arena::Entrant> entrants_;
    std::vector<std::size_t> numbers_;  // by entrant, from 1
    std::vector<Term> terms_;           // the longest first
};

}  // namespace kalah::report
