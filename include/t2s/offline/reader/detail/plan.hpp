// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_PLAN_HPP
#define T2S_OFFLINE_READER_DETAIL_PLAN_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::reader::detail {

enum class aggregate { none, count, sum, avg, min, max };  ///< the operation on a column
/// How two sides are compared.
enum class comparison { equal, unequal, less, at_most, greater, at_least, like, not_like, between, not_in, in, null, not_null };
/// The part of a point in time that is meant.
enum class time_part : std::uint8_t { whole, year, month, day };

inline constexpr std::array<std::string_view, 6> aggregate_names{"", "count", "sum", "avg", "min", "max"};
inline constexpr std::array<std::string_view, 13> comparison_signs{"=",        "!=",      "<",      "<=", ">",       ">=",         "LIKE",
                                                                   "NOT LIKE", "BETWEEN", "NOT IN", "IN", "IS NULL", "IS NOT NULL"};

/// A column, or `*`, possibly in an aggregate. The star of a single table counts its rows.
struct term {
  aggregate how = aggregate::none;               ///< the operation on the column
  bool distinct = false;                         ///< whether equal values count once
  std::optional<knowledge::column_id> what{};    ///< nothing for `*`
  std::optional<knowledge::column_id> factor{};  ///< a column to multiply by, inside the aggregate
  time_part part = time_part::whole;             ///< for a column of times
  bool letters = false;                          ///< the length of a text, instead of the text
  std::optional<knowledge::column_id> via{};     ///< the key that leads to the column's table, if that is joined over several
  std::string scale{};                           ///< " / 100.0" for another unit than the column's; empty for its own
  std::optional<knowledge::column_id> since{};   ///< an earlier time of the same row: the days from it to the column's are meant

  friend bool operator==(term const&, term const&) = default;
};

/// A plain column, an aggregate of one, and `count(*)`.
[[nodiscard]] inline term plain(knowledge::column_id c) { return {aggregate::none, false, c}; }
[[nodiscard]] inline term aggregated(aggregate how, knowledge::column_id c) { return {how, false, c}; }
[[nodiscard]] inline term row_count() { return {aggregate::count, false, {}}; }

/// A further key of an order, and its direction.
struct sort_key {
  term what{};              ///< what is sorted by
  bool descending = false;  ///< whether the largest comes first
};

struct plan;

/// `left op operand`; the operand is an SQL literal, two of them, a query in brackets, or nothing.
struct condition {
  term left{};                                  ///< the left side
  comparison op = comparison::equal;            ///< the comparison
  std::string operand{}, second{};              ///< the literals; `second` is for BETWEEN
  std::shared_ptr<plan const> nested{};         ///< a query instead of a literal, or nullptr
  bool or_before = false;                       ///< joined to the previous condition by OR
  std::optional<knowledge::column_id> right{};  ///< a column instead of a literal
  /// Set for the best row of each group: a column of the table of `nested`, in which its rows have the same value as the current row.
  std::optional<knowledge::column_id> per{};
};

/// A value computed from two terms.
struct computed {
  /// The computations.
  enum class kind : std::uint8_t {
    nothing,     ///< nothing is
    difference,  ///< `left - right`
    share,       ///< how many of a hundred rows satisfy the conditions `of`
  };
  kind is = kind::nothing;      ///< the computation
  term left{}, right{};         ///< the terms; unused by a share
  std::vector<condition> of{};  ///< for a share; all hold
  bool percent = true;          ///< of a hundred rather than of one

  explicit operator bool() const noexcept { return is != kind::nothing; }
};

