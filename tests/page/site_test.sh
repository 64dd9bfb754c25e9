#!/usr/bin/env bash
# The page without a server, with its real engine: skipped (77) without KALAH_TEST_FULL.
#   site_test.sh KALAH SOURCE_FOLDER
# Compiles the engine with emscripten into build/engine, writes the site and lets web/e2e/static/
# compare its answers with those of `kalah serve`, and visit it in Chromium.
set -euo pipefail
export KALAH=$1
source=$2
[ -n "${KALAH_TEST_FULL-}" ] || { echo "skipped: set KALAH_TEST_FULL=1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

"$source/scripts/build" engine >"$folder/log" 2>&1 || { tail -50 "$folder/log"; fail "the build of the engine"; }
engine=$source/build/engine/kalah.wasm
"$KALAH" page --engine "$engine" --out "$folder/site"
# What it may weigh: code, and book with puzzles; compressed.
size() { cat "$@" | gzip -9 | wc -c; }
echo "compressed: engine $(size "$engine"), book and puzzles $(size "$folder"/site/engine/*.txt) bytes"
[ "$(size "$engine")" -le 600000 ] || fail "the engine is too large"
[ "$(size "$folder"/site/engine/*.txt)" -le 700000 ] || fail "book and puzzles are too large"
KALAH_SITE=$folder/site KALAH_ENGINE=$engine node --test "$source"/web/e2e/static/*.test.mjs
