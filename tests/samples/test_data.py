#!/usr/bin/env python3
"""kalah data make: labels hold against plain minimax, tables against each other, files against their checksums.

    test_data.py KALAH CLASS
"""
import array
import csv
import fcntl
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

import small_kalah

KALAH = sys.argv.pop(1)
ENVIRONMENT = dict(os.environ, XDG_DATA_HOME=tempfile.mkdtemp(prefix="kalah-data-"))
TYPES = {"|u1": "B", "<u2": "H", "<u4": "I", "<i2": "h", "<f4": "f"}


def run(*arguments, expect=0, text=None):
    done = subprocess.run([KALAH, *map(str, arguments)], env=ENVIRONMENT, text=True, input=text, capture_output=True, timeout=120)
    assert done.returncode == expect, (arguments, done.returncode, done.stderr)
    return done.stdout, done.stderr


def make(folder, *arguments, expect=0):
    return run("data", "make", "--out-dir", folder, *arguments, expect=expect)


def sheet_of(folder):
    return json.loads((pathlib.Path(folder) / "dataset.json").read_text())


def rows_of(folder, part):
    with open(pathlib.Path(folder) / f"{part}.csv", newline="") as file:
        return list(csv.DictReader(file))


def all_rows(folder):
    return rows_of(folder, "train") + rows_of(folder, "test")


def arrays_of(folder, part):
    """A parser of NPZ by the documents of NumPy, so that the test needs no NumPy."""
    arrays = {}
    with zipfile.ZipFile(pathlib.Path(folder) / f"{part}.npz") as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            data = archive.read(name)
            assert data[:8] == b"\x93NUMPY\x01\x00", name
            length = int.from_bytes(data[8:10], "little")
            assert (10 + length) % 64 == 0 and data[9 + length:10 + length] == b"\n"
            header = data[10:10 + length].decode()
            match = re.fullmatch(r"\{'descr': '(...)', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\), \} *\n", header)
            values = array.array(TYPES[match[1]], data[10 + length:]).tolist()
            rows, columns = int(match[2]), match[3] and int(match[3])
            assert len(values) == rows * (columns or 1), (name, header)
            if columns:
                values = [values[i:i + columns] for i in range(0, len(values), columns)]
            arrays[name.removesuffix(".npy")] = values
    return arrays


def position_of(row, pits):
    return (tuple(int(row[f"own{i}"]) for i in range(1, pits + 1)), tuple(int(row[f"other{i}"]) for i in range(1, pits + 1)),
            int(row["own_store"]), int(row["other_store"]))


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())}


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="kalah-data-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "set"


