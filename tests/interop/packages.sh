#!/usr/bin/env bash
# packages.sh FOLDER: installs the packages of its package-lock.json there, unless they exist. Status 77, with the reason, if it fails.
set -uo pipefail
cd "$1" || exit

skip() { echo "SKIPPED: $1"; exit 77; }
for program in node npm; do
  command -v "$program" >/dev/null || skip "$program is not installed (apt install nodejs npm)"
done
cmp -s package-lock.json node_modules/.installed && { echo "all there"; exit 0; }

# Without a network this must end soon, and no package may run scripts during installation.
limit=60
if ! timeout -k 5 "$limit" npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=0 --fetch-timeout=20000 </dev/null >npm.log 2>&1; then
  said=$(sed -nE 's/^npm (error|ERR!) //p' npm.log | head -n 3 | tr '\n' ' ')
  skip "npm ci failed: ${said:-no answer within $limit s}"
fi
cp package-lock.json node_modules/.installed
grep -E '^added' npm.log || true
