"""The numbers of every report of kalah lab at the tiny scale: the measured ones worked out again from the games and
measurements in the stores, the published ones as they stand in the documents.

    test_numbers.py KALAH
"""
import json
import math
import re
import shutil
import statistics
import subprocess
import unittest

from laboratory import (FOLDER, KALAH, OUT, games, remove_everything, run_everything, table, tables, tally, tally_text,
                        tournament, values, words)

AIS = ["minimax, simple", "minimax, knowledge", "alpha-beta, simple", "alpha-beta, knowledge",
       "knowledge-based, simple", "knowledge-based, knowledge"]
# Tables 1 and 2 of the thesis: wins and losses of both minimax AIs against the other four.
THESIS_PAIRINGS = {"minimax, simple": [(1, 11), (0, 12), (2, 9), (2, 10)],
                   "minimax, knowledge": [(1, 11), (1, 11), (2, 9), (3, 9)]}
THESIS_TOTALS = [(5, 42), (7, 40), (22, 2), (23, 1), (18, 4), (19, 5)]  # table 7
THESIS_DEPTHS = {"minimax": "10", "alpha-beta": "12", "alphabeta": "12", "knowledge-based": "fluctuates",
                 "knowledge": "fluctuates"}
FIVE_PART_TIMES = {"3": ("2.99, 1.99, 2.30", "2.43"), "4": ("4.01, 4.56, 5.03", "4.53"),
                   "5": ("10.02, 12.46, 11.43", "11.30")}
AGAIN_TIMES = [(0.0100286, 0.1274207), (0.0070245, 0.0818351), (0.0090158, 0.0491591), (0.0140467, 0.0165711),
               (0.0040133, 0.0290956)]  # depth 5 and 7


def setUpModule():
    run_everything()


def tearDownModule():
    remove_everything()


def percent(share):
    return f"{100 * share:.1f} %"


def win_percent(won, lost):
    return percent(won / (won + lost)) if won + lost else "-"


def points(measured, published):
    """The difference of two percentages as they are written."""
    if "-" in (measured, published):
        return "-"
    return f"{float(measured[:-2]) - float(published[:-2]):+.1f}".replace("-0.0", "+0.0")


def score(won, lost, drawn):
    return percent((won + drawn / 2) / (won + lost + drawn))


def median_text(numbers):
    return f"{statistics.median(numbers):g}"


def difference(measured, published):
    return f"{statistics.median(measured) - int(published):+g}" if published.isdigit() else "-"


def grouped(number):
    return f"{number:,.0f}".replace(",", " ")


