#!/usr/bin/env python3
"""Games in and out of a store: tables, imports, the schema's document and its queries.

    test_games_data.py KALAH ROOT [CLASS]
"""
import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

KALAH = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.abspath(sys.argv.pop(1))
BOT = os.path.join(ROOT, "tests/programs/mocks/logging_bot.py")
FOLDER = tempfile.mkdtemp(prefix="kalah-games-")
ENVIRONMENT = dict(os.environ, XDG_DATA_HOME=FOLDER)


def run(*arguments, text=None, expect=0):
    done = subprocess.run([KALAH, *arguments], env=ENVIRONMENT, text=True, input=text, capture_output=True, timeout=120,
                          cwd=FOLDER, check=False)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout[-500:], done.stderr)
    return done.stdout if expect == 0 else done.stderr


def store_of(name, *arguments):
    """The path of a store with the games of a match or tournament."""
    file = os.path.join(FOLDER, name + ".sqlite")
    if not os.path.exists(file):
        run(*arguments, "--store", file, "--concurrency", "1")
    return file


def tournament():
    return store_of("tournament", "tournament", "random", "greedy", "@evil=minimax:depth=3", "broken=cmd:exit 3",
                    "--games", "4", "--board", "4x3")


def exported(store, *how):
    return run("games", "export", "--all", "--store", store, *how)


def games_of(store):
    return [json.loads(line) for line in exported(store, "--json").splitlines()]


