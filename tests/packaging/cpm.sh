#!/bin/sh
# Follows the way with CPM.cmake: cpm.sh SOURCE FOLDER REPOSITORY [FILE]. FILE is a CPM.cmake that is there already (the CMake variable
# T2S_CPM_FILE); without it the page's own command downloads it. Status 77 means skipped.
set -eu
skip() { echo "SKIPPED: packaging.cpm $1"; exit 77; }
address=$(sed -n 's/^curl .* \(https:.*\)$/\1/p' "$1/docs/packaging.md")
programs=$2.programs
rm -rf "$programs"
mkdir -p "$programs"
if [ -n "${4:-}" ]; then
  # In the place of the program curl, for that one address.
  printf '#!/bin/sh\ncp "%s" cmake/CPM.cmake\n' "$4" >"$programs/curl"
else
  command -v curl >/dev/null || skip "needs curl (apt install curl), or cmake -DT2S_CPM_FILE=/path/of/CPM.cmake"
  timeout 60 curl -fsSL -o "$programs/CPM.cmake" "$address" ||
    skip "needs CPM.cmake, and $address cannot be reached: cmake -DT2S_CPM_FILE=/path/of/CPM.cmake"
  printf '#!/bin/sh\ncp "%s" cmake/CPM.cmake\n' "$programs/CPM.cmake" >"$programs/curl"
fi
chmod +x "$programs/curl"
PATH="$programs:$PATH" exec "$1/tests/packaging/way.sh" "$1" "$2" "$3" CPM