class Thesis(unittest.TestCase):
    def setUp(self):
        self.played = games("thesis", "six-ais")
        self.assertEqual(len(self.played), 30)

    def test_tables_1_to_6(self):
        rows = table("thesis", "Our score, 95 % interval")
        self.assertEqual([(row["AI"], row["Opponent"]) for row in rows],
                         [(ai, other) for ai in AIS[:2] for other in AIS[2:]])
        for row in rows:
            published = THESIS_PAIRINGS[row["AI"]][AIS.index(row["Opponent"]) - 2]
            drawn = 12 - sum(published)
            self.assertEqual(row["Published"], tally_text(*published, drawn))
            self.assertEqual(row["Win % 1"], win_percent(*published))
            result = tally(self.played, AIS.index(row["AI"]), AIS.index(row["Opponent"]))
            self.assertEqual(row["Measured"], tally_text(*result))
            self.assertEqual(row["Win % 2"], win_percent(*result[:2]))
            self.assertEqual(row["Difference, points"], points(row["Win % 2"], row["Win % 1"]))
            self.assertEqual(row["Our score, 95 % interval"].split(",")[0], score(*result))

    def test_the_ring_is_the_published_score_with_draws(self):
        rows = table("thesis", "Score", "Published")
        self.assertEqual(len(rows), 8)
        for row, (won, lost) in zip(rows, sum(THESIS_PAIRINGS.values(), [])):
            self.assertEqual(row["Published"], score(won, lost, 12 - won - lost))

    def test_charts_show_the_scores_of_the_tables(self):
        first, second = (rows for rows in tables("thesis") if rows[0][:2] == ["", "Score"])
        for chart, rows, column in ((first, table("thesis", "Our score, 95 % interval"), "Our score, 95 % interval"),
                                    (second, table("thesis", "Margin in seeds"), "Score, 95 % interval")):
            self.assertEqual([row[:2] for row in chart[1:]],
                             [[f"{row['AI']} against {row['Opponent']}", row[column].split(",")[0]] for row in rows])
        self.assertIn("does not hold 50 %: 0 of these 7 pairings", words("thesis"))

    def test_table_7(self):
        rows = tables("thesis")[2]
        self.assertEqual([row[0] for row in rows[1:]], AIS)
        for ai, row in enumerate(rows[1:]):
            self.assertEqual(row[1:3], [tally_text(*THESIS_TOTALS[ai], 0), win_percent(*THESIS_TOTALS[ai])])
            met = range(2, 6) if ai < 2 else range(2)
            sums = [sum(parts) for parts in zip(*(tally(self.played, ai, other) for other in met))]
            self.assertEqual(row[3:], [tally_text(*sums), win_percent(*sums[:2]), points(row[4], row[2])])

    def test_pairings_that_are_new(self):
        rows = table("thesis", "Margin in seeds")
        self.assertEqual([(row["AI"], row["Opponent"]) for row in rows],
                         [(AIS[a], AIS[b]) for a, b in ((0, 1), (2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5))])
        for row in rows:
            a, b = AIS.index(row["AI"]), AIS.index(row["Opponent"])
            result = tally(self.played, a, b)
            self.assertEqual(row["Measured"], tally_text(*result))
            self.assertEqual(row["Score, 95 % interval"].split(",")[0], score(*result))
            margins = [game.margin_of(a) for game in self.played if set(game.entrants) == {a, b}]
            self.assertEqual(row["Margin in seeds"], f"{statistics.mean(margins):+.1f}")

    def test_depths(self):
        depths = {ai: [] for ai in AIS}
        for game in self.played:
            for ply, mover in enumerate(game.movers()[:12]):
                found = re.match(r"depth (\d+)", game.remarks.get(ply, ""))
                if found:
                    depths[AIS[mover]].append(int(found[1]))
        rows = table("thesis", "Searches")
        self.assertEqual([row["AI"] for row in rows], AIS)
        for row in rows:
            own, published = depths[row["AI"]], THESIS_DEPTHS[row["AI"].split(",")[0]]
            self.assertEqual(list(row.values())[1:], [published, median_text(own), difference(own, published),
                                                      str(min(own)), str(max(own)), str(len(own))])


class Depths(unittest.TestCase):
    KINDS = [(search, utility) for search in ("minimax", "alphabeta", "knowledge") for utility in ("simple", "knowledge")]

    def test_depths(self):
        found = values("depths")
        rows = table("depths", "From the start")
        self.assertEqual([(row["Search"], row["Utility"]) for row in rows], self.KINDS)
        for row in rows:
            depths, published = found[f"depth/{row['Search']}/{row['Utility']}"], THESIS_DEPTHS[row["Search"]]
            self.assertEqual(len(depths), 2)
            self.assertEqual(list(row.values())[2:],
                             [published, f"{depths[0]:g}", median_text(depths), difference(depths, published),
                              f"{min(depths):g}", f"{max(depths):g}"])

    def test_nodes_and_factors(self):
        found = values("depths")
        rows = table("depths", "minimax, simple")
        self.assertEqual([row["Depth"] for row in rows], ["1", "2", "3", "4", "factor"])
        for search, utility in self.KINDS:
            column = [row[f"{search}, {utility}"] for row in rows]
            nodes = [found.get(f"nodes/{search}/{utility}/depth={depth:02}", [None])[0] for depth in range(1, 5)]
            self.assertEqual(column[:4], [grouped(each) if each else "-" for each in nodes])
            nodes = [each for each in nodes if each]
            self.assertEqual(column[4], f"{(nodes[-1] / nodes[0]) ** (1 / (len(nodes) - 1)):.2f}")


