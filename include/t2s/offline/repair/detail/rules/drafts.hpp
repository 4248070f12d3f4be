// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_DRAFTS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_DRAFTS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/offline/repair/detail/rules/foreign_words.hpp"
#include "t2s/offline/repair/detail/rules/lost_spaces.hpp"
#include "t2s/offline/repair/detail/rules/row_limits.hpp"
#include "t2s/offline/repair/detail/rules/session_variables.hpp"
#include "t2s/offline/repair/detail/rules/spaced_names.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"
#include "t2s/offline/repair/detail/translated.hpp"
#include "t2s/sql/detail/lenient.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace t2s::repair {

// ---- other dialects

/// MINUS between selects as EXCEPT.
inline std::string with_except(std::string const& text, sql::grammar const& in) {
  auto const tokens = tokens_of(text, in);
  text_changes all;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i)
    if (is_any(tokens[i], "minus") && is_any(tokens[i + 1], "select")) all.add(tokens[i].view(), "EXCEPT");
  return all.made_in(text);
}

/// MySQL reads || as OR. Beside OR and AND in words it means concatenation, as everywhere else: it is parsed as ^, which binds as tightly
/// as || does in SQLite.
inline std::string with_other_concat(std::string const& text, sql::grammar const& in, bool& renamed) {
  text_changes all;
  for (auto const& t : tokens_of(text, in)) {
    if (t.view() == "^" || t.view() == "&&" || t.view() == "&") return text;
    if (t.view() == "||") all.add(t.view(), "^");
  }
  renamed = all.size() > 0;
  return all.made_in(text);
}

inline void restore_concat(sql::query& q) {
  sql::transform(q, [](sql::node& n) {
    if (n.kind == sql::kind::operation && n.op == sql::op::bit_xor) {
      n.op = sql::op::concat;
      n.name = {};
    }
    return &n;
  });
}

// ---- typing errors

/// One correction of a text, and its description.
struct text_fix {
  std::string (*fixed)(std::string const&, schema::database const&);
  std::string_view why;
};

/// A word in the spelling of the schema; nullptr if it names nothing there.
inline std::string const* name_in(schema::database const& d, std::string_view word) {
  for (auto const& t : d.tables()) {
    if (text::same(t.name, word)) return &t.name;
    if (auto const* c = t.find_column(word)) return &c->name;
  }
  return nullptr;
}

inline bool joins_selects(sql::token const& t) { return is_any(t, "union", "except", "intersect"); }

/// The closing bracket of the one at a position, or the end.
inline std::size_t closing(std::vector<sql::token> const& tokens, std::size_t at) {
  for (std::size_t open = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind == sql::token_kind::lparen) ++open;
    if (tokens[at].kind == sql::token_kind::rparen && --open == 0) return at;
  }
  return at;
}

/// Removes the brackets around selects of a compound, which SQLite does not accept. One with an order, a limit or its own members becomes a
/// subquery.
inline std::string without_brackets(std::string const& text, sql::grammar const& in) {
  auto const tokens = tokens_of(text, in);
  text_changes all;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    bool const begins = i == 0 || joins_selects(tokens[i - 1]) || (i > 1 && is_any(tokens[i - 1], "all") && joins_selects(tokens[i - 2]));
    if (!begins || tokens[i].kind != sql::token_kind::lparen || !is_any(tokens[i + 1], "select")) continue;
    auto const end = closing(tokens, i);
    if (end == tokens.size()) return text;
    bool whole = false;
    for (auto at = i; at < end; ++at) whole = whole || joins_selects(tokens[at]) || is_any(tokens[at], "order", "limit");
    all.add(tokens[i].view(), whole ? "SELECT * FROM (" : "");
    if (!whole) all.add(tokens[end].view(), " ");
    i = end;
  }
  return all.made_in(text);
}

