// pruning: the thesis's question, to which extent its prunings and its utility help: Elo at several
// times per move, with its own limits and with tuned ones.
#include <array>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tree_pairs.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace pruning_parts {
namespace {

/// Two players, without limits. The question is what the first gains by what the second lacks.
struct Question {
    const char* key;
    const char* what;  // "alpha-beta pruning"
    const char* asked;
    const char* first;
    const char* second;
};
/// Tuned limits: of a grid of limits, those whose moves lose the fewest seeds by exact values, at
/// equal nodes (docs/experiments.md, sweep). The tuning did not use the openings of the matches.
constexpr std::array<Question, 7> kQuestions{{
    {"alpha-beta", "alpha-beta pruning", "To which extent does alpha-beta pruning help?",
     "alphabeta:eval=knowledge", "minimax:eval=knowledge"},
    {"utility", "the knowledge-based utility",
     "To which extent does the knowledge-based utility help?", "alphabeta:eval=knowledge",
     "alphabeta:eval=simple"},
    {"strong-utility", "the knowledge-based utility, in a strong search",
     "Does the knowledge-based utility still help once the search is strong?",
     "mtdf:eval=knowledge,order=tactical,tt=16M,etc=yes,futility=yes",
     "mtdf:eval=simple,order=tactical,tt=16M,etc=yes,futility=yes"},
    {"limits", "knowledge-based pruning",
     "To which extent does knowledge-based pruning help, with the thesis's limits?",
     "knowledge:eval=knowledge", "alphabeta:eval=knowledge"},
    {"tuned", "knowledge-based pruning, tuned limits",
     "Does knowledge-based pruning pay with limits tuned on exact values, 40 and 20?",
     "knowledge:eval=knowledge,limit=40,least=20", "alphabeta:eval=knowledge"},
    {"better", "knowledge-based pruning, fitted evaluation",
     "Does knowledge-based pruning pay with a better evaluation?", "knowledge:eval=fitted",
     "alphabeta:eval=fitted"},
    {"better-tuned", "knowledge-based pruning, fitted evaluation, tuned limits",
     "Does it pay with both, and limits of 32 and 20?", "knowledge:eval=fitted,limit=32,least=20",
     "alphabeta:eval=fitted"},
}};

/// Limits per move, as players write them.
std::vector<std::string> limits(Scale scale) {
    if (scale == Scale::tiny) return {"nodes=100", "nodes=200"};
    if (scale == Scale::quick) return {"time=5ms", "time=20ms"};
    return {"time=5ms", "time=20ms", "time=80ms"};
}
int games(Scale scale) {
    return scale == Scale::tiny ? 2 : scale == Scale::quick ? 40 : 100;
}

std::string key_of(const Question& question, const std::string& limit) {
    return fmt::format("{}/{}", question.key, limit);
}

Workload workload(const Design& design) {
    constexpr std::array<double, 3> kSecondsPerGame{0.23, 0.9, 3.6};
    Workload all{{{"games of a match", std::to_string(games(design.scale))}}};
    std::size_t at = 0;
    for (const std::string& limit : limits(design.scale)) {
        for (const Question& question : kQuestions) {
            arena::Plan plan =
                plan_of(design, arena::Kind::match, "empty-capture", "4-ply", games(design.scale));
            plan.margin = std::chrono::seconds(60);  // a busy machine must not cost a game
            plan.entrants = {{"with", question.first + ("," + limit)},
                             {"without", question.second + ("," + limit)}};
            if (at == 0) all.tasks.push_back(trees_task(question.key, plan));
            all.matches.push_back({key_of(question, limit), plan,
                                   design.scale == Scale::tiny ? 0.02 : kSecondsPerGame[at]});
        }
        ++at;
    }
    return all;
}

/// The games at one limit, or at all limits together. All limits have the same openings, so the
/// interval of all games is that of pairs and openings.
arena::Summary summary_of(const Results& results, const Question& question,
                          const std::vector<std::string>& at) {
    PlayedMatch all;
    for (const std::string& limit : at) {
        const PlayedMatch& match = results.match(key_of(question, limit));
        all.plan = match.plan;
        all.games.insert(all.games.end(), match.games.begin(), match.games.end());
    }
    return encounter(all, 0, 1);
}

std::string elo_text(const arena::Summary& summary) {
    const auto one = [](std::optional<double> elo, const char* none) {
        return elo ? fmt::format("{:+.0f}", *elo) : none;
    };
    if (!summary.elo) return "-";
    return fmt::format("{} ({} to {})", one(summary.elo, "-"), one(summary.elo_low, "below"),
                       one(summary.elo_high, "above"));
}

report::Section elo_section(const Results& results) {
    report::Section section{"elo", "What each is worth", {}};
    report::Table table;
    table.caption = "Elo of the player that has it over the one that has not, 95 % intervals";
    table.columns = {
        {"What", report::Align::left}, {"Limit", report::Align::left}, {"Games"},
        {"Score, 95 % interval"},      {"Elo, 95 % interval"},         {"Trees that differ"}};
    PValues values;
    const auto all = limits(results.design.scale);
    for (const Question& question : kQuestions) {
        const auto add = [&](const std::string& limit, const arena::Summary& summary) {
            if (summary.sample.games == 0) return;
            table.rows.push_back({question.what, limit, std::to_string(summary.sample.games),
                                  score_text(summary), elo_text(summary),
                                  trees_cell(results, question.key)});
            values.push_back(same_trees(results, question.key) ? std::nullopt
                                                               : even_score(summary));
        };
        for (const std::string& limit : all)
            add(limit_text("alphabeta:" + limit), summary_of(results, question, {limit}));
        add("all", summary_of(results, question, all));
    }
    if (table.rows.empty()) return section;
    add_p_values(table, values);
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "Matches of one question have the same openings at every limit, each played from both "
        "sides; the rows of all limits count by openings. p is that of an even score, corrected "
        "by Holm for all rows."});
    return section;
}

