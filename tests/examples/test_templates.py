#!/usr/bin/env python3
"""A template of a bot knows the rules, and plays: test_templates.py KALAH PROJECT python|java|cpp

Its rules are held against `kalah sow` on many positions; a server of the test's own says what time
limit choose() gets and which pit is sent; then it plays a match. With
KALAH_TEST_FULL=1, `kalah check` must find nothing. Exit code 77: the compiler is not installed."""
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile

KALAH, PROJECT, LANGUAGE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
FULL = bool(os.environ.get("KALAH_TEST_FULL"))
COMPILER = {"java": "javac", "cpp": "c++"}.get(LANGUAGE)
if COMPILER and not shutil.which(COMPILER):
    print(f"there is no {COMPILER}")
    sys.exit(77)

# A program beside the template that reads "BOARD PIT" (from 0) and prints "BOARD again".
ADAPTERS = {
    "python": ("adapter.py", """import sys, bot
for line in sys.stdin:
    text, pit = line.split()
    board, again = bot.Board.parse(text).sow(int(pit))
    numbers = [len(board.own), board.own_store, board.other_store, *board.own, *board.other]
    print("<" + ",".join(map(str, numbers)) + ">", str(again).lower())
""", [], ["python3", "adapter.py"]),
    "java": ("Adapter.java", """import java.util.*;
public class Adapter {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) {
            Bot.Board board = Bot.Board.parse(in.next()).sow(in.nextInt());
            StringJoiner text = new StringJoiner(",", "<", ">");
            text.add("" + board.own.length).add("" + board.ownStore).add("" + board.otherStore);
            for (int seeds : board.own) text.add("" + seeds);
            for (int seeds : board.other) text.add("" + seeds);
            System.out.println(text + " " + board.again);
        }
    }
}
""", ["javac", "-cp", ".", "Adapter.java"], ["java", "-cp", ".", "Adapter"]),
    "cpp": ("adapter.cpp", """#define main bot_main
#include "bot.cpp"
#undef main
#include <iostream>
int main() {
    std::string text;
    for (int pit = 0; std::cin >> text >> pit;) {
        bool again = false;
        const Board board = sow(parse(text), pit, again);
        std::cout << '<' << board.own.size() << ',' << board.own_store << ',' << board.other_store;
        for (int seeds : board.own) std::cout << ',' << seeds;
        for (int seeds : board.other) std::cout << ',' << seeds;
        std::cout << "> " << (again ? "true" : "false") << '\\n';
    }
}
""", ["c++", "-std=c++17", "-o", "adapter", "adapter.cpp"], ["./adapter"]),
}


def positions(count):
    """Positions with a pit that can be played, many of them close to the end."""
    chance = random.Random(18)
    for _ in range(count):
        pits = chance.randint(1, 12)
        most = chance.choice((1, 2, 4, 30))
        own, other = ([chance.randint(0, most) * chance.randint(0, 1) for _ in range(pits)] for _ in range(2))
        if any(own):
            numbers = [pits, chance.randint(0, 40), chance.randint(0, 40), *own, *other]
            yield "<" + ",".join(map(str, numbers)) + ">", chance.choice([i for i, n in enumerate(own) if n])


def by_kalah(text, pit):
    done = subprocess.run([KALAH, "sow", text, str(pit + 1), "--json"], capture_output=True, text=True, check=True)
    after = json.loads(done.stdout.splitlines()[-1])
    again = after["played"][-1]["extra_turn"] and not after["over"]
    return after["position"].split()[0], again


def check_rules(folder):
    name, source, build, run = ADAPTERS[LANGUAGE]
    (folder / name).write_text(source, encoding="utf-8")
    if build:
        subprocess.run(build, cwd=folder, check=True)
    asked = list(positions(300 if FULL else 30))
    told = subprocess.run(run, cwd=folder, input="".join(f"{text} {pit}\n" for text, pit in asked), capture_output=True,
                          text=True, check=True).stdout.splitlines()
    assert len(told) == len(asked), told
    for (text, pit), line in zip(asked, told):
        position, again = by_kalah(text, pit)
        assert line == f"{position} {str(again).lower()}", (text, pit + 1, line, position, again)
    return len(asked)


# The head of choose(), and a statement that prints the time limit as its first.
CHOOSE = {
    "python": ("bot.py", "def choose(board, seconds):\n", "    os.write(2, f'limit {seconds:g}\\n'.encode())\n"),
    "java": ("Bot.java", "static int choose(Board board, double seconds) {\n",
             "System.err.println(\"limit \" + seconds);\n"),
    "cpp": ("bot.cpp", "int choose(const Board& board, [[maybe_unused]] double seconds) {\n",
            "std::fprintf(stderr, \"limit %g\\n\", seconds);\n"),
}


def ask(source, lines):
    """Starts the bot of a folder with a server that sends these lines and then a position in which
    only pit 2 can be played: the lines that it sends, and what it prints."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        environment = dict(os.environ, KGP_HOST="127.0.0.1", KGP_PORT=str(listener.getsockname()[1]))
        bot = subprocess.Popen(["./run"], cwd=source, env=environment, stderr=subprocess.PIPE, text=True)
        try:
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(60)
                sent = "".join(line + "\r\n" for line in ["2 kgp 1 0 1", *lines, "22 state <3,0,0,0,5,0,1,1,1>"])
                connection.sendall(sent.encode())
                answers = []
                for line in connection.makefile("r", encoding="utf-8"):
                    answers.append(line.strip())
                    if "yield" in line:
                        connection.sendall(b"24 goodbye\r\n")
            return answers, bot.communicate(timeout=60)[1]
        finally:
            bot.kill()


def check_limits(folder):
    """choose() gets the time limit, and counts pits from 0 where the protocol counts from 1."""
    copy = folder.parent / "limits"
    shutil.copytree(folder, copy)
    name, head, printing = CHOOSE[LANGUAGE]
    text = (copy / name).read_text(encoding="utf-8")
    assert text.count(head) == 1, head
    (copy / name).write_text(text.replace(head, head + printing), encoding="utf-8")
    if (copy / "build").exists():
        subprocess.run(["./build"], cwd=copy, check=True)
    whole, exact = '18 set "time:clock" 7', '20 set "time:clock-ms" "500"'
    for lines, limit in (([], 5), ([whole], 7), (['16 set "time:clock" 1', exact], 0.5)):
        answers, said = ask(copy, lines)
        assert any(line.endswith("@22 move 2") for line in answers), answers
        assert float(said.partition("limit ")[2].split()[0]) == limit, (limit, said)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "bot"
        shutil.copytree(PROJECT / "examples/templates" / LANGUAGE, folder)
        if (folder / "build").exists():
            subprocess.run(["./build"], cwd=folder, check=True)
        check_limits(folder)
        count = check_rules(folder)
        limits = ["--time", "30s", "--start-time", "60s", "--memory", "512M", "--json"]
        command = ["check", "cmd:./run"] if FULL else ["match", "cmd:./run", "random", "--games", "2", "--board", "4x3"]
        done = subprocess.run([KALAH, *command, *limits], cwd=folder, capture_output=True, text=True, check=False)
        result = json.loads(done.stdout.splitlines()[-1])
        assert done.returncode == 0, (done.stderr, result)
        if FULL:
            statuses = {finding["status"] for finding in result["findings"] if finding["check"] != "sandbox"}
            assert statuses == {"ok"}, result
        else:
            assert result["a_games"] == 2 and result["faults"] == 0, result
        print(f"{count} moves as in `kalah sow`, {result['games']} games without a fault")


main()