/// Quotes names of the schema that are keywords, if the grammar accepts no keyword there.
inline std::string with_quoted_names(std::string const& text, schema::database const& d) {
  static constexpr std::size_t most = 16;
  auto out = text;
  for (std::size_t i = 0; i < most; ++i) {
    auto const parsed = sql::parse(out, d);
    if (parsed) return out;
    auto const& error = parsed.error();
    auto const* name = !error.found.empty() && text::is_letter(error.found.front()) ? name_in(d, error.found) : nullptr;
    if (!name) return out;
    out.replace(error.offset, error.found.size(), schema::in_quotes(*name, d.sql_dialect()));
  }
  return out;
}

/// A quote between two letters is an apostrophe, unless it follows the prefix of a text or is in other quotes.
inline std::string with_apostrophes(std::string const& text, schema::database const& d) {
  auto const tokens = tokens_of(text, sql::dialect_of(d));
  auto const stays = [&](char const* at) {
    return t2s::detail::any_of(tokens, [at](sql::token const& t) {
      if (t.quoted == sql::quote::none || at < t.data || at >= t.data + t.size) return false;
      auto const* const open = t.data + t.view().find_first_of("'\"`$[");  // after the prefix of N'...' and E'...'
      return *open != '\'' || (at == open && open != t.data);
    });
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const between = i > 0 && i + 1 < text.size() && text::is_letter(text[i - 1]) && text::is_letter(text[i + 1]);
    out.append(text[i] == '\'' && between && !stays(&text[i]) ? 2U : 1U, text[i]);
  }
  return out;
}

inline std::string without_stray_commas(std::string const& text, schema::database const& d) {
  auto const tokens = tokens_of(text, sql::dialect_of(d));
  text_changes all;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == sql::token_kind::comma &&
        (tokens[i + 1].kind == sql::token_kind::rparen || is_any(tokens[i + 1], "from", "where", "group", "having", "order", "limit")))
      all.add(tokens[i].view(), "");
  return all.made_in(text);
}

inline std::string with_closed_text(std::string const& text, schema::database const& d) {
  auto const tokens = tokens_of(text, sql::dialect_of(d));
  bool const open = !tokens.empty() && tokens.back().kind == sql::token_kind::illegal && tokens.back().view().starts_with('\'');
  return open ? text + "'" : text;
}

inline constexpr std::array text_fixes{text_fix{with_all_long_names_quoted, "names of the schema with blanks are quoted"},
                                       text_fix{with_quoted_names, "names of the schema that are keywords are quoted"},
                                       text_fix{with_digits, why_digits},
                                       text_fix{with_apostrophes, "apostrophes within texts are doubled"},
                                       text_fix{without_stray_commas, "commas that nothing follows are left out"},
                                       text_fix{with_closed_text, "a text that was cut off is closed"}};

// ---- superfluous text, and missing text at the end

/// Whether a text has clauses: then it is part of the statement, and not prose after it.
inline bool has_clauses(std::string const& text, sql::grammar const& in) {
  for (auto const& t : tokens_of(text, in))
    if (is_any(t, "where", "from", "join", "group", "having", "limit", "union", "intersect", "except", "select")) return true;
  return false;
}

/// Whether a text has conditions, or the beginning of one.
inline bool has_conditions(std::string const& text, sql::grammar const& in) {
  for (auto const& t : tokens_of(text, in)) {
    bool const compares = t.kind >= sql::token_kind::eq && t.kind <= sql::token_kind::ge;
    if (compares || is_any(t, "and", "or", "where", "having", "union", "intersect", "except")) return true;
  }
  return false;
}

/// Whether a text has comparisons, logical operators or arithmetic.
inline bool has_operators(std::string const& text, sql::grammar const& in) {
  for (auto const& t : tokens_of(text, in)) {
    bool const is_operator = t.kind >= sql::token_kind::eq && t.kind <= sql::token_kind::long_arrow;
    if (is_operator || is_any(t, "and", "or", "not", "between", "like", "order", "offset")) return true;
  }
  return false;
}

