"""kalah lab as people use it: every experiment at a tiny scale, and the numbers of its report worked out
again from the games and measurements in its store.

    test_lab.py KALAH
"""
import json
import os
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from html.parser import HTMLParser

KALAH = sys.argv.pop(1)
NAMES = ["utility-cost", "depths", "five-part-time", "five-part-strength", "again-time", "again-turns",
         "exactness", "improvements", "thesis"]
VOID = {"meta", "br"}
FOLDER = tempfile.mkdtemp(prefix="kalah-lab-")
OUT = os.path.join(FOLDER, "lab")


def run(*arguments, expect=0):
    done = subprocess.run([KALAH, "lab", *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == expect, (arguments, done.returncode, done.stderr)
    return done


def setUpModule():
    done = run("run", "all", "--scale", "tiny", "--out", OUT, "--json")
    result = json.loads(done.stdout.splitlines()[-1])
    assert [each["experiment"] for each in result["experiments"]] == NAMES, result
    assert all(each["complete"] for each in result["experiments"]), result


def tearDownModule():
    shutil.rmtree(FOLDER)


def store(name):
    return sqlite3.connect(f"file:{OUT}/{name}.sqlite?mode=ro", uri=True)


def values(name):
    """Measurements by key, in the order of trials."""
    found = {}
    with store(name) as database:
        for key, value in database.execute("SELECT key, value FROM measurements ORDER BY key, trial"):
            found.setdefault(key, []).append(value)
    return found


class Game:
    def __init__(self, south, north, opening, moves, margin):
        self.entrants, self.moves, self.margin = (south, north), moves, margin
        self.forced = len(re.findall(r"\d+", opening))

    def margin_of(self, entrant):
        return self.margin if self.entrants[0] == entrant else -self.margin

    def turns(self):
        """(entrant, number of moves, whether a move of it was forced) of each turn."""
        ply = 0
        for number, turn in enumerate(self.moves.split()):
            count = len(turn.split("-"))
            yield self.entrants[number % 2], count, ply < self.forced
            ply += count


def games(name, key):
    with store(name) as database:
        (tournament,), = database.execute("SELECT text FROM notes WHERE key = ?", ("tournament/" + key,))
        rows = database.execute(
            "SELECT schedule.south, schedule.north, opening, moves, south_points - north_points FROM schedule "
            "JOIN games ON games.id = schedule.game WHERE tournament = ?", (int(tournament),))
        return [Game(*row) for row in rows]


def tally(all_games, entrant, opponent):
    margins = [game.margin_of(entrant) for game in all_games if set(game.entrants) == {entrant, opponent}]
    won, lost = sum(m > 0 for m in margins), sum(m < 0 for m in margins)
    return won, lost, len(margins) - won - lost


def tally_text(won, lost, drawn):
    return f"{won} : {lost}" + (f" ({drawn} draw{'s' if drawn > 1 else ''})" if drawn else "")


def report(name, ending="md"):
    with open(f"{OUT}/{name}.{ending}", encoding="utf-8") as file:
        return file.read()


def tables(name):
    """Lists of rows, the title row first, cells without Markdown's escapes."""
    found, rows = [], []
    for line in report(name).splitlines() + [""]:
        if line.startswith("|"):
            cells = [re.sub(r"\\(.)", r"\1", cell).strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not all(re.fullmatch(r"-+:?", cell) for cell in cells):
                rows.append(cells)
        elif rows:
            found.append(rows)
            rows = []
    return found


def whole_percent(won, lost):
    return f"{100 * won / (won + lost) if won + lost else 0:.0f} %"


class Numbers(unittest.TestCase):
    def test_thesis(self):
        first, _, totals = tables("thesis")[:3]
        ais = ["minimax, simple", "minimax, knowledge", "alpha-beta, simple", "alpha-beta, knowledge",
               "knowledge-based, simple", "knowledge-based, knowledge"]
        played = games("thesis", "six-ais")
        self.assertEqual(len(played), 30)
        sums = {ai: [0, 0, 0] for ai in ais}
        self.assertEqual(len(first), 9)
        for row in first[1:]:
            a, b = ais.index(row[0]), ais.index(row[1])
            won, lost, drawn = tally(played, a, b)
            self.assertEqual(row[4], tally_text(won, lost, drawn))
            self.assertEqual(row[5], whole_percent(won, lost))
            for ai, result in ((row[0], (won, lost, drawn)), (row[1], (lost, won, drawn))):
                sums[ai] = [x + y for x, y in zip(sums[ai], result)]
        for row in totals[1:]:
            self.assertEqual(row[3], tally_text(*sums[row[0]]))
        published = {row[0]: row[1] for row in totals[1:]}
        self.assertEqual(published["minimax, simple"], "5 : 42")
        self.assertEqual(sum(int(row[2].split()[0]) for row in first[1:5]), 5)  # table 1 adds up to table 7

    def test_utility_cost(self):
        found = values("utility-cost")
        for row in tables("utility-cost")[0][1:]:
            simple, knowledge = (statistics.median(found[f"{row[0]}/{name}"]) for name in ("simple", "knowledge"))
            self.assertEqual(row[1:4], [f"{1e3 * simple:.3f}", f"{1e3 * knowledge:.3f}", f"{knowledge / simple:.2f}"])

    def test_five_part_time(self):
        found = values("five-part-time")
        rows = tables("five-part-time")[0][1:]
        self.assertEqual([row[0] for row in rows], ["3", "4", "5"])
        for row in rows:
            times = found[f"seconds/depth={int(row[0]):02}"]
            self.assertEqual(row[3], ", ".join(f"{1e3 * time:.3f}" for time in times))
            self.assertEqual(row[4], f"{1e3 * statistics.mean(times):.3f}")

    def test_again_time(self):
        found = values("again-time")
        for row in tables("again-time")[0][1:]:
            for depth, cell in ((5, row[1]), (7, row[2])):
                ours = statistics.mean(found[f"seconds/depth={depth:02}/search={row[0]}"])
                self.assertIn(f"-> {ours:.6f}", cell.replace("-\\>", "->"))

    def test_depths(self):
        found = values("depths")
        for row in tables("depths")[0][1:]:
            depths = found[f"depth/{row[0]}/{row[1]}"]
            self.assertEqual([int(cell) for cell in row[3:4] + row[5:7]], [depths[0], min(depths), max(depths)])
        rows = tables("depths")[1]
        for column, title in enumerate(rows[0][1:], 1):
            search, utility = title.split(", ")
            for row in rows[1:-1]:
                nodes = found.get(f"nodes/{search}/{utility}/depth={int(row[0]):02}")
                self.assertEqual(row[column], f"{nodes[0]:,.0f}".replace(",", " ") if nodes else "-")

    def test_five_part_strength(self):
        played = games("five-part-strength", "strength")
        names = ["random", "five-part", "stand-in"]
        for row in tables("five-part-strength")[0][1:]:
            a, b = names.index(row[0]), names.index(row[1])
            self.assertEqual(row[5], tally_text(*tally(played, a, b)))
            own = [sum(count for who, count, _ in game.turns() if who == a)
                   for game in played if set(game.entrants) == {a, b}]
            self.assertEqual(row[7], f"{statistics.mean(own):.1f}")

    def test_again_turns(self):
        for row in tables("again-turns")[0][1:]:
            played = games("again-turns", f"depth={row[0]}")
            for entrant, cell in ((0, row[2]), (1, row[3])):
                means = []
                for game in played:
                    counts = [count for who, count, forced in game.turns() if who == entrant and not forced]
                    if counts:
                        means.append(statistics.mean(counts))
                self.assertEqual(cell.split()[0], f"{statistics.mean(means):.3f}")

    def test_exactness(self):
        found = values("exactness")
        players = {"minimax, simple": "minimax:eval=simple", "alpha-beta, simple": "alphabeta:eval=simple",
                   "alpha-beta, knowledge": "alphabeta:eval=knowledge",
                   "knowledge-based, simple": "knowledge:eval=simple",
                   "knowledge-based, knowledge": "knowledge:eval=knowledge",
                   "five-part": "alphabeta:eval=five-part", "again": "alphabeta:eval=again"}
        rows = tables("exactness")[0][1:]
        self.assertEqual([row[0] for row in rows], list(players))
        for row in rows:
            for depth, cell in ((1, row[1]), (2, row[2])):
                losses = found[f"loss/{players[row[0]]}/depth={depth:02}"]
                self.assertEqual(len(losses), 6)
                self.assertTrue(all(loss >= 0 for loss in losses))
                optimal = 100 * sum(loss == 0 for loss in losses) / len(losses)
                self.assertTrue(cell.startswith(f"{optimal:.1f} % ({statistics.mean(losses):.2f} "), cell)
        self.assertEqual(rows[0][1:], rows[1][1:])  # minimax and alpha-beta choose the same moves

    def test_improvements(self):
        found, played = values("improvements"), games("improvements", "one-by-one")
        rows = tables("improvements")[0][1:]
        names = [re.sub(r" \((alphabeta|mtdf):.*", "", row[0]) for row in rows]
        playing = [name for name, row in zip(names, rows) if row[3] != "-"]
        self.assertEqual(len(playing), 9)
        for name, row in zip(names, rows):
            if f"nodes/{name}" in found:
                self.assertEqual(row[1], f"{sum(found['nodes/' + name]):,.0f}".replace(",", " "))
            if name in playing:
                self.assertEqual(row[3], tally_text(*tally(played, playing.index(name) + 1, 0)))


class Page(HTMLParser):
    """Fails on tags that do not match; counts charts and their source lines."""

    def __init__(self, text):
        super().__init__()
        self.open, self.figures, self.sources = [], 0, 0
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self.figures += tag == "figure"
        self.sources += ("class", "source") in attributes

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()


class Keeping(unittest.TestCase):
    def test_pages_are_whole_and_every_chart_has_a_source(self):
        for name in NAMES:
            page = Page(report(name, "html"))
            self.assertGreater(page.figures, 0, name)
            self.assertEqual(page.figures, page.sources, name)
            self.assertIn(f"kalah lab run {name} --scale tiny --seed 1", report(name))

    def test_a_second_run_measures_nothing_and_reports_come_from_the_store(self):
        before = {name: (values(name), report(name), report(name, "html")) for name in NAMES}
        run("run", "all", "--scale", "tiny", "--out", OUT)
        for name in NAMES:
            self.assertEqual(before[name][0], values(name))
            os.remove(f"{OUT}/{name}.md")
            os.remove(f"{OUT}/{name}.html")
        run("report", "all", "--out", OUT)
        for name in NAMES:
            self.assertEqual(before[name][1:], (report(name), report(name, "html")), name)

    def test_what_is_missing_is_measured_again(self):
        shutil.copytree(OUT, f"{FOLDER}/copy")
        with sqlite3.connect(f"{FOLDER}/copy/depths.sqlite") as database:
            before = database.execute("SELECT key, trial, value FROM measurements").fetchall()
            database.execute("DELETE FROM measurements WHERE key LIKE '%knowledge%'")
        database.close()
        run("run", "depths", "--scale", "tiny", "--out", f"{FOLDER}/copy")
        with sqlite3.connect(f"{FOLDER}/copy/depths.sqlite") as database:
            self.assertEqual(before, database.execute("SELECT key, trial, value FROM measurements").fetchall())
        database.close()

    def test_another_scale_or_seed_is_refused(self):
        done = run("run", "depths", "--scale", "tiny", "--seed", "2", "--out", OUT, expect=1)
        self.assertIn("--scale tiny --seed 1: go on with these, or choose another --out", done.stderr)
        run("run", "nothing", expect=2)
        run("run", "depths", "--scale", "huge", expect=2)
        run("report", "all", "--out", f"{FOLDER}/empty", expect=1)

    def test_an_interrupted_run_keeps_what_it_has_and_says_that_it_is_not_complete(self):
        out = f"{FOLDER}/interrupted"
        process = subprocess.Popen([KALAH, "lab", "run", "depths", "--out", out], stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, text=True)
        deadline = time.monotonic() + 120
        count = 0
        while count == 0 and time.monotonic() < deadline:
            time.sleep(0.05)
            try:
                with sqlite3.connect(f"file:{out}/depths.sqlite?mode=ro", uri=True) as database:
                    (count,), = database.execute("SELECT count(*) FROM measurements")
            except sqlite3.OperationalError:
                pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("the same command goes on", errors)
        with open(f"{out}/depths.md", encoding="utf-8") as file:
            self.assertIn("The run is not complete", file.read())


if __name__ == "__main__":
    unittest.main()
