#!/usr/bin/env bash
# Checks every #include below a source folder against the layers.
#   check.sh LAYERS SOURCE
# LAYERS has one line per folder: "folder:folders it may include:other headers it may
# include:standard headers it may not". Prints each offending line as file:line: text. Fails if
# there is one, or if there is nothing to check.
set -euo pipefail
cd "$2"
find . -type f \( -name '*.?pp' -o -name '*.h' -o -name '*.c' -o -name '*.inl' \) -print0 |
    xargs -0 awk -v layers="$1" '
    function has(list, word) { return index(" " list " ", " " word " ") > 0 }
    function complain(reason) {
        print substr(FILENAME, 3) ":" FNR ": " $0 "    <- " reason
        bad = 1
    }
    BEGIN {
        while ((getline row < layers) > 0) {
            split(row, part, ":")
            known[part[1]] = 1
            allowed[part[1]] = part[2]
            external[part[1]] = part[3]
            banned[part[1]] = part[4]
        }
    }
    /^[ \t]*#[ \t]*include/ {
        ++seen
        folder = substr(FILENAME, 3)
        sub(/\/.*/, "", folder)
        header = $0
        sub(/^[^<"]*[<"]/, "", header)
        sub(/[>"].*/, "", header)
        first = header
        sub(/\/.*/, "", first)
        if (!known[folder]) {
            complain("folder " folder " is no layer")
        } else if ($0 ~ /"/) {
            if (first == "kalah") next  # the public headers: every folder may use them
            if (first == header || !has(allowed[folder], first))
                complain(folder " may include only: " allowed[folder])
        } else if (header !~ /[\/.]/) {
            if (has(banned[folder], header)) complain(folder " may not use <" header ">")
        } else {
            if (first == "histedit.h") first = "histedit"
            else if (first ~ /\.h$/ || first ~ /^(sys|netinet|arpa)$/) first = "posix"
            if (!has(external[folder], first))
                complain(folder " may use only the standard library" \
                         (external[folder] ? " and: " external[folder] : ""))
        }
    }
    END {
        if (!seen) { print "nothing to check"; bad = 1 }
        exit bad
    }'
