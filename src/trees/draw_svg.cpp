#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/text.hpp"
#include "trees/drawing.hpp"

namespace kalah::trees {
namespace {

using report::html_text;
using search::Reason;

// Pixels.
constexpr int kLevel = 92;   // from a node to its moves
constexpr int kLeaf = 66;    // room for a leaf across
constexpr int kInner = 126;  // and for a node with its window
constexpr int kHalf = 26;    // of a node's box across
constexpr int kHalfHeight = 15;
constexpr int kLeft = 56;     // for the words max and min
constexpr int kTop = 52;      // for the title
constexpr int kPassTop = 58;  // from a pass's words to its root
constexpr int kBottom = 56;

constexpr const char* kStyle =
    "text{font:13px sans-serif;fill:#1b1b1b;text-anchor:middle}"
    ".small{font-size:10px;fill:#5a5a5a;stroke:#fff;stroke-width:3px;paint-order:stroke}.left{text-"
    "anchor:start}.title{font-weight:bold}"
    ".edge{stroke:#8a8a8a;stroke-width:1;fill:none}.best{stroke:#1b1b1b;stroke-width:2.5}"
    ".left-out{stroke:#b00020;stroke-dasharray:3 3}.cut{fill:#b00020}"
    ".max{fill:#dbe9f6;stroke:#1f4e79}.min{fill:#fde7d3;stroke:#9c4a00}"
    ".leaf{fill:#fff;stroke:#8a8a8a}";

/// A node with its place: the middle of its box.
struct Placed {
    const DrawnNode* node = nullptr;
    int x = 0;
    int y = 0;
    std::vector<Placed> children = {};
    int hidden_x = 0;  // of "+ 12 nodes", if there is such a branch
    int cut_x = 0;     // of "…"
};

class SvgDrawing {
  public:
    explicit SvgDrawing(const SearchTree& tree) : tree_(tree) {}

    void pass(const DrawnPass& pass, bool several) {
        const int top = bottom_ + (several ? kPassTop : 0) + kHalfHeight;
        if (several) text(8, top - kHalfHeight - 18, pass_text(tree_, pass), "left");
        int next = kLeft;
        const Placed root = place(pass.root, top, next);
        width_ = std::max(width_, next);
        draw(root);
        levels(root);
        bottom_ += several ? kPassTop : 0;
        bottom_ = std::max(bottom_, lowest_ + kBottom);
    }

    [[nodiscard]] std::string take(const SearchReport& report) {
        const std::string title = title_text(tree_);
        const std::string result = result_text(tree_, report);
        // Estimates the width of the texts in the fonts of most systems.
        const auto letters = static_cast<int>(std::max(title.size(), result.size()));
        const int width = std::max(width_ + 16, 24 + 8 * letters);
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
            "viewBox=\"0 0 {0} {1}\" role=\"img\"><title>{2}</title><style>{3}</style>\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
            "<text x=\"8\" y=\"22\" class=\"left title\">{2}</text>\n{4}"
            "<text x=\"8\" y=\"{5}\" class=\"left\">{6}</text>\n</svg>\n",
            width, bottom_ + 28, html_text(title), kStyle, body_, bottom_ + 14, html_text(result));
    }

  private:
    /// Places a node and its subtree to the right of `next`, and moves `next` past them.
    Placed place(const DrawnNode& node, int y, int& next) {
        Placed placed{&node, 0, y};
        lowest_ = std::max(lowest_, y);
        const int from = next;
        std::vector<int> middles;
        for (const DrawnNode& child : node.children) {
            placed.children.push_back(place(child, y + kLevel, next));
            middles.push_back(placed.children.back().x);
        }
        const auto stub = [&](int& x) {
            x = next + kLeaf / 2;
            next += kLeaf;
            middles.push_back(x);
            lowest_ = std::max(lowest_, y + kLevel);
        };
        if (node.hidden() > 0) stub(placed.hidden_x);
        if (node.node.cut_moves() != 0) stub(placed.cut_x);
        const int least = node.node.reason == Reason::moves ? kInner : kLeaf;
        placed.x = middles.empty() ? from + least / 2 : (middles.front() + middles.back()) / 2;
        // Room for the window on the right of the box.
        next = std::max({next, from + least, placed.x + (least == kInner ? 92 : kLeaf / 2)});
        return placed;
    }

