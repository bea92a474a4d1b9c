#!/bin/sh
# Makes the static code of the .proto files anew: `sh src/codec/proto/generate.sh [folder]`, from the project's root.
set -eu
to="${1:-src/codec/proto/generated}"
mkdir -p "$to"

# make <name> <options and .proto files>
make() {
  name=$1
  shift
  node_modules/.bin/pbjs -t static-module -w es6 --es6 --no-create --no-verify --no-convert --no-delimited --no-typeurl \
    --no-service --force-number -o "$to/$name.whole" "$@"
  # What a message takes from its prototype is a default, which is not written anyway: not asking of each field whether it is the
  # message's own saves a fifth of the time.
  sed 's/ && \$Object\.hasOwnProperty\.call(message, "[A-Za-z_$]*")//' "$to/$name.whole" >"$to/$name.js"
  rm "$to/$name.whole"
  node_modules/.bin/pbts -o "$to/$name.d.ts" "$to/$name.js"
}

make records -r parley src/codec/proto/records.proto
# Of actors: their fields have the names that they have in the context of the machine, which is written as it stands.
make contexts -r contexts --keep-case -p machines machines/*/*.proto
