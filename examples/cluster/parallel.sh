#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# A command of t2s on several machines by GNU parallel over ssh, and the merge. The machines have the programs of t2s, the data and a folder in common:
#
#   SHARDS=8 SSHLOGINS=2/anna,2/bert,: ./parallel.sh dev.jsonl predict --data spider --out dev.jsonl --llm http://gpu1:8000/v1 --model llama
#
# The first word is the joined output. 2/anna: two shards at a time on the machine anna; ":" is this one. A shard that fails is repeated up
# to three times, on another machine if there is one, and continues where it ended.
set -euo pipefail

joined=$1
shift
shards=${SHARDS:-4}
seq "$shards" | parallel --sshlogin "${SSHLOGINS:-:}" --workdir . --retries 3 --halt soon,fail=1 --quote t2s "$@" --shard "{}/$shards"
exec t2s merge "$joined"
