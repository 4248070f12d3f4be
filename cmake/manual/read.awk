# Reads the help of one command, as Boost.Program_options prints it, into records with tabs between fields; the first field is the command's name:
#   command NAME SUMMARY | usage LINE | text LINE | group TITLE | option LONG SHORT ARGUMENT DESCRIPTION

function put(kind, fields) { print command "\t" kind "\t" fields }

function end_option() {
  if (default_value != "" && description !~ /default/) description = description " (default: " default_value ")"
  if (long != "") put("option", long "\t" short "\t" argument "\t" description)
  long = ""
}

# begin_option(HEAD): of "-h [ --help ]", "--json", "--db FILE" or "--seed N (=1)".
function begin_option(head,    words, count) {
  short = ""
  argument = ""
  default_value = ""
  if (match(head, / \(=.*\)$/)) {
    default_value = substr(head, RSTART + 3, RLENGTH - 4)
    head = substr(head, 1, RSTART - 1)
  }
  if (head ~ /^-[a-z] \[ --[a-z0-9-]+ \]/) {
    short = substr(head, 1, 2)
    sub(/^-[a-z] \[ /, "", head)
    sub(/ \]/, "", head)
  }
  count = split(head, words, " ")
  long = words[1]
  if (count > 1) argument = words[2]
  if (count > 2 || long !~ /^--[a-z0-9-]+$/) {
    print "read.awk: t2s " command " --help has an option that is not understood: " head | "cat >&2"
    failed = 1
  }
  if (argument == "arg") argument = "VALUE"
}

function add_text(text) {
  sub(/^ +/, "", text)
  sub(/ +$/, "", text)
  if (text == "") return
  description = description (description == "" ? "" : " ") text
}

BEGIN { put("command", summary) }

/^Usage: / && !in_options {
  sub(/^Usage: /, "")
  put("usage", $0)
  next
}
/^[A-Z][A-Za-z ]*:$/ {
  end_option()
  in_options = 1
  sub(/:$/, "")
  put("group", $0)
  next
}
!in_options {
  put("text", $0)
  next
}
/^  -/ {
  end_option()
  if (!column) column = index($0, "print this help")  # where descriptions begin
  description = ""
  # A head that is longer than its column has a line of its own.
  if (length($0) >= column && substr($0, column - 1, 1) == " ") {
    head = substr($0, 3, column - 3)
    sub(/ +$/, "", head)
    begin_option(head)
    add_text(substr($0, column))
  } else {
    begin_option(substr($0, 3))
  }
  next
}
/^ / {
  add_text($0)
  next
}
/./ { put("text", $0) }
END {
  end_option()
  exit failed
}
