// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_OFFICIAL_SCHEMA_IPP
#define T2S_EVALUATION_IMPL_OFFICIAL_SCHEMA_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/file.hpp"
#include "t2s/evaluation/impl/json_text.hpp"
#include "t2s/evaluation/impl/python_text.hpp"
#include "t2s/evaluation/official_schema.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace t2s::evaluation {
namespace detail {

/// Reads one database of tables.json.
class declared_keys_reader {
 public:
  declared_keys_reader(boost::json::value const& entry, std::size_t index, std::string_view name)
      : entry_(entry.if_object()), name_(name), place_(std::string("element ").append(std::to_string(index))) {
    auto const* id = entry_ ? entry_->if_contains("db_id") : nullptr;
    if (!id || !id->is_string()) refuse("has no \"db_id\"");
    id_ = std::string(id->get_string());
    place_.append(" (").append(t2s::text::valid_utf8(id_)).append(")");
  }

  [[nodiscard]] std::string const& id() const { return id_; }

  [[nodiscard]] declared_keys read() const {
    auto const& tables = list("table_names_original");
    declared_keys keys;
    for (auto const& c : list("column_names_original")) {
      auto const& [table, column] = pair_of(c, "column_names_original");
      bool const of_all = table.is_int64() && table.get_int64() < 0;
      keys.columns.push_back({of_all ? "" : text(tables[number(table, tables.size(), "table")], "table"), text(column, "column")});
    }
    for (auto const& k : list("foreign_keys")) {
      auto const& [from, to] = pair_of(k, "foreign_keys");
      keys.pairs.emplace_back(number(from, keys.columns.size(), "column"), number(to, keys.columns.size(), "column"));
    }
    return keys;
  }

 private:
  [[noreturn]] void refuse(std::string const& what) const {
    malformed(name_, place_ + " " + what,
              "give Spider's tables.json: a list with db_id, table_names_original, column_names_original and foreign_keys");
  }

  [[nodiscard]] boost::json::array const& list(char const* key) const {
    auto const* found = entry_->if_contains(key);
    if (!found || !found->is_array()) refuse(std::string("has no list \"").append(key).append("\""));
    return found->get_array();
  }

  [[nodiscard]] std::pair<boost::json::value const&, boost::json::value const&> pair_of(boost::json::value const& v,
                                                                                        char const* key) const {
    auto const* both = v.if_array();
    if (!both || both->size() != 2) refuse(std::string("has in \"").append(key).append("\" what is no list of two"));
    return {(*both)[0], (*both)[1]};
  }

  [[nodiscard]] std::size_t number(boost::json::value const& v, std::size_t end, char const* of) const {
    auto const* n = v.if_int64();
    if (!n || *n < 0 || static_cast<std::size_t>(*n) >= end)
      refuse(std::string("names a ").append(of).append(" by what is no number from 0 to ").append(std::to_string(end)) + " (excluded)");
    return static_cast<std::size_t>(*n);
  }

  [[nodiscard]] std::string text(boost::json::value const& v, char const* of) const {
    auto const* s = v.if_string();
    if (!s) refuse(std::string("has a ").append(of).append(" whose name is no string"));
    return {s->data(), s->size()};
  }

  boost::json::object const* entry_;
  std::string_view name_;
  std::string place_;
  std::string id_{};
};

/// Columns that foreign keys connect, as the official program collects them: each key joins the first set that knows one of its ends, and
/// sets that turn out to be connected stay apart.
inline std::vector<std::set<std::size_t>> connected(declared_keys const& keys) {
  std::vector<std::set<std::size_t>> sets;
  for (auto const& [from, to] : keys.pairs) {
    auto const knows = [&](auto const& s) { return s.contains(from) || s.contains(to); };
    auto found = std::ranges::find_if(sets, knows);
    if (found == sets.end()) found = sets.emplace(sets.end());
    found->insert({from, to});
  }
  return sets;
}

}  // namespace detail

T2S_DECL std::map<std::string, declared_keys> parse_declared_keys(std::string_view content, std::string_view name) {
  content = detail::without_mark(content);
  static constexpr char form[] = "give Spider's tables.json, a list of databases";
  auto const entries = detail::json_of(content, content, name, form);
  if (!entries.is_array()) detail::malformed(name, "the JSON is no list", form);
  std::map<std::string, declared_keys> all;
  for (std::size_t i = 0; auto const& entry : entries.get_array()) {
    detail::declared_keys_reader const reader(entry, i++, name);
    all[reader.id()] = reader.read();
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

T2S_DECL void official_schema::connect(declared_keys const& keys) {
  auto const named = [&](std::size_t at) {
    auto const& c = keys.columns[at];
    return c.table.empty() ? all() : intern(detail::python_lower(c.table), detail::python_lower(c.name));
  };
  for (auto const& set : detail::connected(keys))
    for (auto const at : set) representatives_[named(at)] = named(*set.begin());
}

T2S_DECL std::uint32_t official_schema::id_of(ids& known, std::string_view spelt) {
  return known.try_emplace(std::string(spelt), static_cast<std::uint32_t>(known.size())).first->second;
}

T2S_DECL official_schema::name official_schema::intern(std::string_view table, std::string_view column) {
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

}  // namespace t2s::evaluation

#endif
