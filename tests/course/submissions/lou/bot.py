"""Believes that all boards have six pits, and that the fourth can always be played."""
import kgp


class Illegal(kgp.Bot):
    def answer(self, ident, seeds):
        self.send(f"@{ident} move 4\r\n@{ident} yield")


Illegal().run()