/// A query as the generator represents it: without joins, which follow from the columns.
struct plan {
  std::vector<term> select{};                    ///< what is selected
  detail::computed computed{};                   ///< selected after these
  std::vector<std::uint32_t> tables{};           ///< joined even if none of their columns is used; the first one leads
  std::vector<knowledge::column_id> keys{};      ///< foreign keys to use if there are several between two tables, best first
  std::vector<std::size_t> key_words{};          ///< how many words of the question name each of them
  std::vector<condition> where{};                ///< all hold
  std::vector<knowledge::column_id> group_by{};  ///< GROUP BY columns
  std::optional<term> period{};                  ///< a year or month in GROUP BY before these
  std::vector<condition> having{};               ///< all hold, on groups
  bool distinct = false;                         ///< whether equal rows of the result are returned once
  bool keeps_empty = false;                      ///< whether groups of the first table without rows of the others stay
  bool averages_counts = false;                  ///< asks for the average number of rows of the groups
  std::optional<term> order{};                   ///< the sort key
  std::vector<sort_key> then_by{};               ///< further keys
  bool descending = false;                       ///< whether the largest comes first
  std::size_t limit = 0, offset = 0;             ///< 0 for none
  std::shared_ptr<plan const> both{};            ///< a query to intersect with this one, or nullptr
  bool unites = false;                           ///< `both` is united with this one instead
  bool lists_values = false;                     ///< lists what a column has: a missing value is none
};

/// Moves a plan into a shared one, for use within another.
[[nodiscard]] inline std::shared_ptr<plan const> inner_plan(plan&& p) { return std::make_shared<plan const>(std::move(p)); }

[[nodiscard]] inline bool is_aggregate(term const& t) { return t.how != aggregate::none; }
[[nodiscard]] inline bool has_aggregates(std::vector<term> const& terms) { return t2s::detail::any_of(terms, is_aggregate); }

/// The tables to join, and the columns that are used, at the outermost level of a plan.
[[nodiscard]] inline std::vector<knowledge::column_id> names_of(plan const& p) {
  std::vector<knowledge::column_id> out;
  auto const add = [&out](term const& t) {
    if (t.what) out.push_back(t.via ? *t.via : *t.what);
    if (t.factor) out.push_back(*t.factor);
    if (t.since) out.push_back(*t.since);
  };
  for (auto const t : p.tables) out.push_back({t});
  for (auto const& t : p.select) add(t);
  auto const add_both = [&](condition const& c) {
    add(c.left);
    if (c.right) out.push_back(*c.right);
  };
  add(p.computed.left);
  add(p.computed.right);
  for (auto const& c : p.computed.of) add_both(c);
  if (p.period) add(*p.period);
  for (auto const& c : p.where) add_both(c);
  for (auto const c : p.group_by) out.push_back(c);
  for (auto const& c : p.having) add(c.left);
  if (p.order) add(*p.order);
  for (auto const& k : p.then_by) add(k.what);
  return out;
}

/// Visits the plans within a plan: those in place of literals, and the one that it is intersected or united with.
template <class Look>
void for_each_inner(plan const& p, Look const& look) {
  for (auto const* all : {&p.where, &p.having, &p.computed.of})
    for (auto const& c : *all)
      if (c.nested) look(*c.nested);
  if (p.both) look(*p.both);
}

/// Adds the tables and columns of a plan and of those within it.
inline void add_names(std::vector<knowledge::column_id>& out, plan const& p) {
  for (auto const id : names_of(p)) {
    out.push_back(id);
    out.push_back({id.table});
  }
  for_each_inner(p, [&out](plan const& inner) { add_names(out, inner); });
}

/// The tables that the outermost level of a plan needs, those of `tables` first, each once.
[[nodiscard]] inline std::vector<std::uint32_t> tables_of(plan const& p) {
  std::vector<std::uint32_t> out;
  for (auto const id : names_of(p))
    if (!t2s::detail::has(out, id.table)) out.push_back(id.table);
  return out;
}

/// Whether the database extracts a part of a time as a number, instead of reading it as digits of a text.
[[nodiscard]] inline bool is_extracted(knowledge::lexicon const& names, knowledge::column_id c) {
  if (names.schema().sql_dialect() == sql::dialect::sqlite) return false;
  auto const form = names.form_of(c).times;
  return names.content_of(c) == knowledge::content::date || form == schema::time_form::seconds || form == schema::time_form::milliseconds;
}

/// A table joined over one of several keys to it.
struct role_join {
  knowledge::column_id key{};
  bool is_shown_only = true;  ///< whether no condition compares its columns
};

/// The joins over one of several keys, in the order of the plan.
[[nodiscard]] inline std::vector<role_join> roles_of(plan const& p) {
  std::vector<role_join> out;
  auto const add = [&out](term const& t, bool shown) {
    if (!t.via) return;
    auto* known = t2s::detail::find_if(out, [&](role_join const& r) { return r.key == *t.via; });
    if (!known) out.push_back({*t.via});
    (known ? *known : out.back()).is_shown_only &= shown;
  };
  for (auto const& t : p.select) add(t, true);
  for (auto const& c : p.where) add(c.left, false);
  return out;
}