class Times(unittest.TestCase):
    def test_utility_cost(self):
        found = values("utility-cost")
        rows = table("utility-cost", "Ratio, published")
        self.assertEqual([row["Board"] for row in rows], ["fast", "plain"])
        for row in rows:
            simple, knowledge = (found[f"{row['Board']}/{name}"] for name in ("simple", "knowledge"))
            ratios = [b / a for a, b in zip(simple, knowledge)]
            self.assertEqual(list(row.values())[1:6],
                             [f"{1e3 * statistics.median(simple):.3f}", f"{1e3 * statistics.median(knowledge):.3f}",
                              f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f} to {max(ratios):.2f}",
                              "more than 2"])
        chart = table("utility-cost", "Shortest, ms")
        self.assertEqual(len(chart), 4)
        for row in chart:
            times = [1e3 * time for time in found[row[""].replace(", ", "/")]]
            self.assertEqual(list(row.values())[1:], [f"{statistics.median(times):.3f} ms", f"{min(times):.3f}",
                                                      f"{max(times):.3f}"])

    def test_five_part_time(self):
        found = values("five-part-time")
        rows = table("five-part-time", "Published: trials")
        self.assertEqual([row["Depth"] for row in rows], list(FIVE_PART_TIMES))
        for row in rows:
            times = found[f"seconds/depth={int(row['Depth']):02}"]
            nodes = found[f"nodes/depth={int(row['Depth']):02}"]
            self.assertEqual(len(times), 3)
            self.assertEqual((row["Published: trials"], row["mean 1"]), FIVE_PART_TIMES[row["Depth"]])
            self.assertEqual(row["Measured: trials"], ", ".join(f"{1e3 * time:.3f}" for time in times))
            mean = 1e3 * statistics.mean(times)
            self.assertEqual(row["mean 2"], f"{mean:.3f}")
            self.assertEqual(row["Measured / published"], f"{mean / float(row['mean 1']):.3g} x")
            self.assertEqual(row["Nodes"], grouped(nodes[0]))
        self.assertIn("published 9, measured 5 (no deeper one was measured)", words("five-part-time"))

    def test_again_time(self):
        found = values("again-time")
        rows = table("again-time", "Depth 5", "Depth 7")
        self.assertEqual([row["Search"] for row in rows], ["1", "2", "3", "4", "5"])
        for row, published in zip(rows, AGAIN_TIMES):
            for depth, theirs in zip((5, 7), published):
                ours = statistics.mean(found[f"seconds/depth={depth:02}/search={row['Search']}"])
                self.assertEqual(row[f"Depth {depth}"], f"{theirs:.4f} \u2192 {ours:.6f} ({ours / theirs:.3g} x)")


