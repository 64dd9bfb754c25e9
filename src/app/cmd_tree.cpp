#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "system/files.hpp"
#include "trees/drawing.hpp"

namespace kalah::app {
namespace {

enum class Form : std::uint8_t { text, svg, html };

struct TreeOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> player;
    std::optional<std::string> from;
    bool choose = false;
    bool events = false;
    std::optional<Form> form;
    std::optional<int> levels;
    std::optional<int> width;
    std::optional<int> most;
};

/// What to search; holds the tree that was read from a file, if any.
struct Request {
    trees::Subject subject = {};
    std::optional<search::GivenTree> given = {};
};

/// The most nodes of an iteration for a terminal or a picture, and for a browser or a program.
constexpr int kMostDrawn = 100;
constexpr int kMostListed = 2'000;

Request read_request(const TreeOptions& options) {
    if (options.from && options.start) throw usage_error("a position or --values, not both");
    auto found = chosen_setting(options.common, options.start);
    const auto setting = or_usage_error(options.from ? std::move(found) : playable(found));
    const char* usual = options.from ? "alphabeta" : "alphabeta:depth=3";
    const auto chosen =
        or_usage_error(chosen_player("--player", options.player.value_or(usual), setting));
    if (chosen.kind != players::Kind::engine)
        throw usage_error("--player: must be a player that searches, not " + chosen.text);
    const SearchLimits& limits = chosen.settings.limits;
    if (!options.from && !limits.depth && !limits.nodes)
        throw usage_error("--player: give it a depth, such as depth=4, or nodes=1000");
    if (chosen.settings.threads > 1)
        throw usage_error("--player: a tree is searched by one thread, not " +
                          std::to_string(chosen.settings.threads));
    players::PlayerResources resources = default_resources();
    const auto spec = or_failure(equipped("tree", resources, chosen, setting));
    Request request;
    request.subject = {setting.rules, setting.start, nullptr,
                       spec.settings, spec.text,     !options.choose};
    request.subject.options.seed = spec.seed.value_or(spec.settings.seed);
    if (!options.from) return request;
    auto tree = search::GivenTree::parse(or_failure(read_file(*options.from)));
    if (!tree) throw usage_error(*options.from + ", " + to_text(tree.error()));
    request.given = tree.take();
    request.subject.all_values = false;
    return request;
}

SearchReport search_with(const TreeOptions& options, const Request& request,
                         search::TraceSink& sink) {
    const trees::Subject& subject = request.subject;
    const auto report = request.given ? search::trace(subject.options, *request.given, sink)
                                      : search::trace(subject.options, subject.rules, subject.start,
                                                      subject.all_values, stop_on_signals(), sink);
    if (report) return *report;
    if (report.error().code == "no_memory") throw failure(report.error().message);
    throw usage_error((options.from ? *options.from + ", " : "") + to_text(report.error()));
}

void print_events(const TreeOptions& options, const Request& request) {
    trees::EventWriter writer(request.subject,
                              [](const std::string& line) { fmt::print("{}\n", line); });
    if (request.given) {  // refused before anything is printed
        search::TraceSink nobody;
        search_with(options, request, nobody);
    }
    writer.begin();
    writer.end(search_with(options, request, writer));
}

void act_tree(const TreeOptions& options) {
    const bool json = options.common.json;
    if (json && options.events) throw usage_error("--json or --events, not both");
    if (options.form && (json || options.events))
        throw usage_error(fmt::format("--as or {}, not both", json ? "--json" : "--events"));
    Request request = read_request(options);
    if (request.given) request.subject.given = &*request.given;
    if (options.events) return print_events(options, request);
    trees::Shape shape;
    const bool folds = json || options.form == Form::html;
    shape.levels = options.levels.value_or(shape.levels);
    shape.width = options.width.value_or(shape.width);
    shape.most = options.most.value_or(folds ? kMostListed : kMostDrawn);
    trees::SearchTree tree(request.subject, shape);
    const SearchReport report = search_with(options, request, tree);
    tree.trim();
    const std::string drawn = json                         ? tree_json(tree, report) + "\n"
                              : options.form == Form::svg  ? draw_svg(tree, report)
                              : options.form == Form::html ? draw_html(tree, report)
                                                           : draw_text(tree, report);
    fmt::print("{}", drawn);
}

void declare_tree(Arguments& arguments, TreeOptions& options) {
    constexpr std::uint64_t kLarge = 1'000'000;
    declare_start(arguments, options.start);
    arguments.field(text_field("player", "SPEC", options.player,
                               "player that searches (default: alphabeta:depth=3)"));
    arguments.field(text_field("values", "FILE", options.from,
                               "search a tree of given values instead of a position"));
    arguments.field(flag_field("choose", options.choose,
                               "search as the player does to choose a move; otherwise every move "
                               "gets its value, as in kalah analyze"));
    arguments.field(choice_field<std::optional<Form>>(
        "as", options.form, {{"text", Form::text}, {"svg", Form::svg}, {"html", Form::html}},
        "what to draw (default: text); not with --json or --events"));
    arguments.field(flag_field("events", options.events,
                               "print every step of the search, a JSON object per line"));
    arguments.field(number_field("depth", options.levels, {1, kMaxSearchDepth},
                                 "draw at most N moves from the root"));
    arguments.field(
        number_field("width", options.width, {1, kLarge}, "draw at most N moves of a node"));
    arguments.field(number_field("most", options.most, {1, kLarge},
                                 "draw the N most interesting nodes of a depth (default: 100; "
                                 "2000 as HTML or JSON)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_tree(Program& program) {
    program.add<TreeOptions>(
        {"tree", "draw the search tree of a player",
         "Examples:\n"
         "  kalah tree 3x2 --player alphabeta:depth=3\n"
         "  kalah tree 6x4 --player champion:depth=6 --as html > tree.html\n"
         "  kalah tree --values figure.txt --player minimax --as svg > figure.svg\n"
         "The nodes are those that 'kalah analyze' counts with the same player. Values are for "
         "the\n"
         "player to move at the root, called max. '*' marks the best move of a node, 'again' an\n"
         "extra turn, '…' moves that were left out, '+ 12 nodes' what is not drawn: first the\n"
         "best line is drawn, then what deviates least from it. docs/tree.md explains the rest."},
        declare_tree, act_tree);
}

}  // namespace kalah::app
