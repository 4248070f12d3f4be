// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFT_IPP
#define T2S_LAB_STUDIES_DETAIL_SHIFT_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/copy/detail/target.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/studies/detail/shift.hpp"
#include "t2s/lab/studies/detail/shift_words.hpp"
#include "t2s/lab/studies/detail/shifted_question.hpp"
#include "t2s/lab/studies/detail/shifted_sql.hpp"

#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace t2s::studies {
namespace detail {

/// An unchanging file, read without limits but that of a minute for each statement.
inline db::sqlite_connection open_for_shift(std::string const& file) {
  db::sqlite_options o;
  o.limits.time = std::chrono::minutes(1);
  o.limits.rows = std::numeric_limits<std::size_t>::max();
  o.limits.bytes = std::size_t{1} << 31U;
  return db::sqlite_connection(file, o);
}

/// Writes the tables of a plan.
class shift_writer {
 public:
  shift_writer(db::sqlite_connection& from, db::copy_target& to, shift_plan const& plan) : from_(from), to_(to), plan_(plan) {}

  void run() {
    auto const& tables = from_.schema().tables();
    for (std::size_t i = 0; i < tables.size(); ++i)
      if (!tables[i].is_view && !tables[i].columns.empty()) write(tables[i], plan_.tables[i]);
    to_.commit();
  }

 private:
  void write(schema::table const& t, shifted_table const& as) {
    auto made = declared(t, as);
    auto keys = plan_.declares_keys ? keys_of(t, as) : std::vector<db::copied_key>();
    std::ignore = to_.create(made, keys);
    std::size_t count = 0;
    std::vector<value> row;
    each(t, [&](std::span<value const> read) {
      row.clear();
      for (std::size_t i = 0; i < read.size(); ++i)
        if (!as.columns[i].dropped) row.push_back(as.columns[i].values.of(read[i]).value_or(read[i]));
      for (auto const place : as.added) row.push_back(noise(place, count));
      to_.add(row);
      ++count;
    });
    to_.finish();
  }

  /// The table with a type for each column that holds all its values.
  [[nodiscard]] db::copied_table declared(schema::table const& t, shifted_table const& as) {
    std::vector<db::column_survey> seen(t.columns.size());
    each(t, [&](std::span<value const> read) {
      for (std::size_t i = 0; i < read.size(); ++i) seen[i].note(as.columns[i].values.of(read[i]).value_or(read[i]));
    });
    db::copied_table made{as.name, {}, {}};
    db::copy_remarks ignored;
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
      if (as.columns[i].dropped) continue;
      made.columns.push_back(seen[i].decide(t.columns[i], false, false, ignored, t.name));
      made.columns.back().name = as.columns[i].name;
    }
    for (auto const place : as.added)
      made.columns.push_back({std::string(shift_noises[place].name),
                              shift_noises[place].type == "INTEGER" ? db::stored_kind::integer : db::stored_kind::text});
    if (plan_.declares_keys)
      for (auto const& key : t.primary_key()) made.key.push_back(name_of(t, as, key));
    return made;
  }

  [[nodiscard]] static std::string name_of(schema::table const& t, shifted_table const& as, std::string const& column) {
    return as.columns[static_cast<std::size_t>(t.find_column(column) - t.columns.data())].name;
  }

  [[nodiscard]] std::vector<db::copied_key> keys_of(schema::table const& t, shifted_table const& as) const {
    std::vector<db::copied_key> all;
    for (auto const& key : t.foreign_keys) {
      auto const* other = from_.schema().find_table(key.table);
      if (!key.resolved || !other) continue;
      auto const& other_as = plan_.tables[from_.schema().place_of(*other)];
      db::copied_key made{as.name, other_as.name, {}, {}};
      for (auto const& c : key.columns) made.columns.push_back(name_of(t, as, c));
      for (auto const& c : key.referenced) made.referenced.push_back(name_of(*other, other_as, c));
      all.push_back(std::move(made));
    }
    return all;
  }

  template <class Take>
  void each(schema::table const& t, Take const& take) {
    std::string sql = "SELECT ";
    for (auto const& c : t.columns) sql.append(&c == t.columns.data() ? "" : ", ").append(schema::in_quotes(c.name, sql::dialect::sqlite));
    sql.append(" FROM ").append(schema::in_quotes(t.name, sql::dialect::sqlite));
    if (auto const failed = from_.each_row(sql, take)) throw error(*failed);
  }

  [[nodiscard]] static value noise(std::size_t place, std::size_t row) {
    auto const& column = shift_noises[place];
    auto const text = column.values[(row + place) % column.values.size()];
    return column.type == "INTEGER" ? value(std::stoll(std::string(text))) : value(text);
  }

  db::sqlite_connection& from_;
  db::copy_target& to_;
  shift_plan const& plan_;
};

/// Whether a result on the copy is that of the original with values in their new form.
inline bool is_same_after(db::rows before, shifted_statement const& by, db::rows const& after, bool ordered) {
  for (auto& row : before.values)
    for (std::size_t i = 0; i < row.size() && i < by.recodings.size(); ++i)
      if (by.recodings[i]) row[i] = by.recodings[i]->of(row[i]).value_or(row[i]);
  return evaluation::same_by(evaluation::comparison::spider, before, after, {ordered, {}});
}

}  // namespace detail

T2S_DECL shifted_database shift_database(std::string const& from, std::string const& to, std::vector<demonstration> const& questions,
                                         shift_options const& how) {
  if (std::filesystem::exists(to))
    throw error(failure{errc::invalid_argument, to + " exists", to, "name a file that does not exist yet, or remove it", {}});
  auto original = detail::open_for_shift(from);
  std::set<std::string> used;
  for (auto const& q : questions) used.merge(columns_used(q.sql, original.schema()));
  shifted_database made;
  made.plan = plan_shift(original, used, how);
  auto const target = db::open_target("sqlite:" + to);
  detail::shift_writer(original, *target, made.plan).run();
  auto copy = detail::open_for_shift(to);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    auto const& q = questions[i];
    auto const shifted = shifted_sql(q.sql, original.schema(), made.plan);
    if (!shifted) continue;
    auto before = original.execute(q.sql);
    auto const after = copy.execute(shifted->sql);
    if (!before.ok() || !after.ok()) continue;
    if (!detail::is_same_after(std::move(before.rows), *shifted, after.rows, evaluation::order_matters(q.sql))) continue;
    made.questions.push_back({q.database, shifted_question(q.question, made.plan, how), shifted->sql, q.evidence, {}});
    made.kept.push_back(i);
  }
  return made;
}

}  // namespace t2s::studies

#endif
