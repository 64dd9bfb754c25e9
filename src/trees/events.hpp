// The steps of a search as JSON, one object per line. A page replays the search from them without
// searching itself; docs/tree.md has the format. Values are for max, the player to move at the
// root, in the evaluation's own unit; null stands for no bound.
#pragma once

#include <functional>
#include <string>

#include "search/given_tree.hpp"
#include "search/trace.hpp"
#include "system/json.hpp"

namespace kalah::trees {

/// What is searched, and by which player.
struct Subject {
    Rules rules = {};
    Board start = {};
    const search::GivenTree* given = nullptr;  // instead of a position
    EngineOptions options = {};
    std::string player = {};  // its specification
    bool all_values = true;   // every move gets its value, as in an analysis
};

/// "alpha-beta", "depth", "table", …: why a node was not searched further.
[[nodiscard]] const char* to_text(search::Reason reason);
[[nodiscard]] const char* to_text(search::Purpose purpose);
/// "exact", "lower" or "upper": what the value of a node says of the true one, seen from max.
/// "unknown" if it has none.
[[nodiscard]] const char* bound_of(const search::TraceNode& node);
/// "pv", "cut" or "all": a value within the window, a node that fails high for its mover, one where
/// every move fails low. "leaf" if no move was searched, "stopped" if the search ended here.
[[nodiscard]] const char* type_of(const search::TraceNode& node);
/// The pits of a set, counted from 1.
[[nodiscard]] Json pits_json(unsigned moves);
/// A bound; null if there is none.
[[nodiscard]] Json bound_json(int value);
/// Sets what was searched and by which player: "position", "rules", "player", "search", "max",
/// "unit".
void set_subject(Json& json, const Subject& subject);
/// Sets the result: "best", "score", "kind", "depth", "nodes", "takeover".
void set_result(Json& json, const SearchReport& report);

class EventWriter final : public search::TraceSink {
  public:
    using Output = std::function<void(const std::string& line)>;
    EventWriter(const Subject& subject, Output output);

    /// The first event and the last.
    void begin();
    void end(const SearchReport& report);

    void begin_iteration(int depth) override;
    void begin_pass(search::Purpose purpose, const search::TraceNode& root) override;
    void enter(const search::TraceNode& node) override;
    void leave(const search::TraceNode& node) override;
    void back(const search::TraceNode& parent, const search::TraceNode& child,
              bool better) override;
    void end_pass(search::Purpose purpose, const search::TraceNode& root) override;
    void end_iteration(const search::TraceIteration& iteration) override;
    void take_over(int depth) override;

  private:
    [[nodiscard]] std::string code(const char* place) const { return code_ + "." + place; }
    void write(const Json& event) const { output_(event.line()); }
    void set_node(Json& event, const search::TraceNode& node) const;

    const Subject& subject_;
    Output output_;
    std::string code_;  // the first part of the ids of pseudo-code
    search::Purpose purpose_ = search::Purpose::best;
};

}  // namespace kalah::trees
