"""mypy on the package, and its stubs against the compiled module: test_types.py KALAH SOURCE"""

import os
import subprocess
import sys
import tempfile
import unittest

import full

full.need("mypy")
SOURCE = sys.argv[2]
# pybind11 has a metaclass and constructors of its own; display.py adds the pictures.
ALLOWED = r"""
kalah\._kalah\.[A-Z][A-Za-z]*
kalah\._kalah\.[A-Z][A-Za-z]*\.(__init__|_repr_html_)
"""


def run(*arguments):
    with tempfile.TemporaryDirectory() as cache:
        return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=SOURCE,
                              env={**os.environ, "MYPY_CACHE_DIR": cache, "MYPYPATH": SOURCE + "/python"})


class Types(unittest.TestCase):
    def test_the_package_is_typed(self):
        result = run("mypy", "--strict", "python/kalah")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_a_wrong_use_is_found(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
            script.write("import kalah\nvalue: str = kalah.solve('6x3').value\nkalah.Board('6x4').after('3')\n")
            script.flush()
            result = run("mypy", "--strict", script.name)
        self.assertEqual(result.stdout.count("error:"), 2, result.stdout)

    def test_the_stubs_are_those_of_the_module(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as allowed:
            allowed.write(ALLOWED)
            allowed.flush()
            result = run("mypy.stubtest", "kalah._kalah", "--allowlist", allowed.name, "--ignore-unused-allowlist")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
