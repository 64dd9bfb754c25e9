# Sourced by tests that need a running server and a folder for files. Set kalah=PROGRAM before.
work=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

# fail WHY: prints the last lines of the programs' output, and fails
fail() {
    echo "FAILED: $1"
    tail -n 20 "$work"/log "$work"/*.json "$work"/*.err 2>/dev/null
    exit 1
}

# serve KGP_PORT ARGUMENTS…: starts a server and waits until it is ready; sets kgp, http and server
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

# end_server: ends the server, which must exit with 0
end_server() {
    kill $server
    wait $server || fail "the server did not end in order"
    server=
}

# wait_for TEXT FILE: waits until a program has written it
wait_for() {
    for _ in $(seq 300); do
        ! grep -q "$1" "$2" 2>/dev/null || return 0
        sleep 0.1
    done
    fail "'$1' was never written to $(basename "$2")"
}

# games PATTERN ARGUMENTS…: the number of lines in the list of games that match
games() {
    local pattern=$1
    shift
    "$kalah" games list --store "$work/games.sqlite" --json "$@" | grep -c "$pattern" || true
}
