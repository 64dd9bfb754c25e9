#!/usr/bin/env python3
"""A course of twelve submissions, by the commands of docs/course.md: test_course.py KALAH PROJECT

Collects, builds, checks, plays, is killed in the middle, resumes and reports. What the document
says is run as it stands, only with smaller limits. Without KALAH_TEST_FULL it is a course of three,
none of which has to be compiled or to run out of time."""
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

KALAH, PROJECT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
FULL = bool(os.environ.get("KALAH_TEST_FULL"))
SUBMISSIONS = PROJECT / "tests/course/submissions"
TEMPLATES = {"ada": "python", "ben": "java", "cleo": "cpp"}
COMPILERS = {"java": "javac", "cpp": "c++"}

# What `kalah check` must find: the checks that fail, and a part of its text.
UNFIT = {
    "dan": ({"games", "boards"}, "I had not thought of this position"),
    "eve": ({"time"}, "named no move in time"),
    "finn": ({"games", "boards"}, "named no usable move; ignored: move: expected one pit"),
    "gia": ({"processes"}, "processes"),
    "hal": ({"games"}, "MemoryError"),
    "ivy": ({"start"}, "did not connect"),
    "jon": ({"start"}, "cannot read the answers"),
    "kim": ({"time"}, "named no move in time"),
    "lou": ({"games", "boards", "positions"}, "(illegal)"),
}
QUICK = ["ada", "dan", "lou"]


def blocks():
    """The commands of the document, by the number of their section."""
    text = (PROJECT / "docs/course.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^## (\d)\..*?```sh\n(.*?)```", text, re.M | re.S))


def environment(home):
    # The sandbox hides homes, and with them the parts of PATH that lie there.
    path = f"{KALAH.parent}:/usr/local/bin:/usr/bin:/bin"
    return dict(os.environ, PATH=path, HOME=str(home), XDG_DATA_HOME=str(home))


def can_sandbox(home):
    """Whether programs play in one here, with a memory limit: a sanitizer's relay does not."""
    done = subprocess.run([KALAH, "match", "cmd:./run", "random", "--games", "2", "--board", "3x2", "--sandbox", "--memory",
                           "512M", "--start-time", "60s", "--time", "60s", "--json"], env=environment(home), timeout=300,
                          cwd=PROJECT / "examples/templates/python", capture_output=True, text=True, check=False)
    return done.returncode == 0 and json.loads(done.stdout.splitlines()[-1])["faults"] == 0


