#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# examples/cluster/parallel.sh on this machine only: the merged predictions equal those of one run.
# Usage: parallel.sh T2S EXAMPLES SPIDER
set -euo pipefail
t2s=$(readlink -f "$1") examples=$(readlink -f "$2") spider=${3:-}

skip() {
  echo "SKIPPED: $1"
  exit 77
}
[ -f "$spider/dev.json" ] || skip "T2S_SPIDER_DIR does not name Spider's data"
{ parallel --version 2>/dev/null | grep -q 'GNU parallel'; } || skip "GNU parallel is not installed (apt install parallel)"

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
PATH=$(dirname "$t2s"):$PATH
export PATH
t2s predict --data "$spider" --out whole.jsonl
SHARDS=5 SSHLOGINS=2/: "$examples/parallel.sh" 'dev 1.jsonl' predict --data "$spider" --out 'dev 1.jsonl'
cmp whole.jsonl 'dev 1.jsonl'
