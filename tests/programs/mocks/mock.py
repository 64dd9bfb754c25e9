#!/usr/bin/env python3
"""Programs that play as they should, and others that do not: mock.py BEHAVIOUR [ARGUMENTS…].
Each class is a behaviour; all of them can speak the protocol."""
import os
import signal
import socket
import sys
import time


def connect():
    address = os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])
    return socket.create_connection(address)


class Client:
    """Plays the first pit that has seeds, until the server says goodbye."""
    moves = 0

    def __init__(self):
        self.server = connect()

    def send(self, text):
        self.server.sendall(text.encode() + b"\r\n")

    def run(self):
        for line in self.server.makefile("r", encoding="utf-8", newline="\n"):
            words = line.split()
            ident = words[0].partition("@")[0]
            if words[1] == "kgp":
                self.begin()
            elif words[1] == "state":
                self.moves += 1
                pits, _, _, *seeds = map(int, words[2].strip("<>").split(","))
                self.answer(ident, next(p for p in range(1, pits + 1) if seeds[p - 1]), seeds[:pits])
            elif words[1] == "ping":
                self.send(f"@{ident} pong")
            elif words[1] == "set":
                self.option(words[2].strip('"'), line.partition(words[2])[2].strip())
            elif words[1] == "goodbye":
                return

    def begin(self):
        self.send("mode freeplay")

    def option(self, name, value):
        pass

    def answer(self, ident, pit, seeds):
        self.send(f"@{ident} move {pit}\r\n@{ident} yield")


class Honest(Client):
    pass


class Remarks(Client):
    """Comments on each move, and writes the options that it receives to a file: remarks FILE."""
    def option(self, name, value):
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            print(name, value, file=file)

    def answer(self, ident, pit, seeds):
        self.send(f'set info:comment "move number {self.moves}"')
        super().answer(ident, pit, seeds)


class CrashAtStart(Client):
    def __init__(self):
        raise SystemExit("cannot find my brain")


class CrashInGame(Client):
    def answer(self, ident, pit, seeds):
        if self.moves == 2:
            raise ValueError("no idea\x1b[31m")
        super().answer(ident, pit, seeds)


class Segfault(Client):
    def answer(self, ident, pit, seeds):
        os.kill(os.getpid(), signal.SIGSEGV)


class Leave(Client):
    """Closes its connection, but keeps running."""
    def answer(self, ident, pit, seeds):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        time.sleep(3600)


class Resign(Client):
    def answer(self, ident, pit, seeds):
        self.send("goodbye")


class Stall(Client):
    def answer(self, ident, pit, seeds):
        print("still thinking", file=sys.stderr, flush=True)


class Late(Client):
    """Answers after SECONDS, too late: late SECONDS."""
    def answer(self, ident, pit, seeds):
        time.sleep(float(sys.argv[2]))
        super().answer(ident, pit, seeds)


class YieldFirst(Client):
    """Yields before it names its move, and names another one after that."""
    def answer(self, ident, pit, seeds):
        self.send(f"@{ident} yield\r\n@{ident} move {pit}\r\n@{ident} move {pit + 1}")


class Unusable(Client):
    """Names its moves in a way that means none, such as 'move 3.0': unusable FORM, {} for the pit."""
    def answer(self, ident, pit, seeds):
        self.send(sys.argv[2].format(pit, id=ident) + f"\r\n@{ident} yield")


class Dawdle(Client):
    """Names its first move, but does not yield."""
    def answer(self, ident, pit, seeds):
        self.send(f"@{ident} move {pit}" if self.moves == 1 else f"@{ident} move {pit}\r\n@{ident} yield")


class Illegal(Client):
    def answer(self, ident, pit, seeds):
        if self.moves == 2:
            pit = len(seeds) + 1
        super().answer(ident, pit, seeds)


class Flood(Client):
    def answer(self, ident, pit, seeds):
        try:
            while True:
                self.send("\r\n".join(["set info:comment x"] * 100))
        except ConnectionError:  # disconnected; the referee would quote any message about that
            time.sleep(3600)


class Garbage(Client):
    """Plays on, but also sends lines that nobody understands."""
    def answer(self, ident, pit, seeds):
        self.server.sendall(b"\xff\x00\x1b[2J what?\r\n")
        self.send("@99999 move 1")
        super().answer(ident, pit, seeds)


class Fork(Client):
    """Plays on, and leaves behind processes in sessions of their own."""
    def begin(self):
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.setpgid(0, 0)
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    while True:
                        time.sleep(3600)
                os._exit(0)
            os.wait()
        super().begin()


