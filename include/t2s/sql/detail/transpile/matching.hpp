// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_MATCHING_HPP
#define T2S_SQL_DETAIL_TRANSPILE_MATCHING_HPP

#include "t2s/sql/detail/transpile/core.hpp"
#include "t2s/sql/detail/transpile/patterns.hpp"

/// LIKE, GLOB, SIMILAR TO and regular expressions, with the source's case sensitivity.
namespace t2s::sql::detail::transpiling {

node* json_path(translation& t, node const& n);  // json.hpp

/// The text of a literal, or nothing.
inline std::optional<std::string> literal_text(translation& t, node const& n) {
  if (n.kind == kind::string) return std::string(n.name.view());
  auto const* const use = n.kind == kind::column ? t.types.use_of(n) : nullptr;
  if (use && use->what == reference::literal && n.name.quoted == quote::twofold) return std::string(n.name.view());
  return {};
}

inline node* negated_if(translation& t, bool negated, node* condition) { return negated ? t.prefix(op::not_, condition) : condition; }

inline node* made_like(translation& t, op o, bool negated, std::vector<node*> const& parts) {
  auto& made = t.make(kind::like, parts);
  made.op = o;
  if (negated) made.set(flag::negated);
  return &made;
}

/// The escape character of LIKE without ESCAPE.
constexpr char default_escape(dialect d) noexcept { return d == dialect::postgres || d == dialect::mysql ? '\\' : '\0'; }

/// A pattern's escape: that of ESCAPE, or the source's default; nothing if it is not a literal.
inline std::optional<char> escape_of(translation& t, node const& n) {
  if (n.count < 3) return default_escape(t.from);
  auto const named = literal_text(t, n[2]);
  if (!named || named->size() > 1) return {};
  return named->empty() ? '\0' : named->front();
}

/// A translated pattern of LIKE and its ESCAPE.
struct written_pattern {
  node* pattern{};
  node* escape{};
};

inline std::string doubled(std::string_view text, char sign) {
  std::string s;
  for (char const c : text) s.append(c == sign ? 2U : 1U, c);
  return s;
}

inline written_pattern pattern_of(translation& t, node const& n, bool lowers) {
  auto const literal = literal_text(t, n[1]);
  if (n.count == 3) return {literal && lowers ? t.text_literal(text::lower(*literal)) : t.as_text(n[1]), t.value(n[2])};
  char const there = default_escape(t.from), here = default_escape(t.to);
  if (!literal) {
    if (there == here) return {t.as_text(n[1]), nullptr};
    if (here == '\0') return {t.as_text(n[1]), t.text_literal("\\")};
    t.nearly(n[1], "a backslash in a pattern is itself in " + t.source_title() + ", and takes the meaning of the next sign in " +
                       t.target_title());
    return {t.as_text(n[1]), nullptr};
  }
  auto const content = lowers ? text::lower(*literal) : *literal;
  if (there == here || content.find('\\') == content.npos) return {t.text_literal(content), nullptr};
  if (here == '\0') return {t.text_literal(content), t.text_literal("\\")};
  return {t.text_literal(doubled(content, '\\')), nullptr};
}

inline node* like_parts(translation& t, op o, node const& n, node* left, written_pattern const& p) {
  std::vector<node*> parts{left, p.pattern};
  if (p.escape) parts.push_back(p.escape);
  return made_like(t, o, n.has(flag::negated), parts);
}

/// SQLite and MySQL ignore the case of letters, PostgreSQL and DuckDB do not.
inline node* like_without_case(translation& t, node const& n) {
  auto const literal = literal_text(t, n[1]);
  bool const case_matters = !literal || has_letter(*literal);
  if (!case_matters) return like_parts(t, op::like, n, t.as_text(n[0]), pattern_of(t, n, false));
  if (t.from == dialect::mysql) t.nearly(n, "whether case matters depends in MySQL on the column's collation; mostly it does not");
  bool const beyond_ascii = !literal || !is_ascii(*literal);
  if (beyond_ascii && t.from != t.to && (t.from == dialect::sqlite || t.to == dialect::sqlite))
    t.nearly(n, "SQLite ignores case only for ASCII letters, " +
                    std::string(t.from == dialect::sqlite ? t.target_title() : t.source_title()) + " for all letters");
  if (translation::is_strict(t.to)) return like_parts(t, op::ilike, n, t.as_text(n[0]), pattern_of(t, n, false));
  if (t.to == dialect::sqlite) return like_parts(t, op::like, n, t.as_text(n[0]), pattern_of(t, n, false));
  auto p = pattern_of(t, n, true);
  if (!literal) p.pattern = t.call("LOWER", {p.pattern});
  return like_parts(t, op::like, n, t.call("LOWER", {t.value(n[0])}), p);
}

inline node* like_with_case(translation& t, node const& n) {
  auto const literal = literal_text(t, n[1]);
  bool const case_matters = !literal || has_letter(*literal);
  if (!case_matters || translation::is_strict(t.to)) return like_parts(t, op::like, n, t.as_text(n[0]), pattern_of(t, n, false));
  if (t.to == dialect::mysql) {
    auto p = pattern_of(t, n, false);
    p.pattern = t.cast(p.pattern, "BINARY");
    return like_parts(t, op::like, n, t.as_text(n[0]), p);
  }
  auto const escape = escape_of(t, n);
  if (literal && escape)
    return made_like(t, op::glob, n.has(flag::negated), {t.value(n[0]), t.text_literal(glob_of_like(*literal, *escape))});
  t.nearly(n, "SQLite's LIKE ignores the case of letters; this becomes GLOB, in which * ? [ in the pattern mean something");
  return made_like(t, op::glob, n.has(flag::negated), {t.value(n[0]), t.write("replace(replace(a, '%', '*'), '_', '?')", {n[1]})});
}

// ---- regular expressions

/// A search for a regular expression in a text.
struct regex_search {
  node const& at;         ///< for notes
  node const& subject;    ///< the text
  node const* pattern{};  ///< either a part of the source
  std::string literal{};  ///< or the expression itself
  bool is_literal = false;
  bool ignores_case = false;
  bool whole = false;  ///< it must match the whole text
};

inline node* globs_of(translation& t, regex_search const& r, std::string const& regex) {
  auto const found = regex_reader(regex).read();
  if (!found) return nullptr;
  auto const subject = [&] { return r.ignores_case ? t.call("lower", {t.value(r.subject)}) : t.value(r.subject); };
  std::vector<node*> any;
  for (auto const& glob : found->any)
    any.push_back(made_like(t, op::glob, found->negated, {subject(), t.text_literal(r.ignores_case ? text::lower(glob) : glob)}));
  if (found->not_empty) any.push_back(t.operation(op::ne, subject(), t.text_literal("")));
  if (any.size() == 1) return any.front();
  auto& made = t.make(kind::operation, any);
  made.op = found->negated ? op::and_ : op::or_;
  return &made;
}

inline node* search(translation& t, regex_search r) {
  std::string regex = r.literal;
  if (r.whole && r.is_literal) regex = "^(" + regex + ")$";
  if (r.is_literal && is_unusual_regex(regex))
    t.nearly(r.at, "regular expressions differ: " + regex + " may mean something else in " + t.target_title());
  if (!r.is_literal)
    t.nearly(r.at, "regular expressions differ in their finer points between " + t.source_title() + " and " + t.target_title());
  auto* pattern = r.is_literal ? t.text_literal(regex) : t.as_text(*r.pattern);
  if (r.whole && !r.is_literal)
    pattern = t.to == dialect::mysql ? t.write("CONCAT('^(', a, ')$')", {pattern}) : t.write("'^(' || a || ')$'", {pattern});
  bool const case_matters = !r.is_literal || has_letter(regex);
  switch (t.to) {
    case dialect::postgres: return t.write(r.ignores_case && case_matters ? "a_text ~* b" : "a_text ~ b", {r.subject, pattern});
    case dialect::duckdb:
      return t.write(r.ignores_case && case_matters ? "regexp_matches(a_text, b, 'i')" : "regexp_matches(a_text, b)", {r.subject, pattern});
    case dialect::mysql: {
      auto const* const mode = r.ignores_case ? "(?i)" : "(?-i)";
      if (case_matters) pattern = r.is_literal ? t.text_literal(mode + regex) : t.call("CONCAT", {t.text_literal(mode), pattern});
      return t.write("a REGEXP b", {r.subject, pattern});
    }
    default: break;
  }
  if (auto* const simple = r.is_literal ? globs_of(t, r, regex) : nullptr) return simple;
  t.note(fidelity::impossible, r.at, "SQLite has no regular expressions of its own, and GLOB cannot express this one");
  return t.write("a REGEXP b", {r.subject, pattern});
}

inline regex_search search_of(translation& t, node const& at, node const& subject, node const& pattern) {
  regex_search r{at, subject, &pattern};
  if (auto literal = literal_text(t, pattern)) {
    r.literal = *std::move(literal);
    r.is_literal = true;
  }
  return r;
}

inline node* regexp(translation& t, node const& n) {
  auto r = search_of(t, n, n[0], n[1]);
  bool const binary = n[1].kind == kind::prefix && n[1].op == op::custom && text::same(n[1].name.view(), "binary");
  r.ignores_case = t.from == dialect::mysql && !binary;
  if (binary) r.pattern = &n[1][0];
  if (t.from == dialect::sqlite) t.nearly(n, "in SQLite an extension defines REGEXP; it is taken as a case-sensitive search");
  return negated_if(t, n.has(flag::negated), search(t, r));
}

inline node* similar(translation& t, node const& n) {
  auto r = search_of(t, n, n[0], n[1]);
  if (!r.is_literal || n.count > 2) {
    if (t.from == t.to) return t.around(n);
    return t.impossible(n, "SIMILAR TO a pattern that is not known, or with ESCAPE, has no equivalent");
  }
  if (t.from == dialect::postgres)
    r.literal = regex_of_similar(r.literal);
  else
    r.whole = true;  // DuckDB's SIMILAR TO takes a regular expression
  return negated_if(t, n.has(flag::negated), search(t, r));
}

inline node* glob_match(translation& t, node const& n, node* pattern) {
  return negated_if(t, n.has(flag::negated), made_like(t, op::glob, false, {t.as_text(n[0]), pattern}));
}

inline node* glob(translation& t, node const& n) {
  bool const has_glob = t.to == dialect::sqlite || t.to == dialect::duckdb;
  auto const literal = literal_text(t, n[1]);
  if (has_glob && (t.from == t.to || !literal)) {
    if (t.from != t.to)
      t.nearly(n[1], "[^a] negates a class in SQLite and [!a] in DuckDB, where a backslash is an escape: the pattern stays");
    return glob_match(t, n, t.as_text(n[1]));
  }
  if (!literal) return t.impossible(n, t.target_title() + " has no GLOB, and the pattern is not known");
  auto const parts = read_glob(*literal, t.from);
  if (!parts) return t.impossible(n, "a class of the pattern " + *literal + " has no end");
  if (has_glob) {
    auto const pattern = glob_of(*parts, t.to);
    return pattern ? glob_match(t, n, t.text_literal(*pattern))
                   : t.impossible(n, t.target_title() + " cannot express the pattern " + *literal);
  }
  if (auto const like = like_of(*parts)) {
    auto* pattern = t.text_literal(*like);
    if (t.to == dialect::mysql && has_letter(*like)) pattern = t.cast(pattern, "BINARY");
    return made_like(t, op::like, n.has(flag::negated), {t.as_text(n[0]), pattern});
  }
  auto r = search_of(t, n, n[0], n[1]);
  r.literal = regex_of(*parts);
  return negated_if(t, n.has(flag::negated), search(t, r));
}

/// LIKE BINARY 'x', which is case-sensitive.
inline node* binary_match(translation& t, node const& n) {
  auto& as_like = t.pretend(n);
  std::vector<node*> parts(n.items, n.items + n.count);
  parts[1] = const_cast<node*>(&n[1][0]);
  as_like.items = t.pretend_children(std::move(parts));
  return like_with_case(t, as_like);
}

inline bool is_binary(node const& n) { return n.kind == kind::prefix && n.op == op::custom && text::same(n.name.view(), "binary"); }

inline node* match_of(translation& t, node const& n) {
  if (n.op == op::like && t.from == dialect::mysql && is_binary(n[1])) return binary_match(t, n);
  switch (n.op) {
    case op::like: return translation::has_numeric_truth(t.from) ? like_without_case(t, n) : like_with_case(t, n);
    case op::ilike: return like_without_case(t, n);
    case op::glob: return glob(t, n);
    case op::regexp: return regexp(t, n);
    case op::similar: return similar(t, n);
    default: return t.impossible(n, t.target_title() + " has no equivalent of MATCH");
  }
}

/// PostgreSQL's and DuckDB's operators without a name, and MySQL's operators that are words.
inline node* custom_operation(translation& t, node const& n) {
  auto const sign = n.name.view();
  auto const is = [&](std::string_view s) { return sign == s; };
  if (n.kind == kind::prefix) {
    if (text::same(sign, "binary")) return t.to == dialect::mysql ? t.around(n) : t.value(n[0]);
    if (is("@")) return t.write("abs(a_number)", {n[0]});
    if (is("|/")) return t.write("sqrt(a_number)", {n[0]});
    return t.impossible(n, t.target_title() + " has no operator " + std::string(sign));
  }
  bool const whole = t.from == dialect::duckdb;  // DuckDB's ~ must match the whole text
  if (is("~") || is("!~") || is("~*") || is("!~*")) {
    auto r = search_of(t, n, n[0], n[1]);
    r.ignores_case = sign.ends_with('*');
    r.whole = whole;
    return negated_if(t, sign.starts_with('!'), search(t, r));
  }
  if (is("~~") || is("!~~") || is("~~*") || is("!~~*")) {
    auto& as_like = t.pretend(n);
    as_like.kind = kind::like;
    as_like.op = sign.ends_with('*') ? op::ilike : op::like;
    if (sign.starts_with('!')) as_like.set(flag::negated);
    return match_of(t, as_like);
  }
  if (is("~~~")) {
    auto& as_glob = t.pretend(n);
    as_glob.kind = kind::like;
    as_glob.op = op::glob;
    return match_of(t, as_glob);
  }
  if (is("^@"))
    return t.to == dialect::postgres || t.to == dialect::duckdb ? t.around(n)
           : t.to == dialect::mysql                             ? t.write("LEFT(a, CHAR_LENGTH(b)) = BINARY b", {n[0], n[1]})
                                                                : t.write("substr(a, 1, length(b)) = b", {n[0], n[1]});
  if (is("#>") || is("#>>")) return json_path(t, n);
  if (t.from == t.to) return t.around(n);
  return t.impossible(n, t.target_title() + " has no operator " + std::string(sign));
}

/// regexp_like, regexp_matches, regexp_replace and similar functions.
inline node* regex_call(translation& t, node const& n) {
  if (t.from == t.to) return nullptr;
  auto const name = n.name.view();
  if ((is_one_of(name, {"regexp_like"}) || (is_one_of(name, {"regexp_matches", "regexp_full_match"}) && t.from == dialect::duckdb)) &&
      n.count >= 2) {
    auto r = search_of(t, n, n[0], n[1]);
    auto const flags = n.count > 2 ? literal_text(t, n[2]).value_or("") : "";
    r.ignores_case = flags.find('i') != flags.npos || (t.from == dialect::mysql && flags.find('c') == flags.npos);
    r.whole = is_one_of(name, {"regexp_full_match"});
    return search(t, r);
  }
  if (is_one_of(name, {"regexp_replace"}) && n.count >= 3) {
    if (t.to == dialect::sqlite) return t.impossible(n, "SQLite has no regexp_replace");
    auto flags = n.count == 4 && t.from != dialect::mysql ? literal_text(t, n[3]).value_or("") : "";
    if (t.from == dialect::mysql) flags = "gi";
    t.nearly(n, "regular expressions differ in their finer points between " + t.source_title() + " and " + t.target_title());
    std::vector<node*> parts{t.as_text(n[0]), t.as_text(n[1]), t.as_text(n[2])};
    bool const with_case = t.to == dialect::mysql && flags.find('i') == flags.npos;
    if (with_case && parts[1]->kind == kind::string) parts[1] = t.text_literal("(?-i)" + std::string(parts[1]->name.view()));
    if (t.to == dialect::mysql && flags.find('g') == flags.npos)
      t.nearly(n, t.source_title() + " replaces only the first match, MariaDB always replaces all");
    if (t.to != dialect::mysql && !flags.empty()) parts.push_back(t.text_literal(flags));
    return t.call("regexp_replace", parts);
  }
  return nullptr;
}

}  // namespace t2s::sql::detail::transpiling

#endif
