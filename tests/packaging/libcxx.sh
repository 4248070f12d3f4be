#!/bin/sh
# Builds the first example with clang and libc++, Boost.JSON included (a library that was built for libstdc++ does not link), and runs it:
# libcxx.sh SOURCE FOLDER. Status 77 means skipped.
set -eu
skip() { echo "SKIPPED: packaging.libcxx $1"; exit 77; }
compiler=${T2S_LIBCXX_COMPILER:-clang++-19}
command -v "$compiler" >/dev/null || skip "needs $compiler (apt install clang-19 libc++-19-dev libc++abi-19-dev)"
command -v sqlite3 >/dev/null || skip "needs the program sqlite3 (apt install sqlite3)"
rm -rf "$2"
mkdir -p "$2"
cd "$2"
flags="-std=c++20 -stdlib=libc++ -O0 -Wall -Wextra -Wpedantic -Wconversion -Werror"
echo '#include <version>' >empty.cpp
"$compiler" $flags -fsyntax-only empty.cpp 2>/dev/null || skip "needs libc++ (apt install libc++-19-dev libc++abi-19-dev)"

# Without the flag for std::stop_token a message says so.
echo '#include "t2s/core/detail/config.hpp"' >without.cpp
if "$compiler" $flags -I "$1/include" -fsyntax-only without.cpp 2>said; then
  echo "this libc++ has std::stop_token without a flag"
else
  grep -q 't2s needs std::stop_token: .*-fexperimental-library' said || { cat said; exit 1; }
fi

flags="$flags -fexperimental-library"
echo '#include <boost/json/src.hpp>' >json.cpp
"$compiler" $flags -w -c json.cpp -o json.o
"$compiler" $flags -I "$1/include" "$1/examples/01_first_answer.cpp" json.o -lsqlite3 -pthread -o first_answer
sqlite3 countries.sqlite <"$1/examples/data/countries.sql"
./first_answer countries.sqlite "Which cities in Brazil have more than 5.5 million people?" | tee answer
wanted=$(sqlite3 countries.sqlite "SELECT cities.name FROM cities JOIN countries ON cities.country_iso = countries.iso_code
  WHERE countries.name = 'Brazil' AND cities.population > 5500000")
[ -n "$wanted" ] && [ "$(tail -n +4 answer)" = "$wanted" ]
