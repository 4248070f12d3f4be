# What bash completes: completion.bash FILE.
set -u
. "$1"

expect() {  # expect WANTED WORD...: the words after `t2s` complete to that
  local wanted=$1
  shift
  COMP_WORDS=(t2s "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _t2s
  [ "${COMPREPLY[*]-}" = "$wanted" ] && return
  echo "bash completes t2s $* to '${COMPREPLY[*]-}', not to '$wanted'" >&2
  exit 1
}

complete -p t2s >/dev/null || exit 1
cd "$(mktemp -d)" || exit 1
mkdir folder
touch file
expect evaluate ev
expect --version --v
expect --json ask --js
expect file ask --db fi
expect "on off" ask --repair o
expect folder ask --prompts f
expect "" ask --seed ""
expect shift study sh
expect --kinds study shift --ki
expect "" nothing --js
rm -r "$PWD"
echo "bash completes"