class Labels(Folder):
    def check_by_minimax(self, rows, empty_capture):
        self.assertGreater(len(rows), 0)
        for row in rows:
            values = small_kalah.value_of_moves(position_of(row, 3), empty_capture)
            self.assertEqual(row["kind"], "exact")
            self.assertEqual({i: int(row[f"value{i + 1}"]) for i in range(3) if row[f"value{i + 1}"] != ""}, values, row)
            self.assertEqual(int(row["value"]), max(values.values()))
            self.assertEqual([int(pit) - 1 for pit in row["best"].split()],
                             [pit for pit, value in values.items() if value == max(values.values())])

    def test_exact_labels_are_those_of_minimax(self):
        for rules in ("standard", "empty-capture"):
            folder = self.folder / rules
            make(folder, "--board", "3x3", "--rules", rules, "--positions", 300, "--players", "random", "level3", "--db-seeds", 6)
            self.check_by_minimax(all_rows(folder), rules == "empty-capture")
            self.assertEqual(sheet_of(folder)["labels"], {"exact": 300, "estimate": 0, "none": 0})

    def test_exact_labels_are_those_of_solve(self):
        make(self.folder, "--positions", 40, "--seeds", "10..22", "--db-seeds", 10, "--levels", "3..6", "--test-share", 0.5)
        rows = all_rows(self.folder)
        out, _ = run("solve", "--batch", "-", "--moves", "--db-seeds", 8, text="".join(row["position"] + "\n" for row in rows))
        for row, line in zip(rows, out.splitlines(), strict=True):
            answer = json.loads(line)
            self.assertEqual(int(row["value"]), answer["value"])
            self.assertEqual([int(row[f"value{i}"]) if row[f"value{i}"] else None for i in range(1, 7)], answer["moves"])

    def test_deep_labels_are_those_of_analyze(self):
        player = "alphabeta:eval=store,depth=7"
        make(self.folder, "--positions", 24, "--label", "deep", "--label-player", player, "--players", "random", "--test-share", 0,
             "--seeds", "1..20")
        kinds = set()
        for row in rows_of(self.folder, "train"):
            answer = json.loads(run("analyze", row["position"], "--player", player, "--json")[0])
            self.assertAlmostEqual(float(row["estimate"]), answer["score"], places=3)
            self.assertLessEqual(abs(int(row["value"]) - answer["score"]), 0.5)
            scores = {move["pit"]: move["score"] for move in answer["moves"]}
            self.assertEqual([int(pit) for pit in row["best"].split()],
                             sorted(pit for pit, score in scores.items() if score == max(scores.values())))
            kinds.add(row["kind"])
            self.assertEqual(row["kind"] == "exact", all(move["kind"] == "exact" for move in answer["moves"]))
        self.assertEqual(kinds, {"exact", "estimate"})

    def test_positions_that_are_not_solved_are_left_out_and_counted(self):
        _, err = make(self.folder, "--board", "4x3", "--positions", 100, "--players", "random", "--nodes", 20, "--db-seeds", 4)
        sheet = sheet_of(self.folder)
        self.assertGreater(sheet["unsolved"], 0)
        self.assertLess(sheet["positions"], 100)
        self.assertEqual(sheet["positions"], sheet["labels"]["exact"])
        self.assertFalse(sheet["complete"])
        self.assertIn(f"only {sheet['positions']} of 100 positions", err)


class Tables(Folder):
    def test_csv_and_npz_say_the_same(self):
        make(self.folder, "--board", "5x2", "--positions", 200, "--label", "deep", "--label-player", "alphabeta:eval=store,depth=2",
             "--players", "random", "greedy", "--seed", 5)
        for part in ("train", "test"):
            rows, arrays = rows_of(self.folder, part), arrays_of(self.folder, part)
            self.assertGreater(len(rows), 0)
            for i, row in enumerate(rows):
                own, other, own_store, other_store = position_of(row, 5)
                self.assertEqual(arrays["positions"][i], [*own, *other, own_store, other_store])
                self.assertEqual(row["position"], f"<5,{own_store},{other_store},{','.join(map(str, own + other))}>")
                self.assertEqual(int(row["seeds"]), sum(own + other))
                for name in ("game", "ply", "phase", "value", "player", "move", "outcome"):
                    self.assertEqual(arrays[name][i], int(row[name]), name)
                self.assertEqual(arrays["kind"][i], {"exact": 1, "estimate": 2}[row["kind"]])
                self.assertEqual(arrays["best"][i], sum(1 << int(pit) - 1 for pit in row["best"].split()))
                self.assertEqual(arrays["move_values"][i], [int(row[f"value{k}"] or -32768) for k in range(1, 6)])
                self.assertAlmostEqual(arrays["estimate"][i], float(row["estimate"]), places=5)
            self.assertEqual({len(values) for values in arrays.values()}, {len(rows)})

    def test_no_position_occurs_twice_and_a_game_is_in_one_part(self):
        make(self.folder, "--board", "4x2", "--positions", 400, "--players", "random", "--label", "none", "--test-share", 0.3)
        keys, games = [], {}
        for part in ("train", "test"):
            rows = rows_of(self.folder, part)
            keys += [position_of(row, 4)[:2] for row in rows]
            games[part] = {row["game"] for row in rows}
            outcomes = {}
            for row in rows:
                own, other, own_store, other_store = position_of(row, 4)
                self.assertEqual(sum(own + other) + own_store + other_store, 16)
                self.assertGreater(own[int(row["move"]) - 1], 0)
                outcomes.setdefault(row["game"], set()).add(abs(int(row["outcome"])))
            self.assertEqual({len(found) for found in outcomes.values()}, {1})
        self.assertEqual(len(keys), len(set(keys)))
        self.assertFalse(games["train"] & games["test"])
        sheet = sheet_of(self.folder)
        self.assertGreater(sheet["duplicates"], 0)
        self.assertAlmostEqual(len(games["test"]) / len(games["train"] | games["test"]), 0.3, delta=0.1)
        self.assertEqual((len(games["train"]), len(games["test"])), (sheet["games"]["train"], sheet["games"]["test"]))

    def test_phases_get_equally_many_positions(self):
        make(self.folder, "--positions", 103, "--seeds", "9..40", "--phases", 4, "--players", "random", "--label", "none")
        rows = all_rows(self.folder)
        sheet = sheet_of(self.folder)
        self.assertEqual([phase["seeds"] for phase in sheet["phases"]], [[33, 40], [25, 32], [17, 24], [9, 16]])
        for number, (phase, wanted) in enumerate(zip(sheet["phases"], (26, 26, 26, 25)), 1):
            inside = [row for row in rows if phase["seeds"][0] <= int(row["seeds"]) <= phase["seeds"][1]]
            self.assertEqual((len(inside), phase["wanted"], phase["train"] + phase["test"]), (wanted,) * 3)
            self.assertEqual({row["phase"] for row in inside}, {str(number)})


