#!/bin/sh
# Follows a way of docs/packaging.md to the letter, from an empty folder with program.cpp alone: way.sh SOURCE FOLDER REPOSITORY HEADING
# [LINE]. Under the heading each block ```LANGUAGE FILE becomes that file and the blocks ```sh are run. <this repository> is REPOSITORY. What they
# print has the LINE, which program.cpp prints by default.
set -eu
source=$1 folder=$2 repository=$3 heading=$4 line=${5-'{"tables":1}'}
page="$source/docs/packaging.md"
rm -rf "$folder"
mkdir -p "$folder"
cp "$source/tests/packaging/program.cpp" "$folder"

# The files go to FOLDER, the commands into its file "commands".
awk -v heading="## $heading" -v folder="$folder" '
  /^## / {in_section = $0 == heading; next}
  !in_section {next}
  /^```/ && in_block {in_block = 0; if (file !~ /\/commands$/) close(file); next}
  /^```/ {
    in_block = 1
    file = ""
    if ($0 == "```sh") file = folder "/commands"
    if ($2 != "") {
      file = folder "/" $2
      if ($2 ~ /\//) {place = $2; sub(/\/[^\/]*$/, "", place); system("mkdir -p \"" folder "/" place "\"")}
    }
    next
  }
  in_block && file != "" {print > file}' "$page"
[ -s "$folder/commands" ] || { echo "packaging: $page has no commands under the heading $heading" >&2; exit 1; }
cd "$folder"
find . -type f ! -name program.cpp -exec sed -i "s|<this repository>|file://$repository|" {} +
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
sh -eux commands >said || { cat said; exit 1; }
cat said
grep -qxF "$line" said || { echo "packaging: the program did not run, or did not say what it should" >&2; exit 1; }
