#!/usr/bin/env bash
# The library and the program in their other builds, each from its own configuration in a temporary folder.
#   variant_test.sh threadless|shared|emscripten|bare SOURCE_FOLDER
#
# threadless  Without threads. The compiler checks every file. With KALAH_TEST_FULL, the test builds
#             the library, which must call no thread functions, and runs examples/embed with it.
# shared      As a shared library; skipped (77) without KALAH_TEST_FULL. It must export only public
#             names, and examples/embed must run with it.
# emscripten  For WebAssembly, without threads and files; skipped (77) without KALAH_TEST_FULL.
#             examples/embed must run in Node.
# bare        The program without the pages of web/, PostgreSQL, libedit and Python, where there is
#             neither Node nor npm: what stands in for the pages must compile, and be a page. With
#             KALAH_TEST_FULL, the test links the program and runs what is different in it.
set -euo pipefail
variant=$1
source=$2
full=${KALAH_TEST_FULL-}
cmake=(cmake)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

build() {
    { "${cmake[@]}" -S "$source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DKALAH_PROGRAM=OFF -DKALAH_UNITY=ON \
        -DKALAH_WERROR=ON "$@" && cmake --build "$folder/build"; } >"$folder/log" 2>&1 ||
        { tail -50 "$folder/log"; fail "the build"; }
}
example() { "$(dirname "$0")/install_test.sh" "$folder/build" "$source/examples/embed" library; }
# What is different in a program without pages, PostgreSQL and libedit.
bare_program() {
    local kalah=$folder/build/kalah games=$folder/games.sqlite kgp http
    export XDG_DATA_HOME=$folder
    ldd "$kalah" >"$folder/libraries"
    none -E 'libpq|libedit|libpython' "$folder/libraries"
    ! "$kalah" store info --store postgresql://localhost/kalah 2>"$folder/said" || fail "a database without PostgreSQL"
    [ "$(cat "$folder/said")" = "kalah store info: this kalah is built without PostgreSQL: name a file as the store" ] ||
        fail "it says: $(cat "$folder/said")"
    printf '3\nquit\n' | TERM=xterm timeout 60 script -qec "$kalah play" /dev/null >"$folder/said" || fail "play at a terminal"
    grep -q 'south plays 3: 4 seeds' "$folder/said" || fail "no move: $(cat "$folder/said")"
    none $'\e\\[K' "$folder/said"
    timeout 60 "$kalah" match greedy random --games 2 --store "$games" >/dev/null 2>&1 || fail "match"
    "$kalah" report --store "$games" --out "$folder/report.html" >/dev/null || fail "report"
    grep -q 'greedy' "$folder/report.html" || fail "the report"
    # shellcheck source=tests/support/serve.sh
    . "$source/tests/support/serve.sh"
    trap 'cleanup; rm -rf "$folder"' EXIT
    serve 0
    python3 -c 'import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())' "http://$http/" >"$folder/said" ||
        fail "no answer to a browser"
    grep -q 'built without its pages (KALAH_PAGES=OFF)' "$folder/said" || fail "the page says: $(cat "$folder/said")"
}
none() { ! grep "$@" || fail "these are not wanted"; }

case $variant in
    threadless)
        if [ -z "$full" ]; then
            # All files of the core as one, without KALAH_HAS_THREADS. The macros are include guards
            # of libstdc++: they leave <thread>, <mutex> and <condition_variable> empty.
            mkdir "$folder/base"
            printf '#define KALAH_%s ""\n' VERSION COMMIT COMPILER OPTIONS >"$folder/base/version.inc"
            (cd "$source/src" && find base rules eval endgame search solve files -name '*.cpp') |
                sed 's/.*/#include "&"/' >"$folder/core.cpp"
            c++ -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-restrict \
                -Wno-subobject-linkage -Werror -D_GLIBCXX_THREAD -D_GLIBCXX_MUTEX \
                -D_GLIBCXX_CONDITION_VARIABLE -I"$folder" -I"$source/src" -I"$source/include" "$folder/core.cpp" || fail "the check"
            exit
        fi
        build -DKALAH_THREADS=OFF
        nm -uC "$folder/build/libkalah.a" >"$folder/names"
        [ -s "$folder/names" ] || fail "no names"
        none -E 'pthread_(create|join|mutex|cond)|std::(thread|condition_variable)' "$folder/names"
        example ;;
    shared)
        [ -n "$full" ] || { echo "skipped: set KALAH_TEST_FULL=1"; exit 77; }
        build -DKALAH_SHARED=ON
        nm -DC --defined-only "$folder/build/libkalah.so" | cut -d' ' -f2- >"$folder/names"
        grep -q 'T kalah::Solver::solve(' "$folder/names" || fail "the solver is not exported"
        # Public names are in namespace kalah itself; private parts have their own namespaces.
        none -vE '^[A-Za-z] (typeinfo for |typeinfo name for |vtable for )?kalah::|^A KALAH_' "$folder/names"
        none -E '^[A-Za-z] (typeinfo for |typeinfo name for |vtable for )?kalah::([a-z_]+::|\w+::Impl)' "$folder/names"
        example ;;
    emscripten)
        [ -n "$full" ] || { echo "skipped: set KALAH_TEST_FULL=1"; exit 77; }
        cmake=(emcmake cmake)
        build -DKALAH_THREADS=OFF -DKALAH_FILES=OFF
        em++ -std=c++20 -O1 -I"$source/include" "$source/examples/embed/embed.cpp" "$folder/build/libkalah.a" \
            -sALLOW_MEMORY_GROWTH -sSINGLE_FILE -o "$folder/embed.js" || fail "build the example"
        node "$folder/embed.js" >"$folder/out" || fail "the example ends with $?"
        grep -q '^value 0, database 1$' "$folder/out" || fail "the example solved nothing" ;;
    bare)
        "${cmake[@]}" -S "$source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DKALAH_UNITY=ON -DKALAH_WERROR=ON \
            -DKALAH_PAGES=OFF -DKALAH_POSTGRESQL=OFF -DKALAH_LINE_EDITING=OFF -DKALAH_PYTHON=OFF \
            -DNODE=NODE-NOTFOUND -DNPM=NPM-NOTFOUND >"$folder/log" 2>&1 || { cat "$folder/log"; fail "the configuration"; }
        for part in server/site_files report/report_page; do
            objects+=("src/CMakeFiles/kalah_${part%/*}.dir/embedded/${part#*/}.cpp.o")
        done
        ninja -C "$folder/build" "${objects[@]}" >"$folder/log" 2>&1 || { tail -50 "$folder/log"; fail "the build"; }
        (cd "$folder/build" && nm -C "${objects[@]}") >"$folder/names"
        for name in 'server::site_files()' 'report::page_style()' 'report::page_script()'; do
            grep -qF "T kalah::$name" "$folder/names" || fail "no $name"
        done
        gzip -dc "$folder/build/src/embedded/no_pages.html.gz" | grep -q 'built without its pages' || fail "no page"
        [ -n "$full" ] || exit 0
        ninja -C "$folder/build" kalah >"$folder/log" 2>&1 || { tail -50 "$folder/log"; fail "the build of the program"; }
        bare_program ;;
    *) fail "no variant $variant" ;;
esac
