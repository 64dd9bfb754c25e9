"""Wants a table of a gigabyte for each move, and keeps them all."""
import kgp


class Hog(kgp.Bot):
    kept = []

    def answer(self, ident, seeds):
        self.kept.append(bytearray(1 << 30))  # more than its limit at once
        super().answer(ident, seeds)


Hog().run()
