#!/usr/bin/env bash
# Each public header says in one clear line that it needs C++20, instead of pages of errors.
#   language_test.sh INCLUDE_FOLDER COMPILER
set -euo pipefail
cd "$1"
count=0
for header in kalah/*.hpp; do
    if said=$("$2" -std=c++17 -fsyntax-only -I. -x c++ "$header" 2>&1); then
        echo "FAILED: $header compiles as C++17"
        exit 1
    fi
    errors=$(grep 'error: ' <<<"$said")
    # What follows is that the compiler ends.
    [[ $(head -1 <<<"$errors") == *'libkalah needs C++20: compile with -std=c++20'* &&
        $(wc -l <<<"$errors") -le 2 ]] || {
        echo "FAILED: $header says: $said"
        exit 1
    }
    count=$((count + 1))
done
[ "$count" -gt 10 ]
