#!/usr/bin/env python3
"""`kalah play` and `kalah join` at real pseudo-terminals, as a person uses them.   test_terminal.py KALAH [CLASS]"""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

KALAH = os.path.abspath(sys.argv.pop(1))
LEFT, RIGHT, UP, ENTER, BACKSPACE = "\x1b[D", "\x1b[C", "\x1b[A", "\r", "\x7f"
CTRL_C, CTRL_D, CTRL_U, TAB = "\x03", "\x04", "\x15", "\t"
PATIENCE = 60  # seconds, for a busy machine


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, *arguments, data, columns=80, term="xterm", colour="never"):
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.before = termios.tcgetattr(theirs)
        environment = {**os.environ, "TERM": term, "XDG_DATA_HOME": data, "LC_ALL": "C.UTF-8"}
        environment.pop("COLUMNS", None)

        def adopt():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen([KALAH, *arguments, "--colour", colour], stdin=theirs, stdout=theirs,
                                        stderr=theirs, preexec_fn=adopt, env=environment, close_fds=True)
        self.theirs = theirs
        self.edits = term != "dumb"
        self.shown = ""  # everything so far
        self.read_up_to = 0

    def read(self, seconds):
        """What comes within so many seconds; empty at the end, or if nothing comes."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return ""
        try:
            return os.read(self.ours, 65536).decode("utf-8", "replace")
        except OSError:
            return ""

    def expect(self, text):
        """Waits until a text comes that was not waited for before; returns what came with it."""
        end = time.monotonic() + PATIENCE
        while (at := self.shown.find(text, self.read_up_to)) < 0:
            self.shown += self.read(0.1)
            if time.monotonic() > end:
                raise AssertionError(f"{text!r} did not come, but: {self.shown[self.read_up_to:]!r}")
        begin, self.read_up_to = self.read_up_to, at + len(text)
        return self.shown[begin:self.read_up_to]

    def type(self, text):
        os.write(self.ours, text.encode())

    def say(self, text):
        self.type(text + ENTER)

    def prompt(self, side="south"):
        """Waits until the program reads what is typed, key by key if it can."""
        shown = self.expect(side + "> ")
        self.wait_for_keys()
        return shown

    def wait_for_keys(self):
        end = time.monotonic() + PATIENCE
        while self.edits and termios.tcgetattr(self.theirs)[3] & termios.ICANON:
            if time.monotonic() > end:
                raise AssertionError("lines are not edited")
            time.sleep(0.005)

    def end(self):
        """Waits for the end; returns the exit code and what was shown since the last expect."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.shown += self.read(0.05)
        while more := self.read(0.05):
            self.shown += more
        self.after = termios.tcgetattr(self.theirs)
        self.close()
        return self.process.returncode, self.shown[self.read_up_to:]

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for fd in (self.ours, self.theirs):
            try:
                os.close(fd)
            except OSError:
                pass


class Sitting(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="kalah-terminal-")
        self.addCleanup(shutil.rmtree, self.data)

    def play(self, *arguments, **settings):
        terminal = Terminal("play", *arguments, data=self.data, **settings)
        self.addCleanup(terminal.close)
        return terminal


class Editing(Sitting):
    def test_a_line_is_edited_repeated_and_completed(self):
        terminal = self.play()
        terminal.prompt()
        terminal.say("43" + LEFT + BACKSPACE)
        terminal.expect("south plays 3: 4 seeds")
        terminal.prompt()
        terminal.say("hint 6")
        terminal.expect("6: 5 seeds")
        terminal.prompt()
        terminal.say(UP)
        terminal.expect("6: 5 seeds")
        terminal.prompt()
        terminal.say("he" + TAB)
        terminal.expect("arrow keys left and right")
        terminal.prompt()
        terminal.say("ünd" + BACKSPACE + "x")
        terminal.expect('unknown command: "ünx"')
        terminal.prompt()
        terminal.type(CTRL_D)
        code, shown = terminal.end()
        self.assertEqual(code, 0)
        self.assertIn("moves: 3\r\n", shown)
        self.assertNotIn("^[[", terminal.shown)
        self.assertEqual(terminal.after, terminal.before)

    def test_ctrl_c_ends_the_game_and_the_terminal_is_as_before(self):
        terminal = self.play()
        terminal.prompt()
        terminal.say("3")
        terminal.prompt()
        terminal.type("hin" + CTRL_C)
        code, shown = terminal.end()
        self.assertEqual(code, 130)
        self.assertIn("moves: 3\r\n", shown)
        self.assertEqual(terminal.after, terminal.before)

    def test_a_terminal_that_cannot_move_its_cursor_reads_plain_lines(self):
        terminal = self.play(term="dumb")
        terminal.prompt()
        terminal.say("3")
        terminal.expect("south plays 3")
        terminal.prompt()
        terminal.type(CTRL_D)
        self.assertEqual(terminal.end()[0], 0)

    def test_a_stopped_game_goes_on_with_editing(self):
        terminal = self.play()
        terminal.prompt()
        raw = termios.tcgetattr(terminal.theirs)
        # What a shell does: stop the program, take the terminal back, wake the program up.
        os.kill(terminal.process.pid, signal.SIGSTOP)
        termios.tcsetattr(terminal.theirs, termios.TCSANOW, terminal.before)
        os.kill(terminal.process.pid, signal.SIGCONT)
        end = time.monotonic() + PATIENCE
        while termios.tcgetattr(terminal.theirs) != raw and time.monotonic() < end:
            time.sleep(0.02)
        terminal.say("43" + LEFT + BACKSPACE)
        terminal.expect("south plays 3: 4 seeds")


