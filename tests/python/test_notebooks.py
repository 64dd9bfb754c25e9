"""Runs examples/notebooks from top to bottom: test_notebooks.py KALAH SOURCE"""

import pathlib
import sys
import tempfile
import unittest

import full

full.need("nbclient", "nbformat", "ipykernel", "matplotlib")

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

NOTEBOOKS = sorted(pathlib.Path(sys.argv[2], "examples/notebooks").glob("*.ipynb"))


class ThisInterpreter(AsyncKernelManager):
    """A kernel of the interpreter that runs the test, whatever kernels are registered."""

    @property
    def kernel_spec(self):
        return KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], language="python")


class Notebooks(unittest.TestCase):
    def test_all_notebooks_run(self):
        self.assertEqual(len(NOTEBOOKS), 4)
        for path in NOTEBOOKS:
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                notebook = nbformat.read(path, as_version=4)
                NotebookClient(notebook, timeout=600, kernel_manager_class=ThisInterpreter,
                               resources={"metadata": {"path": folder}}).execute()
                outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
                pictures = [output for output in outputs
                            if {"image/png", "text/html"} & set(output.get("data", {}))]
                self.assertTrue(pictures, "no picture and no table")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
