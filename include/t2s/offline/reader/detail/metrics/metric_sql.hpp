// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRICS_METRIC_SQL_HPP
#define T2S_OFFLINE_READER_DETAIL_METRICS_METRIC_SQL_HPP

#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/offline/reader/detail/metrics/metric_question.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/sql/parse.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::reader::detail {

/// A time dimension as texts that sort: '2026-07-03'.
class time_in_sql {
 public:
  time_in_sql(std::string expr, std::optional<knowledge::column_id> column, knowledge::lexicon const& names)
      : expr_(std::move(expr)), names_(names), dialect_(names.schema().sql_dialect()), column_(column) {
    if (column_) {
      form_ = names.form_of(*column_);
      is_native_ = dialect_ != sql::dialect::sqlite && names.content_of(*column_) == knowledge::content::date;
      return;
    }
    auto const written = t2s::text::lower(expr_);
    auto const has = [&written](std::string_view part) { return written.find(part) != written.npos; };
    if (dialect_ == sql::dialect::sqlite)
      is_known_ = written.starts_with("date(") || written.starts_with("datetime(");
    else
      is_native_ = is_known_ = has("as date)") || has("as timestamp)") || has("date_trunc(");
  }

  /// The condition that a time is within a period. Nothing if the form of the column is unknown.
  [[nodiscard]] std::optional<std::string> within(asked_period const& p) const {
    if (!is_known_) return {};
    std::string out;
    auto const add = [&](std::string_view sign, std::optional<std::chrono::sys_days> day) {
      if (!day) return true;
      auto const bound = literal(*day);
      if (!bound) return false;
      out.append(out.empty() ? "" : " AND ").append(comparable()).append(" ").append(sign).append(" ").append(*bound);
      return true;
    };
    if (!add(">=", p.begin) || !add("<", p.end)) return {};
    return out;
  }

  /// The unit of time of a row, as a text; a year too. Nothing if the column is too coarse, or the dialect has no such expression.
  [[nodiscard]] std::optional<std::string> unit(grain g) const {
    auto const day = day_text();
    if (!day) return {};
    switch (g) {
      case grain::day: return is_only_day() ? *day : part(*day, 1, 10);
      case grain::month: return part(*day, 1, 7);
      case grain::year: return part(*day, 1, 4);
      case grain::quarter: return joined(part(*day, 1, 4), quarter_of(*day));
      default: return week(*day);
    }
  }

