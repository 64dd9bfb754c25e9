"""What the submissions of the test course share: the protocol, and the first legal move. The test
copies it into each of them."""
import os
import socket


class Bot:
    def __init__(self):
        self.server = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))

    def send(self, text):
        self.server.sendall(text.encode() + b"\r\n")

    def run(self):
        for line in self.server.makefile("r", encoding="utf-8", newline="\n"):
            words = line.split()
            ident = words[0].partition("@")[0]
            if words[1] == "kgp":
                self.begin()
            elif words[1] == "state":
                pits, _, _, *seeds = map(int, words[2].strip("<>").split(","))
                self.answer(ident, seeds[:pits])
            elif words[1] == "ping":
                self.send(f"@{ident} pong")
            elif words[1] == "goodbye":
                return

    def begin(self):
        self.send("mode freeplay")

    def answer(self, ident, seeds):
        pit = next(pit for pit, count in enumerate(seeds, 1) if count)
        self.send(f"@{ident} move {pit}\r\n@{ident} yield")
