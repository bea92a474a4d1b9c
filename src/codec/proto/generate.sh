#!/bin/sh
# Generates the static code of the .proto files: `sh src/codec/proto/generate.sh [folder]`, from the project's root.
set -eu
to="${1:-src/codec/proto/generated}"
mkdir -p "$to"

# make <name> <options and .proto files>
make() {
  name=$1
  shift
  node_modules/.bin/pbjs -t static-module -w es6 --es6 --no-create --no-verify --no-convert --no-delimited --no-typeurl \
    --no-service --force-number -o "$to/$name.whole" "$@"
  # A field that a message inherits from its prototype is a default, which is not written anyway. Without the check that each field is
  # the message's own, writing takes a fifth less time.
  sed 's/ && \$Object\.hasOwnProperty\.call(message, "[A-Za-z_$]*")//' "$to/$name.whole" >"$to/$name.js"
  rm "$to/$name.whole"
  node_modules/.bin/pbts -o "$to/$name.d.ts" "$to/$name.js"
}

make records -r parley src/codec/proto/records.proto
# The contexts of actors. The fields have the names of the machine's context, so that a context is written without conversion.
make contexts -r contexts --keep-case -p machines machines/*/*.proto
