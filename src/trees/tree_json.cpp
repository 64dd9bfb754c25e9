#include "trees/drawing.hpp"

namespace kalah::trees {
namespace {

Json node_json(const SearchTree& tree, const DrawnNode& drawn) {
    const search::TraceNode& node = drawn.node;
    const bool given = tree.subject().given != nullptr;
    Json children = Json::array();
    for (const DrawnNode& child : drawn.children) children.push(node_json(tree, child));
    return Json()
        .set("node", node.id)
        .set("pit", node.id != 0 ? Json(node.pit + 1) : Json())
        .set("extra_turn", node.extra_turn)
        .set("position", given ? Json() : Json(drawn.position))
        .set("name", given ? Json(drawn.position) : Json())
        .set("kind", node.max ? "max" : "min")
        .set("depth", node.depth)
        .set("alpha", bound_json(node.alpha))
        .set("beta", bound_json(node.beta))
        .set("value", node.value ? Json(*node.value) : Json())
        .set("bound", bound_of(node))
        .set("reason", to_text(node.reason))
        .set("type", type_of(node))
        .set("best", drawn.best)
        .set("nodes", node.nodes)
        .set("hidden", drawn.hidden())
        .set("cut", pits_json(node.cut_moves()))
        .set("children", std::move(children));
}

Json iteration_json(const SearchTree& tree, const DrawnIteration& iteration) {
    Json passes = Json::array();
    for (const DrawnPass& pass : iteration.passes)
        passes.push(Json()
                        .set("purpose", to_text(pass.purpose))
                        .set("nodes", pass.root.node.nodes)
                        .set("root", node_json(tree, pass.root)));
    const auto& result = iteration.result;
    return Json()
        .set("depth", iteration.depth)
        .set("best", result ? Json(result->pit + 1) : Json())
        .set("value", result ? Json(result->value) : Json())
        .set("complete", result ? Json(result->complete) : Json())
        .set("nodes", iteration.nodes)
        .set("plain", iteration.plain)
        .set("passes", std::move(passes));
}

}  // namespace

std::string tree_json(const SearchTree& tree, const SearchReport& report) {
    Json json = Json::object();
    set_subject(json, tree.subject());
    set_result(json, report);
    Json iterations = Json::array();
    for (const DrawnIteration& iteration : tree.iterations())
        iterations.push(iteration_json(tree, iteration));
    json.set("iterations", std::move(iterations));
    return json.line();
}

}  // namespace kalah::trees
