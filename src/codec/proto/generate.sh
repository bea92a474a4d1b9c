#!/bin/sh
# Makes the static code of the .proto files anew: `sh src/codec/proto/generate.sh [folder]`, from the project's root.
set -eu
to="${1:-src/codec/proto/generated}"
mkdir -p "$to"
options="-t static-module -w es6 --es6 --no-create --no-verify --no-convert --no-delimited --no-typeurl --no-service --force-number"
# shellcheck disable=SC2086 # The options are words.
node_modules/.bin/pbjs $options -r parley -o "$to/records.js" src/codec/proto/records.proto
# Of actors: their fields have the names that they have in the context of the machine, which is written as it stands.
# shellcheck disable=SC2086
node_modules/.bin/pbjs $options -r contexts --keep-case -p machines -o "$to/contexts.js" machines/*/*.proto
for made in records contexts; do
  node_modules/.bin/pbts -o "$to/$made.d.ts" "$to/$made.js"
done
