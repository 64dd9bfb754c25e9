"""What `kalah serve` shows to browsers, on real sockets: files, the limits of /api, and what
browser games need from the whole program: clocks, threads, the store.
    test_site.py KALAH [UNITTEST ARGUMENTS…]
Other tests check the meaning of the messages of /api."""
import gzip
import json
import os
import re
import socket
import sqlite3
import sys
import unittest

from kgp import PATIENCE, Robot, Server, WebSocket, http

KALAH = sys.argv.pop(1)
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(KALAH)

    @classmethod
    def tearDownClass(cls):
        try:
            assert cls.server.process.poll() is None, "the server died: " + cls.server.log_text()
            assert cls.server.end() == 0
        finally:
            cls.server.close()

    def api(self, **options):
        client = WebSocket(self.server, path="/api", **options)
        self.addCleanup(client.close)
        return client


class Answer:
    """One response, read from a stream of the socket, without a byte beyond its end."""

    def __init__(self, stream, method):
        self.status = int(stream.readline().split()[1])
        self.fields = {}
        while (line := stream.readline().strip()):
            name, value = line.decode().split(": ", 1)
            self.fields[name.lower()] = value
        has_body = method != "HEAD" and self.status != 304
        self.body = stream.read(int(self.fields["content-length"])) if has_body else b""


class Connection:
    def __init__(self, server, host="localhost"):
        self.host = host
        self.sock = socket.create_connection((server.host, server.http), timeout=PATIENCE)
        self.stream = self.sock.makefile("rb")

    def ask(self, path, method="GET", **fields):
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        self.sock.sendall("\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {self.host}", *lines, "", ""]).encode())
        return Answer(self.stream, method)

    def close(self):
        self.stream.close()
        self.sock.close()


