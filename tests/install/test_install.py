"""An installation is complete: manual pages that say what --help says, completion in real shells, documents.
   test_install.py KALAH BUILD       with KALAH_TEST_FULL=1 also in zsh"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

KALAH, BUILD = sys.argv[1:3]
PREFIX = tempfile.mkdtemp(prefix="kalah-install-")


def setUpModule():
    subprocess.run(["cmake", "--install", BUILD, "--prefix", PREFIX], check=True, stdout=subprocess.DEVNULL)


def tearDownModule():
    shutil.rmtree(PREFIX)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def commands(words=()):
    """All commands as tuples of words, with the program itself and families."""
    listed = re.search(r"^Subcommands:\n(.*?)\n\n", output(KALAH, *words, "--help"), re.M | re.S)
    below = re.findall(r"^  (\w+)", listed[1], re.M) if listed else []
    return [words] + [each for word in below for each in commands((*words, word))]


def shown(roff):
    """The text of a page, as one line."""
    for escape, text in (("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\&", ""), ("\\e", "\\")):
        roff = roff.replace(escape, text)
    return re.sub(r"\s+", " ", re.sub(r"\\f[BIR]", "", roff))


class Manual(unittest.TestCase):
    folder = PREFIX + "/share/man/man1/"

    def test_every_command_has_a_page_with_every_option_of_its_help(self):
        names = {"-".join(("kalah", *words)) + ".1": words for words in commands()}
        self.assertGreater(len(names), 40)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))
        for name, words in names.items():
            told = output(KALAH, *words, "--help")
            with open(self.folder + name, encoding="utf-8") as file:
                page = shown(file.read())
            options = re.findall(r"^  ((?:-\w,)?--[a-z-]+(?:,--[a-z-]+)*)", told, re.M)
            self.assertIn("-h,--help", options)
            for option in options:
                self.assertIn(" " + option.replace(",", ", "), page, name)
            for line in re.findall(r"^  (kalah .*)", told, re.M):  # the examples
                self.assertIn(re.sub(r"\s+", " ", line).strip(), page, name)

    def test_pages_are_sound_roff(self):
        pages = [self.folder + name for name in sorted(os.listdir(self.folder))]
        done = subprocess.run(["groff", "-Kutf8", "-man", "-Tutf8", "-ww", "-z", *pages], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_page_is_printed(self):
        with open(self.folder + "kalah-games-list.1", encoding="utf-8") as file:
            self.assertEqual(output(KALAH, "man", "games", "list"), file.read())


class Shell:
    """An interactive shell in a terminal. `complete` types a line, in which \\t is the Tab key, and returns the words that
    the shell would then run with."""

    def __init__(self, folder, *command):
        path = f"{PREFIX}/bin:{os.environ['PATH']}"
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(PATH=path, TERM="dumb", HISTFILE="", PS1="", PROMPT="", ZDOTDIR=folder)
            os.execvp(command[0], command)
        self.read = ""
        self.rounds = 0

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, pattern, seconds=20):
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.read, re.S)):
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"{pattern!r} is not in {self.read!r}")
            self.read += os.read(self.terminal, 4096).decode(errors="replace")
        self.read = self.read[found.end():]
        return found

    def complete(self, line):
        self.rounds += 1
        self.type(line + f"\x01printf '<%s>' \x05 ;echo '=='{self.rounds}'=='\r")
        return re.findall("<([^<>]*)>", self.wait_for(f"(<kalah>[^\n]*)=={self.rounds}==")[1])

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


class Completion(unittest.TestCase):
    # A Y behind a completed word shows whether the shell has added a blank.
    lines = {
        "kalah sol\tY": ["solve", "Y"],
        "kalah games li\tY": ["games", "list", "Y"],
        "kalah help per\tY": ["help", "perft", "Y"],
        "kalah solve --checkp\tY": ["solve", "--checkpoint", "Y"],
        "kalah tournament --kind kno\tY": ["tournament", "--kind", "knockout", "Y"],
        "kalah play --rules=mul\tY": ["play", "--rules=multilap", "Y"],
        "kalah play --north champ\tY": ["play", "--north", "champion", "Y"],
        "kalah match gree\tknowl\tY": ["match", "greedy", "knowledge", "Y"],
        "kalah match Ann=grandm\tY": ["match", "Ann=grandmaster", "Y"],
        "kalah match champion:ev\tfit\tY": ["match", "champion:eval=fitted", "Y"],
        "kalah match champion:eval=fitted,dep\tY": ["match", "champion:eval=fitted,depth=Y"],
        "kalah play --load my\tY": ["play", "--load", "my game.kalah", "Y"],
        "kalah play --load=my\tY": ["play", "--load=my game.kalah", "Y"],
        "kalah db build --db my\tx": ["db", "build", "--db", "my folder/x"],
        "kalah lab run improv\tY": ["lab", "run", "improvements", "Y"],
    }

    def check(self, start, *shell):
        folder = tempfile.mkdtemp(prefix="kalah-completion-")
        self.addCleanup(shutil.rmtree, folder)
        os.mkdir(folder + "/my folder")
        with open(folder + "/my game.kalah", "w", encoding="utf-8"):
            pass
        session = Shell(folder, *shell)
        self.addCleanup(session.close)
        session.type(start + "; echo rea''dy\r")
        session.wait_for("ready")
        for line, words in self.lines.items():
            if "my\tY" in line:  # only files, for an option that takes one
                os.rename(folder + "/my folder", folder + "/folder")
            self.assertEqual(session.complete(line), ["kalah", *words], line)
            if "my\tY" in line:
                os.rename(folder + "/folder", folder + "/my folder")

    def test_in_bash(self):
        self.check(f". {PREFIX}/share/bash-completion/completions/kalah", "bash", "--norc", "--noprofile", "-i")

    @unittest.skipUnless(os.environ.get("KALAH_TEST_FULL"), "needs zsh: ./test full")
    def test_in_zsh(self):
        self.check(f"fpath=({PREFIX}/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D", "zsh", "-f", "-i")

    def test_the_program_prints_the_installed_scripts(self):
        for shell, file in (("bash", "bash-completion/completions/kalah"), ("zsh", "zsh/site-functions/_kalah")):
            with open(f"{PREFIX}/share/{file}", encoding="utf-8") as installed:
                self.assertEqual(output(KALAH, "completion", shell), installed.read())


class Files(unittest.TestCase):
    def test_documents_and_examples_are_there(self):
        folder = PREFIX + "/share/doc/kalah/"
        for name in ("README.md", "CHANGELOG.md", "LICENSE", "docs/rules.md", "docs/images/board.png", "examples/embed/embed.cpp"):
            self.assertTrue(os.path.isfile(folder + name), name)
        with open(folder + "README.md", encoding="utf-8") as readme:
            for link in re.findall(r"\]\(([^)#:]+)[^)]*\)", readme.read()):
                self.assertTrue(os.path.exists(folder + link), link)

    def test_the_installed_program_runs(self):
        self.assertRegex(output(PREFIX + "/bin/kalah", "--version"), r"^kalah \d+\.\d+\.\d+ \(")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
