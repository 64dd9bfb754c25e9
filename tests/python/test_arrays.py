"""Arrays of positions against boards and games, one by one: test_arrays.py KALAH"""

import json
import random
import subprocess
import sys
import unittest

import numpy as np

import kalah

KALAH = sys.argv[1]
RULES = list(kalah.Rules.presets()) + ["standard,majority-stop=yes", "standard,sowing=multi,sweep=none"]


def random_boards(size, rules, count, seed):
    """Positions of random games, both sides to move."""
    choice = random.Random(seed)
    boards = []
    while len(boards) < count:
        game = kalah.Game(size, rules)
        for _ in range(choice.randrange(60)):
            if game.over:
                break
            game.play(choice.choice(game.legal_moves()))
        if not game.over and game.board.legal_moves():
            boards.append(game.board)
    return boards


class Oracle(unittest.TestCase):
    def test_boards_come_back_from_arrays(self):
        for size in ("1x3", "3x4", "6x4", "7x5", "12x6"):
            boards = random_boards(size, "standard", 40, size)
            array = kalah.positions(boards)
            self.assertEqual((array.dtype, array.shape), (np.uint8, (40, 2 * boards[0].width + 2)))
            self.assertEqual(kalah.boards(array, [board.to_move for board in boards]), boards)
            for row, board in zip(array, boards):
                self.assertEqual(tuple(row), board.own + board.other + (board.own_store, board.other_store))
            np.testing.assert_array_equal(kalah.positions(array.astype(np.int64)), array)

    def test_moves_are_those_of_the_game(self):
        for rules in RULES:
            for size in ("6x4", "6x1", "6x21", "2x3", "5x4", "9x3"):
                boards = random_boards(size, rules, 30, rules + size)
                choice = random.Random(size)
                pits = [choice.choice(board.legal_moves()) for board in boards]
                after, again, over = kalah.apply(kalah.positions(boards), np.array(pits), rules)
                legal = kalah.legal_moves(kalah.positions(boards))
                for i, board in enumerate(boards):
                    game = kalah.Game(board, rules)
                    move = game.play(pits[i])
                    side = game.board.to_move
                    self.assertEqual(kalah.boards(after[i:i + 1], side)[0], game.board, (rules, board, pits[i]))
                    self.assertEqual((again[i], over[i]), (move.extra_turn, move.over))
                    self.assertEqual(again[i], side == board.to_move)
                    self.assertEqual(list(np.flatnonzero(legal[i]) + 1), board.legal_moves())

    def test_large_seeds_do_not_wrap(self):
        board = kalah.Board.from_pits([0, 0, 0, 0, 0, 40], [0, 0, 0, 0, 0, 1], (200, 14))
        after, _, _ = kalah.apply(kalah.positions([board]), np.array([6], dtype=np.uint8))
        self.assertEqual(kalah.boards(after, board.after(6).to_move)[0], board.after(6))
        with self.assertRaisesRegex(ValueError, "row 1: 256 seeds"):
            kalah.positions(["6x4", kalah.Board.from_pits([0] * 5 + [2], [0] * 6, (200, 54))])

    def test_values_are_those_of_the_database(self):
        for pits, seeds, rules in ((6, 9, "standard"), (6, 7, "empty-capture"), (4, 12, "standard"), (3, 9, "standard")):
            database = kalah.Database.build(seeds, rules, pits)
            boards = random_boards(f"{pits}x3", rules, 150, f"{pits}{rules}")
            array = kalah.positions(boards)
            for future in (False, True):
                values = kalah.probe(array, database, future=future)
                self.assertEqual(values.dtype, np.int16)
                expected = [database.probe(board, future=future) for board in boards]
                self.assertEqual([None if value == kalah.UNKNOWN else value for value in values], expected)
            self.assertIn(None, expected)
            self.assertGreater(len(set(expected)), 2)

    def test_finished_games_among_the_rows_are_worth_their_result(self):
        for rules in RULES:
            choice, rows, results = random.Random(7), [], []
            while len(rows) < 30:
                game = kalah.Game("4x2", rules)
                while not game.over:
                    before = game.board
                    game.play(choice.choice(game.legal_moves()))
                if not before.legal_moves():
                    continue
                after, _, over = kalah.apply(kalah.positions([before]), np.array([game.moves[-1]]), rules)
                self.assertTrue(over[0])
                rows += [kalah.positions([before])[0], after[0]]
                results += [kalah.solve(before, rules=rules).value, int(after[0][-2]) - int(after[0][-1])]
            rows = np.array(rows)
            self.assertEqual(list(kalah.solve(rows, rules=rules)), results, rules)
            self.assertEqual(list(kalah.solve(rows[1::2], rules=rules, nodes=1)), results[1::2], rules)
            if "majority-stop" not in rules:
                database = kalah.Database.build(8, rules, pits=4)
                few = rows[rows[:, :8].sum(axis=1) <= 8]
                self.assertEqual(list(kalah.solve(few, rules=rules)), list(database.probe(few)), rules)

    def test_solved_values_are_those_of_the_solver(self):
        boards = random_boards("4x3", "standard", 40, "solve")
        values = kalah.solve(kalah.positions(boards))
        self.assertEqual(list(values), [kalah.solve(board).value for board in boards])
        self.assertEqual(list(kalah.solve(kalah.positions(["6x4"]), nodes=100)), [kalah.UNKNOWN])

    def test_evaluations_are_those_of_the_search(self):
        """As `kalah eval` prints them."""
        boards = random_boards("6x4", "standard", 50, "evaluate")
        array = kalah.positions(boards)
        said = subprocess.run([KALAH, "eval", "--batch", "-"], input="".join(f"{board}\n" for board in boards),
                              capture_output=True, text=True, check=True).stdout.splitlines()
        printed = [json.loads(line) for line in said]
        self.assertEqual(len(printed), len(boards))
        for name in ("store", "simple", "knowledge", "knowledge-both", "five-part", "again", "long-turn", "fitted"):
            np.testing.assert_allclose(kalah.evaluate(array, name), [line[name] for line in printed], err_msg=name)

    def test_strided_arrays_are_read_as_they_look(self):
        boards = random_boards("6x4", "standard", 20, "strides")
        array = kalah.positions(boards)
        np.testing.assert_array_equal(kalah.legal_moves(array[::2]), kalah.legal_moves(array)[::2])
        fortran = np.asfortranarray(array)
        np.testing.assert_array_equal(kalah.legal_moves(fortran), kalah.legal_moves(array))
        empty = np.zeros((0, 14), dtype=np.uint8)
        self.assertEqual(kalah.legal_moves(empty).shape, (0, 6))
        self.assertEqual(len(kalah.apply(empty, np.zeros(0, dtype=int))[0]), 0)