    void draw(const Placed& placed) {
        const DrawnNode& node = *placed.node;
        for (const Placed& child : placed.children) {
            edge(placed, child.x, child.y - kHalfHeight, child.node->best ? "edge best" : "edge");
            const std::string again = child.node->node.extra_turn ? " again" : "";
            if (tree_.subject().given == nullptr || !child.node->position.empty())
                text((placed.x + child.x) / 2, (placed.y + child.y) / 2 + 4,
                     move_text(tree_, *child.node) + again, "small");
            draw(child);
        }
        if (placed.hidden_x != 0) {
            edge(placed, placed.hidden_x, placed.y + kLevel - 24, "edge");
            text(placed.hidden_x, placed.y + kLevel - 10, "+", "");
            text(placed.hidden_x, placed.y + kLevel + 4, nodes_text(node.hidden()), "small");
        }
        if (placed.cut_x != 0) draw_cut(placed);
        box(placed);
    }

    void draw_cut(const Placed& placed) {
        const DrawnNode& node = *placed.node;
        edge(placed, placed.cut_x, placed.y + kLevel - 24, "edge left-out");
        body_ += fmt::format("<g><title>{}</title>\n", html_text(cut_text(tree_, node)));
        text(placed.cut_x, placed.y + kLevel - 8, "…", "cut");
        text(placed.cut_x, placed.y + kLevel + 6, moves_text(tree_, node, node.node.cut_moves()),
             "small");
        text(placed.cut_x, placed.y + kLevel + 18, "alpha-beta", "small");
        body_ += "</g>\n";
    }

    void box(const Placed& placed) {
        const DrawnNode& node = *placed.node;
        const bool inner = node.node.reason == Reason::moves;
        const char* kind = !inner ? "leaf" : node.node.max ? "max" : "min";
        if (inner && !node.node.max)
            body_ +=
                fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" class=\"{}\"/>\n",
                            placed.x, placed.y, kHalf + 3, kHalfHeight + 1, kind);
        else
            body_ += fmt::format(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>\n",
                placed.x - kHalf, placed.y - kHalfHeight, 2 * kHalf, 2 * kHalfHeight, kind);
        std::string value = value_text(tree_, node);
        if (value.starts_with(">= ")) value = "≥" + value.substr(3);
        if (value.starts_with("<= ")) value = "≤" + value.substr(3);
        text(placed.x, placed.y + 5, value, "");
        if (!inner)
            text(placed.x, placed.y + kHalfHeight + 12,
                 node.node.reason == Reason::limit ? "limit" : reason_text(tree_, node), "small");
        const std::string window = window_text(tree_, node);
        if (inner)
            text(placed.x + kHalf + 6, placed.y + 4, window.substr(0, window.find(')') + 1),
                 "small left");
    }

    /// Writes max or min beside each level whose nodes are all of one kind.
    void levels(const Placed& root) {
        std::vector<const Placed*> level{&root};
        while (!level.empty()) {
            std::set<bool> kinds;
            std::vector<const Placed*> below;
            for (const Placed* placed : level) {
                if (placed->node->node.reason == Reason::moves)
                    kinds.insert(placed->node->node.max);
                for (const Placed& child : placed->children) below.push_back(&child);
            }
            if (kinds.size() == 1)
                text(8, level.front()->y + 5, *kinds.begin() ? "max" : "min", "left");
            level = std::move(below);
        }
    }

    void edge(const Placed& from, int x, int y, const char* kind) {
        body_ += fmt::format("<path d=\"M{} {}L{} {}\" class=\"{}\"/>\n", from.x,
                             from.y + kHalfHeight, x, y, kind);
    }
    void text(int x, int y, const std::string& words, const char* kind) {
        if (words.empty()) return;
        body_ +=
            fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y,
                        *kind != 0 ? fmt::format(" class=\"{}\"", kind) : "", html_text(words));
    }

    const SearchTree& tree_;
    std::string body_;
    int width_ = 0;
    int bottom_ = kTop;
    int lowest_ = kTop;
};

}  // namespace

std::string draw_svg(const SearchTree& tree, const SearchReport& report) {
    SvgDrawing drawing(tree);
    if (const DrawnIteration* drawn = tree.main_iteration())
        for (const DrawnPass& pass : drawn->passes) drawing.pass(pass, drawn->passes.size() > 1);
    return drawing.take(report);
}

}  // namespace kalah::trees