/// Whether removed text after a statement continues it: `; AND city = 'Oslo'`. The first word decides, since prose has such words too.
inline bool lacks_end(sql::draft const& draft, sql::grammar const& in) {
  for (auto const& n : draft.notes) {
    if (n.what != sql::fix::text_after && n.what != sql::fix::statements_after) continue;
    auto const tokens = tokens_of(n.detail, in);
    if (tokens.empty()) continue;
    auto const& first = tokens.front();
    bool const is_operator = first.kind >= sql::token_kind::eq && first.kind <= sql::token_kind::concat;
    bool const is_bullet = first.kind == sql::token_kind::minus || first.kind == sql::token_kind::star || first.kind == sql::token_kind::gt;
    if ((is_operator && !is_bullet) ||
        is_any(first, "and", "or", "where", "group", "having", "order", "limit", "union", "intersect", "except"))
      return true;
  }
  return false;
}

inline std::string reason_of(sql::note const& n) {
  switch (n.what) {
    case sql::fix::code_fence: return "taken out of a fenced block";
    case sql::fix::text_before: return "text before the statement is left out";
    case sql::fix::text_after: return "text after the statement is left out: " + n.detail;
    case sql::fix::statements_after: return "only the first statement is kept; left out: " + n.detail;
    case sql::fix::typographic_quote: return "typographic quotes become plain ones";
    case sql::fix::space_in_operator: return "an operator written with a space is joined";
    case sql::fix::closing_bracket: return "brackets are closed";
    case sql::fix::missing_select: return "the missing SELECT is added";
    case sql::fix::turned_operator: return "=< and => become <= and >=";
  }
  return {};
}

