#!/usr/bin/env bash
# reference.sh ROOT FOLDER: writes doxygen's reference of public names to FOLDER/html; fails if anything is undocumented. Status 77, with the
# reason, without doxygen.
set -uo pipefail
cd "$1" || exit 1

command -v doxygen >/dev/null || { echo "SKIPPED: docs.reference needs doxygen (apt install doxygen)"; exit 77; }
rm -rf "$2/html" && mkdir -p "$2" || exit 1
(cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = \"$2\"") | doxygen - >"$2/log" 2>&1
status=$?
if [ -s "$2/log" ]; then
  echo "What is public needs a comment that says what its name does not (CONTRIBUTING.md):"
  sed "s|^$PWD/||" "$2/log"
  exit 1
fi
if [ $status -ne 0 ] || [ ! -f "$2/html/index.html" ]; then
  echo "doxygen ended with $status or made no pages: see doxygen docs/Doxyfile"
  exit 1
fi
echo "The reference is $2/html/index.html"
