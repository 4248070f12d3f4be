// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_COPY_IPP
#define T2S_DB_COPY_DETAIL_COPY_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/copy/copy.hpp"
#include "t2s/db/copy/detail/written_value.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace t2s::db {
namespace detail {

/// `SELECT` of columns, in the dialect of their database.
[[nodiscard]] inline std::string select_columns(std::string const& table, std::span<copied_column const> columns, sql::dialect d) {
  std::string sql = "SELECT ";
  for (std::size_t i = 0; i < columns.size(); ++i) sql.append(i == 0 ? "" : ", ").append(schema::in_quotes(columns[i].name, d));
  return sql.append(" FROM ").append(schema::in_quotes(table, d));
}

/// A copy while it is made.
class database_copy {
 public:
  database_copy(any_connection& from, copy_target& to, copy_options const& options)
      : from_(from),
        to_(to),
        options_(options),
        binding_(from.schema().sql_dialect() != sql::dialect::sqlite),
        rules_{to.dialect() != sql::dialect::sqlite, to.dialect() == sql::dialect::postgres || to.dialect() == sql::dialect::duckdb} {}

  [[nodiscard]] copy_report run() {
    choose_tables();
    clear_target();
    for (auto const* t : chosen_) survey(*t);
    find_keys();
    if (to_.declares_keys_first()) check_keys();
    for (auto const place : order()) copy_table(place);
    if (!to_.declares_keys_first()) add_keys();
    to_.commit();
    return std::move(report_);
  }

 private:
  void remark(std::string text) { report_.remarks.push_back(std::move(text)); }

  [[nodiscard]] bool is_wanted(std::string const& name) const {
    return options_.tables.empty() || std::ranges::any_of(options_.tables, [&](auto const& t) { return text::same(t, name); });
  }

  void choose_tables() {
    for (auto const& name : options_.tables)
      if (!from_.schema().find_table(name))
        throw error(failure{errc::invalid_argument, "the database has no table " + name, name, "name one that it has", {}});
    for (auto const& t : from_.schema().tables()) {
      if (!is_wanted(t.name)) continue;
      if (t.columns.empty())
        remark(t.name + ": its columns cannot be read, and it was left out" + (t.note.empty() ? "" : ": " + t.note));
      else if (t.is_view && !options_.views)
        remark(t.name + ": it is a view and was left out; --views makes a table of its rows");
      else
        chosen_.push_back(&t);
    }
    if (chosen_.empty()) throw error(errc::no_tables, "there is no table to be copied", "name tables that the database has");
    for (std::size_t i = 0; i < chosen_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (to_.dialect() != sql::dialect::postgres && text::same(chosen_[i]->name, chosen_[j]->name))
          throw error(errc::invalid_argument, "the tables " + chosen_[j]->name + " and " + chosen_[i]->name + " differ only in case",
                      "copy one of them: --table " + chosen_[j]->name);
  }

  /// The target's tables of these names are replaced, or end the copy.
  void clear_target() {
    auto const there = to_.tables();
    std::vector<std::string> taken;
    for (auto const& name : there)
      if (std::ranges::any_of(chosen_, [&](auto const* t) { return is_same_name(t->name, name); })) taken.push_back(name);
    if (taken.empty()) return;
    if (!options_.replace)
      throw error(failure{errc::invalid_argument,
                          "the target has a table " + taken.front() + (taken.size() > 1 ? " and others that would be written" : ""),
                          taken.front(),
                          "give --replace to replace what has these names, or another target",
                          {}});
    to_.drop(taken);
  }

  [[nodiscard]] bool is_same_name(std::string const& a, std::string const& b) const {
    return to_.dialect() == sql::dialect::postgres ? a == b : text::same(a, b);
  }

  void survey(schema::table const& t) {
    std::vector<column_survey> seen(t.columns.size());
    std::vector<copied_column> all;
    for (auto const& c : t.columns) all.push_back({c.name});
    std::size_t rows = 0;
    each(select_columns(t.name, all, from_.schema().sql_dialect()), [&](std::span<value const> row) {
      for (std::size_t i = 0; i < row.size(); ++i) seen[i].note(row[i]);
      ++rows;
    });
    copied_table copy{t.name, {}, t.primary_key()};
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
      copy.columns.push_back(decided(t, i, seen[i]));
      bool const in_key = std::ranges::find(copy.key, t.columns[i].name) != copy.key.end();
      copy.columns.back().in_key = in_key;
      if (in_key && seen[i].nulls > 0) {
        remark(t.name + ": its primary key has NULLs and was left out");
        copy.key.clear();
      }
    }
    tables_.push_back(std::move(copy));
    counts_.push_back(rows);
  }

