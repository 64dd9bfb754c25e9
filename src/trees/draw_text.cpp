#include "trees/drawing.hpp"

namespace kalah::trees {
namespace {

/// The columns of a line.
std::string joined(const std::string& left, const std::string& right) {
    return right.empty() ? left : left + "  " + right;
}

class TextDrawing {
  public:
    explicit TextDrawing(const SearchTree& tree) : tree_(tree) {}

    [[nodiscard]] std::string take() { return std::move(text_); }
    void line(const std::string& words) { text_ += words + "\n"; }

    void root(const DrawnNode& node) {
        line(inner_text(node));
        below(node, "");
    }

  private:
    [[nodiscard]] std::string inner_text(const DrawnNode& node) const {
        return joined(node.node.max ? "max" : "min",
                      joined(value_text(tree_, node), window_text(tree_, node)));
    }

    [[nodiscard]] std::string node_text(const DrawnNode& node) const {
        const std::string words = node.node.reason == search::Reason::moves
                                      ? inner_text(node)
                                      : joined(value_text(tree_, node), reason_text(tree_, node));
        return joined(move_text(tree_, node) + (node.node.extra_turn ? " again" : ""),
                      joined(words, node.best ? "*" : ""));
    }

    void below(const DrawnNode& node, const std::string& indent) {
        const unsigned cut = node.node.cut_moves();
        const std::uint64_t hidden = node.hidden();
        std::size_t left = node.children.size() + (cut != 0 ? 1 : 0) + (hidden > 0 ? 1 : 0);
        const auto branch = [&] { return indent + (--left > 0 ? "├─ " : "└─ "); };
        for (const DrawnNode& child : node.children) {
            const std::string begin = branch();
            line(begin + node_text(child));
            below(child, indent + (left > 0 ? "│  " : "   "));
        }
        if (hidden > 0) line(branch() + "+ " + nodes_text(hidden));
        if (cut != 0)
            line(branch() + "… " + moves_text(tree_, node, cut) + "  " + cut_text(tree_, node));
    }

    const SearchTree& tree_;
    std::string text_;
};

}  // namespace

std::string draw_text(const SearchTree& tree, const SearchReport& report) {
    TextDrawing drawing(tree);
    drawing.line(title_text(tree));
    for (const DrawnIteration& iteration : tree.iterations())
        drawing.line(iteration_text(tree, iteration));
    if (const DrawnIteration* drawn = tree.main_iteration()) {
        for (const DrawnPass& pass : drawn->passes) {
            drawing.line("");
            if (drawn->passes.size() > 1)
                drawing.line(pass_text(tree, pass) + ", " + nodes_text(pass.root.node.nodes));
            drawing.root(pass.root);
        }
        drawing.line("");
    }
    drawing.line(result_text(tree, report));
    return drawing.take();
}

}  // namespace kalah::trees
