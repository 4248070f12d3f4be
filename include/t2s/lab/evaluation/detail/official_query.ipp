// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_OFFICIAL_QUERY_IPP
#define T2S_LAB_EVALUATION_DETAIL_OFFICIAL_QUERY_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/lab/evaluation/detail/official_parser.hpp"
#include "t2s/lab/evaluation/detail/official_query.hpp"

#include <set>

namespace t2s::evaluation {
namespace detail {

/// The foreign keys of one database of tables.json.
inline declared_keys keys_in(t2s::detail::json_element const& entry) {
  auto const number = [&](boost::json::value const& v, std::size_t end, std::string const& of) {
    auto const* n = v.if_int64();
    if (!n || *n < 0 || static_cast<std::size_t>(*n) >= end)
      entry.refuse("names a " + of + " by something other than a number from 0 to " + std::to_string(end) + " (excluded)");
    return static_cast<std::size_t>(*n);
  };
  static constexpr std::string_view tables_key = "table_names_original", columns_key = "column_names_original", keys_key = "foreign_keys";
  auto const& tables = entry.list(tables_key);
  declared_keys keys;
  for (auto const& c : entry.list(columns_key)) {
    auto const& both = entry.pair_in(c, columns_key);
    bool const of_all = both[0].is_int64() && both[0].get_int64() < 0;
    keys.columns.push_back(
        {of_all ? "" : entry.text_in(tables[number(both[0], tables.size(), "table")], tables_key), entry.text_in(both[1], columns_key)});
  }
  for (auto const& k : entry.list(keys_key)) {
    auto const& both = entry.pair_in(k, keys_key);
    keys.pairs.emplace_back(number(both[0], keys.columns.size(), "column"), number(both[1], keys.columns.size(), "column"));
  }
  return keys;
}

/// Prepares a query for comparison.
struct official_normaliser {
  official_schema const& schema_;
  std::vector<std::uint32_t> tables_{};  // of the outermost FROM

  /// False if the official program stops at the query with an error.
  bool normalise(official_query& q) {
    if (!drop_values(q) || !has_plain_connectives(q)) return false;
    for (auto const& source : q.from)
      if (auto const* name = std::get_if<official_schema::name>(&source); name && name->column == 0) tables_.push_back(name->table);
    replace_columns(q);
    return true;
  }

 private:
  static std::array<official_conditions*, 3> condition_lists(official_query& q) { return {&q.on, &q.where, &q.having}; }
  template <class Predicate>
  static bool all_combined(official_query& q, Predicate holds) {
    return std::ranges::all_of(std::array{&q.intersect, &q.except, &q.union_}, [&](auto* s) { return !*s || holds(*s->query); });
  }

  static bool drop_values(official_query& q) {
    for (auto* list : condition_lists(q))
      for (std::size_t i = 0; i < list->size(); i += 2) {
        auto* c = std::get_if<official_condition>(&(*list)[i]);
        if (!c || !drop_value(c->value) || !drop_value(c->upper)) return false;
      }
    return all_combined(q, &drop_values);
  }
  static bool drop_value(official_operand& v) {
    if (auto* nested = std::get_if<official_subquery>(&v)) return drop_values(*nested->query);
    v = {};
    return true;
  }

  /// The official program puts a condition in place of a connective into a set, which fails if it has a subquery.
  static bool has_plain_connectives(official_query& q) {
    for (std::size_t i = 1; i < q.where.size(); i += 2)
      if (auto const* c = std::get_if<official_condition>(&q.where[i]))
        if (std::holds_alternative<official_subquery>(c->value) || std::holds_alternative<official_subquery>(c->upper)) return false;
    return all_combined(q, &has_plain_connectives);
  }

