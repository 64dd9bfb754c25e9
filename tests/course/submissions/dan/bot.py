"""Crashes at its third move."""
import kgp


class Crash(kgp.Bot):
    asked = 0

    def answer(self, ident, seeds):
        self.asked += 1
        if self.asked == 3:
            raise ValueError("I had not thought of this position")
        super().answer(ident, seeds)


Crash().run()
