# What zsh completes, in a terminal of its own: completion.zsh FOLDER.
zmodload zsh/zpty || exit 1

expect() {  # expect WANTED LINE: the line is completed to that by the Tab key
  zpty terminal zsh -f -i
  zpty -w terminal "PS1=; fpath=(${(q)folder} \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
  zpty -w terminal "t2s() { print \"<\$*>\" }; print ready"
  local said
  zpty -r terminal said '*ready*ready*' || zpty -r terminal said '*ready*'
  zpty -w -n terminal "$2"$'\t'
  zpty -w -n terminal $'\n'
  zpty -r terminal said "*<*>*"
  zpty -d terminal
  [[ $said == *"<$1>"* ]] && return
  print -u2 "zsh completes '$2' to '$said', not to '$1'"
  exit 1
}

folder=$1
expect evaluate "t2s eval"
expect "ask --json" "t2s ask --js"
expect "study shift --kinds" "t2s study shift --ki"
print "zsh completes"
