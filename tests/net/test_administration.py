"""`kalah serve` as something to administer: signals, log files, options from a file, /health and
/metrics, the administrators' socket, backups, a full disk, proxies, and the samples for systemd and
nginx.
    test_administration.py KALAH PROJECT [UNITTEST ARGUMENTS…]
KALAH_TEST_FULL=1 runs more games and clients, and more of what takes time."""
import json
import os
import pty
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from kgp import PATIENCE, Client, Robot, Server, WebSocket, first_move, http

KALAH, PROJECT = sys.argv[1:3]
del sys.argv[1:3]
FULL = bool(os.environ.get("KALAH_TEST_FULL"))


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.01)


class Starting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kalah-administration-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return file.name

    def start(self, *options, **more):
        server = Server(KALAH, *options, **more)
        self.addCleanup(server.close)
        return server

    def hang_up(self, server, event="options read again"):
        """Sends SIGHUP and waits until the log says that it has been served."""
        before = self.read_log(server).count(event)
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.read_log(server).count(event) > before, event)

    def read_log(self, server):
        return server.log_text()

    def robots(self, server):
        """Two clients that play each other."""
        clients = [server.connect() for _ in range(2)]
        for client in clients:
            self.addCleanup(client.close)
        return [Robot(client, name) for client, name in zip(clients, "ab")]

    def count_games(self, server):
        database = sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)
        self.addCleanup(database.close)
        return database.execute("SELECT count(*) FROM games").fetchone()[0]

    def socket(self, server, **options):
        client = WebSocket(server, **options)
        self.addCleanup(client.close)
        return client


