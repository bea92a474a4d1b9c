#!/bin/sh
# Makes the static code of records.proto anew: `sh src/codec/proto/generate.sh [folder]`, from the project's root.
set -eu
to="${1:-src/codec/proto/generated}"
mkdir -p "$to"
node_modules/.bin/pbjs -t static-module -w es6 --es6 -r parley --no-create --no-verify --no-convert --no-delimited \
  --no-typeurl --no-service --force-number -o "$to/records.js" src/codec/proto/records.proto
node_modules/.bin/pbts -o "$to/records.d.ts" "$to/records.js"
