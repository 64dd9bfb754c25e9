"""`kalah serve` as a running program: the protocol on real sockets, well-behaved clients and others.
    test_serve.py KALAH [UNITTEST ARGUMENTS…]
tests/server tests everything that depends on time, with a simulated clock."""
import os
import re
import resource
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import unittest

from kgp import PATIENCE, Client, Robot, Server, WebSocket, first_move, http

KALAH = sys.argv.pop(1)


class ServerTest(unittest.TestCase):
    """One server for all tests of a class."""
    options = ("--time", "60s", "--board", "6x4", "--seed", "1")

    @classmethod
    def setUpClass(cls):
        cls.server = Server(KALAH, *cls.options)

    @classmethod
    def tearDownClass(cls):
        try:
            assert cls.server.process.poll() is None, "the server died: " + cls.server.log_text()
            assert cls.server.end() == 0
        finally:
            cls.server.close()

    def client(self, *lines):
        client = self.server.connect(*lines)
        self.addCleanup(client.close)
        return client

    def websocket(self, **options):
        client = WebSocket(self.server, **options)
        self.addCleanup(client.close)
        return client

    def pair(self, south=(), north=()):
        """Two clients that play each other, and the first one's state."""
        a = self.client('1 set info:name "a"', *south, "3 mode freeplay")
        a.expect("ok")
        b = self.client('1 set info:name "b"', *north, "3 mode freeplay")
        return a, b, a.expect("state")

    def end_pair(self, a, b):
        """Both clients leave. Returns the record of their game."""
        number = next(line for line in a.heard if '"game:id"' in line).rest.split('"')[3]
        a.say("goodbye")
        a.expect_end()
        b.expect(r'set "game:result"')
        b.say("goodbye")
        b.expect_end()
        record = self.server.game(number)
        while record["ending"] == "running":  # written a moment later
            record = self.server.game(number)
        return record


