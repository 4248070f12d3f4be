# The completion for zsh.

# escaped(TEXT): within a description of _arguments.
function escaped(text) {
  gsub(/\[|\]|:/, "\\\\&", text)
  return text
}

# taken(ARGUMENT): what _arguments is told of an option's argument.
function taken(argument,    kind, words, action) {
  kind = kind_of(argument)
  if (kind == "") return ""
  words = words_of(argument)
  action = " "
  if (kind == "file") action = "_files"
  if (kind == "folder") action = "_files -/"
  if (kind == "value" && words != "") action = "(" words ")"
  gsub(/:/, "\\:", argument)
  return ":" argument ":" action
}

function specification(name, option,    text, short_one, repeated) {
  short_one = short[name, option]
  repeated = argument[name, option] ~ /[.][.][.]$/ ? "*" : ""
  text = "[" escaped(about[name, option]) "]" taken(argument[name, option])
  if (short_one == "") return "'" repeated option text "'"
  return "'(" short_one " " option ")'{" short_one "," option "}'" text "'"
}

END {
  print "#compdef t2s\n# Completion of t2s for zsh, made from t2s --help.\n"
  print "_t2s() {\n  local -a commands\n  commands=("
  for (i = 1; i <= count; i++)
    if (names[i] !~ / /) print "    '" names[i] ":" escaped(summary[names[i]]) "'"
  print "  )"
  print "  if (( CURRENT == 2 )); then\n    _describe -t commands command commands\n    compadd -- --help --version\n    return\n  fi"
  print "  local command=$words[2]"
  print "  case \"$words[2] $words[3]\" in"
  for (i = 1; i <= count; i++)
    if (names[i] ~ / /) print "    '" names[i] "') command='" names[i] "' ;;"
  print "  esac"
  print "  if (( CURRENT == 3 )); then\n    case $command in"
  for (i = 1; i <= count; i++) {
    if (names[i] ~ / /) {
      split(names[i], parts, " ")
      print "      " parts[1] ") compadd " parts[2] " ;;"
    } else if (names[i] in word_after) {
      print "      " names[i] ") compadd " word_after[names[i]] " ;;"
    }
  }
  print "    esac\n  fi\n  shift words\n  (( CURRENT-- ))\n  case $command in"
  for (i = 1; i <= count; i++) {
    print "    '" names[i] "') _arguments \\"
    for (j = 1; j <= sizes[names[i]]; j++) print "      " specification(names[i], options[names[i], j]) " \\"
    print "      '*:file:_files' ;;"
  }
  print "  esac\n}\n"
  print "_t2s \"$@\""
}
