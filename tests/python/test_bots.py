"""Bots in matches and at a server, and tournaments in stores: test_bots.py KALAH"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

import kalah

KALAH = sys.argv[1]


class First(kalah.Bot):
    def move(self, board):
        return board.legal_moves()[0]


class Broken(kalah.Bot):
    """Raises an exception at these moves, counted over all games."""

    def __init__(self, *bad):
        self.bad, self.moves = bad, 0

    def move(self, board):
        self.moves += 1
        return board.legal_moves()[0] if self.moves not in self.bad else 1 // 0


class Matches(unittest.TestCase):
    def test_a_bot_meets_levels_specifications_and_bots(self):
        for opponent in (1, "random", kalah.player("level1"), First()):
            result = First().play(opponent, games=4)
            self.assertEqual(len(result.games), 4)
            self.assertTrue(result.finished)
            self.assertEqual(sum(row["points"] for row in result.standings), 4)
        self.assertEqual(result.players, ["First", "First (2)"])

    def test_the_games_are_those_of_the_program(self):
        """The same plan by the program and in Python, and the same moves by a bot that asks the same player."""
        class Asks(kalah.Bot):
            name = "alphabeta:depth=3"
            player = kalah.player("alphabeta:depth=3")

            def move(self, board):
                return self.player.move(board, self.rules)

        said = subprocess.run([KALAH, "match", "alphabeta:depth=3", "alphabeta:depth=2", "--games", "12", "--json"],
                              capture_output=True, text=True, check=True)
        last = json.loads(said.stdout.splitlines()[-1])
        ours = kalah.match("alphabeta:depth=3", "alphabeta:depth=2", games=12)
        summary = ours.summary
        for key in ("wins", "draws", "losses", "forfeited"):
            self.assertEqual(summary[key], last[key])
        self.assertAlmostEqual(summary["score"], last["score"])
        bots = kalah.match(Asks(), "alphabeta:depth=2", games=12)
        self.assertEqual([game["moves"] for game in bots.games], [game["moves"] for game in ours.games])

    def test_games_can_be_replayed(self):
        result = kalah.match("random", First(), games=2, board="4x3", rules="empty-capture")
        for row in result.games:
            game = result.game(row["number"])
            self.assertTrue(game.over)
            self.assertEqual(game.board.stores[0] - game.board.stores[1], row["margin"])
            opening = kalah.Game(row["start"], "empty-capture")
            self.assertEqual(opening.play_text(row["opening"]), 4)
            self.assertEqual(game.moves[:4], opening.moves)
        with self.assertRaisesRegex(ValueError, "no game 3"):
            result.game(3)

    def test_a_summary_counts_forfeits(self):
        """A game whose loser made no move is no game: it is in no score."""
        class Never(kalah.Bot):
            def move(self, board):
                raise RuntimeError

        with contextlib.redirect_stderr(io.StringIO()):
            for players, count, none in ((("random", Never()), "forfeits_won", "forfeits_lost"),
                                         ((Never(), "random"), "forfeits_lost", "forfeits_won")):
                summary = kalah.match(*players, games=4).summary
                self.assertEqual((summary["games"], summary["forfeited"], summary[count], summary[none]), (0, 4, 4, 0))

    def test_an_exception_is_printed_and_loses_that_game_only(self):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            result = kalah.match(Broken(3, 20), "random", games=12)
        lost = [game for game in result.games if game["fault"] == "crash"]
        self.assertEqual(len(lost), 2)
        self.assertEqual(len(result.games), 12)
        self.assertIn("ZeroDivisionError", errors.getvalue())
        self.assertIn("test_bots.py", errors.getvalue())
        self.assertIn("Broken", errors.getvalue())

    def test_answers_that_are_no_pits_lose(self):
        for answer, fault in ((0, "illegal"), (7, "illegal"), (10**30, "crash"), ("3", "crash"), (None, "crash"),
                              (3.0, "crash"), (True, "crash")):
            class Odd(kalah.Bot):
                def move(self, board):
                    return answer

            with contextlib.redirect_stderr(io.StringIO()):
                result = kalah.match(Odd(), "random", games=2)
            self.assertEqual([game["fault"] for game in result.games], [fault] * 2, answer)

    def test_leaving_the_interpreter_ends_the_match(self):
        class Leaves(kalah.Bot):
            def move(self, board):
                raise SystemExit(3)

        with self.assertRaises(SystemExit):
            kalah.match(Leaves(), "random", games=4)

    def test_all_openings_are_played_only_if_they_are_asked_for(self):
        for games in (0, -2):
            with self.assertRaisesRegex(ValueError, "^games: expected 2 or more, or None for two from every opening$"):
                kalah.match("random", First(), games=games)
        with self.assertRaisesRegex(ValueError, "^games: "):
            kalah.tournament(["random", 1], games=0)
        for result in (kalah.match("random", First(), games=None, board="3x2", openings="first-move"),
                       First().play("random", games=None, board="3x2", openings="first-move"),
                       kalah.tournament(["random", First()], games=None, boards="3x2", openings="first-move")):
            self.assertEqual(sorted(row["opening"] for row in result.games), ["1", "1", "2", "2", "3", "3"])

    def test_what_is_no_player_is_refused(self):
        for wrong, said in ((First, "^First is a class: give an object of it, as in First\\(\\)$"),
                            (kalah.Bot, "^Bot is a class"), (object(), "^<object .*> is no player: .*move\\(board\\)$"),
                            (int, "is no player"), (None, "^None is no player"), (2.0, "^2.0 is no player"),
                            (True, "^True is no player"), (kalah.Board(), "^kalah.Board\\('6x4'\\) is no player")):
            for call in (lambda player: kalah.match(player, "random", games=2),
                         lambda player: kalah.match("random", player, games=2),
                         lambda player: kalah.tournament([1, player], games=2),
                         lambda player: First().play(player, games=2)):
                with self.assertRaisesRegex(TypeError, said):
                    call(wrong)
            if wrong is not None:
                with self.assertRaisesRegex(TypeError, said):
                    kalah.Environment(opponent=wrong)
        for players in ("random", 5, None):
            with self.assertRaisesRegex(TypeError, "^players: expected a list of players, not "):
                kalah.tournament(players)

    def test_wrong_plans_are_refused(self):
        for keywords in ({"games": 3}, {"board": "6"}, {"rules": "sweet"}, {"openings": "many"},
                         {"concurrency": -1}):
            with self.subTest(keywords), self.assertRaises(ValueError):
                kalah.match("random", "random", **{"games": 2, **keywords})
        with self.assertRaisesRegex(ValueError, "kind"):
            kalah.tournament(["random", 1], kind="cup")


class Stores(unittest.TestCase):
    def test_tournaments_of_the_program_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            store = folder + "/games.sqlite"
            said = subprocess.run([KALAH, "tournament", "random", "level1", "alphabeta:depth=2", "--kind", "round-robin",
                                   "--games", "4", "--store", store, "--json"], capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stderr)
            last = json.loads(said.stdout.splitlines()[-1])
            result = kalah.Tournament.open(store)
            for ours, theirs in zip(result.standings, last["standings"], strict=True):
                self.assertEqual(ours, {key: theirs[key] for key in ours})
            self.assertEqual((result.kind, len(result.games), result.finished), ("round-robin", 12, True))
            table = result.crosstable
            for i, name in enumerate(result.players):
                self.assertIsNone(table[i][i])
                points = next(row["points"] for row in result.standings if row["name"] == name)
                self.assertEqual(sum(cell for cell in table[i] if cell is not None), points)
            self.assertIn("level1", result._repr_html_())

            ours = kalah.match(First(), "random", games=2, store=store)
            listed = kalah.tournaments(store)
            self.assertEqual([row["number"] for row in listed], [2, 1])
            self.assertEqual(listed[0]["players"], ["First", "random"])
            for kept, played in zip(kalah.Tournament.open(store, 2).games, ours.games, strict=True):
                self.assertEqual({**kept, "seconds": None}, {**played, "seconds": None})
            shown = subprocess.run([KALAH, "report", "--store", store, "--out", folder + "/report.html"],
                                   capture_output=True, text=True)
            self.assertEqual(shown.returncode, 0, shown.stderr)
        with self.assertRaises(kalah.Error):
            kalah.Tournament.open(folder + "/nothing.sqlite")


class AtServer(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.server = subprocess.Popen(
            [KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--store", self.folder.name + "/s.sqlite",
             "--bots", "random", "--bot-after", "50ms", "--rules", "empty-capture", "--time", "20s"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        ready = self.server.stdout.readline()
        self.assertIn("kgp=", ready, "the server has ended")
        self.address = ready.split("kgp=")[1].split()[0]

    def tearDown(self):
        self.server.terminate()
        self.server.communicate()
        self.folder.cleanup()

    def test_a_bot_plays_and_loses_only_the_game_of_its_exception(self):
        rules = []

        class Notes(Broken):
            def move(self, board):
                rules.append(str(self.rules))
                self.assert_time = self.seconds
                return super().move(board)

        bot = Notes(3)
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            counts = bot.join(self.address, games=3, quiet=True)
        self.assertEqual(counts["games"], 3)
        self.assertEqual(len(counts["results"]), 3)
        self.assertEqual([row["reason"] for row in counts["results"]].count("illegal"), 1, counts)
        self.assertIn("ZeroDivisionError", errors.getvalue())
        self.assertEqual(set(rules), {"empty-capture"})
        self.assertIsNotNone(bot.assert_time)

    def test_ctrl_c_leaves_the_server(self):
        script = ("import kalah, os, signal\n"
                  "class Bot(kalah.Bot):\n"
                  "    def move(self, board):\n"
                  "        os.kill(os.getpid(), signal.SIGINT)\n"
                  "        while True: pass\n"
                  "try: Bot().join('%s', quiet=True)\n"
                  "except KeyboardInterrupt: print('interrupted')\n") % self.address
        ended = subprocess.run([sys.executable, "-B", "-c", script], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.stdout, ended.stderr), ("interrupted\n", ""))

    def test_no_server_is_an_error(self):
        with self.assertRaises(kalah.Error) as raised:
            First().join("127.0.0.1:1", quiet=True)
        self.assertEqual(raised.exception.code, "no_connection")
        with self.assertRaises(ValueError):
            First().join("127.0.0.1:port", quiet=True)


if __name__ == "__main__":
    os.environ["XDG_DATA_HOME"] = tempfile.gettempdir() + "/no-such-folder"
    unittest.main(argv=sys.argv[:1])
