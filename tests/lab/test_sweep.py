"""kalah lab sweep at a small size: its tables recomputed from its store, runs that were stopped,
and impossible plans.

    test_sweep.py KALAH
"""
import math
import os
import re
import shutil
import statistics
import unittest

from laboratory import FOLDER, change, games, remove_everything, report, run, table, tally, values, words

LIMITS = ["--player", "knowledge:eval=knowledge,depth=5", "--vary", "limit=4,60", "--vary", "least=2,8,20",
          "--against", "alphabeta:eval=knowledge,depth=5", "--exact", "--positions", "8", "--sowings", "24..35"]
BONUS = ["--player", "alphabeta:eval=again,depth=2", "--vary", "bonus=0..3", "--against", "alphabeta:eval=store,depth=2",
         "--games", "4"]
WEIGHTS = ["--player", "alphabeta:eval=knowledge,depth=2", "--vary", "store-pit=0,1,2,4,9",
           "--against", "alphabeta:eval=knowledge,depth=2", "--exact", "--positions", "12", "--sowings", "24..35"]
CELLS = [f"limit={limit},least={least}" for limit in (4, 60) for least in (2, 8, 20)]


def quadratic(xs, ys):
    """The parabola of least squares, by Cramer's rule."""
    rows = [[sum(x ** (i + j) for x in xs) for j in range(3)] for i in range(3)]
    right = [sum(y * x ** i for x, y in zip(xs, ys)) for i in range(3)]

    def determinant(m):
        return sum(m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3])
                   for i in range(3))

    def coefficient(k):
        return determinant([[right[i] if j == k else rows[i][j] for j in range(3)] for i in range(3)]) / determinant(rows)

    a, b, c = (coefficient(k) for k in range(3))
    return lambda x: a + b * x + c * x * x


def sweep(arguments, out, **how):
    return run("sweep", *arguments, "--out-dir", out, "--json", **how)


def setUpModule():
    sweep(LIMITS, f"{FOLDER}/limits")
    sweep(BONUS, f"{FOLDER}/bonus")
    sweep(WEIGHTS, f"{FOLDER}/weights")


def tearDownModule():
    remove_everything()


class Positions(unittest.TestCase):
    out = f"{FOLDER}/limits"

    def test_every_cell_is_compared_with_the_reference(self):
        found = values("sweep", self.out)
        rows = table("sweep", "Other trees", out=self.out)
        self.assertEqual([row["Settings"] for row in rows], CELLS)
        for row in rows:
            cell = row["Settings"]
            unlike = {name: sum(a != b for a, b in zip(found[f"{name}/{cell}"], found[f"{name}/against"]))
                      for name in ("nodes", "score", "move")}
            self.assertEqual(tuple(row[name].split(" (")[0] for name in ("Other trees", "Other values", "Other moves")),
                             tuple(f"{unlike[name]} of 8" for name in ("nodes", "score", "move")))
            saved = 100 * (1 - sum(found[f"nodes/{cell}"]) / sum(found["nodes/against"]))
            self.assertEqual(row["Nodes saved, %"].split()[0], f"{saved:.1f}".replace("-0.0", "0.0"))
            self.assertEqual(row["Seeds lost a move"].split()[0], f"{statistics.mean(found[f'loss/{cell}']):.3f}")
        # Limits above all costs prune nothing, small ones do.
        self.assertGreater(sum(found["nodes/against"]), sum(found["nodes/limit=4,least=2"]))

    def test_the_cell_that_loses_the_fewest_seeds_is_named(self):
        found = values("sweep", self.out)
        lost = {cell: statistics.mean(found[f"loss/{cell}"]) for cell in CELLS}
        best = "; ".join(cell for cell in CELLS if lost[cell] == min(lost.values()))
        more = min(lost.values()) - statistics.mean(found["loss/against"])
        self.assertIn(f"Which settings lose the fewest seeds? {best}: {more:.3f}", words("sweep", self.out))

    def test_a_regression_over_weights_finds_the_lowest_place(self):
        out = f"{FOLDER}/weights"
        found = values("sweep", out)
        settings = [0, 1, 2, 4, 9]
        losses = [statistics.mean(found[f"loss/store-pit={x}"]) - statistics.mean(found["loss/against"])
                  for x in settings]
        surface = quadratic([math.log1p(x) for x in settings], losses)
        value, best = min((surface(math.log1p(x)), x) for x in range(10))
        said = re.search(r"is lowest at store-pit=(\d+) \((\d+) to (\d+)\) \(.*?\), with ([-+.\d]+) seeds", words("sweep", out))
        self.assertIsNotNone(said, words("sweep", out))
        self.assertEqual((int(said[1]), said[4]), (best, f"{value:+.3f}"))
        self.assertEqual("at the edge of the sweep" in words("sweep", out), best in (0, 9))
        self.assertLessEqual(int(said[2]), best)
        self.assertGreaterEqual(int(said[3]), best)
        self.assertNotIn("regression", words("sweep", self.out))  # two limits are too few for a surface

    def test_heat_maps(self):
        page = report("sweep", "html", out=self.out)
        maps = re.findall(r'<svg class="plot".*?</svg>', page, re.S)
        self.assertEqual([len(re.findall("<rect", each)) for each in maps], [6, 6])
        # A table of the same shape has the numbers of the maps.
        rows = table("sweep", "least=20", out=self.out)
        self.assertEqual([list(row) for row in rows], [["limit", "least=2", "least=8", "least=20"]] * 2)
        self.assertEqual([row["limit"] for row in rows], ["4", "60"])
        saved = {row["Settings"]: row["Nodes saved, %"].split()[0] for row in table("sweep", "Other trees", out=self.out)}
        self.assertEqual({f"limit={row['limit']},{column}": row[column] for row in rows
                          for column in ("least=2", "least=8", "least=20")}, saved)

    def test_a_run_that_was_cut_off_goes_on(self):
        out = f"{FOLDER}/again"
        shutil.copytree(self.out, out)
        before = self.numbers(out)
        change("sweep", out, "DELETE FROM measurements WHERE trial IN (2, 5)")
        sweep(LIMITS, out)
        self.assertEqual(self.numbers(out), before)

    @staticmethod
    def numbers(out):
        """The report without its conditions, which say how loaded the machine was."""
        return report("sweep", out=out).split("## Do it again")[0]

    def test_another_grid_needs_another_folder(self):
        other = ["limit=4,61" if word == "limit=4,60" else word for word in LIMITS]
        self.assertIn("sweep.sqlite: the folder holds a sweep with other settings (vary 1: limit=4,60 there, limit=4,61 "
                      "now): choose another --out-dir", sweep(other, self.out, expect=1).stderr)
        self.assertIn("with other settings (seed: 1 there, 2 now)",
                      sweep([*LIMITS, "--seed", "2"], self.out, expect=1).stderr)

    def test_reports_are_written_again_from_the_store(self):
        before = report("sweep", out=self.out), report("sweep", "html", out=self.out)
        for name in ([], ["sweep"]):
            os.remove(f"{self.out}/sweep.md")
            os.remove(f"{self.out}/sweep.html")
            done = run("report", *name, "--out-dir", self.out)
            self.assertEqual(done.stdout, f"sweep: {self.out}/sweep.html and .md\n")
            self.assertEqual((report("sweep", out=self.out), report("sweep", "html", out=self.out)), before)


