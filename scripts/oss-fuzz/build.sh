#!/bin/bash -eu
# SPDX-License-Identifier: BSL-1.0
# Builds each fuzzer of tests/fuzz into $OUT with its dictionary and seeds, as OSS-Fuzz wants it: CXX, CXXFLAGS and LIB_FUZZING_ENGINE are its.
# SQLite is linked statically, since $OUT runs on another machine. Boost.JSON is compiled here: OSS-Fuzz builds with libc++, Ubuntu's
# libboost_json is for libstdc++.
: "${SRC:=}" "${OUT:?the folder for the fuzzers}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}"
[ -z "$SRC" ] || cd "$SRC/t2s"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="${CXXFLAGS-} -std=c++20 -Iinclude"
[[ $flags != *-stdlib=libc++* ]] || flags+=" -fexperimental-library"  # std::jthread, before libc++ 20
echo '#include <boost/json/src.hpp>' >"$work/json.cpp"
$CXX $flags -c "$work/json.cpp" -o "$work/json.o"
for source in tests/fuzz/*.cpp; do
  name=$(basename "$source" .cpp)
  $CXX $flags "$source" "$work/json.o" -o "$OUT/fuzz_$name" $LIB_FUZZING_ENGINE -Wl,-Bstatic -lsqlite3 -Wl,-Bdynamic -lpthread -ldl -lm
  cp "tests/fuzz/$name.dict" "$OUT/fuzz_$name.dict"
  mkdir "$work/$name"
  split --lines=1 --suffix-length=4 "tests/fuzz/$name.seeds" "$work/$name/"
  (cd "$work/$name" && zip -q -r "$OUT/fuzz_${name}_seed_corpus.zip" .)
done
