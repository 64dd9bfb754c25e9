// The parts of the experiment `improvements`: techniques and the keys of what was measured, for its
// work (improvements.cpp) and its report (improvements_report.cpp).
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

/// What is measured of a technique. The book plays a match of its own, from the first move on.
enum class What : std::uint8_t { both, nodes, book };
enum class Deepening : bool { no, yes };
struct Technique {
    const char* name = nullptr;
    const char* player = nullptr;  // DIR: where the store is
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
constexpr const char* kMtdf = "MTD(f)";
constexpr const char* kMtdfAtOnce = "MTD(f), no deepening";
constexpr const char* kStrongMtdf = "MTD(f) with ordering";
constexpr const char* kStrongMtdfAtOnce = "MTD(f) with ordering, no deepening";
constexpr const char* kOpeningBook = "opening book";
/// "all together" leaves out step 3, which saves iterations that ordering and table need.
constexpr std::array<Technique, 16> kTechniques{{
    {kPlain, "alphabeta:eval=simple"},
    {kPlainAtOnce, "alphabeta:eval=simple", What::nodes, Deepening::no},
    {kStepThree, "alphabeta:eval=simple,step=3"},
    {"move ordering", "alphabeta:eval=simple,order=tactical"},
    {"transposition table", "alphabeta:eval=simple,tt=16M"},
    {"table and cut-off", "alphabeta:eval=simple,tt=16M,etc=yes"},
    {"futility", "alphabeta:eval=simple,futility=yes"},
    {kMtdf, "mtdf:eval=simple,order=left,tt=16M"},
    {kMtdfAtOnce, "mtdf:eval=simple,order=left,tt=16M,deepening=no", What::nodes, Deepening::no},
    {"endgame database", "alphabeta:eval=simple,db=DIR/db"},
    {kOpeningBook, "alphabeta:eval=simple,book=default", What::book},
    {kStrong, "alphabeta:eval=simple,order=tactical,tt=16M", What::nodes},
    {kStrongAtOnce, "alphabeta:eval=simple,order=tactical,tt=16M", What::nodes, Deepening::no},
    {kStrongMtdf, "mtdf:eval=simple,order=tactical,tt=16M", What::nodes},
    {kStrongMtdfAtOnce, "mtdf:eval=simple,order=tactical,tt=16M,deepening=no", What::nodes,
     Deepening::no},
    {"all together",
     "mtdf:eval=simple,order=tactical,tt=16M,etc=yes,futility=yes,db=DIR/db,book=default"},
}};

/// The key of a technique's nodes.
[[nodiscard]] std::string key_of(const std::string& technique);
[[nodiscard]] std::vector<report::Section> sections(const Results& results);
[[nodiscard]] std::vector<Answer> answers(const Results& results);

}  // namespace kalah::lab::improvements_parts
