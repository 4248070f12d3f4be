#!/bin/sh
# Writes the manual pages of the command line and its completions for bash, zsh and fish, from what the program itself says with --help:
# write.sh PROGRAM FOLDER. The pages are FOLDER/man1/*.1, the completions FOLDER/bash/t2s, FOLDER/zsh/_t2s and FOLDER/fish/t2s.fish. Commands
# whose programs are not built are left out.
set -eu
program=$1 into=$2 here=$(dirname "$0")
rm -rf "$into"
mkdir -p "$into/man1" "$into/bash" "$into/zsh" "$into/fish"
version=$("$program" --version | awk '{print $1, $2; exit}')
"$program" --help >"$into/help"
: >"$into/records"

# read_command NAME SUMMARY WORD...: adds what the help of a command says.
read_command() {
  name=$1 summary=$2
  shift 2
  "$program" "$@" --help >"$into/help_of" 2>/dev/null </dev/null || return 0
  awk -v command="$name" -v summary="$summary" -f "$here/read.awk" "$into/help_of" >>"$into/records"
}

awk '/^Commands:/ {in_list = 1; next} /^$/ {in_list = 0} in_list {name = $1; sub(/^ *[^ ]+ +/, ""); print name "\t" $0}' "$into/help" \
  >"$into/commands"
tab=$(printf '\t')
while IFS=$tab read -r name summary; do
  read_command "$name" "$summary" "$name"
  # A help that names a command of two words, as in "`t2s study shift` writes a data set", has that one beside it.
  for word in $(sed -n "s/.*\`t2s $name \([a-z][a-z]*\)\`.*/\1/p" "$into/help_of" | sort -u); do
    summary=$(sed -n "s/.*\`t2s $name $word\` \([^.]*\)[.].*/\1/p" "$into/help_of")
    read_command "$name $word" "$summary" "$name" "$word"
  done
done <"$into/commands"

awk -v version="$version" -v folder="$into/man1" -f "$here/man.awk" "$into/help" "$into/records"
for beside in "$program"-*; do  # the programs behind the commands
  page="$into/man1/${beside##*/}.1"
  if [ -x "$beside" ] && [ ! -e "$page" ]; then echo '.so man1/t2s.1' >"$page"; fi
done
for shell in bash:t2s zsh:_t2s fish:t2s.fish; do
  awk -F '\t' -f "$here/options.awk" -f "$here/${shell%:*}.awk" "$into/records" >"$into/${shell%:*}/${shell#*:}"
done
rm "$into/help" "$into/help_of" "$into/records" "$into/commands"
