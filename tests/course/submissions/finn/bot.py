"""Sends lines that nobody understands, then answers without a reference, and so names no move."""
import sys

import kgp


class Garbage(kgp.Bot):
    def answer(self, ident, seeds):
        self.server.sendall(b"\xff\x00\x1b[2J I move, I think\r\n")
        print("\x1b[31mthinking", file=sys.stderr, flush=True)
        self.send("move three please")


Garbage().run()
