#!/bin/sh
# Runs Node.js with these arguments, or says which version is expected. In a script of npm, `node` is the one that `npm ci` has
# installed for this project on Linux and macOS. Without that package it is the user's own.
found=$(node --version 2>/dev/null)
case $found in
v22.19.* | v22.[2-9][0-9].* | v24.*) exec node "$@" ;;
esac
echo "Expected Node.js 22.19 or later, or 24; got ${found:-none}. npm ci installs one on Linux and macOS, unless optional packages are left out." >&2
exit 2
