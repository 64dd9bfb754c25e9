#!/usr/bin/env bash
# Checks every #include below a source folder against the layers.
#   check.sh LAYERS SOURCE      LAYERS: lines "folder:folders it may include:other headers it may include"
# Prints each offending line as file:line: text, and fails if there is one.
set -euo pipefail
layers=$1
source=$2
bad=0

complain() {  # file:line text reason
    echo "$1: $2    <- $3"
    bad=1
}
contains() { case " $1 " in *" $2 "*) return 0 ;; *) return 1 ;; esac; }

while IFS=: read -r path number text; do
    file=${path#"$source"/}
    folder=${file%%/*}
    row=$(grep "^$folder:" "$layers") || { complain "$file:$number" "$text" "folder $folder is no layer"; continue; }
    IFS=: read -r _ allowed external <<<"$row"
    header=$(sed -E 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]([^>"]*)[>"].*/\1/' <<<"$text")
    case $text in
        *'"'*)
            contains "$allowed" "${header%%/*}" && [ "$header" != "${header%%/*}" ] ||
                complain "$file:$number" "$text" "$folder may include only: $allowed" ;;
        *)
            case $header in
                */* | *.*) ;;
                *) continue ;;  # the standard library
            esac
            kind=${header%%/*}
            case $kind in *.h | sys | netinet | arpa) kind=posix ;; esac
            contains "$external" "$kind" ||
                complain "$file:$number" "$text" "$folder may use only the standard library${external:+ and: $external}" ;;
    esac
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include' "$source" --include='*.?pp')

exit $bad
