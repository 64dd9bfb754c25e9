"""Wants to read files that are none of its business, and gives up when it may not."""
import os
import sys

import kgp

FOREIGN = os.path.join(os.path.expanduser("~"), "answers.txt")


class Spy(kgp.Bot):
    def begin(self):
        try:
            with open(FOREIGN, encoding="utf-8") as file:
                print("found:", file.read(), file=sys.stderr)
        except OSError as error:
            raise SystemExit(f"cannot read the answers: {error}") from error
        super().begin()


Spy().run()
