"""Runs the examples in the docstrings of the package and in docs/python.md: test_documents.py KALAH SOURCE"""

import doctest
import os
import sys
import tempfile
import threading
import unittest

import numpy as np

import kalah
from kalah import _kalah, bot, display, environment

SOURCE = sys.argv[2]
NAMES = {"kalah": kalah, "np": np, "threading": threading}


class Examples(unittest.TestCase):
    def run_examples(self, tests):
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        for test in tests:
            runner.run(test)
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        return runner.tries

    def test_docstrings_are_true(self):
        finder = doctest.DocTestFinder(exclude_empty=True)
        tests = [test for module in (kalah, _kalah, bot, display, environment)
                 for test in finder.find(module, globs=dict(NAMES))]
        names = {test.name for test in tests if test.examples}
        for name in ("kalah", "kalah._kalah.Board", "kalah._kalah.apply", "kalah.bot.Bot", "kalah.match"):
            self.assertIn(name, names)
        self.assertGreater(self.run_examples(tests), 40)

    def test_the_guide_is_true(self):
        with open(SOURCE + "/docs/python.md", encoding="utf-8") as guide:
            text = guide.read()
        # Blocks of Python with a prompt; a line of the fence must not be taken for output.
        text = "\n".join("" if line.startswith("```") else line for line in text.split("\n"))
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            test = doctest.DocTestParser().get_doctest(text, dict(NAMES), "docs/python.md", "docs/python.md", 0)
            self.assertGreater(self.run_examples([test]), 20)
            os.chdir(SOURCE)


if __name__ == "__main__":
    os.environ["XDG_DATA_HOME"] = tempfile.gettempdir() + "/no-such-folder"
    unittest.main(argv=sys.argv[:1])
