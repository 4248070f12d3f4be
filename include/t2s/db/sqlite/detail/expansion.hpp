// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_EXPANSION_HPP
#define T2S_DB_SQLITE_DETAIL_EXPANSION_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// How large a statement becomes while SQLite compiles it.
///
/// SQLite copies a view or common table expression (CTE) to every place that names it, `*` becomes all columns, and a column of a subquery
/// becomes the expression that it stands for. So a few lines can double twenty times, and SQLite asks nobody while it copies: neither the
/// progress handler nor the authorizer. Here the copies are counted before, by the tokens alone: a name that could be that of a source
/// counts as one, so the count is rather too high than too low.
namespace t2s::db::detail {

/// What is counted of the rows that a query gives.
struct expanded_rows {
  double tokens = 0;                        ///< of the query, with all that is put in
  double columns = 1;                       ///< how many it gives
  std::map<std::string, double> weights{};  ///< of its columns that stand for more than one: how many; by lower-case name
  double others = 1;                        ///< the same for a column of another name

  [[nodiscard]] double weight(std::string const& column) const {
    auto const found = weights.find(column);
    return found == weights.end() ? others : std::max(others, found->second);
  }
  [[nodiscard]] double widest() const {
    double most = others;
    for (auto const& [name, weight] : weights) most = std::max(most, weight);
    return most;
  }
  void note(std::string const& column, double weight) {
    auto& known = weights[column];
    known = std::max(known, weight);
  }
  void add_columns_of(expanded_rows const& other) {
    columns += other.columns;
    others = std::max(others, other.others);
    for (auto const& [name, weight] : other.weights) note(name, weight);
  }
};

/// Counts what the statements of one connection become.
class sqlite_expansion {
 public:
  explicit sqlite_expansion(schema::database const& d) {
    for (auto const& t : d.tables()) {
      if (t.is_view)
        add_view(t.name, t.ddl);
      else
        tables_[text::lower(t.name)] = static_cast<double>(std::max<std::size_t>(t.columns.size(), 1));
    }
  }

  /// A view that the schema does not have. `definition` is the statement that makes it.
  void add_view(std::string const& name, std::string definition) { views_[text::lower(name)].text = std::move(definition); }

  /// How many tokens SQLite compiles for a statement beside its own; infinite for one that is nested too deeply to be counted. O(|sql|)
  /// beside the views, which are counted once.
  [[nodiscard]] double growth_of(std::string const& sql) {
    read_text const in(sql);
    return rows_of({in, 0, in.tokens.size() - 1}, nullptr, 0).tokens - static_cast<double>(in.tokens.size());
  }

 private:
  using kind = sql::token_kind;

  static constexpr double most_columns = 2000;  // SQLITE_MAX_COLUMN
  static constexpr int deepest = 500;

  /// Tokens, and for each opening bracket its closing one.
  struct read_text {
    explicit read_text(std::string const& text) {
      sql::tokenize(text, sql::sqlite, tokens);
      closing.assign(tokens.size(), tokens.size() - 1);
      std::vector<std::size_t> open;
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == kind::lparen) open.push_back(i);
        if (tokens[i].kind != kind::rparen || open.empty()) continue;
        closing[open.back()] = i;
        open.pop_back();
      }
    }