class Courses(unittest.TestCase):
    def test_five_part_strength(self):
        played = games("five-part-strength", "strength")
        names = ["random", "five-part", "stand-in"]
        published = {("random", "stand-in"): (0, 5, "19.4"), ("five-part", "stand-in"): (4, 1, "21.2")}
        rows = table("five-part-strength", "Sowings")
        self.assertEqual([(row["AI"], row["Opponent"]) for row in rows],
                         [("random", "stand-in"), ("five-part", "stand-in"), ("five-part", "random")])
        for row in rows:
            a, b = names.index(row["AI"]), names.index(row["Opponent"])
            result = tally(played, a, b)
            self.assertEqual(sum(result), 4)
            self.assertEqual((row["Measured"], row["Win % 2"]), (tally_text(*result), win_percent(*result[:2])))
            both = [game for game in played if set(game.entrants) == {a, b}]
            sowings = statistics.mean(sum(count for who, count, _ in game.turns() if who == a) for game in both)
            turns = statistics.mean(sum(who == a for who, _, _ in game.turns()) for game in both)
            self.assertEqual((row["Sowings"], row["Turns"]), (f"{sowings:.1f}", f"{turns:.1f}"))
            won, lost, moves = published.get((row["AI"], row["Opponent"]), (None, None, "-"))
            self.assertEqual(row["Published"], "not played" if won is None else f"{won} : {lost}")
            self.assertEqual(row["Moves"], moves)
            if won is not None:
                self.assertEqual(row["Win % 1"], win_percent(won, lost))
                self.assertEqual(row["Difference 1"], points(row["Win % 2"], row["Win % 1"]))
                self.assertEqual(row["Difference 2"], f"{sowings - float(moves):+.1f}")
        self.assertEqual([(row[""], row["Score"], row["Published"]) for row in table("five-part-strength", "Score")],
                         [(f"{row['AI']} against {row['Opponent']}",
                           score(*tally(played, names.index(row["AI"]), names.index(row["Opponent"]))), row["Win % 1"])
                          for row in rows])

    def test_again_turns(self):
        rows = table("again-turns", "3 or more, with")
        self.assertEqual([row["Depth"] for row in rows], ["1", "3"])
        for row, shares in zip(rows, tables("again-turns")[1:3]):
            played = games("again-turns", f"depth={row['Depth']}")
            self.assertEqual(row["Games"], str(len(played)))
            lengths, means = [[], []], [{}, {}]
            for number, game in enumerate(played):
                for entrant in (0, 1):
                    counts = [count for who, count, forced in game.turns() if who == entrant and not forced]
                    lengths[entrant] += counts
                    if counts:
                        means[entrant][number] = statistics.mean(counts)
            for entrant, (title, more) in enumerate((("With the bonus", "3 or more, with"),
                                                     ("Without", "3 or more, without"))):
                self.assertEqual(row[title].split()[0], f"{statistics.mean(means[entrant].values()):.3f}")
                own = lengths[entrant]
                self.assertEqual(row[more], percent(sum(count >= 3 for count in own) / len(own)))
                for length, line in enumerate(shares[1:], 1):
                    same = sum(count == length or (length == 6 and count > 6) for count in own)
                    self.assertEqual(line[1 + entrant], f"{100 * same / len(own):.1f}")
            paired = [means[0][number] - means[1][number] for number in means[0] if number in means[1]]
            self.assertEqual(row["Difference"].split()[0], f"{statistics.mean(paired):.3f}")
            # Student's quantile for three degrees of freedom.
            error = 3.182446 * statistics.stdev(paired) / math.sqrt(len(paired))
            self.assertEqual(len(paired), 4)
            self.assertAlmostEqual(float(row["Difference"].split()[2]), error, delta=0.0006)

    def test_intervals_are_those_of_the_arena(self):
        shutil.copytree(OUT, f"{FOLDER}/arena")
        for row in table("again-turns", "3 or more, with"):
            done = subprocess.run([KALAH, "resume", "--store", f"{FOLDER}/arena/again-turns.sqlite", "--json",
                                   "--tournament", str(tournament("again-turns", f"depth={row['Depth']}"))],
                                  capture_output=True, text=True, timeout=60, check=True)
            arena = json.loads(done.stdout.splitlines()[-1])
            shown = re.fullmatch(r"([\d.]+) %, ([\d.]+) to ([\d.]+)", row["Score with the bonus, 95 % interval"])
            ours, low, high = (float(each) for each in shown.groups())
            self.assertAlmostEqual(ours, 100 * arena["score"], delta=0.051)
            self.assertAlmostEqual(high - low, 200 * arena["score_error"], delta=0.11)


