// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_DIAGNOSIS_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_DIAGNOSIS_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/guard.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/operations/detail/hints.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Finds what is wrong with a statement, and what exists in place of unknown names.
namespace t2s::serve::detail {

/// A fault that the database would reject.
struct diagnosed {
  failure what{};
  std::vector<std::string> near{};    ///< names that the author may have meant, nearest first
  std::vector<std::string> exists{};  ///< if none is near, or to choose from: tables, or tables with their columns
};

inline constexpr std::size_t most_near = 8, most_tables = 60, most_columns = 60;

/// `shop(id, name, city)`; only the first columns of a wide table.
inline std::string table_line(schema::table const& t) {
  auto out = t.name + "(";
  for (std::size_t i = 0; i < std::min(t.columns.size(), most_columns); ++i) out.append(i == 0 ? "" : ", ").append(t.columns[i].name);
  return out.append(t.columns.size() > most_columns ? ", ...)" : ")");
}

inline std::string unqualified(std::string_view name) { return std::string(name.substr(name.find_last_of('.') + 1)); }

inline void add_new(std::vector<std::string>& to, std::vector<std::string> const& names) {
  for (auto const& n : names)
    if (to.size() < most_near && std::ranges::find(to, n) == to.end()) to.push_back(n);
}

/// What exists in place of an unknown name. `scope` has the statement's sources of rows, if it could be parsed.
inline diagnosed diagnosis_of(failure f, schema::database const& d, hints const& by, sql::problem const* known,
                              sql::resolution const* scope) {
  diagnosed out{std::move(f), {}, {}};
  auto const name = unqualified(out.what.subject);
  if (out.what.code == errc::no_such_table) {
    if (by.tables) out.near = by.tables(name, d, most_near);
    for (auto const& t : d.tables())
      if (out.exists.size() < most_tables) out.exists.push_back(t.name);
  } else if (out.what.code == errc::no_such_column) {
    if (known) add_new(out.near, known->in_scope);
    if (by.columns) add_new(out.near, by.columns(name, d, most_near));
    if (known) add_new(out.near, known->elsewhere);
    for (std::size_t i = 0; scope && i < scope->tables.size() && i < most_tables; ++i)
      if (auto const* t = scope->tables[i].table) add_new(out.exists, {table_line(*t)});
  } else if (out.what.code == errc::ambiguous_column && known && scope) {
    for (auto const at : known->between) out.near.push_back(std::string(scope->tables[at].visible_name()) + "." + name);
  }
  return out;
}

/// For dialects other than SQLite it checks only names, since their functions and rules differ.
inline bool counts(sql::problem const& p, schema::database const& d) {
  auto const code = p.what.code;
  return d.sql_dialect() == sql::dialect::sqlite || code == errc::no_such_table || code == errc::no_such_column ||
         code == errc::ambiguous_column;
}

/// Why a statement is not a single query; nothing if it is one or cannot be parsed.
inline std::optional<failure> not_a_query(std::string const& sql, schema::database const& d) {
  auto refused = db::statement_guard(sql::dialect_of(d)).inspect(sql).refused;
  if (refused && refused->code == errc::sql_syntax) return {};
  return refused;
}

/// The faults that can be found without the database, the one that it would report first. Also explains a failure that it reported.
inline std::vector<diagnosed> problems_of(std::string const& text, schema::database const& d, hints const& by,
                                          failure const* reported = nullptr) {
  std::vector<diagnosed> all;
  auto const parsed = sql::parse(text, d);
  if (!parsed) {
    if (reported) return {diagnosis_of(*reported, d, by, nullptr, nullptr)};
    failure f{errc::sql_syntax, sql::to_string(parsed.error()), parsed.error().found, {}, parsed.error().offset};
    all.push_back({std::move(f), {}, {}});
    return all;
  }
  auto const found = sql::resolve(*parsed, d);
  for (auto const& p : found.problems)
    if (counts(p, d)) all.push_back(diagnosis_of(p.what, d, by, &p, &found));
  if (!reported) return all;
  for (auto& one : all)
    if (one.what.code == reported->code && text::same(unqualified(one.what.subject), unqualified(reported->subject))) {
      one.what = *reported;
      return {std::move(one)};
    }
  return {diagnosis_of(*reported, d, by, nullptr, &found)};
}

inline boost::json::object json_of(diagnosed const& p) {
  auto o = json_failure(p.what);
  if (!p.near.empty()) o["near"] = json_texts(p.near);
  if (!p.exists.empty()) o["exists"] = json_texts(p.exists);
  return o;
}

inline void add_list(std::string& to, std::string_view title, std::vector<std::string> const& names, std::string_view between) {
  if (!names.empty()) to.append("\n  ").append(title).append(": ").append(one_line(text::join(names, between)));
}

inline std::string text_of(diagnosed const& p) {
  std::string out(one_line(p.what.text()));
  add_list(out, "near", p.near, ", ");
  add_list(out, p.what.code == errc::no_such_table ? "tables" : "tables in scope", p.exists, "; ");
  return out;
}

/// The nearest repair that names alone suggest, applied step by step.
inline std::optional<proposal> nearest_repair(std::string const& text, failure const& why, schema::database const& d, hints const& by) {
  constexpr int most_steps = 6;
  std::optional<proposal> whole;
  auto next = why;
  for (int i = 0; by.without && i < most_steps; ++i) {
    auto step = by.without(whole ? whole->sql : text, next, d);
    if (!step) break;
    if (whole) step->why = whole->why + "; " + step->why;
    whole = std::move(step);
    auto const left = problems_of(whole->sql, d, by);
    if (left.empty()) return whole;
    next = left.front().what;
  }
  return {};
}

inline boost::json::value json_proposal(std::optional<proposal> const& p) {
  if (!p) return nullptr;
  return boost::json::object{{"sql", json_text(p->sql)}, {"why", json_text(p->why)}};
}

}  // namespace t2s::serve::detail

#endif
