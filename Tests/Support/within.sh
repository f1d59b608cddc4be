#!/bin/sh
# Runs a command. If it takes longer than MINUTES, lists the running processes and ends it.
#
#   within.sh MINUTES COMMAND...
set -u
minutes=$1
shift

{
    sleep $((minutes * 60)) &
    trap 'kill $!; exit' TERM
    wait
    echo "error: Still running after $minutes minutes: $*"
    ps -e -o pid,ppid,etimes,stat,wchan:16,args --forest
} &
watch=$!
# A little later, so that the list comes first.
timeout --foreground $((minutes * 60 + 5)) "$@"
status=$?
kill "$watch" 2> /dev/null
exit "$status"