class Protocol(ServerTest):
    def test_a_session_begins_as_the_reference_has_it(self):
        with socket.create_connection((self.server.host, self.server.kgp)) as sock:
            client = Client(sock)
            self.assertEqual(client.line(), "2 kgp 1 0 1")
            client.say('1 set info:name "x"', "3 mode freeplay")
            self.assertEqual(client.line(), "4@3 ok")

    def test_a_line_in_ten_pieces_and_byte_by_byte(self):
        client = self.client()
        client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line = b'7 foo "a longer line"\r\n'
        client.say("1 mode verify")
        for i in range(0, len(line), 3):
            client.send(line[i:i + 3])
        self.assertEqual(client.expect("error").ref, "7")
        for byte in b'9 foo\r\n':
            client.send(bytes([byte]))
        self.assertEqual(client.expect("error").ref, "9")

    def test_ten_lines_in_one_piece_with_any_line_end(self):
        client = self.client("1 mode verify")
        client.send(b"11 x\r\n13 x\n\n\r\n  15  x\t\r\n\t17 x \n19 x\r\n21 x\n23 x\n25 x\r\n27 x\r\n29 x\n")
        refs = [client.expect("error").ref for _ in range(10)]
        self.assertEqual(refs, [str(i) for i in range(11, 30, 2)])

    def test_every_line_has_an_id_and_no_id_comes_twice(self):
        a, b, state = self.pair()
        a.say(f"@{state.id} move 1", f"@{state.id} yield")
        b.expect("state")
        for client in (a, b):
            ids = [line.id for line in client.heard]
            self.assertEqual(ids, sorted(set(ids)))

    def test_the_boards_of_a_whole_game_are_those_of_the_reference_server(self):
        server = Server(KALAH, "--board", "3x3", "--majority-stop", "yes")
        self.addCleanup(server.close)
        clients = [server.connect("1 mode freeplay")]
        clients[0].expect("ok")
        clients.append(server.connect('1 set "info:name" "pyChance"', '3 set "auth:token" "tok-py"',
                                      '5 mode "freeplay"'))
        moves = [[2, 1, 3, 1, 3], [1, 2, 2, 1]]
        states = [[], []]
        for side in (0, 1, 0, 1, 0, 1, 0, 0, 1):
            state = clients[side].expect("state")
            states[side].append(state.rest)
            clients[side].say(f"@{state.id} move {moves[side].pop(0)}", f"@{state.id} yield")
            self.assertEqual(clients[side].expect("stop").ref, str(state.id))
        self.assertEqual(states[1], ["<3,0,1,4,3,3,3,0,4>", "<3,1,2,1,4,4,0,1,5>",
                                     "<3,2,3,2,1,6,2,2,0>", "<3,5,8,2,2,0,0,0,1>"])
        for client in clients:
            self.assertIn('"9-9 finished"', client.expect('set "game:result"'))

    def test_a_client_without_ids_and_one_that_repeats_itself(self):
        a, b, state = self.pair()
        a.say(f"@{state.id} move 5", f"5@{state.id} move 4", f"5@{state.id} move 2", f"@{state.id} yield")
        self.assertEqual(a.expect("stop").ref, str(state.id))
        state = b.expect("state")
        self.assertEqual(state.rest, "<6,0,0,4,4,4,4,4,4,4,0,5,5,5,5>")
        b.say(f"@{state.id} yield")  # without a move: the server plays a random one
        b.expect("stop")
        record = self.end_pair(a, b)
        self.assertEqual([note["source"] for note in record["notes"][:2]], ["player", "referee"])

    def test_the_error_table(self):
        a, b, state = self.pair()
        for line, answer in [
                ("23 move 6", '@23 error "No state associated with id"'),
                ("25@3277 move 4", '@25 error "No state associated with id"'),
                ("27@3277 yield", '@27 error "No state associated with id"'),
                ("29@%d foo 1 2" % state.id, '@29 error "Unknown command"'),
                ("31 MOVE 6", '@31 error "Unknown command"')]:
            a.say(line)
            self.assertRegex(a.line(), r"^\d+" + re.escape(answer) + "$")
        # The server answers none of these: the next line is the answer to the last one.
        a.say("", " ", "@@@", "set", "set info:name", "set x y z", 'set foo:bar "x"', "ok", "pong",
              "pong", "@2 pong x", 'error "x"', f"@{state.id} move abc", f"@{state.id} move 1 2",
              f"@{state.id} move +6", "33 foo")
        a.send(b"\x00\xff\xfe garbage \x80\r\n")
        self.assertEqual(a.line().ref, "33")
        record = self.end_pair(a, b)
        self.assertEqual([fault["kind"] for fault in record["faults"]],
                         ["wrong-game"] * 3 + ["garbage"] * 5 + ["gone"])

    def test_an_unknown_mode_can_be_followed_by_another(self):
        client = self.client("1 mode chess")
        self.assertEqual(client.line(), '4@1 error "Unsupported mode chess"')
        client.say("3 mode freeplay")
        self.assertEqual(client.expect("ok").ref, "3")

    def test_a_second_mode_ends_the_session_and_only_that(self):
        a, b, _ = self.pair()
        a.say("5 mode freeplay")
        a.expect("error")
        self.assertEqual(a.expect_end().name, "goodbye")
        self.assertIn("gone", b.expect('set "game:result"'))

    def test_the_removed_mode_is_refused(self):
        client = self.client("1 mode simple")
        client.expect("error")
        self.assertEqual(client.expect_end().name, "goodbye")

    def test_goodbye_is_answered(self):
        client = self.client("1 goodbye")
        self.assertEqual(client.expect_end().name, "goodbye")

    def test_an_illegal_final_move_loses(self):
        for pit in ("0", "7", "-1", "2147483647"):
            a, b, state = self.pair()
            a.say(f"@{state.id} move {pit}", f"@{state.id} yield")
            self.assertEqual(a.expect("stop").ref, str(state.id))
            self.assertIn('"0-48 illegal"', a.expect('set "game:result"'))
            self.assertIn('"48-0 illegal"', b.expect('set "game:result"'))
            a.close()
            b.close()

    def test_a_move_after_the_stop_is_ignored_and_noted(self):
        a, b, state = self.pair()
        a.say(f"@{state.id} move 2", f"@{state.id} yield", f"@{state.id} move 1", "41 foo")
        self.assertEqual(a.expect("stop").ref, str(state.id))
        self.assertEqual(a.line().ref, "41")
        record = self.end_pair(a, b)
        self.assertEqual(record["moves"], "2")
        self.assertEqual(record["faults"][0]["kind"], "repeated")

    def test_comments_and_names_reach_the_record_and_the_opponent(self):
        a, b, state = self.pair(south=('set info:author "x"', 'set info:name "J\u00fcrgen \\"J\\" \\\\"',))
        self.assertEqual(b.expect('set "game:opponent"').rest, '"game:opponent" "J\u00fcrgen \\"J\\" \\\\"')
        a.say('47 set info:comment "depth 3\\nsaid \\"hi\\" \\\\ ok"', f"@{state.id} move 2", f"@{state.id} yield")
        record = self.end_pair(a, b)
        self.assertEqual(record["notes"][0]["comment"], 'depth 3\nsaid "hi" \\ ok')
        self.assertEqual(record["names"]["south"], 'J\u00fcrgen "J" \\')

    def test_text_that_is_not_utf8_does_not_reach_others(self):
        a = self.client()
        a.send(b'set info:name "\xff\xfe\x01x"\r\nmode freeplay\r\n')
        a.expect("ok")
        b = self.websocket()
        b.say("mode freeplay")
        self.assertEqual(b.expect('set "game:opponent"').rest, '"game:opponent" "???x"')

    def test_the_same_token_never_plays_itself(self):
        a = self.client("set auth:token same", "mode freeplay")
        b = self.client('set "auth:token" "same"', "mode freeplay")
        a.expect("ok")
        b.expect("ok")
        self.client("set info:name c", "set auth:token other", "mode freeplay")
        self.assertEqual(a.expect('set "game:opponent"').rest, '"game:opponent" "c"')
        self.client("set info:name d", "mode freeplay")
        self.assertEqual(b.expect('set "game:opponent"').rest, '"game:opponent" "d"')

    def test_tokens_are_not_kept_in_clear_and_can_be_forgotten(self):
        a, b, _ = self.pair(south=("set auth:token my-secret-token", "set info:description clever"))
        self.end_pair(a, b)
        for name in (self.server.store, self.server.store + "-wal"):
            with open(name, "rb") as file:
                self.assertNotIn(b"my-secret-token", file.read())
        client = self.client("set auth:forget my-secret-token", "goodbye")
        client.expect_end()
        database = sqlite3.connect(f"file:{self.server.store}?mode=ro", uri=True)
        self.addCleanup(database.close)
        query = "SELECT count(*) FROM identities WHERE description = 'clever'"
        while database.execute(query).fetchone()[0] > 0:
            pass

    def test_verify(self):
        client = self.client("1 mode go-kgp:verify")
        problem = client.expect("problem")
        client.say(f"3@{problem.id} solution <1,0,0,1,1> 1")
        self.assertEqual(client.expect("error").ref, "3")
        problem = client.expect("problem")
        client.say("5@2 solution <1,0,0,1,1> 1", f"7@{problem.id} solution x", f"9@{problem.id} solution <1> 1")
        self.assertIn("Invalid reference", client.expect("error"))
        self.assertIn("Malformed", client.expect("error"))
        self.assertIn("Malformed", client.expect("error"))
        board, pit = problem.rest.split()
        sown = subprocess.run([KALAH, "sow", "--majority-stop", "yes", "--json", board, str(int(pit) + 1)],
                              capture_output=True, text=True, check=True).stdout
        after = re.search(r'"position":"(<[^>]*>)', sown)[1]
        again = re.search(r'"extra_turn":(\w+)', sown)[1]
        client.say(f"11@{problem.id} solution {after} {again}")
        self.assertEqual(client.expect("ok").ref, "11")

    def test_eval_answers_are_kept_with_the_champions(self):
        client = self.client("set info:name evaluator", "1 mode eval")
        for value in ("1.5", "-2"):
            state = client.expect("state")
            client.say(f"@{state.id} eval {value}")
            self.assertEqual(client.expect("stop").ref, str(state.id))
        client.expect("state")
        database = sqlite3.connect(f"file:{self.server.store}?mode=ro", uri=True)
        self.addCleanup(database.close)
        query = "SELECT value FROM evals WHERE name = 'evaluator' ORDER BY id"
        while len(rows := database.execute(query).fetchall()) < 2:
            pass
        self.assertEqual(rows, [(1.5,), (-2.0,)])


