#!/usr/bin/env python3
"""kalah stats: its numbers and intervals hold against games replayed by plain rules.

    test_stats.py KALAH CLASS
"""
import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import small_kalah

KALAH = sys.argv.pop(1)
ENVIRONMENT = dict(os.environ, XDG_DATA_HOME=tempfile.mkdtemp(prefix="kalah-stats-"))
PITS, SEEDS, OPENING = 4, 3, 2


def run(*arguments, expect=0):
    done = subprocess.run([KALAH, *map(str, arguments)], env=ENVIRONMENT, text=True, capture_output=True, timeout=120)
    assert done.returncode == expect, (arguments, done.returncode, done.stderr)
    return done.stdout, done.stderr


def stats(*arguments):
    return json.loads(run("stats", *arguments, "--json")[0])


def replayed(moves):
    """What a game from the first position of the board is like, by its moves."""
    position = ((SEEDS,) * PITS, (SEEDS,) * PITS, 0, 0)
    first, over = True, False
    facts = {"moves": 0, "turns": 0, "choices": 0, "captures": 0, "captured": 0, "phases": [[0, 0] for _ in range(4)]}
    for turn in moves.split(" "):
        facts["turns"] += 1
        for pit in turn.split("-"):
            assert not over
            choices = len(small_kalah.legal(position))
            phase = facts["phases"][(2 * PITS * SEEDS - sum(position[0] + position[1])) * 4 // (2 * PITS * SEEDS)]
            phase[0] += 1
            phase[1] += choices
            facts["choices"] += choices
            facts["moves"] += 1
            position, again, captured, over = small_kalah.play(position, int(pit) - 1)
            facts["captures"] += captured > 0
            facts["captured"] += captured
            first = first if again else not first
    assert over
    facts["lead"] = (position[2] - position[3]) * (1 if first else -1)
    return facts


def student_quantile(degrees):
    """The 97.5 % point of Student's distribution, by integrating its density."""
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    area, x, step = 0.5, 0.0, 1e-4
    while area < 0.975:
        area += step * scale * (1 + (x + step / 2) ** 2 / degrees) ** (-(degrees + 1) / 2)
        x += step
    return x


def clustered(values):
    """(mean, half of the 95 % interval) of (cluster, sum, count)."""
    count = sum(n for _, _, n in values)
    mean = sum(total for _, total, _ in values) / count
    excess = {}
    for cluster, total, n in values:
        if n > 0:
            excess[cluster] = excess.get(cluster, 0) + total - n * mean
    groups = len(excess)
    error = math.sqrt(groups / (groups - 1) * sum(e * e for e in excess.values())) / count
    return mean, error * student_quantile(groups - 1)


class Numbers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="kalah-stats-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.store = str(pathlib.Path(cls.folder.name) / "games.sqlite")
        out, _ = run("match", "level3", "random", "--board", f"{PITS}x{SEEDS}", "--games", 30, "--openings", f"{OPENING}-ply",
                     "--store", cls.store, "--json")
        games = [json.loads(line) for line in out.splitlines() if '"event":"game"' in line]
        assert len(games) == 30 and all(game["ending"] == "finished" for game in games)
        cls.games = []
        for game in games:
            plies = re.split("[ -]", game["moves"])
            facts = replayed(game["moves"])
            facts["opening"] = tuple(plies[:OPENING])
            assert facts["lead"] == game["points"][0] - game["points"][1]  # south moves first
            cls.games.append(facts)

    def check(self, found, values, least=0, most=math.inf):
        mean, error = clustered(values)
        self.assertAlmostEqual(found["value"], mean, places=9)
        if error < 1e-9 or mean - error < least or mean + error > most:  # a point, or with impossible values
            self.assertEqual((found["low"], found["high"]), (None, None))
            return
        self.assertIsNotNone(found["low"], (mean, error))
        self.assertAlmostEqual(found["low"], mean - error, places=3)
        self.assertAlmostEqual(found["high"], mean + error, places=3)

    def test_a_store_gives_the_numbers_of_its_games(self):
        for answer in (stats("--store", self.store), stats("--store", self.store, "--tournament", 1)):
            self.assertEqual(answer["left_out"], {"forfeited": 0, "cut_short": 0, "unfinished": 0})
            self.assertTrue(answer["complete"])
            (group,) = answer["groups"]
            self.assertEqual((group["rules"], group["board"], group["games"], group["paired_games"]),
                             ("standard", f"{PITS}x{SEEDS}", 30, 30))
            self.assertEqual(group["openings"], len({game["opening"] for game in self.games}))
            by_game = {"moves": lambda game: game["moves"], "turns": lambda game: game["turns"],
                       "extra_turns": lambda game: game["moves"] - game["turns"], "captures": lambda game: game["captures"],
                       "captured": lambda game: game["captured"], "margin": lambda game: abs(game["lead"]),
                       "draws": lambda game: game["lead"] == 0, "first_margin": lambda game: game["lead"],
                       "first_score": lambda game: (game["lead"] > 0) + (game["lead"] == 0) / 2}
            all_seeds = 2 * PITS * SEEDS
            ranges = {"draws": (0, 1), "first_score": (0, 1), "first_margin": (-all_seeds, all_seeds)}
            for key, value in by_game.items():
                with self.subTest(key):
                    self.check(group[key], [(game["opening"], value(game), 1) for game in self.games], *ranges.get(key, ()))
            self.check(group["legal_moves"], [(game["opening"], game["choices"], game["moves"]) for game in self.games])
            for i, phase in enumerate(group["phases"]):
                self.check(phase["legal_moves"], [(game["opening"], game["phases"][i][1], game["phases"][i][0]) for game in self.games])
            self.assertEqual([phase["seeds"] for phase in group["phases"]], [[19, 24], [13, 18], [7, 12], [1, 6]])

    def test_fresh_games_repeat_on_any_number_of_threads(self):
        options = ["--board", "4x3", "3x2", "--player", "random", "level4", "--games", 60]
        one = run("stats", *options, "--threads", 1, "--json")[0]
        self.assertEqual(one, run("stats", *options, "--threads", 2, "--json")[0])
        self.assertEqual(one, run("stats", "--board", "4x3,3x2", *options[3:], "--json")[0])
        self.assertNotEqual(one, run("stats", *options, "--seed", 2, "--json")[0])
        groups = json.loads(one)["groups"]
        self.assertEqual([(group["board"], group["players"]) for group in groups],
                         [("4x3", "random"), ("4x3", "level4"), ("3x2", "random"), ("3x2", "level4")])
        for group in groups:
            self.assertEqual((group["games"], group["paired_games"]), (60, 60))


class Forms(unittest.TestCase):
    OPTIONS = ["--rules", "standard", "avalanche", "--board", "4x3", "--player", "random", "--games", "50"]

    def test_csv_and_json_say_the_same(self):
        groups = stats(*self.OPTIONS)["groups"]
        rows = list(csv.DictReader(io.StringIO(run("stats", *self.OPTIONS, "--csv")[0])))
        for group in groups:
            own = [row for row in rows if row["rules"] == group["rules"]]
            self.assertEqual(len(own), 10 + len(group["phases"]))
            for row in own:
                found = group[row["measure"]] if row["seeds"] == "" else next(
                    phase["legal_moves"] for phase in group["phases"] if "..".join(map(str, phase["seeds"])) == row["seeds"])
                for key in ("value", "low", "high"):
                    self.assertEqual(row[key], "" if found[key] is None else f"{found[key]:.6g}")
            self.assertEqual(group["captures"]["value"] == 0, group["rules"] == "avalanche")

    def test_the_page_holds_the_numbers_and_charts(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "stats.html"
            text, _ = run("stats", *self.OPTIONS, "--html", page)
            html = page.read_text()
        self.assertGreaterEqual(html.count("<svg"), 11)
        for mean in re.findall(r" per position +(\S+)", text):
            self.assertIn(mean, html)
        self.assertIn("kalah stats --rules standard avalanche --board 4x3 --player random --games 50 --opening 6 --seed 1", html)
        self.assertEqual(len(re.findall("^ +[0-9]+ to [0-9]+  #+ ", text, re.MULTILINE)), 8)

    def test_wrong_usage_is_one_line(self):
        for arguments, words in ((["--tournament", "1"], "needs --store"), (["--csv", "--json"], "not both"),
                                 (["--store", "x.sqlite", "--games", "5"], "for fresh ones"), (["--board", "6y4"], "--board \"6y4\""),
                                 (["--rules", "chess"], "--rules \"chess\""), (["--player", "champion"], "thinks by the clock")):
            _, err = run("stats", *arguments, expect=2)
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertIn(words, err)


if __name__ == "__main__":
    unittest.main()
