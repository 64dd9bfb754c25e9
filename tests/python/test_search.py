"""Engines, databases and the solver, and how they are stopped: test_search.py KALAH"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import kalah

KALAH = sys.argv[1]


def program(*arguments):
    """What the program says, as JSON."""
    result = subprocess.run([KALAH, *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(result.stdout.splitlines()[-1])


class Answers(unittest.TestCase):
    def test_an_analysis_is_that_of_the_program(self):
        said = program("analyze", "6x4", "--player", "champion:depth=7,db=none")
        report = kalah.analyse("6x4", "champion:depth=7,db=none")
        self.assertEqual((report.best, report.score, report.nodes, report.line),
                         (said["best"], said["score"], said["nodes"], said["line"]))
        self.assertEqual([move.pit for move in report.moves], [move["pit"] for move in said["moves"]])
        self.assertFalse(report.exact)
        self.assertEqual(report.depth, 7)

    def test_an_engine_keeps_its_table_and_forgets_it(self):
        engine = kalah.Engine("champion:depth=9,db=none")
        first = engine.best_move("6x4").nodes
        self.assertLess(engine.best_move("6x4").nodes, first)
        engine.new_game()
        self.assertEqual(engine.best_move("6x4").nodes, first)
        self.assertEqual(engine.best_move("4x3").board, kalah.Board("4x3"))

    def test_a_database_makes_values_exact(self):
        database = kalah.Database.build(10)
        position = "<6,18,20,0,1,0,2,1,0,1,0,0,3,0,1>"
        report = kalah.analyse(position, "champion:depth=4", database=database)
        self.assertTrue(report.exact and report.by_database)
        self.assertEqual(report.score, database.probe(position))
        self.assertEqual(report.score, kalah.solve(position).value)
        self.assertIsNone(database.probe("6x4"))
        self.assertIsNone(database.probe("4x2"))

    def test_databases_of_the_program_are_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(kalah.Error) as raised:
                kalah.Database.open(folder)
            self.assertIn(folder, str(raised.exception))
            subprocess.run([KALAH, "db", "build", "--seeds", "6", "--db", folder], check=True, capture_output=True)
            opened, built = kalah.Database.open(folder), kalah.Database.build(6)
            self.assertEqual((opened.seeds, opened.positions), (6, built.positions))
            position = "<6,20,22,0,1,0,2,1,0,1,0,0,0,0,1>"
            self.assertEqual(opened.probe(position), built.probe(position))
        with self.assertRaises(kalah.Error) as raised:
            kalah.Database.build(10, "standard,majority-stop=yes")
        self.assertEqual(raised.exception.code, "no_database")
        for seeds in (-1, 121):
            with self.assertRaisesRegex(kalah.Error, "at most 120 seeds"):
                kalah.Database.build(seeds)

    def test_a_database_that_does_not_fit_in_memory_is_refused(self):
        with self.assertRaisesRegex(kalah.Error, r"^a database up to 60 seeds needs [0-9]{5}\.\d GB of memory, but only "
                                                 r"\d+\.\d GB are available$") as raised:
            kalah.Database.build(60)
        self.assertEqual(raised.exception.code, "no_memory")

    def test_a_solution_is_that_of_the_program(self):
        said = program("solve", "5x2", "--threads", "1")
        solution = kalah.solve("5x2", moves=True)
        self.assertEqual((solution.value, solution.best, solution.line), (said["value"], said["best"], said["line"]))
        self.assertEqual(max(solution.moves.values()), solution.value)
        game = kalah.Game("5x2")
        for pit in solution.pits:
            game.play(pit)
        self.assertTrue(game.over)
        self.assertEqual(game.board.stores[0] - game.board.stores[1], solution.value)

    def test_limits_leave_bounds(self):
        solution = kalah.solve("6x4", nodes=1000, database=kalah.Database.build(4))
        self.assertFalse(solution.solved)
        self.assertIsNone(solution.value)
        self.assertLess(solution.lower, solution.upper)
        with self.assertRaisesRegex(ValueError, "time"):
            kalah.solve("4x2", time=-1)
        with self.assertRaisesRegex(ValueError, "maximum"):
            kalah.solve("12x6")
        with self.assertRaisesRegex(ValueError, "no seeds"):
            kalah.solve("<2,0,0,0,0,1,1>")
        with self.assertRaisesRegex(ValueError, "empty-capture"):
            kalah.Solver("empty-capture", database=kalah.Database.build(4))

    def test_a_tree_is_that_of_the_program(self):
        text = subprocess.run([KALAH, "tree", "3x2", "--player", "alphabeta:depth=3"], capture_output=True, text=True)
        tree = kalah.tree("3x2", "alphabeta:depth=3")
        self.assertEqual(str(tree), text.stdout)
        self.assertIn("<svg", tree.svg)
        self.assertEqual(json.loads(tree.json)["nodes"], tree.report.nodes)
        for player in ("random", "champion", "alphabeta:time=1s"):
            with self.assertRaises(ValueError):
                kalah.tree("3x2", player)


LONG = {
    "analysis": "kalah.analyse('6x4', 'champion:time=1000s,memory=1M,db=none')",
    "best move": "kalah.Engine('champion:time=1000s,memory=1M,db=none').best_move('6x4')",
    "player": "kalah.player('champion:time=1000s,memory=1M,db=none,book=none').move('6x4')",
    "solve": "kalah.solve('6x4', database=kalah.Database.build(4))",
    "solve with a database": "kalah.solve('6x6')",
    "solve an array": "kalah.solve(kalah.positions(['6x4']), database=kalah.Database.build(4))",
    "database": "kalah.Database.build(22)",
    "match": "kalah.match('champion:time=10s,memory=1M,db=none,book=none', 'random', games=1000)",
    "match of a bot": "kalah.match(Slow(), 'random', games=1000)",
    "match against a bot": "kalah.match(Fast(), 'champion:time=1000s,memory=1M,db=none,book=none', games=1000)",
    "tree": "kalah.tree('6x4', 'minimax:depth=30')",
}

# Each call is interrupted in turn: the signal comes from the process itself, a tenth of a second later.
INTERRUPTED = """
import os, signal, sys, threading
import kalah
class Slow(kalah.Bot):
    def move(self, board):
        while True: pass
