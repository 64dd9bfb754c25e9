#!/usr/bin/env bash
# kalah join at a real kalah serve: two programs, by TCP and by WebSocket; a person who types
# nonsense; a server that is killed and comes back.
#   join_test.sh KALAH
set -euo pipefail
kalah=$1
. "$(dirname "$0")/../support/serve.sh"

# value NAME KEY: the value of a key in a client's last line
value() { tail -n 1 "$work/$1.json" | grep -o "\"$2\":[0-9]*" | cut -d: -f2; }

serve 0
timeout 60 "$kalah" join "$kgp" --player greedy --name A --games 4 --json \
    >"$work/a.json" 2>"$work/a.err" &
a=$!
timeout 60 "$kalah" join "ws://$http" --player alphabeta:depth=3 --name B --games 4 --json \
    >"$work/b.json" 2>"$work/b.err" || fail "B"
wait $a || fail "A"
[ "$(value a wins)" = "$(value b losses)" ] || fail "A's wins are not B's losses"
[ "$(value a draws)" = "$(value b draws)" ] || fail "draws"
for name in a b; do
    [ "$(value $name games)" = 4 ] || fail "$name: games"
    for nothing in unknown cut_off late complaints reconnects; do
        [ "$(value $name $nothing)" = 0 ] || fail "$name: $nothing"
    done
done
[ "$(games '"ending":"finished".*"fault_count":0')" = 4 ] || fail "not four games without a fault"

# Without a terminal, a program prints one line per move.
grep -q '^game 4: .*we play [1-9]: .*(depth 3, score .* nodes, .* left)$' "$work/b.err" || fail "B's moves"

# The client reports each game under its number in the server's store.
for name in a b; do
    for game in 1 2 3 4; do
        grep -q "^{\"number\":$game,\"game\":\"$game\"," "$work/$name.json" || fail "$name: game $game"
    done
    grep -q '^game 4 against' "$work/$name.err" || fail "$name: game 4 is not named"
done

# If a person's input is a pipe, an impossible line ends the client and its game.
timeout 60 "$kalah" join "$kgp" --player random --name C --games 1 --json --quiet \
    >"$work/c.json" 2>"$work/c.err" &
c=$!
code=0
printf '9\n' | timeout 60 "$kalah" join "$kgp" --name D >"$work/d.json" 2>"$work/d.err" || code=$?
[ $code = 2 ] || fail "D: exit code $code"
grep -q 'pit 9 does not exist' "$work/d.err" || fail "D"
wait $c || fail "C"
[ "$(value c wins)" = 1 ] || fail "C has not won by D's leaving"
! grep -q 'we play' "$work/c.err" || fail "C is not quiet"
grep -q '^{"number":1,"game":"5",' "$work/c.json" || fail "C's first game is not the server's fifth"

# The client reads an endless pipe only as far as it needs.
timeout 60 "$kalah" join "$kgp" --player random --name G --games 1 --json \
    >"$work/g.json" 2>"$work/g.err" &
g=$!
code=0
yes | timeout 60 "$kalah" join "$kgp" --name H >"$work/h.json" 2>"$work/h.err" || code=$?
[ $code = 2 ] || fail "H: exit code $code"
grep -q '"y"' "$work/h.err" || fail "H"
wait $g || fail "G"

# If the server's board does not have the opening pit, the client says so and leaves.
for who in "random:opening=9" "random --first-move 9" "human --first-move 9"; do
    timeout 60 "$kalah" join "$kgp" --player random --name I --games 1 --json \
        >"$work/i.json" 2>"$work/i.err" &
    i=$!
    code=0
    # shellcheck disable=SC2086
    timeout 60 "$kalah" join "$kgp" --player $who --name J \
        <"$work/ready" >"$work/j.json" 2>"$work/j.err" || code=$?
    [ $code = 2 ] || fail "J, $who: exit code $code"
    grep -Eq '(opening|first-move).*9: .*pits 1 to 4' "$work/j.err" || fail "J, $who"
    wait $i || fail "I"
done

# The KGP port of the server, as a WebSocket.
code=0
timeout 60 "$kalah" join "ws://$kgp" --player random >"$work/k.json" 2>"$work/k.err" || code=$?
[ $code = 1 ] || fail "K: exit code $code"
grep -q "ws://$kgp/socket is not a KGP server (it does not speak WebSocket; omit ws:" \
    "$work/k.err" || fail "K"

# The server is killed during a game: the client reconnects, and the game is aborted.
timeout 60 "$kalah" join "$kgp" --player greedy --name E --games 1 --json \
    >"$work/e.json" 2>"$work/e.err" &
e=$!
wait_for waiting "$work/e.err"  # E must come first, to be south and be asked
mkfifo "$work/silence"
exec 3<>"$work/silence"
timeout 60 "$kalah" join "$kgp" --name F <"$work/silence" >"$work/f.out" 2>&1 &
f=$!
wait_for '^game .* against E' "$work/f.out"  # F is asked, so E has been asked and has answered
[ "$(games '"ending":"running"')" = 1 ] || fail "the game does not stand in the store"
kill -9 $server
wait $server 2>/dev/null || true
kill $f
serve "${kgp##*:}" --bots random --bot-after 100ms
wait $e || fail "E"
[ "$(value e games)" = 1 ] && [ "$(value e cut_off)" = 1 ] || fail "E: games"
[ "$(value e reconnects)" -ge 1 ] || fail "E: reconnects"
[ "$(games '"ending":"aborted"')" = 1 ] || fail "the game is not marked as aborted"
end_server
echo "ok"
