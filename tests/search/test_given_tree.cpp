// Trees of given values: how they are read, and that the searches find their values.
#include <doctest/doctest.h>

#include "search/given_tree.hpp"
#include "support/random_boards.hpp"
#include "support/search.hpp"

using namespace kalah;
using search::GivenTree;
using test::settings_of;

namespace {

std::string error_of(std::string_view text) {
    const auto tree = GivenTree::parse(text);
    return tree ? "none" : to_text(tree.error());
}

SearchReport searched(const std::string& player, const std::string& text) {
    const auto tree = GivenTree::parse(text);
    REQUIRE_MESSAGE(tree, text);
    search::TraceSink ignored;
    const auto report = search::trace(settings_of(player), *tree, ignored);
    REQUIRE(report);
    return *report;
}

/// A tree of random shape; a third of the inner nodes names its player.
std::string random_tree(test::Random& random, int depth) {
    if (depth == 0 || test::pick(random, 0, 5) == 0)
        return std::to_string(test::pick(random, -9, 9)) + " ";
    const int player = test::pick(random, 0, 5);
    std::string text = player == 0 ? "max(" : player == 1 ? "min(" : "(";
    for (int i = test::pick(random, 1, 4); i > 0; --i) text += random_tree(random, depth - 1);
    return text + ")";
}

/// The oracle: another minimax on the nodes of the text.
int value_of(const GivenTree& tree, int index) {
    const GivenTree::Node& node = tree.node(index);
    if (node.children.empty()) return *node.value;
    int best = value_of(tree, node.children.front());
    for (const int child : node.children) {
        const int value = value_of(tree, child);
        best = node.max ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

}  // namespace

TEST_CASE("a tree of given values is read with names, players, values and comments") {
    const auto tree = GivenTree::parse(
        "# a tree\n"
        "top: max(\n"
        "  left: min=4(3 -12 8)  # evaluated\n"
        "  max(a: 2)\n"
        "  7\n"
        ")\n");
    REQUIRE(tree);
    const auto& nodes = tree->nodes();
    REQUIRE(nodes.size() == 8);
    CHECK(nodes[0].name == "top");
    CHECK(nodes[0].children == std::vector<int>{1, 5, 7});
    CHECK(nodes[1].name == "left");
    CHECK_FALSE(nodes[1].max);
    CHECK(nodes[1].value == 4);
    CHECK(nodes[3].value == -12);
    CHECK(nodes[5].max);
    CHECK(nodes[6].name == "a");
    CHECK(nodes[7].value == 7);
}

TEST_CASE("what is wrong in the text of a tree has its line and column") {
    CHECK(error_of("max(1 2") == "line 1, column 8: expected ')'");
    CHECK(error_of("max(\n  1\n  x)") ==
          "line 3, column 3: expected max, min, a number or a name with ':', not \"x\"");
    CHECK(error_of("max(1) 2") == "line 1, column 8: expected the end of the tree");
    CHECK(error_of("max()") == "line 1, column 5: expected a node before ')'");
    CHECK(error_of("min 3") == "line 1, column 5: expected '('");
    CHECK(error_of("max(1.5)") == "line 1, column 6: expected a whole number");
    CHECK(error_of("max(9999999)") == "line 1, column 5: expected a number from -999999 to 999999");
    CHECK(error_of("") == "line 1, column 1: expected a number, or a node with '('");
    CHECK(error_of("5") == "line 1, column 1: the root is a leaf: write max(…) around the values");
    CHECK(error_of("max(min:3)") == "line 1, column 9: max and min are no names");
    CHECK(error_of(std::string(200, '(')) == "line 1, column 122: the tree is too deep");
    std::string wide = "max(";
    for (int i = 0; i < 27; ++i) wide += "1 ";
    CHECK(error_of(wide + ")") == "line 1, column 57: a node has at most 26 moves");
}

TEST_CASE("minimax and alpha-beta find the value of a given tree") {
    const std::string tree = "max(min(3 12 8) min(2 4 6) min(14 5 2))";
    const SearchReport full = searched("minimax", tree);
    CHECK(full.score.value == 3);
    CHECK(full.pit == 0);
    CHECK(full.nodes == 12);
    const SearchReport pruned = searched("alphabeta", tree);
    CHECK(pruned.score.value == 3);
    CHECK(pruned.nodes == 10);  // 4 and 6 are left out: after 2 the second node is at most 2
    CHECK(searched("alphabeta", "min(max(7 4) max(9 1 2 3))").score.value == 7);
    CHECK(searched("alphabeta", "min(max(7 4) max(9 1 2 3))").nodes == 5);
    CHECK(searched("alphabeta:order=right", tree).score.value == 3);
}

TEST_CASE("every search of a given tree finds what plain recursion finds") {
    test::Random random(77);
    for (int i = 0; i < 300; ++i) {
        const std::string text = "max(" + random_tree(random, 5) + random_tree(random, 5) + ")";
        CAPTURE(text);
        const int value = value_of(*GivenTree::parse(text), 0);
        for (const char* player : {"minimax", "alphabeta", "alphabeta:order=right",
                                   "alphabeta:tt=64K,order=tactical", "mtdf:tt=64K"})
            CHECK(searched(player, text).score.value == value);
        CHECK(searched("alphabeta", text).nodes <= searched("minimax", text).nodes);
    }
}

TEST_CASE("a depth that ends at a node without a value is refused") {
    const auto tree = GivenTree::parse("max(min=1(2 3)\n    min(4 5))");
    search::TraceSink ignored;
    const auto refused = search::trace(settings_of("alphabeta:depth=1"), *tree, ignored);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().line == 2);
    CHECK(refused.error().column == 5);
    CHECK(searched("alphabeta:depth=1", "max(min=1(2 3) 9)").score.value == 9);
    CHECK_FALSE(search::trace(settings_of("champion:depth=2"), *tree, ignored));
}