/// Writes one level of a plan.
struct plan_writer {
  plan const& plan_;
  knowledge::lexicon const& names_;
  std::vector<std::uint32_t> tables_ = tables_of(plan_);
  std::vector<role_join> roles_ = roles_of(plan_);
  std::string sql_{};
  bool failed_ = false;
  bool breaks_ties_ = false;
  std::vector<std::string> other_joins_{};  // as `filled::other_joins`
  std::string alias_{};                     // of the only table

  std::optional<std::string> write() {
    auto const from = joined();
    if (!from) return {};
    add(plan_.distinct ? "SELECT DISTINCT " : "SELECT ", ", ", plan_.select);
    if (plan_.averages_counts) sql_ += " AS n";
    if (plan_.computed) sql_ += (plan_.select.empty() ? "SELECT " : ", ") + text(plan_.computed);
    sql_ += " FROM " + *from;
    add_where();
    if (plan_.period) sql_ += " GROUP BY " + text(*plan_.period);
    add(plan_.period ? ", " : " GROUP BY ", ", ", plan_.group_by);
    add(" HAVING ", " AND ", plan_.having);
    if (plan_.both) sql_ += (plan_.unites ? " UNION " : " INTERSECT ") + nested(unsorted(*plan_.both));
    add_order();
    if (plan_.limit != 0) sql_ += " LIMIT " + std::to_string(plan_.limit);
    if (plan_.offset != 0) sql_ += " OFFSET " + std::to_string(plan_.offset);
    if (plan_.averages_counts) sql_ = "SELECT avg(n) FROM (" + sql_ + ") AS counts";
    return failed_ ? std::nullopt : std::optional(std::move(sql_));
  }