class Hangup(Starting):
    def test_a_running_game_goes_on(self):
        server = self.start("--time", "60s", "--board", "6x4", "--grace", "100ms")
        clients = [server.connect(f'1 set info:name "{name}"', "3 mode freeplay") for name in "ab"]
        for client in clients:
            self.addCleanup(client.close)
        state = clients[0].expect("state")
        self.hang_up(server)
        clients[0].say(f"@{state.id} move 1", f"@{state.id} yield")
        clients[1].expect("state")
        self.assertEqual(server.end(), 0)

    def test_rotating_the_log_loses_no_line_and_stops_no_game(self):
        log = self.path("log")
        server = self.start("--json", "--log", log, "--time", "60s", "--board", "3x3")
        robots = self.robots(server)
        count = 2
        turns = 8 if FULL else 1
        for turn in range(turns):
            os.rename(log, f"{log}.{turn}")
            server.process.send_signal(signal.SIGHUP)
            for _ in range(10):
                client = server.connect("1 goodbye")
                client.expect_end()
                client.close()
                count += 1
            wait_until(lambda: os.path.exists(log), "a new log")
        robots[0].wait_for_games(2 if FULL else 1)
        self.assertEqual(server.end(), 0)
        lines = []
        for name in [f"{log}.{turn}" for turn in range(turns)] + [log]:
            with open(name, encoding="utf-8") as file:
                text = file.read()
            # Empty if the log was renamed before its first line was written.
            self.assertTrue(text == "" or text.endswith("\n"), name)
            lines += [json.loads(line) for line in text.splitlines()]
        connected = [line["session"] for line in lines if line["event"] == "connected"]
        self.assertEqual((len(connected), len(set(connected))), (count, count))
        self.assertEqual([line["event"] for line in lines if "drop" in line["event"]], [])
        over = sum(line["event"] == "game over" for line in lines)
        self.assertEqual(over, self.count_games(server))
        self.assertEqual(server.log_text(), "")

    def test_a_log_that_cannot_be_opened_again_stays_where_it_is(self):
        os.mkdir(self.path("logs"))
        server = self.start("--log", self.path("logs/log"))
        os.rename(self.path("logs"), self.path("moved"))
        server.process.send_signal(signal.SIGHUP)

        def text():
            with open(self.path("moved/log"), encoding="utf-8") as file:
                return file.read()
        wait_until(lambda: "the log was not opened again" in text(), "a line in the old log")
        self.assertEqual(server.end(), 0)
        self.assertIn("statistics", text())

    def test_a_log_that_cannot_be_opened_is_said_at_once(self):
        done = subprocess.run([KALAH, "serve", "--store", self.path("s"), "--log", self.path("none/log")],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^kalah serve: --log: .*/none/log: No such file or directory\n$")

    def test_it_ends_with_the_terminal_that_it_was_started_from(self):
        store = self.path("games.sqlite")
        child, terminal = pty.fork()
        if child == 0:
            os.execv(KALAH, [KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--store", store])
        text = b""
        while b"Play at" not in text:
            text += os.read(terminal, 4096)
        os.close(terminal)
        ended = []
        try:
            wait_until(lambda: ended.append(os.waitpid(child, os.WNOHANG)) or ended[-1][0] == child, "its end")
        except AssertionError:
            os.kill(child, signal.SIGKILL)
            raise
        self.assertEqual(os.waitstatus_to_exitcode(ended[-1][1]), 0)


class Service(Starting):
    def test_it_tells_the_service_manager_how_it_is(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.settimeout(PATIENCE)
        manager.bind(self.path("notify"))
        server = self.start(env={**os.environ, "NOTIFY_SOCKET": self.path("notify")})
        first = manager.recv(4096).decode().split("\n")
        self.assertEqual(first, ["READY=1", f"STATUS=serving on 127.0.0.1:{server.http}"])
        self.hang_up(server)
        self.assertEqual([manager.recv(99), manager.recv(99)], [b"RELOADING=1", b"READY=1"])
        self.assertEqual(server.end(), 0)
        self.assertEqual(manager.recv(99), b"STOPPING=1")

    def test_a_name_that_is_no_file_works_too(self):
        name = f"kalah-{os.getpid()}"
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.settimeout(PATIENCE)
        manager.bind("\0" + name)
        self.start(env={**os.environ, "NOTIFY_SOCKET": "@" + name})
        self.assertIn(b"READY=1", manager.recv(4096))

    def test_the_unit_is_safe_and_its_options_are_right(self):
        folder = f"{PROJECT}/examples/systemd"
        done = subprocess.run([KALAH, "serve", "--check-config", "--config", f"{folder}/kalah.toml"],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, f"{folder}/kalah.toml: no errors\n"))
        if not shutil.which("systemd-analyze"):
            self.skipTest("systemd is not installed")
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=19",
                               f"{folder}/kalah.service"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_command_line_of_the_unit_starts_reloads_and_ends(self):
        with open(f"{PROJECT}/examples/systemd/kalah.service", encoding="utf-8") as file:
            unit = file.read()

        def lines(key):
            return re.findall(rf"^{key}=(.*)$", unit, re.M)
        with open(f"{PROJECT}/examples/systemd/kalah.toml", encoding="utf-8") as file:
            text = file.read()
        path = self.path("run/admin.sock")
        self.assertEqual(text.count('"/run/kalah/admin.sock"'), 1)
        self.assertIn("RuntimeDirectory=kalah\n", unit)
        os.mkdir(self.path("run"))
        text = text.replace("/run/kalah/admin.sock", path).replace("admin-port = 9180", "admin-port = 0")
        config = self.write("kalah.toml", "kgp-port = 0\nhttp-port = 0\n" + text)
        [start], [reload] = lines("ExecStart"), lines("ExecReload")
        self.assertEqual((start.count("/usr/bin/kalah "), start.count("/etc/kalah/kalah.toml")), (1, 1))
        command = shlex.split(start.replace("/usr/bin/kalah", KALAH).replace("/etc/kalah/kalah.toml", config))
        env = dict(each.split("=", 1) for line in lines("Environment") for each in shlex.split(line))
        self.assertEqual(env["XDG_DATA_HOME"], "/var/lib")
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.settimeout(PATIENCE)
        manager.bind(self.path("notify"))
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**env, "XDG_DATA_HOME": self.folder, "NOTIFY_SOCKET": self.path("notify")})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertIn(b"READY=1", manager.recv(4096))
        self.assertTrue(os.path.exists(self.path("kalah/games.sqlite")))
        subprocess.run(shlex.split(reload.replace("$MAINPID", str(process.pid))), check=True)
        self.assertEqual([manager.recv(99), manager.recv(99)], [b"RELOADING=1", b"READY=1"])
        subprocess.run([KALAH, "admin", "status", "--admin-socket", path], check=True, capture_output=True)
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_signals_go_to_the_thread_of_the_network_loop(self):
        server = self.start("--threads", "2")
        tasks = f"/proc/{server.process.pid}/task"
        heard = []
        for thread in os.listdir(tasks):
            with open(f"{tasks}/{thread}/status", encoding="utf-8") as status:
                held = int(re.search(r"^SigBlk:\s*(\w+)$", status.read(), re.MULTILINE)[1], 16)
            heard += [thread] * sum(not held >> signal_ - 1 & 1 for signal_ in
                                    (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        self.assertGreater(len(os.listdir(tasks)), 3)
        self.assertEqual(heard, [str(server.process.pid)] * 3)

    def test_the_log_begins_with_what_was_started(self):
        server = self.start("--json", "--board", "3x3", "--per-host", "7")
        self.assertEqual(server.end(), 0)
        first = json.loads(server.log_text().splitlines()[0])
        self.assertEqual((first["event"], first["board"], first["per_host"], first["store"], first["admin"]),
                         ("started", "3x3", 7, server.store, "none"))
        self.assertEqual(first["http"], f"127.0.0.1:{server.http}")


class Config(Starting):
    def check(self, text, *options):
        path = self.write("kalah.toml", text)
        done = subprocess.run([KALAH, "serve", "--check-config", "--config", path, *options],
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, (done.stdout + done.stderr).replace(path, "FILE")

    def options(self):
        """Name and type of every option, from the help."""
        text = subprocess.run([KALAH, "serve", "--help"], capture_output=True, text=True, check=True).stdout
        found = dict(re.findall(r"^  --([a-z-]+)(?: ([^ ]+))?", text, re.M))
        self.assertGreater(len(found), 25)
        for name in ("config", "check-config"):
            found.pop(name)
        return found

    def test_every_option_is_a_key(self):
        lists = {"bots": '["random", "champion:time=1s,memory=4M"]', "names": '["kalah.example"]',
                 "trusted-proxy": '["127.0.0.1", "10.0.0.0/8"]'}
        values = {}
        for number, (name, kind) in enumerate(self.options().items(), 7):  # no two ports are equal
            values[name] = lists.get(name) or (
                "true" if not kind else '"standard"' if kind == "PRESET" else str(number) if kind == "N" else
                f'"{kind.split("|")[0]}"' if "|" in kind else
                '"127.0.0.1"' if kind == "ADDRESS" else f'"{kind}"')
        whole = "".join(f"{name} = {value}\n" for name, value in values.items())
        self.assertEqual(self.check(whole), (0, "FILE: no errors\n"))
        self.assertEqual(self.check(whole.replace("kgp-port", "kgp_port"))[0], 0)
        for name in values if FULL else ("kgp-port", "json", "bots", "capture", "per-host-day"):
            code, text = self.check(f"# a comment\n{name} = 1979-05-27")
            self.assertEqual((code, f"kalah serve: FILE, line 2, column {len(name) + 4}: {name}: expected " in text),
                             (2, True), text)

    def test_mistakes_are_said_with_their_place(self):
        for text, answer in [
                ('\nkgp-prot = 1', 'line 2, column 12: no key "kgp-prot": did you mean kgp-port?'),
                ('per_hots = 1', 'line 1, column 12: no key "per_hots": did you mean per_host?'),
                ('kgp-port = 65536', "line 1, column 12: kgp-port: expected a number from 0 to 65535"),
                ('time = "soon"', "line 1, column 8: time: expected a time like"),
                ('rules = "chess"', 'line 1, column 9: rules: no rules "chess"'),
                ('board = "6by6"', "line 1, column 9: board: "),
                ('capture = "some"', "line 1, column 11: capture: "),
                ('json = "yes"', "line 1, column 8: json: expected true or false"),
                ('bots = [1]', "line 1, column 9: bots: expected a text in quotes"),
                ('per-host = 1\nper_host = 2', "stands twice"),
                ('time = ', "line 1, column ")]:
            code, said = self.check(text)
            self.assertEqual((code, said.count("\n"), answer in said), (2, 1, True), said)
            self.assertTrue(said.startswith("kalah serve: FILE, line "), said)
        for text, answer in [
                ('bots = ["random",\n "nobody"]', 'line 2, column 2: bots "nobody", column 1: '),
                ('bots = "human"', "line 1, column 8: bots: a person is no bot"),
                ('bots = ["random", "champion:db=none/db"]', 'line 1, column 19: bots "champion:db=none/db", '
                                                             "column 13: db=none/db: no such directory"),
                ('bots = ["champion:book=none.book"]', "line 1, column 9: bots: none.book: "),
                ('board = "<1,0,0,0,1>"', "line 1, column 9: board: south is to move but has no seeds"),
                ('names = ["a", "a b"]', 'line 1, column 15: names: "a b" is no name of a host'),
                ('trusted_proxy = [\n  "127.0.0.1",\n  "proxy"]', 'line 3, column 3: trusted-proxy: "proxy" is no '),
                ('host = ""', "line 1, column 8: host: the address is empty"),
                ('admin-host = ""', "line 1, column 14: admin-host: the address is empty")]:
            self.assertEqual(self.refused(text)[:len(answer)], answer)
        # What is typed has no place in the file.
        code, said = self.check('names = ["a b"]', "--names", "b c")
        self.assertEqual((code, said), (2, 'kalah serve: --names: "b c" is no name of a host\n'))
        done = subprocess.run([KALAH, "serve", "--config", self.path("none.toml")], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def refused(self, text, *options):
        """What is wrong, from the place on."""
        code, said = self.check(text, *options)
        self.assertEqual((code, said.count("\n")), (2, 1), said)
        self.assertTrue(said.startswith("kalah serve: FILE, "), said)
        return said.removeprefix("kalah serve: FILE, ").rstrip("\n")

    def test_equal_ports_are_refused(self):
        other = "; choose another, or 0 for any free one"
        self.assertEqual(self.refused("http-port = 7000\nkgp-port = 7000\n"),
                         f"line 1, column 13: http-port: 7000 is the kgp-port, too{other}")
        self.assertEqual(self.refused("\nadmin-port = 7000", "--http-port", "7000"),
                         f"line 2, column 14: admin-port: 7000 is the http-port, too{other}")
        self.assertEqual(self.refused('host = "0.0.0.0"\nadmin-port = 2671'),
                         f"line 2, column 14: admin-port: 2671 is the kgp-port, too{other}")
        for text in ("kgp-port = 0\nhttp-port = 0\nadmin-port = 0", "kgp-port = 8080",
                     'kgp-port = 7000\nadmin-port = 7000\nadmin-host = "127.0.0.2"'):
            self.assertEqual(self.check(text), (0, "FILE: no errors\n"))
        done = subprocess.run([KALAH, "serve", "--kgp-port", "7000", "--http-port", "7000"], capture_output=True,
                              text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr),
                         (2, f"kalah serve: --http-port: 7000 is the kgp-port, too{other}\n"))

    def test_the_check_looks_for_hosts_and_folders(self):
        none = self.path("none")
        for key in ("log", "store"):
            self.assertEqual(self.refused(f'\n{key} = "{none}/file"'),
                             f'line 2, column {len(key) + 4}: {key}: "{none}/file": there is no folder {none}; '
                             "make it first")
            self.assertEqual(self.refused(f'{key} = "{self.folder}"'),
                             f'line 1, column {len(key) + 4}: {key}: "{self.folder}" is a folder, no file')
        # No name has 64 letters without a dot, so that nobody is asked for it.
        name = 64 * "x"
        for key, more in (("host", ""), ("admin-host", "\nadmin-port = 0")):
            self.assertEqual(self.refused(f'{key} = "{name}"{more}'),
                             f'line 1, column {len(key) + 4}: {key}: "{name}": no such address here')
            self.assertEqual(self.refused(f'{key} = "192.0.2.1"{more}'),
                             f'line 1, column {len(key) + 4}: {key}: "192.0.2.1" is no address of this machine')
        self.assertEqual(self.check('admin-host = "192.0.2.1"')[0], 0)  # without a port, nobody listens
        for text in (f'log = "{self.path("log")}"\nstore = "{self.path("games.sqlite")}"', 'store = "postgresql://x/y"',
                     'host = "localhost"'):
            self.assertEqual(self.check(text), (0, "FILE: no errors\n"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["kalah.toml"])  # a check makes nothing
        # A server that runs is not in the way of a check.
        path = self.write("kalah.toml", "")
        server = self.start("--config", path)
        self.assertEqual(self.check(f"kgp-port = {server.kgp}\nhttp-port = {server.http}")[0], 0)

    def test_the_command_line_wins(self):
        path = self.write("kalah.toml", 'board = "4x4"\nper-host = 7\nkgp-port = 1\nbots = ["nobody"]\njson = true\n')
        server = self.start("--config", path, "--board", "3x3", "--bots", "random")
        self.assertEqual(server.end(), 0)
        first = json.loads(server.log_text().splitlines()[0])
        self.assertEqual((first["board"], first["per_host"]), ("3x3", 7))
        self.assertEqual(self.check('board = "4x4"', "--board", "x")[0], 2)

    def test_hangup_reads_limits_again_and_says_what_needs_a_restart(self):
        path = self.write("kalah.toml", "per-host = 2\n")
        server = self.start("--config", path, "--grace", "100ms")
        for _ in range(2):
            self.addCleanup(server.connect().close)

        def refused():
            client = Client(socket.create_connection((server.host, server.kgp), timeout=PATIENCE))
            self.addCleanup(client.close)
            client.line()  # the version of the protocol
            try:
                client.say("1 mode freeplay")
            except ConnectionError:
                return True
            line = client.line()
            return line is None or line.name == "error"
        self.assertTrue(refused())
        self.write("kalah.toml", 'per-host = 9\nboard = "3x3"\nbots = ["random"]\n')
        self.hang_up(server)
        self.assertFalse(refused())
        self.assertIn('options that need a restart options="board, bots"', server.log_text())
        self.write("kalah.toml", "per-host = 0\n")
        self.hang_up(server, "options not read again")
        self.assertIn("line 1, column 12: per-host: expected a number", server.log_text())
        self.assertFalse(refused())
        self.assertEqual(server.end(), 0)


class Admin(Starting):
    def ask(self, server, path="/health", method="GET"):
        """Status and body of an answer of the admin port."""
        with socket.create_connection(("127.0.0.1", server.admin), timeout=PATIENCE) as sock:
            sock.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while data := sock.recv(65536):
                answer += data
        head, _, body = answer.decode().partition("\r\n\r\n")
        return int(head.split()[1]), body

    def metrics(self, server):
        status, text = self.ask(server, "/metrics")
        self.assertEqual(status, 200)
        values = {}
        for line in text.splitlines():
            if line.startswith("# "):
                self.assertRegex(line, r"^# (HELP \w+ .+|TYPE \w+ (gauge|counter))$")
                continue
            name, value = re.fullmatch(r'(\w+(?:\{\w+="[^"]*"\})?) (\S+)', line).groups()
            self.assertNotIn(name, values)
            values[name] = float(value)
        return values

    def test_metrics_count_what_happens(self):
        server = self.start("--admin-port", "0", "--per-host", "3", "--board", "3x3")
        before = self.metrics(server)
        self.assertEqual(before['kalah_sessions{kind="kgp"}'], 0)
        robots = self.robots(server)
        for robot in robots:
            robot.wait_for_games(2)
        page = self.socket(server, path="/api")
        self.assertEqual(page.status, 101)
        refused = Client(socket.create_connection((server.host, server.kgp), timeout=PATIENCE))
        self.addCleanup(refused.close)
        refused.expect("error")
        self.assertIn(" 429 ", http(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        after = self.metrics(server)  # not shut out, though its host has too many connections
        self.assertEqual((after['kalah_sessions{kind="kgp"}'], after['kalah_sessions{kind="page"}']), (2, 1))
        self.assertEqual(after['kalah_refused_total{reason="connections"}'], 2)
        self.assertGreaterEqual(after["kalah_games_ended_total"], 2)
        self.assertGreater(after["kalah_moves_total"], 5)
        self.assertEqual(after["kalah_store_writable"], 1)
        self.assertGreater(after["process_resident_memory_bytes"], 1e6)
        self.assertGreater(after["process_open_fds"], 5)
        self.assertGreater(after["process_cpu_seconds_total"], 0)
        self.assertLess(abs(after["process_start_time_seconds"] - time.time()), 600)
        self.assertGreater(after["kalah_uptime_seconds"], before["kalah_uptime_seconds"])
        version = subprocess.run([KALAH, "--version", "--json"], capture_output=True, text=True).stdout
        self.assertEqual(after['kalah_build_info{version="%s"}' % json.loads(version)["version"]], 1)

    def test_requests_that_make_no_sense(self):
        server = self.start("--admin-port", "0")
        self.assertEqual(self.ask(server), (200, "ok\n"))
        self.assertEqual(self.ask(server, method="HEAD"), (200, ""))
        self.assertEqual(self.ask(server, method="POST")[0], 405)
        self.assertEqual(self.ask(server, "/")[0], 404)
        self.assertEqual(self.ask(server, "/socket")[0], 404)
        self.assertIn(" 404 ", http(server, b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        self.assertEqual(server.end(), 0)


class Socket(Starting):
    """The administrators' socket, and `kalah admin`."""

    def serve(self, *options, **more):
        self.socket_path = self.path("admin.sock")
        return self.start("--admin-socket", self.socket_path, *options, **more)

    def run_admin(self, *words):
        return subprocess.run([KALAH, "admin", *words, "--admin-socket", self.path("admin.sock")],
                              capture_output=True, text=True, timeout=2 * PATIENCE)

    def admin(self, *words):
        done = self.run_admin(*words, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def refused(self, *words):
        """The one line on standard error."""
        done = self.run_admin(*words)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
        return done.stderr

    def connect(self, server, address):
        client = Client(socket.create_connection((server.host, server.kgp), timeout=PATIENCE,
                                                 source_address=(address, 0)))
        self.addCleanup(client.close)
        return client

    def client(self, server, name, address="127.0.0.1"):
        client = self.connect(server, address)
        client.say(f'1 set info:name "{name}"', f'3 set auth:token "{name}"', "5 mode freeplay")
        return client

    def page(self, server, **options):
        page = self.socket(server, path="/api", **options)
        self.assertEqual(page.status, 101)
        page.events = []
        return page

    def ask(self, page, verb, **keys):
        """The answer to a request; events that come before it are kept."""
        page.send(json.dumps({"do": verb, "id": 1, **keys}).encode())
        while (message := json.loads(page.receive())).get("re") != 1:
            page.events.append(message)
        self.assertNotIn("error", message)
        return message

    def new_game(self, page):
        return self.ask(page, "new", rules="standard", start="6x4",
                        seats={side: {"kind": "person", "name": side} for side in ("south", "north")})

    def test_who_is_there_and_what_is_played(self):
        server = self.serve("--time", "60s", "--board", "3x3")
        self.assertEqual(self.admin("sessions"), {"sessions": [], "total": 0})
        programs = [self.client(server, name) for name in "ab"]
        states = programs[0].expect("state")
        self.assertIn("<3,0,0,3,3,3,3,3,3>", states)
        page = self.page(server)
        game = self.new_game(page)["game"]
        found = self.admin("sessions")
        self.assertEqual(found["total"], 3)
        self.assertEqual([(each["kind"], each["name"], each["host"], each["games"]) for each in found["sessions"]],
                         [("kgp", "a", "127.0.0.1", ["1"]), ("kgp", "b", "127.0.0.1", ["1"]),
                          ("page", "south", "127.0.0.1", [game])])
        self.assertTrue(all(abs(each["since"] / 1000 - time.time()) < 600 for each in found["sessions"]))
        games = self.admin("games")["games"]
        self.assertEqual([(each["game"], each["number"], each["names"], each["start"], each["plies"], each["to_move"])
                          for each in games],
                         [("1", 1, {"south": "a", "north": "b"}, "3x3", 0, "south"),
                          (game, None, {"south": "south", "north": "north"}, "6x4", 0, "south")])
        status = self.admin("status")
        self.assertEqual((status["sessions"], status["games"], status["games_in_memory"], status["draining"]),
                         ({"kgp": 2, "page": 1}, 1, 2, False))
        for words, text in ((("sessions",), "a"), (("games",), "a - b"), (("status",), "2 sessions of programs")):
            self.assertIn(text, self.run_admin(*words).stdout)

    def test_a_reload_that_failed_is_shown(self):
        config = self.write("kalah.toml", "per-host = 9\n")
        server = self.serve("--config", config)

        def successful():
            answer = socket.socket(socket.AF_UNIX)
            self.addCleanup(answer.close)
            answer.settimeout(PATIENCE)
            answer.connect(self.socket_path)
            answer.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            with answer.makefile(encoding="utf-8") as text:
                return re.findall(r"^kalah_last_reload_successful (\S+)$", text.read(), re.M)
        self.assertEqual((self.admin("status")["reload"], successful()), (None, ["1"]))
        self.assertNotIn("reload", self.run_admin("status").stdout)
        self.write("kalah.toml", "per-host = 9\n\nper-hots = 8\n")
        self.hang_up(server, "options not read again")
        why = f'{config}, line 3, column 12: no key "per-hots": did you mean per-host?'
        failed = self.admin("status")["reload"]
        self.assertEqual((failed["problem"], successful()), (why, ["0"]))
        self.assertLess(abs(failed["time"] / 1000 - time.time()), 600)
        self.assertRegex(self.run_admin("status").stdout, rf"(?m)^reload at .*: failed: {re.escape(why)}$")
        self.write("kalah.toml", "per-host = 8\n")
        self.hang_up(server)
        self.assertEqual((self.admin("status")["reload"]["problem"], successful()), (None, ["1"]))
        self.assertRegex(self.run_admin("status").stdout, r"(?m)^reload at .*: done$")

    def test_a_game_is_ended_without_a_result(self):
        server = self.serve("--time", "60s", "--board", "6x4")
        programs = [self.client(server, name) for name in "ab"]
        for client in programs:
            client.pongs = False  # no other game
        state = programs[0].expect("state")
        programs[0].say(f"@{state.id} move 1", f"@{state.id} yield")
        programs[1].expect("state")
        page = self.page(server)
        made = self.new_game(page)
        self.ask(page, "move", game=made["game"], key=made["keys"]["south"], pit=1, ply=0)
        self.assertEqual(self.admin("end", "1")["plies"], 1)
        for client in programs:
            client.expect('error "An administrator has ended the game"')
            client.expect('set "game:result" "[0-9]+-[0-9]+ aborted"')
            client.expect("ping")
        self.assertEqual(self.admin("end", made["game"])["plies"], 1)
        page.events.clear()
        self.assertEqual(self.ask(page, "enter", game=made["game"], keys=[])["state"]["ending"], "aborted")
        told = {}
        for event in page.events:
            told.update(event.get("changes", {}))
        self.assertEqual((told["status"], told["ending"], told["by_administrator"]), ("over", "aborted", True))
        for game in (made["game"], "1", "99", "#2"):
            self.assertIn("is not being played", self.refused("end", game))
        self.assertEqual(server.end(), 0)
        self.assertEqual([(each["ending"], each["plies"]) for each in server.games()], [("aborted", 1)] * 2)
        again = self.serve(store=server.store)
        state = self.ask(self.page(again), "enter", game=made["game"], keys=[])["state"]
        self.assertEqual((state["status"], state["by_administrator"], len(state["played"])), ("over", True, 1))

    def test_a_banned_host_is_thrown_out_and_refused(self):
        config = self.write("kalah.toml", 'trusted-proxy = ["127.0.0.1"]\n')
        server = self.serve("--config", config, "--admin-port", "0", "--time", "60s")
        page, other = (self.page(server, forwarded=address) for address in ("203.0.113.7", "203.0.113.8"))
        network = self.page(server, forwarded="2001:db8::1")
        bad, good = self.client(server, "a", "127.0.0.2"), self.client(server, "b", "127.0.0.3")
        bad.expect("state")
        self.assertEqual(self.admin("ban", "203.0.113.7"), {"host": "203.0.113.7", "closed": 1})
        self.assertEqual(self.admin("ban", "127.0.0.2")["closed"], 1)
        self.assertEqual(self.admin("ban", "2001:db8::99")["closed"], 1)
        self.assertEqual((page.receive(), page.close_code), (b"", 1008))
        self.assertEqual(network.receive(), b"")
        bad.expect('error "Your host is banned here"')
        bad.expect_end()
        good.expect('set "game:result" "[0-9]+-[0-9]+ gone"')
        self.hang_up(server)
        self.connect(server, "127.0.0.2").expect('error "Your host is banned here"')
        for address, status in (("203.0.113.7", 403), ("2001:db8::2", 403), ("2001:db8:0:1::", 101)):
            self.assertEqual(self.socket(server, path="/api", forwarded=address).status, status)
        self.new_game(other)
        self.assertEqual(sorted(each["host"] for each in self.admin("bans")["bans"]),
                         ["127.0.0.2", "2001:db8::/64", "203.0.113.7"])
        with socket.create_connection(("127.0.0.1", server.admin), timeout=PATIENCE) as sock:
            sock.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            text = b"".join(iter(lambda: sock.recv(65536), b"")).decode()
        self.assertIn('kalah_refused_total{reason="banned"} 3\n', text)
        self.admin("unban", "127.0.0.2")
        self.admin("unban", "2001:db8::/64")
        self.admin("ban", "203.0.113.7", "--for", "10ms")
        wait_until(lambda: self.socket(server, path="/api", forwarded="203.0.113.7").status == 101, "the ban's end")
        self.assertEqual(self.admin("bans"), {"bans": [], "total": 0})
        self.client(server, "a", "127.0.0.2").expect("ok")
        self.assertIn("is not banned", self.refused("unban", "127.0.0.2"))
        self.assertIn("is no address", self.refused("ban", "example.org"))

    def test_a_draining_server_ends_when_its_games_are_over(self):
        server = self.serve("--time", "60s", "--board", "3x3")
        clients = [self.client(server, name) for name in "ab"]
        idle = self.client(server, "c")
        idle.expect("ok")
        state = clients[0].expect("state")
        self.assertEqual(self.admin("drain"), {"games": 1})
        self.assertEqual(idle.expect_end().name, "goodbye")
        self.client(server, "d").expect('error "The server is closing"')
        late = self.page(server)
        self.assertEqual((late.receive(), late.close_code), (b"", 1001))
        self.assertTrue(self.admin("status")["draining"])
        self.assertEqual(self.ask_by_http("GET", "/health"), (503, "the server is draining\n"))

        def play(client):
            while line := client.line():
                if line.name == "state":
                    client.say(f"@{line.id} move {first_move(line)}", f"@{line.id} yield")
        players = [threading.Thread(target=play, args=(client,)) for client in clients]
        for player in players:
            player.start()
        clients[0].say(f"@{state.id} move {first_move(state)}", f"@{state.id} yield")
        self.assertEqual(server.process.wait(PATIENCE), 0)
        for player in players:
            player.join()
        self.assertTrue(all('"game:result"' in "".join(client.heard) for client in clients))
        self.assertEqual([each["ending"] for each in server.games()], ["finished"])
        self.assertFalse(os.path.exists(self.socket_path))

    def test_a_draining_server_waits_for_a_browser_game_only_while_its_person_is_there(self):
        server = self.serve()
        page = self.page(server)
        game = self.new_game(page)
        self.assertEqual(self.admin("drain"), {"games": 0})
        self.ask(page, "move", game=game["game"], key=game["keys"]["south"], pit=1, ply=0)
        self.assertIsNone(server.process.poll())
        page.close()
        self.assertEqual(server.process.wait(PATIENCE), 0)
        again = self.serve(store=server.store)
        self.assertEqual(len(self.ask(self.page(again), "enter", game=game["game"], keys=[])["state"]["played"]), 1)

    def ask_by_http(self, method, path, body=""):
        """Status and body of what the socket answers."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(PATIENCE)
            sock.connect(self.socket_path)
            sock.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            answer = b"".join(iter(lambda: sock.recv(65536), b"")).decode()
        head, _, text = answer.partition("\r\n\r\n")
        return int(head.split()[1]), text

    def test_nothing_is_done_but_by_post_at_the_socket(self):
        server = self.serve("--admin-port", "0")
        self.assertEqual(self.ask_by_http("GET", "/drain")[0], 400)
        self.assertEqual(self.ask_by_http("POST", "/sessions")[0], 405)
        self.assertEqual(self.ask_by_http("GET", "/health"), (200, "ok\n"))
        self.assertIn("kalah_sessions", self.ask_by_http("GET", "/metrics")[1])
        for body in ("", "[]", "{", '{"game": 1}', '{"game": "1", "why": "no"}'):
            status, text = self.ask_by_http("POST", "/end", body)
            self.assertEqual((status, list(json.loads(text))), (400, ["error"]))
        request = "POST /drain HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
        for port in (server.admin, server.http):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sock:
                sock.sendall(request.encode())
                self.assertIn(sock.recv(65536).split()[1], (b"404", b"405"))
        self.assertFalse(self.admin("status")["draining"])

    def test_the_socket_belongs_to_its_owner_and_to_one_server(self):
        server = self.serve()
        self.assertEqual(stat.S_IMODE(os.stat(self.socket_path).st_mode), 0o600)
        second = subprocess.run([KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--store", self.path("s"),
                                 "--admin-socket", self.socket_path], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((second.returncode, second.stderr),
                         (1, f"kalah serve: --admin-socket: {self.socket_path}: a server is running there\n"))
        self.assertEqual(self.admin("status")["games"], 0)
        os.chmod(self.folder, 0o755)
        if os.geteuid() == 0:
            script = ("import os, socket, sys; os.setuid(65534); "
                      "socket.socket(socket.AF_UNIX).connect(sys.argv[1])")
            done = subprocess.run([sys.executable, "-c", script, self.socket_path], capture_output=True, text=True)
            self.assertIn("PermissionError", done.stderr)
        server.process.kill()
        server.process.wait()
        self.assertTrue(os.path.exists(self.socket_path))
        self.assertIn("the server has ended", self.refused("status"))
        self.serve()
        self.admin("status")

    def test_what_is_wrong_is_said_in_one_line(self):
        self.assertIn("no server", self.refused("sessions"))
        done = subprocess.run([KALAH, "admin", "status"], capture_output=True, text=True)
        if done.returncode:
            self.assertRegex(done.stderr, "^kalah admin status: /run/kalah/admin.sock: .+\n$")
        self.write("file", "")
        for path, why in ((self.path("file"), "no socket"), (self.path("none/s"), "No such file"),
                          (self.path("x" * 200), "has 1 to 107 bytes")):
            done = subprocess.run([KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--store", self.path("s"),
                                   "--admin-socket", path], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stderr.count("\n"), why in done.stderr), (1, 1, True), done.stderr)
        done = self.run_admin("ban", "127.0.0.1", "--for", "soon")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))


class Backup(Starting):
    """`kalah store backup` while a server writes."""

    def back_up(self, server, name, **more):
        return subprocess.run([KALAH, "store", "backup", self.path(name), "--store", server.store, "--json"],
                              capture_output=True, text=True, timeout=2 * PATIENCE, **more)

    def check(self, path):
        done = subprocess.run([KALAH, "store", "check", "--store", path, "--json"], capture_output=True, text=True)
        self.assertEqual((done.returncode, json.loads(done.stdout)["problems"]), (0, []), done.stderr)
        return json.loads(done.stdout)["games"]

    def test_every_backup_of_a_busy_server_is_whole(self):
        server = self.start("--board", "3x3", "--time", "60s")
        robots = [robot for _ in range(4) for robot in self.robots(server)]
        for turn in range(20 if FULL else 3):
            robots[0].wait_for_games(3)
            announced = robots[0].games
            done = self.back_up(server, f"b{turn}")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            path = self.path(f"b{turn}")
            told = json.loads(done.stdout)
            self.assertEqual((told["file"], told["bytes"]), (path, os.path.getsize(path)))
            self.assertGreaterEqual(self.check(path), announced)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), stat.S_IMODE(os.stat(server.store).st_mode))
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.startswith("b")),
                         sorted(f"b{turn}" for turn in range(turn + 1)))
        self.assertEqual(server.end(), 0)
        again = self.start(store=path)
        self.assertGreaterEqual(len(again.games()), announced)

    def test_a_file_that_is_there_stays(self):
        server = self.start()
        self.write("old", "precious")
        os.symlink(self.path("nowhere"), self.path("link"))
        for name in ("old", "link"):
            done = self.back_up(server, name)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"kalah store backup: {self.path(name)}: already there; name a new file\n"))
        with open(self.path("old"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")
        done = self.back_up(server, "none/b")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))
        self.assertEqual(sorted(os.listdir(self.folder)), ["link", "old"])

    def test_a_killed_backup_leaves_nothing_under_the_name(self):
        server = self.start("--board", "3x3")
        self.robots(server)[0].wait_for_games(1)
        database = sqlite3.connect(server.store)
        self.addCleanup(database.close)
        database.execute("INSERT INTO notes VALUES ('ballast', hex(zeroblob(10000000)))")
        database.commit()
        cut = 0
        for turn in range(20):
            path = self.path(f"b{turn}")
            process = subprocess.Popen([KALAH, "store", "backup", path, "--store", server.store],
                                       stdout=subprocess.DEVNULL)
            part = f"{path}.part-{process.pid}"
            while not (os.path.exists(part) and os.path.getsize(part)) and process.poll() is None:
                pass
            process.kill()
            process.wait()
            if os.path.exists(path):
                self.check(path)  # it was too late
            else:
                cut += 1
            if cut == (3 if FULL else 1):
                break
        self.assertGreater(cut, 0)
        self.assertEqual(self.back_up(server, "whole").returncode, 0)
        self.check(self.path("whole"))


class FullDisk(Starting):
    """A store on a small disk of its own, which is really full."""

    def enter(self):
        """A mount namespace with a disk of 8 MB in self.folder, and a `kalah` that runs in it."""
        script = f'mount -t tmpfs -o size=8m tmpfs "{self.folder}" && echo ready && exec sleep infinity'
        for how in (["-m"], ["--user", "--map-root-user", "-m"]):
            holder = subprocess.Popen(["unshare", *how, "sh", "-c", script], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
            self.addCleanup(holder.wait)
            self.addCleanup(holder.kill)
            self.addCleanup(holder.stdout.close)
            if holder.stdout.readline() == "ready\n":
                break
        else:
            self.skipTest("no private mounts are permitted here")
        user = [] if how == ["-m"] else ["-U", "--preserve-credentials"]
        enter = shlex.join(["nsenter", "-t", str(holder.pid), "-m", *user, KALAH])
        wrapper = tempfile.NamedTemporaryFile("w", prefix="kalah-", delete=False)
        self.addCleanup(os.unlink, wrapper.name)
        with wrapper:
            wrapper.write(f'#!/bin/sh\nexec {enter} "$@"\n')
        os.chmod(wrapper.name, 0o700)
        return wrapper.name, f"/proc/{holder.pid}/root{self.folder}"

    def health(self, path):
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(PATIENCE)
            sock.connect(path)
            sock.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = b"".join(iter(lambda: sock.recv(65536), b"")).decode()
        return int(answer.split()[1]), answer.partition("\r\n\r\n")[2]

    def fill(self, path):
        with open(path, "wb", buffering=0) as file:
            for size in (65536, 1):
                try:
                    while file.write(b"x" * size):
                        pass
                except OSError:
                    pass

    def be_full(self, path, disk):
        self.assertEqual(self.health(path), (200, "ok\n"))
        self.fill(f"{disk}/ballast")
        wait_until(lambda: self.health(path)[0] == 503, "503")
        self.assertRegex(self.health(path)[1], r"^the store cannot be written: .*games.sqlite: ")
        os.unlink(f"{disk}/ballast")
        wait_until(lambda: self.health(path) == (200, "ok\n"), "200")

    def test_no_announced_game_is_lost_when_the_disk_is_full(self):
        kalah, disk = self.enter()
        other = tempfile.TemporaryDirectory(prefix="kalah-socket-")
        self.addCleanup(other.cleanup)
        path = other.name + "/admin.sock"
        server = Server(kalah, "--admin-socket", path, "--board", "3x3", store=self.path("games.sqlite"))
        self.addCleanup(server.close)
        if FULL:
            self.be_full(path, disk)  # the server notices without any client
        robots = self.robots(server)
        for _ in range(3 if FULL else 1):
            robots[0].wait_for_games(1)
            self.be_full(path, disk)
            robots[0].wait_for_games(1)
        announced = robots[0].games
        self.assertEqual(server.end(), 0)
        self.assertNotIn("game lost", server.log_text())
        self.assertIn("the store can be written again", server.log_text())
        self.assertGreaterEqual(sum(game["ending"] == "finished" for game in server.games()), announced)
        done = subprocess.run([kalah, "store", "check", "--store", server.store], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


class Proxies(Starting):
    def test_clients_behind_a_trusted_proxy_count_by_their_own_address(self):
        server = self.start("--trusted-proxy", "127.0.0.1", "--per-host", "3")
        one = [self.socket(server, forwarded="203.0.113.1") for _ in range(3)]
        self.assertEqual([client.status for client in one], [101] * 3)
        self.assertEqual(self.socket(server, forwarded="203.0.113.1").status, 429)
        self.assertEqual(self.socket(server, forwarded="203.0.113.9, 203.0.113.1").status, 429)
        others = [self.socket(server, forwarded=f"203.0.113.{i}") for i in range(2, 22)]
        self.assertEqual([client.status for client in others], [101] * 20)
        one[0].close()
        wait_until(lambda: self.socket(server, forwarded="203.0.113.1").status == 101, "a place that is free again")
        self.assertIn('peer="203.0.113.1"', server.log_text())
        self.assertEqual(server.end(), 0)

    def test_each_request_of_a_kept_connection_counts_for_its_client(self):
        server = self.start("--trusted-proxy", "127.0.0.0/8", "--per-host", "1")
        held = self.socket(server, forwarded="203.0.113.1")
        self.assertEqual(held.status, 101)
        with socket.create_connection((server.host, server.http), timeout=PATIENCE) as sock:
            stream = sock.makefile("rb")
            for address, status in (("203.0.113.2", b"404"), ("203.0.113.3", b"404"), ("203.0.113.1", b"429")):
                sock.sendall(f"GET /none HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n\r\n".encode())
                self.assertEqual(stream.readline().split()[1], status)
                size = 0
                while (line := stream.readline().strip()):
                    if line.lower().startswith(b"content-length:"):
                        size = int(line.split()[1])
                stream.read(size)

    def test_nobody_else_is_believed(self):
        server = self.start("--trusted-proxy", "10.0.0.0/8", "--per-host", "2")
        clients = [self.socket(server, forwarded=f"203.0.113.{i}") for i in range(3)]
        self.assertEqual([client.status for client in clients], [101, 101, 429])

    def test_limits_of_games_count_the_clients(self):
        server = self.start("--trusted-proxy", "127.0.0.1", "--per-host-minute", "1")
        make = {"do": "new", "id": 1, "rules": "standard", "start": "6x4",
                "seats": {side: {"kind": "person", "name": side} for side in ("south", "north")}}
        answers = []
        for address in ("203.0.113.1", "203.0.113.1", "203.0.113.2"):
            page = self.socket(server, path="/api", forwarded=address)
            page.send(json.dumps(make).encode())
            answer = {}
            while answer.get("re") != 1:  # events may come before it
                answer = json.loads(page.receive())
            answers.append(answer.get("error", {}).get("code", "made"))
        self.assertEqual(answers, ["made", "too_many_new_games", "made"])


class BehindNginx(Starting):
    """The sample of examples/nginx, with ports, certificate and folders of the test."""

    def start_nginx(self, server):
        if not shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"):
            self.skipTest("nginx is not installed")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=kalah.example", "-addext", "subjectAltName=DNS:kalah.example",
                        "-keyout", self.path("key"), "-out", self.path("cert")], check=True, capture_output=True)
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
            self.tls, plain = one.getsockname()[1], two.getsockname()[1]
        with open(f"{PROJECT}/examples/nginx/kalah.conf", encoding="utf-8") as file:
            sample = file.read()
        for old, new in (("listen 443 ssl", f"listen 127.0.0.1:{self.tls} ssl"), ("listen 80", f"listen 127.0.0.1:{plain}"),
                         ("http://127.0.0.1:8080", f"http://127.0.0.1:{server.http}"),
                         ("/etc/letsencrypt/live/kalah.example/fullchain.pem", self.path("cert")),
                         ("/etc/letsencrypt/live/kalah.example/privkey.pem", self.path("key"))):
            self.assertEqual(sample.count(old), 1, old)
            sample = sample.replace(old, new)
        folders = "".join(f"{kind}_temp_path {self.folder};\n"
                          for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        config = self.write("nginx.conf", f"daemon off;\nmaster_process off;\npid {self.path('pid')};\n"
                            f"error_log {self.path('error')};\nevents {{ worker_connections 2000; }}\n"
                            f"http {{\naccess_log off;\n{folders}{sample}}}\n")
        nginx = subprocess.Popen(["nginx", "-c", config, "-p", self.folder],
                                 env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        self.addCleanup(nginx.wait)
        self.addCleanup(nginx.terminate)

        def answers():
            try:
                self.connect("127.0.0.1").close()
                return True
            except ConnectionRefusedError:
                assert nginx.poll() is None, "nginx ended"
                return False
        wait_until(answers, "nginx listens")

    def connect(self, address):
        """A TLS connection from this address."""
        context = ssl.create_default_context(cafile=self.path("cert"))
        sock = socket.create_connection(("127.0.0.1", self.tls), timeout=PATIENCE, source_address=(address, 0))
        return context.wrap_socket(sock, server_hostname="kalah.example")

    def client(self, server, address, **options):
        client = WebSocket(server, host="kalah.example", sock=self.connect(address), **options)
        self.addCleanup(client.close)
        return client


class Restart(BehindNginx):
    OPTIONS = ("--names", "kalah.example", "--trusted-proxy", "127.0.0.1", "--board", "3x3", "--time", "60s")

    def ask(self, page, verb, **keys):
        page.send(json.dumps({"do": verb, "id": 1, **keys}).encode())
        while (message := json.loads(page.receive())).get("re") != 1:
            pass  # an event
        self.assertNotIn("error", message)
        return message

    def test_games_go_on_behind_nginx_when_the_server_is_started_anew(self):
        server = self.start(*self.OPTIONS, "--grace", "100ms")
        self.start_nginx(server)
        page = self.client(server, "127.0.1.1", path="/api", origin="https://kalah.example")
        made = self.ask(page, "new", rules="standard", start="6x4",
                        seats={side: {"kind": "person", "name": side} for side in ("south", "north")})
        game, keys = made["game"], made["keys"]
        self.ask(page, "move", game=game, key=keys["south"], pit=1, ply=0)
        robots = [Robot(self.client(server, "127.0.1.2"), name) for name in "ab"]
        robots[0].wait_for_games(1)
        announced = robots[0].games
        self.assertEqual(server.end(), 0)
        while page.receive():
            pass
        for robot in robots:
            robot.join(PATIENCE)
            self.assertFalse(robot.is_alive())
        again = self.start(*self.OPTIONS, store=server.store, like=server)
        page = self.client(again, "127.0.1.1", path="/api", origin="https://kalah.example")
        state = self.ask(page, "enter", game=game, keys=list(keys.values()))["state"]
        self.assertEqual((state["status"], len(state["played"])), ("playing", 1))
        self.ask(page, "move", game=game, key=keys["north"], pit=1, ply=1)
        robots = [Robot(self.client(again, "127.0.1.2"), name) for name in "ab"]
        robots[0].wait_for_games(1)
        self.assertGreater(sum(each["ending"] == "finished" for each in again.games()), announced)
        self.assertEqual(again.end(), 0)


@unittest.skipUnless(FULL, "KALAH_TEST_FULL=1 runs hundreds of clients")
class Nginx(BehindNginx):
    def test_300_clients_of_30_addresses_play_behind_nginx(self):
        log = self.path("log")
        server = self.start("--names", "kalah.example", "--trusted-proxy", "127.0.0.1", "--per-host", "10",
                            "--board", "3x3", "--time", "60s", "--protocol-timeout", "10m", "--log", log)
        self.start_nginx(server)
        clients = [self.client(server, f"127.0.1.{1 + i % 30}") for i in range(300)]
        self.assertEqual([client.status for client in clients], [101] * 300)
        for i in range(30):
            self.assertEqual(self.client(server, f"127.0.1.{1 + i}").status, 429)
        page = "https://kalah.example"
        self.assertEqual(self.client(server, "127.0.1.99", path="/api", origin=page).status, 101)
        self.assertEqual(self.client(server, "127.0.1.99", path="/api", origin="https://other.example").status, 403)
        robots = [Robot(client, f"c{i}") for i, client in enumerate(clients)]
        os.rename(log, log + ".1")
        server.process.send_signal(signal.SIGHUP)
        for robot in robots:
            robot.wait_for_games(1)
        wait_until(lambda: os.path.exists(log), "a new log")
        self.assertEqual(server.end(), 0)
        text = ""
        for name in (log + ".1", log):
            with open(name, encoding="utf-8") as file:
                text += file.read()
        self.assertEqual(text.count(" connected "), 301)
        self.assertEqual(len(set(re.findall(r' connected .* peer="(127\.0\.1\.\d+)"', text))), 31)
        self.assertNotIn("game lost", text)
        self.assertEqual(self.count_games(server), text.count(" game over "))


if __name__ == "__main__":
    done = unittest.main(exit=False).result
    sys.exit(not done.wasSuccessful() or 77 * bool(done.skipped))
