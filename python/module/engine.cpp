// Engine, Report and Tree: searches of one position.
#include "kalah/engine.hpp"

#include <map>

#include "kalah/game.hpp"
#include "module/common.hpp"
#include "players/explain.hpp"
#include "players/thought.hpp"
#include "trees/drawing.hpp"

namespace kalah::python {
namespace {

using players::Spec;

/// What a search found, with what it was asked.
struct Report {
    SearchReport found;
    Rules rules;
    Board board;
    EvalId eval;
    std::string player;

    [[nodiscard]] std::string line(const std::vector<int>& pits) const {
        return players::line_text(rules, board, pits);
    }
};

/// A move of an analysis.
struct MoveValue {
    int pit;
    Score score;
    std::string line;
};

Spec searcher(const std::string& text) {
    Spec spec = parse_spec(text);
    if (spec.kind != players::Kind::engine)
        throw Failure(Error{"expected a player that searches, not " + spec.text});
    return spec;
}

/// One engine for each width, because databases differ.
class SearchEngine {
  public:
    SearchEngine(const std::string& player, const RulesArg& rules,
                 std::shared_ptr<const EndgameDatabase> database)
        : spec_(searcher(player)), rules_(rules_of(rules)), database_(std::move(database)) {}

    Report search(const BoardArg& position, const StopArg& stop, bool all_moves) {
        const auto guard = use_.use("engine");
        const Board board = playable(position);
        Engine& engine = engine_for(board.width);
        Report report{{}, rules_, board, spec_.settings.eval, spec_.text};
        const Stop stopped = stop.value_or(Stop{});
        run_watched(stopped, [&](const StopToken& token) {
            report.found = all_moves ? engine.analyse(rules_, board, token)
                                     : engine.best_move(rules_, board, token);
        });
        if (all_moves && report.found.depth == 0 && !stopped.token->requested())
            throw Failure(coded("too_short", "no depth finished: allow more time"));
        return report;
    }
    void new_game() {
        const auto guard = use_.use("engine");
        for (auto& [width, engine] : engines_) engine.new_game();
    }
    [[nodiscard]] const std::string& player() const { return spec_.text; }
    [[nodiscard]] const Rules& rules() const { return rules_; }

  private:
    Engine& engine_for(int width) {
        const auto found = engines_.find(width);
        if (found != engines_.end()) return found->second;
        EngineOptions settings = equipped(spec_, {rules_, width}).settings;
        settings.seed = spec_.seed.value_or(settings.seed);
        if (database_) settings.database = database_;
        return engines_.emplace(width, unwrap(Engine::create(settings))).first->second;
    }

    Spec spec_;
    Rules rules_;
    std::shared_ptr<const EndgameDatabase> database_;
    std::map<int, Engine> engines_;
    OneAtATime use_;
};

std::vector<MoveValue> moves_of(const Report& report) {
    std::vector<MoveValue> moves;
    for (const MoveReport& move : report.found.moves)
        moves.push_back({move.pit + 1, move.score, report.line(move.line)});
    return moves;
}

void bind_report(py::module_& module) {
    py::class_<MoveValue>(module, "MoveValue", "A move of a report with its value.")
        .def_readonly("pit", &MoveValue::pit)
        .def_property_readonly("score", [](const MoveValue& m) { return m.score.points(); })
        .def_property_readonly("exact", [](const MoveValue& m) { return m.score.exact; })
        .def_readonly("line", &MoveValue::line, "Best play, beginning with the move.")
        .def("__repr__", [](const MoveValue& m) {
            return "<kalah.MoveValue: " + std::to_string(m.pit) + ", " +
                   players::score_text(m.score) + ">";
        });
    py::class_<Report>(module, "Report",
                       "What a search found. Scores are for the side to move: the final store\n"
                       "difference in seeds if `exact`, else an estimate in the evaluation's unit.")
        .def_property_readonly(
            "best", [](const Report& r) { return r.found.pit + 1; },
            "The move to play, a pit from 1.")
        .def_property_readonly("score", [](const Report& r) { return r.found.score.points(); })
        .def_property_readonly("exact", [](const Report& r) { return r.found.score.exact; })
        .def_property_readonly(
            "in_seeds", [](const Report& r) { return players::in_seeds(r.found.score, r.eval); },
            "The score in seeds, if the evaluation counts in seeds.")
        .def_property_readonly(
            "depth", [](const Report& r) { return r.found.depth; },
            "The last finished depth; 0: the search was stopped before, and `best` is merely "
            "legal.")
        .def_property_readonly("nodes", [](const Report& r) { return r.found.nodes; })
        .def_property_readonly("seconds", [](const Report& r) { return r.found.seconds; })
        .def_property_readonly("by_database", [](const Report& r) { return r.found.by_database; })
        .def_property_readonly(
            "line", [](const Report& r) { return r.line(r.found.line); },
            "Best play as text: '3-6 2'.")
        .def_property_readonly(
            "pits", [](const Report& r) { return from_one(r.found.line); }, "The same as pits.")
        .def_property_readonly("moves", moves_of,
                               "Of an analysis: all moves with their values, the best first.")
        .def_readonly("board", &Report::board)
        .def_readonly("rules", &Report::rules)
        .def_readonly("player", &Report::player)
        .def("__repr__", [](const Report& r) {
            return "<kalah.Report: best " + std::to_string(r.found.pit + 1) + ", " +
                   players::thought(r.found, Game(r.rules, r.board), r.eval) + ">";
        });
}

/// A search tree with all it refers to; stays where it is.
struct Tree {
    trees::Subject subject;
    SearchReport report = {};
    trees::SearchTree tree;

