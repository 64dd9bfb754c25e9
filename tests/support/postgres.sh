#!/usr/bin/env bash
# The PostgreSQL server of a run of tests, on a socket in a folder of its own: no port, no TCP.
#   postgres.sh start FILE      starts it, and writes the folder to FILE
#   postgres.sh stop FILE       stops it, and removes both
#   postgres.sh restart FILE    as after a crash, with what was committed
# KALAH_POSTGRES_OPTIONS: settings of the server, in place of those that make it fast and unsafe.
# The superuser is called kalah. The server refuses to run as root: then it runs as nobody.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
file=$2

unprivileged() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=nobody --regid=nogroup --clear-groups env -C / "$@"
    else
        "$@"
    fi
}
# Its processes must not keep the pipes of whoever runs the tests.
control() { unprivileged "$bin/pg_ctl" -D "$folder/data" -w "$@" </dev/null >>"$file.log" 2>&1; }
launch() {
    control start -l "$folder/log" -o "-k $folder -c listen_addresses= ${KALAH_POSTGRES_OPTIONS:--c fsync=off -c full_page_writes=off}"
}

folder=$(cat "$file" 2>/dev/null || true)
case $1 in
    restart)
        control stop -m immediate
        launch ;;
    stop | start)
        if [ -n "$folder" ]; then
            control stop -m immediate || true  # of a run that was cut off, it may be gone
            rm -rf "$folder" "$file"
        fi ;;
esac
if [ "$1" = start ]; then
    folder=$(mktemp -d /tmp/kalah-postgres.XXXXXX)
    [ "$(id -u)" != 0 ] || chown nobody:nogroup "$folder"
    unprivileged "$bin/initdb" -D "$folder/data" -U kalah -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$file.log" 2>&1
    launch
    echo "$folder" >"$file"
fi
