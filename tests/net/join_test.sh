#!/usr/bin/env bash
# kalah join at a real kalah serve: two programs, by TCP and by WebSocket; a person who types
# nonsense; a server that is killed and comes back.
#   join_test.sh KALAH
set -euo pipefail
kalah=$1
work=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
fail() {
    echo "FAILED: $1"
    tail -n 20 "$work"/log "$work"/*.json "$work"/*.err 2>/dev/null
    exit 1
}
# serve KGP_PORT ARGUMENTS…: sets kgp, http and server
serve() {
    local port=$1
    shift
    : >"$work/ready"
    "$kalah" serve --kgp-port "$port" --http-port 0 --board 4x3 --time 20s \
        --store "$work/games.sqlite" "$@" >"$work/ready" 2>>"$work/log" &
    server=$!
    for _ in $(seq 300); do
        [ ! -s "$work/ready" ] || break
        kill -0 $server 2>/dev/null || fail "the server has ended"
        sleep 0.1
    done
    read -r _ kgp http <"$work/ready"
    kgp=${kgp#kgp=} http=${http#http=}
}
# wait_for TEXT FILE: until a program has written it
wait_for() {
    for _ in $(seq 300); do
        ! grep -q "$1" "$2" 2>/dev/null || return 0
        sleep 0.1
    done
    fail "'$1' was never written to $(basename "$2")"
}
# value NAME KEY: of a client's last line
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
games() { "$kalah" games list --store "$work/games.sqlite" --json | grep -c "$1" || true; }
[ "$(games '"ending":"finished".*"faults":0')" = 4 ] || fail "not four games without a fault"

# A line that cannot be obeyed ends a person in a pipe, and his game.
timeout 60 "$kalah" join "$kgp" --player random --name C --games 1 --json \
    >"$work/c.json" 2>"$work/c.err" &
c=$!
code=0
printf '9\n' | timeout 60 "$kalah" join "$kgp" --name D >"$work/d.json" 2>"$work/d.err" || code=$?
[ $code = 2 ] || fail "D: exit code $code"
grep -q 'pit 9 does not exist' "$work/d.err" || fail "D"
wait $c || fail "C"
[ "$(value c wins)" = 1 ] || fail "C has not won by D's leaving"

# Killed in a game: the client comes back, the game is aborted.
timeout 60 "$kalah" join "$kgp" --player greedy --name E --games 1 --json \
    >"$work/e.json" 2>"$work/e.err" &
e=$!
wait_for waiting "$work/e.err"  # it must be first, to be south and asked
mkfifo "$work/silence"
exec 3<>"$work/silence"
timeout 60 "$kalah" join "$kgp" --name F <"$work/silence" >"$work/f.out" 2>&1 &
f=$!
wait_for 'game 1 against E' "$work/f.out"  # F is asked, so E was and has answered
[ "$(games '"ending":"running"')" = 1 ] || fail "the game does not stand in the store"
kill -9 $server
wait $server 2>/dev/null || true
kill $f
serve "${kgp##*:}" --bots random --bot-after 100ms
wait $e || fail "E"
[ "$(value e games)" = 1 ] && [ "$(value e cut_off)" = 1 ] || fail "E: games"
[ "$(value e reconnects)" -ge 1 ] || fail "E: reconnects"
[ "$(games '"ending":"aborted"')" = 1 ] || fail "the game is not marked as aborted"
kill $server
wait $server || fail "the server did not end in order"
server=
echo "ok"