class Choosing(Sitting):
    def test_arrows_choose_a_pit_and_enter_plays_it(self):
        terminal = self.play()
        terminal.prompt()
        terminal.type(RIGHT)
        self.assertIn("|[ 4]|  4 |  4 |", terminal.expect("\x1b8"))
        terminal.type(RIGHT)
        self.assertIn("|  4 |[ 4]|  4 |", terminal.expect("\x1b8"))
        terminal.type(RIGHT + RIGHT + LEFT)
        for _ in range(3):
            terminal.expect("\x1b8")
        terminal.type(ENTER)
        terminal.expect("south plays 3: 4 seeds, the last in the store: another move")
        self.assertNotRegex(terminal.prompt(), r"\|\[")  # nothing is chosen yet
        terminal.type(LEFT)  # from the right: pit 3 is empty now
        self.assertIn("|  0o|  5 |  5 |[ 5]|  1*", terminal.expect("\x1b8"))
        terminal.say("")
        terminal.expect("south plays 6")
        terminal.prompt("north")
        terminal.type(LEFT)  # north's pits lie in reverse: the first from the right is 1
        self.assertIn("[ 5]|\r\n", terminal.expect("\x1b8"))
        terminal.say("")
        terminal.expect("north plays 1")

    def test_typing_takes_over_from_choosing(self):
        terminal = self.play()
        terminal.prompt()
        terminal.type(LEFT)
        terminal.expect("\x1b8")
        terminal.say(BACKSPACE + "3-6")
        terminal.expect("south plays 3")
        terminal.expect("south plays 6")


class Showing(Sitting):
    def test_a_narrow_terminal_gets_a_compact_board(self):
        terminal = self.play(columns=45)
        shown = terminal.prompt()
        self.assertIn("|  4  4  4  4  4  4 |", shown)
        self.assertNotIn("+----+", shown)
        terminal.say("3")
        self.assertIn("|  4  4  0o 5  5  5 |", terminal.prompt())
        wide = self.play(columns=46)
        self.assertIn("+----+", wide.prompt())

    def test_plain_is_words_only(self):
        terminal = self.play("--plain", "--north", "level1", colour="always")
        shown = terminal.prompt()
        self.assertIn("South, your pits 1 to 6: 4 4 4 4 4 4; store 0.\r\n"
                      "North, pits 1 to 6: 4 4 4 4 4 4; store 0.\r\nsouth to move\r\n", shown)
        terminal.type(RIGHT)
        terminal.say("1")
        terminal.expect("level1 thinks.\r\nnorth plays ")
        terminal.prompt()
        terminal.say("hint")
        terminal.expect("worth:")
        terminal.prompt()
        terminal.type(CTRL_D)
        self.assertEqual(terminal.end()[0], 0)
        for drawn in ("+--", "|", "\x1b[K", "\x1b[1;", "\x1b8"):
            self.assertNotIn(drawn, terminal.shown)

    def test_a_thinking_program_leaves_its_line_empty(self):
        terminal = self.play("--north", "champion:nodes=3000,book=none,db=none")
        terminal.prompt()
        terminal.say("1")
        terminal.expect("thinks")
        shown = terminal.expect("north plays ")
        self.assertTrue(shown.endswith("\r\x1b[Knorth plays "), shown)


