"""Answers each question long after its time."""
import time

import kgp


class Slow(kgp.Bot):
    def answer(self, ident, seeds):
        time.sleep(20)
        super().answer(ident, seeds)


Slow().run()