report::Section chart_section(const Results& results) {
    report::Section section{"scores", "Scores", {}};
    const auto all = limits(results.design.scale);
    std::vector<report::SpanRow> rows;
    for (const Question& question : kQuestions) {
        const arena::Summary summary = summary_of(results, question, all);
        if (summary.sample.games > 0) rows.push_back(score_row(question.what, summary));
    }
    if (rows.empty()) return section;
    section.blocks.emplace_back(score_chart("Score of the player that has it, all limits together",
                                            rows, games_source(results)));
    report::Table players;
    players.caption = "Who plays";
    players.columns = {{"What", report::Align::left},
                       {"With it", report::Align::left},
                       {"Without", report::Align::left}};
    for (const Question& question : kQuestions)
        players.rows.push_back({question.what, question.first, question.second});
    section.blocks.emplace_back(players);
    return section;
}

std::vector<report::Section> sections(const Results& results) {
    return {elo_section(results), chart_section(results)};
}

/// Verdicts by p-values that are corrected for all questions.
std::vector<Answer> answers(const Results& results) {
    const auto all = limits(results.design.scale);
    std::vector<arena::Summary> summaries;
    PValues values;
    for (const Question& question : kQuestions) {
        summaries.push_back(summary_of(results, question, all));
        values.push_back(same_trees(results, question.key) ? std::nullopt
                                                           : even_score(summaries.back()));
    }
    values = corrected(values);
    std::vector<Answer> found;
    for (std::size_t i = 0; i < kQuestions.size(); ++i) {
        const arena::Summary& summary = summaries[i];
        if (summary.sample.games == 0) continue;
        const bool decided = values[i] && *values[i] < kSignificant;
        const std::string verdict = same_trees(results, kQuestions[i].key)
                                        ? "No conclusion: both players search the same trees"
                                    : !decided            ? "Not decided"
                                    : summary.score > 0.5 ? "It helps"
                                                          : "It costs games";
        found.push_back({kQuestions[i].asked,
                         fmt::format("{}: {} Elo in {} games at {} limits (p {}, corrected; {}).",
                                     verdict, elo_text(summary), summary.sample.games, all.size(),
                                     p_text(values[i]), trees_text(results, kQuestions[i].key))});
    }
    return found;
}

}  // namespace
}  // namespace pruning_parts

Experiment pruning() {
    using namespace pruning_parts;
    return {"pruning",
            "To which extent do the prunings and the utility help?",
            kThesis,
            "1.3, the research questions",
            "What are alpha-beta pruning, knowledge-based pruning and the knowledge-based utility "
            "worth at several times a move? Does knowledge-based pruning pay with a better "
            "evaluation, or with tuned limits? Each plays the same player without it, from both "
            "sides of many openings.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