class Disguised(Client):
    """Plays on, beside processes that bear the name and the arguments of a sandbox: disguised
    RELAY."""
    def begin(self):
        for _ in range(3):
            if os.fork() == 0:
                with open("/proc/self/comm", "w", encoding="utf-8") as name:
                    name.write("bwrap")
                if os.fork() == 0:
                    os.execvp("tail", ["tail", sys.argv[2], "-f", "/dev/null"])
                time.sleep(3600)
        super().begin()


class Once(Client):
    """Plays on, but only when it is started for the first time: once FILE."""
    def __init__(self):
        try:
            open(sys.argv[2], "x", encoding="utf-8").close()
        except FileExistsError:
            raise SystemExit("played already") from None
        super().__init__()


class ForkAndThink(Client):
    """Forks, and then thinks for ever, as its processes do."""
    def answer(self, ident, pit, seeds):
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(3600)
        time.sleep(3600)


class Comets(Client):
    """Plays on, beside short-lived processes: each lives only until it has forked the next one, in
    a session of its own."""
    def begin(self):
        for _ in range(3):
            if os.fork() == 0:
                while True:
                    if os.fork() != 0:
                        os._exit(0)
                    os.setsid()
        super().begin()


class StopSupervisor(Client):
    """Stops its supervisor, and plays on or not: stop-supervisor once|always|stall."""
    def begin(self):
        supervisor = os.getppid()
        os.kill(supervisor, signal.SIGSTOP)
        if sys.argv[2] == "always" and os.fork() == 0:
            os.setsid()
            while True:
                os.kill(supervisor, signal.SIGSTOP)
        super().begin()

    def answer(self, ident, pit, seeds):
        if sys.argv[2] != "stall":
            super().answer(ident, pit, seeds)


class KillSupervisor(Client):
    """Kills its supervisor."""
    def answer(self, ident, pit, seeds):
        os.kill(os.getppid(), signal.SIGKILL)


class Launcher(Client):
    """Ends at once; a child process plays."""
    def __init__(self):
        if os.fork() != 0:
            os._exit(0)
        super().__init__()


class Burn(Client):
    def answer(self, ident, pit, seeds):
        while True:
            pass


class Hog(Client):
    def answer(self, ident, pit, seeds):
        kept = []
        while True:
            kept.append(bytearray(b"x") * (1 << 24))


class Absent(Client):
    def __init__(self):
        time.sleep(3600)


class Verify(Client):
    """Asks for another mode instead of a game."""
    def begin(self):
        self.send("mode verify")


class Twice(Client):
    """Connects a second time during its game, and asks for another game."""
    def answer(self, ident, pit, seeds):
        with connect() as second:
            second.settimeout(30)
            try:
                second.sendall(b"mode freeplay\r\n")
                while second.recv(4096):
                    pass
            except ConnectionError:  # closed before our line was read
                pass
        super().answer(ident, pit, seeds)


class Talk(Client):
    """Writes much to standard error and standard output."""
    def answer(self, ident, pit, seeds):
        for stream in sys.stderr, sys.stdout:
            stream.write("blah " * 100_000 + "\n")
        super().answer(ident, pit, seeds)


class NoPong(Client):
    """Plays on, but does not answer pings."""
    def send(self, text):
        if not text.endswith("pong"):
            super().send(text)


class Lingering(Client):
    """Keeps running after the server's goodbye."""
    def run(self):
        super().run()
        time.sleep(3600)


class Confined(Client):
    """Crashes if it can do something that a sandbox forbids: confined PORT SECRET-FILE."""
    def begin(self):
        for what in self.misdeeds():
            try:
                what()
            except OSError:
                continue
            raise SystemExit(f"could {what.__name__}")
        open("/tmp/scratch", "w", encoding="utf-8").close()
        super().begin()

    @staticmethod
    def misdeeds():
        def reach_another_port():
            socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=30)

        def read_a_secret():
            open(sys.argv[3], encoding="utf-8").close()

        def write_a_file():
            open(__file__ + ".written", "w", encoding="utf-8").close()

        def write_to_the_system():
            open("/etc/kalah-was-here", "w", encoding="utf-8").close()

        def see_others():
            if [name for name in os.listdir("/proc") if name.isdigit() and int(name) > 50]:
                return
            raise OSError

        def read_the_environment():
            if "KALAH_TEST_MARK" in os.environ:
                return
            raise OSError
        return (reach_another_port, read_a_secret, write_a_file, write_to_the_system, see_others,
                read_the_environment)


wanted = sys.argv[1].replace("-", "")
next(kind for kind in Client.__subclasses__() if kind.__name__.lower() == wanted)().run()