  [[nodiscard]] copied_column decided(schema::table const& t, std::size_t i, column_survey const& seen) {
    auto const& c = t.columns[i];
    auto const name = t.name + "." + c.name;
    if (rules_.utf8_alone && seen.not_utf8 > 0)
      remark(name + ": " + std::to_string(seen.not_utf8) + " texts are not UTF-8 and were read as Latin-1");
    if (rules_.no_nul && seen.with_nul > 0) remark(name + ": NUL bytes were left out of " + std::to_string(seen.with_nul) + " texts");
    auto column = seen.decide(c, binding_, options_.dates, report_.remarks, t.name);
    if (binding_ && to_.dialect() == sql::dialect::sqlite && column.kind == stored_kind::numeric && seen.texts > 0)
      column.kind = stored_kind::text;  // SQLite would make reals of them
    return column;
  }

  [[nodiscard]] std::size_t place_of(std::string const& table) const {
    return static_cast<std::size_t>(std::ranges::find(tables_, table, &copied_table::name) - tables_.begin());
  }

  void mark_in_key(std::string const& table, std::vector<std::string> const& columns) {
    for (auto& c : tables_[place_of(table)].columns)
      if (std::ranges::find(columns, c.name) != columns.end()) c.in_key = true;
  }

  void find_keys() {
    for (auto const* t : chosen_)
      for (auto const& k : t->foreign_keys) {
        if (!k.resolved) {
          remark(t->name + ": its key to " + k.table + " refers to something that does not exist and was left out");
        } else if (place_of(k.table) == tables_.size()) {
          remark(t->name + ": its key to " + k.table + " was left out with that table");
        } else {
          keys_.push_back({t->name, k.table, k.columns, k.referenced, true});
          mark_in_key(t->name, k.columns);
          mark_in_key(k.table, k.referenced);
        }
      }
  }

  /// Whether the data hold the keys, for targets that take no row that does not.
  void check_keys() {
    auto const d = from_.schema().sql_dialect();
    for (auto& k : keys_) {
      std::string on, known;
      for (std::size_t i = 0; i < k.columns.size(); ++i) {
        auto const own = "a." + schema::in_quotes(k.columns[i], d), other = "b." + schema::in_quotes(k.referenced[i], d);
        on.append(i == 0 ? "" : " AND ").append(own).append(" = ").append(other);
        known.append(" AND ").append(own).append(" IS NOT NULL");
      }
      std::string violations;
      each("SELECT count(*) FROM " + schema::in_quotes(k.table, d) + " a LEFT JOIN " + schema::in_quotes(k.other, d) + " b ON " + on +
               " WHERE b." + schema::in_quotes(k.referenced[0], d) + " IS NULL" + known,
           [&](std::span<value const> row) { violations = to_string(row[0]); });
      k.is_held = violations == "0";
      if (!k.is_held)
        remark(name_of(k) + " was left out: " + violations + " rows refer to nothing");
      else
        note_unique(k);
    }
  }

  /// Whether what a key refers to is unique though it is not the primary key.
  void note_unique(copied_key const& k) {
    auto& other = tables_[place_of(k.other)];
    if (other.key == k.referenced || std::ranges::find(other.unique, k.referenced) != other.unique.end()) return;
    auto const d = from_.schema().sql_dialect();
    std::string columns;
    for (auto const& c : k.referenced) columns.append(columns.empty() ? "" : ", ").append(schema::in_quotes(c, d));
    bool is_unique = true;
    each("SELECT 1 FROM " + schema::in_quotes(k.other, d) + " GROUP BY " + columns + " HAVING count(*) > 1 LIMIT 1",
         [&](std::span<value const>) { is_unique = false; });
    if (is_unique) other.unique.push_back(k.referenced);
  }

