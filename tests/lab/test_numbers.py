"""The numbers of every report of kalah lab at the tiny scale: measured numbers are recomputed from
the games and measurements in the stores, published ones must be as in the documents.

    test_numbers.py KALAH
"""
import csv
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import unittest

from laboratory import (FOLDER, KALAH, NAMES, OUT, captioned, games, remove_everything, run_everything, table, tables,
                        tally, tally_text, tournament, values, words)

AIS = ["minimax, simple", "minimax, knowledge", "alpha-beta, simple", "alpha-beta, knowledge",
       "knowledge-based, simple", "knowledge-based, knowledge"]
PRINTED = [("Minimax", "Simple"), ("Minimax", "Knowledge-based"),
           ("Minimax with alpha-beta pruning", "Simple"), ("Minimax with alpha-beta pruning", "Knowledge-based"),
           ("Minimax with knowledge-based alpha-beta pruning", "Simple"),
           ("Minimax with knowledge-based alpha-beta pruning", "Knowledge-based")]
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
with open(f"{DATA}/published.tsv", encoding="utf-8", newline="") as file:
    PUBLISHED = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def printed(experiment, table_name, row, column):
    """A number as printed in a document."""
    found, = (each["printed"] for each in PUBLISHED
              if (each["experiment"], each["row"], each["column"]) == (experiment, row, column)
              and each["table"].startswith(table_name))
    return found


def setUpModule():
    run_everything()


def tearDownModule():
    remove_everything()


def percent(share):
    return f"{100 * share:.1f} %"


def win_percent(won, lost):
    return percent(won / (won + lost)) if won + lost else "-"


def trees_cell(name, pair):
    found = values(name)
    return f"{found[f'trees-differing/{pair}'][0]:.0f} of {found[f'trees-compared/{pair}'][0]:.0f}"


def wilson(hits, count):
    z, share = 1.959963984540054, hits / count
    centre, width = share + z * z / (2 * count), z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return [max(0, (centre - width) / (1 + z * z / count)), min(1, (centre + width) / (1 + z * z / count))]


def range_text(won, lost):
    return "{:.0f} to {:.0f} %".format(*(100 * end for end in wilson(won, won + lost))) if won + lost else "-"


def fisher(a, b):
    """The two-sided p of two pairs (won, lost); None if one of them has no games."""
    first, second, won = sum(a), sum(b), a[0] + b[0]
    if not first or not second:
        return None
    ways = {k: math.comb(first, k) * math.comb(second, won - k) for k in range(first + 1) if 0 <= won - k <= second}
    return sum(way for way in ways.values() if way <= ways[a[0]]) / math.comb(first + second, won)


def holm(values):
    found, most = list(values), 0
    order = sorted((value, i) for i, value in enumerate(values) if value is not None)
    for rank, (value, i) in enumerate(order):
        most = max(most, value * (len(order) - rank))
        found[i] = min(1, most)
    return found


def p_text(value):
    return "-" if value is None else "< 0.001" if value < 0.001 else f"{value:.3f}"


def student_p(t, degrees):
    """The two-sided p, by Simpson's rule."""
    steps, end = 4000, abs(t)
    density = lambda x: (1 + x * x / degrees) ** (-(degrees + 1) / 2)
    total = sum((1 if i in (0, steps) else 4 if i % 2 else 2) * density(end * i / steps) for i in range(steps + 1))
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    return 1 - 2 * scale * total * end / steps / 3


def welch(a, b):
    if len(a) < 2 or len(b) < 2:
        return None
    x, y = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    if x + y == 0:
        return None
    degrees = (x + y) ** 2 / (x * x / (len(a) - 1) + y * y / (len(b) - 1))
    return student_p((statistics.mean(a) - statistics.mean(b)) / math.sqrt(x + y), degrees)


STUDENT95 = {1: 12.7062047362, 2: 4.3026527297, 3: 3.1824463053, 4: 2.7764451052, 5: 2.5705818366, 6: 2.4469118511,
             7: 2.3646242516}


def mean_interval(numbers, digits):
    """Mean and 95 % interval as the reports write them."""
    if len(numbers) < 2:
        return "-"
    mean = statistics.mean(numbers)
    error = STUDENT95[len(numbers) - 1] * statistics.stdev(numbers) / math.sqrt(len(numbers))
    return f"{mean:.{digits}f} ({mean - error:.{digits}f} to {mean + error:.{digits}f})"


