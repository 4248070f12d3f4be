// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_ROW_LIMITS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_ROW_LIMITS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>

/// How other dialects limit rows. Only what is equivalent to LIMIT is translated: not PERCENT, WITH TIES, a row number greater than one, or
/// a limit on rows that are then grouped or counted.
namespace t2s::repair {

/// A statement with LIMIT, and the words that limited it before: "TOP". Without a statement there was no limit.
struct limited {
  std::string sql{}, words{};
};

inline constexpr std::int64_t no_number = -1;

/// A non-negative whole number; `no_number` for other texts.
inline std::int64_t whole_number(std::string_view digits) {
  std::int64_t n = 0;
  auto const [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  return wrong != std::errc{} || end != digits.data() + digits.size() || n < 0 ? no_number : n;
}

// ---- by tokens

/// Finds the limits of a text, and the changes to make.
class limit_reader {
 public:
  limit_reader(std::string const& text, sql::grammar const& in) : text_(text), tokens_(tokens_of(text, in)) {}

  limited read() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_any(at(i), "select") && !is_member(i)) read_head(i + 1);
      if (is_any(at(i), "rows")) read_tail(i);
    }
    if (changes_.size() == 0) return {};
    return {changes_.made_in(text_), words_};
  }

 private:
  static constexpr std::size_t most_changes = 64;  // each searches for the end of its select

  [[nodiscard]] sql::token at(std::size_t i) const { return i < tokens_.size() ? tokens_[i] : sql::token{}; }
  [[nodiscard]] std::int64_t number_at(std::size_t i) const { return whole_number(at(i).view()); }

  /// Whether a select is a later member of a compound: a LIMIT there limits the whole.
  [[nodiscard]] bool is_member(std::size_t select) const {
    auto before = select;
    if (before > 0 && is_any(at(before - 1), "all")) --before;
    return before > 0 && is_any(at(before - 1), "union", "except", "intersect", "minus");
  }

  /// The end of the select that contains a token: the closing bracket or the end. nullptr for a member of a compound.
  [[nodiscard]] char const* end_of_select(std::size_t from) const {
    std::size_t open = 0;
    for (auto i = from; i < tokens_.size(); ++i) {
      auto const& t = tokens_[i];
      if (t.kind == sql::token_kind::lparen) ++open;
      if (open == 0 && (t.kind == sql::token_kind::rparen || t.kind == sql::token_kind::semicolon)) return t.data;
      if (open == 0 && is_any(t, "union", "except", "intersect", "minus", "limit", "fetch")) return nullptr;
      if (t.kind == sql::token_kind::rparen) --open;
    }
    return tokens_.back().data + tokens_.back().size;  // a comment may follow
  }

  /// SELECT [DISTINCT] TOP 3, TOP (3), FIRST 3, FIRST 3 SKIP 2, SKIP 2 FIRST 3
  void read_head(std::size_t i) {
    if (is_any(at(i), "distinct", "all")) ++i;
    auto const begin = i;
    auto count = no_number, skipped = no_number;
    for (bool more = true; more && (count == no_number || skipped == no_number);) {
      bool const counts = is_any(at(i), "top", "first"), skips = is_any(at(i), "skip");
      bool const bracket = at(i + 1).kind == sql::token_kind::lparen && at(i + 3).kind == sql::token_kind::rparen;
      auto const n = counts || skips ? number_at(i + (bracket ? 2 : 1)) : no_number;
      auto& known = counts ? count : skipped;
      more = n != no_number && known == no_number;
      if (!more) break;
      known = n;
      i += bracket ? 4 : 2;
    }
    if (count == no_number || i >= tokens_.size() || is_any(at(i), "percent", "with", "from") || at(i).kind == sql::token_kind::comma)
      return;
    auto const* end = changes_.size() < most_changes ? end_of_select(i) : nullptr;
    if (!end) return;
    add_once(words_, at(begin).view());
    changes_.add(at(begin).data, at(i).data, "");
    put(end, count, skipped == no_number ? 0 : skipped);
  }

  /// ROWS 3, ROWS 2 TO 4 at the end of a select; elsewhere it belongs to something else.
  void read_tail(std::size_t i) {
    bool const spans = is_any(at(i + 2), "to");
    auto const from = number_at(i + 1), to = spans ? number_at(i + 3) : from;
    auto const next = at(i + (spans ? 4 : 2));
    bool const ends = next.size == 0 || next.kind == sql::token_kind::rparen || next.kind == sql::token_kind::semicolon;
    if (from == no_number || to == no_number || !ends) return;
    if (spans && (from == 0 || to < from)) return;
    add_once(words_, "ROWS");
    auto const& end = tokens_[i + (spans ? 3 : 1)];
    changes_.add(at(i).data, end.data + end.size, "");
    put(end.data + end.size, spans ? to - from + 1 : from, spans ? from - 1 : 0);
  }

  void put(char const* where, std::int64_t count, std::int64_t skipped) {
    auto clause = " LIMIT " + std::to_string(count);
    if (skipped > 0) clause.append(" OFFSET ").append(std::to_string(skipped));
    changes_.add({where, 0}, std::move(clause));
  }

  std::string const& text_;
  std::vector<sql::token> tokens_;
  text_changes changes_{};
  std::string words_{};
};