  [[nodiscard]] static std::string name_of(copied_key const& k) {
    return k.table + ": its key (" + text::join(k.columns, ", ") + ") to " + k.other;
  }

  [[nodiscard]] std::vector<copied_key> keys_of(std::string const& table) const {
    std::vector<copied_key> all;
    for (auto const& k : keys_)
      if (k.table == table && k.is_held) all.push_back(k);
    return all;
  }

  /// The source's order; where keys are declared first, each table after those that it refers to.
  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<std::size_t> all;
    std::vector<int> state(tables_.size());
    for (std::size_t i = 0; i < tables_.size(); ++i) visit(i, state, all);
    return all;
  }

  void visit(std::size_t place, std::vector<int>& state, std::vector<std::size_t>& all) const {
    if (state[place] != 0) return;
    state[place] = 1;
    if (to_.declares_keys_first())
      for (auto const& k : keys_of(tables_[place].name)) visit(place_of(k.other), state, all);
    all.push_back(place);
  }

  void copy_table(std::size_t place) {
    static constexpr std::size_t batch = 1000;
    auto const& t = tables_[place];
    auto keys = to_.declares_keys_first() ? keys_of(t.name) : std::vector<copied_key>();
    for (auto const& r : to_.create(t, keys)) remark(t.name + ": " + r);
    report_.keys += keys.size();
    table_copy done{t.name, 0, 0, t.columns};
    std::vector<value> row;
    each(select_columns(t.name, t.columns, from_.schema().sql_dialect()), [&](std::span<value const> read) {
      row.clear();
      for (std::size_t i = 0; i < read.size(); ++i) row.push_back(written(read[i], t.columns[i], rules_));
      to_.add(row);
      done.checksum += sum_of(row, t.columns);
      if (++done.rows % batch == 0) tell(done, place);
    });
    to_.finish();
    tell(done, place);
    report_.tables.push_back(std::move(done));
  }

  void tell(table_copy const& of, std::size_t place) const {
    if (options_.progress) options_.progress(of.name, of.rows, counts_[place]);
  }

  void add_keys() {
    for (auto const& k : keys_) {
      auto const why = to_.add_key(k);
      if (why) remark(name_of(k) + " " + *why);
      if (!why || why->starts_with("was added")) ++report_.keys;
    }
  }

  void each(std::string const& sql, any_connection::take_row const& take) {
    if (auto const failed = from_.each_row(sql, take, options_.stop)) throw error(*failed);
  }

  any_connection& from_;
  copy_target& to_;
  copy_options const& options_;
  bool binding_;
  text_rules rules_;
  std::vector<schema::table const*> chosen_{};
  std::vector<copied_table> tables_{};  // as `chosen_`
  std::vector<std::size_t> counts_{};   // of their rows
  std::vector<copied_key> keys_{};
  copy_report report_{};
};

}  // namespace detail

T2S_DECL copy_report copy_database(any_connection& from, copy_target& to, copy_options const& options) {
  return detail::database_copy(from, to, options).run();
}

T2S_DECL std::vector<std::string> differing_tables(copy_report const& copied, any_connection& copy) {
  std::vector<std::string> differing;
  for (auto const& t : copied.tables) {
    std::size_t rows = 0;
    std::uint64_t checksum = 0;
    auto const failed =
        copy.each_row(detail::select_columns(t.name, t.columns, copy.schema().sql_dialect()), [&](std::span<value const> row) {
          ++rows;
          checksum += detail::sum_of(row, t.columns);
        });
    if (failed) throw error(*failed);
    if (rows != t.rows || checksum != t.checksum) differing.push_back(t.name);
  }
  return differing;
}

}  // namespace t2s::db

#endif
