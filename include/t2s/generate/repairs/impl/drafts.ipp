// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_DRAFTS_IPP
#define T2S_GENERATE_REPAIRS_IMPL_DRAFTS_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repairs/dialects.hpp"
#include "t2s/generate/repairs/drafts.hpp"
#include "t2s/generate/repairs/impl/token_edits.hpp"
#include "t2s/generate/repairs/row_limits.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/lenient.hpp"
#include "t2s/sql/print.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::generate::repairs {
namespace detail {

// ---- other dialects

/// MINUS between selects as EXCEPT.
inline std::string with_except(std::string const& text) {
  auto const tokens = tokens_of(text);
  std::vector<change> all;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i)
    if (is_word(tokens[i], "minus") && is_word(tokens[i + 1], "select")) all.push_back({tokens[i].view(), "EXCEPT"});
  return changed(text, all);
}

/// MINUS, and the limits of rows of other dialects.
inline std::optional<std::string> in_known_words(std::string const& text, std::string& done) {
  auto plain = with_except(text);
  if (plain != text) done = "MINUS";
  if (auto limited = with_limit(plain)) {
    done.append(done.empty() ? "" : ", ").append(limited->words);
    plain = std::move(limited->sql);
  }
  if (plain == text) return {};
  return plain;
}

/// MySQL takes || for OR. Who writes it beside OR and AND in words means texts put together, as everywhere else: it is read as ^, which
/// binds as tight as || does in SQLite.
inline std::string with_other_concat(std::string const& text, bool& renamed) {
  std::vector<change> all;
  for (auto const& t : tokens_of(text)) {
    if (t.view() == "^" || t.view() == "&&" || t.view() == "&") return text;
    if (t.kind == sql::token_kind::concat) all.push_back({t.view(), "^"});
  }
  renamed = !all.empty();
  return changed(text, all);
}

inline std::optional<proposal> in_dialect(std::string const& text, sql::grammar const& grammar) {
  sql::options how;
  how.grammar = grammar;
  auto const d = grammar.dialect;
  bool renamed = false;
  auto parsed = sql::parse(d == sql::dialect::mysql ? with_other_concat(text, renamed) : text, how);
  if (!parsed) return {};
  if (renamed)
    sql::transform(*parsed, [](sql::node& n) {
      if (n.kind == sql::kind::operation && n.op == sql::op::bit_xor) n.op = sql::op::concat, n.name = {};
      return &n;
    });
  auto const done = translate(*parsed);
  auto plain = sql::print(std::as_const(*parsed).root());
  if (!sql::parse(plain)) return {};
  return proposal{repair_kind::dialect, 0.05, std::move(plain),
                  done.empty() ? "read as " + std::string(sql::name_of(d)) : "said in SQLite's words: " + done};
}

using grammars = std::span<sql::grammar const>;

inline std::optional<proposal> in_any_dialect(std::string const& text, grammars dialects) {
  for (auto const& d : dialects)
    if (auto found = in_dialect(text, d)) return found;
  std::string done;
  auto const plain = in_known_words(text, done);
  if (!plain) return {};
  auto found = in_dialect(*plain, sql::sqlite);
  for (std::size_t i = dialects.size(); !found && i-- > 0;) found = in_dialect(*plain, dialects[i]);
  if (found) found->why = "said in SQLite's words: " + done;
  return found;
}

// ---- slips of the pen

/// Something that is put right in a text, and how that is told.
struct mending {
  std::string (*mend)(std::string const&, schema::database const&);
  std::string_view why;
};

inline bool is_name_in(schema::database const& d, std::string_view word) {
  return std::ranges::any_of(d.tables(), [&](schema::table const& t) { return text::same(t.name, word) || t.find_column(word); });
}

inline bool joins_selects(sql::token const& t) { return is_any(t, "union", "except", "intersect"); }

/// The bracket that closes the one at a place, or the end.
inline std::size_t closing(std::vector<sql::token> const& tokens, std::size_t at) {
  for (std::size_t open = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind == sql::token_kind::lparen) ++open;
    if (tokens[at].kind == sql::token_kind::rparen && --open == 0) return at;
  }
  return at;
}

