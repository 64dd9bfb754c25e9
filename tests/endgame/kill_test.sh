#!/usr/bin/env bash
# A build that is killed at random moments and started again gives the same files.
#   kill_test.sh KALAH SEEDS
set -euo pipefail
kalah=$1
seeds=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$kalah" db build --seeds "$seeds" --db "$folder/whole" >/dev/null 2>&1
"$kalah" db build --seeds "$seeds" --db "$folder/paged" --memory 16M --threads 2 2>&1 >/dev/null |
    grep -q "paged from files" || { echo "16M are enough for all values"; exit 1; }

RANDOM=4
for memory in 4G 16M; do  # values in memory, and paged from the files
    out=$folder/killed-$memory
    kills=0
    most=20
    while true; do
        "$kalah" db build --seeds "$seeds" --db "$out" --memory $memory --threads 2 >/dev/null 2>&1 &
        build=$!
        # Kill it later and later, so that it finishes at last.
        sleep "$(awk -v most=$most -v r=$RANDOM 'BEGIN { print r / 32768 * most / 1000 }')"
        most=$((most * 5 / 4))
        if kill -KILL $build 2>/dev/null; then
            wait $build 2>/dev/null && break
            kills=$((kills + 1))
        else
            wait $build && break
            echo "a build failed"
            exit 1
        fi
    done
    for file in "$folder"/whole/*; do cmp "$file" "$out/$(basename "$file")"; done
    rest=$(find "$out" -name '*.tmp')
    [ -z "$rest" ] || { echo "left behind: $rest"; exit 1; }
    [ $kills -ge 2 ] || { echo "only $kills builds were killed"; exit 1; }
    echo "memory $memory: killed $kills times"
done
