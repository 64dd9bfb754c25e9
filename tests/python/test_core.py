"""Rules, boards, games, players and how they look: test_core.py KALAH"""

import copy
import pickle
import random
import sys
import unittest

import kalah


class Texts(unittest.TestCase):
    def test_rules_are_read_and_written_as_the_program_does(self):
        self.assertEqual(str(kalah.Rules("standard,majority-stop=yes")), "standard,majority-stop=yes")
        self.assertEqual(kalah.Rules("standard"), kalah.Rules())
        self.assertNotEqual(kalah.Rules("empty-capture"), kalah.Rules())
        self.assertEqual(len({kalah.Rules(), kalah.Rules("standard"), kalah.Rules("empty-capture")}), 2)
        for name in kalah.Rules.presets():
            self.assertEqual(kalah.Rules(name).options, kalah.Rules(str(kalah.Rules(name))).options)
        with self.assertRaisesRegex(ValueError, "sweet"):
            kalah.Rules("sweet")
        with self.assertRaises(KeyError):
            kalah.Rules()["sugar"]

    def test_boards_are_values(self):
        board = kalah.Board("<3,1,5,2,0,0,1,1,2> n")
        self.assertEqual((board.width, board.south, board.north), (3, (2, 0, 0), (1, 1, 2)))
        self.assertEqual((board.stores, board.to_move, board.seeds, board.seeds_in_pits), ((1, 5), "north", 12, 6))
        self.assertEqual((board.own, board.other, board.own_store, board.other_store), ((1, 1, 2), (2, 0, 0), 5, 1))
        self.assertEqual(board, kalah.Board.from_pits([2, 0, 0], [1, 1, 2], (1, 5), "north"))
        self.assertEqual(board.flipped().flipped(), board)
        self.assertEqual(kalah.Board(str(board)), board)
        self.assertEqual(eval(repr(board)), board)
        self.assertEqual(repr(kalah.Board("6x4")), "kalah.Board('6x4')")
        self.assertEqual(pickle.loads(pickle.dumps(board)), board)
        self.assertEqual(len({board, kalah.Board(board)}), 1)
        self.assertIn("north", board.drawing())

    def test_wrong_boards_say_what_is_wrong(self):
        for text in ("", "6", "6x", "13x4", "<3,0,0,1,1,1,1,1>", "<3,0,0,1,1,1,1,1,1> x"):
            with self.assertRaises(ValueError):
                kalah.Board(text)
        with self.assertRaisesRegex(ValueError, "column 8"):
            kalah.Board("<3,0,0,a,1,1,1,1,1>")
        with self.assertRaises(ValueError):
            kalah.Board.from_pits([1, 2], [1], (0, 0))
        with self.assertRaises(ValueError):
            kalah.Board.from_pits([-1, 2], [1, 1], (0, 0))
        with self.assertRaisesRegex(ValueError, "to_move"):
            kalah.Board.from_pits([1, 2], [1, 1], (0, 0), "east")
        with self.assertRaisesRegex(ValueError, "pit 3 of south is empty"):
            kalah.Board("6x4").after(3).after(3)
        for pit in (0, 7, -1, 10**6):
            with self.assertRaisesRegex(ValueError, "does not exist"):
                kalah.Board("6x4").after(pit)

    def test_a_random_game_is_the_same_in_all_forms(self):
        for name in kalah.Rules.presets():
            for size in ("6x4", "4x3", "1x2", "12x6"):
                game = kalah.Game(size, name)
                boards = [game.board]
                choice = random.Random(name + size)
                while not game.over and len(game) < 300:
                    pit = choice.choice(game.legal_moves())
                    expected = game.board.after(pit, name)
                    move = game.play(pit)
                    self.assertEqual(move.pit, pit)
                    self.assertEqual(game.board, expected)
                    boards.append(game.board)
                self.assertEqual(game.boards, boards)
                self.assertEqual(str(kalah.Game.parse(str(game))), str(game))
                self.assertEqual(pickle.loads(pickle.dumps(game)).boards, boards)
                self.assertEqual(copy.deepcopy(game).moves, game.moves)
                again = kalah.Game(size, name)
                again.play_text(game.moves_text())
                self.assertEqual(again.board, game.board)
                if game.over:
                    self.assertEqual(game.legal_moves(), [])
                    self.assertIn(game.winner, ("south", "north", "draw"))
                    with self.assertRaisesRegex(ValueError, "over"):
                        game.play(1)
                before = len(game)
                self.assertTrue(game.undo())
                self.assertEqual((len(game), game.board, game.winner), (before - 1, boards[-2], None))

    def test_a_board_from_a_game_stays_as_it_was(self):
        game = kalah.Game()
        first = game.board
        moves = game.played
        for pit in (3, 6, 2, 1, 2, 3):
            if pit in game.legal_moves():
                game.play(pit)
        self.assertEqual(first, kalah.Board("6x4"))
        self.assertEqual(moves, [])


class Players(unittest.TestCase):
    def test_players_move_by_specification_and_level(self):
        self.assertEqual(kalah.player("alphabeta:depth=6").move("6x4"), 6)
        for level in range(1, len(kalah.levels()) + 1):
            self.assertIn(kalah.player(level=level).move("3x2", "empty-capture"), (1, 2, 3))
        first, second = kalah.player("random"), kalah.player("random")
        for player in (first, second):
            player.new_game(7)
        self.assertEqual([first.move("6x4") for _ in range(20)], [second.move("6x4") for _ in range(20)])

    def test_what_is_no_player_is_refused(self):
        with self.assertRaisesRegex(ValueError, "champ"):
            kalah.player("champ")
        with self.assertRaisesRegex(ValueError, "depht"):
            kalah.player("champion:depht=4")
        for arguments in ({}, {"specification": "random", "level": 3}, {"level": 0}, {"level": 99}):
            with self.assertRaises(ValueError):
                kalah.player(**arguments)
        for specification in ("human", "cmd:true"):
            with self.assertRaisesRegex(ValueError, "kalah"):
                kalah.player(specification)
        with self.assertRaisesRegex(ValueError, "no seeds"):
            kalah.player("random").move("<2,0,0,0,0,1,1>")


