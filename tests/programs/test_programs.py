#!/usr/bin/env python3
"""Other people's programs at the command line: commands that cannot run, kept output, what a sandbox shows, Java.

    test_programs.py KALAH [CLASS]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

KALAH = os.path.abspath(sys.argv.pop(1))
MOCKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mocks")
MOCK = f"exec python3 -S -E {MOCKS}/mock.py"
SKIPPED = 77


class Case(unittest.TestCase):
    def setUp(self):
        outer = tempfile.mkdtemp(prefix="kalah-programs-")
        os.chmod(outer, 0o755)
        self.addCleanup(shutil.rmtree, outer, True)
        self.folder = os.path.join(outer, "course", "here")
        os.makedirs(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_kalah(self, *arguments, expect=0, before=(), **environment):
        done = subprocess.run([*before, KALAH, *arguments], capture_output=True, text=True, cwd=self.folder, timeout=300,
                              env=dict(os.environ, XDG_DATA_HOME=self.folder, **environment), check=False)
        self.assertEqual(done.returncode, expect, (arguments, done.stdout[-300:], done.stderr))
        return done

    def match(self, a, b, *more, **how):
        return self.run_kalah("match", a, b, "--games", "2", "--board", "4x3", "--concurrency", "1", "--time", "60s",
                              "--start-time", "60s", "--json", *more, **how)

    def profile(self, name="kept"):
        with open(os.path.join(self.path(name), "profile.jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def kept(self, file, name="kept"):
        with open(os.path.join(self.path(name), file), encoding="utf-8") as text:
            return text.read()


class Commands(Case):
    def test_a_program_that_is_not_there_ends_the_command_at_once(self):
        done = self.run_kalah("match", "cmd:nosuchprogram", "greedy", expect=1)
        self.assertEqual((done.stdout, done.stderr),
                         ("", "kalah match: cmd:nosuchprogram: there is no program nosuchprogram\n"))
        done = self.run_kalah("tournament", "greedy", "anna=cmd:./anna", "random", "--store", "t.sqlite", expect=1)
        self.assertIn("kalah tournament: anna: ./anna is not a program", done.stderr)
        self.assertFalse(os.path.exists(self.path("t.sqlite")))

    def test_resume_says_so_too(self):
        with open(self.path("bot"), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{MOCK} honest\n")
        os.chmod(self.path("bot"), 0o755)
        done = subprocess.Popen([KALAH, "match", "cmd:./bot", "greedy", "--games", "400", "--board", "4x3", "--concurrency", "1",
                                 "--store", "t.sqlite"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in done.stderr:
            if line.startswith("game"):
                break
        done.terminate()
        done.stderr.read()
        done.stderr.close()
        done.wait()
        os.rename(self.path("bot"), self.path("moved"))
        said = self.run_kalah("resume", "--store", "t.sqlite", expect=1)
        self.assertIn("kalah resume: cmd:./bot: ./bot is not a program", said.stderr)
        self.assertEqual(said.stdout, "")


class KeptOutput(Case):
    def test_output_and_profile_of_each_game(self):
        bot = 'cmd:echo "hello"; echo "worry" >&2; sleep 0.4 & ' + MOCK[5:] + " honest; echo bye"
        self.match("a/b =" + bot, "greedy", "--keep-output", "kept", "--store", "t.sqlite")
        games = [json.loads(line) for line in self.run_kalah("games", "export", "--all", "--json", "--store", "t.sqlite").stdout.splitlines()]
        lines = self.profile()
        self.assertEqual([(line["number"], line["side"], line["game"]) for line in lines], [(1, "south", 1), (2, "north", 2)])
        self.assertEqual(sorted(os.listdir(self.path("kept"))),
                         ["game-0001-south-a_b_.txt", "game-0002-north-a_b_.txt", "profile.jsonl"])
        for line, game in zip(lines, games):
            self.assertEqual((line["player"], game["names"][line["side"]]), ("a/b ", "a/b "))
            self.assertEqual(line["file"], f"game-000{line['number']}-{line['side']}-a_b_.txt")
            self.assertEqual(sorted(self.kept(line["file"]).splitlines()), ["err: worry", "out: bye", "out: hello"])
            self.assertEqual((line["exit_code"], line["ending"], line["loser"]), (0, game["ending"], game["loser"]))
            self.assertGreater(line["cpu_seconds"], 0)
            self.assertGreaterEqual(line["seconds"], 0)
            self.assertGreater(line["peak_memory"], 1 << 20)
            self.assertLess(line["peak_memory"], 1 << 30)
            self.assertGreaterEqual(line["processes"], 1)

    def test_a_flood_is_cut_and_the_file_says_so(self):
        self.match("bot=cmd:seq 300000; " + MOCK + " honest", "greedy", "--keep-output", "kept")
        for line in self.profile():
            text = self.kept(line["file"])
            self.assertLess(len(text), (1 << 20) + 200)
            self.assertTrue(text.startswith("out: 1\nout: 2\n"))
            self.assertTrue(text.endswith("kalah: no more than 1048576 bytes are kept; what follows is lost\n"))
            self.assertEqual(line["ending"], "finished")

    def test_faults_are_kept_and_full_folders_refused(self):
        self.match("one=cmd:echo why >&2; exit 3", "two=" + f"cmd:{MOCK} honest", "--keep-output", "new/kept")
        lines = self.profile("new/kept")
        self.assertEqual(sorted((line["number"], line["player"]) for line in lines), [(1, "one"), (1, "two"), (2, "one"), (2, "two")])
        crashed = [line for line in lines if line["player"] == "one"]
        self.assertEqual([(line["exit_code"], line["loser"] == line["side"]) for line in crashed], [(3, True)] * 2)
        self.assertEqual(self.kept(crashed[0]["file"], "new/kept"), "err: why\n")
        done = self.match("one=cmd:exit 3", "greedy", "--keep-output", "new/kept", expect=2)
        self.assertIn("there are files in it", done.stderr)


class Sandbox(Case):
    """What a program can read in a sandbox, whoever runs kalah."""
    PLACES = ["/etc/shadow*", "/etc/gshadow*", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssh/*_key", "/etc/ssl/private", "/root",
              "/home", "/home/*", "/var/spool/cron/crontabs", "/proc/1/environ", "/etc/passwd"]

    def look(self, before=(), **environment):
        for name in "reader.py", "mock.py":
            shutil.copy(os.path.join(MOCKS, name), self.path(name))
        with open(self.path("secret"), "w", encoding="utf-8") as file:
            file.write("mine")
        os.chmod(self.path("secret"), 0o600)
        for name in "out", "sockets":
            os.makedirs(self.path(name), exist_ok=True)
            os.chmod(self.path(name), 0o777)
        bot = f"bot=cmd:python3 -S -E {self.path('reader.py')} secret sockets out/kept " + " ".join(f"'{place}'" for place in self.PLACES)
        done = self.match(bot, "greedy", "--sandbox", "--keep-output", "out/kept", before=before,
                          TMPDIR="sockets", **environment)
        games = [json.loads(line) for line in done.stdout.splitlines() if '"event":"game"' in line]
        self.assertEqual([game["ending"] for game in games], ["finished"] * 2)
        text = self.kept(self.profile("out/kept")[0]["file"], "out/kept")
        return json.loads(re.search("^out: (.*)", text).group(1)), done

    def check(self, found):
        for place, content in found["read"].items():
            if place in ("/etc/passwd", "secret"):
                continue
            if place == "/proc/1/environ" and content != "PermissionError":
                self.assertLessEqual(set(content), {"PATH", "KGP_HOST", "KGP_PORT"})
            else:
                self.assertIn(content, ([], "PermissionError", "FileNotFoundError"), place)
        self.assertRegex(found["read"]["/etc/passwd"], "bytes")
        self.assertTrue(found["write"].pop("/tmp"))
        self.assertFalse(found["write"].pop("."))
        self.assertFalse(found["write"].pop("/etc"))
        self.assertEqual(list(found["write"].values()), [True])  # the home directory

    def need_sandbox(self):
        done = subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"], capture_output=True, check=False) \
            if shutil.which("bwrap") else None
        if done is None or done.returncode != 0:
            self.skipTest("no sandbox can be made here")

    def test_as_root(self):
        self.need_sandbox()
        if os.geteuid() != 0:
            self.skipTest("not run as root")
        for home in "/root", self.folder + "/home":
            os.makedirs(home, exist_ok=True)
            found, done = self.look(HOME=home)
            self.check(found)
            self.assertNotEqual(found["uid"], 0)
            self.assertNotIn(0, found["groups"])
            self.assertEqual(found["read"]["secret"], "PermissionError")
            self.assertEqual(done.stderr.count("runs as root"), 1)
            shutil.rmtree(self.path("out"))
        done = self.match("cmd:cat", "greedy", "--sandbox", TMPDIR=self.folder, expect=1)
        self.assertIn("would see the sockets of other games", done.stderr)
        done = self.match("cmd:cat", "greedy", "--sandbox", "--keep-output", ".", expect=2)
        os.chmod(self.folder, 0o700)
        done = self.match("cmd:./x", "greedy", "--sandbox", expect=1)
        self.assertIn("the user nobody, who may not read", done.stderr)

    def test_as_an_ordinary_user(self):
        self.need_sandbox()
        before = ()
        if os.geteuid() == 0:
            before = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
            if not shutil.which("setpriv") or subprocess.run([*before, KALAH, "--version"], capture_output=True,
                                                             check=False).returncode != 0:
                self.skipTest("nobody else can run kalah here")
        os.makedirs(self.path("home"))
        found, done = self.look(before, HOME=self.path("home"))
        found["read"].pop("secret")
        self.check(found)
        self.assertNotIn("runs as root", done.stderr)


class Java(Case):
    def test_java_plays_under_small_limits(self):
        if not shutil.which("javac") or not shutil.which("java"):
            self.skipTest("no Java here")
        subprocess.run(["javac", "-d", self.folder, os.path.join(MOCKS, "Bot.java")], check=True)
        full = os.environ.get("KALAH_TEST_FULL")
        for memory in ("64M", "96M", "128M", "256M", "512M", "1G") if full else ("64M",):
            done = self.match("bot=cmd:java Bot", "greedy", "--memory", memory, "--keep-output", "kept-" + memory)
            games = [json.loads(line) for line in done.stdout.splitlines() if '"event":"game"' in line]
            text = self.kept(self.profile("kept-" + memory)[0]["file"], "kept-" + memory)
            self.assertEqual([game["ending"] for game in games], ["finished"] * 2, (memory, text))
            self.assertIn("table of", text)


if __name__ == "__main__":
    ran = unittest.main(exit=False).result
    sys.exit(not ran.wasSuccessful() or (SKIPPED if ran.skipped and len(ran.skipped) == ran.testsRun else 0))