 private:
  template <class Part>
  void add(std::string_view clause, std::string_view between, std::vector<Part> const& parts) {
    for (auto const& part : parts) (sql_ += &part == parts.data() ? clause : is_or(part) ? " OR " : between) += text(part);
  }
  void add_order() {
    if (!plan_.order) return;
    add_key(" ORDER BY ", {*plan_.order, plan_.descending});
    for (auto const& k : plan_.then_by) add_key(", ", k);
    if (breaks_ties_ && !plan_.both) break_ties();
  }
  void add_key(std::string_view before, sort_key const& k) {
    sql_ += std::string(before) + (plan_.both ? shown_key(k.what) : sortable(k.what)) + (k.descending ? " DESC" : "");
  }
  /// The key of an order of two queries' rows, which can only be a result: the name of its column, or its place.
  [[nodiscard]] std::string shown_key(term const& t) {
    auto const* found = t2s::detail::find_if(plan_.select, [&t](term const& s) { return s == t; });
    failed_ = failed_ || !found;
    if (!found) return {};
    bool const is_column = *found == plain(t.what.value_or(knowledge::column_id{}));
    return is_column ? schema::sql_name(names_.column(*t.what).name, dialect()) : std::to_string(found - plan_.select.data() + 1);
  }
  /// A plan without an order of its own.
  [[nodiscard]] static plan unsorted(plan p) {
    p.order.reset();
    p.then_by.clear();
    p.limit = p.offset = 0;
    return p;
  }
  /// Alternatives for one column, or for columns of the same kind (two cities), are in brackets if there are further conditions.
  void add_where() {
    auto const& all = plan_.where;
    for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
      for (end = i + 1; end < all.size() && all[end].or_before && are_alike(all[end - 1], all[end]);) ++end;
      bool const bracketed = end > i + 1 && end - i < all.size();
      sql_ += (i == 0 ? " WHERE " : all[i].or_before ? " OR " : " AND ") + std::string(bracketed ? "(" : "");
      for (auto k = i; k < end; ++k) sql_ += (k > i ? " OR " : "") + text(all[k]);
      if (bracketed) sql_ += ")";
    }
  }
  [[nodiscard]] bool are_alike(condition const& a, condition const& b) const {
    if (a.left == b.left) return true;
    if (!a.left.what || !b.left.what || a.left.what->is_table() || b.left.what->is_table()) return false;
    auto const &x = names_.item(*a.left.what).words, &y = names_.item(*b.left.what).words;
    return !x.empty() && !y.empty() && x.back() == y.back();
  }
  static bool is_or(condition const& c) { return c.or_before; }
  static bool is_or(auto const&) { return false; }

  [[nodiscard]] sql::dialect dialect() const { return names_.schema().sql_dialect(); }

  [[nodiscard]] std::optional<std::string> joined() {
    std::vector<std::string> wanted;
    for (auto const t : tables_) wanted.push_back(names_.schema().tables()[t].name);
    if (wanted.size() == 1) return schema::sql_name(wanted.front(), dialect()) + (alias_.empty() ? "" : " " + alias_) + role_joins();
    schema::join_path path;
    if (!schema::find_path(names_.connected(), wanted, schema::longest_join, path)) return {};
    std::vector<std::size_t> decided;  // steps decided by words of the question
    for (std::size_t i = 0; i < path.steps.size(); ++i)
      if (take_best_key(path.steps[i])) decided.push_back(i);
    for (auto& way : schema::other_ways(names_.connected(), path, wanted, decided)) other_joins_.push_back(std::move(way));
    return schema::to_sql(path, dialect(), plan_.keeps_empty) + role_joins();
  }

  /// "shipping_address": the name of a key without its "id", unless a table is called so.
  [[nodiscard]] std::string role_name(knowledge::column_id key) const {
    auto name = names_.column(key).name;
    auto const lower = text::lower(name);
    for (std::string_view const ending : {"_id", "id"})
      if (lower.size() > ending.size() + 2 && lower.ends_with(ending)) {
        name.resize(name.size() - ending.size());
        break;
      }
    return schema::sql_name(names_.schema().find_table(name) ? name + "_row" : name, dialect());
  }

  /// The tables joined once for each role. A row whose key may be empty stays if only columns of the role are selected.
  [[nodiscard]] std::string role_joins() const {
    std::string out;
    for (auto const& role : roles_) {
      auto const& owner = names_.table(role.key);
      auto const* key = t2s::detail::find_if(names_.connected().tables()[role.key.table].foreign_keys, [&](schema::foreign_key const& k) {
        return k.resolved && k.columns.size() == 1 && k.columns.front() == names_.column(role.key).name;
      });
      if (!key) continue;
      auto const of = schema::sql_name(key->table, dialect()), as = role_name(role.key);
      out += (role.is_shown_only && !names_.column(role.key).not_null ? " LEFT JOIN " : " JOIN ") + of + " AS " + as + " ON " +
             schema::sql_name(owner.name, dialect()) + "." + schema::sql_name(names_.column(role.key).name, dialect()) + " = " + as + "." +
             schema::sql_name(key->referenced.front(), dialect());
    }
    return out;
  }

  /// Uses the first key from one table of the step to the other. Returns whether the question names it by more words than any other.
  bool take_best_key(schema::join_step& step) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < plan_.keys.size(); ++i) {
      auto other = step;
      if (!take_key(other, plan_.keys[i])) continue;
      if (best && (other.columns != step.columns || other.before != step.before)) return plan_.key_words[*best] > plan_.key_words[i];
      if (!best) {
        best = i;
        step = std::move(other);
      }
    }
    return best.has_value();
  }

  /// Uses the foreign key of that column, if it leads from one table of the step to the other.
  bool take_key(schema::join_step& step, knowledge::column_id column) const {
    auto const& owner = names_.table(column);
    bool const forward = owner.name == step.to;
    if (!forward && owner.name != step.table) return false;
    for (auto const& k : names_.connected().tables()[column.table].foreign_keys) {
      bool const leads = k.resolved && k.columns.size() == 1 && k.columns.front() == names_.column(column).name;
      if (!leads || k.table != (forward ? step.table : step.to)) continue;
      step.before = forward ? k.columns : k.referenced;
      step.columns = forward ? k.referenced : k.columns;
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string text(knowledge::column_id c) const {
    auto const name = schema::sql_name(names_.column(c).name, dialect());
    if (!alias_.empty()) return alias_ + "." + name;
    return tables_.size() == 1 && roles_.empty() ? name : schema::sql_name(names_.table(c).name, dialect()) + "." + name;
  }

  [[nodiscard]] std::string text(term const& t) const {
    auto inner = t.via                           ? role_name(*t.via) + "." + schema::sql_name(names_.column(*t.what).name, dialect())
                 : t.what && !t.what->is_table() ? text(*t.what)
                                                 : "*";
    bool const extreme = (t.how == aggregate::min || t.how == aggregate::max) && !t.since;
    auto const part = extreme && is_unsorted(t) ? time_part::day : t.part;
    if (part != time_part::whole) inner = part_of_time(*t.what, part, std::move(inner));
    if (t.factor) inner += " * " + text(*t.factor);
    if (t.since) inner = days_between(text(*t.since), inner);
    if (t.letters) inner = (dialect() == sql::dialect::mysql ? "char_length(" : "length(") + inner + ")";
    if (t.how == aggregate::none) return inner + t.scale;
    return std::string(aggregate_names[static_cast<std::size_t>(t.how)]) + (t.distinct ? "(DISTINCT " : "(") + inner + ")" + t.scale;
  }

  /// The days from one time to another.
  [[nodiscard]] std::string days_between(std::string const& begin, std::string const& end) const {
    switch (dialect()) {
      case sql::dialect::sqlite: return "julianday(" + end + ") - julianday(" + begin + ")";
      case sql::dialect::mysql: return "datediff(" + end + ", " + begin + ")";
      case sql::dialect::duckdb: return "date_diff('day', CAST(" + begin + " AS date), CAST(" + end + " AS date))";
      default: return "CAST(" + end + " AS date) - CAST(" + begin + " AS date)";
    }
  }

  /// Whether a term is a time whose texts do not sort.
  [[nodiscard]] bool is_unsorted(term const& t) const {
    return t.part == time_part::whole && t.what && !t.what->is_table() && schema::needs_sorting(names_.form_of(*t.what).times);
  }

  /// The term as it sorts.
  [[nodiscard]] std::string sortable(term t) const {
    if (t.how == aggregate::none && is_unsorted(t)) t.part = time_part::day;
    return text(t);
  }

  /// The year or month of a time in its column's format, or for a format that does not sort its day.
  [[nodiscard]] std::string part_of_time(knowledge::column_id c, time_part part, std::string column) const {
    using enum schema::time_form;
    auto const form = names_.form_of(c).times;
    bool const year = part == time_part::year;
    if (form == years) return column;
    if (schema::needs_sorting(form)) {
      if (part == time_part::day) return schema::sortable_time(column, form, dialect());
      return "substr(" + column + (year ? ", 7, 4)" : form == day_first ? ", 4, 2)" : ", 1, 2)");
    }
    bool const since_1970 = form == milliseconds || form == seconds;
    if (is_extracted(names_, c))
      return (year ? "extract(year FROM " : "extract(month FROM ") + (since_1970 ? moment(column, form) : column) + ")";
    if (since_1970)
      column = moment(column, form);
    else if (form == digits && dialect() != sql::dialect::sqlite && schema::affinity_of(names_.column(c).type) != schema::affinity::text)
      column = "CAST(" + column + " AS char(8))";  // a server cannot take a part of a number
    return "substr(" + column + (year ? ", 1, 4)" : form == digits ? ", 5, 2)" : ", 6, 2)");
  }

  /// The UTC time for a count of seconds or milliseconds since 1970: a day in SQLite, a moment elsewhere.
  [[nodiscard]] std::string moment(std::string const& column, schema::time_form form) const {
    auto const seconds = form == schema::time_form::milliseconds ? column + " / 1000" : column;
    switch (dialect()) {
      case sql::dialect::sqlite: return "date(" + seconds + ", 'unixepoch')";
      case sql::dialect::mysql: return "date_add('1970-01-01', INTERVAL " + seconds + " SECOND)";
      case sql::dialect::duckdb:
        return "epoch_ms(CAST(" + column + (form == schema::time_form::seconds ? " AS BIGINT) * 1000)" : " AS BIGINT))");
      default: return "(TIMESTAMP '1970-01-01' + " + seconds + " * INTERVAL '1 second')";
    }
  }

  [[nodiscard]] std::string text(computed const& c) {
    if (c.is == computed::kind::difference) return text(c.left) + " - " + text(c.right);
    std::string all;
    for (auto const& one : c.of) all += (all.empty() ? "" : " AND ") + text(one);
    return std::string(c.percent ? "100.0" : "1.0") + " * count(CASE WHEN " + all + " THEN 1 END) / count(*)";
  }

  /// A server returns ties in a varying order. The groups' columns, or the first table's key, break ties as SQLite does: its groups come in
  /// the direction of the order if both have the same number of parts.
  void break_ties() {
    std::vector<knowledge::column_id> by = plan_.group_by;
    if (by.empty() && !has_aggregates(plan_.select))
      for (std::uint32_t c = 0; c < names_.schema().tables()[tables_.front()].columns.size(); ++c)
        if (names_.schema().tables()[tables_.front()].columns[c].key_position != 0) by.push_back({tables_.front(), c});
    bool const turned = plan_.descending && plan_.group_by.size() == plan_.then_by.size() + 1;
    for (auto const& c : by)
      if (!is_sorted_by(c)) sql_ += ", " + text(c) + (turned ? " DESC" : "");
  }

  [[nodiscard]] bool is_sorted_by(knowledge::column_id c) const {
    auto const is = [&c](term const& t) { return t.how == aggregate::none && t.what == c; };
    return is(*plan_.order) || t2s::detail::any_of(plan_.then_by, [&is](sort_key const& k) { return is(k.what); });
  }

  /// Text patterns ignore case, as SQLite's LIKE does.
  [[nodiscard]] std::string sign(comparison op) const {
    auto const d = dialect();
    bool const is_strict = d != sql::dialect::sqlite && d != sql::dialect::mysql;
    if (is_strict && op == comparison::like) return "ILIKE";
    if (is_strict && op == comparison::not_like) return "NOT ILIKE";
    return std::string(comparison_signs[static_cast<std::size_t>(op)]);
  }

  [[nodiscard]] std::string text(condition const& c) {
    bool const with_extreme = c.nested && !c.nested->select.empty() &&
                              (c.nested->select.front().how == aggregate::min || c.nested->select.front().how == aggregate::max);
    auto const head = (with_extreme ? sortable(c.left) : text(c.left)) + " " + sign(c.op) + " ";
    if (c.op == comparison::null || c.op == comparison::not_null) return text(c.left) + " " + sign(c.op);
    if (c.right) return head + text(*c.right);
    if (c.per) return head + "(" + best_of_group(*c.nested, *c.per) + ")";
    if (c.nested) return head + "(" + nested(*c.nested) + ")";
    return head + c.operand + (c.op == comparison::between ? " AND " + c.second : "");
  }

  /// A query of the same table, restricted to the rows with the same value in a column as the current row.
  [[nodiscard]] std::string best_of_group(plan const& p, knowledge::column_id per) {
    plan_writer writer(p, names_);
    auto const& owner = names_.table(per).name;
    writer.alias_ = schema::sql_name(owner + "_2", dialect());
    auto const inner = writer.write();
    failed_ = failed_ || !inner;
    auto const column = schema::sql_name(names_.column(per).name, dialect());
    return inner.value_or("") + (p.where.empty() ? " WHERE " : " AND ") + writer.alias_ + "." + column + " = " +
           schema::sql_name(owner, dialect()) + "." + column;
  }

  [[nodiscard]] std::string nested(plan const& p) {
    plan_writer writer(p, names_);
    auto const inner = writer.write();
    failed_ = failed_ || !inner;
    for (auto& join : writer.other_joins_)
      if (!t2s::detail::has(other_joins_, join)) other_joins_.push_back(std::move(join));
    return inner.value_or("");
  }
};

/// The plan as SQL: tables joined along foreign keys, columns qualified if there is more than one table, names in quotes if needed. Nothing
/// if the tables of some level are not connected.
[[nodiscard]] inline std::optional<std::string> to_sql(plan const& p, knowledge::lexicon const& names, bool breaks_ties = false) {
  plan_writer writer(p, names);
  writer.breaks_ties_ = breaks_ties;
  return writer.write();
}

}  // namespace t2s::reader::detail

#endif