/// SELECT TOP n and TOP (n) (SQL Server), FIRST n and SKIP m FIRST n (Informix, Firebird), ROWS n and ROWS m TO n (Firebird) as LIMIT.
/// Nothing if the text has none that can be translated. O(|text|).
inline limited with_limit(std::string const& text, sql::grammar const& in) { return limit_reader(text, in).read(); }

// ---- by the tree

/// Whether a node may be Oracle's ROWNUM.
inline bool is_row_number(sql::node const& n) {
  return n.kind == sql::kind::column && n.qualifier.empty() && n.name.quoted == sql::quote::none && text::same(n.name.view(), "rownum");
}

inline bool names_row_number(sql::node const& tree) {
  return !sql::visit(tree, [](sql::node const& n) {
    if (n.kind == sql::kind::query) return sql::walk::over;  // an inner query has its own row numbers
    return is_row_number(n) ? sql::walk::stop : sql::walk::into;
  });
}

/// The number of rows that a comparison of the row number allows, `no_number` for others: numbers count from 1, and a rejected row gets
/// none.
inline std::int64_t rows_allowed(sql::node const& n) {
  auto const literal = [](sql::node const& v) { return v.kind == sql::kind::number ? whole_number(v.name.view()) : no_number; };
  if (n.kind == sql::kind::between && !n.has(sql::flag::negated) && n.count == 3 && is_row_number(n[0]))
    return literal(n[1]) == 1 ? literal(n[2]) : no_number;
  if (n.kind != sql::kind::operation || n.count != 2) return no_number;
  bool const turned = is_row_number(n[1]);
  if (!turned && !is_row_number(n[0])) return no_number;
  auto const value = literal(n[turned ? 0 : 1]);
  if (value == no_number) return no_number;
  switch (n.op) {
    case sql::op::eq: return value == 1 ? value : no_number;
    case sql::op::le: return turned ? no_number : value;
    case sql::op::ge: return turned ? value : no_number;
    case sql::op::lt: return turned || value == 0 ? no_number : value - 1;
    case sql::op::gt: return turned && value > 0 ? value - 1 : no_number;
    default: return no_number;
  }
}

/// Whether the result has other rows than FROM and WHERE: then a limit of those does not limit the result.
inline bool makes_other_rows(sql::node const& select) {
  if (select.has(sql::flag::distinct) || select.find(sql::kind::group_by) || select.find(sql::kind::having)) return true;
  auto const* columns = select.find(sql::kind::columns);
  if (columns)
    for (auto const* call : sql::all_of(*columns, sql::kind::call))
      if (has_window(*call) || is_aggregate(*call)) return true;  // of all rows
  return false;
}

/// Whether FROM is sorted: a query that limits it in Oracle's way and sorts again means the limit first.
inline bool reads_sorted_rows(sql::node const& select) {
  auto const* from = select.find(sql::kind::from);
  return from && !sql::all_of(*from, sql::kind::order_by).empty();
}

/// Translates the row numbers of one query; inner queries are handled separately.
class row_number_translator : tree_editor {
 public:
  row_number_translator(sql::query& q, sql::node& of) : tree_editor(q), query_(of) {}

  /// Returns whether none is left.
  bool run() {
    if (auto* select = only_select()) {
      if (auto* where = select->find(sql::kind::where); where && !take_limit(*select, *where)) return false;
      if (!is_sorted()) number_columns(*select);
    }
    return !t2s::detail::any_of(query_.children(), [&](auto const* part) { return names_row_number(*part); });
  }

