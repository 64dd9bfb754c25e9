#!/usr/bin/env bash
# If lack of memory ends an experiment, it prints one line that says so. Skipped (77) in builds that
# need more address space than the limit from the start, those with sanitizers.
#   memory_test.sh KALAH
set -euo pipefail
kalah=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $1"; cat "$folder/errors"; exit 1; }

limited() { (ulimit -v $((megabytes * 1024)) && "$kalah" "$@" >/dev/null 2>"$folder/errors"); }
while read -r name megabytes; do
    limited --version || { echo "skipped: this build needs more than $megabytes MB of address space"; exit 77; }
    code=0
    limited lab run "$name" --scale tiny --concurrency 16 --out-dir "$folder/out" || code=$?
    [ $code -le 1 ] || fail "$name ends with $code"
    [ $code -eq 0 ] || tail -1 "$folder/errors" | grep '^kalah' | grep -qv 'this is a bug' || fail "$name does not say what is lacking"
done <<END
improvements 250
exactness 400
END
