#!/usr/bin/env bash
# An interrupted search says what it has proved; the same command continues from its checkpoint to
# the same values.
#   resume_test.sh KALAH
set -euo pipefail
kalah=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
solve() { XDG_DATA_HOME=$folder exec "$kalah" solve 6x3 --moves --db-seeds 6 --threads 1 "$@"; }
(solve) 2>told | grep -v nodes | grep -v line >whole
# It tells each turn as soon as it is proved.
turns() { sed -n 's/^turn \([-1-6]*\): \([-+0-9]*\) .*/\1 \2/p' "$1"; }
moves() { sed -n 's/^ *\([1-6][-1-6]*\)  \([-+0-9]*\)$/\1 \2/p' "$1"; }
[ "$(turns told | wc -l)" -gt 6 ] || { echo "it told no turns"; cat told; exit 1; }
turns told | diff - <(moves whole)

(solve --checkpoint checkpoint) >out 2>err &
run=$!
# Interrupt it once it has proved something; the whole search takes many times as long.
until grep -q 'at least' err; do
    kill -0 $run || { echo "it ended without a word"; cat err; exit 1; }
    sleep 0.05
done
kill -INT $run
code=0
wait $run || code=$?
[ $code -eq 130 ] || { echo "exit $code instead of 130"; cat err; exit 1; }
grep -q 'at least .* checkpoint$' err || { cat err; exit 1; }
[ ! -e checkpoint.tmp ] || { echo "a temporary file was left"; exit 1; }
(solve --checkpoint checkpoint) >out 2>err
grep -q ' [0-9]* entries of checkpoint$' err || { cat err; exit 1; }
grep -v nodes out | grep -v line | diff whole -

# Interrupted among the turns, it prints those that it has proved.
(solve) >some 2>some.told &
run=$!
until grep -q '^turn' some.told 2>/dev/null; do
    kill -0 $run || { echo "it ended without a turn"; cat some.told; exit 1; }
    sleep 0.05
done
kill -INT $run
wait $run || true
moves some | diff - <(turns some.told)
