"""pip install and the wheel, each in a fresh environment, without a network: test_install.py KALAH SOURCE"""

import glob
import os
import subprocess
import sys
import tempfile
import unittest

import full

full.need("pip", "setuptools", "wheel", "ensurepip")
SOURCE = sys.argv[2]


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        self.environment.pop("PYTHONPATH", None)

    def run_or_fail(self, *command):
        result = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:] + result.stderr[-4000:])
        return result.stdout

    def new_python(self, name):
        """The interpreter of a new environment with Debian's packages."""
        self.run_or_fail(sys.executable, "-m", "venv", "--system-site-packages", name)
        return f"{self.folder}/{name}/bin/python3"

    def check(self, python):
        self.assertEqual(self.run_or_fail(python, "-c", "import kalah; print(kalah.solve('6x3').value)"), "2\n")
        where = self.run_or_fail(python, "-c", "import kalah; print(kalah.__file__)")
        self.assertIn(self.folder, where)
        self.run_or_fail(python, "-c", "import kalah; kalah.Board()._repr_html_(); kalah.match(1, 'random', games=2)")

    def test_pip_installs_from_the_source(self):
        python = self.new_python("installed")
        self.run_or_fail(python, "-m", "pip", "install", "--no-build-isolation", SOURCE)
        self.check(python)

    def test_a_wheel_installs_elsewhere(self):
        builder, user = self.new_python("builder"), self.new_python("user")
        # The other test installs the optimised module; this one need not wait for the optimiser.
        self.environment["KALAH_CMAKE_ARGS"] = "-DCMAKE_CXX_FLAGS_RELEASE=-O0"
        self.run_or_fail(builder, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", "wheels", SOURCE)
        (wheel,) = glob.glob(self.folder + "/wheels/kalah-*.whl")
        self.run_or_fail(user, "-m", "pip", "install", wheel)
        self.check(user)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
