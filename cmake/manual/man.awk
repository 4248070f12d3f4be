# The manual pages: of t2s from its own help, which is the first file, and of each command from the records of read.awk.

# shown(TEXT): as roff shows it letter by letter.
function shown(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}

function page_of(name) {
  gsub(/ /, "-", name)
  return "t2s-" name
}

function begin_page(name, about,    upper) {
  upper = toupper(name)
  page = folder "/" name ".1"
  print ".TH \"" shown(upper) "\" 1 \"\" \"" version "\" \"t2s\"" >page
  print ".SH NAME\n" shown(name) " \\- " shown(about) >page
  section = ""
}

function begin_section(title) {
  if (section != title) print ".SH " title >page
  section = title
}

function end_page() {
  if (page == "") return
  print ".SH SEE ALSO" >page
  if (page ~ /\/t2s[.]1$/) {
    for (i = 1; i <= known; i++) print ".BR " shown(page_of(command_names[i])) " (1)" (i < known ? "," : "") >page
  } else {
    print ".BR t2s (1)" >page
  }
  close(page)
}

# The help of t2s.
FNR == NR {
  if (NR == 1) {
    about = $0
    sub(/^t2s /, "", about)
    sub(/[.]$/, "", about)
    begin_page("t2s", about)
  } else if (/^Usage: /) {
    sub(/^Usage: /, "")
    begin_section("SYNOPSIS")
    print ".B " shown($0) >page
  } else if (/^Commands:/) {
    begin_section("COMMANDS")
  } else if (/^Exit status: /) {
    sub(/^Exit status: /, "")
    begin_section("EXIT STATUS")
    print shown($0) >page
  } else if (/^  t2s / && match($0, /[^ ]  +[^ ]/)) {
    begin_section("OPTIONS")
    print ".TP\n.B " shown(substr($0, 3, RSTART - 2)) "\n" shown(substr($0, RSTART + RLENGTH - 1)) >page
  } else if (/^  [a-z]/) {
    command_names[++known] = $1
    print ".TP\n.B " shown($1) >page
    sub(/^ *[^ ]+ +/, "")
    print shown($0) >page
  } else if (/./) {
    print shown($0) >page
  }
  next
}

# The records.
FNR == 1 { FS = "\t"; $0 = $0 }
$2 == "command" {
  end_page()
  name = $1
  begin_page(page_of(name), $3)
  is_paragraph = 0
}
$2 == "usage" {
  begin_section("SYNOPSIS")
  forms = split($3, form, "  or  ")
  for (i = 1; i <= forms; i++) {
    if (form[i] !~ /^t2s /) form[i] = (form[i] ~ /^-/ ? "t2s " name " " : "t2s ") form[i]
    print (i > 1 ? ".br\n" : "") shown(form[i]) >page
  }
}
$2 == "text" && $3 == "" { is_paragraph = section == "DESCRIPTION" }
$2 == "text" && $3 != "" {
  begin_section("DESCRIPTION")
  if (is_paragraph) print ".PP" >page
  is_paragraph = 0
  print shown($3) >page
}
$2 == "group" {
  begin_section("OPTIONS")
  if ($3 != "Options") print ".SS " shown($3) >page
}
$2 == "option" {
  print ".TP" >page
  text = "\\fB" shown($3) "\\fR"
  if ($4 != "") text = "\\fB" shown($4) "\\fR, " text
  if ($5 != "") text = text " \\fI" shown($5) "\\fR"
  print text >page
  print shown($6) >page
}
END { end_page() }
