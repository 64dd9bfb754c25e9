#!/usr/bin/env bash
# The installed library alone is enough to build and run examples/embed, with its CMake package and
# with its pkg-config file.
#   install_test.sh BUILD_FOLDER EXAMPLE_FOLDER program|library
set -euo pipefail
build=$1
example=$2
installs=$3
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

pc=$folder/prefix/lib/pkgconfig/kalah.pc
flags="-I$folder/prefix/include $(sed -n 's/^Cflags: -I[^ ]*//p' "$pc") $(sed -n 's/^Libs: -L[^ ]* //p' "$pc")"
# shellcheck disable=SC2086
c++ -std=c++20 ${CXXFLAGS-} "$example/embed.cpp" -o "$folder/embed" -L"$folder/prefix/lib" $flags ||
    fail "build with the flags of kalah.pc"
LD_LIBRARY_PATH="$folder/prefix/lib" "$folder/embed" | diff "$folder/out" - || fail "the two builds differ"
! "$folder/example/probe" "$folder" '<2,0,0,1,0,0,2>' 2>"$folder/log" || fail "a database where none is"
grep -q ': no database for standard with 2 pits$' "$folder/log" || fail "probe says: $(cat "$folder/log")"
[ "$installs" = program ] || exit 0

kalah=$folder/prefix/bin/kalah
"$kalah" db build --seeds 3 --pits 2 --db "$folder/db" >/dev/null 2>&1 || fail "the installed program"
future=$("$kalah" db probe '<2,0,0,1,0,0,2>' --db "$folder/db" --json | sed 's/.*"future":\(-\?[0-9]*\),"score".*"kind".*/\1/')
[ "$("$folder/example/probe" "$folder/db" '<2,0,0,1,0,0,2>')" = "future $future" ] || fail "probe differs from the program"