class Fast(kalah.Bot):
    def move(self, board):
        return board.legal_moves()[0]
for call in sys.argv[1:]:
    try:
        threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        eval(call)
        print("not interrupted:", call)
    except KeyboardInterrupt:
        print("interrupted:", call)
"""


class Databases(unittest.TestCase):
    def test_a_question_with_limits_first_does_not_leave_a_solver_without_database(self):
        """It builds none; the next question without limits does, and takes fewer nodes with it."""
        whole = kalah.Solver().solve("6x3")
        solver = kalah.Solver()
        self.assertIsNone(solver.solve("6x3", nodes=100).value)
        later = solver.solve("6x3")
        self.assertEqual((later.value, later.nodes), (whole.value, whole.nodes))


class Stops(unittest.TestCase):
    def test_ctrl_c_ends_all_long_work(self):
        ended = subprocess.run([sys.executable, "-B", "-c", INTERRUPTED, *LONG.values()], text=True, timeout=120,
                               capture_output=True)
        self.assertEqual(ended.stdout.splitlines(), [f"interrupted: {call}" for call in LONG.values()], ended.stderr)

    def test_another_thread_stops_a_search_which_keeps_what_it_has(self):
        for delay in (0.1, 1, 10, 100):  # a busy machine may need longer to begin
            stop = kalah.Stop()
            self.assertFalse(stop.requested)
            threading.Timer(delay, stop.request).start()
            report = kalah.analyse("6x4", "champion:time=1000s,memory=1M,db=none", stop=stop)
            self.assertTrue(stop.requested)
            if report.depth > 0:
                break
        self.assertEqual(len(report.moves), 6)
        self.assertEqual(kalah.analyse("6x4", stop=stop).depth, 0)
        solution = kalah.solve("6x6", stop=stop)
        self.assertEqual((solution.lower, solution.upper, solution.value), (-72, 72, None))
        with self.assertRaises(kalah.Error) as raised:
            kalah.Database.build(20, stop=stop)
        self.assertEqual(raised.exception.code, "stopped")
        self.assertEqual(len(kalah.match("random", "random", games=10, stop=stop).games), 0)

    def test_python_goes_on_meanwhile(self):
        stop, seen = kalah.Stop(), []

        def work():
            seen.append(kalah.Engine("champion:time=1000s,memory=1M,db=none").best_move("6x4", stop=stop))

        thread = threading.Thread(target=work)
        thread.start()
        count = 0
        while count < 200_000:
            count += 1
        self.assertTrue(thread.is_alive())
        stop.request()
        thread.join()
        self.assertEqual(len(seen), 1)

    def test_one_engine_serves_one_thread(self):
        engine, stop = kalah.Engine("champion:time=1000s,memory=1M,db=none"), kalah.Stop()

        def keep_busy():
            while True:
                try:
                    return engine.best_move("6x4", stop=stop)
                except kalah.Error:  # the other thread was first
                    pass

        begun = threading.Thread(target=keep_busy)
        begun.start()
        try:
            while True:  # until the other thread has the engine
                try:
                    second = kalah.Stop()
                    second.request()
                    engine.best_move("6x4", stop=second)
                except kalah.Error as error:
                    self.assertEqual(error.code, "busy")
                    break
        finally:
            stop.request()
            begun.join()


if __name__ == "__main__":
    os.environ["XDG_DATA_HOME"] = tempfile.gettempdir() + "/no-such-folder"
    unittest.main(argv=sys.argv[:1])