/// Selects in brackets that are put together: SQLite takes no brackets there. One with an order, a limit or parts of its own stays whole as
/// a subquery.
inline std::string without_brackets(std::string const& text) {
  auto const tokens = tokens_of(text);
  std::vector<change> all;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    bool const begins = i == 0 || joins_selects(tokens[i - 1]) || (i > 1 && is_word(tokens[i - 1], "all") && joins_selects(tokens[i - 2]));
    if (!begins || tokens[i].kind != sql::token_kind::lparen || !is_word(tokens[i + 1], "select")) continue;
    auto const end = closing(tokens, i);
    if (end == tokens.size()) return text;
    bool const whole = std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.begin() + static_cast<std::ptrdiff_t>(end),
                                   [](auto const& t) { return joins_selects(t) || is_any(t, "order", "limit"); });
    all.push_back({tokens[i].view(), whole ? "SELECT * FROM (" : ""});
    if (!whole) all.push_back({tokens[end].view(), " "});
    i = end;
  }
  return changed(text, all);
}

/// Names of the schema that are keywords, where the grammar takes no keyword.
inline std::string with_quoted_names(std::string const& text, schema::database const& d) {
  static constexpr std::size_t most = 16;
  auto out = text;
  for (std::size_t i = 0; i < most; ++i) {
    auto const parsed = sql::parse(out);
    if (parsed) return out;
    auto const& error = parsed.error();
    if (error.found.empty() || !text::is_letter(error.found.front()) || !is_name_in(d, error.found)) return out;
    out.replace(error.offset, error.found.size(), "\"" + error.found + "\"");
  }
  return out;
}

/// A quote between two letters is an apostrophe.
inline std::string with_apostrophes(std::string const& text, schema::database const&) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\'' && i > 0 && i + 1 < text.size() && text::is_letter(text[i - 1]) && text::is_letter(text[i + 1])) out += '\'';
  }
  return out;
}

inline std::string without_stray_commas(std::string const& text, schema::database const&) {
  auto const tokens = tokens_of(text);
  std::vector<change> all;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == sql::token_kind::comma &&
        (tokens[i + 1].kind == sql::token_kind::rparen || is_any(tokens[i + 1], "from", "where", "group", "having", "order", "limit")))
      all.push_back({tokens[i].view(), ""});
  return changed(text, all);
}

inline std::string with_closed_text(std::string const& text, schema::database const&) {
  auto const tokens = tokens_of(text);
  bool const open = !tokens.empty() && tokens.back().kind == sql::token_kind::illegal && tokens.back().view().starts_with('\'');
  return open ? text + "'" : text;
}

inline std::optional<proposal> mended(std::string text, schema::database const& d, grammars dialects) {
  static constexpr std::array mendings{mending{with_quoted_names, "names of the schema that are keywords are quoted"},
                                       mending{with_apostrophes, "apostrophes within texts are doubled"},
                                       mending{without_stray_commas, "commas that nothing follows are left out"},
                                       mending{with_closed_text, "a text that was cut off is closed"}};
  std::string why;
  for (auto const& m : mendings) {
    auto other = m.mend(text, d);
    if (other == text) continue;
    text = std::move(other);
    why.append(why.empty() ? "" : "; ").append(m.why);
    if (auto const draft = sql::parse_draft(text); draft.result) return proposal{repair_kind::draft, 0.1, draft.text, why};
    if (auto found = in_any_dialect(text, dialects))
      return proposal{repair_kind::draft, 0.15, std::move(found->sql), why + "; " + found->why};
  }
  return {};
}

inline std::optional<proposal> put_together(std::string const& text, grammars dialects) {
  auto plain = without_brackets(text);
  static constexpr std::string_view why = "selects that are put together stand without brackets";
  if (plain == text) return {};
  if (sql::parse(plain)) return proposal{repair_kind::draft, 0.05, std::move(plain), std::string(why)};
  auto found = in_any_dialect(plain, dialects);
  if (found) found->why.insert(0, std::string(why) + "; ");
  return found;
}

// ---- what is too much, and what is missing at the end

