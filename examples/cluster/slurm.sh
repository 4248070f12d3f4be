#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# A command of t2s as a Slurm array, and a job that joins its shards once all of them are done:
#
#   TASKS=4 ./slurm.sh dev.jsonl predict --data spider --out dev.jsonl --llm http://gpu1:8000/v1 --model llama
#
# The first word is the joined output: --out of predict, reproduce, study and pool build, --json of evaluate. A task that is killed, preempted
# or requeued (scontrol requeue JOB_TASK) continues where it ended. To repeat failed tasks, run this again: finished work is not asked
# again.
# Options of sbatch go into SBATCH_ variables: SBATCH_PARTITION=cpu SBATCH_TIMELIMIT=4:00:00 ./slurm.sh ...
set -euo pipefail

joined=$1
shift
printf -v words '%q ' "$@"
printf -v joined '%q' "$joined"

# exec: the signal by which Slurm asks for the end reaches t2s itself.
array=$(sbatch --parsable --job-name=t2s --array="1-${TASKS:-4}" --requeue --open-mode=append --output='t2s-%A_%a.log' \
  --wrap "exec t2s ${words}--shard auto")
merge=$(sbatch --parsable --job-name=t2s-merge --dependency="afterok:$array" --kill-on-invalid-dep=yes --output='t2s-%j.log' \
  --wrap "exec t2s merge $joined")
echo "array $array, merge $merge; squeue shows them, t2s-$merge.log what the merge says"
