"""kalah lab keeps what it measures: runs that were stopped, killed, moved or begun by another
version, and reports of incomplete runs.

    test_keeping.py KALAH
"""
import glob
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest
from html.parser import HTMLParser

from laboratory import (FOLDER, KALAH, NAMES, OUT, captioned, change, games, remove_everything, report, run, run_everything, store,
                        table, values, words)

VOID = {"meta", "br"}
# Removes a game from a tournament, which is then no longer finished.
UNFINISH = ("UPDATE tournaments SET finished = 0",
            "DELETE FROM games WHERE id = (SELECT max(game) FROM schedule WHERE tournament = 1)")


def setUpModule():
    run_everything()


def tearDownModule():
    remove_everything()


def copy(name):
    out = f"{FOLDER}/{name}"
    shutil.copytree(OUT, out)
    return out


def rows(name, out, query):
    with store(name, out) as database:
        return database.execute(query).fetchall()


def moves(name, out):
    return rows(name, out, "SELECT schedule.number, tournament, moves FROM schedule JOIN games ON games.id = game "
                           "ORDER BY tournament, schedule.number")


class Page(HTMLParser):
    """Fails on tags that do not match; counts charts and the parts that they must have."""

    def __init__(self, text):
        super().__init__()
        self.open, self.figures, self.sources, self.titled = [], 0, 0, 0
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self.figures += tag == "figure"
        self.sources += ("class", "source") in attributes
        self.titled += ("class", "axis-title") in attributes

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()


class Reports(unittest.TestCase):
    def test_all_of_them_are_on_one_page(self):
        page, one_by_one = Page(report("all", "html")), [Page(report(name, "html")) for name in NAMES]
        self.assertEqual(page.figures, sum(each.figures for each in one_by_one))
        self.assertEqual(re.findall(r'<section id="([^"]*)">', report("all", "html")), NAMES)

    def test_pages_are_whole_and_every_chart_has_axes_and_a_source(self):
        for name in NAMES:
            page = Page(report(name, "html"))
            self.assertEqual(page.figures == 0, name == "five-part-values", name)
            self.assertEqual(page.figures, page.sources, name)
            self.assertGreaterEqual(page.titled, page.figures, name)
            self.assertIn(f"kalah lab run {name} --scale tiny --seed 1", report(name))
            self.assertIn(f"--out-dir {OUT}", words(name))

    def test_a_folder_with_a_blank_is_quoted(self):
        run("run", "five-part-time", "--scale", "tiny", "--out-dir", f"{FOLDER}/two words")
        self.assertIn(f"--out-dir '{FOLDER}/two words'", words("five-part-time", f"{FOLDER}/two words"))

    def test_a_second_run_measures_nothing_and_reports_come_from_the_store(self):
        before = {name: (values(name), report(name), report(name, "html")) for name in NAMES}
        run("run", "all", "--scale", "tiny", "--out-dir", OUT)
        for name in NAMES:
            self.assertEqual(before[name][0], values(name))
            os.remove(f"{OUT}/{name}.md")
            os.remove(f"{OUT}/{name}.html")
        run("report", "--out-dir", OUT)
        for name in NAMES:
            self.assertEqual(before[name][1:], (report(name), report(name, "html")), name)

    def test_what_was_not_played_has_no_numbers(self):
        out = copy("few")
        change("thesis", out, "UPDATE tournaments SET finished = 0",
               "DELETE FROM games WHERE id IN (SELECT game FROM schedule WHERE number >= 4)")
        run("report", "thesis", "--out-dir", out)
        self.assertIn("The run is not complete", words("thesis", out))
        rows = [row for number in (1, 2) for row in captioned("thesis", f"Table {number}.", out=out)]
        self.assertEqual(len(rows), 8)
        self.assertEqual(sum(row["Ours"] != "-" for row in rows), 1, rows)
        for row in rows:
            if row["Ours"] == "-":
                self.assertEqual([row["Win %"], row["95 % of ours"], row["p"]], ["-"] * 3)
        self.assertNotIn("What this says", words("thesis", out))
        self.assertNotIn("0 : 0", words("thesis", out))
        self.assertEqual(len(table("thesis", "Score", "Published", out=out)), 1)

    def test_nothing_is_said_of_what_was_not_begun(self):
        out = copy("none")
        for name in NAMES:
            change(name, out, "DELETE FROM measurements", "DELETE FROM notes WHERE key LIKE 'tournament/%'")
        run("report", "--out-dir", out)
        for name in NAMES:
            text = words(name, out)
            self.assertIn("The run is not complete", text)
            for wrong in ("tournament 0", "0 : 0", "nan", "inf", "0.000000", "times the nodes", " 0 positions"):
                self.assertNotIn(wrong, text, name)
            Page(report(name, "html", out))

    def test_a_table_without_rows_is_left_out(self):
        out = copy("cuts")
        change("depths", out, "DELETE FROM measurements WHERE key LIKE 'cut-offs/%'")
        run("report", "depths", "--out-dir", out)
        self.assertIn("Branching factor", words("depths", out))
        self.assertNotIn("Cut-offs", words("depths", out))

    def test_players_that_search_the_same_trees_are_not_judged(self):
        out = copy("same")
        for name in ("pruning", "thesis", "again-turns"):
            change(name, out, "UPDATE measurements SET value = 0 WHERE key LIKE 'trees-differing/%'")
            run("report", name, "--out-dir", out)
        self.assertEqual(words("pruning", out).count("No conclusion: both players search the same trees"), 7)
        self.assertEqual({row["p"] for row in table("pruning", "Trees that differ", out=out)}, {"-"})
        self.assertIn("No conclusion, both search the same trees: in games between the two", words("thesis", out))
        self.assertEqual({row["p"] for row in table("thesis", "Margin in seeds", out=out)}, {"-"})
        self.assertEqual({row["p 2"] for row in table("again-turns", "Trees that differ", out=out)}, {"-"})

    def test_load_beyond_the_cores_is_a_warning_where_time_matters(self):
        out = copy("busy")
        for name in ("depths", "exactness"):
            change(name, out, "UPDATE notes SET text = '99.00' WHERE key = 'load'",
                   "DELETE FROM notes WHERE key = 'load/high'")
        run("report", "--out-dir", out)
        self.assertEqual(words("depths", out).count("The machine was busy: a load of 99.0"), 2)
        self.assertNotIn("The machine was busy", words("exactness", out))

    def test_the_deepening_is_judged_only_when_all_positions_are_there(self):
        out = copy("deepening")
        change("improvements", out, "DELETE FROM measurements WHERE key = 'nodes/plain, no deepening' AND trial = 1")
        run("report", "improvements", "--out-dir", out)
        self.assertNotIn("Plain deepening takes", words("improvements", out))
        self.assertIn("MTD(f) of the last depth at once takes", words("improvements", out))

    def test_another_version_s_store_is_reported_but_not_gone_on_with(self):
        out = copy("other")
        for name in NAMES:
            change(name, out, "DELETE FROM notes WHERE key LIKE 'terms/%'")
        run("report", "--out-dir", out)
        for name in NAMES:
            self.assertIn("Another version of the program has measured this", words(name, out))
        done = run("run", "depths", "--scale", "tiny", "--out-dir", out, expect=1)
        self.assertIn("was begun by another version of the program", done.stderr)


