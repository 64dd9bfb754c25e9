// What is drawn of a search, and that nothing is lost: every node is either drawn or hidden.
#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "support/search.hpp"
#include "trees/drawing.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;
using trees::DrawnNode;

namespace {

trees::Subject subject_of(const std::string& player, const char* start) {
    trees::Subject subject;
    subject.start = *parse_start(start);
    subject.options = settings_of(player);
    subject.player = player;
    return subject;
}

struct Totals {
    std::uint64_t drawn = 0;
    std::uint64_t hidden = 0;
    int deepest = 0;
    std::size_t widest = 0;
};

void add(const DrawnNode& node, Totals& totals) {
    if (node.node.id != 0) ++totals.drawn;
    totals.hidden += node.hidden();
    totals.deepest = std::max(totals.deepest, node.node.ply);
    totals.widest = std::max(totals.widest, node.children.size());
    for (const DrawnNode& child : node.children) add(child, totals);
}

Totals totals_of(const std::string& player, const trees::Shape& shape, std::uint64_t& nodes) {
    const trees::Subject subject = subject_of(player, "4x3");
    trees::SearchTree tree(subject, shape);
    const auto report = search::trace(subject.options, subject.rules, subject.start,
                                      subject.all_values, kNever, tree);
    REQUIRE(report);
    nodes = report->nodes;
    tree.trim();
    Totals totals;
    for (const auto& iteration : tree.iterations())
        for (const auto& pass : iteration.passes) add(pass.root, totals);
    return totals;
}

}  // namespace

TEST_CASE("drawn and hidden nodes together are all that the search visited") {
    const std::vector<trees::Shape> shapes{
        {}, {.levels = 2}, {.width = 2}, {.most = 7}, {.levels = 3, .width = 3, .most = 20}};
    for (const std::string player : {"minimax:depth=3", "alphabeta:depth=4", "mtdf:depth=4,tt=1M",
                                     "champion:depth=5,memory=1M",
                                     "knowledge:nodes=500,limit=4,least=2", "alphabeta:nodes=77"})
        for (const trees::Shape& shape : shapes) {
            CAPTURE(player);
            CAPTURE(shape.levels);
            CAPTURE(shape.width);
            CAPTURE(shape.most);
            std::uint64_t nodes = 0;
            const Totals totals = totals_of(player, shape, nodes);
            CHECK(totals.drawn + totals.hidden == nodes);
            CHECK(totals.deepest <= shape.levels);
            CHECK(totals.widest <= static_cast<std::size_t>(shape.width));
        }
}

TEST_CASE("of a large tree the best line is drawn first") {
    const trees::Subject subject = subject_of("alphabeta:depth=5", "6x4");
    trees::SearchTree tree(subject, {.most = 6});
    const auto report =
        search::trace(subject.options, subject.rules, subject.start, true, kNever, tree);
    REQUIRE(report);
    tree.trim();
    const DrawnNode* node = &tree.iterations().back().passes.back().root;
    std::vector<int> line;
    while (!node->children.empty()) {
        const DrawnNode* best = nullptr;
        for (const DrawnNode& child : node->children)
            if (child.best) best = &child;
        if (best == nullptr) break;
        line.push_back(best->node.pit);
        node = best;
    }
    REQUIRE(line.size() >= 4);
    CHECK(std::equal(line.begin(), line.end(), report->line.begin()));
}

TEST_CASE("of a search that was stopped the last finished depth is drawn") {
    const auto searched = [](const trees::Subject& subject, trees::SearchTree& tree) {
        const auto report =
            search::trace(subject.options, subject.rules, subject.start, true, kNever, tree);
        REQUIRE(report);
        tree.trim();
        return *report;
    };
    const trees::Subject subject = subject_of("alphabeta:nodes=150", "6x4");
    trees::SearchTree tree(subject, {});
    const SearchReport report = searched(subject, tree);
    REQUIRE(tree.iterations().size() == 3);
    REQUIRE_FALSE(tree.iterations().back().result);
    CHECK(tree.main_iteration() == &tree.iterations()[1]);
    CHECK(tree.main_iteration()->depth == report.depth);
    for (const std::string& drawn : {draw_text(tree, report), draw_svg(tree, report)})
        CHECK(drawn.find("stopped", drawn.find("depth 3: stopped") + 16) == std::string::npos);
    const std::string json = tree_json(tree, report);
    CHECK(json.find(R"("value":null,"bound":"unknown")") != std::string::npos);
    CHECK(json.find(R"("value":null,"bound":"exact")") == std::string::npos);

    // Without a finished depth there is nothing else to draw.
    const trees::Subject short_one = subject_of("alphabeta:nodes=3", "6x4");
    trees::SearchTree stump(short_one, {});
    CHECK(stump.main_iteration() == nullptr);
    searched(short_one, stump);
    CHECK(stump.main_iteration() == &stump.iterations().back());
}

TEST_CASE("names and specifications are text in pictures and pages, never markup") {
    const auto given = search::GivenTree::parse("max(1 2)");
    trees::Subject subject;
    subject.given = &*given;
    subject.options = settings_of("alphabeta");
    subject.player = "<script>&\"";
    subject.all_values = false;
    trees::SearchTree tree(subject, {});
    const auto report = search::trace(subject.options, *given, tree);
    REQUIRE(report);
    tree.trim();
    for (const std::string& drawn : {draw_svg(tree, *report), draw_html(tree, *report)}) {
        CHECK(drawn.find("<script>") == std::string::npos);
        CHECK(drawn.find("&lt;script&gt;&amp;") != std::string::npos);
    }
}