class Wrong(unittest.TestCase):
    def refused(self, message, call, *arguments, **keywords):
        with self.assertRaisesRegex(ValueError, message):
            call(*arguments, **keywords)

    def test_bad_rows_are_named(self):
        start = kalah.positions(["6x4"] * 3)
        heavy = start.copy()
        heavy[2] = 255
        database = kalah.Database.build(4)
        for call in (kalah.legal_moves, kalah.evaluate, kalah.boards, kalah.solve, kalah.positions,
                     lambda rows: kalah.probe(rows, database), lambda rows: kalah.apply(rows, np.array([1, 1, 1]))):
            self.refused("row 2: 3570 seeds", call, heavy)
        self.refused("row 1: pit 7", kalah.apply, start, np.array([1, 7, 1]))
        self.refused("row 2: pit 0", kalah.apply, start, np.array([1, 6, 0]))
        self.refused("row 0: pit -1", kalah.apply, start, np.array([-1, 6, 0]))
        self.refused("row 1: pit 300", kalah.apply, start, np.array([1, 300, 1]))
        start[1, 2] = 0
        self.refused("row 1: pit 3 is empty", kalah.apply, start, np.array([3, 3, 3]))
        self.refused("row 1: .*3 is empty", kalah.apply, start, np.array([3, 3, 3]), "standard,sowing=multi")

    def test_wrong_shapes_and_types_are_refused(self):
        start = kalah.positions(["6x4"])
        self.refused("uint8, not of int64", kalah.legal_moves, start.astype(np.int64))
        self.refused("uint8, not of float64", kalah.legal_moves, start.astype(float))
        self.refused("shape", kalah.legal_moves, start[0])
        for width in (0, 2, 13, 28):
            self.refused("shape", kalah.legal_moves, np.zeros((1, width), dtype=np.uint8))
        self.refused("one for each", kalah.apply, start, np.array([1, 2]))
        self.refused("whole numbers", kalah.apply, start, np.array([1.0]))
        self.refused("whole numbers", kalah.positions, [[1.5] * 14])
        self.refused("row 0: -1 in column 3", kalah.positions, [[4, 4, 4, -1, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0]])
        self.refused("no evaluation", kalah.evaluate, start, "taste")
        self.refused("6 pits, the database 4", kalah.probe, start, kalah.Database.build(4, pits=4))
        self.refused("width", kalah.positions, ["6x4", "4x4"])
        self.refused("whole numbers", kalah.positions, [[1, 2], [1]])
        self.refused("to_move: .* not 'east'", kalah.boards, start, "east")
        self.refused("to_move: .* not 5", kalah.boards, start, 5)

    def test_what_is_no_array_is_refused_in_one_line(self):
        start, database = kalah.positions(["6x4"]), kalah.Database.build(4)
        listed = [[4] * 14]
        for said, call, *arguments in (
                ("positions: expected an array (numpy.ndarray), not [[4, 4,", kalah.legal_moves, listed),
                ("positions: expected an array (numpy.ndarray), not None", kalah.evaluate, None),
                ("positions: expected an array (numpy.ndarray), not '6x4'", kalah.boards, "6x4"),
                ("moves: expected an array (numpy.ndarray), not [3]", kalah.apply, start, [3]),
                ("moves: missing", kalah.apply, start),
                ("eval: expected a text, not 5", kalah.evaluate, start, 5),
                ("boards: expected a list of boards, or an array of numbers, not '6x4'", kalah.positions, "6x4"),
                ("boards: expected a list of boards, or an array of numbers, not 5", kalah.positions, 5),
                ("database: expected a Database, not 'db'", kalah.probe, start, "db"),
                ("position: expected a Board, a text or an array (numpy.ndarray), not 5", database.probe, 5),
                ("position: expected a Board, a text or an array (numpy.ndarray), not [[4, 4,", kalah.solve, listed)):
            with self.subTest(said):
                with self.assertRaises(TypeError) as raised:
                    call(*arguments)
                self.assertEqual(str(raised.exception)[:len(said)], said)
                self.assertEqual(len(str(raised.exception).splitlines()), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
