#!/usr/bin/env bash
# node.sh FOLDER SCRIPT ARGUMENT...: runs a script among the packages that packages.sh installed in FOLDER. Status 77, with the reason,
# if they are missing.
set -uo pipefail
cd "$1" || exit

skip() { echo "SKIPPED: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed (apt install nodejs npm)"
node -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)' || skip "Node.js $(node --version) is too old: 18 or later is needed"
cmp -s package-lock.json node_modules/.installed || skip "the packages are not installed (see the test interop.packages)"
exec timeout -k 5 50 node "${@:2}" </dev/null