class Repeating(Folder):
    def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(self):
        options = ["--positions", 150, "--players", "random", "level4", "level8", "--seeds", "4..24", "--nodes", 3000, "--db-seeds", 8]
        for name, extra in (("one", ["--threads", 1]), ("two", ["--threads", 2]), ("other", ["--seed", 2])):
            make(self.folder / name, *options, *extra)
        one, two, other = (bytes_of(self.folder / name) for name in ("one", "two", "other"))
        self.assertEqual(sorted(one), ["README.md", "dataset.json", "test.csv", "test.npz", "train.csv", "train.npz"])
        self.assertEqual(one, two)
        self.assertNotEqual(one["train.csv"], other["train.csv"])
        self.assertGreater(sheet_of(self.folder / "one")["unsolved"], 0)  # which positions are left out repeats, too

    def test_the_command_of_the_data_sheet_repeats_it(self):
        make(self.folder / "a", "--board", "4x3", "--positions", 50, "--levels", "2,4..5", "--db-seeds", 5, "--format", "csv")
        command = sheet_of(self.folder / "a")["command"]
        self.assertIn(command, (self.folder / "a" / "README.md").read_text())
        again = command.replace("kalah ", f"'{KALAH}' ", 1).replace("DIR", f"'{self.folder}/b'", 1)
        subprocess.run(["sh", "-c", again], env=ENVIRONMENT, check=True, capture_output=True)
        self.assertEqual(bytes_of(self.folder / "a"), bytes_of(self.folder / "b"))
        self.assertEqual(sorted(bytes_of(self.folder / "b")), ["README.md", "dataset.json", "test.csv", "train.csv"])

    def test_checksums_are_true(self):
        make(self.folder, "--board", "4x2", "--positions", 30, "--players", "random", "--label", "none")
        readme = (self.folder / "README.md").read_text()
        names = []
        for file in sheet_of(self.folder)["files"]:
            data = (self.folder / file["name"]).read_bytes()
            self.assertEqual((file["bytes"], file["sha256"]), (len(data), hashlib.sha256(data).hexdigest()))
            self.assertIn(file["sha256"], readme)
            names.append(file["name"])
        self.assertEqual(names, ["train.csv", "train.npz", "test.csv", "test.npz"])
        self.assertIn(hashlib.sha256((self.folder / "dataset.json").read_bytes()).hexdigest(), readme)


