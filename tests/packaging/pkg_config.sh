#!/bin/sh
# Installs t2s, with other names for the folders than the usual ones, then builds and runs the consumer by pkg-config alone:
# pkg_config.sh SOURCE FOLDER. Status 77 means skipped.
set -eu
command -v pkg-config >/dev/null || { echo "SKIPPED: packaging.pkg_config needs pkg-config (apt install pkg-config)"; exit 77; }
rm -rf "$2"
mkdir -p "$2"
cd "$2"
cmake -S "$1" -B build -DT2S_BUILD_TESTS=OFF -DT2S_BUILD_EXAMPLES=OFF -DT2S_BUILD_BENCHMARKS=OFF \
  -DCMAKE_INSTALL_INCLUDEDIR=include/headers -DCMAKE_INSTALL_DATADIR=some/data
cmake --install build --prefix "$2/an installed t2s"
export PKG_CONFIG_PATH="$2/an installed t2s/some/data/pkgconfig"
# t2s's headers are included by -I here, so a user's warnings apply to them.
compile="-std=c++20 -Wall -Wextra -Wshadow -Wsign-conversion -Werror \"\$1/test_package/consumer.cpp\" $(pkg-config --cflags t2s)"
eval "${CXX:-c++} -c -o consumer.o $compile"
if nm -C --defined-only consumer.o | grep -E ' [TDB] .*t2s::'; then
  echo "packaging.pkg_config: a program of two sources that include these headers would not link: they define what is listed above twice" >&2
  exit 1
fi
eval "${CXX:-c++} -o consumer consumer.o $(pkg-config --libs t2s)"
./consumer
if command -v clang++-19 >/dev/null; then
  eval "clang++-19 -fsyntax-only $compile"
fi