class Keeping(Sitting):
    def kept(self):
        return os.path.join(self.data, "kalah", "unfinished.kalah")

    def test_a_killed_game_goes_on_with_all_its_moves(self):
        terminal = self.play()
        terminal.prompt()
        for move, side in (("3", "south"), ("6", "north"), ("2", "north"), ("1", "south")):
            terminal.say(move)
            terminal.prompt(side)
        terminal.process.kill()
        terminal.end()
        again = self.play("--continue")
        self.assertNotIn("is kept", again.prompt())
        again.say("moves")
        self.assertIn("3-6 2-1\r\n", again.prompt())

    def test_a_killed_game_goes_on_with_its_rules_and_players(self):
        terminal = self.play("3x3", "--rules", "empty-capture", "--north", "level2")
        terminal.prompt()
        terminal.say("2")
        terminal.expect("north plays ")
        terminal.prompt()
        terminal.process.kill()
        terminal.end()
        again = self.play("--continue")
        self.assertIn("rules empty-capture", again.prompt())
        again.say("undo")
        again.prompt()
        again.say("2")
        again.expect("level2 thinks")
        again.expect("north plays")

    def test_nothing_is_kept_of_a_game_that_is_over(self):
        terminal = self.play("<1,2,0,1,5>")
        terminal.prompt()
        self.assertFalse(os.path.exists(self.kept()))
        terminal.say("1")
        terminal.prompt("over")
        terminal.say("undo")
        terminal.prompt()
        self.assertTrue(os.path.exists(self.kept()))
        terminal.say("1")
        terminal.prompt("over")
        self.assertFalse(os.path.exists(self.kept()))
        terminal.type(CTRL_D)
        terminal.end()
        nothing = self.play("--continue")
        code, shown = nothing.end()
        self.assertEqual(code, 2)
        self.assertEqual(shown, "kalah play: --continue: there is no unfinished game; begin one with 'kalah play'\r\n")

    def test_a_new_game_says_that_another_one_is_kept(self):
        terminal = self.play()
        terminal.prompt()
        terminal.say("1")
        terminal.prompt("north")
        terminal.type(CTRL_D)
        terminal.end()
        other = self.play("3x3")
        self.assertIn("An unfinished game of 1 move is kept", other.prompt())
        other.type(CTRL_D)
        other.end()
        with open(self.kept(), encoding="utf-8") as file:
            self.assertEqual(file.read(), "kalah-unfinished 1\nsouth human\nnorth human\nkalah-game 1\n"
                                          "rules standard\nstart 6x4\nmoves 1\n")

    def test_a_damaged_file_is_named(self):
        os.makedirs(os.path.dirname(self.kept()))
        with open(self.kept(), "w", encoding="utf-8") as file:
            file.write("nonsense\n")
        code, shown = self.play("--continue").end()
        self.assertEqual(code, 2)
        self.assertEqual(shown, f"kalah play: --continue: {self.kept()}: this is no unfinished game; remove the file\r\n")

    def test_a_game_that_cannot_be_kept_is_played_all_the_same(self):
        self.data += "/file"
        with open(self.data, "w", encoding="utf-8"):
            pass
        terminal = self.play()
        terminal.prompt()
        terminal.say("1")
        terminal.expect("kalah play: the game is not kept: ")
        terminal.prompt("north")
        terminal.say("1")
        self.assertNotIn("not kept", terminal.prompt())


class Reviewing(Sitting):
    def test_a_game_between_people_is_looked_at_for_both(self):
        terminal = self.play("3x2")
        side = "south"
        for _ in range(60):
            shown = terminal.expect("> ")
            side = shown.rsplit("\n", 1)[-1]
            if side.startswith("over"):
                break
            terminal.type(LEFT)
            terminal.expect("\x1b8")
            terminal.type(ENTER)
        self.assertTrue(side.startswith("over"), side)
        self.assertRegex(terminal.shown, r"Review, the most costly moves:\r\n  move +\d+, (south|north): \d cost (exactly|about)")


class Puzzling(Sitting):
    def test_lines_are_edited_and_the_puzzle_of_the_day_is_followed_by_others(self):
        terminal = Terminal("puzzle", "--today", data=self.data)
        self.addCleanup(terminal.close)
        shown = terminal.prompt()
        today = re.search(r"Puzzle (\w{8}): 6x4, rules standard, (easy|medium|hard)\r", shown)
        self.assertTrue(today, shown)
        terminal.say("he" + TAB)
        terminal.expect("take back the last move")
        terminal.prompt()
        terminal.say("sho" + TAB)
        terminal.expect("Theme: ")
        terminal.prompt("shown")
        terminal.say("nexx" + BACKSPACE + "t")
        other = re.search(r"Puzzle (\w{8})", terminal.prompt())
        self.assertNotEqual(today[1], other[1])
        terminal.say(UP)
        terminal.expect("Puzzle ")
        terminal.prompt()
        terminal.type(CTRL_D)
        self.assertEqual(terminal.end()[0], 0)


