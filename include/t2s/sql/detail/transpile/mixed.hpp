// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_MIXED_HPP
#define T2S_SQL_DETAIL_TRANSPILE_MIXED_HPP

#include "t2s/sql/detail/resolve/proposals.hpp"
#include "t2s/sql/detail/transpile/calls.hpp"
#include "t2s/sql/detail/transpile/compare.hpp"
#include "t2s/sql/detail/transpile/selects.hpp"
#include "t2s/sql/detail/transpile/server.hpp"
#include "t2s/sql/detail/transpile/server_sums.hpp"
#include "t2s/sql/detail/transpile/sources.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Queries with parts of other dialects. For SQLite each such part is translated from the first dialect that has it, for the others from
/// SQL Server and Oracle; all else is copied.
namespace t2s::sql::detail::transpiling {

node* dispatched(translation& t, node const& n);  // transpile.ipp

// ---- what SQLite lacks

inline bool is_foreign_call(node const& n) {
  std::size_t arguments = 0;
  for (auto const* child : n.children()) {
    if (child->kind == kind::order_by || child->kind == kind::argument) return true;  // GROUP_CONCAT(a ORDER BY b), SUBSTRING(a FROM 2)
    if (is_value_argument(*child)) ++arguments;
  }
  auto const* const known = resolving::find_function(n.name.view());
  return !known || !known->takes(arguments) || is_one_of(n.name.view(), {"current_date", "current_time", "current_timestamp"});
}

inline bool is_foreign_operation(translation& t, node const& n) {
  auto const is_interval = [&](node const* operand) { return t.type_of(*operand) == type::interval; };
  switch (n.op) {
    case op::null_safe:
    case op::int_div:
    case op::power:
    case op::bit_xor:
    case op::xor_:
    case op::at_time_zone:
    case op::custom: return true;
    case op::add:
    case op::sub:
    case op::mul: return std::any_of(n.items, n.items + n.count, is_interval);
    default: return n.count == 2 && is_quantified(n[1]);
  }
}

inline bool is_foreign(translation& t, node const& n) {
  switch (n.kind) {
    case kind::call: return is_foreign_call(n) || is_server_form(t, n);
    case kind::cast: return n.has(flag::literal) || n.has(flag::colons) || n.has(flag::lenient);
    case kind::like: return n.op == op::ilike || n.op == op::regexp || n.op == op::similar || is_binary(n[1]);
    case kind::now: return !is_one_of(n.name.view(), {"current_date", "current_time", "current_timestamp"});
    case kind::limit: return n.has(flag::all) && n.count > 1;  // OFFSET alone
    case kind::prefix: return n.op == op::custom;
    case kind::operation: return is_foreign_operation(t, n);
    default: return false;
  }
}

/// The year of a number is that number. SQLite would take it for a count of days.
inline node* stored_year(translation& t, node const& n) {
  if (n.kind != kind::call || n.count != 1 || !is_one_of(n.name.view(), {"year"})) return nullptr;
  auto const* const column = t.types.base_of(n[0]);
  bool const is_number = column && (schema::affinity_of(column->type) == schema::affinity::integer || text::same(column->type, "year"));
  return is_number ? t.value(n[0]) : nullptr;
}

// ---- the whole

/// A part's name, for notes.
inline std::string word_of(node const& n) {
  if (n.kind == kind::limit) return "OFFSET without LIMIT";
  if (n.kind == kind::cast && n.has(flag::lenient)) return "TRY_CAST";
  if (n.kind == kind::cast && n.has(flag::colons)) return "::";
  if (n.kind == kind::call && resolving::find_function(n.name.view())) return "such " + std::string(n.name.view());
  if (n.kind == kind::operation && n.count == 2 && is_quantified(n[1])) return std::string(n[1].name.view());
  switch (n.op) {
    case op::add:
    case op::sub:
    case op::mul: return "INTERVAL";
    case op::like: return "BINARY";
    case op::ilike: return "ILIKE";
    case op::regexp: return "REGEXP";
    case op::similar: return "SIMILAR TO";
    case op::null_safe: return "<=>";
    case op::int_div: return "DIV";
    case op::power:
    case op::bit_xor: return "^";
    case op::xor_: return "XOR";
    case op::at_time_zone: return "AT TIME ZONE";
    default: return std::string(n.name.view());
  }
}

/// SQLite's grammar reads the name after IN of `POSITION('a' IN b)` as a table; nullptr for other calls.
inline node* position_in(translation& t, node const& n) {
  if (!is_one_of(n.name.view(), {"position"}) || n.count != 1 || n[0].kind != kind::in || n[0][1].kind != kind::table) return nullptr;
  auto& text = t.make(kind::column);
  text.name = t.copied(n[0][1].name);
  text.qualifier = t.copied(n[0][1].qualifier);
  return t.write("instr(a, b)", {&text, n[0][0]});
}

/// Whether a select reads Oracle's table DUAL, which has one row and stands for no table.
inline bool reads_dual(translation& t, node const& from) {
  if (from.count != 1 || from[0].kind != kind::table || !text::same(from[0].name.view(), "dual") || is_cte(t, from[0])) return false;
  return !t.knows_schema() || !t.options().schema->find_table("dual");
}

inline node* without_dual(translation& t, node const& select) {
  std::vector<node*> children;
  for (auto const* child : select.children()) {
    bool const dual = child->kind == kind::from && reads_dual(t, *child);
    if (dual) t.kept(*child, "DUAL is left out");
    if (!dual) children.push_back(t.value(*child));
  }
  return t.like(select, children);
}

/// MySQL takes a date beside + and - for the number of its digits, which nobody means.
inline void note_digits_of_date(translation& t, node const& n) {
  bool const dates = t.to == dialect::mysql && is_sum(n) &&
                     std::any_of(n.items, n.items + n.count, [&](node const* part) { return is_declared_moment(t, *part); });
  if (!dates || std::any_of(n.items, n.items + n.count, [&](node const* part) { return t.type_of(*part) == type::interval; })) return;
  t.nearly(n, "MySQL takes the date for a number such as 20240131: write INTERVAL 1 DAY or DATEDIFF() if days are meant");
}

/// A part of a query for another dialect than SQLite, of which SQL Server's and Oracle's functions are translated.
inline node* server_part(translation& t, node const& n) {
  auto const before = std::exchange(t.from, t.to);
  auto const noted = t.notes().size();
  if (auto const is = is_sum(n) ? server_type(t, n) : type::unknown; is != type::unknown && is != type::other) {
    t.kept(n, "numbers beside dates are days");
    auto* const sum = sum_of_days(t, n);
    t.from = before;
    return sum;
  }
  note_digits_of_date(t, n);
  if (auto const parts = joined_by_plus(t, n); !parts.empty()) {
    t.kept(n, t.target_title() + " has no + of texts");
    auto* const joined = joined_texts(t, parts);
    t.from = before;
    return joined;
  }
  node* made = n.kind == kind::call && !is_of_target(t, n) ? server_call(t, n) : server_word(t, n);
  bool const failed = std::any_of(t.notes().begin() + static_cast<std::ptrdiff_t>(noted), t.notes().end(),
                                  [](transpile_note const& note) { return note.how == fidelity::impossible; });
  if (failed) t.notes().resize(noted);
  if (made && !failed)
    t.kept(n, t.target_title() + " has no " + std::string(n.name.view()));
  else
    made = n.kind == kind::select ? without_dual(t, n) : t.around(n);
  t.from = before;
  return made;
}

/// A part of a query that mixes dialects. The dialect that has it is found once: parts around it translate it again and again.
inline node* mixed_part(translation& t, node const& n) {
  if (t.to != dialect::sqlite) return server_part(t, n);
  if (n.kind == kind::select) return without_dual(t, n);
  auto const before = std::exchange(t.from, t.to);
  auto const noted = t.notes().size();
  auto const copied = [&] {
    t.from = t.to;
    auto* const made = t.around(n);
    t.from = before;
    return made;
  };
  auto const translated_from = [&](node* made, std::string const& word) {
    t.kept(n, "SQLite has no " + word);
    t.from = before;
    return made;
  };
  auto const translated = [&](node* made) { return translated_from(made, word_of(n)); };
  auto const failed = [&](node const* made) {
    bool const impossible = std::any_of(t.notes().begin() + static_cast<std::ptrdiff_t>(noted), t.notes().end(),
                                        [](transpile_note const& note) { return note.how == fidelity::impossible; });
    if (impossible) t.notes().resize(noted);
    return !made || impossible;
  };
  if (auto* const now = server_word(t, n)) return translated(now);
  if (auto const parts = joined_by_plus(t, n); !parts.empty()) return translated_from(joined_texts(t, parts), "+ of texts");
  if (auto const is = is_sum(n) ? server_type(t, n) : type::unknown; is == type::other) {
    t.from = before;
    return t.as_it_stands(n);
  } else if (is != type::unknown) {
    return translated_from(sum_of_days(t, n), "+ and - of dates");
  }
  if (auto* const moment = cast_to_moment(t, n)) return translated_from(moment, n.kind == kind::cast ? "dates to cast to" : "such TRUNC");
  if (!is_foreign(t, n)) return copied();
  if (auto* const year = stored_year(t, n)) return translated(year);
  if (is_server_form(t, n))
    if (auto* const made = server_call(t, n)) return translated(made);
  auto const& read = with_quoted_unit(t, n);
  std::array const dialects{t.source.dialect(), dialect::mysql, dialect::postgres, dialect::duckdb};
  auto& first = t.first_reading(n);
  for (auto i = first; i < dialects.size(); ++i) {
    if (dialects[i] == t.to || (i > 0 && dialects[i] == dialects[0])) continue;
    if (i > 0 && n.kind == kind::call && is_one_of(n.name.view(), {"len"})) continue;  // SQL Server's, not DuckDB's
    t.from = dialects[i];
    auto* const made = n.kind == kind::limit ? limit_of(t, n) : dispatched(t, read);
    if (failed(made)) continue;
    first = i;
    return translated(made);
  }
  bool const other = n.kind == kind::call && first <= dialects.size();
  first = dialects.size() + 1;
  t.from = dialect::mysql;
  if (auto* const position = other ? position_in(t, n) : nullptr) return translated(position);
  if (auto* const made = other ? server_call(t, n) : nullptr; !failed(made)) {
    first = dialects.size();
    return translated(made);
  }
  return copied();
}

}  // namespace t2s::sql::detail::transpiling

#endif
