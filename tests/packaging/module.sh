#!/bin/sh
# Builds the module t2s with clang, and a program that imports it, and runs it: module.sh SOURCE FOLDER. Status 77 means skipped.
set -eu
skip() { echo "SKIPPED: packaging.module $1"; exit 77; }
compiler=${T2S_MODULE_COMPILER:-clang++-19}
command -v "$compiler" >/dev/null || skip "needs $compiler (apt install clang-19)"
command -v sqlite3 >/dev/null || skip "needs the program sqlite3 (apt install sqlite3)"
rm -rf "$2"
mkdir -p "$2"
cd "$2"
ln -s "$1" t2s
cp "$1/tests/packaging/module.cpp" program.cpp

# The commands of docs/packaging.md#module, with the compiler's name of here.
sed -n '/^## Module/,/^## [^M]/p' "$1/docs/packaging.md" | sed -n '/^```sh$/,/^```$/p' | grep -v '^```' | sed "s|^clang++ |$compiler |" >commands.sh
[ "$(wc -l <commands.sh)" -ge 3 ]
sh -eu commands.sh
sqlite3 countries.sqlite <"$1/examples/data/countries.sql"
./program countries.sqlite "How many countries are there in Africa?" | tee answer
[ "$(cat answer)" = "$(sqlite3 countries.sqlite "SELECT count(*) FROM countries WHERE continent = 'Africa'")" ]
