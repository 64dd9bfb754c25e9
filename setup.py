"""Builds the compiled part of the package with CMake; pyproject.toml has the rest.

The environment variable KALAH_CMAKE_ARGS holds more arguments for CMake, separated by blanks.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent


class BuildWithCMake(build_ext):
    def build_extension(self, extension):
        wanted = Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = Path(self.build_temp).resolve()
        configure = [
            "cmake", "-S", str(SOURCE), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DKALAH_PYTHON=ON",
            "-DKALAH_PAGES=OFF", "-DKALAH_UNITY=ON", "-DKALAH_GLUE_FLAGS=-O1", f"-DPython3_EXECUTABLE={sys.executable}",
            *(["-GNinja"] if shutil.which("ninja") else []), *shlex.split(os.environ.get("KALAH_CMAKE_ARGS", "")),
        ]
        jobs = str(self.parallel or os.cpu_count() or 1)
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "kalah_python", "--parallel", jobs], check=True)
        (built,) = (folder / "python" / "kalah").glob("_kalah.*.so")
        wanted.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built), str(wanted))


version = re.search(r"project\(kalah VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))
setup(version=version.group(1), ext_modules=[Extension("kalah._kalah", [])], cmdclass={"build_ext": BuildWithCMake})
