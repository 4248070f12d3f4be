#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The commands of examples/cluster/kubernetes.yaml as its pods run them, without a cluster: each with its JOB_COMPLETION_INDEX, then the
# merge. The manifest is checked as far as it matters for that: two Jobs, one indexed, with as many completions as shards.
# Usage: kubernetes.sh T2S EXAMPLES SPIDER
set -euo pipefail
t2s=$(readlink -f "$1") manifest=$(readlink -f "$2")/kubernetes.yaml spider=${3:-}

skip() {
  echo "SKIPPED: $1"
  exit 77
}
[ -f "$spider/dev.json" ] || skip "T2S_SPIDER_DIR does not name Spider's data"
python3 -c 'import yaml' 2>/dev/null || skip "Python's yaml is not installed (apt install python3-yaml)"

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# A line for each pod: its index or "-", then its command. Predictions are offline, without a model.
python3 - "$manifest" "$place" "$spider" >"$place/pods" <<'PYTHON'
import sys, yaml
manifest, place, spider = sys.argv[1:]
jobs = list(yaml.safe_load_all(open(manifest)))
assert [j['kind'] for j in jobs] == ['Job', 'Job'] and all(j['apiVersion'] == 'batch/v1' for j in jobs)
shards, merge = (j['spec'] for j in jobs)
assert shards['completionMode'] == 'Indexed' and merge['suspend'] is True
def command(job):
    container, = job['template']['spec']['containers']
    mounted = {v['name'] for v in container['volumeMounts']}
    assert mounted == {v['name'] for v in job['template']['spec']['volumes']}
    return container['command']
words = command(shards)
assert words[0] == 't2s' and words[words.index('--shard') + 1] == 'auto/%d' % shards['completions']
for option in ('--llm', '--model'):
    at = words.index(option)
    del words[at:at + 2]
def path(word):
    if word == '/mnt/spider': return spider
    return place + word.removeprefix('/mnt') if word.startswith('/mnt/') else word
def here(words): return ' '.join(path(w) for w in words[1:])
for index in range(shards['completions']): print(index, here(words))
print('-', here(command(merge)))
PYTHON

"$t2s" predict --data "$spider" --out "$place/whole.jsonl"
while read -r index words; do
  if [ "$index" = - ]; then unset JOB_COMPLETION_INDEX; else export JOB_COMPLETION_INDEX=$index; fi
  # shellcheck disable=SC2086
  "$t2s" $words
done <"$place/pods"
cmp "$place/whole.jsonl" "$place/dev.jsonl"
