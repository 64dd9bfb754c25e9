#!/usr/bin/env bash
# The example bots at a real server: each plays a game to its end, and they play each other. The
# server also checks the rules of the second bot.
#   run_test.sh KALAH EXAMPLES
set -euo pipefail
kalah=$1
examples=$2
. "$(dirname "$0")/../support/serve.sh"

serve 0 --bots random --bot-after 100ms
export KGP_HOST=127.0.0.1 KGP_PORT=${kgp##*:}

# ended NAME: the number of games in the store that a player finished by the rules
ended() { games '"ending":"finished"' --player "$1"; }

timeout 60 python3 "$examples/bot.py" 1 || fail "bot.py"
timeout 60 python3 "$examples/lookahead.py" 1 >"$work/out" || fail "lookahead.py"
timeout 60 python3 "$examples/lookahead.py" verify 300 >>"$work/out" || fail "lookahead.py verify"
grep -q '^1 games, 0 errors$' "$work/out" || fail "$(cat "$work/out")"
grep -q '^300 problems, 0 errors$' "$work/out" || fail "$(cat "$work/out")"

# Both at once: they meet each other, or the server's bot if the other one is late.
timeout 60 python3 "$examples/bot.py" 2 &
timeout 60 python3 "$examples/lookahead.py" 2 >/dev/null || fail "lookahead.py"
wait $! || fail "bot.py"

end_server
[ "$(ended thirty-lines)" = 3 ] || fail "bot.py has finished $(ended thirty-lines) games, not 3"
[ "$(ended lookahead)" = 3 ] || fail "lookahead.py has finished $(ended lookahead) games, not 3"
echo "ok"