class Web(ServerTest):
    def test_each_line_is_a_text_message_with_its_line_end(self):
        client = self.websocket()
        self.assertEqual(client.status, 101)
        client.say("1 mode chess", "3 mode verify")
        client.expect("problem")
        for head, data in client.messages:
            self.assertEqual(head, 0x81)
            self.assertRegex(data, rb"^\d+[^\n]*\r\n$")

    def test_messages_are_a_stream_of_bytes(self):
        client = self.websocket()
        client.expect("kgp")
        for token in (b"3", b" set", b" ", b'"info:name"', b" ", b'"x"', b"\r\n"):
            client.send(token)
        client.send(b"5 mode verify\n7 foo\n9 f")
        client.send(b"oo\r\n")
        self.assertEqual(client.expect("error").ref, "7")
        self.assertEqual(client.expect("error").ref, "9")
        client.send_fragments(b"1", b"1 fo", b"", b"o\r", b"\n13 foo\n")
        self.assertEqual(client.expect("error").ref, "11")
        self.assertEqual(client.expect("error").ref, "13")

    def test_it_plays_against_tcp_to_the_end(self):
        robots = [Robot(self.websocket(), "web"), Robot(self.client(), "tcp")]
        for robot in robots:
            robot.wait_for_games(3)
        for robot in robots:
            robot.client.say("goodbye")
            robot.join(PATIENCE)
        self.assertEqual(robots[0].client.close_code, 1000)

    def test_pages_of_other_hosts_may_not_open_it(self):
        here = f"http://{self.server.host}:{self.server.http}"
        self.assertEqual(self.websocket(origin=here).status, 101)
        self.assertEqual(self.websocket(origin="http://example.org").status, 403)
        self.assertEqual(self.websocket(origin="null").status, 403)
        self.assertEqual(self.websocket(path="/other").status, 404)

    def test_http_has_limits(self):
        host = b"Host: localhost\r\nConnection: close\r\n"
        self.assertIn(" 404 ", http(self.server, b"GET /none HTTP/1.1\r\n" + host + b"\r\n"))
        self.assertIn(" 426 ", http(self.server, b"GET /socket HTTP/1.1\r\n" + host + b"\r\n"))
        self.assertIn(" 431 ", http(self.server, b"GET / HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n"))
        self.assertIn(" 413 ", http(self.server, b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"))
        self.assertIn(" 400 ", http(self.server, b"\x00\x01garbage\r\n\r\n"))

    def test_one_that_leaves_in_the_middle_of_a_frame_ends_alone(self):
        for _ in range(5):
            client = self.websocket()
            client.say("mode freeplay")
            client.expect("ok")
            client.sock.sendall(b"\x81\xfe\x00")
            client.crash()
        self.assertEqual(self.websocket().expect("kgp").name, "kgp")

    def test_invalid_frames_end_the_session(self):
        client = self.websocket()
        client.expect("kgp")
        client.sock.sendall(b"\xff" * 64)
        client.expect_end()

    def test_control_frames_and_empty_messages_cost_as_much_as_lines(self):
        for opcode in (1, 9, 10):
            client = self.websocket()
            client.expect("kgp")
            try:
                for _ in range(4_000):
                    client.frame(opcode, b"")
            except ConnectionError:
                pass  # more than enough frames
            client.expect('error "Too many lines"')
            self.assertEqual(client.expect_end().name, "goodbye")

    def test_fragments_without_end_or_content_are_too_many_lines(self):
        client = self.websocket()
        client.expect("kgp")
        client.frame(1, b"", final=False)
        fragments = b"\x00\x80mask" * 1_000
        try:
            for _ in range(60):
                client.sock.sendall(fragments)
        except ConnectionError:
            pass  # as above
        client.expect('error "Too many lines"')
        self.assertEqual(client.expect_end().name, "goodbye")


class Misbehaving(ServerTest):
    """Two robots play all the time; whatever another client does, they play on."""
    options = ("--time", "500ms", "--board", "3x3", "--protocol-timeout", "20s")

    def setUp(self):
        self.robots = [Robot(self.client(), "r1"), Robot(self.websocket(), "r2")]
        for robot in self.robots:
            robot.wait_for_games(1)

    def tearDown(self):
        for robot in self.robots:
            robot.wait_for_games(2)
        for robot in self.robots:
            robot.client.say("goodbye")
            robot.join(PATIENCE)

    def in_game(self):
        client = self.client("1 set info:name bad", "3 mode freeplay")
        return client, client.expect("state")

    def test_one_that_crashes_in_a_game(self):
        for _ in range(3):
            client, _ = self.in_game()
            client.crash()

    def test_one_that_is_late_but_alive_plays_on(self):
        client, state = self.in_game()
        client.expect("stop")
        client.say(f"@{state.id} move 1", f"@{state.id} yield")
        client.expect('set "game:result"')

    def test_one_that_plays_illegal_moves(self):
        client, state = self.in_game()
        client.say(f"@{state.id} move 9", f"@{state.id} yield")
        self.assertIn("illegal", client.expect('set "game:result"'))

    def flood(self, client, piece, pieces):
        """Sends `pieces` pieces, then more until the server says goodbye. The server drops what
        comes after that only up to a limit; then a reset would overtake its last lines."""
        number = next(line for line in client.heard if '"game:id"' in line).rest.split('"')[3]
        client.pongs = False
        client.send(piece * pieces)
        while not any(line.name == "goodbye" for line in client.heard):
            if select.select([client.sock], [], [], 0.05)[0] or b"\n" in client.rest:
                self.assertIsNotNone(client.line(), client.heard[-3:])
            else:
                client.send(piece)
        self.assertIn('error "Too many lines"', client.heard[-2])
        self.assertIsNone(client.line())
        record = self.server.game(number)
        while record["ending"] == "running":  # written a moment later
            record = self.server.game(number)
        self.assertEqual(record["faults"][-1]["kind"], "flood")

    def test_one_that_floods(self):
        for lines in (b"\r\n", b"foo\r\n", b"pong\r\n", b"set info:name x\r\n", b"@99 move 1\r\n"):
            client, _ = self.in_game()
            self.flood(client, lines * 500, 10)

    def test_one_that_floods_with_bytes(self):
        client, _ = self.in_game()
        self.flood(client, b"x" * 16_000 + b"\n", 36)

    def test_a_line_that_is_too_long(self):
        client, _ = self.in_game()
        client.send(b"x" * 16_385)
        client.expect('error "Line too long"')
        self.assertEqual(client.expect_end().name, "goodbye")

    def test_half_a_line_and_then_nothing(self):
        client, _ = self.in_game()
        client.send(b"@1 mo")
        client.close()
        client, state = self.in_game()
        client.pongs = False  # a pong would land in the middle of the line
        client.send(f"@{state.id} move 1\r\n@{state.id} yiel".encode())
        client.expect("stop")
        client.send(b"d\r\npong\r\n")
        client.pongs = True
        client.expect('set "game:result"')

    def test_garbage(self):
        for seed in range(10):
            client = self.client("mode freeplay")
            try:
                client.send(bytes((seed * 131 + i * i * 7 + i // 3) % 256 for i in range(20_000)))
                client.sock.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            client.expect_end()

    def test_disconnects_at_every_moment(self):
        script = b"1 set info:name x\r\n3 mode freeplay\r\n@20 move 1\r\n@20 yield\r\n"
        for size in range(0, len(script) + 1, 3):
            client = self.server.connect()
            client.send(script[:size])
            (client.crash if size % 2 else client.close)()

    def test_thousands_of_idle_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        count = min(2_000, hard - 100)
        idle = [socket.create_connection((self.server.host, self.server.kgp)) for _ in range(count)]
        for robot in self.robots:
            robot.wait_for_games(2)
        for sock in idle:
            sock.close()


class Silent(ServerTest):
    """Clients that send nothing. The protocol timeout is short, so the robots come afterwards."""
    options = ("--time", "500ms", "--board", "3x3", "--protocol-timeout", "3s")

    def tearDown(self):
        robots = [Robot(self.client(), "r1"), Robot(self.client(), "r2")]
        for robot in robots:
            robot.wait_for_games(1)
        for robot in robots:
            robot.client.say("goodbye")
            robot.join(PATIENCE)

    def test_one_that_stalls_is_moved_for_and_sent_away(self):
        client, _, state = self.pair()
        client.pongs = False
        self.assertEqual(client.line().name, "ping")
        self.assertEqual(client.line().ref, str(state.id))
        self.assertEqual(client.expect("error").rest, '"Received no pong"')
        self.assertEqual(client.expect_end().name, "goodbye")

    def test_one_that_never_chooses_a_mode(self):
        client = self.client()
        self.assertEqual(client.expect("error").rest, '"Requested no mode"')
        self.assertEqual(client.expect_end().name, "goodbye")

    def test_one_that_waits_and_never_pongs(self):
        clients = [self.client("mode " + mode) for mode in ("freeplay", "verify")]
        for client in clients:
            client.pongs = False
        for client in clients:
            self.assertEqual(client.expect("error").rest, '"Received no pong"')
            self.assertEqual(client.expect_end().name, "goodbye")


class Bots(ServerTest):
    options = ("--time", "500ms", "--board", "6x4", "--bots", "random", "champion:time=1m", "--bot-after", "100ms")

    def test_the_odd_one_out_plays_bots_that_keep_to_the_time(self):
        client = self.client("set info:name odd", "mode freeplay")
        opponents = set()
        while len(opponents) < 2:
            opponents.add(client.expect('set "game:opponent"').rest)
            for _ in range(2):
                state = client.expect("state")
                client.say(f"@{state.id} move {first_move(state)}", f"@{state.id} yield")
            state = client.expect("state")
            client.say(f"@{state.id} move 0", f"@{state.id} yield")
            client.expect('set "game:result"')
        self.assertEqual(opponents, {'"game:opponent" "random"', '"game:opponent" "champion:time=1m"'})
        client.say("goodbye")
        client.expect_end()
        games = self.server.games()
        self.assertTrue(games)
        for game in games:
            bot = "north" if game["names"]["south"] == "odd" else "south"
            for fault in self.server.game(game["number"])["faults"]:
                self.assertNotEqual((fault["side"], fault["kind"]), (bot, "timeout"))

    def moves_of_a_game(self, seed):
        server = Server(KALAH, "--board", "6x4", "--bots", "random", "--bot-after", "1ms", "--seed", seed)
        self.addCleanup(server.close)
        robot = Robot(server.connect(), "robot")
        robot.wait_for_games(1)
        robot.client.say("goodbye")
        robot.join(PATIENCE)
        robot.client.close()
        self.assertEqual(server.end(), 0)
        return server.game(1)["moves"]

    def test_the_seed_decides_what_a_random_bot_plays(self):
        first = self.moves_of_a_game("7")
        self.assertEqual(self.moves_of_a_game("7"), first)
        self.assertNotEqual(self.moves_of_a_game("8"), first)


class Limits(ServerTest):
    options = ("--per-host", "3")

    def test_a_host_has_so_many_sessions_by_all_ways_together(self):
        clients = [self.client(), self.client(), self.websocket()]
        refused = self.client()
        self.assertIn("Too many connections", refused.expect("error"))
        self.assertEqual(refused.expect_end().name, "goodbye")
        self.assertEqual(self.websocket().status, 429)
        request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"  # asks to keep the connection
        self.assertIn("429 Too Many Requests", http(self.server, request))
        silent = [socket.create_connection((self.server.host, self.server.http)) for _ in range(40)]
        self.assertEqual(silent[-1].recv(1), b"")  # closed without a word
        for sock in silent:
            sock.close()
        clients[0].close()
        while self.client("mode verify").line().name == "error":
            pass  # until the server notices that a place is free


class Starting(unittest.TestCase):
    def start(self, *options, store=None):
        server = Server(KALAH, "--board", "6x4", *options, store=store)
        self.addCleanup(server.close)
        return server


class Ipv6(Starting):
    def test_it_listens_on_ipv6(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("no IPv6 here")
        server = self.start("--host", "::1")
        self.assertRegex(server.ready, r"^ready kgp=\[::1\]:\d+ http=\[::1\]:\d+\n$")
        server.connect("goodbye").expect_end()
        self.assertEqual(server.end(), 0)


class Ending(Starting):
    def pair(self, server):
        a = server.connect("set info:name a", "mode freeplay")
        a.expect("ok")
        b = server.connect("set info:name b", "mode freeplay")
        self.addCleanup(a.close)
        self.addCleanup(b.close)
        return a, b, a.expect("state")

    def test_sigterm_lets_games_finish_and_stores_them(self):
        for sign in (signal.SIGTERM, signal.SIGINT):
            server = self.start("--grace", "60s")
            a, b, state = self.pair(server)
            waiting = server.connect("mode freeplay")
            waiting.expect("ok")
            server.process.send_signal(sign)
            self.assertEqual(waiting.expect_end().name, "goodbye")
            waiting.close()
            with self.assertRaises(OSError):
                server.connect()
            a.say(f"@{state.id} move 0", f"@{state.id} yield")
            for client in (a, b):
                client.expect('set "game:result"')
                self.assertEqual(client.expect_end().name, "goodbye")
            self.assertEqual(server.process.wait(PATIENCE), 0)
            self.assertEqual([game["ending"] for game in server.games()], ["illegal"])

    def test_sigterm_stops_games_when_the_grace_is_over(self):
        server = self.start("--grace", "100ms")
        a, b, state = self.pair(server)
        a.say(f"@{state.id} move 6", f"@{state.id} yield")
        b.expect("state")
        server.process.terminate()
        for client in (a, b):
            self.assertIn("stopped", client.expect('set "game:result"'))
            self.assertEqual(client.expect_end().name, "goodbye")
        self.assertEqual(server.process.wait(PATIENCE), 0)
        game, = server.games()
        self.assertEqual((game["ending"], game["plies"]), ("stopped", 1))

    def test_a_second_signal_ends_it_at_once(self):
        server = self.start("--grace", "60m")
        a, b, _ = self.pair(server)
        waiting = server.connect("mode freeplay")
        server.process.terminate()
        waiting.expect_end()
        waiting.close()
        server.process.terminate()
        self.assertEqual(server.process.wait(PATIENCE), -signal.SIGTERM)

    def test_after_sigkill_games_in_flight_are_aborted(self):
        server = self.start()
        a, b, state = self.pair(server)
        a.say(f"@{state.id} move 0", f"@{state.id} yield")
        b.expect("ping")
        a.expect("ping")
        a.expect("state|set")  # the next game has begun
        while len(server.games()) < 2 or server.games()[1]["ending"] == "running":
            pass
        server.process.kill()
        server.process.wait()
        a.expect_end()
        again = self.start(store=server.store)
        self.assertEqual([game["ending"] for game in again.games()], ["aborted", "illegal"])
        self.assertEqual(again.end(), 0)

    def test_it_outlives_whoever_reads_its_log(self):
        store = os.path.join(self.start().folder.name, "other.sqlite")
        command = [KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--store", store]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        # The log may begin before it.
        ready = next(line for line in server.stdout if line.startswith("ready "))
        port = int(re.match(r"ready kgp=127.0.0.1:(\d+) ", ready)[1])
        server.stdout.close()
        for _ in range(3):  # each client writes a line to the log
            client = Client(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            client.say("goodbye")
            self.assertEqual(client.expect_end().name, "goodbye")
            client.close()
        server.terminate()
        self.assertEqual(server.wait(PATIENCE), 0)

    def test_its_log_is_json_if_asked(self):
        import json
        server = self.start("--json")
        a, b, state = self.pair(server)
        a.close()
        b.expect('set "game:result"')
        self.assertEqual(server.end(), 0)
        events = [json.loads(line)["event"] for line in server.log_text().splitlines()]
        self.assertIn("game over", events)
        self.assertEqual(events[-1], "statistics")

    def fails(self, *options):
        """The exit code and the one line that the server prints."""
        done = subprocess.run([KALAH, "serve", *options], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.returncode, done.stderr

    def test_what_cannot_be_served_is_said_in_one_line(self):
        server = self.start()
        folder = server.folder.name
        store = os.path.join(folder, "other.sqlite")
        code, text = self.fails("--kgp-port", str(server.kgp), "--http-port", "0", "--store", store)
        self.assertEqual(code, 1)
        self.assertRegex(text, r"^kalah serve: 127.0.0.1:\d+ is in use; choose another port with --kgp-port")
        code, text = self.fails("--kgp-port", "0", "--http-port", str(server.http), "--store", store)
        self.assertEqual((code, "--http-port" in text), (1, True))
        with open(os.path.join(folder, "text"), "w") as file:
            file.write("this is no store, though it is long enough to be one\n" * 100)
        code, text = self.fails("--kgp-port", "0", "--http-port", "0", "--store", file.name)
        self.assertEqual(code, 1)
        code, text = self.fails("--host", "no.such.host.invalid", "--kgp-port", "0", "--http-port", "0", "--store", store)
        self.assertEqual((code, "no such address" in text), (1, True))
        for option, text in (("--rules", "--rules: "), ("--board", '--board "foo", column 1: ')):
            code, line = self.fails(option, "foo")
            self.assertEqual((code, line.startswith("kalah serve: " + text)), (2, True), line)
        for options in (("--time", "x"), ("--board", "0x0"), ("--bots", "nobody"), ("--bots", "human"),
                        ("--kgp-port", "65536"), ("--grace", "-1s"), ("--board", "<1,0,0,0,1>")):
            self.assertEqual(self.fails(*options)[0], 2, options)


if __name__ == "__main__":
    done = unittest.main(exit=False).result
    sys.exit(not done.wasSuccessful() or 77 * bool(done.skipped))