 private:
  [[nodiscard]] std::string comparable() const {
    return schema::needs_sorting(form_.times) ? schema::sortable_time(expr_, form_.times, dialect_) : expr_;
  }
  [[nodiscard]] std::optional<std::string> literal(std::chrono::sys_days day) const {
    if (column_) {
      if (auto found = schema::time_literal(names_.column(*column_), form_, day)) return found;
      if (form_.times != schema::time_form::unknown) return {};
    }
    std::chrono::year_month_day const d(day);
    auto const two = [](unsigned n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return "'" + std::to_string(static_cast<int>(d.year())) + "-" + two(static_cast<unsigned>(d.month())) + "-" +
           two(static_cast<unsigned>(d.day())) + "'";
  }

  /// The day as '2026-07-03', perhaps with a time behind it.
  [[nodiscard]] std::optional<std::string> day_text() const {
    using enum schema::time_form;
    if (!is_known_) return {};
    if (is_native_) return native_text(expr_);
    switch (form_.times) {
      case unknown:
      case day_texts:
      case time_texts: return form_.separator == '-' ? std::optional(expr_) : std::nullopt;
      case day_first:
      case month_first: return schema::sortable_time(expr_, form_.times, dialect_);
      case digits: {
        auto const text = dialect_ == sql::dialect::sqlite ? expr_ : "CAST(" + expr_ + " AS char(8))";
        return joined(joined(part(text, 1, 4), "'-'", part(text, 5, 2)), "'-'", part(text, 7, 2));
      }
      case seconds:
      case milliseconds: {
        if (dialect_ != sql::dialect::sqlite) return {};
        return "date(" + expr_ + (form_.times == milliseconds ? " / 1000" : "") + ", 'unixepoch')";
      }
      default: return {};
    }
  }
  [[nodiscard]] bool is_only_day() const { return is_native_ || form_.times == schema::time_form::day_texts; }

  [[nodiscard]] std::string native_text(std::string const& time) const {
    if (dialect_ == sql::dialect::mysql) return "date_format(" + time + ", '%Y-%m-%d')";
    return dialect_ == sql::dialect::duckdb ? "strftime(" + time + ", '%Y-%m-%d')" : "to_char(" + time + ", 'YYYY-MM-DD')";
  }

  /// The Monday of the week, of a time or of a text that begins with a day.
  [[nodiscard]] std::string week(std::string const& day) const {
    if (dialect_ == sql::dialect::sqlite) return "date(" + day + ", '-6 days', 'weekday 1')";
    auto const time = is_native_ ? expr_ : "CAST(" + part(day, 1, 10) + " AS date)";
    if (dialect_ == sql::dialect::mysql) return native_text("date_sub(" + time + ", INTERVAL weekday(" + time + ") DAY)");
    return native_text("date_trunc('week', " + time + ")");
  }

  [[nodiscard]] static std::string part(std::string const& text, int first, int count) {
    return "substr(" + text + ", " + std::to_string(first) + ", " + std::to_string(count) + ")";
  }
  [[nodiscard]] std::string quarter_of(std::string const& day) const {
    auto const month = part(day, 6, 2);
    return "CASE WHEN " + month + " <= '03' THEN '-Q1' WHEN " + month + " <= '06' THEN '-Q2' WHEN " + month +
           " <= '09' THEN '-Q3' ELSE '-Q4' END";
  }
  template <class... More>
  [[nodiscard]] std::string joined(std::string const& first, More const&... more) const {
    std::string out = first;
    bool const mysql = dialect_ == sql::dialect::mysql;
    ((out += (mysql ? ", " : " || ") + std::string(more)), ...);
    return mysql ? "concat(" + out + ")" : out;
  }

  std::string expr_;
  knowledge::lexicon const& names_;
  sql::dialect dialect_;
  std::optional<knowledge::column_id> column_;
  schema::stored_form form_{};
  bool is_native_ = false;  // a type of the database for times, not texts or numbers
  bool is_known_ = true;    // whether it is a column, or an expression that gives days
};

/// Writes a question about metrics as SQL: the metrics' table, LEFT JOINs to the tables of the dimensions, so that rows without them are a
/// group of their own as in MetricFlow, one row for each group.
class metric_writer {
 public:
  metric_writer(metric_question const& q, model_joins const& joins, knowledge::semantic_layer const& all, knowledge::lexicon const& names)
      : q_(q), joins_(joins), all_(all), names_(names), grammar_(sql::dialect_of(names.schema())) {}

  /// The statement. Nothing if a period or a grain is asked for and the metrics' time is of an unknown form, or there is none.
  [[nodiscard]] std::optional<std::string> write() {
    for (auto const& d : q_.by) add_group(d);
    if (q_.per && !add_time_group()) return {};
    for (auto const* m : q_.metrics) select_.push_back(sql_of(*m) + " AS " + name(m->name));
    if (auto const* only = only_input()) add_filters(only->filters);
    for (auto const& f : q_.where) where_.push_back(condition(f));
    if (q_.when && !add_period()) return {};
    std::string out = "SELECT " + t2s::text::join(select_, ", ") + " FROM " + table(joins_.base());
    for (auto const& j : joins_.joins_for(used_)) out += join(j);
    if (!where_.empty()) out += " WHERE " + t2s::text::join(where_, " AND ");
    if (!group_.empty()) out += " GROUP BY " + t2s::text::join(group_, ", ");
    if (q_.having) out += " HAVING " + sql_of(*q_.metrics.front()) + " " + std::string(q_.having->sign) + " " + q_.having->number;
    add_order(out);
    return out;
  }