class Continuing(Folder):
    """Runs that are ended at any moment, and the same command again."""
    COMMAND = ["--board", "5x3", "--positions", 600, "--players", "random", "level2", "level4", "--nodes", 2000, "--db-seeds", 6, "--threads", 2]

    def begin(self):
        return subprocess.Popen([KALAH, "data", "make", "--out-dir", str(self.folder), *map(str, self.COMMAND)], env=ENVIRONMENT,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def run_until(self, seconds, how):
        """Its exit code; a negative one: the signal that killed it."""
        process = self.begin()
        try:
            _, self.said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(how)
            _, self.said = process.communicate(timeout=120)
        return process.returncode

    def test_runs_that_were_ended_at_random_moments_end_with_the_same_files(self):
        begun = time.monotonic()
        make(self.folder / "whole", *self.COMMAND)
        took = time.monotonic() - begun
        expected = bytes_of(self.folder / "whole")
        self.assertGreater(sheet_of(self.folder / "whole")["unsolved"], 0)
        self.folder = self.folder / "ended"
        chance, ends = random.Random(4), []
        for _ in range(100):
            code = self.run_until(took * chance.uniform(0.05, 0.6), chance.choice((signal.SIGKILL, signal.SIGINT)))
            if code == 0:
                break
            self.assertIn(code, (-signal.SIGKILL, 130), self.said)
            ends.append(code)
        self.assertEqual(code, 0, self.said)
        self.assertIn("going on with", self.said)
        self.assertGreater(len(ends), 1)
        self.assertEqual(bytes_of(self.folder), expected)

    def test_damaged_lines_are_forgotten(self):
        make(self.folder, *self.COMMAND)
        expected = bytes_of(self.folder)
        for path in list(self.folder.iterdir()):
            path.unlink()
        journal = self.folder / "unfinished.games"
        with self.begin() as process:
            while not journal.exists() or journal.read_bytes().count(b"\n") < 20:
                self.assertIsNone(process.poll())
                time.sleep(0.001)
            process.kill()
        lines = journal.read_bytes().splitlines(keepends=True)
        lines[9] = lines[9].replace(b"1", b"2", 1)
        journal.write_bytes(b"".join(lines) + b"77 0 3 1")
        _, err = make(self.folder, *self.COMMAND)
        self.assertIn("going on with 8 games", err)
        self.assertEqual(bytes_of(self.folder), expected)

    def test_two_runs_do_not_write_one_folder(self):
        self.folder.mkdir()
        with open(self.folder / "unfinished.games", "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            _, err = make(self.folder, *self.COMMAND, expect=1)
        self.assertIn("another run makes a data set there", err)


class Folders(Folder):
    SMALL = ["--board", "4x2", "--positions", "20", "--players", "random", "--label", "none"]

    def test_foreign_files_are_left_alone(self):
        self.folder.mkdir()
        (self.folder / "thesis.tex").write_text("years of work")
        for extra in ([], ["--replace"]):
            _, err = make(self.folder, *self.SMALL, *extra, expect=1)
            self.assertIn('holds "thesis.tex"', err)
        self.assertEqual(list(bytes_of(self.folder)), ["thesis.tex"])

    def test_files_with_names_of_a_data_set_are_left_alone_without_its_sheet(self):
        self.folder.mkdir()
        (self.folder / "README.md").write_text("my thesis")
        for extra in ([], ["--replace"]):
            _, err = make(self.folder, *self.SMALL, *extra, expect=1)
            self.assertIn("holds no dataset.json", err)
        self.assertEqual((self.folder / "README.md").read_text(), "my thesis")

    def test_a_data_set_is_replaced_only_on_request(self):
        make(self.folder, *self.SMALL)
        before = bytes_of(self.folder)
        _, err = make(self.folder, *self.SMALL, "--seed", 3, expect=1)
        self.assertIn("--replace", err)
        self.assertEqual(bytes_of(self.folder), before)
        make(self.folder, *self.SMALL, "--seed", 3, "--replace", "--format", "npz")
        self.assertEqual(sorted(bytes_of(self.folder)), ["README.md", "dataset.json", "test.npz", "train.npz"])

    def interrupt(self, *extra):
        """Presses Ctrl-C once the progress line counts positions; returns all that the terminal showed."""
        terminal, end = os.openpty()
        process = subprocess.Popen([KALAH, "data", "make", "--out-dir", str(self.folder), "--positions", "5000000", "--players", "random",
                                    "--label", "none", "--phases", "1", "--threads", "2", *extra], env=ENVIRONMENT,
                                   stdout=subprocess.DEVNULL, stderr=end)
        os.close(end)
        shown, pressed = b"", False
        while True:
            try:
                shown += os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if not pressed and re.search(rb" [1-9]\d* of 5000000 positions", shown):
                process.send_signal(signal.SIGINT)
                pressed = True
        os.close(terminal)
        self.assertEqual(process.wait(timeout=120), 130, shown)
        return shown.decode()

    def test_ctrl_c_ends_with_what_is_ready(self):
        self.assertIn("interrupted", self.interrupt())
        sheet = sheet_of(self.folder)
        self.assertTrue(sheet["interrupted"])
        self.assertGreater(sheet["positions"], 0)
        self.assertEqual(len(all_rows(self.folder)), sheet["positions"])
        self.assertFalse(sheet["complete"])
        text = (self.folder / "README.md").read_text()
        for said in "**The run was interrupted** after", "The command goes on with it", "makes the same files again":
            self.assertIn(said, text)
        self.assertNotIn("repeat it byte by byte", text)

    def test_ctrl_c_replaces_no_data_set(self):
        make(self.folder, *self.SMALL)
        before = bytes_of(self.folder)
        self.assertIn("keeps its old data set", self.interrupt("--replace"))
        after = bytes_of(self.folder)
        after.pop("unfinished.games")
        self.assertEqual(after, before)
        # Neither of the two commands may go on without being told what to do with the other's work.
        for arguments, words in ((self.SMALL, "unfinished data set of another command"), ([*self.SMALL, "--seed", 3], "holds a data set")):
            _, err = make(self.folder, *arguments, expect=1)
            self.assertIn(words, err)
        make(self.folder, *self.SMALL, "--replace")
        self.assertEqual(bytes_of(self.folder), before)

    def test_wrong_usage_is_one_line(self):
        for arguments, words in ((["--players", "champion"], "thinks by the clock"),
                                 (["--players", "champion:nodes=9,threads=2"], "several threads"),
                                 (["--players", "human"], "people play in"),
                                 (["--levels", "3..99"], "levels from 1 to 10"),
                                 (["--levels", "8..2"], "write the lower level first"),
                                 (["--seeds", "9"], "expected a range"),
                                 (["--seeds", "1..99"], "48 seeds"),
                                 (["--seeds", "9..10", "--phases", "3"], "no more than 2 phases"),
                                 (["--board", "12x99"], "at most 255 seeds"),
                                 (["--format", "xls"], "expected csv, npz"),
                                 (["--label", "none", "--nodes", "5"], "go with --label exact"),
                                 (["--label-player", "greedy"], "goes with --label deep"),
                                 (["--label", "deep", "--label-player", "alphabeta:eval=five-part,depth=6"], "counts in seeds"),
                                 (["--test-share", "1"], "from 0 to 0.9")):
            _, err = make(self.folder, *arguments, expect=2)
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertIn(words, err)
            self.assertFalse(self.folder.exists(), arguments)


if __name__ == "__main__":
    unittest.main()
