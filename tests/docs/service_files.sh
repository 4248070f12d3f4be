#!/usr/bin/env bash
# The files for containers and systemd name what exists: packages, targets, paths and options. Without the programs that know more (a daemon of
# docker, systemd) that much is checked.
# Usage: service_files.sh ROOT T2S SCRATCH
set -euo pipefail
root=$1 t2s=$2 scratch=$3
container=$root/scripts/container/Containerfile unit=$root/scripts/systemd/t2s.service
failed=no
wrong() { echo "$1" >&2; failed=yes; }

# packages, where this is the system of the image
known=$(apt-cache pkgnames 2>/dev/null | sort) || true
if grep -q '^VERSION_ID="12"' /etc/os-release 2>/dev/null && grep -qFx libpq5 <<<"$known"; then
  for package in $(sed -nE '/apt-get install/,/&&/{/apt-get|&&/d;s/\\$//;p}' "$container"); do
    grep -qFx "$package" <<<"$known" || wrong "$container: there is no package $package in Debian 12"
  done
fi

# targets and programs of the build
for target in $(sed -nE 's/.*--target (.*)$/\1/p' "$container"); do
  grep -q "PROGRAM $target " "$root/examples/cli/CMakeLists.txt" || wrong "$container: there is no target $target"
done
[ "$(sed -nE 's/^FROM ([^ ]*).*/\1/p' "$container" | sort -u | wc -l)" = 1 ] || wrong "$container: what is built for one system runs on another"

# options of the command
help=$("$t2s" serve --help)
for option in $(grep -hE '^(ENTRYPOINT|CMD|Exec)' "$container" "$unit" | grep -oE -- '--[a-z][a-z-]+'); do
  grep -q -- "$option\b" <<<"$help" || wrong "t2s serve has no option $option"
done

# systemd reads the unit, and finds it well confined
if command -v systemd-analyze >/dev/null; then
  mkdir -p "$scratch"
  sed "s|/usr/local/bin/t2s|$t2s|" "$unit" >"$scratch/t2s.service"
  said=$(systemd-analyze verify "$scratch/t2s.service" 2>&1) || true
  [ -z "$said" ] || wrong "$said"
  systemd-analyze security --offline=true --threshold=20 "$scratch/t2s.service" >/dev/null 2>&1 || wrong "$unit: an exposure of more than 2.0"
fi

[ $failed = no ]
