#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# examples/cluster/slurm.sh on a Slurm of one node that lives in a temporary folder: four tasks over Spider's questions, of which the second
# is stopped in between and requeued; the merged predictions equal those of one run.
# Usage: slurm.sh T2S EXAMPLES SPIDER
set -euo pipefail
t2s=$(readlink -f "$1") examples=$(readlink -f "$2") spider=${3:-}

skip() {
  echo "SKIPPED: $1"
  exit 77
}
[ -f "$spider/dev.json" ] || skip "T2S_SPIDER_DIR does not name Spider's data"
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch scontrol squeue; do
  command -v $program >/dev/null || skip "$program is not installed (apt install slurm-wlm munge)"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd needs root"

place=$(mktemp -d /tmp/t2s-slurm.XXXXXX)
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$place"
}
trap finish EXIT
fail() {
  echo "FAILED: $1" >&2
  tail -n 20 "$place"/*.log "$place"/run/*.log >&2 2>/dev/null || true
  exit 1
}

mkdir -p "$place"/{state,spool,bin,run}
chmod 755 "$place"
dd if=/dev/urandom of="$place/munge.key" bs=1024 count=1 status=none
chmod 600 "$place/munge.key"
port=$((20000 + $$ % 20000))
host=$(hostname -s)
# A task that is requeued begins again when its credential has expired.
cat >"$place/slurm.conf" <<CONF
ClusterName=t2s
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$place/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
KillWait=10
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$place/slurm.conf

munged --foreground --force --socket="$place/munge.socket" --key-file="$place/munge.key" --pid-file="$place/munge.pid" \
  --log-file="$place/munge.log" --seed-file="$place/munge.seed" >"$place/munged.log" 2>&1 &
pids+=($!)
for _ in $(seq 50); do [ -S "$place/munge.socket" ] && break; sleep 0.1; done
slurmctld -D -c >"$place/ctld.log" 2>&1 &
pids+=($!)
slurmd -D -c -N "$host" >"$place/d.log" 2>&1 &
pids+=($!)
for _ in $(seq 100); do [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break; sleep 0.2; done
[ "$(sinfo -h -o %T 2>/dev/null)" = idle ] || fail "the node did not become idle"

# The second task is stopped in between the first time, as if it were slow.
cat >"$place/bin/t2s" <<WRAPPER
#!/bin/bash
if [ "\${SLURM_ARRAY_TASK_ID:-}" != 2 ] || [ "\${SLURM_RESTART_COUNT:-0}" != 0 ]; then exec $t2s "\$@"; fi
$t2s "\$@" &
t2s=\$!
trap 'kill -CONT \$t2s; kill -TERM \$t2s' TERM
for _ in \$(seq 2000); do [ "\$(cat dev.jsonl.2-of-4 2>/dev/null | grep -c .)" -gt 20 ] && break; sleep 0.001; done
kill -STOP \$t2s
grep -c . dev.jsonl.2-of-4 >stopped
while kill -0 \$t2s 2>/dev/null; do wait \$t2s; done
WRAPPER
chmod +x "$place/bin/t2s"
export PATH=$place/bin:$PATH

cd "$place/run"
"$t2s" predict --data "$spider" --out whole.jsonl --jobs 1
"$examples/slurm.sh" dev.jsonl predict --data "$spider" --out dev.jsonl --jobs 1 | tee submitted
array=$(sed 's/array \([0-9]*\),.*/\1/' submitted)
for _ in $(seq 300); do [ -s stopped ] && break; sleep 0.1; done
[ -s stopped ] || fail "the second task did not begin"
scontrol requeue "${array}_2"
for _ in $(seq 900); do [ -z "$(squeue -h)" ] && break; sleep 0.1; done
[ -z "$(squeue -h)" ] || { squeue; fail "the jobs did not end"; }
cmp whole.jsonl dev.jsonl || fail "the merged predictions differ"
echo "the second task was requeued after $(($(cat stopped) - 1)) of 259 questions; $(grep -c . dev.jsonl) merged predictions are those of one run"
cat t2s-"${array}"_2.log