/// Whether a text is the beginning of a statement of which the SELECT behind it is a part: CREATE TABLE x AS, SUMMARIZE, PIVOT (. Prose
/// ends with a point or a colon. BEGIN and SET are no such words: the SELECT behind them is a statement of its own.
inline bool begins_statement(std::string_view text) {
  static constexpr std::array<std::string_view, 22> beginnings{
      "select", "with",   "pivot", "unpivot", "summarize", "describe", "desc",    "explain", "insert",  "create", "replace",
      "update", "delete", "merge", "copy",    "export",    "call",     "declare", "prepare", "execute", "alter",  "refresh"};
  auto const end = text::trim(text);
  if (end.empty() || std::string_view(".:!?").find(end.back()) != std::string_view::npos) return false;
  auto const begin = end.find_first_not_of("( ");
  if (begin == end.npos) return false;
  auto const word = end.substr(begin, end.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", begin) - begin);
  return t2s::detail::any_of(beginnings, [word](std::string_view w) { return text::same(w, word); });
}

/// Whether removed text before a statement is its beginning: the half after INTERSECT has another meaning than the whole.
inline bool lacks_beginning(sql::draft const& draft) {
  return t2s::detail::any_of(draft.notes, [](sql::note const& n) { return n.what == sql::fix::text_before && begins_statement(n.detail); });
}

/// Reads SQL that the database's own grammar does not accept.
class draft_reader {
 public:
  draft_reader(schema::database const& d, std::span<sql::grammar const> dialects)
      : schema_(d), own_(sql::dialect_of(d)), dialects_(dialects) {}

  /// Tries in order: one of the dialects; TOP n or MINUS; with the spaces that were lost; without the surrounding text
  /// (`sql::parse_draft`); with schema names that are keywords in quotes, quotes within a text doubled, trailing commas removed, an
  /// unfinished text closed; without what follows a whole statement; and up to the clause before the position where it was cut off. Nothing
  /// if none of it leads to SQL.
  [[nodiscard]] std::optional<proposal> read(std::string const& text) const {
    if (auto found = in_any_dialect(text)) return found;
    if (auto found = with_spaces(text, piece_names::known, true)) return found;
    if (auto found = with_spaces(text, piece_names::misspelt, false)) return found;
    if (auto found = read_words(text)) return found;
    return with_spaces(text, piece_names::misspelt, true);
  }

 private:
  /// The text with the spaces that were lost, as it is or with `mended` further.
  [[nodiscard]] std::optional<proposal> with_spaces(std::string const& text, piece_names of, bool mended) const {
    auto apart = space_reader(text, schema_, of).with_spaces();
    if (apart == text) return {};
    std::optional<proposal> found;
    if (sql::parse(apart, schema_))
      found = proposal{repair_kind::draft, 0.05, apart, {}};
    else if (mended)
      found = read_words(apart);
    if (found) found->why = std::string(why_spaces) + (found->why.empty() ? "" : "; ") + found->why;
    return found;
  }

  /// The same for a text whose words have their spaces.
  [[nodiscard]] std::optional<proposal> read_words(std::string const& text) const {
    if (auto found = in_any_dialect(text)) return found;
    if (auto found = put_together(text)) return found;
    if (auto found = with_keywords(text)) return found;
    auto const draft = parse_draft(text);
    if (lacks_beginning(draft) || lacks_end(draft, own_)) return with_fixes(text);
    if (draft.result) {
      std::string why;
      for (auto const& n : draft.notes) add_reason(why, reason_of(n));
      return proposal{repair_kind::draft, 0.02, draft.text, std::move(why)};
    }
    if (auto found = in_any_dialect(draft.text)) return found;
    if (auto found = with_fixes(draft.text)) return found;
    auto const wrong = sql::parse(draft.text, schema_);
    if (wrong) return {};
    return wrong.error().found.empty() ? without_last_part(draft.text) : without_rest(draft.text, wrong.error().offset);
  }

  [[nodiscard]] sql::draft parse_draft(std::string_view text) const { return sql::parse_draft(text, {.grammar = own_}); }

  /// Whether a draft is a statement of which no part was left out.
  [[nodiscard]] bool is_whole(sql::draft const& draft) const { return draft.result && !lacks_beginning(draft) && !lacks_end(draft, own_); }

  [[nodiscard]] std::optional<proposal> in_dialect(std::string const& text, sql::grammar const& grammar,
                                                   std::string_view limited = {}) const {
    // DuckDB reads commas at the end and more that is a slip in a draft: it is asked for what it has alone.
    bool const asked = grammar.dialect != sql::dialect::duckdb || own_.dialect == sql::dialect::duckdb ||
                       t2s::detail::any_of(tokens_of(text, own_), [](sql::token const& t) { return is_any(t, "qualify"); });
    if (!asked) return {};
    bool renamed = false;
    bool const concat = grammar.dialect == sql::dialect::mysql && own_.dialect != sql::dialect::mysql;
    auto parsed = sql::parse(concat ? with_other_concat(text, grammar, renamed) : text, {.grammar = grammar});
    if (!parsed) return {};
    if (renamed) restore_concat(*parsed);
    bool const to_sqlite = own_.dialect == sql::dialect::sqlite;
    auto found = to_sqlite ? in_own_dialect(*parsed, schema_, limited) : translated(*parsed, schema_, true);
    if (!found && to_sqlite) found = translated(*parsed, schema_);  // DISTINCT ON, WITH TIES
    if (found && found->why.empty()) found->why = "read as " + std::string(sql::name_of(grammar.dialect));
    return found;
  }

  /// SQL Server's names in brackets, which SQLite's grammar reads, too.
  [[nodiscard]] std::optional<proposal> with_names_in_brackets(std::string const& text) const {
    bool const may_have = own_.dialect != sql::dialect::sqlite && text.find('[') != text.npos;
    auto const parsed = may_have ? sql::parse(text, {.grammar = sql::sqlite}) : sql::parsed(sql::syntax_error{});
    auto found = parsed ? in_own_dialect(*parsed, schema_, {}) : std::nullopt;
    if (found) found->why.insert(0, std::string("names in brackets are quoted") + (found->why.empty() ? "" : "; "));
    return found;
  }

  [[nodiscard]] std::optional<proposal> in_any_dialect(std::string const& text) const {
    for (auto const& d : dialects_)
      if (auto found = in_dialect(text, d)) return found;
    if (auto found = with_names_in_brackets(text)) return found;
    std::string parts;
    auto const plain = in_common_words(text, parts);
    if (plain == text) return {};
    auto found = in_dialect(plain, own_, parts);
    for (std::size_t i = dialects_.size(); !found && i-- > 0;) found = in_dialect(plain, dialects_[i], parts);
    if (!found) return found;
    found->why = translated_to(own_.dialect, parts);
    if (!found->differs.empty()) add_reason(found->why, found->differs);
    return found;
  }

  /// MINUS, session variables, and the row limits of other dialects.
  std::string in_common_words(std::string const& text, std::string& parts) const {
    auto plain = with_except(text, own_);
    if (plain != text) parts = "MINUS";
    if (auto counted = variable_reader(plain).without_variables(); counted != plain) {
      add_once(parts, "session variables");
      plain = std::move(counted);
    }
    if (auto without = word_reader(plain, schema_).plain(parts); without != plain) plain = std::move(without);
    if (auto limited = with_limit(plain, own_); !limited.sql.empty()) {
      add_once(parts, limited.words);
      plain = std::move(limited.sql);
    }
    return plain;
  }

  [[nodiscard]] std::optional<proposal> with_keywords(std::string const& text) const {
    std::string why;
    auto plain = word_reader(text, schema_).with_keywords(why);
    if (plain == text) return {};
    if (sql::parse(plain, schema_)) return proposal{repair_kind::draft, 0.1, std::move(plain), why};
    auto found = in_any_dialect(plain);
    if (found) found->why = why + "; " + found->why;
    return found;
  }

  [[nodiscard]] std::optional<proposal> with_fixes(std::string text) const {
    std::string why;
    for (auto const& fix : text_fixes) {
      auto other = fix.fixed(text, schema_);
      if (other == text) continue;
      text = std::move(other);
      add_reason(why, fix.why);
      if (auto const draft = parse_draft(text); is_whole(draft)) return proposal{repair_kind::draft, 0.1, draft.text, why};
      if (auto found = in_any_dialect(text)) return proposal{repair_kind::draft, 0.15, std::move(found->sql), why + "; " + found->why};
    }
    return {};
  }

  [[nodiscard]] std::optional<proposal> put_together(std::string const& text) const {
    auto plain = without_brackets(text, own_);
    if (plain == text) return {};
    std::string const why = "the selects of a set operation lose their brackets";
    if (sql::parse(plain, schema_)) return proposal{repair_kind::draft, 0.05, std::move(plain), why};
    auto found = in_any_dialect(plain);
    if (found) found->why.insert(0, why + "; ");
    return found;
  }

  /// A whole statement up to a bracket, comma or the like that cannot continue it.
  [[nodiscard]] std::optional<proposal> without_rest(std::string const& text, std::size_t wrong) const {
    if (wrong == 0 || wrong >= text.size()) return {};
    auto const rest = text.substr(wrong);
    if (has_clauses(rest, own_) || has_operators(rest, own_)) return {};
    if (std::string_view("),.;]}:`").find(text[wrong]) == std::string_view::npos) return {};
    auto const draft = parse_draft(std::string_view(text).substr(0, wrong));
    if (!is_whole(draft)) return {};
    return proposal{repair_kind::draft, 0.3, draft.text, "left out after the statement: " + std::string(text::trim(rest))};
  }

  /// What remains of a statement that was cut off in its order or limit. Without a condition it would answer another question.
  [[nodiscard]] std::optional<proposal> without_last_part(std::string const& text) const {
    static constexpr std::size_t most_dropped = 24;  // each try is a parse
    auto const tokens = tokens_of(text, own_);
    for (std::size_t dropped = 1; dropped <= most_dropped && dropped + 3 < tokens.size(); ++dropped) {
      auto const& next = tokens[tokens.size() - dropped];
      if (!is_any(next, "order", "limit", "offset")) continue;
      auto const kept = static_cast<std::size_t>(next.data - text.data());
      if (has_conditions(text.substr(kept), own_)) return {};
      auto const draft = parse_draft(text::trim(std::string_view(text).substr(0, kept)));
      if (is_whole(draft)) return proposal{repair_kind::draft, 1.1, draft.text, "the statement is cut off; left out: " + text.substr(kept)};
    }
    return {};
  }

  schema::database const& schema_;
  sql::grammar const& own_;
  std::span<sql::grammar const> dialects_;
};

}  // namespace t2s::repair

#endif
