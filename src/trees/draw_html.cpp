#include <fmt/format.h>

#include "report/text.hpp"
#include "trees/drawing.hpp"

namespace kalah::trees {
namespace {

using report::html_text;
using search::Reason;

constexpr const char* kPageStyle =
    "body{font:15px/1.5 sans-serif;margin:1.5rem;color:#1b1b1b;background:#fff}"
    "h1{font-size:1.2rem}details,.leaf,.more{margin-left:1.2rem}"
    ".leaf,.more{padding-left:1rem}summary{cursor:pointer}"
    ".value{font-weight:bold}.best>summary>.move,.leaf.best>.move{text-decoration:underline}"
    ".max{color:#1f4e79}.min{color:#9c4a00}.why,.more,.position{color:#5a5a5a}.cut{color:#b00020}"
    ".position{font-family:monospace;font-size:.85em}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}.max{color:#8ec1f0}"
    ".min{color:#f0b27a}.why,.more,.position{color:#a8a8a8}.cut{color:#ff7b8a}}";

constexpr int kOpenLevels = 2;  // nodes nearer to the root are unfolded at first

class HtmlDrawing {
  public:
    explicit HtmlDrawing(const SearchTree& tree) : tree_(tree) {}

    void iteration(const DrawnIteration& iteration, bool open) {
        html_ += fmt::format("<details class=\"iteration\"{}><summary>{}</summary>\n",
                             open ? " open" : "", html_text(iteration_text(tree_, iteration)));
        for (const DrawnPass& pass : iteration.passes) {
            html_ += fmt::format(
                "<details{}><summary>{}</summary>\n",
                &pass == &iteration.passes.back() ? " open" : "",
                html_text(pass_text(tree_, pass) + ", " + nodes_text(pass.root.node.nodes)));
            node(pass.root, 0);
            html_ += "</details>\n";
        }
        html_ += "</details>\n";
    }

    [[nodiscard]] std::string take(const SearchReport& report) {
        const std::string title = html_text(title_text(tree_));
        return fmt::format(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>"
            "<style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>{2}</p>\n{3}</body></html>\n",
            title, kPageStyle, html_text(result_text(tree_, report)), html_);
    }

  private:
    void node(const DrawnNode& node, int level) {
        const bool inner = node.node.reason == Reason::moves;
        const unsigned cut = node.node.cut_moves();
        const bool folds = !node.children.empty() || node.hidden() > 0 || cut != 0;
        const char* best = node.best ? " best" : "";
        html_ += folds ? fmt::format("<details class=\"node{}\"{}><summary>", best,
                                     level < kOpenLevels ? " open" : "")
                       : fmt::format("<div class=\"leaf{}\">", best);
        if (node.node.id != 0)
            html_ +=
                fmt::format("<span class=\"move\">{}{}</span> ", html_text(move_text(tree_, node)),
                            node.node.extra_turn ? " again" : "");
        if (inner)
            html_ += fmt::format("<span class=\"{0}\">{0}</span> ", node.node.max ? "max" : "min");
        html_ += fmt::format("<span class=\"value\">{}</span> <span class=\"why\">{}</span>",
                             html_text(value_text(tree_, node)), html_text(why(node)));
        if (tree_.subject().given == nullptr)
            html_ += fmt::format(" <span class=\"position\">{}</span>", html_text(node.position));
        html_ += folds ? "</summary>\n" : "</div>\n";
        if (!folds) return;
        for (const DrawnNode& child : node.children) this->node(child, level + 1);
        if (node.hidden() > 0)
            html_ += fmt::format("<div class=\"more\">+ {}</div>\n", nodes_text(node.hidden()));
        if (cut != 0)
            html_ += fmt::format("<div class=\"more cut\">… {} — {}</div>\n",
                                 html_text(moves_text(tree_, node, cut)),
                                 html_text(cut_text(tree_, node)));
        html_ += "</details>\n";
    }

    [[nodiscard]] std::string why(const DrawnNode& node) const {
        if (node.node.reason != Reason::moves) return reason_text(tree_, node);
        return window_text(tree_, node) + " " + nodes_text(node.node.nodes);
    }

    const SearchTree& tree_;
    std::string html_;
};

}  // namespace

std::string draw_html(const SearchTree& tree, const SearchReport& report) {
    HtmlDrawing drawing(tree);
    for (const DrawnIteration& iteration : tree.iterations())
        drawing.iteration(iteration, &iteration == tree.main_iteration());
    return drawing.take(report);
}

}  // namespace kalah::trees