/// Whether clauses stand in a text: then it is no prose behind a statement, but a part of it.
inline bool has_clauses(std::string const& text) {
  return std::ranges::any_of(tokens_of(text), [](sql::token const& t) {
    return is_any(t, "where", "from", "join", "group", "having", "limit", "union", "intersect", "except", "select");
  });
}

/// A whole statement up to a bracket, comma or the like that cannot go on there.
inline std::optional<proposal> without_rest(std::string const& text, std::size_t wrong) {
  if (wrong == 0 || wrong >= text.size() || has_clauses(text.substr(wrong))) return {};
  if (std::string_view("),.;]}:`").find(text[wrong]) == std::string_view::npos) return {};
  auto const left = text.substr(0, wrong);
  auto const draft = sql::parse_draft(left);
  if (!draft.result) return {};
  return proposal{repair_kind::draft, 0.3, draft.text, "left out behind the statement: " + std::string(text::trim(text.substr(wrong)))};
}

/// What is left of a statement that was cut off in its order or limit. Without a condition it would answer another question.
inline std::optional<proposal> without_last_part(std::string const& text) {
  static constexpr std::size_t most_dropped = 24;  // each try is a parse
  auto const tokens = tokens_of(text);
  for (std::size_t dropped = 1; dropped <= most_dropped && dropped + 3 < tokens.size(); ++dropped) {
    auto const& next = tokens[tokens.size() - dropped];
    if (!is_any(next, "order", "limit", "offset")) continue;
    auto const kept = static_cast<std::size_t>(next.data - text.data());
    auto const draft = sql::parse_draft(text::trim(std::string_view(text).substr(0, kept)));
    if (draft.result) return proposal{repair_kind::draft, 1.1, draft.text, "the statement is cut off; left out is " + text.substr(kept)};
  }
  return {};
}

inline std::string said(sql::note const& n) {
  switch (n.what) {
    case sql::fix::code_fence: return "taken out of a fenced block";
    case sql::fix::text_before: return "what stands before the statement is left out";
    case sql::fix::text_after: return "what stands behind the statement is left out: " + n.detail;
    case sql::fix::statements_after: return "only the first statement is taken; left out is " + n.detail;
    case sql::fix::typographic_quote: return "typographic quotes are quotes";
    case sql::fix::space_in_operator: return "an operator written with a space is joined";
    case sql::fix::closing_bracket: return "brackets are closed";
    case sql::fix::missing_select: return "SELECT is put before it";
  }
  return {};
}

inline std::string said(std::vector<sql::note> const& notes) {
  std::string out;
  for (auto const& n : notes) out.append(out.empty() ? "" : "; ").append(said(n));
  return out;
}

/// Whether what was left out before a statement is the beginning of one: the half behind INTERSECT says something else than the whole.
inline bool lost_its_beginning(sql::draft const& draft) {
  return std::ranges::any_of(draft.notes, [](sql::note const& n) {
    auto left_out = text::lower(text::trim(n.detail));
    left_out.erase(0, left_out.find_first_not_of("( "));
    return n.what == sql::fix::text_before && (left_out.starts_with("select ") || left_out.starts_with("with "));
  });
}

}  // namespace detail

T2S_DECL std::optional<proposal> read_anyhow(std::string_view text, schema::database const& schema,
                                             std::span<sql::grammar const> dialects) {
  if (auto found = detail::in_any_dialect(std::string(text), dialects)) return found;
  if (auto found = detail::put_together(std::string(text), dialects)) return found;
  auto const draft = sql::parse_draft(text);
  if (detail::lost_its_beginning(draft)) return detail::mended(std::string(text), schema, dialects);
  if (draft.result) return proposal{repair_kind::draft, 0.02, draft.text, detail::said(draft.notes)};
  if (auto found = detail::in_any_dialect(draft.text, dialects)) return found;
  if (auto found = detail::mended(draft.text, schema, dialects)) return found;
  auto const error = sql::parse(draft.text);
  if (error) return {};
  bool const cut_off = error.error().found.empty();
  return cut_off ? detail::without_last_part(draft.text) : detail::without_rest(draft.text, error.error().offset);
}

}  // namespace t2s::generate::repairs

#endif
