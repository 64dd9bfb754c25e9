// Pseudonyms: a tournament without the names of its players. "Player 7" stands for a name wherever
// one can appear: in tables, in what programs wrote to standard error, in remarks. Specifications
// and paths are left out, and neither the list of players nor the order of the games follows the
// plan. Immutable; any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results.hpp"
#include "referee/record.hpp"

namespace kalah::report {

class Pseudonyms {
  public:
    /// Numbers by chance, others each time.
    explicit Pseudonyms(const arena::Plan& plan);
    /// The numbers of an earlier key(); nothing if it is not one of these players.
    [[nodiscard]] static std::optional<Pseudonyms> from_key(const arena::Plan& plan,
                                                            std::string_view key);

    /// "Player 7", for an entrant of the plan.
    [[nodiscard]] std::string name_of(int entrant) const;
    /// Its place in the list of the cleaned plan: by number. The first entrant of a match or a
    /// gauntlet, who has a part of its own, stays the first.
    [[nodiscard]] int place_of(int entrant) const {
        return places_[static_cast<std::size_t>(entrant)];
    }
    /// Without names of players, words of their commands, paths and addresses.
    [[nodiscard]] std::string cleaned(std::string_view text) const;
    [[nodiscard]] GameRecord cleaned(GameRecord record) const;
    /// With pseudonyms as names and specifications, in the order of place_of, and no name of a
    /// file.
    [[nodiscard]] arena::Plan cleaned(arena::Plan plan) const;
    /// Numbers the entrants of games by place_of, and sorts and numbers the games anew: by round,
    /// players and opening, pairs together. Returns their new numbers, by the old ones.
    std::map<std::size_t, std::size_t> renumber(std::vector<arena::TournamentGame>& games) const;
    /// Who is who, as a CSV table for the teacher.
    [[nodiscard]] std::string key() const;

  private:
    struct Term {
        std::string text;  // in lower case
        std::string by;    // what takes its place
        bool inside;       // of longer words, too
    };
    Pseudonyms(const arena::Plan& plan, std::vector<std::size_t> order);
    void add_term(std::string_view text, const std::string& by, std::size_t least_inside);
    [[nodiscard]] std::string without_terms(const std::string& text) const;

    std::vector<arena::Entrant> entrants_;
    std::vector<std::size_t> order_;  // entrants by number
    std::vector<int> places_;         // by entrant
    std::vector<Term> terms_;         // the longest first
};

}  // namespace kalah::report