class Mistakes(unittest.TestCase):
    def test_a_wrong_argument_is_one_clear_line(self):
        board, game, solver = kalah.Board(), kalah.Game(), kalah.Solver()
        for said, call in (
                ("text: expected a Board or a text, not 5", lambda: kalah.Board(5)),
                ("text: expected Rules or a text, not None", lambda: kalah.Rules(None)),
                ("start: expected a Board or a text, not 6.4", lambda: kalah.Game(6.4)),
                ("south: expected a list of whole numbers, not [1, 'a']", lambda: kalah.Board.from_pits([1, "a"], [1, 2])),
                ("stores: expected a pair of whole numbers, not (1,)", lambda: kalah.Board.from_pits([1], [1], (1,))),
                ("pit: expected a whole number, not '3'", lambda: board.after("3")),
                ("pit: expected a whole number, not 3.0", lambda: game.play(3.0)),
                (f"pit: {10**30} is out of range", lambda: game.play(10**30)),
                ("rules: expected Rules or a text, not 5", lambda: board.after(3, 5)),
                ("pit: missing", lambda: board.after()),
                ("too many arguments by position: expected none", lambda: board.flipped(1)),
                ("there is no argument pits: expected pit, rules", lambda: board.after(pits=3)),
                ("pit: given twice", lambda: board.after(3, pit=3)),
                ("self: expected a Board, not 5", lambda: kalah.Board.after(5, 3)),
                ("option: expected a text, not 1", lambda: kalah.Rules()[1]),
                ("specification: expected a text, not 5", lambda: kalah.player(5)),
                ("board: expected a Board or a text, not None", lambda: kalah.player("random").move(None)),
                ("player: expected a text, not 5", lambda: kalah.Engine(5)),
                ("database: expected a Database or None, not 'db'", lambda: kalah.Engine(database="db")),
                ("position: expected a Board or a text, not 5", lambda: kalah.analyse(5)),
                ("stop: expected a Stop or None, not True", lambda: kalah.analyse("4x2", stop=True)),
                ("time: expected a number or None, not '1s'", lambda: kalah.solve("4x2", time="1s")),
                ("nodes: -1 is out of range", lambda: solver.solve("4x2", nodes=-1)),
                ("there is no argument depth: expected position, moves, time, nodes, stop",
                 lambda: solver.solve("4x2", depth=3)),
                ("threads: expected a whole number, not 1.5", lambda: kalah.Solver(threads=1.5)),
                ("position: expected a Board or a text, not 5", lambda: kalah.tree(5)),
                ("seeds: expected a whole number, not '8'", lambda: kalah.Database.build("8")),
                ("directory: expected a text or None, not 5", lambda: kalah.Database.open(5)),
                ("store: expected a text, not None", lambda: kalah.Tournament.open(None)),
                ("games: expected a whole number or None, not '4'", lambda: kalah.match("random", 1, "4")),
                ("games: expected a whole number or None, not 4.0", lambda: kalah.match("random", 1, games=4.0)),
                ("seed: -1 is out of range", lambda: kalah.match("random", 1, seed=-1)),
                ("board: expected a Board or a text, not 5", lambda: kalah.match("random", 1, board=5)),
                ("rules: expected Rules or a text, not None", lambda: kalah.match("random", 1, rules=None)),
                ("boards: expected a Board or a text, not 5", lambda: kalah.tournament(["random", 1], boards=5)),
                ("server: expected a text, not 5", lambda: kalah.Bot().join(5))):
            with self.subTest(said):
                with self.assertRaises(TypeError) as raised:
                    call()
                self.assertEqual(str(raised.exception), said)

    def test_a_type_error_of_other_code_stays_as_it_is(self):
        class Text:
            def __repr__(self):
                raise ZeroDivisionError

        with self.assertRaisesRegex(TypeError, "^pit: expected a whole number, not a Text$"):
            kalah.Board().after(Text())
        self.assertFalse(kalah.Board() == 5)
        with self.assertRaisesRegex(TypeError, "No constructor"):
            kalah.Move()


class Notebooks(unittest.TestCase):
    def test_every_object_has_a_picture_or_a_table(self):
        game = kalah.Game()
        game.play(3)
        things = [kalah.Rules(), kalah.Board(), game, kalah.analyse("4x2", "alphabeta:depth=4"), kalah.solve("4x2"),
                  kalah.Solver(), kalah.Engine("champion"), kalah.Database.build(4), kalah.player("random"),
                  kalah.tree("3x2", "minimax:depth=1"), game.played[0], kalah.Stop(),
                  kalah.analyse("4x2", "alphabeta:depth=4").moves[0], kalah.Environment(), kalah.Bot(), kalah.match("random", "level1", games=2)]
        for thing in things:
            self.assertRegex(thing._repr_html_(), "<(svg|table|code)")
            self.assertNotIn("object at 0x", repr(thing))
        self.assertEqual(kalah.Board("4x3")._repr_html_().count("<circle"), 8)

    def test_names_are_text_and_never_markup(self):
        class Evil(kalah.Bot):
            name = "<script>alert(1)</script>"

            def move(self, board):
                return board.legal_moves()[0]

        html = kalah.match(Evil(), "random", games=2)._repr_html_()
        self.assertNotIn("<script", html)
        self.assertIn("&lt;script&gt;", html)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
