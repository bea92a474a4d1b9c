#!/bin/sh
# `npx parley COMMAND` in a checkout: builds the commands if a source has changed, and runs one of them in the caller's folder.
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.." && pwd) || exit 1
PATH=$root/node_modules/.bin:$PATH
(cd "$root" && sh src/build/node.sh src/build/build.ts --quiet commands) || exit 1
exec sh "$root/src/build/node.sh" "$root/dist/parley.js" "$@"
