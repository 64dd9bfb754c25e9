#include "report/report.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/arena_output.hpp"
#include "arena/plan.hpp"
#include "kalah/stop_token.hpp"
#include "players/spec.hpp"
#include "report/charts.hpp"
#include "report/sections.hpp"
#include "report/standings_csv.hpp"
#include "report/svg.hpp"
#include "report/text.hpp"

using namespace kalah;
using namespace kalah::report;

namespace {

/// The value of a key in one line of JSON whose values hold no quotes.
std::string text_of(const std::string& json, const std::string& key) {
    const std::size_t at = json.find("\"" + key + "\":\"") + key.size() + 4;
    return json.substr(at, json.find('"', at) - at);
}

/// Reads positions as the page's script does.
std::vector<std::vector<int>> decoded(const std::string& json, int pits, std::size_t moves) {
    const std::string text = text_of(json, "p");
    const std::size_t at = json.find("\"w\":[") + 5;
    const std::size_t pit_digits = static_cast<std::size_t>(json[at] - '0');
    const std::size_t store_digits = static_cast<std::size_t>(json[at + 2] - '0');
    std::vector<std::vector<int>> all;
    std::size_t next = 0;
    const auto number = [&](std::size_t digits) {
        next += digits;
        return std::stoi(text.substr(next - digits, digits), nullptr, 36);
    };
    for (std::size_t i = 0; i <= moves; ++i) {
        auto& cells = all.emplace_back();
        for (int pit = 0; pit < 2 * pits; ++pit) cells.push_back(number(pit_digits));
        for (int store = 0; store < 2; ++store) cells.push_back(number(store_digits));
    }
    REQUIRE(next == text.size());
    return all;
}

std::vector<int> cells_of(const Board& board) {
    std::vector<int> cells;
    for (const Side side : kBothSides)
        for (int pit = 0; pit < board.width; ++pit) cells.push_back(board.at(side, pit));
    cells.push_back(board.store(Side::south));
    cells.push_back(board.store(Side::north));
    return cells;
}

/// Plays the first legal pit until the game is over, or 300 moves long.
GameRecord played_out(BoardSize size, const char* rules = "standard") {
    GameRecord record{Game(parse_rules(rules)->rules, start_board(size))};
    while (!record.game.over() && record.game.played().size() < 300)
        record.play(*legal_moves(record.game.board()).begin(), {0.001, "", MoveSource::player});
    return record;
}

/// Never makes a legal move.
class Broken : public Player {
    [[nodiscard]] std::string name() const override { return "broken"; }
    void new_game(std::uint64_t) override {}
    Decision choose(const Game&, const StopToken&) override { return {.pit = 12}; }
};

/// Plays a tournament in which "broken" stands for a Broken player, at this load of the machine.
ReportData facts_of(const arena::Plan& plan, std::size_t replayed = kMostReplayed,
                    double load = 0.1) {
    auto store = *store::Store::in_memory();
    auto tournament = *arena::Tournament::begin(store, plan, 1);
    const StopToken stop;
    arena::RunOptions options;
    options.wall_clock = [] { return std::int64_t{1000}; };
    options.machine_load = [&] { return load; };
    options.make_player = [&](int entrant, int) -> std::unique_ptr<Player> {
        const std::string& spec = plan.entrants[static_cast<std::size_t>(entrant)].spec;
        if (spec == "broken") return std::make_unique<Broken>();
        return players::make_player(*players::parse_player(spec));
    };
    REQUIRE(!tournament->play(options, stop, {}));
    return *gather(*tournament, replayed);
}

arena::Plan plan_of(arena::Kind kind, const std::vector<arena::Entrant>& entrants) {
    arena::Plan plan;
    plan.kind = kind;
    plan.entrants = entrants;
    plan.boards = {"4x3"};
    plan.openings = "1-ply";
    return plan;
}

ReportData facts_of_two(const std::string& a, const std::string& b,
                        std::size_t replayed = kMostReplayed) {
    return facts_of(plan_of(arena::Kind::match, {{a, "random"}, {b, "greedy"}}), replayed);
}

std::string markdown_of(const ReportData& data) {
    return to_markdown(document_of(data, "kalah 1"), data);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

}  // namespace

TEST_CASE("the positions of a page are those of the game, on every kind of board") {
    for (const auto& record :
         {played_out({6, 4}), played_out({6, 6}), played_out({1, 40}), played_out({12, 50}),
          played_out({4, 3}, "multilap"), played_out({2, 5000})}) {
        const std::string json = moves_json(record);
        const auto& game = record.game;
        const auto positions = decoded(json, game.start().width, game.played().size());
        for (std::size_t i = 0; i < positions.size(); ++i)
            CHECK(positions[i] == cells_of(game.board_after(i)));
    }
}

TEST_CASE("a move of a page says who played what, and what came of it") {
    GameRecord record{Game(parse_rules("standard")->rules, start_board({6, 4}))};
    record.play(2, {0, "", MoveSource::referee});
    record.play(5, {0.25, "sure \"of\" it </script>", MoveSource::player});
    record.lose(Side::north, Ending::timeout, FaultKind::timeout, "asleep");
    const std::string json = moves_json(record);
    CHECK(text_of(json, "m") == "s3+r s6");
    CHECK(json.find("\"t\":[null,250]") != std::string::npos);
    CHECK(json.find(R"("r":[[2,"sure \"of\" it \u003c/script>"]])") != std::string::npos);
    CHECK(json.find(R"("f":[[2,"n","timeout","asleep"]])") != std::string::npos);
    CHECK(json.find(R"_("e":"north lost by a fault (timeout)")_") != std::string::npos);
}