class Ours(unittest.TestCase):
    def test_exactness(self):
        found = values("exactness")
        players = {"minimax, simple": "minimax:eval=simple", "minimax, knowledge": "minimax:eval=knowledge",
                   "alpha-beta, simple": "alphabeta:eval=simple",
                   "alpha-beta, knowledge": "alphabeta:eval=knowledge",
                   "knowledge-based, simple": "knowledge:eval=simple",
                   "knowledge-based, knowledge": "knowledge:eval=knowledge",
                   "five-part": "alphabeta:eval=five-part", "again": "alphabeta:eval=again"}
        rows = table("exactness", "Depth 1", "Depth 2")
        self.assertEqual([row["AI"] for row in rows], list(players))
        for row in rows:
            for depth in (1, 2):
                losses = found[f"loss/{players[row['AI']]}/depth={depth:02}"]
                self.assertEqual(len(losses), 6)
                self.assertTrue(all(loss >= 0 for loss in losses))
                optimal = sum(loss == 0 for loss in losses) / len(losses)
                shown = re.fullmatch(r"(.*) \((.*) \u00b1 (.*)\)", row[f"Depth {depth}"])
                self.assertEqual(shown.groups()[:2], (percent(optimal), f"{statistics.mean(losses):.2f}"))
                # Student's quantile for five degrees of freedom.
                error = 2.570582 * statistics.stdev(losses) / math.sqrt(6)
                self.assertAlmostEqual(float(shown[3]), error, delta=0.006)
                self.assertIn({"AI": row["AI"], "Depth": str(depth), "Seeds a move": f"{statistics.mean(losses):.3f}"},
                              table("exactness", "Seeds a move"))
        # minimax and alpha-beta choose the same moves
        self.assertEqual([list(row.values())[1:] for row in rows[:2]], [list(row.values())[1:] for row in rows[2:4]])
        self.assertIn(f"6 positions, {statistics.mean(found['seeds']):.1f} seeds in the pits on average. A random move is "
                      f"optimal in {percent(statistics.mean(found['optimal/random']))} of them and loses "
                      f"{statistics.mean(found['loss/random']):.2f} seeds.", words("exactness"))

    def test_improvements(self):
        found, played = values("improvements"), games("improvements", "one-by-one")
        rows = table("improvements", "Of plain (median)")
        playing = ["plain", "step 3", "move ordering", "transposition table", "table and cut-off", "futility", "MTD(f)",
                   "endgame database", "all together"]
        self.assertEqual(len(rows), 13)
        for row in rows:
            name = row["Technique"]
            nodes, plain = found.get(f"nodes/{name}"), found["nodes/plain"]
            if name == "opening book":
                self.assertIsNone(nodes)
                result = tally(games("improvements", "book"), 0, 1)
                self.assertEqual(row["Won : lost"], tally_text(*result))
                self.assertEqual(row["Score, 95 % interval"].split(",")[0], score(*result))
                continue
            self.assertEqual(row["Nodes, all positions"], grouped(sum(nodes)))
            share = statistics.median(mine / theirs for mine, theirs in zip(nodes, plain))
            self.assertEqual(row["Of plain (median)"], percent(share))
            seat = playing.index(name) if name in playing[1:] else None
            self.assertEqual(row["Won : lost"], tally_text(*tally(played, seat, 0)) if seat else "-")
            self.assertEqual(row["Score, 95 % interval"].split(",")[0], score(*tally(played, seat, 0)) if seat else "-")
        chart = next(rows for rows in tables("improvements") if rows[0][:2] == ["", "Score"])
        self.assertEqual([row[:2] for row in chart[1:]],
                         [[row["Technique"], row["Score, 95 % interval"].split(",")[0]] for row in rows
                          if row["Won : lost"] != "-"])

    def test_the_book_is_asked(self):
        played = games("improvements", "book")
        moves = sum(text.startswith("book") for game in played for text in game.remarks.values())
        self.assertGreater(moves, 0)
        self.assertIn(f"The opening book chose {moves} moves in {len(played)} games", words("improvements"))

    def test_open_questions(self):
        rows = table("improvements", "Score of the first, 95 % interval")
        self.assertEqual(len(rows), 2)
        text = words("improvements")
        for row, key in zip(rows, ("pruning", "utility")):
            result = tally(games("improvements", key), 0, 1)
            self.assertEqual(sum(result), 4)
            self.assertEqual(row["Won : lost"], tally_text(*result))
            shown = row["Score of the first, 95 % interval"]
            self.assertEqual(shown.split(",")[0], score(*result))
            low, high = (float(each) for each in re.findall(r"[\d.]+", shown)[1:])
            said = re.search(r"with better values\? (.*)" if key == "pruning" else r"search is strong\? (.*)", text)[1]
            self.assertEqual(said.split()[0].strip(":,"), "Yes" if low > 50 else "No" if high < 50 else "Not")
            self.assertIn(f"scored {score(*result)} (95 % interval {low} to {high}) in 4 games at 200 nodes a move", said)
        nodes = {name[6:]: sum(all_of) for name, all_of in values("improvements").items()}
        ratios = [nodes["plain"] / nodes["plain, no deepening"], nodes["step 3"] / nodes["plain, no deepening"],
                  nodes["ordering and table"] / nodes["ordering and table, no deepening"],
                  nodes["ordering and table"] / nodes["plain, no deepening"]]
        self.assertIn(f"Plain deepening takes {ratios[0]:.2f} times", text)
        self.assertIn(f"with step 3 {ratios[1]:.2f} times", text)
        self.assertIn(f"it takes {ratios[2]:.2f} times those of one such search, and {ratios[3]:.3f} times", text)


if __name__ == "__main__":
    unittest.main()