class Going(unittest.TestCase):
    def test_what_is_missing_is_measured_again(self):
        out = copy("missing")
        query = "SELECT key, trial, value FROM measurements WHERE key NOT LIKE 'seconds/%'"
        before = rows("depths", out, query)
        change("depths", out, "DELETE FROM measurements WHERE key LIKE '%knowledge%'",
               "UPDATE notes SET text = text || '0' WHERE key = 'version'")
        version = rows("depths", out, "SELECT text FROM notes WHERE key = 'version'")[0][0]
        machine = rows("depths", out, "SELECT text FROM notes WHERE key = 'machine'")
        run("run", "depths", "--scale", "tiny", "--out-dir", out)
        self.assertEqual(before, rows("depths", out, query))
        # The second version is noted although it is a prefix of the first; the machine is the same.
        self.assertEqual(rows("depths", out, "SELECT key, text FROM notes WHERE key LIKE 'version%' ORDER BY key"),
                         [("version", version), ("version/2", version[:-1])])
        self.assertEqual(rows("depths", out, "SELECT text FROM notes WHERE key = 'machine'"), machine)

    def test_another_scale_or_seed_is_refused(self):
        done = run("run", "depths", "--scale", "tiny", "--seed", "2", "--out-dir", OUT, expect=1)
        self.assertIn("--scale tiny --seed 1: go on with these, or choose another --out-dir", done.stderr)
        run("run", "nothing", expect=2)
        run("run", "depths", "--scale", "huge", expect=2)
        run("report", "all", "--out-dir", f"{FOLDER}/empty", expect=1)
        self.assertIn("comma", run("run", "depths", "--out-dir", f"{FOLDER}/a,b", expect=2).stderr)
        self.assertIn("--out-dir wants the name of a folder", run("run", "depths", "--out-dir", "", expect=2).stderr)

    def test_a_store_with_a_note_too_few_is_refused(self):
        out = copy("seedless")
        change("depths", out, "DELETE FROM notes WHERE key = 'seed'")
        done = run("run", "depths", "--scale", "tiny", "--out-dir", out, expect=1)
        self.assertIn("--seed ?", done.stderr)

    def test_a_tournament_that_was_not_noted_is_gone_on_with(self):
        out = copy("unnoted")
        before = moves("thesis", out)
        change("thesis", out, *UNFINISH, "DELETE FROM notes WHERE key = 'tournament/six-ais'")
        run("run", "thesis", "--scale", "tiny", "--out-dir", out)
        self.assertEqual(moves("thesis", out), before)
        self.assertEqual(rows("thesis", out, "SELECT count(*) FROM tournaments"), [(1,)])

    def test_another_plan_is_refused(self):
        out = copy("plan")
        change("thesis", out, *UNFINISH, "UPDATE tournaments SET plan = replace(plan, 'nodes=300', 'nodes=301')")
        done = run("run", "thesis", "--scale", "tiny", "--out-dir", out, expect=1)
        self.assertIn("another plan", done.stderr)

    def test_a_moved_folder_takes_its_database_with_it(self):
        run("run", "improvements", "--scale", "tiny", "--out-dir", f"{FOLDER}/here")
        before = moves("improvements", f"{FOLDER}/here")
        change("improvements", f"{FOLDER}/here", *UNFINISH,
               "DELETE FROM measurements WHERE key = 'nodes/endgame database'")
        os.rename(f"{FOLDER}/here", f"{FOLDER}/there")
        run("run", "improvements", "--scale", "tiny", "--out-dir", f"{FOLDER}/there")
        self.assertEqual(moves("improvements", f"{FOLDER}/there"), before)
        self.assertFalse(os.path.exists(f"{FOLDER}/here"))
        # A database that cannot be opened is an error; the player does not just play without it.
        change("improvements", f"{FOLDER}/there", "DELETE FROM measurements WHERE key = 'nodes/endgame database'")
        for level in glob.glob(f"{FOLDER}/there/db/*"):
            if os.path.isfile(level):
                with open(level, "r+b") as file:
                    file.write(b"damaged!" * 8)
        done = run("run", "improvements", "--scale", "tiny", "--out-dir", f"{FOLDER}/there", expect=1)
        self.assertEqual(len(done.stderr.strip().splitlines()), 2, done.stderr)  # how long it takes, and the error