 private:
  [[nodiscard]] std::string name(std::string const& n) const { return schema::sql_name(n, grammar_.dialect); }
  [[nodiscard]] std::string table(knowledge::semantic_model const& m) const { return name(table_of(m)); }
  /// A table as the database spells it.
  [[nodiscard]] std::string table_of(knowledge::semantic_model const& m) const { return names_.schema().find_table(m.table)->name; }
  /// The table before columns; "" if there is only one.
  [[nodiscard]] std::string owner(knowledge::semantic_model const& m) const {
    bool const alone = t2s::detail::all_of(q_.by, [&](auto const& d) { return d.model == &joins_.base(); }) &&
                       t2s::detail::all_of(q_.where, [&](auto const& f) { return f.by.model == &joins_.base(); });
    return alone ? std::string() : table_of(m);
  }
  [[nodiscard]] std::string expression(knowledge::semantic_model const& m, std::string_view expr) const {
    return knowledge::with_table(expr, owner(m), grammar_);
  }
  [[nodiscard]] std::string sql_of(knowledge::semantic_metric const& m) const {
    if (!only_input()) return knowledge::sql_of(m, all_, grammar_, owner(joins_.base()));
    auto unfiltered = m;
    unfiltered.inputs.front().filters.clear();
    return knowledge::sql_of(unfiltered, all_, grammar_, owner(joins_.base()));
  }
  /// The measure of a simple metric that is alone: its filters leave out rows, and so groups, as in MetricFlow.
  [[nodiscard]] knowledge::metric_input const* only_input() const {
    bool const alone = q_.metrics.size() == 1 && q_.metrics.front()->inputs.size() == 1;
    return alone ? &q_.metrics.front()->inputs.front() : nullptr;
  }
  void add_filters(std::vector<std::string> const& filters) {
    for (auto const& f : filters) {
      auto const sql = expression(joins_.base(), knowledge::filter_in_sql(f, joins_.base()).sql);
      where_.push_back("(" + sql + ")");
    }
  }
  [[nodiscard]] std::optional<knowledge::column_id> column_of(knowledge::semantic_model const& m, std::string_view expr) const {
    auto const* t = names_.schema().find_table(m.table);
    auto const* c = t ? t->find_column(expr) : nullptr;
    return c ? std::optional(knowledge::id_of(names_.schema(), *t, c)) : std::nullopt;
  }

  void add_group(placed_dimension const& d) {
    used_.push_back(d.model);
    if (d.dimension) {
      auto const expr = expression(*d.model, d.dimension->expr);
      show(expr, d.dimension->name);
      group_.push_back(expr);
      return;
    }
    auto const key = expression(*d.model, d.entity->expr);
    group_.push_back(key);
    auto const* shown = name_of_row(d);
    auto const expr = shown ? expression(*d.model, shown->expr) : key;
    show(expr, d.entity->name);
    if (shown) group_.push_back(expr);
  }

  /// Selects what a group is called.
  void show(std::string const& expr, std::string called) {
    for (int n = 2; t2s::detail::has(order_, name(called)); ++n) called += "_" + std::to_string(n);
    auto const as = name(called);
    select_.push_back(expr == as ? expr : expr + " AS " + as);
    order_.push_back(as);
  }

  /// The dimension by which people know a row: "name", "title", or the entity's name with one of them; else the only one that ends so.
  static knowledge::semantic_dimension const* name_of_row(placed_dimension const& d) {
    std::vector<knowledge::semantic_dimension const*> ends_so;
    for (std::string const end : {"name", "title"})
      for (auto const& one : d.model->dimensions) {
        if (one.is_time) continue;
        if (one.name == end || one.name == d.entity->name + "_" + end) return &one;
        if (one.name.ends_with("_" + end)) ends_so.push_back(&one);
      }
    return ends_so.size() == 1 ? ends_so.front() : nullptr;
  }

