#!/usr/bin/env bash
# first_steps.sh ROOT FOLDER T2S: runs the shell blocks of docs/getting_started.md unchanged in a new folder, except builds
# and commands with a model, and compares the shown output with the real one. Status 77, with the reason, without sqlite3.
set -uo pipefail

command -v sqlite3 >/dev/null || { echo "SKIPPED: docs.first_steps needs the program sqlite3 (apt install sqlite3)"; exit 77; }
rm -rf "$2" && mkdir -p "$2/bin" && ln -s "$3" "$2/bin/t2s" && cd "$2" || exit 1
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$1/docs/getting_started.md" |
  grep -vE '^git clone|^\./scripts/|^export PATH|--llm ' >steps.sh
for command in doctor ask predict evaluate; do
  grep -q "^t2s $command " steps.sh || { echo "No block of docs/getting_started.md runs t2s $command: do they still begin with \`\`\`sh?"; exit 1; }
done
export PATH="$2/bin:$PATH"
bash -euo pipefail steps.sh </dev/null || exit 1

# The block with a command also shows its output.
shown=$(awk '/^```/ { inside = !inside; plain = $0 == "```"; next } inside && plain' "$1/docs/getting_started.md")
command=${shown%%$'\n'*}
[[ $command == '$ t2s ask '* ]] || { echo "No block of docs/getting_started.md shows what t2s ask prints"; exit 1; }
diff <(tail -n +2 <<<"$shown") <(bash -c "${command#$ }")