def geometric_interval(numbers, digits, factor=1):
    logs = [math.log(number) for number in numbers]
    if len(logs) < 2:
        return "-"
    mean = statistics.mean(logs)
    error = STUDENT95[len(logs) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
    low, middle, high = (factor * math.exp(end) for end in (mean - error, mean, mean + error))
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def growth(numbers):
    return [b / a for a, b in zip(numbers, numbers[1:])]


def ours(won, lost, drawn):
    """The three columns of our wins and losses."""
    return [tally_text(won, lost, drawn), win_percent(won, lost), range_text(won, lost)]


def score(won, lost, drawn):
    return percent((won + drawn / 2) / (won + lost + drawn))


def median_text(numbers):
    return f"{statistics.median(numbers):g}"


def grouped(number):
    return f"{number:,.0f}".replace(",", " ")


class Thesis(unittest.TestCase):
    def setUp(self):
        self.played = games("thesis", "six-ais")
        self.assertEqual(len(self.played), 30)

    def test_tables_1_to_6(self):
        met = [(a, b) for a in range(2) for b in range(2, 6)]
        counts = lambda a, b: tuple(int(printed("thesis", f"Table {a + 1}.", " | ".join(PRINTED[b]), column))
                                    for column in ("Wins", "Losses"))
        p_values = dict(zip(met, holm([fisher(counts(a, b), tally(self.played, a, b)[:2]) for a, b in met])))
        for ai in range(6):
            rows = captioned("thesis", f"Table {ai + 1}.")
            others = [b for a, b in met if a == ai] + [a for a, b in met if b == ai]
            self.assertEqual([(row["Opposing algorithm"], row["Opposing utility function"]) for row in rows],
                             [PRINTED[other] for other in others])
            for row, other in zip(rows, others):
                won, lost = counts(ai, other)
                p_value = p_values[min(ai, other), max(ai, other)]
                self.assertEqual(list(row.values())[5:], [str(12 - won - lost), range_text(won, lost),
                                                          *ours(*tally(self.played, ai, other)), p_text(p_value)])

    def test_the_ring_is_the_published_score_with_draws(self):
        rows = table("thesis", "Score", "Published")
        self.assertEqual(len(rows), 8)
        for row in rows:
            ai, other = (PRINTED[AIS.index(name)] for name in row[""].split(" against "))
            won, lost = (int(printed("thesis", f"Table {PRINTED.index(ai) + 1}.", " | ".join(other), column))
                         for column in ("Wins", "Losses"))
            self.assertEqual(row["Published"], score(won, lost, 12 - won - lost))

    def test_charts_show_the_scores_of_the_games(self):
        first, second = (rows for rows in tables("thesis") if rows[0][:2] == ["", "Score"])
        met = [(a, b) for a in range(2) for b in range(2, 6)]
        self.assertEqual([row[:2] for row in first[1:]],
                         [[f"{AIS[a]} against {AIS[b]}", score(*tally(self.played, a, b))] for a, b in met])
        self.assertEqual([row[:2] for row in second[1:]],
                         [[f"{row['AI']} against {row['Opponent']}", row["Score, 95 % interval"].split(",")[0]]
                          for row in table("thesis", "Margin in seeds")])

    def test_table_7(self):
        rows = captioned("thesis", "Table 7.")
        self.assertEqual([(row["Algorithm"], row["Utility function"]) for row in rows], PRINTED)
        for ai, row in enumerate(rows):
            met = range(2, 6) if ai < 2 else range(2)
            won, lost = int(row["Wins"]), int(row["Losses"])
            sums = [sum(parts) for parts in zip(*(tally(self.played, ai, other) for other in met))]
            self.assertEqual(list(row.values())[5:],
                             [str(12 * len(met) - won - lost), range_text(won, lost), *ours(*sums)])

    def test_what_it_says_follows_from_the_games(self):
        text = words("thesis")
        totals = []
        for search in (1, 2):
            met = [(ai, other) for ai in (2 * search, 2 * search + 1) for other in (0, 1)]
            won, lost, drawn = (sum(parts) for parts in zip(*(tally(self.played, *pair) for pair in met)))
            theirs = [sum(int(printed("thesis", f"Table {ai + 1}.", " | ".join(PRINTED[other]), column))
                          for ai, other in met) for column in ("Wins", "Losses")]
            totals.append((theirs, won, lost, drawn))
        p_values = holm([fisher(theirs, (won, lost)) for theirs, won, lost, _ in totals])
        for name, (theirs, won, lost, drawn), p_value in zip(("alpha-beta", "knowledge-based alpha-beta"), totals, p_values):
            share = 100 * (won + drawn / 2) / (won + lost + drawn)
            self.assertRegex(text, rf"[ ,;]{name} scored {share:.1f} \(.*\) %, [^;.]* against minimax over 8 games "
                                   rf"\({theirs[0]} : {theirs[1]} in the thesis, {won} : {lost} here, "
                                   rf"p {p_text(p_value)}[);]")
        pairs = ((0, 1), (2, 3), (4, 5))
        won, lost, drawn = (sum(parts) for parts in zip(*(tally(self.played, b, a) for a, b in pairs)))
        share = 100 * (won + drawn / 2) / (won + lost + drawn)
        found = re.search(r"utility improve the result\? (.*?): .* utility scored ([\d.]+) \(([\d.]+) to ([\d.]+)\) %", text)
        self.assertEqual(found[2], f"{share:.1f}")
        low, high = float(found[3]), float(found[4])
        self.assertEqual(found[1], "It does" if low > 50 else "It does harm" if high < 50 else "Not decided")

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
            self.assertEqual(row["Trees that differ"], trees_cell("thesis", f"{AIS[a]} against {AIS[b]}"))
        decided = sum(row["p"] != "-" and (row["p"] == "< 0.001" or float(row["p"]) < 0.05) for row in rows)
        self.assertIn(f"Decided, by p below 0.05: {decided}.", words("thesis"))

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
            own = depths[row["AI"]]
            self.assertEqual(list(row.values())[2:], [median_text(own), str(min(own)), str(max(own)), str(len(own))])

    def test_durations(self):
        found = re.search(r"had (\S+) sowings \(median\)", words("thesis"))
        self.assertEqual(found[1], median_text([len(game.movers()) for game in self.played]))


class Depths(unittest.TestCase):
    KINDS = [(search, utility) for search in ("minimax", "alphabeta", "knowledge", "mtdf", "champion")
             for utility in ("simple", "knowledge")]

    def test_depths(self):
        found = values("depths")
        rows = table("depths", "From the start")
        self.assertEqual([(row["Search"], row["Utility"]) for row in rows], self.KINDS)
        for row in rows:
            depths = found[f"depth/{row['Search']}/{row['Utility']}"]
            self.assertEqual(len(depths), 2)
            self.assertEqual(list(row.values())[3:],
                             ["-", f"{depths[0]:g}", median_text(depths), f"{min(depths):g}", f"{max(depths):g}"])

    def test_what_a_depth_costs(self):
        found = values("depths")
        rows, factors = table("depths", "Growth", "ms"), table("depths", "Branching factor")
        self.assertEqual([row["AI"] for row in factors], [", ".join(kind) for kind in self.KINDS])
        for (search, utility), factor in zip(self.KINDS, factors):
            of = lambda what, depth: found[f"{what}/{search}/{utility}/depth={depth:02}"][0]
            depths = range(1, 4 if search == "minimax" else 5)
            nodes = [of("nodes", depth) for depth in depths]
            steps = growth(nodes)
            self.assertEqual([[row["Depth"], row["Nodes"], row["Growth"], row["ms"]] for row in rows
                              if (row["Search"], row["Utility"]) == (search, utility)],
                             [[str(depth), grouped(count), f"{step:.2f}" if step else "-", f"{1e3 * of('seconds', depth):.3f}"]
                              for depth, count, step in zip(depths, nodes, [None, *steps])])
            self.assertEqual(factor["Branching factor"], geometric_interval(steps, 2))

    def test_what_cuts_the_searches_short(self):
        found = values("depths")
        rows = table("depths", "Cut-offs")
        self.assertEqual(len(rows), 2 * (3 + 4 + 4 + 4 + 4))
        for row in rows:
            of = lambda what: found[f"{what}/{row['Search']}/{row['Utility']}/depth={int(row['Depth']):02}"][0]
            shown = [of(what) for what in ("moves", "depth", "over", "limit", "table", "etc", "futility")]
            self.assertEqual(list(row.values())[3:11], [grouped(count) for count in [*shown, of("cut-offs")]])
            self.assertEqual(row["First move"], percent(of("first-move") / of("cut-offs")) if of("cut-offs") else "-")
            # Every node that the engine counted has one reason, and minimax cuts nothing off.
            self.assertEqual(sum(shown), of("nodes"))
            windowed = row["Search"] in ("mtdf", "champion")  # empty windows cut off at depth 1 as well
            if not windowed:
                self.assertEqual(of("cut-offs") > 0, row["Search"] != "minimax" and row["Depth"] != "1", row)
            self.assertLessEqual(of("first-move"), of("cut-offs"))
            self.assertLessEqual(of("cut-offs"), of("moves"))


class Times(unittest.TestCase):
    def test_utility_cost(self):
        found = values("utility-cost")
        rows = table("utility-cost", "Ratio, published")
        self.assertEqual([row["Board"] for row in rows], ["fast", "plain"])
        for row in rows:
            simple, knowledge = (found[f"{row['Board']}/{name}"] for name in ("simple", "knowledge"))
            ratios = [b / a for a, b in zip(simple, knowledge)]
            self.assertEqual(list(row.values())[1:],
                             [f"{1e3 * statistics.median(simple):.3f}", f"{1e3 * statistics.median(knowledge):.3f}",
                              f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
                              f"{min(ratios):.2f} to {max(ratios):.2f}", "more than 2"])
            said = re.search(rf"as long \({row['Board']} board\)\? (.*?): it takes", words("utility-cost"))[1]
            self.assertEqual(said, "Yes" if min(ratios) > 2 else "No, less" if max(ratios) < 2 else "Not decided")
        chart = table("utility-cost", "Shortest, ms")
        self.assertEqual(len(chart), 4)
        for row in chart:
            times = [1e3 * time for time in found[row[""].replace(", ", "/")]]
            self.assertEqual(list(row.values())[1:], [f"{statistics.median(times):.3f} ms", f"{min(times):.3f}",
                                                      f"{max(times):.3f}"])

    def test_five_part_time(self):
        found = values("five-part-time")
        rows = table("five-part-time", "Measured: trials")
        self.assertEqual([row["Depth"] for row in rows], [str(depth) for depth in range(3, 11)])
        means, nodes = [], []
        for row in rows[:3]:
            times = found[f"seconds/depth={int(row['Depth']):02}"]
            self.assertEqual(len(times), 5)
            self.assertEqual(row["Measured: trials"], ", ".join(f"{1e3 * time:.3f}" for time in times))
            means.append(statistics.mean(times))
            nodes.append(found[f"nodes/depth={int(row['Depth']):02}"][0])
            self.assertEqual(row["Mean, 95 % interval"], mean_interval([1e3 * time for time in times], 3))
            printed_times = [float(row[f"Trial {trial}"]) for trial in (1, 2, 3)]
            self.assertEqual(row["95 % interval"], re.search(r"\((.*)\)", mean_interval(printed_times, 2))[1])
            self.assertEqual(row["Nodes"], grouped(nodes[-1]))
        for column, steps in (("Growth 1", growth([float(row["AVG"]) for row in rows])), ("Growth 2", growth(means)),
                              ("Growth 3", growth(nodes))):
            texts = ["-"] + [f"{step:.2f}" for step in steps]
            self.assertEqual([row[column] for row in rows], texts + ["-"] * (8 - len(texts)))
        self.assertEqual({row["Mean, 95 % interval"] for row in rows[3:]}, {"-"})
        text = words("five-part-time")
        self.assertIn("Depth 5 here, 9 in the document: 5 trials stayed below 1 s, and no deeper one was measured", text)
        theirs = growth([float(row["AVG"]) for row in rows])
        self.assertIn(f"By a factor of {geometric_interval(theirs, 2)} per depth in the document, "
                      f"{geometric_interval(growth(means), 2)} here, nodes {geometric_interval(growth(nodes), 2)}", text)
        self.assertIn(f"equal growth has p {p_text(welch(theirs, growth(means)))}", text)

    def test_again_time(self):
        found = values("again-time")
        theirs = [[float(printed("again-time", "", str(search), f"depth: {depth}")) for depth in (5, 7)]
                  for search in range(1, 6)]
        mine = [[statistics.mean(found[f"seconds/depth={depth:02}/search={search}"]) for depth in (5, 7)]
                for search in range(1, 6)]
        rows = table("again-time", "Depth 5", "Depth 7")
        self.assertEqual([row["Search"] for row in rows], ["1", "2", "3", "4", "5"])
        for row, measured in zip(rows, mine):
            for depth, us in zip((5, 7), measured):
                self.assertEqual(row[f"Depth {depth}"], f"{us:.7f}")
            self.assertEqual(row["Depth 13"], "-")
        step, = table("again-time", "From depth")
        steps = [[math.sqrt(b / a) for a, b in each] for each in (theirs, mine)]
        self.assertEqual(list(step.values()), ["5", "7", *(geometric_interval(each, 2) for each in steps),
                                               p_text(welch(*steps))])


class Documents(unittest.TestCase):
    def test_every_printed_number_is_shown_in_its_place(self):
        self.assertGreater(len(PUBLISHED), 150)
        for each in PUBLISHED:
            if not each["table"]:
                self.assertIn(each["printed"], words(each["experiment"]), each)
                continue
            rows = [row for row in captioned(each["experiment"], each["table"])
                    if " | ".join(row.values()).startswith(each["row"] + " | ")]
            self.assertEqual(len(rows), 1, each)
            self.assertEqual(rows[0][each["column"]], each["printed"], each)

    def test_no_more_is_printed_than_the_documents_have(self):
        for name, caption, columns in (("thesis", "Table", 3), ("five-part-time", "Move Time", 4),
                                       ("again-time", "Seconds of each search, as printed", 5),
                                       ("five-part-strength", "Number of Moves", 5)):
            known = [each for each in PUBLISHED if each["experiment"] == name and each["table"].startswith(caption)]
            shown = sum(columns * len(captioned(name, each)) for each in {each["table"] for each in known})
            self.assertEqual(shown, len(known), name)

    def test_every_report_says_what_it_found(self):
        for name in NAMES:
            text = words(name)
            self.assertIn("## What this says", text, name)
            self.assertLess(text.index("## Question"), text.index("## What this says"), name)

    def test_values_of_the_heuristic_are_those_of_the_search(self):
        """The experiment computes values on its own board: they must equal those of the engine."""
        rows = [row for row in table("five-part-values", "AI selects") if row["Values"] == "ours"]
        self.assertEqual(len(rows), 3)
        for row, moves in zip(rows, ("2", "2 1 5", "2 1 5 1 1")):
            rules = ["--rules", "empty-capture,majority-stop=yes", "--json"]
            ask = lambda *command: json.loads(subprocess.run([KALAH, *command, *rules], capture_output=True, text=True,
                                                             timeout=60, check=True).stdout.splitlines()[-1])
            analysis = ask("analyze", ask("sow", "6x6", *moves.split())["position"], "--player",
                           "alphabeta:eval=five-part,depth=3")
            found = {each["pit"]: each["score"] for each in analysis["moves"]}
            for hole in range(1, 7):
                self.assertEqual(row[f"B{hole}"], f"{found[hole]:.3f}" if hole in found else "-", (moves, hole))

    def test_readings_that_were_tried(self):
        agree = {key: found[0] for key, found in values("five-part-values").items() if key.startswith("agree/")}
        rows = table("five-part-values", "Most that agree")
        by_question = {}
        for row in rows:
            by_question.setdefault(row["Open in the text"], []).append(row)
        self.assertEqual(len(agree), math.prod(len(choices) for choices in by_question.values()))
        for choices in by_question.values():
            self.assertEqual(sum(int(row["Combinations"]) for row in choices), len(agree))
            self.assertEqual(max(int(row["Most that agree"]) for row in choices), max(agree.values()))
            total = sum(int(row["Combinations"]) * float(row["Mean"]) for row in choices)
            self.assertAlmostEqual(total, sum(agree.values()), delta=0.006 * len(agree))
        self.assertIn(f"of {len(agree)} readings none agrees with more than {max(agree.values()):.0f} of the 18 values; "
                      f"the reading of this program agrees with {agree['agree/reading=0000']:.0f}", words("five-part-values"))
        # Of 4 ways to number holes and 3 to capture, 7 do not allow all printed moves; the other questions do not matter.
        self.assertIn(f"In {len(agree) * 7 // 12} of the {len(agree)} readings the moves of the document cannot be played",
                      words("five-part-values"))


class Courses(unittest.TestCase):
    def test_five_part_strength(self):
        played = games("five-part-strength", "strength")
        names = ["random", "five-part", "stand-in"]
        met = [("random", "stand-in"), ("five-part", "stand-in"), ("five-part", "random")]
        theirs = {}
        for ai, row in (("random", "Na\u00efve Model"), ("five-part", "Heuristic Model")):
            each = [printed("five-part-strength", "", row, f"Game {game}").split(", ") for game in range(1, 6)]
            theirs[ai, "stand-in"] = [int(moves) for moves, _ in each], sum(result == "Win" for _, result in each)
        rows, lengths = table("five-part-strength", "Draws"), table("five-part-strength", "Published moves")
        for each in (rows, lengths):
            self.assertEqual([(row["AI"], row["Opponent"]) for row in each], met)
        results = [tally(played, names.index(ai), names.index(other)) for ai, other in met]
        p_values = holm([fisher((theirs[pair][1], 5 - theirs[pair][1]), result[:2]) if pair in theirs else None
                         for pair, result in zip(met, results)])
        same_lengths = []
        for row, length, pair, result, p_value in zip(rows, lengths, met, results, p_values):
            self.assertEqual(sum(result), 4)
            moves, won = theirs.get(pair, ([], 0))
            published = [str(won), str(5 - won), f"{20 * won} %", "0", range_text(won, 5 - won)] if moves else ["-"] * 5
            self.assertEqual(list(row.values())[2:], [*published, *ours(*result), p_text(p_value)])
            a, b = (names.index(name) for name in pair)
            turns = [list(game.turns()) for game in played if set(game.entrants) == {a, b}]
            sowings = [sum(count for _, count, _ in game) for game in turns]
            counts = [len(game) for game in turns]
            same_lengths += [welch(moves, sowings), welch(moves, counts)]
            self.assertEqual([text for key, text in length.items() if key not in ("AI", "Opponent", "p 1", "p 2")],
                             [mean_interval(moves, 1), mean_interval(sowings, 1), mean_interval(counts, 1),
                              f"{statistics.mean(sum(count for who, count, _ in game if who == a) for game in turns):.1f}",
                              f"{statistics.mean(sum(who == a for who, _, _ in game) for game in turns):.1f}"])
        self.assertEqual([length[key] for length in lengths for key in ("p 1", "p 2")],
                         [p_text(value) for value in holm(same_lengths)])
        means = table("five-part-strength", "AI Player")
        self.assertEqual([row["Mean, 95 % interval"] for row in means], [mean_interval(moves, 1) for moves, _ in theirs.values()])
        self.assertEqual([(row[""], row["Score"], row["Published"]) for row in table("five-part-strength", "Score")],
                         [(f"{ai} against {other}", score(*result), score(theirs[ai, other][1], 5 - theirs[ai, other][1], 0)
                           if (ai, other) in theirs else "-") for (ai, other), result in zip(met, results)])

    def test_again_turns(self):
        rows = table("again-turns", "3 or more, with, %")
        self.assertEqual([row["Depth"] for row in rows], ["1", "3"])
        tests = []
        for row, shares in zip(rows, tables("again-turns")[1:3]):
            played = games("again-turns", f"depth={row['Depth']}")
            self.assertEqual(row["Games"], str(len(played)))
            self.assertEqual(row["Trees that differ"], trees_cell("again-turns", f"depth={row['Depth']}"))
            lengths, means, longer = [[], []], [{}, {}], [{}, {}]
            for number, game in enumerate(played):
                for entrant in (0, 1):
                    counts = [count for who, count, forced in game.turns() if who == entrant and not forced]
                    lengths[entrant] += counts
                    if counts:
                        means[entrant][number] = statistics.mean(counts)
                        longer[entrant][number] = statistics.mean(count >= 3 for count in counts)
            for entrant, (title, more) in enumerate((("With the bonus", "3 or more, with, %"),
                                                     ("Without", "3 or more, without, %"))):
                self.assertEqual(row[title].split()[0], f"{statistics.mean(means[entrant].values()):.3f}")
                own = lengths[entrant]
                self.assertEqual(row[more].split()[0], f"{100 * statistics.mean(longer[entrant].values()):.1f}")
                for length, line in enumerate(shares[1:], 1):
                    same = sum(count == length or (length == 6 and count > 6) for count in own)
                    self.assertEqual(line[1 + entrant], f"{100 * same / len(own):.1f}")
            for column, found, digits, factor in (("Difference", means, 3, 1), ("Difference, points", longer, 1, 100)):
                paired = [factor * (found[0][number] - found[1][number]) for number in found[0] if number in found[1]]
                self.assertEqual(len(paired), 4)
                shown, error = row[column].split(" \u00b1 ")
                self.assertEqual(shown.replace("-0.0", "0.0"), f"{statistics.mean(paired):.{digits}f}".replace("-0.0", "0.0"))
                self.assertAlmostEqual(float(error), STUDENT95[3] * statistics.stdev(paired) / 2, delta=0.6 * 10 ** -digits)
                if column == "Difference":
                    tests.append(student_p(statistics.mean(paired) / (statistics.stdev(paired) / 2), 3))
        self.assertEqual([row["p 1"] for row in rows], [p_text(value) for value in holm(tests)])

    def test_intervals_are_those_of_the_arena(self):
        shutil.copytree(OUT, f"{FOLDER}/arena")
        for row in table("again-turns", "3 or more, with, %"):
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
                low, high = (100 * end for end in wilson(sum(loss == 0 for loss in losses), len(losses)))
                shown = re.fullmatch(r"(.*) \((.*) \u00b1 (.*)\)", row[f"Depth {depth}"])
                self.assertEqual(shown.groups()[:2], (f"{100 * optimal:.1f} ({low:.1f} to {high:.1f})",
                                                      f"{statistics.mean(losses):.2f}"))
                error = STUDENT95[5] * statistics.stdev(losses) / math.sqrt(6)
                self.assertAlmostEqual(float(shown[3]), error, delta=0.006)
                self.assertIn({"AI": row["AI"], "Depth": str(depth), "Seeds a move": f"{statistics.mean(losses):.3f}"},
                              table("exactness", "Seeds a move"))
        compared = table("exactness", "First", "Second")
        self.assertEqual(len(compared), 8)
        tests = []
        for row in compared:
            first, second = (found[f"loss/{players[row[which]]}/depth={int(row['Depth']):02}"] for which in ("First", "Second"))
            better, worse = (sum(x == 0 != y for x, y in pairs) for pairs in (zip(second, first), zip(first, second)))
            self.assertEqual(row["Difference, points"].split()[0], f"{100 * (better - worse) / len(first):+.1f}")
            differing = sum(a != b for a, b in zip(first, second))
            self.assertEqual(row["Losses that differ"], f"{differing} of {len(first)}")
            # McNemar's exact test: the positions where only one was right, by a fair coin.
            coins = better + worse
            tail = sum(math.comb(coins, k) for k in range(min(better, worse) + 1)) / 2 ** coins
            tests.append(min(1, 2 * tail) if differing else None)
        self.assertEqual([row["p"] for row in compared], [p_text(value) for value in holm(tests)])
        # minimax and alpha-beta choose the same moves
        self.assertEqual([list(row.values())[1:] for row in rows[:2]], [list(row.values())[1:] for row in rows[2:4]])
        self.assertIn(f"6 positions, {statistics.mean(found['seeds']):.1f} seeds in the pits on average. A random move is "
                      f"optimal in {percent(statistics.mean(found['optimal/random']))} of them and loses "
                      f"{statistics.mean(found['loss/random']):.2f} seeds.", words("exactness"))

    def test_improvements(self):
        found, played = values("improvements"), games("improvements", "one-by-one")
        rows = table("improvements", "Trees that differ")
        playing = ["plain", "step 3", "move ordering", "transposition table", "table and cut-off", "futility", "MTD(f)",
                   "endgame database", "all together"]
        self.assertEqual(len(rows), 16)
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
            shares = [mine / theirs for mine, theirs in zip(nodes, plain)]
            self.assertEqual(row["Of plain: geometric mean in %, 95 % interval"], geometric_interval(shares, 1, 100))
            self.assertEqual(row["Trees that differ"], f"{sum(share != 1 for share in shares)} of {len(shares)}")
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

    def test_pruning(self):
        rows = table("pruning", "Elo, 95 % interval")
        keys = ["alpha-beta", "utility", "strong-utility", "limits", "tuned", "better", "better-tuned"]
        self.assertEqual(len(rows), 3 * len(keys))
        said = re.findall(r"(It helps|It costs games|Not decided|No conclusion[^(]*): (\S+) .* in 4 games at 2 limits", words("pruning"))
        self.assertEqual(len(said), len(keys))
        for number, row in enumerate(rows):
            key, limit = keys[number // 3], number % 3
            parts = [games("pruning", f"{key}/nodes={nodes}") for nodes in (100, 200)]
            played = parts[limit] if limit < 2 else parts[0] + parts[1]
            self.assertEqual(row["Limit"], ["100 nodes a move", "200 nodes a move", "all"][limit])
            self.assertEqual(row["Games"], str(len(played)))
            result = tally(played, 0, 1)
            self.assertEqual(row["Score, 95 % interval"].split(",")[0], score(*result))
            points = (result[0] + result[2] / 2) / sum(result)
            elo = f"{-400 * math.log10(1 / points - 1):+.0f}" if 0 < points < 1 else "-"
            self.assertEqual(row["Elo, 95 % interval"].split()[0].replace("-0", "+0"), elo.replace("-0", "+0"))
            self.assertEqual(row["Trees that differ"], trees_cell("pruning", key))
            if limit == 2:
                self.assertEqual(said[number // 3][1].replace("-0", "+0"), elo.replace("-0", "+0"))

    def test_deepening(self):
        text = words("improvements")
        nodes = {name[6:]: all_of for name, all_of in values("improvements").items() if name.startswith("nodes/")}
        ratio = lambda a, b: [x / y for x, y in zip(nodes[a], nodes[b])]
        plain, strong = "plain, no deepening", "ordering and table"
        self.assertIn(f"Plain deepening takes {geometric_interval(ratio('plain', plain), 2)} times", text)
        self.assertIn(f"with step 3 {geometric_interval(ratio('step 3', plain), 2)} times", text)
        self.assertIn(f"it takes {geometric_interval(ratio(strong, strong + ', no deepening'), 2)} times those of one such "
                      f"search, and {geometric_interval(ratio(strong, plain), 3)} times", text)
        ordered = "MTD(f) with ordering"
        self.assertIn(f"MTD(f) of the last depth at once takes {geometric_interval(ratio('MTD(f), no deepening', 'MTD(f)'), 2)} times",
                      text)
        self.assertIn(f"with move ordering {geometric_interval(ratio(ordered + ', no deepening', ordered), 2)} times, and "
                      f"{geometric_interval(ratio(ordered + ', no deepening', strong), 2)} times", text)


def sow_laps(pits, stores, side, pit):
    """Plays a move by the text of document 003; changes the lists. Returns (laps, seeds sown)."""
    laps = sown = 0
    row, at = side, pit
    while True:
        hand, pits[row][at] = pits[row][at], 0
        laps += 1
        while hand:
            at += 1
            if at == 6 and row == side:
                stores[side] += 1
            elif at >= 6:
                row, at = 1 - row, 0
                pits[row][at] += 1
            else:
                pits[row][at] += 1
            hand -= 1
            sown += 1
        if at == 6:
            return laps, sown
        if pits[row][at] == 1:
            if row == side:
                stores[side] += 1 + pits[1 - side][5 - at]
                pits[side][at] = pits[1 - side][5 - at] = 0
            return laps, sown


class Multilap(unittest.TestCase):
    def test_turns_and_scores(self):
        rows = table("multilap", "Laps of store")
        self.assertEqual([(row["Evaluation"], row["Depth"]) for row in rows],
                         [(name, depth) for name in ("long-turn", "knowledge", "knowledge-both", "five-part")
                          for depth in "12"])
        for row in rows:
            found = games("multilap", f"{row['Evaluation']}/depth={row['Depth']}")
            self.assertEqual(row["Games"], str(len(found)))
            counted = {0: [], 1: []}
            for game in found:
                pits, stores = [[4] * 6, [4] * 6], [0, 0]
                for ply, move in enumerate(game.moves.split()):
                    turn = sow_laps(pits, stores, ply % 2, int(move) - 1)
                    if ply >= game.forced:
                        counted[game.entrants[ply % 2]].append(turn)
                self.assertEqual(stores[0] - stores[1], game.margin)
            for entrant, laps, sown in ((0, "Laps", "Seeds sown"), (1, "Laps of store", "Seeds sown by store")):
                mean = [statistics.mean(turn[part] for turn in counted[entrant]) for part in (0, 1)]
                self.assertEqual((row[laps], row[sown]), (f"{mean[0]:.3f}", f"{mean[1]:.2f}"))
            self.assertTrue(row["Score against store, 95 % interval"].startswith(score(*tally(found, 0, 1))))
            self.assertEqual(row["Trees that differ"], trees_cell("multilap", f"{row['Evaluation']}/depth={row['Depth']}"))


if __name__ == "__main__":
    unittest.main()