    std::vector<sql::token> tokens{};
    std::vector<std::size_t> closing{};
  };

  /// The tokens of a query.
  struct range {
    read_text const& in;
    std::size_t begin, end;

    [[nodiscard]] kind at(std::size_t i) const { return i < end ? in.tokens[i].kind : kind::end; }
    [[nodiscard]] std::string name(std::size_t i) const { return text::lower(sql::content_of(in.tokens[i])); }
    [[nodiscard]] std::size_t closing(std::size_t i) const { return std::min(in.closing[i], end); }
  };

  /// A CTE or view, counted when it is first named.
  struct named_query {
    enum class state { unread, reading, read };

    std::optional<range> body{};
    bool has_names = false;  // of its columns, beside the query
    state now = state::unread;
    expanded_rows rows{};
  };

  struct view : named_query {
    std::string text{};
    std::unique_ptr<read_text> read{};
  };

  /// The CTEs that a query can name.
  struct scope {
    scope* around = nullptr;
    std::map<std::string, named_query> queries{};
  };

  /// One SELECT of a compound query, and all columns of its sources and subqueries.
  struct arm {
    std::size_t begin = 0, end = 0;
    expanded_rows sources{};
  };

  // ---- names

  expanded_rows const& counted(named_query& q, scope* in, int depth) {
    static expanded_rows const nothing{};
    if (q.now == named_query::state::reading) return nothing;  // it reads itself: SQLite puts nothing in
    if (q.now == named_query::state::read || !q.body) return q.rows;
    q.now = named_query::state::reading;
    q.rows = rows_of(*q.body, in, depth + 1);
    if (q.has_names) q.rows.others = q.rows.widest();
    q.now = named_query::state::read;
    return q.rows;
  }

  /// Null where the name is that of no CTE or view.
  expanded_rows const* source(range const& r, std::size_t i, scope* in, int depth) {
    auto const name = r.name(i);
    bool const has_schema = r.in.tokens[i - 1].kind == kind::dot;
    for (auto* s = in; s && !has_schema; s = s->around)
      if (auto const found = s->queries.find(name); found != s->queries.end()) return &counted(found->second, s, depth);
    auto const found = views_.find(name);
    if (found == views_.end()) return nullptr;
    if (!found->second.read) open(found->second);
    return &counted(found->second, nullptr, depth);
  }

  static void open(view& v) {
    v.read = std::make_unique<read_text>(v.text);
    auto const& tokens = v.read->tokens;
    for (std::size_t i = 0; i + 1 < tokens.size() && !v.body; i = tokens[i].kind == kind::lparen ? v.read->closing[i] : i + 1) {
      v.has_names = v.has_names || tokens[i].kind == kind::lparen;
      if (tokens[i].kind == kind::as) v.body.emplace(range{*v.read, i + 1, tokens.size() - 1});
    }
  }

  /// Reads `WITH name (names) AS (query), ...`, and returns where the query goes on.
  static std::size_t read_ctes(range const& r, scope& into) {
    std::size_t i = r.begin + 1;
    if (r.at(i) == kind::recursive) ++i;
    for (;; ++i) {
      named_query q;
      auto const name = r.at(i) == kind::end ? std::string() : r.name(i);
      for (++i; r.at(i) != kind::as; ++i) {
        if (r.at(i) == kind::end) return i;
        if (r.at(i) == kind::lparen) i = r.closing(i), q.has_names = true;
      }
      while (r.at(i) != kind::lparen)
        if (r.at(i++) == kind::end) return r.end;
      q.body.emplace(range{r.in, i + 1, r.closing(i)});
      i = r.closing(i) + 1;
      into.queries.emplace(name, std::move(q));
      if (r.at(i) != kind::comma) return i;
    }
  }

  // ---- queries

  expanded_rows rows_of(range r, scope* around, int depth) {
    expanded_rows rows;
    if (depth > deepest) return rows.tokens = std::numeric_limits<double>::infinity(), rows;
    scope in{around, {}};
    std::size_t arms = 0;
    for (auto at = r.at(r.begin) == kind::with ? read_ctes(r, in) : r.begin; at < r.end; ++arms) {
      if (r.at(at) == kind::all) ++at;
      arm a{at, at, {}};
      a.sources.columns = 0;
      rows.tokens += find_sources(a, r, in, depth);
      add_arm(rows, a, r);
      at = a.end + 1;
    }
    if (arms > 1) rows.others = rows.widest();  // names are those of the first
    rows.columns = std::min(rows.columns, most_columns);
    return rows;
  }

  /// Goes through an arm up to its end. Returns how many tokens it has, with those of what it names.
  double find_sources(arm& a, range const& r, scope& in, int depth) {
    double tokens = 0;
    auto const take = [&](expanded_rows const& rows) {
      tokens += rows.tokens;
      a.sources.add_columns_of(rows);
    };
    for (; a.end < r.end; ++a.end, ++tokens) {
      auto const i = a.end;
      auto const k = r.at(i);
      if (k == kind::union_ || k == kind::intersect || k == kind::except) break;
      if (is_subquery(r, i)) {
        take(rows_of({r.in, i + 1, r.closing(i)}, &in, depth + 1));
        a.end = r.closing(i);
      } else if (may_be_source(r, i)) {
        if (auto const* rows = source(r, i, &in, depth))
          take(*rows);
        else if (auto const table = tables_.find(r.name(i)); table != tables_.end())
          a.sources.columns += table->second;
      }
    }
    return tokens;
  }

  static bool is_subquery(range const& r, std::size_t i) {
    auto const k = r.at(i + 1);
    return r.at(i) == kind::lparen && (k == kind::select || k == kind::with || k == kind::values);
  }

  static bool may_be_source(range const& r, std::size_t i) {
    if (i == 0 || !(sql::is_name(r.in.tokens[i]) || r.at(i) == kind::string)) return false;
    static constexpr std::array before{kind::from, kind::join, kind::comma, kind::lparen, kind::in, kind::dot};
    return std::ranges::find(before, r.in.tokens[i - 1].kind) != before.end() && r.at(i + 1) != kind::dot;
  }

  // ---- columns

  /// Adds what an arm becomes where the columns of its sources are put in. A subquery may use them, too.
  static void add_arm(expanded_rows& to, arm const& a, range const& r) {
    expanded_rows own;
    own.columns = 0;
    bool groups = false;
    std::size_t subquery_end = a.begin;
    for (std::size_t i = a.begin; i < a.end; ++i) {
      if (is_column(r, i)) to.tokens += weight(a, r, i) - 1;
      if (i < subquery_end) continue;
      if (is_subquery(r, i)) subquery_end = r.closing(i);
      groups = groups || r.at(i) == kind::group;
      if (!is_star(r, i)) continue;
      own.add_columns_of(a.sources);
      to.tokens += a.sources.columns;
    }
    add_columns(own, a, r);
    to.columns = std::max(to.columns, own.columns);
    if (groups) return;  // SQLite puts no expressions of groups in
    for (auto const& [name, weight] : own.weights) to.note(name, weight);
    to.others = std::max(to.others, own.others);
  }

  /// The expressions between SELECT and FROM.
  static void add_columns(expanded_rows& to, arm const& a, range const& r) {
    if (r.at(a.begin) != kind::select) return;
    auto begin = a.begin + 1;
    for (auto i = begin; i <= a.end; i = r.at(i) == kind::lparen ? r.closing(i) + 1 : i + 1) {
      bool const is_last = i == a.end || r.at(i) == kind::from;
      if (!is_last && r.at(i) != kind::comma) continue;
      add_column(to, a, {r.in, begin, i});
      if (is_last) return;
      begin = i + 1;
    }
  }

  static void add_column(expanded_rows& to, arm const& a, range const& r) {
    ++to.columns;
    auto const last = r.end - 1;
    bool const has_alias = r.end - r.begin > 1 && is_alias(r, last);
    double all = 0;
    for (auto i = r.begin; i < r.end; ++i)
      if (is_column(r, i) && !(has_alias && i == last)) all += weight(a, r, i);
    if (all <= 1) return;
    bool const is_named = has_alias || last == r.begin || r.at(last - 1) == kind::dot;
    if (is_named)
      to.note(r.name(last), all);
    else
      to.others = std::max(to.others, all);
  }

  /// `x AS y`, or `x y`.
  static bool is_alias(range const& r, std::size_t i) {
    static constexpr std::array ends{kind::rparen, kind::number, kind::blob, kind::string, kind::name, kind::end_};
    auto const before = r.at(i - 1);
    bool const is_name = r.at(i) == kind::name || r.at(i) == kind::string;
    return before == kind::as || (is_name && std::ranges::find(ends, before) != ends.end());
  }

  /// Whether it may be the name of a column: it is no alias and no function.
  static bool is_column(range const& r, std::size_t i) {
    auto const k = r.at(i);
    bool const is_name = k >= kind::filter && k != kind::string && r.in.tokens[i].quoted != sql::quote::single;
    return is_name && r.at(i + 1) != kind::dot && r.at(i + 1) != kind::lparen && (i == 0 || r.in.tokens[i - 1].kind != kind::as);
  }

  static double weight(arm const& a, range const& r, std::size_t i) {
    return a.sources.weights.empty() ? a.sources.others : a.sources.weight(r.name(i));
  }

  /// `a * b` has an operand before.
  static bool is_star(range const& r, std::size_t i) {
    static constexpr std::array before{kind::select, kind::distinct, kind::all, kind::comma, kind::dot};
    return r.at(i) == kind::star && i > 0 && std::ranges::find(before, r.in.tokens[i - 1].kind) != before.end();
  }

  std::map<std::string, double> tables_{};  // how many columns each has
  std::map<std::string, view> views_{};
};

/// Why a statement is not given to SQLite, if it would become too large.
[[nodiscard]] inline std::optional<failure> too_large_when_expanded(double growth) {
  static constexpr double most = 100'000;  // some tenths of a second, and some 50 MB
  if (growth <= most) return {};
  return failure{errc::statement_too_long,
                 "SQLite would compile more than 100,000 words of this statement: it copies each view and common table expression to every "
                 "place that names it, and the expression of a column to every place that uses the column",
                 {},
                 "name each common table expression less often, or group in one",
                 {}};
}

}  // namespace t2s::db::detail

#endif
