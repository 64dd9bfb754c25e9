"""For tests that run in `./test full` only, and where their packages are installed."""

import importlib.util
import os
import sys


def need(*modules):
    """Skips the whole test, and says why, unless it is wanted and can run."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if "KALAH_TEST_FULL" not in os.environ:
        print("skipped: only with KALAH_TEST_FULL=1")
    elif missing:
        print("skipped: not installed:", *missing)
    else:
        return
    sys.exit(77)