def table(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


class Tables(unittest.TestCase):
    def test_one_row_a_game(self):
        store = tournament()
        games = games_of(store)
        rows = table(exported(store, "--csv"))
        self.assertEqual(len(rows), len(games))
        for row, game in zip(rows, games):
            self.assertEqual(int(row["game"]), game["number"])
            for key in "origin", "rules", "start", "ending", "moves":
                self.assertEqual(row[key], game[key])
            for side in "south", "north":
                name = game["names"][side]
                self.assertEqual(row[side], "'" + name if name[0] == "@" else name)
                self.assertEqual(int(row[side + "_points"]), game["points"][side])
                spent = sum(note["seconds"] for note, move in zip(game["notes"], game["played"])
                            if move["side"] == side and note["source"] not in ("forced", "only-move", "referee"))
                self.assertAlmostEqual(float(row[side + "_seconds"] or 0), spent, places=9)
            self.assertEqual(row["winner"], game["points"]["winner"])
            self.assertEqual(row["loser"], game["loser"] or "")
            self.assertEqual((int(row["plies"]), int(row["faults"])), (len(game["played"]), len(game["faults"])))
            self.assertRegex(row["started"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertTrue(any(row["ending"] == "gone" for row in rows))
        self.assertTrue(any(row["south"] == "'@evil" for row in rows))

    def test_one_row_a_move(self):
        store = tournament()
        rows = table(exported(store, "--csv", "--moves"))
        expected = [(game, i) for game in games_of(store) for i in range(len(game["played"]))]
        self.assertEqual(len(rows), len(expected))
        for row, (game, i) in zip(rows, expected):
            move, note = game["played"][i], game["notes"][i] if i < len(game["notes"]) else {}
            self.assertEqual((int(row["game"]), int(row["ply"])), (game["number"], i + 1))
            self.assertEqual((row["side"], int(row["pit"])), (move["side"], move["pit"]))
            self.assertEqual((row["source"], row["comment"]), (note["source"], note["comment"]))
            self.assertEqual(bool(int(row["over"])), move["over"])
            self.assertEqual(int(row["captured"]), move["captured"])
            before = game["played"][i - 1]["seeds"] if i else None
            pits, south, north, *seeds = map(int, row["position"].strip("<> n").split(","))
            if before:
                self.assertEqual(seeds[:pits] + [south] + seeds[pits:] + [north], before)
            self.assertEqual(row["position"].endswith(" n"), row["side"] == "north")

    def test_one_game_alone(self):
        store = tournament()
        alone = run("games", "export", "2", "--store", store, "--csv").splitlines()
        self.assertEqual(alone, exported(store, "--csv").splitlines()[0:1] + exported(store, "--csv").splitlines()[2:3])

    def test_wrong_options(self):
        for options in ["--moves"], ["--csv", "--json"], ["--csv", "--out-dir", "x"]:
            self.assertIn("--", run("games", "export", "--all", *options, expect=2))


class Imports(unittest.TestCase):
    def setUp(self):
        self.store = os.path.join(FOLDER, self.id() + ".sqlite")

    def imported(self, *arguments, text=None, expect=0):
        out = run("games", "import", *arguments, "--store", self.store, text=text, expect=expect)
        return out.strip()

    def test_export_and_import_give_the_same_games(self):
        original = tournament()
        text = exported(original, "--json")
        self.assertRegex(self.imported("-", text=text), r"^\d+ games imported, numbers 1 to \d+$")
        again = exported(self.store, "--json")
        self.assertEqual(again, re.sub(r'"origin":"tournament"', '"origin":"import"', text))
        # Twice changes nothing; asked for, it doubles.
        count = len(text.splitlines())
        self.assertEqual(self.imported("-", text=text), f"0 games imported; {count} are in the store already")
        self.assertEqual(exported(self.store, "--json"), again)
        self.assertEqual(self.imported("-", "--again", text=text),
                         f"{count} games imported, numbers {count + 1} to {2 * count}")

    def test_the_texts_of_games(self):
        folder = os.path.join(FOLDER, "texts")
        run("games", "export", "--all", "--store", tournament(), "--out-dir", folder)
        finished = [g for g in games_of(tournament()) if g["ending"] == "finished"]
        files = [os.path.join(folder, f"game-{g['number']}.kalah") for g in finished]
        self.imported(*files, "--player", "Ann")
        found = games_of(self.store)
        self.assertEqual([g["moves"] for g in found], [g["moves"] for g in finished])
        self.assertEqual(found[0]["names"], {"south": "Ann", "north": "unknown"})
        whole = ""
        for name in files:
            with open(name, encoding="utf-8") as file:
                whole += file.read()
        self.assertIn(f"0 games imported; {len(files)} are in", self.imported("-", "--player", "Ann", text=whole))

    def test_lists_of_moves(self):
        lines = ["# two games and one that is not", "3x2 2-3 3 1-3-2 south=Ann north=\"Bo B\" result=8-4", "",
                 "3x2 standard 2-3 3 3", "3x2 empty-capture 1"]
        wrong = self.imported("-", text="\r\n".join(lines), expect=1)
        self.assertEqual(wrong.splitlines(), [
            "kalah games import: standard input, line 4, column 20: pit 3 of south is empty",
            "kalah games import: left out 1 of 3 games, which cannot be read"])
        found = games_of(self.store)
        self.assertEqual([(g["moves"], g["ending"], g["origin"]) for g in found],
                         [("2-3 3 1-3-2", "finished", "import"), ("1", "stopped", "import")])
        self.assertEqual(found[0]["names"], {"south": "Ann", "north": "Bo B"})
        self.assertIsNone(found[0]["started"])
        self.assertIn("  -  ", run("games", "list", "--store", self.store))

    def test_strict_imports_nothing(self):
        wrong = self.imported("-", "--strict", text="3x2 1\n3x2 2-3 3 1-3-2 result=9-3\n", expect=1)
        self.assertIn("line 2, column 24: a result of \"9-3\", but the moves lead to 8-4", wrong)
        self.assertIn("nothing was imported: 1 of 2", wrong)
        self.assertFalse(os.path.exists(self.store))

    def test_the_result_as_json(self):
        done = subprocess.run([KALAH, "games", "import", "-", "--json", "--store", self.store], text=True,
                              input="3x2 1\n3x2 9\n", capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        said = json.loads(done.stdout)
        self.assertEqual({key: said[key] for key in ("games", "imported", "known", "bad", "first", "last")},
                         {"games": 2, "imported": 1, "known": 0, "bad": 1, "first": 1, "last": 1})
        self.assertEqual(said["errors"], [{"file": "standard input", "line": 2, "column": 5,
                                           "message": "pit 9 does not exist: the pits are 1 to 3"}])

    def test_what_is_no_game(self):
        for text in "", "\n# nothing\n":
            self.assertIn("there are no games in it", self.imported("-", text=text, expect=1))
        self.assertIn("line 1", self.imported("-", text='{"rules":', expect=1))
        self.assertIn("line 2", self.imported("-", text="kalah-game 1\nrules nonsense\n", expect=1))
        self.assertIn("nosuch.log", self.imported("nosuch.log", expect=1))
        self.imported("-", "--format", "pgn", text="", expect=2)

    def test_the_log_of_a_real_bot(self):
        """What a bot printed in real games gives the games that the referee recorded."""
        kept = os.path.join(FOLDER, "kept")
        real = os.path.join(FOLDER, "real.sqlite")
        run("match", f"log=cmd:exec python3 -S -E {BOT}", "random", "--games", "6", "--board", "4x3", "--openings", "0",
            "--concurrency", "2", "--time", "60s", "--start-time", "60s", "--seed", "3", "--store", real, "--keep-output", kept)
        files = sorted(os.path.join(kept, name) for name in os.listdir(kept) if name.startswith("game-"))
        self.assertEqual(len(files), 6)
        self.imported(*files)
        found = {g["moves"]: g for g in games_of(self.store)}
        whole = 0
        for game in games_of(real):
            match = [g for moves, g in found.items() if game["moves"].startswith(moves)]
            self.assertTrue(match, game["moves"])
            side = "south" if game["names"]["south"] == "log" else "north"
            self.assertEqual(match[0]["names"][side], "logging bot")
            whole += match[0]["moves"] == game["moves"]
            remarks = [note["comment"] for note in match[0]["notes"] if note["comment"]]
            self.assertEqual(remarks, [note["comment"] for note in game["notes"] if note["comment"]][:len(remarks)])
            self.assertGreater(len(remarks), 1)
        self.assertGreaterEqual(whole, 4)


class Document(unittest.TestCase):
    """docs/store.md and the real thing."""
    def setUp(self):
        with open(os.path.join(ROOT, "docs/store.md"), encoding="utf-8") as file:
            self.text = file.read()
        self.store = tournament()
        self.database = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)
        self.addCleanup(self.database.close)

    def queries(self):
        return dict(re.findall(r"### ([^\n]*)\n+```sql\n(.*?)```", self.text, re.S))

    def rows(self, title):
        cursor = self.database.execute(self.queries()[title])
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row)) for row in cursor]

    def test_every_table_and_column(self):
        described = {}
        for name, body in re.findall(r"^## ([a-z_]+)\n(.*?)(?=^## |\Z)", self.text, re.S | re.M):
            described[name] = re.findall(r"^\| `(\w+)` \| ([A-Z]+) \|", body, re.M)
        real = {}
        for (name,) in self.database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall():
            real[name] = [(row[1], row[2]) for row in self.database.execute(f"PRAGMA table_info({name})")]
        self.assertEqual(described, real)
        (version,) = self.database.execute("PRAGMA user_version").fetchone()
        self.assertRegex(self.text, rf"version of the schema\s+\({version}\);")

    def test_there_are_ten_queries_that_run_and_find_something(self):
        self.assertEqual(len(self.queries()), 10)
        for title in self.queries():
            if title != "Games that repeat":
                self.assertTrue(self.rows(title), title)

    def test_results_faults_and_standings_are_those_of_kalah(self):
        games = games_of(self.store)
        results, faults = {}, {}
        for game in games:
            for side, other in ("south", "north"), ("north", "south"):
                result = results.setdefault(game["names"][side], [0, 0, 0, 0, 0])
                margin = game["points"][side] - game["points"][other]
                result[0] += 1
                result[1 if margin > 0 else 2 if margin == 0 else 3] += 1
                result[4] += margin
            for fault in game["faults"]:
                key = game["names"][fault["side"]], fault["kind"]
                faults[key] = faults.get(key, 0) + 1
        self.assertEqual({r["player"]: [r["games"], r["wins"], r["draws"], r["losses"]] for r in self.rows("Results by player")},
                         {name: result[:4] for name, result in results.items()})
        self.assertEqual({(r["player"], r["kind"]): r["faults"] for r in self.rows("Faults by player")}, faults)
        pairs = self.rows("Head to head")
        for name, result in results.items():
            self.assertEqual(sum(r["wins"] for r in pairs if r["player"] == name), result[1])
        standings = json.loads(run("resume", "--store", self.store, "--json").splitlines()[-1])["standings"]
        said = {s["name"]: s for s in standings}
        for row in self.rows("Standings of the newest tournament"):
            self.assertEqual(row["margin"], results[row["player"]][4])
            self.assertEqual(row["games"], said[row["player"]]["games"])
            self.assertEqual(row["points"], said[row["player"]]["points"])

    def test_times_lengths_and_openings_are_those_of_kalah(self):
        games = games_of(self.store)
        self.assertEqual([r["plies"] for r in self.rows("The longest games")],
                         sorted((len(g["played"]) for g in games), reverse=True)[:10])
        slowest = sorted((note["seconds"] for g in games for note in g["notes"]), reverse=True)[:10]
        self.assertEqual([r["seconds"] for r in self.rows("The slowest moves")], slowest)
        times = {g["number"]: sum(note["seconds"] for note in g["notes"]
                                  if note["source"] not in ("forced", "only-move", "referee")) for g in games}
        for row in self.rows("Thinking time by game"):
            self.assertAlmostEqual(row["seconds"], times[row["id"]], places=9)
        finished = [g for g in games if g["ending"] == "finished"]
        self.assertEqual(sum(r["games"] for r in self.rows("Games by opening")), len(finished))
        first = self.rows("The advantage of the first move")
        self.assertEqual([(r["first_wins"], r["draws"], r["second_wins"]) for r in first],
                         [tuple(sum(g["points"]["winner"] == w for g in finished) for w in ("south", "draw", "north"))])

    def test_games_that_repeat(self):
        store = os.path.join(FOLDER, "repeat.sqlite")
        run("games", "import", "-", "--store", store, text="3x2 2-3 3 1-3-2\n3x2 2-3 3 1-3-2\n3x2 1\n3x2 1\n")
        with sqlite3.connect(store) as database:
            self.assertEqual(database.execute(self.queries()["Games that repeat"]).fetchall(),
                             [("3x2", "standard", "2-3 3 1-3-2", 2, 1)])


if __name__ == "__main__":
    unittest.main()