  /// The time dimension that periods mean; nullptr if there is none, or the metrics have several.
  [[nodiscard]] knowledge::semantic_dimension const* time_dimension() const {
    auto const& model = joins_.base();
    std::vector<std::string> wanted;
    for (auto const* m : q_.metrics)
      for (auto const& input : m->inputs) {
        auto const* measure = knowledge::find_measure(all_, input.measure).measure;
        auto const& time = measure->time.empty() ? model.time : measure->time;
        if (!t2s::detail::has(wanted, time)) wanted.push_back(time);
      }
    if (wanted.size() != 1) return nullptr;
    return t2s::detail::find_if(model.dimensions, [&](auto const& one) { return one.is_time && one.name == wanted.front(); });
  }
  [[nodiscard]] time_in_sql in_sql(knowledge::semantic_dimension const& time) const {
    return {expression(joins_.base(), time.expr), column_of(joins_.base(), time.expr), names_};
  }
  [[nodiscard]] bool add_time_group() {
    auto const* time = time_dimension();
    auto const unit = time && is_fine_enough(*time, *q_.per) ? in_sql(*time).unit(*q_.per) : std::nullopt;
    if (!unit) return false;
    constexpr std::array<std::string_view, 5> called{"day", "week", "month", "quarter", "year"};
    show(*unit, std::string(called[static_cast<std::size_t>(*q_.per)]));
    group_.push_back(*unit);
    return true;
  }
  /// Whether a dimension tells units of time apart: days do not know hours, but months do not know days.
  static bool is_fine_enough(knowledge::semantic_dimension const& time, grain asked) {
    auto const stored = grain_of(time.granularity);
    return !stored || asked == *stored || (asked > *stored && !(asked != grain::year && *stored == grain::week));
  }
  /// Whether the ends of a period are ends of the dimension's units.
  static bool has_bounds_of(knowledge::semantic_dimension const& time, asked_period const& p) {
    auto const stored = grain_of(time.granularity);
    if (!stored || *stored == grain::day) return true;
    auto const begins = [&](std::optional<std::chrono::sys_days> day) { return !day || calendar(*day).begin_of(*stored, 0) == *day; };
    return begins(p.begin) && begins(p.end);
  }
  [[nodiscard]] bool add_period() {
    auto const* time = time_dimension();
    auto condition = time && has_bounds_of(*time, *q_.when) ? in_sql(*time).within(*q_.when) : std::nullopt;
    if (!condition) return false;
    where_.push_back(*std::move(condition));
    return true;
  }

  [[nodiscard]] std::string condition(metric_filter const& f) {
    used_.push_back(f.by.model);
    auto const column = column_of(*f.by.model, f.by.dimension->expr);
    auto const form = names_.form_of(*column);
    std::vector<std::string> literals;
    for (auto const& v : f.values) literals.push_back(schema::literal_of(names_.column(*column), form, v));
    auto const expr = expression(*f.by.model, f.by.dimension->expr);
    return literals.size() == 1 ? expr + " = " + literals.front() : expr + " IN (" + t2s::text::join(literals, ", ") + ")";
  }

  [[nodiscard]] std::string join(joined_model const& j) const {
    auto const& before = joins_.before(j);
    return " LEFT JOIN " + table(*j.model) + " ON " + knowledge::with_table(j.foreign->expr, table_of(before), grammar_) + " = " +
           knowledge::with_table(j.key->expr, table_of(*j.model), grammar_);
  }

  void add_order(std::string& out) const {
    if (q_.descending) {
      auto const metric = name(q_.metrics.front()->name);
      auto const direction = std::string(*q_.descending ? " DESC" : "");
      bool const mysql = grammar_.dialect == sql::dialect::mysql;  // it has no NULLS LAST, and refuses names of aggregates in expressions
      out += mysql ? " ORDER BY " + sql_of(*q_.metrics.front()) + " IS NULL, " + metric + direction
                   : " ORDER BY " + metric + direction + " NULLS LAST";
    } else if (!order_.empty()) {
      out += " ORDER BY " + t2s::text::join(order_, ", ");
    }
    if (q_.limit != 0) out += " LIMIT " + std::to_string(q_.limit);
  }

  metric_question const& q_;
  model_joins const& joins_;
  knowledge::semantic_layer const& all_;
  knowledge::lexicon const& names_;
  sql::grammar grammar_;
  std::vector<std::string> select_{}, where_{}, group_{}, order_{};
  std::vector<knowledge::semantic_model const*> used_{};
};

}  // namespace t2s::reader::detail

#endif
