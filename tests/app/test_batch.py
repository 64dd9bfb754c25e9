#!/usr/bin/env python3
"""Commands that answer many positions: each answer is that of the command for one position, in order.

    test_batch.py KALAH
"""
import csv
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

KALAH = sys.argv.pop(1)
POSITIONS = ["5x2", "<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>", "<3,2,0,0,2,2,2,2,2> n", "<6,0,0,1,2,0,3,0,1,1,1,0,2,0,1>", "4x2"]
BAD = ["<6,10,8>", "nonsense", "<2,3,4,0,0,1,1>", "x" * 2000]
ENVIRONMENT = dict(os.environ, XDG_DATA_HOME=tempfile.mkdtemp(prefix="kalah-batch-"))


def start(*arguments, **how):
    return subprocess.Popen([KALAH, *arguments], env=ENVIRONMENT, text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)


def run(*arguments, text=None, expect=0):
    process = start(*arguments)
    out, err = process.communicate(text, timeout=120)
    assert expect in (None, process.returncode), (arguments, process.returncode, err)
    return out, err


def await_handler(process):
    """Waits until the program catches SIGINT."""
    while True:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
            caught = next(int(line.split()[1], 16) for line in file if line.startswith("SigCgt:"))
        if caught >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)


def answers(*arguments, lines=POSITIONS, expect=0):
    out, _ = run(*arguments, "--batch", "-", text="\n".join(lines) + "\n", expect=expect)
    return [json.loads(line) for line in out.splitlines()]


def one(*arguments):
    return json.loads(run(*arguments, "--json")[0])


class Answers(unittest.TestCase):
    def test_solve(self):
        found = answers("solve", "--db-seeds", "6")
        self.assertEqual([(each["row"], each["position"]) for each in found], list(enumerate(POSITIONS, 1)))
        for each in found:
            alone = one("solve", each["position"], "--db-seeds", "6")
            self.assertEqual((each["value"], each["lower"], each["upper"]), (alone["value"],) * 3)

    def test_solve_with_the_values_of_moves(self):
        for each in answers("solve", "--db-seeds", "6", "--moves", "--threads", "2"):
            alone = one("solve", each["position"], "--db-seeds", "6", "--moves")
            turns = {}  # a turn begins with its move
            for turn in alone["moves"]:
                pit = int(turn["line"].replace("-", " ").split()[0])
                turns[pit] = max(turns.get(pit, -999), turn["value"])
            self.assertEqual({i: value for i, value in enumerate(each["moves"], 1) if value is not None}, turns)
            self.assertEqual(each["moves"][each["best"] - 1], each["value"])

    def test_a_budget_is_for_each_position(self):
        easy, hard, again = answers("solve", "--db-seeds", "6", "--nodes", "3000", "--threads", "1", lines=["4x2", "6x6", "3x3"])
        self.assertIsNone(hard["value"])
        self.assertLess(hard["lower"], hard["upper"])
        self.assertEqual((easy["value"], again["value"]), (one("solve", "4x2")["value"], one("solve", "3x3")["value"]))

    def test_analyze_is_the_same_whatever_came_before(self):
        player = ["--player", "champion:nodes=2000,memory=1M"]
        for each in answers("analyze", *player, "--threads", "2", lines=POSITIONS + POSITIONS):
            alone = one("analyze", each["position"], *player)
            for key in ("best", "score", "kind", "depth", "nodes", "line"):
                self.assertEqual(each[key], alone[key], (each, alone))
            scores = {move["pit"]: move["score"] for move in alone["moves"]}
            self.assertEqual({i: x for i, x in enumerate(each["moves"], 1) if x is not None}, scores)

    def test_eval(self):
        for each in answers("eval", "--rules", "empty-capture"):
            alone = one("eval", each["position"], "--rules", "empty-capture")
            for part in alone["evals"]:
                self.assertEqual(each[part["eval"]], part["points"])

    def test_db_probe(self):
        with tempfile.TemporaryDirectory() as folder:
            for pits in ("6", "3"):
                run("db", "build", "--pits", pits, "--seeds", "10", "--db", folder)
            found = answers("db", "probe", "--db", folder, lines=[POSITIONS[1], "3x1", "4x2", "6x4"], expect=1)
            for each in found[:2]:
                alone = one("db", "probe", each["position"], "--db", folder)
                self.assertEqual((each["future"], each["score"]), (alone["future"], alone["score"]))
                self.assertEqual({i: x for i, x in enumerate(each["moves"], 1) if x is not None},
                                 {move["pit"]: move["score"] for move in alone["moves"]})
            self.assertIn("with 4 pits", found[2]["error"]["message"])
            self.assertIn("48 seeds in the pits", found[3]["error"]["message"])


