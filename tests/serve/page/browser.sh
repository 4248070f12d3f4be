#!/usr/bin/env bash
# browser.sh FOLDER SCRIPT ARGUMENT...: runs a script among the packages that tests/interop/packages.sh installed in FOLDER, with Debian's
# Chromium or the browser that CHROMIUM names. Status 77, with the reason, if they are missing.
set -uo pipefail
cd "$1" || exit

skip() { echo "SKIPPED: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed (apt install nodejs npm)"
node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || skip "Node.js $(node --version) is too old: 20 or later is needed"
cmp -s package-lock.json node_modules/.installed || skip "the packages are not installed (see the test serve.page.packages)"
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} || skip "chromium is not installed (apt install chromium)"
export CHROMIUM
exec timeout -k 5 280 node "${@:2}" </dev/null