class Course:
    def __init__(self, folder):
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        (self.home / "answers.txt").write_text("42", encoding="utf-8")
        self.work = folder / "course"
        self.work.mkdir()
        self.blocks = blocks()
        assert sorted(self.blocks) == list("12345"), sorted(self.blocks)
        self.sandbox = can_sandbox(self.home)
        self.names = self.collect()

    def collect(self):
        names = []
        for name in sorted([*TEMPLATES, *UNFIT]):
            if not FULL and name not in QUICK:
                continue
            language = TEMPLATES.get(name)
            if language in COMPILERS and not shutil.which(COMPILERS[language]):
                print(f"{name} does not take part: there is no {COMPILERS[language]}")
                continue
            if name == "jon" and not self.sandbox:
                print("jon does not take part: there is no sandbox")
                continue
            source = PROJECT / "examples/templates" / language if language else SUBMISSIONS / name
            target = self.work / "submissions" / name
            shutil.copytree(source, target)
            if not language:
                shutil.copy(PROJECT / "tests/course/kgp.py", target)
            names.append(name)
        return names

    def shell(self, *numbers):
        """The blocks, with limits that make faults cheap."""
        limits = "--sandbox " if self.sandbox else ""
        limits += "--time 5s --start-time 15s" if FULL else "--time 60s --start-time 60s"
        limits += " --memory 512M --cpu-time 60s"
        text = "".join(self.blocks[number] for number in numbers)
        for name, value in {"limits": f'"{limits}"', "boards": "4x3"}.items():
            text = re.sub(f"^{name}=.*$", f"{name}={value}", text, flags=re.M)
        return text.replace("--games 6", "--games 2").replace("--nodes 20000", "--nodes 500").replace("--max-faults 6", "--max-faults 2")

    def settings(self):
        """The lines that later blocks need of the second."""
        return "\n".join(line for line in self.shell("2").splitlines() if re.match(r"(limits|boards)=", line)) + "\n"

    def start(self, text):
        return subprocess.Popen(["sh", "-euc", text], cwd=self.work, env=environment(self.home), start_new_session=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, text):
        process = self.start(text)
        out, errors = process.communicate(timeout=1500)
        assert process.returncode == 0, (text, out, errors)
        return out

    def check(self):
        out = self.run(self.shell("2"))
        for name in self.names:
            text = (self.work / "checks" / f"{name}.txt").read_text(encoding="utf-8")
            failed = set(re.findall(r"^FAILED +(\w+)", text, re.M))
            if name in TEMPLATES:
                assert f"{name}: fit\n" in out and not failed, (name, out, text)
                continue
            checks, said = UNFIT[name]
            assert f"{name}: not fit" in out, (name, out, text)
            assert checks <= failed, (name, checks, failed, text)
            assert said in text, (name, said, text)

    def games(self):
        """How many games are in the store; None if there is no store yet."""
        try:
            with sqlite3.connect(f"file:{self.work}/course.sqlite?mode=ro", uri=True) as database:
                return database.execute("SELECT count(*) FROM games WHERE ending NOT IN ('running')").fetchone()[0]
        except sqlite3.OperationalError:
            return None

    def kill_in_the_middle(self):
        process = self.start(self.settings() + "exec 2>/dev/null\n" + self.shell("3"))
        while not self.games():
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return self.games()

    def resume(self, before):
        self.run(self.shell("4"))
        players = len(self.names) + 2
        assert before < self.games() == players * (players - 1), (before, self.games())
        again = self.run("kalah resume --store course.sqlite")  # only prints the summary
        for name in self.names:
            assert name in again, (name, again)

    def lost_by_fault(self, name):
        with sqlite3.connect(self.work / "course.sqlite") as database:
            return database.execute("SELECT count(*) FROM games WHERE (loser = 'south' AND south = ?1) "
                                    "OR (loser = 'north' AND north = ?1)", (name,)).fetchone()[0]

    def report(self):
        self.run(self.shell("5"))
        report, public = self.work / "report", self.work / "public"
        with open(report / "standings.csv", encoding="utf-8", newline="") as table:
            ranked = {row["name"] for row in csv.DictReader(table)}
        assert ranked == {*self.names, "level3", "level6"}, ranked
        for name in self.names:
            page = (report / "players" / f"{name}.html").read_text(encoding="utf-8")
            assert name in page and ("Worst moves" in page or name not in TEMPLATES), name
        somebody = re.compile(r"\b(" + "|".join(self.names) + r")\b")
        told = [(path, somebody.search(path.name + path.read_text(encoding="utf-8"))) for path in public.rglob("*")
                if path.is_file()]
        told = [(path, found.group()) for path, found in told if found]
        assert not told, told
        assert all(name in (self.home / "key.csv").read_text(encoding="utf-8") for name in self.names)
        return len(list(report.glob("players/*.html")))


def left_behind(folder):
    """Processes that still run in a folder."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if str(folder) in os.readlink(entry / "cwd"):
                found.append((entry / "cmdline").read_bytes())
        except OSError:
            pass
    return found


def main():
    with tempfile.TemporaryDirectory(prefix="kalah-course-") as folder:
        course = Course(pathlib.Path(folder))
        course.run(course.shell("1"))
        course.check()
        before = course.kill_in_the_middle()
        course.resume(before)
        for name in course.names:
            lost = course.lost_by_fault(name)
            assert (lost == 0) == (name in [*TEMPLATES, "gia"]), (name, lost)
        pages = course.report()
        assert not left_behind(folder), left_behind(folder)
        print(f"{len(course.names)} submissions, {'in a sandbox' if course.sandbox else 'without a sandbox'}: "
              f"killed after {before} games, {course.games()} played, {pages} pages")


main()
