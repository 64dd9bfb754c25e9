#!/usr/bin/env bash
# The installed library alone is enough to build and run examples/embed, by its CMake package and
# by pkg-config's file.
#   install_test.sh BUILD_FOLDER EXAMPLE_FOLDER
set -euo pipefail
build=$1
example=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

cmake --install "$build" --prefix "$folder/prefix" >"$folder/log" 2>&1 || { cat "$folder/log"; fail "install"; }
cmake -S "$example" -B "$folder/example" -DCMAKE_PREFIX_PATH="$folder/prefix" >"$folder/log" 2>&1 &&
    cmake --build "$folder/example" >>"$folder/log" 2>&1 || { cat "$folder/log"; fail "build against the CMake package"; }
"$folder/example/embed" >"$folder/out" || fail "embed ends with $?"
grep -q '^result [0-9]*-[0-9]*$' "$folder/out" || fail "no game was played"
grep -q '^pit [0-9]: ' "$folder/out" || fail "no position was analysed"
grep -q '^value -\?[0-9]*, database' "$folder/out" || fail "nothing was solved"

flags="-I$folder/prefix/include $(sed -n 's/^Libs: -L[^ ]* //p' "$folder/prefix/lib/pkgconfig/kalah.pc")"
# shellcheck disable=SC2086
c++ -std=c++20 "$example/embed.cpp" -o "$folder/embed" -L"$folder/prefix/lib" $flags ||
    fail "build with the flags of kalah.pc"
"$folder/embed" | diff "$folder/out" - || fail "the two builds differ"
"$folder/prefix/bin/kalah" --version >/dev/null || fail "the installed program"