 private:
  [[nodiscard]] bool is_sorted() const { return query_.find(sql::kind::order_by) != nullptr; }

  /// The select of a query without a limit and other members; nullptr for others.
  [[nodiscard]] sql::node* only_select() {
    std::size_t const place = query_.count > 0 && query_[0].kind == sql::kind::with ? 1 : 0;
    return query_.count == place + (is_sorted() ? 2 : 1) && query_[place].kind == sql::kind::select ? &query_[place] : nullptr;
  }

  /// WHERE a AND ROWNUM <= 3 keeps a, and limits the query. Oracle would take any three rows and sort these; a query with both means the
  /// first three of the sorted rows, which Oracle might also have taken.
  bool take_limit(sql::node& select, sql::node& where) {
    std::vector<sql::node*> all, kept;
    auto least = no_number;
    add_conditions(where[0], all);
    for (auto* condition : all) {
      auto const rows = rows_allowed(*condition);
      if (rows == no_number)
        kept.push_back(condition);
      else if (least == no_number || rows < least)
        least = rows;
    }
    if (least == no_number) return true;
    if (makes_other_rows(select) || (is_sorted() && reads_sorted_rows(select))) return false;
    set_conditions(select, sql::kind::where, kept);
    append(query_, q_.make(sql::kind::limit, {&number(std::to_string(least))}));
    return true;
  }

  void number_columns(sql::node& select) {
    auto* columns = select.find(sql::kind::columns);
    if (!columns || makes_other_rows(select)) return;
    auto all = children_of(*columns);
    for (auto*& column : all) {
      if (is_row_number(*column)) column = &numbering();
      if (column->kind == sql::kind::alias && is_row_number((*column)[0])) set(*column, {&numbering()});
    }
    set(*columns, all);
  }

  sql::node& numbering() {
    auto const parsed = sql::parse("SELECT row_number() OVER ()");
    return q_.copy((*parsed->root().find(sql::kind::select))[0][0]);
  }

  sql::node& query_;
};

/// Oracle's ROWNUM: in the conditions of a select, from the first row on, as LIMIT; in its columns as `row_number() OVER ()`. False, and
/// the query is unusable, for other uses. The schema must have no column of that name.
inline bool limit_by_row_number(sql::query& q) {
  bool done = true;
  auto const translate = [&](sql::node& n) {
    if (n.kind == sql::kind::query) done = row_number_translator(q, n).run() && done;
    return &n;
  };
  sql::transform(q, translate);  // everything except the root
  translate(q.root());
  return done;
}

/// With the limit goes the last sign of its dialect, so the rest is translated with it.
inline void propose_limit(known_facts const& known, std::string sql, std::string const& words, proposals& into) {
  proposal p{repair_kind::dialect, 0.05, std::move(sql), translated_to(known.dialect(), words), {}};
  auto const limited = known.in_own_dialect ? sql::parse(p.sql, *known.schema) : sql::parsed(sql::syntax_error{});
  if (auto own = limited ? known.in_own_dialect(*limited, *known.schema, words) : std::nullopt; own && !own->why.empty()) {
    p.sql = std::move(own->sql);
    add_reason(p.why, own->why);
  }
  into.push_back(std::move(p));
}

/// Oracle's ROWNUM, if no table has a column that may have that name.
inline bool means_row_number(sql::problem const& p, schema::database const& d) {
  if (!p.at || !is_row_number(*p.at)) return false;
  for (auto const& t : d.tables())
    for (auto const& c : t.columns) {
      auto name = c.name;
      std::erase(name, '_');
      if (text::same(name, "rownum")) return false;
    }
  return true;
}

/// A rule for a missing column. If a function is missing too, that is translated first: it may be an aggregate.
inline void propose_row_limit(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  if (!means_row_number(missing, *known.schema) || calls_unknown(s)) return;
  edited edit(s.query());
  if (limit_by_row_number(edit.query())) propose_limit(known, edit.sql(), "ROWNUM", into);
}

/// TOP (3) parses as a function call.
inline void propose_top(statement const& s, known_facts const& known, sql::problem const&, proposals& into) {
  auto made = with_limit(std::string(s.query().text()), s.query().grammar());
  if (!made.sql.empty()) propose_limit(known, std::move(made.sql), made.words, into);
}

}  // namespace t2s::repair

#endif
