# The mutants of a C++ source for scripts/mutate: RANK FILE LINE OPERATOR NEW, separated by tabs. Variables: seed; file; only, a line or "".
BEGIN {
  for (i = 1; i <= length(file); ++i) seed = (seed * 31 + index("abcdefghijklmnopqrstuvwxyz", substr(file, i, 1))) % 2147483646
  state = seed + 1
  pairs = split("relational: < : <= :relational: <= : < :relational: > : >= :relational: >= : > :relational: == : != :relational: != : == :" \
    "logical: && : || :logical: || : && :arithmetic: + : - :arithmetic: - : + ", swap, ":")
}

function mutant(operator, at, size, by) {
  state = (state * 16807) % 2147483647
  printf "%d\t%s\t%d\t%s\t%s%s%s\n", state, file, FNR, operator, substr($0, 1, at - 1), by, substr($0, at + size)
}

# The line with quotation marks in the place of texts, without its comment.
function code_of(line,   made, i, c, quote) {
  for (i = 1; i <= length(line); ++i) {
    c = substr(line, i, 1)
    if (quote == "" && substr(line, i, 2) == "//") break
    made = made (quote != "" || c == "\"" ? "\"" : c)
    if (quote != "" && c == "\\") { made = made "\""; ++i }
    else if (quote != "") quote = c == quote ? "" : quote
    else if (c == "\"" || (c == "'" && substr(line, i - 1, 1) !~ /[0-9]/)) quote = c
  }
  return made " "
}

# The place of the bracket that closes the one at a place, or 0.
function closing(at,   depth, c) {
  for (; at <= length(code); ++at) {
    c = substr(code, at, 1)
    if (c == "(") ++depth
    if (c == ")" && --depth == 0) return at
  }
  return 0
}

# Where the expression begins that ends before a place.
function beginning(at,   depth, c) {
  for (--at; at > 0; --at) {
    c = substr(code, at, 1)
    if (c == ")" || c == "}") ++depth
    if ((c == "(" || c == "{") && --depth < 0) return at + 1
    if (!depth && (substr(code, at - 2, 3) ~ / = |.[,;] / || substr(code, at - 6, 7) == "return ")) return at + 1
  }
  return 0
}

function negate(at, size,   inner) {
  inner = substr(code, at, size)
  if (at && (inner ~ /&&|\|\|/ || inner !~ /^!|[!=]= /)) mutant("condition", at, size, "!(" substr($0, at, size) ")")
}

function change_operators(   p, at, from) {
  for (p = 1; p < pairs; p += 3)
    for (from = 1; at = index(substr(code, from), swap[p + 1]); from += at) {
      around = substr(code, from + at - 2, 1) substr(code, from + at + 2, 1)
      if (swap[p] != "arithmetic" || around !~ /"/) mutant(swap[p], from + at - 1, length(swap[p + 1]), swap[p + 2])
    }
  for (from = 1; match(substr(code, from), /[ (!]![A-Za-z_(:*]/); from += RSTART) mutant("not", from + RSTART, 1, "")
}

function change_words(   from, word, at) {
  for (from = 1; match(substr(code, from), /[A-Za-z0-9_.']+/); from = at + length(word)) {
    at = from + RSTART - 1
    word = substr(code, at, RLENGTH)
    if (word == "true" || word == "false") mutant("boolean", at, length(word), word == "true" ? "false" : "true")
    if (word ~ /^[0-9][0-9']*U?$/ && substr(code, at + length(word), 1) != ">") mutant("number", at, length(word), word + 1 (word ~ /U/ ? "U" : ""))
  }
}

function negate_conditions(   at, end, from) {
  if (match(code, /(if|while) \(/)) {
    end = closing(RSTART + RLENGTH - 1)
    for (at = RSTART + RLENGTH; match(substr(code, at, end - at), /; /);) at += RSTART + 1
    if (end && substr(code, at, end - at) !~ /^(auto|bool|std::)[^=]* = /) negate(at, end - at)
  }
  for (from = 1; at = index(substr(code, from), " ? "); from += at) negate(beginning(from + at - 1), from + at - 1 - beginning(from + at - 1))
}

function leave_out_statement(   at, end, rest) {
  at = match(code, /[^ ]/)
  while (match(substr(code, at), /^(else )?(if|for|while) \(|^else |^(case [A-Za-z0-9_:]+|default): /)) {
    end = substr(code, at + RLENGTH - 1, 1) == "(" ? closing(at + RLENGTH - 1) : at + RLENGTH - 2
    if (!end) return
    at = end + 2
  }
  rest = substr(code, at)
  sub(/ +$/, "", rest)
  if (gsub(/[(]/, "(", rest) != gsub(/[)]/, ")", rest) || rest !~ /;$/) return
  if (rest ~ /^(return|throw|continue|break)[ ;]/ || rest ~ /^[A-Za-z_][^ (]*\(.*\);$/ || rest ~ /^([a-z_][^ ({]* [+|&-]?= |\+\+|--)/)
    mutant("statement", at, length(rest), ";")
}

/^ *(\/\/|#|$|static_assert|template|using|namespace|concept|requires|extern)| virtual / || (only != "" && FNR != only) { next }
{
  code = code_of($0)
  change_operators()
  change_words()
  negate_conditions()
  leave_out_statement()
}
