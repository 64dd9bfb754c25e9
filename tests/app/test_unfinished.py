"""Tournaments that were interrupted: what is said when another begins in their store, when one of
several is resumed, and what `kalah store info` lists.
    test_unfinished.py KALAH [UNITTEST ARGUMENTS…]"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

KALAH = sys.argv.pop(1)
PATIENCE = 60
QUICK = ("random", "greedy", "--games", "2", "--board", "2x2", "--openings", "first-move")


class Unfinished(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kalah-unfinished-")
        self.addCleanup(folder.cleanup)
        self.store = os.path.join(folder.name, "s.sqlite")

    def run_kalah(self, *words):
        done = subprocess.run([KALAH, *words, "--store", self.store], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def begin(self, *words):
        """A program that has played a game, and what it has said before."""
        process = subprocess.Popen([KALAH, *words, "--store", self.store], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        said = []
        for line in process.stderr:
            if line.startswith("game "):
                break
            said.append(line)
        return process, said

    def interrupt(self, *words):
        process, said = self.begin(*words)
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        self.assertEqual(process.wait(PATIENCE), 130, rest)
        return said, rest

    def long(self, *words, players=("A=champion:time=1ms", "B=random")):
        return ("tournament", *players, "--games", "1000", "--concurrency", "1", *words)

    def tournaments(self):
        return json.loads(self.run_kalah("store", "info", "--json").stdout)["tournaments"]

    def test_another_tournament_in_the_store_is_said(self):
        said, rest = self.interrupt(*self.long())
        self.assertEqual(said, [])
        self.assertIn(f"go on with 'kalah resume --store {self.store}'\n", rest)
        played = self.tournaments()[0]["played"]
        resume = f"'kalah resume --store {self.store} --tournament"
        one = f"tournament 1 (A, B; {played} of 1000 games played)"
        done = self.run_kalah("match", *QUICK)
        self.assertEqual(done.stderr.splitlines()[0],
                         f"kalah match: begins tournament 2; {one} is unfinished, {resume} 1' continues it")
        said, rest = self.interrupt(*self.long())
        self.assertEqual(said, [f"kalah tournament: {one} has this very plan and is unfinished: to continue it "
                                f"instead, press Ctrl-C and run {resume} 1'; begins tournament 3\n"])
        self.assertIn(f"go on with {resume} 3'\n", rest)
        said, _ = self.interrupt(*self.long("--seed", "7"))
        self.assertRegex(said[0], rf"begins tournament 4; tournament 3 \(.*\) is unfinished, {resume} 3' continues it; "
                                  r"1 more unfinished \('kalah store info' lists them\)$")

    def test_what_another_program_plays_is_not_unfinished(self):
        playing, _ = self.begin(*self.long())
        done = self.run_kalah("tournament", *QUICK)
        self.assertNotIn("unfinished", done.stderr)
        playing.kill()
        playing.wait()
        done = self.run_kalah("tournament", *QUICK)
        self.assertIn("tournament 1 (A, B; ", done.stderr)

    def test_resume_says_which_it_has_chosen(self):
        self.interrupt(*self.long())
        said, _ = self.interrupt("resume", "--concurrency", "1")
        self.assertEqual(said, [])
        self.interrupt(*self.long("--seed", "2"))
        said, _ = self.interrupt("resume", "--concurrency", "1")
        self.assertEqual(said, ["kalah resume: continues the newest, tournament 2 (A, B); also unfinished: 1 "
                                "(--tournament N chooses one, 'kalah store info' lists them)\n"])
        said, _ = self.interrupt("resume", "--concurrency", "1", "--tournament", "1")
        self.assertEqual(said, [])

    def test_the_tournaments_of_a_store_are_listed(self):
        self.run_kalah("match", *QUICK)
        self.interrupt(*self.long(players=("A=random", "B=random", "C=random", "D=random", "E=random")))
        newest, oldest = self.tournaments()
        self.assertEqual([newest[key] for key in ("number", "name", "format", "entrants", "scheduled", "finished",
                                                  "state")],
                         [2, "A, B, C and 2 more", "round-robin", 5, 10000, None, "unfinished"])
        self.assertEqual([oldest[key] for key in ("number", "name", "format", "played", "scheduled", "state")],
                         [1, "random, greedy", "match", 2, 2, "finished"])
        text = self.run_kalah("store", "info").stdout
        self.assertRegex(text, r"(?m)^ +2  20\d\d-.* unfinished  \d+ of 10000 +round-robin: A, B, C and 2 more$")
        self.assertRegex(text, r"(?m)^ +1  20\d\d-.* finished    2 of 2 +match: random, greedy$")
        for _ in range(20):
            self.run_kalah("match", *QUICK)
        self.assertIn("\n... and 2 older ones (--json lists all)\n", self.run_kalah("store", "info").stdout)
        self.assertEqual([each["number"] for each in self.tournaments()], list(range(22, 0, -1)))


if __name__ == "__main__":
    unittest.main()
