# What the completions know of each command, from the records of read.awk:
#   names[1..count]                the commands, some of two words        summary[NAME]
#   options[NAME, 1..sizes[NAME]]  the long options                       short[NAME, OPTION], argument[NAME, OPTION], about[NAME, OPTION]

# kind_of(ARGUMENT): "" of an option that takes none; else file, folder or value.
function kind_of(argument) {
  if (argument == "") return ""
  if (argument ~ /FILE/) return "file"
  if (argument ~ /DIR|FOLDER/) return "folder"
  return "value"
}

# words_of(ARGUMENT): the words among the alternatives, as on and off of on|off.
function words_of(argument,    parts, count, i, words) {
  count = split(argument, parts, "|")
  words = ""
  for (i = 1; i <= count; i++)
    if (parts[i] ~ /^[a-z][a-z-]*$/) words = words (words == "" ? "" : " ") parts[i]
  return words
}

# brief(TEXT): the beginning of a description, for a line of a menu.
function brief(text) {
  gsub(/ \(default[^)]*\)/, "", text)
  sub(/(; |[.] ).*$/, "", text)
  gsub(/[`'"\\$]/, "", text)
  return text
}

$2 == "command" {
  names[++count] = $1
  summary[$1] = brief($3)
}
# The word of a command that has only one of two words: pool build.
$2 == "usage" && $3 ~ "^t2s " $1 " [a-z]+ --" && $1 !~ / / {
  split($3, usage_words, " ")
  word_after[$1] = usage_words[3]
}
$2 == "option" {
  options[$1, ++sizes[$1]] = $3
  short[$1, $3] = $4
  argument[$1, $3] = $5
  about[$1, $3] = brief($6)
}
