#!/usr/bin/env bash
# The layer check finds what it should, and nothing else, in a small tree made for it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/src/{low,high,stray}
cat >"$folder/layers" <<'EOF'
low:low:
high:high low:fmt posix
EOF
cat >"$folder/src/low/a.cpp" <<'EOF'
#include <vector>
#include "low/a.hpp"
#include "high/b.hpp"
#include <fmt/core.h>
  #  include <unistd.h>
#include "a.hpp"
EOF
cat >"$folder/src/high/b.hpp" <<'EOF'
#include "low/a.hpp"
#include <fmt/core.h>
#include <sys/stat.h>
#include <boost/asio.hpp>
EOF
echo '#include "low/a.hpp"' >"$folder/src/stray/c.cpp"

if "$here/check.sh" "$folder/layers" "$folder/src" >"$folder/found"; then
    echo "the check passed a tree with five offences"
    exit 1
fi
sort "$folder/found" >"$folder/sorted"
cat >"$folder/expected" <<'EOF'
high/b.hpp:4: #include <boost/asio.hpp>    <- high may use only the standard library and: fmt posix
low/a.cpp:3: #include "high/b.hpp"    <- low may include only: low
low/a.cpp:4: #include <fmt/core.h>    <- low may use only the standard library
low/a.cpp:5:   #  include <unistd.h>    <- low may use only the standard library
low/a.cpp:6: #include "a.hpp"    <- low may include only: low
stray/c.cpp:1: #include "low/a.hpp"    <- folder stray is no layer
EOF
diff "$folder/expected" "$folder/sorted"
rm -r "$folder/src/stray" "$folder/src/low/a.cpp"
sed -i /boost/d "$folder/src/high/b.hpp"
"$here/check.sh" "$folder/layers" "$folder/src"