class Matches(unittest.TestCase):
    out = f"{FOLDER}/bonus"

    def test_every_cell_plays_the_reference(self):
        rows = table("sweep", "Score, 95 % interval", out=self.out)
        self.assertEqual([row["Settings"] for row in rows], [f"bonus={bonus}" for bonus in range(4)])
        for row in rows:
            won, lost, drawn = tally(games("sweep", row["Settings"], self.out), 0, 1)
            self.assertEqual(row["Games"], str(won + lost + drawn))
            self.assertTrue(row["Score, 95 % interval"].startswith(f"{100 * (won + drawn / 2) / 4:.1f} %"), row)
            margin, _, error = row["Seeds a game"].partition(" \u00b1 ")
            self.assertLessEqual(abs(float(margin)) + float(error or 0), 48)
        # Without a bonus, again is store: the trees are the same and the games say nothing.
        margins = [game.margin_of(0) for game in games("sweep", "bonus=0", self.out)]
        self.assertEqual(sum(margins), 0)
        self.assertEqual(rows[0]["Trees"], "the trees differ in 0 of 40 positions")
        self.assertEqual(rows[0]["p"], "-")
        for row in rows[1:]:
            self.assertRegex(row["Trees"], "the trees differ in [1-9][0-9]* of 40 positions")
            self.assertNotEqual(row["p"], "-")
        self.assertIn("No conclusion, the same trees: bonus=0.", words("sweep", self.out))
        self.assertEqual(report("sweep", "html", out=self.out).count("<rect"), 3)  # the cell stays empty
        self.assertEqual(table("sweep", "bonus=0", "bonus=3", out=self.out)[0]["bonus=0"], "-")

    def test_trees_are_compared_by_the_rules_and_on_the_board_of_the_games(self):
        out = f"{FOLDER}/small"
        sweep([*BONUS, "--board", "3x2", "--rules", "standard"], out)
        small, large = (values("sweep", where)["trees-differing/bonus=3"] for where in (out, self.out))
        self.assertNotEqual(small, large)

    def test_players_with_other_limits_are_not_compared_by_trees(self):
        out = f"{FOLDER}/depths"
        sweep(["--player", "alphabeta:depth=1", "--vary", "depth=1,2", "--against", "alphabeta:depth=1", "--games", "2"], out)
        self.assertEqual([row["Trees"] for row in table("sweep", "Score, 95 % interval", out=out)],
                         ["the trees differ in 0 of 40 positions", "-"])


class Wrong(unittest.TestCase):
    def test_what_is_missing_is_named(self):
        base = {"--player": "alphabeta:eval=again,depth=2", "--vary": "bonus=0..3", "--against": "alphabeta:depth=2"}
        for missing in base:
            arguments = [word for key, value in base.items() if key != missing for word in (key, value)]
            self.assertIn(f"{missing} is required", sweep(arguments, f"{FOLDER}/wrong", expect=2).stderr)

    def test_what_cannot_be_swept_is_one_line(self):
        base = {"--player": "alphabeta:eval=again,depth=2", "--vary": "bonus=0..3", "--against": "greedy"}
        for change_, words in (({"--vary": "bonus"}, "expected a setting and its values"),
                               ({"--vary": "bonus=3..1"}, "range"),
                               ({"--vary": "bonus=1,1"}, "twice"),
                               ({"--vary": "limit=1..3"}, "takes no"),
                               ({"--vary": "bonus=0..101"}, "100"),
                               ({"--player": "random"}, "takes no"),
                               ({"--against": "random"}, "must be a player that searches"),
                               ({"--rules": "nosuch"}, "nosuch"),
                               ({"--games": "4", "--exact": None}, "exact"),
                               ({"--sowings": "9..8"}, "from 9 to 1000")):
            arguments = [word for pair in (base | change_).items() for word in pair if word is not None]
            message = sweep(arguments, f"{FOLDER}/wrong", expect=2).stderr
            self.assertEqual(message.count("\n"), 1, message)
            self.assertIn(words, message)


if __name__ == "__main__":
    unittest.main()
