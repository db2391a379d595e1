#!/bin/sh
# An engine whose name is no UTF-8. It knows one move.
while read -r line; do
    case $line in
    uci) printf 'id name caf\351\nuciok\n' ;;
    isready) echo readyok ;;
    go*) echo 'bestmove e2e4' ;;
    quit) exit ;;
    esac
done