TEST_CASE("texts from outside mean nothing but themselves") {
    CHECK(html_text("<b a='1' c=\"2\">&") == "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    CHECK(html_text("a\x01z\xff\xc3\xa9\xed\xa0\x80") == "a\uFFFDz\uFFFD\u00E9\uFFFD\uFFFD\uFFFD");
    CHECK(json_text("</script>\n\"\\") == R"("\u003c/script>\n\"\\")");
    CHECK(markdown_text("a|b*c\nd<e>") == "a\\|b\\*c d\\<e\\>");
    CHECK(shell_word("champion:time=20ms") == "champion:time=20ms");
    CHECK(shell_word("cmd:a b'c") == "'cmd:a b'\\''c'");
    CHECK(shell_word("") == "''");
}

TEST_CASE("names that are programs of their own do nothing in a report") {
    const std::string hostile = "<script>alert(1)</script>|`[x](javascript:1)";
    const ReportData data = facts_of_two(hostile, "\"><img src=x onerror=alert(2)>");
    const Document document = document_of(data, "kalah");
    const std::string html = to_html(document, data);
    CHECK(count(html, "<script>alert") == 0);
    CHECK(count(html, "<img") == 0);
    CHECK(count(html, "&lt;script&gt;alert(1)&lt;/script&gt;") > 3);
    CHECK(count(html, "</script>") == 3);  // two with data, and the program itself
    const std::string markdown = to_markdown(document, data);
    CHECK(count(markdown, "| \\<script\\>alert\\(1\\)\\</script\\>\\|\\`\\[x\\]") > 1);
}

TEST_CASE("a report has all games, and no address outside of itself") {
    const ReportData data = facts_of_two("Anna", "Ben");
    REQUIRE(data.games.size() == 8);
    const std::string html = to_html(document_of(data, "kalah 1"), data);
    for (std::size_t i = 1; i <= 8; ++i)
        CHECK(count(html, "<tr id=\"game-" + std::to_string(i) + "\">") == 1);
    CHECK(count(html, "\n{\"m\":") == 8);
    CHECK(count(html, "http") == count(html, "http-equiv"));
    const std::string markdown = to_markdown(document_of(data, "kalah 1"), data);
    for (const auto& game : data.games)
        CHECK(markdown.find("| " + game.moves + " |") != std::string::npos);
}

TEST_CASE("a report of very many games replays some, and says which it leaves out") {
    const ReportData data = facts_of_two("Anna", "Ben", 3);
    CHECK(data.games.size() == 8);
    CHECK(data.summary.sample.games == 8);
    CHECK(data.can_replay(2));
    CHECK_FALSE(data.can_replay(3));
    const std::string html = to_html(document_of(data, "kalah 1"), data);
    CHECK(count(html, "\n{\"m\":") == 3);
    CHECK(count(html, "5 of 8 games are left out here") == 1);
    CHECK(count(html, "without faults from game 4 on") == 1);
    CHECK(count(html, "href=\"#game-4\"") + count(html, "href=\"#game-5\"") == 0);
    CHECK(count(html, "href=\"#game-1\"") == 1);
}

TEST_CASE("the numbers of a report are those of the statistics") {
    const ReportData data = facts_of_two("Anna", "Ben");
    const auto summary = arena::summarise(arena::results_of(data.games, 0));
    CHECK(data.summary.score == summary.score);
    CHECK(data.summary.margin.value == summary.margin.value);
    CHECK(data.summary.first_player_margin.value == summary.first_player_margin.value);
    CHECK(data.summary.sample.distinct_games == summary.sample.distinct_games);
    CHECK(data.encounters[0][1].games == 8);
    CHECK(data.encounters[0][1].margin == -data.encounters[1][0].margin);
    CHECK(data.encounters[0][1].points + data.encounters[1][0].points == 8);
    int games = 0;
    long margin = 0;
    for (const OpeningData& opening : data.openings) {
        games += opening.games;
        margin += opening.margin;
    }
    CHECK(data.openings.size() == 4);
    CHECK(games == 8);
    CHECK(static_cast<double>(margin) / games ==
          doctest::Approx(data.summary.first_player_margin.value));
    CHECK(std::is_sorted(data.openings.begin(), data.openings.end(),
                         [](const OpeningData& x, const OpeningData& y) {
                             return x.mean_margin() > y.mean_margin();
                         }));
}

TEST_CASE("forfeited games are in the standings of a report, and in no other figure") {
    arena::Plan plan =
        plan_of(arena::Kind::round_robin,
                {{"Anna", "random"}, {"Ben", "greedy"}, {"Cid", "broken"}, {"Dora", "broken"}});
    plan.max_faults = 1;
    const ReportData data = facts_of(plan);
    CHECK(data.games.size() == 48);
    CHECK(data.played() == 8);
    CHECK(data.forfeited() == 40);
    CHECK(data.summary.sample.games == 8);
    for (const arena::Standing& standing : data.standings) {
        const bool broken = standing.entrant >= 2;
        CHECK(standing.played() == (broken ? 0 : 8));
        CHECK(standing.forfeits_won == (broken ? 0 : 16));
        if (broken) CHECK(standing.points == 0);
    }
    int games = 0;
    for (const OpeningData& opening : data.openings) games += opening.games;
    CHECK(games == 8);
    CHECK(data.encounters[2][3].games == 8);
    CHECK(data.encounters[2][3].played == 0);
    const std::string text = markdown_of(data);
    CHECK(count(text, "and 40 forfeited") == 1);
    CHECK(count(text, "48 games \\(8 played, 40 forfeited\\)") == 1);
    CHECK(count(text, "points from 24 games \\(8 played, 16 forfeited\\)") == 2);
    CHECK(count(text, "| 16 won, 0 lost |") == 2);
    CHECK(count(text, "| 0 won, 24 lost |") == 2);
}

TEST_CASE("a match without a played game reports no figures of the board") {
    const ReportData data =
        facts_of(plan_of(arena::Kind::match, {{"Anna", "random"}, {"Cid", "broken"}}));
    CHECK(data.played() == 0);
    const Document document = document_of(data, "kalah 1");
    for (const Section& section : document.sections) {
        CAPTURE(section.id);
        for (const char* absent : {"says", "ratings", "pairs", "margins", "lengths", "openings"})
            CHECK(section.id != absent);
    }
    CHECK(count(to_markdown(document, data), "8 of 8 games were forfeited") == 1);
}

TEST_CASE("a report says what follows from its numbers") {
    const ReportData undecided = facts_of(
        plan_of(arena::Kind::match, {{"Anna", "random:seed=1"}, {"Ben", "random:seed=2"}}));
    CHECK(count(markdown_of(undecided), "Who is stronger is not decided: A scored") == 1);

    arena::Plan plan =
        plan_of(arena::Kind::match, {{"Anna", "alphabeta:depth=7"}, {"Ben", "random"}});
    plan.boards = {"6x4"};
    const ReportData won = facts_of(plan);
    CHECK(count(markdown_of(won), "A, Anna, is stronger than B: A scored") == 1);
    CHECK(count(markdown_of(won), "Elo difference") > 0);

    plan.entrants = {{"Anna", "alphabeta:depth=3"}, {"Ben", "alphabeta:depth=3,step=2"}};
    const ReportData same = facts_of(plan);
    const std::string text = markdown_of(same);
    CHECK(count(text, "Nothing about strength: A and B search alike") == 1);
    CHECK(count(text, "Elo difference") == 0);
    CHECK(count(text, "likelihood of superiority") == 0);

    plan = plan_of(arena::Kind::round_robin,
                   {{"Anna", "alphabeta:depth=6"}, {"Ben", "random"}, {"Cid", "random:seed=2"}});
    const std::string three = markdown_of(facts_of(plan));
    CHECK(count(three, "Anna comes first, with ") == 1);
    CHECK(count(three, "Of 3 differences between two ratings, 2 are decided") == 1);
}

TEST_CASE("equal results share a rank, and the first place") {
    const arena::Plan plan = plan_of(
        arena::Kind::round_robin,
        {{"Anna", "minimax:depth=1"}, {"Ben", "minimax:depth=1"}, {"Cid", "minimax:depth=1"}});
    const ReportData data = facts_of(plan);
    for (const arena::Standing& standing : data.standings) CHECK(standing.rank == 1);
    const std::string text = markdown_of(data);
    CHECK(count(text, "Anna, Ben and Cid share the first place, with ") == 1);
    CHECK(count(text, "| 1 | Anna (") == 1);
    CHECK(count(text, "| 1 | Cid (") == 1);
    CHECK(count(standings_csv(data), "\n1,\"Cid\",") == 1);
}

TEST_CASE("a report says who played which opening") {
    arena::Plan plan =
        plan_of(arena::Kind::gauntlet, {{"Anna", "random"}, {"Ben", "random"}, {"Cid", "random"}});
    plan.games = 2;
    const ReportData data = facts_of(plan);
    REQUIRE(data.openings.size() == 2);
    CHECK(data.openings[0].pairings.size() == 1);
    CHECK(count(markdown_of(data), "| Anna \u2013 Ben |") == 1);
    CHECK(count(markdown_of(data), "| Anna \u2013 Cid |") == 1);
}

TEST_CASE("a busy machine is a warning at the times, and an idle one is not") {
    const arena::Plan plan = plan_of(arena::Kind::match, {{"Anna", "random"}, {"Ben", "greedy"}});
    const std::string warning = "The machine was overloaded: up to 99.0 processes wanted to run";
    const Document busy = document_of(facts_of(plan, kMostReplayed, 99), "kalah 1");
    int warned = 0;
    for (const Section& section : busy.sections)
        for (const Block& block : section.blocks)
            if (const auto* shown = std::get_if<Warning>(&block))
                if (shown->text.starts_with(warning)) {
                    CHECK((section.id == "overview" || section.id == "times"));
                    ++warned;
                }
    CHECK(warned == 2);
    CHECK(count(markdown_of(facts_of(plan)), "overloaded") == 0);
}

TEST_CASE("standings are cut and filled by characters") {
    std::string name;
    for (int i = 0; i < 40; ++i) name += "\u00E9";
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    plan.entrants = {{name, "random"}, {"\u00DCx", "greedy"}};
    plan.boards = {"4x3"};
    plan.games = 2;
    auto store = *store::Store::in_memory();
    const auto tournament = *arena::Tournament::begin(store, plan, 1);
    const std::string text = app::standings_text(*tournament);
    std::string shown;
    for (int i = 0; i < 33; ++i) shown += "\u00E9";
    CHECK(count(text, "  " + shown + "...       0 ") == 1);
    CHECK(count(text, "  \u00DCx" + std::string(34, ' ') + "       0 ") == 1);
}

TEST_CASE("the spread of some values") {
    CHECK(spread({}).count == 0);
    std::vector<double> values;
    for (int i = 100; i >= 1; --i) values.push_back(i);
    const Spread all = spread(values);
    CHECK(all.median == 50.5);
    CHECK(all.mean == 50.5);
    CHECK(all.high == 95);
    CHECK(all.most == 100);
    CHECK(spread({7}).high == 7);
}

TEST_CASE("axes end on round numbers and hold all values") {
    const Axis axis = round_axis(-37, 412, 5);
    CHECK(axis.low == -100);
    CHECK(axis.high == 500);
    CHECK(axis.ticks.size() == 7);
    CHECK(axis.place(-100) == 0);
    CHECK(axis.place(200) == doctest::Approx(0.5));
    CHECK(axis.place(1e9) == 1);
    CHECK(round_axis(0, 0, 4).high > 0);
    const Axis times = time_axis(0.0003, 2.5);
    CHECK(times.low == doctest::Approx(1e-4));
    CHECK(times.high == doctest::Approx(10));
    CHECK(times.ticks.front().label == "100 \u00B5s");
    CHECK(times.ticks.back().label == "10 s");
    CHECK(times.place(0) == 0);
    CHECK(time_text(0.0125) == "12.5 ms");
    CHECK(time_text(1.5) == "1.50 s");
}

TEST_CASE("a chart tells its title, and escapes what it is told") {
    const std::string svg = bar_chart({"A & B", "two bars"},
                                      {{1, Tone::a, "<x>", "one"}, {3, Tone::b, "y", "\"three\""}});
    CHECK(svg.find("<title>A &amp; B</title><desc>two bars</desc>") != std::string::npos);
    CHECK(svg.find("&lt;x&gt;") != std::string::npos);
    CHECK(count(svg, "<rect") == 2);
    CHECK(count(line_chart({"", ""}, std::vector<double>(100'000, 0.5), {}, "pairs"), ",") < 2100);
}

TEST_CASE("a span without end goes to the edge of its chart") {
    SpanRow row{"A", "", 50, 10.0, std::nullopt};
    row.open_high = true;
    const std::string svg = span_chart({"", ""}, round_axis(0, 100, 5), {row});
    CHECK(svg.find(R"(class="span" x1="10.00%" x2="50.00%")") != std::string::npos);
    CHECK(svg.find(R"(class="span-open" x1="50.00%" x2="100.00%")") != std::string::npos);
    CHECK(count(svg, "span-arrow") == 1);
    row.open_high = false;
    CHECK(count(span_chart({"", ""}, round_axis(0, 100, 5), {row}), "span-open") == 0);
}

TEST_CASE("a row's details and a chart's key have lines of their own") {
    SpanRow row{"minimax", "20.0 %", 20};
    const std::string plain = span_chart({"", ""}, round_axis(0, 100, 5), {row});
    row.detail = "against alpha-beta";
    row.mark = 30;
    const std::string svg =
        span_chart({"", ""}, round_axis(0, 100, 5), {row}, 50, {"measured", "published"});
    CHECK(count(plain, "class=\"key\"") == 0);
    CHECK(count(svg, "class=\"key\"") == 2);
    CHECK(count(svg, "class=\"ring\"") == 2);  // one ring is in the key
    CHECK(svg.find(">against alpha-beta</text>") != std::string::npos);
}

TEST_CASE("lines that lie within another are named beside it") {
    const Curve whole{"whole", Tone::a, false, {{1, 10, ""}, {2, 20, ""}, {3, 30, ""}}, {}};
    const Curve part{"part", Tone::b, false, {{1, 10, ""}, {2, 20, ""}}, {}};
    const Curve near{"near", Tone::c, false, {{1, 10.1, ""}, {2, 20, ""}}, {}};
    const auto kept = without_copies({part, near, whole});
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].label == "whole");
    CHECK(kept[0].also == std::vector<std::string>{"part"});
    CHECK(kept[1].label == "near");
    CHECK(without_copies({part, near, whole}, 0.02).size() == 1);
    const std::string svg = curve_chart({"", ""}, titled(round_axis(0, 3, 3), "depth"),
                                        titled(round_axis(0, 30, 3), "nodes"), kept);
    CHECK(svg.find(">and part</text>") != std::string::npos);
    CHECK(count(svg, "axis-title") == 2);
}

TEST_CASE("groups of bars have axes and a key") {
    const std::string svg = group_chart(
        {"", ""}, titled(round_axis(0, 100, 4), "% of turns"), "moves a turn", {"with", "without"},
        {{"1", {{60, Tone::a, "", "one"}, {80, Tone::b, "", "two"}}},
         {"2", {{40, Tone::a, "", "three"}, {0, Tone::b, "", "four"}}}});
    CHECK(count(svg, "<rect") == 5);  // two in the key; a bar of length 0 is not drawn
    CHECK(count(svg, "axis-title") == 2);
    CHECK(count(svg, "class=\"key\"") == 2);
}

TEST_CASE("the command that repeats a tournament says everything that is not usual") {
    arena::Plan plan;
    plan.entrants = {{"A", "greedy"}, {"random", "random"}};
    plan.boards = {"6x4", "<2,0,0,1,1,1,1>"};
    plan.rules = "standard,majority-stop=yes";
    plan.games = 10;
    plan.seed = 7;
    plan.sprt = arena::SprtOptions{0, 20, 0.05, 0.05};
    CHECK(repeat_command(plan) ==
          "kalah match A=greedy random --rules standard --majority-stop yes --board "
          "'6x4,<2,0,0,1,1,1,1>' --games 10 --openings 4-ply --seed 7 --sprt "
          "elo0=0,elo1=20,alpha=0.05,beta=0.05");
    plan.sprt.reset();
    plan.kind = arena::Kind::swiss;
    plan.max_faults = 3;
    CHECK(repeat_command(plan).ends_with(" --games 10 --openings 4-ply --seed 7 --max-faults 3"));
    CHECK(repeat_command(plan).starts_with(
        "kalah tournament A=greedy random --rules standard --majority-stop yes --kind swiss "));
    plan.program_time = std::chrono::milliseconds(1500);
    plan.memory = 512 << 20;
    plan.sandbox = true;
    CHECK(repeat_command(plan).ends_with(" --memory 512M --sandbox"));
    CHECK(repeat_command(plan).find(" --time 1500ms ") != std::string::npos);
    plan.opening_lines = {"3-6"};
    CHECK(repeat_command(plan) == "kalah tournament plan.toml");
}

TEST_CASE("a plan that arguments cannot say is repeated from its file") {
    arena::Plan plan;
    plan.entrants = {{"greedy", "greedy"}, {"champion:depth=2", "champion:depth=2"}};
    plan.boards = {"4x3"};
    CHECK(repeat_command(plan) != kFromFile);
    for (const char* name : {"champion:depth=2 (2)", "a=b", "x:y", "-x"}) {
        arena::Plan other = plan;
        other.entrants[0].name = name;
        CHECK(repeat_command(other) == kFromFile);
        CHECK(*arena::parse_plan(arena::to_toml(other), {}) == other);
    }
    arena::Plan timed = plan;
    timed.program_time = std::chrono::milliseconds(500);
    CHECK(repeat_command(timed) != kFromFile);
    timed.entrants[0] = {"champion", "champion"};
    CHECK(repeat_command(timed) == kFromFile);  // --time would limit it, too
    timed.entrants[0].spec = "cmd:x";
    CHECK(repeat_command(timed) != kFromFile);
    plan.kind = arena::Kind::round_robin;
    CHECK(repeat_command(plan).find(" --games 0 ") != std::string::npos);
    plan.games = 4;
    CHECK(repeat_command(plan).find(" --games 4 ") != std::string::npos);
}
