#!/usr/bin/env bash
# The layer check finds what it should, and nothing else, in a small tree made for it.
set -euo pipefail
check=$(dirname "$(readlink -f "$0")")/check.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/src/{low,high,stray} "$folder/empty"
cat >"$folder/layers" <<'EOF'
low:low::iostream
high:high low:fmt posix:
EOF
cat >"$folder/src/low/a.cpp" <<'EOF'
#include <vector>
#include "low/a.hpp"
#include "high/b.hpp"
#include <fmt/core.h>
  #  include <unistd.h>
#include "a.hpp"
#include <iostream>
EOF
cat >"$folder/src/high/b.h" <<'EOF'
#include "low/a.hpp"
#include <iostream>
#include <fmt/core.h>
#include <sys/stat.h>
#include <boost/asio.hpp>
#include <histedit.h>
EOF
echo '#include "low/a.hpp"' >"$folder/src/stray/c.cpp"

if "$check" "$folder/layers" "$folder/src" >"$folder/found"; then
    echo "the check passed a tree with eight offences"
    exit 1
fi
sort "$folder/found" >"$folder/sorted"
cat >"$folder/expected" <<'EOF'
high/b.h:5: #include <boost/asio.hpp>    <- high may use only the standard library and: fmt posix
high/b.h:6: #include <histedit.h>    <- high may use only the standard library and: fmt posix
low/a.cpp:3: #include "high/b.hpp"    <- low may include only: low
low/a.cpp:4: #include <fmt/core.h>    <- low may use only the standard library
low/a.cpp:5:   #  include <unistd.h>    <- low may use only the standard library
low/a.cpp:6: #include "a.hpp"    <- low may include only: low
low/a.cpp:7: #include <iostream>    <- low may not use <iostream>
stray/c.cpp:1: #include "low/a.hpp"    <- folder stray is no layer
EOF
diff "$folder/expected" "$folder/sorted"

rm -r "$folder/src/stray" "$folder/src/low/a.cpp"
sed -i "/boost/d; /histedit/d" "$folder/src/high/b.h"
"$check" "$folder/layers" "$folder/src"
for nothing in "$folder/empty" "$folder/missing"; do
    if "$check" "$folder/layers" "$nothing" >/dev/null 2>&1; then
        echo "the check passed a folder without sources"
        exit 1
    fi
done