class AtServer(Sitting):
    """A person who plays with `kalah join` against a bot of a server."""
    time = "60s"

    def setUp(self):
        super().setUp()
        self.server = subprocess.Popen(
            [KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--board", "6x4", "--time", self.time,
             "--bots", "level1", "--bot-after", "1ms", "--store", os.path.join(self.data, "games.sqlite")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "XDG_DATA_HOME": self.data})
        self.addCleanup(self.end_server)
        self.address = re.match(r"ready kgp=(\S+) ", self.server.stdout.readline())[1]

    def end_server(self):
        self.server.kill()
        self.server.wait()
        self.server.stdout.close()

    def join(self, *arguments, **settings):
        terminal = Terminal("join", self.address, "--player", "human", *arguments, data=self.data, **settings)
        self.addCleanup(terminal.close)
        return terminal


class Joining(AtServer):
    def test_a_line_is_edited_repeated_and_completed(self):
        terminal = self.join()
        terminal.prompt("your move")
        terminal.say("bo" + TAB)
        terminal.expect("+----+")
        terminal.prompt("your move")
        terminal.say("ünd" + BACKSPACE + "x" + LEFT + LEFT + "y")
        terminal.expect('unknown command: "üynx"')
        terminal.prompt("your move")
        terminal.say(UP + UP)
        terminal.expect("+----+")
        terminal.prompt("your move")
        terminal.type(CTRL_D)
        code, _ = terminal.end()
        self.assertEqual(code, 0)
        self.assertNotIn("^[[", terminal.shown)
        self.assertEqual(terminal.after, terminal.before)

    def test_arrows_choose_a_pit_and_enter_plays_it(self):
        terminal = self.join()
        self.assertNotRegex(terminal.prompt("your move"), r"\|\[")
        chosen = set()
        for _ in range(3):
            terminal.type(RIGHT)
            drawn = terminal.expect("\x1b8")
            while "[" not in drawn.replace("\x1b[", ""):  # that was the clock
                drawn = terminal.expect("\x1b8")
            row = next(line for line in drawn.split("\n") if re.search(r"\|\[", line))
            chosen.add(row.index("["))
        self.assertEqual(len(chosen), 3)
        terminal.type(ENTER)
        terminal.expect("you play ")

    def test_what_is_typed_stays_when_the_clock_runs_and_after_a_stop(self):
        terminal = self.join()
        terminal.prompt("your move")
        terminal.type("hel")
        terminal.expect("\x1b[1A\r\x1b[K")  # the clock, in the line above
        raw = termios.tcgetattr(terminal.theirs)
        os.kill(terminal.process.pid, signal.SIGSTOP)
        termios.tcsetattr(terminal.theirs, termios.TCSANOW, terminal.before)
        os.kill(terminal.process.pid, signal.SIGCONT)
        end = time.monotonic() + PATIENCE
        while termios.tcgetattr(terminal.theirs) != raw and time.monotonic() < end:
            time.sleep(0.02)
        terminal.say("p")
        terminal.expect("arrow keys left and right")

    def test_ctrl_c_ends_it_and_the_terminal_is_as_before(self):
        terminal = self.join()
        terminal.prompt("your move")
        terminal.type("hin" + CTRL_C)
        self.assertEqual(terminal.end()[0], 130)
        self.assertEqual(terminal.after, terminal.before)

    def test_plain_is_words_and_a_dumb_terminal_reads_plain_lines(self):
        for term in ("xterm", "dumb"):
            terminal = self.join("--plain", term=term)
            self.assertIn("your pits 1 to 6", terminal.prompt("your move"))
            terminal.say("help")
            self.assertNotIn("arrow keys", terminal.prompt("your move"))
            terminal.say("quit")
            self.assertEqual(terminal.end()[0], 0)
            self.assertNotIn("\x1b8", terminal.shown)


class Late(AtServer):
    time = "2s"

    def test_a_line_for_a_position_that_has_gone_is_dropped(self):
        terminal = self.join()
        for _ in range(10):
            terminal.prompt("your move")
            terminal.type("nonsense")
            shown = terminal.expect("the server has chosen")
            if "nonsense" in shown:  # it was there in time
                break
            terminal.type(CTRL_U)
        terminal.prompt("your move")
        terminal.type(CTRL_D)  # the end, if nothing stands before it
        self.assertEqual(terminal.end()[0], 0)


if __name__ == "__main__":
    unittest.main()