class Files(SiteTest):
    def setUp(self):
        self.connection = Connection(self.server)
        self.addCleanup(self.connection.close)
        self.ask = self.connection.ask

    def asset(self):
        return re.search(r'src="(/assets/[^"]*\.js)"', self.ask("/").body.decode())[1]

    def test_a_page_comes_compressed_to_those_who_take_that(self):
        packed = self.ask("/", Accept_Encoding="br, gzip;q=0.8")
        self.assertEqual(packed.status, 200)
        self.assertEqual(packed.fields["content-encoding"], "gzip")
        self.assertEqual(packed.fields["content-type"], "text/html; charset=utf-8")
        self.assertIn("accept-encoding", packed.fields["vary"].lower())
        for others in ({}, {"Accept_Encoding": "gzip;q=0"}, {"Accept_Encoding": "br"}):
            plain = self.ask("/", **others)
            self.assertNotIn("content-encoding", plain.fields)
            self.assertEqual(plain.body, gzip.decompress(packed.body))
        self.assertIn(b"<title>Kalah</title>", plain.body)

    def test_every_file_that_the_page_names_is_there_and_stays(self):
        for _ in range(2):
            script = self.ask(self.asset(), Accept_Encoding="gzip")
            self.assertEqual(script.status, 200)
            self.assertEqual(script.fields["content-type"], "text/javascript; charset=utf-8")
            self.assertEqual(script.fields["cache-control"], "public, max-age=31536000, immutable")
            self.assertEqual(gzip.decompress(script.body), self.ask(self.asset()).body)
        self.assertEqual(self.ask("/").fields["cache-control"], "no-cache")

    def test_what_a_browser_has_already_is_not_sent_again(self):
        for encoding in ("gzip", "identity"):
            tag = self.ask("/", Accept_Encoding=encoding).fields["etag"]
            again = self.ask("/", Accept_Encoding=encoding, If_None_Match=f'"other", {tag}')
            self.assertEqual((again.status, again.fields["etag"]), (304, tag))
            self.assertEqual(self.ask("/", Accept_Encoding=encoding, If_None_Match='"other"').status, 200)
        self.assertNotEqual(self.ask(self.asset()).fields["etag"], tag)

    def test_the_head_alone_has_the_length_of_the_whole(self):
        for path in ("/", self.asset(), "/no-such-page"):
            whole = self.ask(path, Accept_Encoding="gzip")
            head = self.ask(path, method="HEAD", Accept_Encoding="gzip")
            self.assertEqual(head.status, whole.status)
            self.assertEqual(head.fields["content-length"], str(len(whole.body)))

    def test_pages_can_only_be_read(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"):
            answer = self.ask("/", method=method)
            self.assertEqual((answer.status, answer.fields["allow"]), (405, "GET, HEAD"))

    def test_every_page_of_the_application_is_the_application(self):
        page = self.ask("/").body
        for path in ("/?x=1", "/game/abc", "/analyse", "/analyse?rules=standard&start=6x4", "/watch",
                     "/watch/game/7", "/watch/player/J%C3%BCrgen", "/learn"):
            self.assertEqual(self.ask(path).body, page, path)

    def test_who_looks_for_a_page_that_there_is_not_is_told_so_by_the_application(self):
        missing = self.ask("/no/such/page", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
        self.assertEqual((missing.status, missing.body), (404, self.ask("/").body))

    def test_no_path_leads_out_of_the_files(self):
        for path in ("/../index.html", "/../../etc/passwd", "/%2e%2e/index.html", "/assets/../index.html",
                     "/assets/%2e%2e/index.html", "//", "//etc/passwd", "/./", "/.npmrc", "/assets", "/assets/",
                     "/index.html/", "/index.html%00", "/INDEX.HTML", "/\\..\\x", "http://x/index.html", "/game",
                     "/games/1", "/learn/", "/" + "a" * 7000):
            answer = self.ask(path)
            self.assertEqual((answer.status, answer.body), (404, b"There is no such page.\n"), path)
            self.assertEqual(answer.fields["content-type"], "text/plain; charset=utf-8")

    def test_what_is_no_path_ends_the_connection(self):
        for path in (b"/\x00", b"/index.html\x00", b"/a b", b"/\x01"):
            answer = http(self.server, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertNotIn("200 OK", answer, path)
        self.assertIn(" 431 ", http(self.server, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"))

    def test_pages_are_shown_under_names_of_the_server_only(self):
        for host in ("evil.example", f"evil.example:{self.server.http}", "127.0.0.1.evil.example"):
            other = Connection(self.server, host)
            self.addCleanup(other.close)
            answer = other.ask("/")
            self.assertEqual(answer.status, 421, host)
            self.assertIn(b"--names", answer.body)
        for host in ("127.0.0.1", f"localhost:{self.server.http}", "[::1]:8080"):
            own = Connection(self.server, host)
            self.addCleanup(own.close)
            self.assertEqual(own.ask("/").status, 200, host)

    def test_an_old_client_is_told_that_the_connection_stays(self):
        answer = http(self.server, b"GET / HTTP/1.0\r\n\r\n")
        self.assertTrue(answer.startswith("HTTP/1.0 200 "))
        self.connection.sock.sendall(b"HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        self.assertEqual(Answer(self.connection.stream, "HEAD").fields["connection"], "keep-alive")
        self.assertEqual(self.ask("/").status, 200)

    def test_who_does_not_speak_http_or_waits_to_send_a_body_is_told_so(self):
        self.assertIn(" 400 ", http(self.server, b"name Ada\r\n\r\n"))
        self.assertIn(" 417 ", http(self.server, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
                                                 b"Expect: 100-continue\r\n\r\n"))
        self.assertEqual(self.ask("/api").fields["connection"], "Upgrade")

    def test_every_answer_says_what_pages_may_not_do(self):
        asked = [self.ask("/"), self.ask("/", Accept_Encoding="gzip"), self.ask(self.asset()),
                 self.ask("/", method="HEAD"), self.ask("/", If_None_Match="*"), self.ask("/none"),
                 self.ask("/", method="POST"), self.ask("/api"), self.ask("/socket")]
        self.assertEqual([answer.status for answer in asked], [200, 200, 200, 200, 304, 404, 405, 426, 426])
        asked.append(self.ask("/", X="x" * 8192))
        self.assertEqual(asked[-1].status, 431)
        for answer in asked:
            self.assertEqual(answer.fields["content-security-policy"], POLICY)
            self.assertEqual(answer.fields["x-content-type-options"], "nosniff")
            self.assertEqual(answer.fields["referrer-policy"], "no-referrer")
            self.assertEqual(answer.fields["cross-origin-opener-policy"], "same-origin")


class Api(SiteTest):
    def ask(self, client, text=b"{}"):
        client.send(text)
        return client.receive()

    def close_code(self, client):
        while client.receive():
            pass
        return client.close_code

    def flood(self, client, frame):
        """Sends a frame ten thousand times, a thousand at once. Returns the close code."""
        try:
            for _ in range(10):
                client.sock.sendall(frame * 1_000)
        except ConnectionError:
            pass  # that was more than enough
        return self.close_code(client)

    def test_pages_of_other_hosts_may_not_open_it(self):
        here = f"http://{self.server.host}:{self.server.http}"
        self.assertEqual(self.api(origin=here).status, 101)
        self.assertEqual(self.api().status, 101)
        for origin in ("http://example.org", "null", here + "0", "http://example.org:" + str(self.server.http), here[7:]):
            self.assertEqual(self.api(origin=origin).status, 403, origin)

    def test_a_page_under_a_name_of_somebody_else_may_not_open_it(self):
        name = f"evil.example:{self.server.http}"
        self.assertEqual(self.api(host=name, origin="http://" + name).status, 421)
        self.assertEqual(self.api(host=name).status, 101)  # a program
        name = f"localhost:{self.server.http}"
        self.assertEqual(self.api(host=name, origin="http://" + name).status, 101)

    def test_each_message_is_answered_in_one_frame_of_text(self):
        client = self.api()
        client.send_fragments(b"{", b"", b"}")
        self.assertTrue(client.receive())
        self.assertTrue(self.ask(client))
        self.assertEqual({head for head, _ in client.messages}, {0x81})

    def test_64_kib_are_heard_and_not_a_byte_more(self):
        client = self.api()
        self.assertTrue(self.ask(client, b"x" * 65_536))
        client.send_fragments(b"x" * 30_000, b"x" * 30_000, b"x" * 5_536)
        self.assertTrue(client.receive())
        client.send(b"x" * 65_537)
        self.assertEqual(self.close_code(client), 1009)
        client = self.api()
        client.send_fragments(b"x" * 60_000, b"x" * 6_000)
        self.assertEqual(self.close_code(client), 1009)

    def test_only_text_is_heard(self):
        client = self.api()
        client.frame(2, b"{}")
        self.assertEqual(self.close_code(client), 1003)
        client = self.api()
        client.send(b"\xff\xfe")
        self.assertEqual(self.close_code(client), 1007)
        client = self.api()
        client.sock.sendall(b"\xff" * 64)
        self.assertEqual(self.close_code(client), 1002)

    def test_two_hundred_at_once_are_answered_and_a_flood_is_not(self):
        client = self.api()
        for _ in range(200):
            client.send(b"{}")
        for _ in range(200):
            self.assertTrue(client.receive())
        self.assertEqual(self.flood(client, b"\x81\x82\0\0\0\0{}"), 1008)

    def test_frames_with_nothing_in_them_are_a_flood_too(self):
        for head in (b"\x81", b"\x89", b"\x8a"):  # a message, a ping, a pong
            self.assertEqual(self.flood(self.api(), head + b"\x80mask"), 1008, head)

    def test_fragments_without_end_are_a_flood_too(self):
        client = self.api()
        client.frame(1, b"", final=False)
        self.assertEqual(self.flood(client, b"\x00\x80mask"), 1008)

    def test_one_that_leaves_in_the_middle_of_a_frame_ends_alone(self):
        other = self.api()
        for _ in range(5):
            client = self.api()
            client.sock.sendall(b"\x81\xfe\x00")
            client.crash()
        self.assertTrue(self.ask(other))


class Page:
    """A page that sends requests and keeps the events that come in between."""

    def __init__(self, server):
        self.socket = WebSocket(server, path="/api")
        self.events = []
        self.last_id = 0

    def message(self):
        data = self.socket.receive()
        assert data, "the connection has ended"
        return json.loads(data)

    def ask(self, verb, **keys):
        self.last_id += 1
        self.socket.send(json.dumps({"id": self.last_id, "do": verb, **keys}).encode())
        while True:
            message = self.message()
            if message.get("re") == self.last_id:
                return message
            self.events.append(message)

    def event(self, holds):
        """The first event for which `holds` is true; drops those before it."""
        while True:
            event = self.events.pop(0) if self.events else self.message()
            if holds(event):
                return event

    def new(self, south, north, start="6x4", **more):
        seats = {"south": south, "north": north}
        return self.ask("new", rules="standard", start=start, seats=seats, **more)


ADA = {"kind": "person", "name": "Ada"}
BOB = {"kind": "person", "name": "Bob"}


def player(spec):
    return {"kind": "player", "player": spec}


class Games(unittest.TestCase):
    def serve(self, *options):
        self.server = Server(KALAH, *options)
        self.addCleanup(self.server.close)
        return self.page()

    def page(self):
        page = Page(self.server)
        self.addCleanup(page.socket.close)
        return page

    def test_a_player_with_a_clock_keeps_to_it_however_deep_it_wants_to_look(self):
        ada = self.serve()
        game = ada.new(ADA, player("alphabeta:depth=60"), clock={"seconds": 20})
        ada.ask("move", game=game["game"], key=game["keys"]["south"], pit=1, ply=0)
        moved = ada.event(lambda event: event.get("ply") == 2 or event.get("changes", {}).get("ending"))
        # North used a twentieth of its time, plus delays of the machine: far less than half.
        self.assertEqual(moved["ply"], 2)
        self.assertGreater(moved["changes"]["clock"]["north"], 10_000)

    def test_a_store_that_another_process_holds_stops_no_game_and_delays_its_result(self):
        ada = self.serve()
        game = ada.new(ADA, BOB, start="<2,1,2,0,1,3,0>")
        self.assertEqual(ada.ask("games")["games"], [])
        other = sqlite3.connect(self.server.store, isolation_level=None, timeout=PATIENCE)
        self.addCleanup(other.close)
        other.execute("BEGIN EXCLUSIVE")
        second = ada.new(ADA, BOB)
        self.assertIn("game", second)
        key = second["keys"]["south"]
        self.assertNotIn("error", ada.ask("move", game=second["game"], key=key, pit=1, ply=0))
        self.assertNotIn("error", ada.ask("move", game=game["game"], key=game["keys"]["south"], pit=2, ply=0))
        self.assertEqual(ada.ask("hello")["re"], ada.last_id)
        told = [event for event in ada.events if event.get("game") == game["game"]]
        self.assertEqual(told, [])  # the game is over, but not in the store yet
        other.execute("ROLLBACK")
        over = ada.event(lambda event: event.get("game") == game["game"])
        self.assertEqual(over["changes"]["ending"], "finished")
        number = over["changes"]["number"]
        self.assertEqual(self.server.game(number)["points"], {"south": 2, "north": 5, "winner": "north"})

    def test_it_runs_six_threads_at_most_whatever_it_does(self):
        ada = self.serve("--threads", "2", "--bots", "champion:time=20ms,memory=1M,db=none", "--bot-after", "1ms")
        threads = []

        def count():
            threads.append(len(os.listdir(f"/proc/{self.server.process.pid}/task")))

        game = ada.new(player("random"), player("champion:time=20ms,memory=1M"))
        robot = Robot(self.server.connect(), "one")
        self.addCleanup(robot.client.close)
        judged = self.server.connect("mode eval")
        self.addCleanup(judged.close)
        state = judged.expect("state")
        judged.say(f"@{state.id} eval 1")
        moves = "3-6 2-1 4"
        bob = self.page()
        asked = [bob.ask("analyze", rules="standard", start="6x6", player="champion:time=3s,memory=1M"),
                 ada.ask("review", rules="standard", start="6x4", moves=moves, player="champion:time=500ms,memory=1M")]
        self.assertEqual([answer for answer in asked if "error" in answer], [])
        for verb in ("games", "players", "tournaments"):
            ada.ask(verb)
            count()
        reviewed = 0
        while reviewed < 3:
            count()
            reviewed += ada.event(lambda event: True).get("event") == "review"
        judged.expect("state")
        robot.wait_for_games(1)
        count()
        self.assertEqual(game["state"]["status"], "playing")
        with open(KALAH, "rb") as program:
            own = 1 if b"__tsan_init" in program.read() else 0  # a sanitizer's own thread
        self.assertLessEqual(max(threads) - own, 6)
        self.assertGreaterEqual(min(threads) - own, 5)


class Places(unittest.TestCase):
    def test_visitors_count_among_the_connections_of_their_host(self):
        server = Server(KALAH, "--per-host", "2")
        self.addCleanup(server.close)
        clients = [WebSocket(server, path="/api") for _ in range(3)]
        self.assertEqual([client.status for client in clients], [101, 101, 429])
        clients[0].close()
        while clients[-1].status == 429:  # until the server has noticed
            clients.append(WebSocket(server, path="/api"))
        for client in clients:
            client.close()

    def test_visitors_are_told_when_the_server_ends(self):
        server = Server(KALAH)
        self.addCleanup(server.close)
        client = WebSocket(server, path="/api")
        self.addCleanup(client.close)
        client.send(b"{}")
        self.assertTrue(client.receive())
        server.process.terminate()
        self.assertEqual(client.receive(), b"")
        self.assertEqual(client.close_code, 1001)
        self.assertEqual(server.process.wait(PATIENCE), 0)

    def test_people_are_told_where_to_play(self):
        server = Server(KALAH)
        self.addCleanup(server.close)
        self.assertEqual(server.process.stdout.readline(), f"Play at http://127.0.0.1:{server.http}/\n")


if __name__ == "__main__":
    unittest.main()
