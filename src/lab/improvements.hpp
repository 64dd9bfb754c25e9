// What the experiment `improvements` is made of: techniques and the keys of what was measured, for
// its work (improvements.cpp) and for what is said of it (improvements_report.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/experiment.hpp"
#include "report/document.hpp"

namespace kalah::lab::improvements_parts {

constexpr const char* kGames = "one-by-one";
constexpr const char* kBook = "book";
constexpr const char* kPruning = "pruning";
constexpr const char* kUtility = "utility";

/// What is measured of a technique. The book plays a match of its own, from the first move on.
enum class What : std::uint8_t { both, nodes, book };
enum class Deepening : bool { no, yes };
struct Technique {
    const char* name;
    const char* player;  // DIR: where the store is
    What what = What::both;
    Deepening deepening = Deepening::yes;
    [[nodiscard]] bool counts() const { return what != What::book; }
    [[nodiscard]] bool plays() const { return what == What::both; }
};
constexpr const char* kPlain = "plain";
constexpr const char* kPlainAtOnce = "plain, no deepening";
constexpr const char* kStepThree = "step 3";
constexpr const char* kStrong = "ordering and table";
constexpr const char* kStrongAtOnce = "ordering and table, no deepening";
constexpr const char* kOpeningBook = "opening book";
/// "all together" has no step 3, which saves iterations that ordering and table live on.
constexpr std::array<Technique, 13> kTechniques{{
    {kPlain, "alphabeta:eval=simple"},
    {kPlainAtOnce, "alphabeta:eval=simple", What::nodes, Deepening::no},
    {kStepThree, "alphabeta:eval=simple,step=3"},
    {"move ordering", "alphabeta:eval=simple,order=tactical"},
    {"transposition table", "alphabeta:eval=simple,tt=16M"},
    {"table and cut-off", "alphabeta:eval=simple,tt=16M,etc=yes"},
    {"futility", "alphabeta:eval=simple,futility=yes"},
    {"MTD(f)", "mtdf:eval=simple,order=left,tt=16M"},
    {"endgame database", "alphabeta:eval=simple,db=DIR/db"},
    {kOpeningBook, "alphabeta:eval=simple,book=default", What::book},
    {kStrong, "alphabeta:eval=simple,order=tactical,tt=16M", What::nodes},
    {kStrongAtOnce, "alphabeta:eval=simple,order=tactical,tt=16M", What::nodes, Deepening::no},
    {"all together",
     "mtdf:eval=simple,order=tactical,tt=16M,etc=yes,futility=yes,db=DIR/db,book=default"},
}};

/// Matches that answer a question of the thesis: their first players, without limits.
struct Duel {
    const char* key;
    std::array<const char*, 2> names;
    std::array<const char*, 2> players;
};
constexpr std::array<Duel, 2> kDuels{
    {{kPruning,
      {"knowledge-based, fitted", "alpha-beta, fitted"},
      {"knowledge:eval=fitted", "alphabeta:eval=fitted"}},
     {kUtility,
      {"strong search, simple", "strong search, knowledge"},
      {"mtdf:eval=simple,order=tactical,tt=16M,etc=yes,futility=yes",
       "mtdf:eval=knowledge,order=tactical,tt=16M,etc=yes,futility=yes"}}}};

/// The key of its nodes.
[[nodiscard]] std::string key_of(const std::string& technique);
[[nodiscard]] std::vector<report::Section> sections(const Results& results);
[[nodiscard]] std::vector<Answer> answers(const Results& results);

}  // namespace kalah::lab::improvements_parts
