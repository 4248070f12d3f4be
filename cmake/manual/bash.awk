# The completion for bash, without the package bash-completion.

# listed(NAME, KIND): the options of a command of a kind, or all, joined.
function listed(name, kind,    i, option, joined) {
  joined = ""
  for (i = 1; i <= sizes[name]; i++) {
    option = options[name, i]
    if (kind == "" || kind_of(argument[name, option]) == kind) joined = joined (joined == "" ? "" : " ") option
  }
  return joined
}

END {
  print "# Completion of t2s for bash, made from t2s --help.\n"
  print "# What a command has: all options, and those that take a file, a folder or another value."
  print "_t2s_command() {\n  case $1 in"
  for (i = 1; i <= count; i++)
    printf "    '%s') options='%s' files='%s' folders='%s' values='%s' ;;\n", names[i], listed(names[i], ""), listed(names[i], "file"), \
      listed(names[i], "folder"), listed(names[i], "value")
  print "    *) return 1 ;;\n  esac\n}\n"
  print "# The words that an option takes."
  print "_t2s_words() {\n  case $1 in"
  for (i = 1; i <= count; i++)
    for (j = 1; j <= sizes[names[i]]; j++) {
      option = options[names[i], j]
      words = words_of(argument[names[i], option])
      if (words != "") printf "    '%s %s') words='%s' ;;\n", names[i], option, words
    }
  print "  esac\n}\n"
  joined = ""
  second = ""
  for (i = 1; i <= count; i++) {
    if (names[i] !~ / /) joined = joined names[i] " "
    if (names[i] ~ / /) {
      split(names[i], parts, " ")
      second = second "    " parts[1] ") words=" parts[2] " ;;\n"
    } else if (names[i] in word_after) {
      second = second "    " names[i] ") words=" word_after[names[i]] " ;;\n"
    }
  }
  print "# The second word of a command that has one."
  print "_t2s_second() {\n  case $1 in\n" second "  esac\n}\n"
  print "_t2s() {"
  print "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}"
  print "  local options= files= folders= values= words= kinds="
  print "  COMPREPLY=()"
  print "  if ((COMP_CWORD == 1)); then"
  print "    COMPREPLY=($(compgen -W '" joined "--help --version' -- \"$word\"))"
  print "    return"
  print "  fi"
  print "  if _t2s_command \"$command ${COMP_WORDS[2]-}\"; then command=\"$command ${COMP_WORDS[2]}\"; else _t2s_command \"$command\" || return; fi"
  print "  _t2s_words \"$command $before\""
  print "  case \" $files \" in *\" $before \"*) kinds=-f ;; esac"
  print "  case \" $folders \" in *\" $before \"*) kinds=-d ;; esac"
  print "  if [ -z \"$kinds$words\" ]; then"
  print "    case \" $values \" in *\" $before \"*) return ;; esac"
  print "    case $word in"
  print "      -*) words=$options ;;"
  print "      *) kinds=-f; if ((COMP_CWORD == 2)); then _t2s_second \"$command\"; fi ;;"
  print "    esac"
  print "  fi"
  print "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))"
  print "  if [ -n \"$kinds\" ]; then"
  print "    compopt -o filenames 2>/dev/null"
  print "    local IFS=$'\\n'"
  print "    COMPREPLY+=($(compgen $kinds -- \"$word\"))"
  print "  fi"
  print "}"
  print "complete -F _t2s t2s"
}