class Lines(unittest.TestCase):
    def test_bad_lines_are_answered_in_place(self):
        lines = ["\ufeff4x2", BAD[0], "", "  # a comment", BAD[1], " 4x2 \r", BAD[2], BAD[3]]
        found = answers("solve", "--db-seeds", "6", lines=lines, expect=1)
        self.assertEqual([each["row"] for each in found], [1, 2, 5, 6, 7, 8])
        self.assertEqual(["error" in each for each in found], [False, True, True, False, True, True])
        self.assertIn("column 8", found[1]["error"]["message"])
        self.assertEqual(found[0]["value"], found[3]["value"])
        self.assertEqual(run("solve", "--db-seeds", "6", "--batch", "-", text="\n".join(lines), expect=1)[1].splitlines()[-1],
                         "kalah solve: no answer to 4 of 6 lines: see their errors")

    def test_csv(self):
        out, _ = run("solve", "--batch", "-", "--csv", "--moves", "--db-seeds", "6", text="4x2\nbad \"line\"\n", expect=1)
        good, bad = csv.DictReader(io.StringIO(out))
        self.assertEqual((good["row"], good["position"], good["error"]), ("1", "4x2", ""))
        self.assertEqual(json.loads(good["moves"])[int(good["best"]) - 1], int(good["value"]))
        self.assertEqual((bad["row"], bad["position"], bad["value"]), ("2", 'bad "line"', ""))
        self.assertNotEqual(bad["error"], "")

    def test_who_sends_one_line_gets_its_answer(self):
        process = start("eval", "--batch", "-", bufsize=1)
        for row in (1, 2):
            process.stdin.write("6x4\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["row"], row)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_order_is_kept_with_many_threads(self):
        lines = ["5x3" if i % 50 == 0 else "4x2" for i in range(500)]
        found = answers("solve", "--db-seeds", "6", "--threads", "8", lines=lines)
        self.assertEqual([each["position"] for each in found], lines)

    def test_wrong_usage(self):
        for arguments, said in [(["solve", "6x4", "--batch", "-"], "give a position or --batch, not both"),
                                (["solve", "--batch", "-", "--resume"], "--resume needs --out FILE"),
                                (["solve", "--batch", "-", "--checkpoint", "x"], "--checkpoint is for one position"),
                                (["analyze", "--batch", "-", "--player", "random"], "must be a player that searches"),
                                (["db", "probe"], "give a position, or --batch FILE")]:
            self.assertIn(said, run(*arguments, text="", expect=2)[1])
        for option in (["--csv"], ["--out", "x"], ["--resume"]):
            self.assertIn(f"{option[0]} needs --batch FILE", run("eval", "6x4", *option, expect=2)[1])
        self.assertIn("No such file or directory", run("eval", "--batch", "/nowhere", expect=1)[1])
        self.assertIn("Is a directory", run("eval", "--batch", "/", expect=1)[1])
        self.assertIn("cannot be written", run("eval", "--batch", "-", "--out", "/dev/full", text="6x4\n", expect=1)[1])

    def test_one_position_does_not_end_the_batch(self):
        wide, narrow = answers("solve", "--db-seeds", "5", lines=["7x1", "3x1"])
        self.assertEqual([wide["value"], narrow["value"]], [one("solve", text)["value"] for text in ("7x1", "3x1")])

    def test_an_open_pipe_does_not_hide_that_the_batch_has_ended(self):
        process = start("eval", "--batch", "-", "--out", "/dev/full")
        process.stdin.write("6x4\n")
        process.stdin.flush()
        self.assertEqual(process.wait(30), 1)  # though standard input is open
        process.communicate()
        process = start("eval", "--batch", "-")
        await_handler(process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 130)
        process.communicate()


class Resuming(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = f"{self.folder.name}/positions.txt"
        self.out = f"{self.folder.name}/values"
        with open(self.file, "w") as file:
            file.write("\n".join(["4x2", "bad", "4x3", "# nothing", "3x4"] * 20) + "\n")
        self.batch = ["solve", "--batch", self.file, "--db-seeds", "6"]

    def whole(self, *more):
        return run(*self.batch, *more, expect=1)[0]

    def values_in(self, text):
        """Without the nodes, which depend on what the table has from before."""
        return [[each.get(key) for key in ("row", "position", "value", "error")] for each in map(json.loads, text.splitlines())]

    def test_what_is_there_is_kept(self):
        run(*self.batch, "--out", self.out, expect=1)
        self.assertIn("is already there", run(*self.batch, "--out", self.out, expect=2)[1])
        with open(self.out) as file:
            self.assertEqual(self.values_in(file.read()), self.values_in(self.whole()))

    def test_every_prefix_is_continued(self):
        for how in ([], ["--csv"]):
            whole = self.whole(*how)
            for length in (0, 1, 30, len(whole) // 2, len(whole) - 1, len(whole)):
                with open(self.out, "w") as file:
                    file.write(whole[:length])
                run(*self.batch, *how, "--out", self.out, "--resume", expect=1)
                with open(self.out) as file:
                    lines, expected = file.read().splitlines(), whole.splitlines()
                self.assertEqual(len(lines), len(expected), (how, length))
                self.assertEqual([line.split(",", 2)[:2] for line in lines], [line.split(",", 2)[:2] for line in expected])

    def test_killed_and_interrupted(self):
        with open(self.file, "w") as file:
            for i in range(20):
                seeds = [3] * 10
                seeds[i % 10] -= 1
                seeds[(7 * i + 3 + i // 10) % 10] += 1
                file.write(f"<5,0,0,{','.join(map(str, seeds))}>\n")
        batch = ["solve", "--batch", self.file, "--db-seeds", "6", "--threads", "2"]
        for end, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
            process = start(*batch, "--out", self.out, "--resume")
            until = time.monotonic() + 60
            before = os.path.getsize(self.out) if os.path.exists(self.out) else 0
            while not (os.path.exists(self.out) and os.path.getsize(self.out) > before):
                self.assertIsNone(process.poll(), "it has ended")
                self.assertLess(time.monotonic(), until)
                time.sleep(0.01)
            process.send_signal(end)
            _, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, code, err)
            if end == signal.SIGINT:
                self.assertIn("--resume continues", err)
        run(*batch, "--out", self.out, "--resume")
        with open(self.out) as file:
            found = self.values_in(file.read())
        self.assertEqual(found, self.values_in(run(*batch)[0]))
        self.assertEqual([each[0] for each in found], list(range(1, 21)))

    def test_another_batch_is_refused(self):
        solved = self.whole().splitlines(keepends=True)
        for text, said in (('{"row":1,"position":"6x6","value":2}\n', "is it from another batch?"),
                           ("row,position,value\n", "another batch"),
                           ("my only notes", "another batch"), ("\n", "another batch"),
                           (solved[0] + "notes", "another batch"),
                           (solved[0].replace("standard", "avalanche"), "another batch"),
                           (solved[0].replace('"nodes"', '"node"'), "of another command")):
            with open(self.out, "w") as file:
                file.write(text)
            self.assertIn(said, run(*self.batch, "--out", self.out, "--resume", expect=1)[1])
            with open(self.out) as file:
                self.assertEqual(file.read(), text)
        with open(self.out, "w") as file:
            file.write("row,position,value\n")
        self.assertIn("is not a table of this command",
                      run(*self.batch, "--csv", "--out", self.out, "--resume", expect=1)[1])
        with open(self.file) as file:
            before = file.read()
        for more in ([], ["--resume"]):
            self.assertIn("the same file", run(*self.batch, "--out", self.file, *more, expect=2)[1])
        with open(self.file) as file:
            self.assertEqual(file.read(), before)
        self.assertIn("only a file can be continued", run(*self.batch, "--out", "/dev/null", "--resume", expect=2)[1])


if __name__ == "__main__":
    unittest.main()