    Tree(trees::Subject what, const trees::Shape& shape)
        : subject(std::move(what)), tree(subject, shape) {}
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
};

std::unique_ptr<Tree> make_tree(const BoardArg& position, const std::string& player,
                                const RulesArg& rules_text, bool choose, std::optional<int> levels,
                                std::optional<int> width, int most, const StopArg& stop) {
    const Board board = playable(position);
    const Rules rules = rules_of(rules_text);
    const Spec spec = equipped(searcher(player), {rules, board.width});
    const SearchLimits& limits = spec.settings.limits;
    if (!limits.depth && !limits.nodes)
        throw Failure(Error{"give the player a depth, such as depth=4, or nodes=1000"});
    if (spec.settings.threads > 1) throw Failure(Error{"a tree is searched by one thread"});
    if (most < 1 || levels.value_or(1) < 1 || width.value_or(1) < 1)
        throw Failure(Error{"levels, width and most must be at least 1"});
    trees::Shape shape;
    shape.levels = levels.value_or(shape.levels);
    shape.width = width.value_or(shape.width);
    shape.most = most;
    auto tree = std::make_unique<Tree>(
        trees::Subject{rules, board, nullptr, spec.settings, spec.text, !choose}, shape);
    tree->subject.options.seed = spec.seed.value_or(spec.settings.seed);
    run_watched(stop.value_or(Stop{}), [&](const StopToken& token) {
        tree->report =
            unwrap(search::trace(tree->subject.options, rules, board, !choose, token, tree->tree));
    });
    tree->tree.trim();
    return tree;
}

void bind_tree(py::module_& module) {
    py::class_<Tree>(module, "Tree", "The tree of a search: the nodes that were looked at.")
        .def_property_readonly("report",
                               [](const Tree& t) {
                                   return Report{t.report, t.subject.rules, t.subject.start,
                                                 t.subject.options.eval, t.subject.player};
                               })
        .def_property_readonly("svg", [](const Tree& t) { return draw_svg(t.tree, t.report); })
        .def_property_readonly(
            "html", [](const Tree& t) { return draw_html(t.tree, t.report); },
            "A whole page whose nodes fold.")
        .def_property_readonly(
            "json", [](const Tree& t) { return tree_json(t.tree, t.report); },
            "The format of docs/tree.md.")
        .def("__str__", [](const Tree& t) { return draw_text(t.tree, t.report); })
        .def("__repr__", [](const Tree& t) { return "<kalah.Tree: " + title_text(t.tree) + ">"; });
    module.def("tree", make_tree, py::arg("position"), py::arg("player") = "alphabeta:depth=3",
               py::kw_only(), py::arg("rules") = "standard", py::arg("choose") = false,
               py::arg("levels") = py::none(), py::arg("width") = py::none(), py::arg("most") = 100,
               py::arg("stop") = py::none(),
               "Searches a position and keeps the tree, to draw it.\n\n"
               ">>> print(kalah.tree('3x2', 'minimax:depth=1'))  # doctest: +ELLIPSIS\n"
               "minimax:depth=1...\n");
}

}  // namespace

void bind_engine(py::module_& module) {
    bind_report(module);
    bind_tree(module);
    py::class_<SearchEngine>(
        module, "Engine",
        "A search with its table, which it keeps from one question to the next.\n\n"
        ">>> engine = kalah.Engine('champion:depth=8,db=none')\n"
        ">>> engine.best_move('6x4').best\n"
        "3\n"
        ">>> [move.pit for move in engine.analyse('6x4').moves][0]\n"
        "3\n")
        .def(
            py::init<const std::string&, const RulesArg&, std::shared_ptr<const EndgameDatabase>>(),
            py::arg("player") = "champion:time=1s", py::arg("rules") = "standard", py::kw_only(),
            py::arg("database") = py::none())
        .def(
            "best_move",
            [](SearchEngine& e, const BoardArg& b, const StopArg& s) {
                return e.search(b, s, false);
            },
            py::arg("position"), py::kw_only(), py::arg("stop") = py::none(),
            "Searches for the move to play, within the player's limits.")
        .def(
            "analyse",
            [](SearchEngine& e, const BoardArg& b, const StopArg& s) {
                return e.search(b, s, true);
            },
            py::arg("position"), py::kw_only(), py::arg("stop") = py::none(),
            "Values every move. Takes several times as long as best_move.")
        .def("new_game", &SearchEngine::new_game, "Forgets what it has learned.")
        .def_property_readonly("player", &SearchEngine::player)
        .def_property_readonly("rules", [](const SearchEngine& e) { return Rules(e.rules()); })
        .def("__repr__", [](const SearchEngine& e) {
            return "<kalah.Engine: " + e.player() + ", " + to_text(e.rules()) + ">";
        });
}

}  // namespace kalah::python
