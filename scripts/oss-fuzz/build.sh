#!/bin/bash -eu
# SPDX-License-Identifier: BSL-1.0
# Builds each fuzzer of tests/fuzz into $OUT with its dictionary and seeds, as OSS-Fuzz wants it: CXX, CXXFLAGS and LIB_FUZZING_ENGINE are its.
# Everything is linked statically, since $OUT runs on another machine.
: "${SRC:=}" "${OUT:?the folder for the fuzzers}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}"
[ -z "$SRC" ] || cd "$SRC/t2s"
for source in tests/fuzz/*.cpp; do
  name=$(basename "$source" .cpp)
  $CXX ${CXXFLAGS-} -std=c++20 -Iinclude "$source" -o "$OUT/fuzz_$name" $LIB_FUZZING_ENGINE \
    -Wl,-Bstatic -lboost_json -lboost_container -lsqlite3 -Wl,-Bdynamic -lpthread -ldl -lm
  cp "tests/fuzz/$name.dict" "$OUT/fuzz_$name.dict"
  seeds=$(mktemp -d)
  split --lines=1 --suffix-length=4 "tests/fuzz/$name.seeds" "$seeds/"
  (cd "$seeds" && zip -q -r "$OUT/fuzz_${name}_seed_corpus.zip" .)
  rm -rf "$seeds"
done
