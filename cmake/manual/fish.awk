# The completion for fish.

# condition(NAME): that the command is on the line.
function condition(name,    parts) {
  if (split(name, parts, " ") == 2) return "__fish_seen_subcommand_from " parts[1] "; and __fish_seen_subcommand_from " parts[2]
  return "__fish_seen_subcommand_from " name
}

function line_of(name, option,    kind, words, text) {
  kind = kind_of(argument[name, option])
  words = words_of(argument[name, option])
  text = "complete -c t2s -n '" condition(name) "' -l " substr(option, 3)
  if (short[name, option] != "") text = text " -s " substr(short[name, option], 2)
  if (kind == "file") text = text " -r -F"
  if (kind == "folder") text = text " -x -a '" words " (__fish_complete_directories)'"
  else if (words != "") text = text " -r -a '" words "'"
  if (kind == "value") text = text " -x"
  return text " -d '" about[name, option] "'"
}

END {
  print "# Completion of t2s for fish, made from t2s --help.\n"
  print "complete -c t2s -n __fish_use_subcommand -f -l help -d 'print help'"
  print "complete -c t2s -n __fish_use_subcommand -f -l version -d 'print versions'"
  for (i = 1; i <= count; i++) {
    if (names[i] ~ / /) {
      split(names[i], parts, " ")
      print "complete -c t2s -n '__fish_seen_subcommand_from " parts[1] "' -a " parts[2] " -d '" summary[names[i]] "'"
    } else {
      print "complete -c t2s -n __fish_use_subcommand -f -a " names[i] " -d '" summary[names[i]] "'"
      if (names[i] in word_after) print "complete -c t2s -n '__fish_seen_subcommand_from " names[i] "' -a " word_after[names[i]]
    }
  }
  for (i = 1; i <= count; i++)
    for (j = 1; j <= sizes[names[i]]; j++) print line_of(names[i], options[names[i], j])
}