class Stopping(unittest.TestCase):
    def wait_for_rows(self, process, path, tables, count):
        """True once there are `count` rows; False if the program ends before."""
        deadline = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < deadline:
            try:
                database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
                found = sum(database.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables)
                database.close()
                if found >= count:
                    return True
            except sqlite3.OperationalError:
                pass
            time.sleep(0.002)
        return False

    def test_an_interrupted_run_keeps_what_it_has_and_says_that_it_is_not_complete(self):
        out = f"{FOLDER}/interrupted"
        process = subprocess.Popen([KALAH, "lab", "run", "all", "--out-dir", out], stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, text=True)
        self.wait_for_rows(process, f"{out}/depths.sqlite", ["measurements"], 1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("run the same command again", errors)
        self.assertIn("The run is not complete", words("depths", out))
        # Experiments that had not begun have left no files, and the report works without them.
        self.assertEqual(sorted(os.path.basename(path) for path in glob.glob(f"{out}/*.sqlite")),
                         ["depths.sqlite", "utility-cost.sqlite"])
        self.assertEqual(run("report", "--out-dir", out).stdout.splitlines()[2:], [f"all: {out}/all.html"])

    def test_a_killed_run_comes_to_the_same_end(self):
        out, kills = f"{FOLDER}/killed", 0
        path = f"{out}/improvements.sqlite"
        command = [KALAH, "lab", "run", "improvements", "--scale", "tiny", "--out-dir", out]
        for count in range(1, 60, 6):
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.wait_for_rows(process, path, ["measurements", "games"], count)
            process.kill()
            kills += process.wait(timeout=120) == -signal.SIGKILL
        self.assertGreater(kills, 0)
        run(*command[2:])
        self.assertEqual(values("improvements", out), values("improvements"))
        self.assertEqual(moves("improvements", out), moves("improvements", OUT))
        self.assertEqual(rows("improvements", out, "SELECT count(*) FROM tournaments"), [(2,)])


if __name__ == "__main__":
    unittest.main()