  void replace_columns(official_query& q) const {
    q.distinct = false;
    for (auto& s : q.select) replace(s.term);
    for (auto* list : condition_lists(q))
      for (std::size_t i = 0; i < list->size(); i += 2) replace(std::get<official_condition>((*list)[i]).term);
    for (auto& c : q.group_by) replace(c);
    if (q.order_by)
      for (auto& t : q.order_by->terms) replace(t);
    all_combined(q, [this](official_query& other) { return replace_columns(other), true; });
  }
  void replace(official_term& t) const {
    replace(t.left);
    if (t.right) replace(*t.right);
  }
  void replace(official_column& c) const {
    c.distinct = false;
    if (c.column.column != 0 && std::ranges::find(tables_, c.column.table) != tables_.end()) c.column = schema_.representative(c.column);
  }
};

}  // namespace detail

T2S_DECL std::map<std::string, declared_keys> parse_declared_keys(std::string_view content, std::string_view name) {
  static constexpr std::string_view form =
      "give Spider's tables.json: a list with db_id, table_names_original, column_names_original and foreign_keys";
  content = t2s::detail::without_mark(content);
  auto const entries = t2s::detail::json_of(content, content, name, form);
  if (!entries.is_array()) t2s::detail::malformed(name, "the JSON is not a list", form);
  std::map<std::string, declared_keys> all;
  for (std::size_t i = 0; auto const& v : entries.get_array()) {
    t2s::detail::json_element entry(v, i++, name, form);
    auto const id = entry.read_id();
    all[id] = detail::keys_in(entry);
  }
  return all;
}

T2S_DECL std::map<std::string, declared_keys> read_declared_keys(std::string const& path) {
  return parse_declared_keys(read_file(path, "Spider's tables.json"), path);
}

T2S_DECL official_schema::official_schema(schema::database const& tables, declared_keys const& keys) {
  for (auto const& t : tables.tables()) {
    if (t.is_view) continue;
    auto const table = detail::python_lower(t.name);
    auto& columns = columns_[intern(table, "").table];
    for (auto const& c : t.columns)
      if (!c.generated) columns[detail::python_lower(c.name)] = intern(table, detail::python_lower(c.name)).column;
  }
  connect(keys);
}

/// As in the official program: each key joins the first set that contains one of its ends; sets found to be connected are not merged.
T2S_DECL void official_schema::connect(declared_keys const& keys) {
  std::vector<std::set<std::size_t>> sets;
  for (auto const& [from, to] : keys.pairs) {
    auto found = std::ranges::find_if(sets, [&](auto const& s) { return s.contains(from) || s.contains(to); });
    if (found == sets.end()) found = sets.emplace(sets.end());
    found->insert({from, to});
  }
  auto const named = [&](std::size_t at) {
    auto const& c = keys.columns[at];
    return c.table.empty() ? all() : intern(detail::python_lower(c.table), detail::python_lower(c.name));
  };
  for (auto const& set : sets)
    for (auto const at : set) representatives_[named(at)] = named(*set.begin());
}

T2S_DECL official_schema::name official_schema::intern(std::string_view table, std::string_view column) {
  auto const id_of = [](ids& known, std::string_view spelt) {
    return known.try_emplace(std::string(spelt), static_cast<std::uint32_t>(known.size())).first->second;
  };
  return {id_of(table_ids_, table), id_of(column_ids_, column)};
}

T2S_DECL std::optional<official_schema::name> official_schema::find_table(std::string_view table) const {
  auto const id = table_ids_.find(table);
  if (id == table_ids_.end() || !columns_.contains(id->second)) return {};
  return name{id->second, 0};
}

T2S_DECL std::optional<official_schema::name> official_schema::find_column(std::string_view table, std::string_view column) const {
  auto const owner = find_table(table);
  if (!owner) return {};
  auto const& columns = columns_.at(owner->table);
  auto const found = columns.find(column);
  if (found == columns.end()) return {};
  return name{owner->table, found->second};
}

T2S_DECL official_schema::name official_schema::representative(name column) const {
  auto const found = representatives_.find(column);
  return found == representatives_.end() ? column : found->second;
}

T2S_DECL bool operator==(official_subquery const& a, official_subquery const& b) {
  return a.query && b.query ? *a.query == *b.query : a.query == b.query;
}

T2S_DECL std::optional<official_query> read_official(std::string_view sql, official_schema const& schema) {
  auto const words = detail::official_words(sql);
  if (!words) return {};
  try {
    auto q = detail::official_parser(*words, schema).read();
    if (detail::official_normaliser(schema).normalise(q)) return q;
  } catch (detail::official_parser::unexpected const&) {  // the official parser stops there
  }
  return {};
}

}  // namespace t2s::evaluation

#endif
