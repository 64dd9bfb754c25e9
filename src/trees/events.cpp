#include "trees/events.hpp"

#include "kalah/notation.hpp"
#include "trees/pseudo_code.hpp"

namespace kalah::trees {

using search::kInfinity;
using search::Purpose;
using search::Reason;
using search::TraceIteration;
using search::TraceNode;

namespace {

constexpr int kFormat = 1;  // of the events; grows when keys change their meaning

Json code_json(const std::vector<CodeLine>& lines) {
    Json all = Json::array();
    for (const CodeLine& line : lines)
        all.push(Json().set("code", line.id).set("indent", line.indent).set("text", line.text));
    return all;
}

Json value_json(const std::optional<int>& value) {
    return value ? Json(*value) : Json();
}

}  // namespace

const char* to_text(Reason reason) {
    switch (reason) {
        case Reason::moves:
            return "moves";
        case Reason::depth:
            return "depth";
        case Reason::over:
            return "over";
        case Reason::database:
            return "database";
        case Reason::table:
            return "table";
        case Reason::etc:
            return "etc";
        case Reason::futility:
            return "futility";
        case Reason::limit:
            return "limit";
        case Reason::stopped:
            break;
    }
    return "stopped";
}

const char* to_text(Purpose purpose) {
    switch (purpose) {
        case Purpose::best:
            return "best";
        case Purpose::mtdf:
            return "mtdf";
        case Purpose::values:
            return "values";
        case Purpose::ties:
            break;
    }
    return "ties";
}

const char* bound_of(const TraceNode& node) {
    const bool proved = node.reason == Reason::depth || node.reason == Reason::over ||
                        node.reason == Reason::database || node.reason == Reason::limit;
    if (!node.value) return "unknown";
    if (proved) return "exact";
    return *node.value >= node.beta ? "lower" : *node.value <= node.alpha ? "upper" : "exact";
}

const char* type_of(const TraceNode& node) {
    if (node.reason == Reason::stopped) return "stopped";
    if (node.reason != Reason::moves) return "leaf";
    return node.fails_high() ? "cut" : node.fails_low() ? "all" : "pv";
}

Json pits_json(unsigned moves) {
    Json pits = Json::array();
    for (const int pit : PitSet(moves)) pits.push(pit + 1);
    return pits;
}

Json bound_json(int value) {
    return value <= -kInfinity || value >= kInfinity ? Json() : Json(value);
}

void set_subject(Json& json, const Subject& subject) {
    const EngineOptions& options = subject.options;
    const bool given = subject.given != nullptr;
    json.set("position", given ? Json() : Json(to_text(subject.start)));
    json.set("rules", given ? Json() : Json(to_text(subject.rules)));
    json.set("player", subject.player);
    json.set("search", subject.all_values ? "values" : "move");
    json.set("max", given ? "max" : to_text(subject.start.to_move));
    json.set("unit", given ? 1 : display_unit(options.eval, seeds_in_all(subject.start)));
}

void set_result(Json& json, const SearchReport& report) {
    json.set("best", report.pit + 1);
    json.set("score", report.score.points());
    json.set("kind", report.score.exact ? "exact" : "estimate");
    json.set("depth", report.depth);
    json.set("takeover", value_json(report.takeover));
    json.set("nodes", report.nodes);
}

EventWriter::EventWriter(const Subject& subject, Output output)
    : subject_(subject), output_(std::move(output)), code_(code_name(subject.options.algorithm)) {}

void EventWriter::begin() {
    Json event = Json().set("event", "begin").set("format", kFormat);
    set_subject(event, subject_);
    event.set("pseudo_code", code_json(pseudo_code(subject_.options)));
    write(event);
}

void EventWriter::end(const SearchReport& report) {
    Json event = Json().set("event", "end");
    set_result(event, report);
    write(event);
}

void EventWriter::begin_iteration(int depth) {
    write(Json().set("event", "iteration").set("depth", depth).set("code", "root.depth"));
}

void EventWriter::set_node(Json& event, const TraceNode& node) const {
    const bool given = subject_.given != nullptr;
    event.set("position", given ? Json() : Json(to_text(*node.at.board)));
    event.set("name", given ? Json(subject_.given->node(node.at.given).name) : Json());
    const Side max = subject_.start.to_move;
    event.set("turn", given ? Json() : Json(to_text(node.max ? max : opponent(max))));
    event.set("kind", node.max ? "max" : "min");
    event.set("depth", node.depth);
    event.set("alpha", bound_json(node.alpha));
    event.set("beta", bound_json(node.beta));
    event.set("moves", pits_json(node.at.moves));
}

void EventWriter::begin_pass(Purpose purpose, const TraceNode& root) {
    purpose_ = purpose;
    Json event = Json().set("event", "pass").set("purpose", to_text(purpose));
    set_node(event, root);
    event.set("code", "root.pass");
    write(event);
}

void EventWriter::enter(const TraceNode& node) {
    Json event = Json()
                     .set("event", "enter")
                     .set("node", node.id)
                     .set("parent", node.parent)
                     .set("ply", node.ply)
                     .set("pit", node.pit + 1)
                     .set("extra_turn", node.extra_turn);
    set_node(event, node);
    event.set("code", code("call"));
    write(event);
}

void EventWriter::leave(const TraceNode& node) {
    const bool leaf = node.reason != Reason::moves && node.reason != Reason::stopped;
    if (const unsigned cut = node.cut_moves(); cut != 0)
        write(Json()
                  .set("event", "cut")
                  .set("node", node.id)
                  .set("reason", "alpha-beta")
                  .set("alpha", bound_json(node.alpha_now))
                  .set("beta", bound_json(node.beta_now))
                  .set("pits", pits_json(cut))
                  .set("code", code("cut")));
    Json event = Json()
                     .set("event", leaf ? "leaf" : "leave")
                     .set("node", node.id)
                     .set("value", value_json(node.value))
                     .set("bound", bound_of(node))
                     .set("reason", to_text(node.reason));
    if (leaf && node.cost) event.set("cost", *node.cost).set("limit", node.limit);
    if (!leaf) event.set("type", type_of(node)).set("nodes", node.nodes);
    event.set("code", code(leaf ? to_text(node.reason) : "return"));
    write(event);
}

void EventWriter::back(const TraceNode& parent, const TraceNode& child, bool better) {
    const bool root = parent.id == 0;
    write(Json()
              .set("event", "back")
              .set("node", parent.id)
              .set("child", child.id)
              .set("pit", child.pit + 1)
              .set("value", *child.value)
              .set("better", better)
              .set("best", value_json(parent.best))
              .set("best_pit", parent.best_pit + 1)
              .set("alpha", bound_json(parent.alpha_now))
              .set("beta", bound_json(parent.beta_now))
              .set("code", root ? "root.pass" : code(parent.max ? "raise" : "lower")));
    if (root && better && purpose_ == Purpose::best)
        write(Json()
                  .set("event", "best")
                  .set("pit", child.pit + 1)
                  .set("value", *child.value)
                  .set("code", "root.best"));
}

void EventWriter::end_pass(Purpose purpose, const TraceNode& root) {
    write(Json()
              .set("event", "pass_end")
              .set("purpose", to_text(purpose))
              .set("value", value_json(root.value))
              .set("bound", bound_of(root))
              .set("nodes", root.nodes)
              .set("code", purpose == Purpose::mtdf ? "root.bound" : "root.pass"));
}

void EventWriter::end_iteration(const TraceIteration& iteration) {
    write(Json()
              .set("event", "iteration_end")
              .set("depth", iteration.depth)
              .set("best", iteration.pit + 1)
              .set("value", iteration.value)
              .set("complete", iteration.complete)
              .set("nodes", iteration.nodes)
              .set("code", "root.depth"));
}

void EventWriter::take_over(int depth) {
    code_ = code_name(SearchAlgorithm::alphabeta);
    write(Json()
              .set("event", "takeover")
              .set("depth", depth)
              .set("pseudo_code", code_json(take_over_code()))
              .set("code", "root.depth"));
}

}  // namespace kalah::trees
