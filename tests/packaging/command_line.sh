#!/bin/sh
# The installed command line: its programs run, its manual pages have no faults, and its completions complete: command_line.sh PREFIX. Status 77
# means skipped.
set -eu
prefix=$1
here=$(dirname "$0")
for program in t2s t2s-ask t2s-lab t2s-local t2s-serve t2s-sql; do
  [ -x "$prefix/bin/$program" ] || { echo "SKIPPED: packaging.command_line needs all commands built (./scripts/build)"; exit 77; }
done
"$prefix/bin/t2s" --version
printf 'SELECT 1\n' | "$prefix/bin/t2s" parse >/dev/null  # a command of another program

pages=0
for page in "$prefix"/share/man/man1/*.1; do
  pages=$((pages + 1))
  if command -v groff >/dev/null; then
    said=$(cd "$prefix/share/man" && groff -man -ww -Tutf8 "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "packaging.command_line: $said" >&2; exit 1; }
  fi
done
for command in $("$prefix/bin/t2s" --help | awk '/^Commands:/ {on = 1; next} /^$/ {on = 0} on {print $1}'); do
  page="$prefix/share/man/man1/t2s-$command.1"
  [ -f "$page" ] || { echo "packaging.command_line: there is no page of t2s $command" >&2; exit 1; }
  # Each option of the help is on the page, with its hyphens as roff writes them.
  for option in $("$prefix/bin/t2s" "$command" --help | sed -n 's/^  \(-h \[ \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p'); do
    grep -qF "\\fB$(printf %s "$option" | sed 's/-/\\-/g')\\fR" "$page" ||
      { echo "packaging.command_line: $page does not have $option" >&2; exit 1; }
  done
done
echo "$pages manual pages$(command -v groff >/dev/null || echo ', not formatted: groff is missing')"

bash "$here/completion.bash" "$prefix/share/bash-completion/completions/t2s"
if command -v zsh >/dev/null; then
  zsh -f "$here/completion.zsh" "$prefix/share/zsh/site-functions"
else
  echo "the completion of zsh was not tried: zsh is missing (apt install zsh)"
fi
if command -v fish >/dev/null; then
  fish --no-config "$here/completion.fish" "$prefix/share/fish/vendor_completions.d/t2s.fish"
else
  echo "the completion of fish was not tried: fish is missing (apt install fish)"
fi
