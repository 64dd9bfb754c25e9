"""Support for the tests of `kalah serve`: the running program, and clients by TCP and WebSocket
that send what a test gives them, byte for byte. Uses Python's standard library only."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
import threading

PATIENCE = float(os.environ.get("KALAH_TEST_PATIENCE", 60))  # seconds to wait for what must happen


class Server:
    """`kalah serve` on free ports, or those of another, with a store of its own."""

    def __init__(self, kalah, *options, store=None, env=None, like=None):
        self.kalah = kalah
        self.folder = tempfile.TemporaryDirectory(prefix="kalah-serve-")
        self.store = store or os.path.join(self.folder.name, "games.sqlite")
        self.log = open(os.path.join(self.folder.name, "log"), "w+b")
        self.process = subprocess.Popen(
            [kalah, "serve", "--kgp-port", str(like.kgp if like else 0), "--http-port", str(like.http if like else 0),
             "--store", self.store, *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=env)
        self.ready = self.process.stdout.readline()
        match = re.fullmatch(r"ready kgp=(.*):(\d+) http=(.*?):(\d+)(?: admin=.*:(\d+))?\n", self.ready)
        if not match:
            raise AssertionError(f"no ready line: {self.ready!r} {self.log_text()}")
        self.host = match[1].strip("[]")
        self.kgp, self.http = int(match[2]), int(match[4])
        self.admin = int(match[5]) if match[5] else None

    def log_text(self):
        with open(self.log.name, "rb") as log:
            return log.read().decode(errors="replace")

    def connect(self, *lines):
        client = Client(socket.create_connection((self.host, self.kgp), timeout=PATIENCE))
        client.expect(r"kgp 1 0 1")
        client.say(*lines)
        return client

    def end(self):
        """Ends the server by SIGTERM. Returns its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def kalah_json(self, *arguments):
        """The JSON objects that a command prints about this server's store."""
        out = subprocess.run([self.kalah, *arguments, "--json", "--store", self.store],
                             capture_output=True, text=True, check=True).stdout
        return [json.loads(line) for line in out.splitlines()]

    def games(self):
        """All games, newest first."""
        return [game for game in self.kalah_json("games", "list", "--limit", "1000") if "number" in game]

    def game(self, number):
        return self.kalah_json("games", "show", str(number))[-1]


class Line(str):
    """A line from the server, with its parts at hand."""

    def __new__(cls, text):
        line = super().__new__(cls, text)
        match = re.fullmatch(r"(\d+)(?:@(\d+))? (\w+)(?: (.*))?", text)
        assert match, f"not a line that every client can read: {text!r}"
        line.id, line.ref, line.name, line.rest = int(match[1]), match[2], match[3], match[4] or ""
        return line


class Client:
    """A KGP client under a test's control. By itself it only answers pings, if `pongs` is set."""

    def __init__(self, sock):
        self.sock = sock
        self.rest = b""
        self.heard = []
        self.pongs = True

    def send(self, data):
        self.sock.sendall(data)

    def receive(self):
        return self.sock.recv(65536)

    def say(self, *lines):
        if lines:
            self.send(b"".join(line.encode() + b"\r\n" for line in lines))

    def line(self):
        """The next line, or None at the end of the connection."""
        while b"\n" not in self.rest:
            try:
                data = self.receive()
            except ConnectionError:
                data = b""
            if not data:
                return None
            self.rest += data
        text, self.rest = self.rest.split(b"\n", 1)
        assert text.endswith(b"\r"), f"no CRLF: {text!r}"
        line = Line(text[:-1].decode())
        self.heard.append(line)
        if line.name == "ping" and self.pongs:
            self.say(f"@{line.id} pong")
        return line

    def expect(self, pattern):
        """Reads up to the first line whose command matches."""
        while True:
            line = self.line()
            assert line is not None, f"no {pattern!r}, the end after {self.heard}"
            if re.match(pattern, line.split(" ", 1)[1]):
                return line

    def expect_end(self):
        while self.line() is not None:
            pass
        return self.heard[-1] if self.heard else None

    def close(self):
        self.sock.close()

    def crash(self):
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()


def http(server, request):
    """Sends one request, byte for byte. Returns everything that comes back."""
    with socket.create_connection((server.host, server.http), timeout=PATIENCE) as sock:
        sock.sendall(request)
        answer = b""
        try:
            while data := sock.recv(65536):
                answer += data
        except ConnectionError:
            pass
        return answer.decode(errors="replace")


class WebSocket(Client):
    """The same by WebSocket. Each call of `send` sends one message."""

    def __init__(self, server, path="/socket", origin=None, host=None, forwarded=None, sock=None):
        super().__init__(sock or socket.create_connection((server.host, server.http), timeout=PATIENCE))
        key = base64.b64encode(os.urandom(16)).decode()
        host = host or f"{server.host}:{server.http}"
        self.sock.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
                           f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           f"Sec-WebSocket-Key: {key}\r\n"
                           + (f"Origin: {origin}\r\n" if origin else "")
                           + (f"X-Forwarded-For: {forwarded}\r\n" if forwarded else "") + "\r\n").encode())
        self.raw = b""
        while b"\r\n\r\n" not in self.raw:
            data = self.sock.recv(65536)
            if not data:
                break
            self.raw += data
        head, _, self.raw = self.raw.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])
        self.messages = []
        self.close_code = None

    def frame(self, opcode, data, final=True):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.sock.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, data):
        self.frame(1, data)

    def send_fragments(self, *parts):
        for i, part in enumerate(parts):
            self.frame(1 if i == 0 else 0, part, final=i == len(parts) - 1)

    def read_raw(self, size):
        while len(self.raw) < size:
            data = self.sock.recv(65536)
            if not data:
                return None
            self.raw += data
        taken, self.raw = self.raw[:size], self.raw[size:]
        return taken

    def receive(self):
        while True:
            head = self.read_raw(2)
            if head is None:
                return b""
            size = head[1] & 127
            if size == 126:
                size = struct.unpack(">H", self.read_raw(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.read_raw(8))[0]
            data = self.read_raw(size)
            if head[0] & 15 == 8:
                self.close_code = struct.unpack(">H", data[:2])[0] if data else None
                try:
                    self.frame(8, data)
                except ConnectionError:
                    pass  # after wrong frames, the server need not read the answer
                return b""
            if head[0] & 15 in (0, 1, 2):
                self.messages.append((head[0], data))
                return data


def first_move(state):
    board = [int(x) for x in state.rest.strip("<>").split(",")]
    return next(i + 1 for i in range(board[0]) if board[3 + i])


class Robot(threading.Thread):
    """Plays any opponent, always with the first legal move, and counts its games."""

    def __init__(self, client, name):
        super().__init__(daemon=True)
        self.client = client
        self.games = 0
        self.changed = threading.Condition()
        client.say(f'1 set info:name "{name}"', f'3 set auth:token "{name}"', "5 mode freeplay")
        self.start()

    def run(self):
        try:
            while line := self.client.line():
                if line.name == "state":
                    self.client.say(f"@{line.id} move {first_move(line)}", f"@{line.id} yield")
                elif '"game:result"' in line:
                    with self.changed:
                        self.games += 1
                        self.changed.notify_all()
        except OSError:
            pass

    def wait_for_games(self, more):
        with self.changed:
            goal = self.games + more
            assert self.changed.wait_for(lambda: self.games >= goal, PATIENCE), "no games any more"
