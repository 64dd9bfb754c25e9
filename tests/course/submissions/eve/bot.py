"""Thinks for ever at its second move."""
import kgp


class Loop(kgp.Bot):
    asked = 0

    def answer(self, ident, seeds):
        self.asked += 1
        while self.asked == 2:
            pass
        super().answer(ident, seeds)


Loop().run()
