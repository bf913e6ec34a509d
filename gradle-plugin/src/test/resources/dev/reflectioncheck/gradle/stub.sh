#!/bin/sh
# Stands in for reflection-check: keeps each request in the directory of this file and ends as told there.
#   analyze.exit, report.exit   exit status, or `kill`; without the file: 0
#   handshake                   what --version --json prints
#   slow                        each run takes a while and notes its start and end in `times`
set -eu
here=$(dirname "$0")
if [ "$1" = --version ]; then
    if [ -e "$here/handshake" ]; then cat "$here/handshake"; else echo '{"name":"reflection-check","version":"0.1.0","protocol":1}'; fi
    exit
fi
command=$1
request=$3
[ "$2" = --request ]
number=1
until (set -C; cat "$request" > "$here/$number.$command.json") 2> /dev/null; do number=$((number + 1)); done
if [ -e "$here/slow" ]; then
    echo "start" >> "$here/times"
    sleep 0.4
    echo "end" >> "$here/times"
fi
value() { sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" "$request"; }
if [ "$command" = analyze ]; then
    outputs=$(value result)
else
    outputs=$(sed -n '/"outputs"/,$p' "$request" | sed -n 's/^ *"path": "\(.*\)",\{0,1\}$/\1/p')
fi
status=0
[ ! -e "$here/$command.exit" ] || status=$(cat "$here/$command.exit")
echo "$outputs" | while read -r output; do
    echo "stub's $command, exit status $status" > "$output"
done
case $status in
    0 | 1) exit "$status" ;;
    kill) kill -9 $$ ;;
    *) echo "stub's words about $command" >&2; exit "$status" ;;
esac
