// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_EXPANSION_HPP
#define T2S_DB_SQLITE_DETAIL_EXPANSION_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/sqlite/detail/expanded_words.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// How large a statement becomes while SQLite compiles it. SQLite copies
///
/// - a view or common table expression (CTE) to every place that names it, and writes all columns for `*`;
/// - the expression of a column of a subquery, or of a generated column, to every place that uses the column; if the subquery has groups,
///   windows or DISTINCT, to conditions only;
/// - the expression behind an alias, or behind a number in ORDER BY or GROUP BY, to every place that uses it;
/// - the definition of a window to every `OVER name`, and to the query that it nests for each other window;
/// - a condition to each query with groups, windows or DISTINCT that it reads from, and to those within;
/// - a SELECT to every SELECT of a UNION ALL that it reads from.
///
/// So a few lines can double twenty times, and SQLite asks nobody while it copies: neither the progress handler nor the authorizer. Here
/// the copies are counted before, by the tokens alone: a name that could be that of a source counts as one, so the count is rather too high
/// than too low.
namespace t2s::db::detail {

/// How many words SQLite may compile beside those of a statement: some tenths of a second, and some 50 MB.
inline constexpr double most_growth = 100'000;

/// Counts what the statements of one connection become.
class sqlite_expansion {
 public:
  explicit sqlite_expansion(schema::database const& d) : sqlite_expansion(d.tables()) {}
  explicit sqlite_expansion(std::span<schema::table const> tables) {
    for (auto const& t : tables) {
      if (t.is_view)
        add_view(t.name, t.ddl);
      else
        add_table(t);
    }
  }

  /// A view that the schema does not have. `definition` is the statement that makes it.
  void add_view(std::string const& name, std::string definition) { views_[text::lower(name)].text = std::move(definition); }

  /// How many words SQLite compiles for a statement beside its own; infinite if they are more than `most_growth` or if it is nested too
  /// deeply to be counted. O(n log n) for n words, beside the views, which are counted once.
  [[nodiscard]] double growth_of(std::string const& sql) {
    read_text const in(sql);
    range all{in, 0, in.tokens.size() - 1};
    while (all.begin < all.end && !begins_query(all.at(all.begin))) ++all.begin;  // EXPLAIN
    auto const own = static_cast<double>(std::ranges::count_if(in.tokens, is_word));
    most_ = most_growth + own;
    steps_ = 0;
    return rows_of(all, nullptr, 0).words - own;
  }

  /// How many tokens and names `growth_of` has looked at.
  [[nodiscard]] std::size_t steps() const noexcept { return steps_; }

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
    [[nodiscard]] kind before(std::size_t i) const { return i > 0 ? in.tokens[i - 1].kind : kind::end; }
    [[nodiscard]] bool is_quoted(std::size_t i) const { return in.tokens[i].quoted != sql::quote::none; }
    [[nodiscard]] std::size_t closing(std::size_t i) const { return std::min(in.closing[i], end); }
    [[nodiscard]] std::string_view text(std::size_t bracket) const {
      auto const* const from = in.tokens[bracket].data;
      return {from, static_cast<std::size_t>(in.tokens[closing(bracket)].data - from)};
    }

    /// SQLite names the second column `a` of a subquery `a:1`.
    [[nodiscard]] std::string name(std::size_t i) const {
      auto const all = text::lower(sql::content_of(in.tokens[i]));
      return all.substr(0, all.find(':'));
    }
  };

  /// A CTE or view, counted when it is first named.
  struct named_query {
    enum class state { unread, reading, read };

    std::optional<range> body{};
    bool has_names = false;  // of its columns, beside the query
    bool is_recursive = false;
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

  enum class clause { columns, from, conditions, order, windows };

  /// An expression between SELECT and FROM, or a row of VALUES.
  struct column : expanded_words {
    std::size_t begin = 0;
    std::string name{};  // "" if it has none
    bool has_alias = false, is_star = false;
  };

  /// One SELECT of a compound query.
  struct arm {
    clause now = clause::columns;
    int level = 0;  // of brackets
    std::vector<column> columns{};
    expanded_words conditions{};               // all behind the columns, save what follows
    expanded_words windows{};                  // the definitions of named windows
    expanded_words apart{};                    // sources and aliases, which see none of this arm's columns
    expanded_rows sources{};                   // the columns of all sources
    double words_of_columns = 0;               // that have been read
    double most_arms = 1;                      // of a source that does not flatten
    std::set<std::string_view> definitions{};  // of windows, as in the text
    expanded_words defining{};                 // the words of these
    bool all_windows_differ = false;           // whether each OVER has a window of its own
    double joins = 0, overs = 0, numbers = 0;
    bool is_values = false, is_distinct = false, has_from = false, has_groups = false;
    bool shares_columns = false, keeps_right_rows = false;  // USING or NATURAL; RIGHT or FULL
    bool partitions = false, partitions_by_expressions = false;

    [[nodiscard]] expanded_words& current() {
      if (now == clause::columns) return columns.back();
      return now == clause::windows ? windows : conditions;
    }
    [[nodiscard]] double words() const {
      return words_of_columns + (now == clause::columns ? columns.back().words : 0) + conditions.words + windows.words + apart.words;
    }
    [[nodiscard]] double all_arms() const { return std::max(sources.arms, most_arms); }
  };

  static expanded_rows endless() {
    expanded_rows rows;
    rows.words = std::numeric_limits<double>::infinity();
    return rows;
  }

  // ---- names

  expanded_rows const& counted(named_query& q, scope* in, int depth) {
    static expanded_rows const nothing{};
    if (q.now == named_query::state::reading) return q.is_recursive = true, nothing;  // SQLite puts nothing in
    if (q.now == named_query::state::read || !q.body) return q.rows;
    q.now = named_query::state::reading;
    q.rows = rows_of(*q.body, in, depth + 1);
    if (q.has_names) forget_names(q.rows);
    if (q.is_recursive) q.rows.arms = 1;
    q.now = named_query::state::read;
    return q.rows;
  }

  static void forget_names(expanded_rows& rows) {
    for (auto* weights : {&rows.anywhere, &rows.in_conditions}) weights->note_others(weights->widest);
  }

  /// Null where the name is that of no table, CTE or view.
  expanded_rows const* source(range const& r, std::size_t i, scope* in, int depth) {
    auto const name = text::lower(sql::content_of(r.in.tokens[i]));
    for (auto* s = in; s && r.before(i) != kind::dot; s = s->around)
      if (auto const found = s->queries.find(name); found != s->queries.end()) return &counted(found->second, s, depth);
    if (auto const table = tables_.find(name); table != tables_.end()) return &table->second;
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

  /// Its generated columns, `name type AS (expression)`, may use each other.
  void add_table(schema::table const& t) {
    auto& rows = tables_[text::lower(t.name)];
    read_text const in(t.ddl);
    range const r{in, 0, in.tokens.size() - 1};
    std::map<std::string, expanded_words> generated;
    std::string name;
    for (std::size_t i = 0; i < r.end; ++i) {
      if (r.before(i) == kind::comma || r.before(i) == kind::lparen) name = r.name(i);
      if (r.before(i) != kind::as || r.at(i) != kind::lparen) continue;
      for (auto const end = r.closing(i); i < end; ++i) add_word(generated[name], r, i);
    }
    for (bool changes = !generated.empty(); changes && rows.anywhere.widest <= most_growth;) {
      auto const before = rows.anywhere.named;
      for (auto const& [of, words] : generated) rows.anywhere.note(of, words.with(rows.anywhere));
      changes = rows.anywhere.named != before;
    }
    rows.in_conditions = rows.anywhere;
    rows.columns = static_cast<double>(std::max<std::size_t>(t.columns.size(), 1));
    rows.words = static_cast<double>(generated.size());
  }

  /// Reads `WITH name (names) AS (query), ...`, and returns where the query goes on.
  static std::size_t read_ctes(range const& r, scope& into) {
    std::size_t i = r.begin + 1;
    if (r.at(i) == kind::recursive) ++i;
    for (;; ++i) {
      named_query q;
      auto const name = r.at(i) == kind::end ? std::string() : text::lower(sql::content_of(r.in.tokens[i]));
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
    if (depth > deepest) return endless();
    expanded_rows rows;
    rows.arms = 0;
    scope in{around, {}};
    column_weights aliases;
    std::size_t arms = 0;
    for (auto at = r.at(r.begin) == kind::with ? read_ctes(r, in) : r.begin; at < r.end; ++at, ++arms) {
      arm a;
      at = read_arm(a, r, r.at(at) == kind::all ? at + 1 : at, in, depth);
      if (a.words() > most_) return endless();
      add_arm(rows, a, aliases);
      if (rows.words > most_) return endless();
    }
    if (arms > 1) forget_names(rows);  // they are those of the first
    rows.arms = std::max(rows.arms, 1.0);
    rows.columns = std::min(rows.columns, most_columns);
    return rows;
  }

  /// Reads an arm from its first token on, and returns where it ends.
  std::size_t read_arm(arm& a, range const& r, std::size_t i, scope& in, int depth) {
    a.sources.columns = 0;
    a.is_values = r.at(i) == kind::values;
    a.apart.words = 1;
    a.columns.emplace_back().begin = i + 1;
    for (++i; i < r.end && a.words() <= most_; ++i, ++steps_) {
      auto const k = r.at(i);
      if (k == kind::union_ || k == kind::intersect || k == kind::except) break;
      if (a.level == 0) begin_clause(a, r, i);
      if (is_subquery(r, i)) {
        bool const is_source = is_place_of_source(a, r.before(i));
        auto rows = rows_of({r.in, i + 1, r.closing(i)}, &in, depth + 1);
        if (is_source) add_source(a, rows);
        (is_source ? a.apart : a.current()).add(std::move(rows));
        i = r.closing(i);
      } else if (auto const* rows = may_be_source(a, r, i) ? source(r, i, &in, depth) : nullptr) {
        ++a.apart.words;
        steps_ += rows->uses.size() + rows->in_conditions.named.size();
        if (r.before(i) != kind::in) add_source(a, *rows);
        a.apart.add(*rows);
      } else {
        add_token(a, r, i);
      }
    }
    if (a.now == clause::columns) end_column(a, r, i);
    return i;
  }

  static void begin_clause(arm& a, range const& r, std::size_t i) {
    auto const k = r.at(i);
    auto next = a.now;
    if (k == kind::from && r.before(i) != kind::distinct) next = clause::from;  // there is IS DISTINCT FROM
    if (k == kind::where || k == kind::having || k == kind::limit) next = clause::conditions;
    if (k == kind::group || k == kind::order) next = clause::order;
    if (k == kind::window && r.at(i + 2) == kind::as) next = clause::windows;
    if (a.now == clause::columns && (next != a.now || k == kind::comma)) {
      end_column(a, r, i);
      if (next == a.now) a.columns.emplace_back().begin = i + 1;
    }
    a.now = next;
    a.has_from = a.has_from || next == clause::from;
    a.has_groups = a.has_groups || k == kind::group;
  }

  static void end_column(arm& a, range const& r, std::size_t end) {
    auto& c = a.columns.back();
    if (c.begin >= end) return;
    auto const last = end - 1;
    c.has_alias = last > c.begin && is_alias(r, last);
    if (c.has_alias) {  // it is no word of the expression
      double const words = r.before(last) == kind::as ? 2 : 1;
      if (is_column(r, last)) c.use(r.name(last), r.is_quoted(last), -1);
      c.words -= words;
      a.apart.words += words;
    }
    a.words_of_columns += c.words;
    if (c.has_alias || last == c.begin || r.before(last) == kind::dot) c.name = r.name(last);
  }

  static void add_source(arm& a, expanded_rows const& rows) {
    a.sources.columns += rows.columns;
    a.sources.anywhere.add(rows.anywhere);
    a.sources.in_conditions.add(rows.in_conditions);
    a.sources.takes_conditions = std::max(a.sources.takes_conditions, rows.takes_conditions);
    if (rows.flattens)
      a.sources.arms *= rows.arms;
    else
      a.most_arms = std::max(a.most_arms, rows.arms);
  }

  static void add_token(arm& a, range const& r, std::size_t i) {
    auto const k = r.at(i);
    if (k == kind::lparen) ++a.level;
    if (k == kind::rparen) --a.level;
    if (k == kind::distinct && a.now == clause::columns && a.columns.size() == 1 && a.columns.back().begin == i) {
      a.is_distinct = true;
      ++a.columns.back().begin;
      ++a.apart.words;
      return;
    }
    add_word(a.current(), r, i);
    if (a.now == clause::columns && is_star(r, i)) a.columns.back().is_star = true;
    if (k == kind::number && a.now == clause::order && (a.level == 0 || r.at(i + 1) == kind::rparen)) ++a.numbers;
    if (is_over(r, i)) ++a.overs;
    if ((is_over(r, i) || (k == kind::as && a.now == clause::windows)) && r.at(i + 1) == kind::lparen) add_definition(a, r, i + 1);
    if (k == kind::by && r.before(i) == kind::partition) {
      a.partitions = true;
      a.partitions_by_expressions = a.partitions_by_expressions || !has_only_names(r, i + 1);
    }
    if (k == kind::join || (k == kind::comma && a.now == clause::from)) ++a.joins;
    if (k == kind::using_ || k == kind::natural) a.shares_columns = true;
    if (k == kind::right || k == kind::full) a.keeps_right_rows = true;
  }

  /// SQLite takes windows of the same words for one, unless they have a subquery.
  static void add_definition(arm& a, range const& r, std::size_t bracket) {
    if (!a.definitions.insert(r.text(bracket)).second) return;
    auto i = bracket;
    for (; i < r.closing(bracket) && !is_subquery(r, i); ++i) add_word(a.defining, r, i);
    a.defining.words += static_cast<double>(r.closing(bracket) - i);
    a.all_windows_differ = a.all_windows_differ || i < r.closing(bracket);
  }

  static void add_word(expanded_words& to, range const& r, std::size_t i) {
    if (is_word(r.in.tokens[i])) ++to.words;
    if (is_column(r, i)) to.use(r.name(i), r.is_quoted(i), 1);
  }

  // ---- what an arm becomes

  /// `aliases` are those of the arms before, which ORDER BY behind the last arm may use.
  void add_arm(expanded_rows& to, arm& a, column_weights& aliases) {
    auto& put_in = a.sources;
    if (a.keeps_right_rows && a.shares_columns)  // a shared column is the first of all that is not NULL
      for (auto* weights : {&put_in.anywhere, &put_in.in_conditions}) weights->note_others(a.joins + 1);
    column_weights own, own_in_conditions;
    double words = words_of_windows(a);
    double stars = 0;
    for (auto const& c : a.columns) {
      steps_ += 1 + std::min(c.uses.size(), put_in.in_conditions.named.size());
      auto const weight = c.with(put_in.anywhere);
      words += weight;
      auto const weight_in_conditions = c.with(put_in.in_conditions);
      if (c.has_alias) aliases.note(c.name, weight_in_conditions);
      if (c.is_star) {
        ++stars;
      } else {
        own.note(c.name, weight);
        own_in_conditions.note(c.name, weight_in_conditions);
      }
    }
    if (stars > 0) {
      words += stars * put_in.anywhere.all(put_in.columns);
      own.add(put_in.anywhere);
      own_in_conditions.add(put_in.in_conditions);
    }
    to.columns = std::max(to.columns, static_cast<double>(a.columns.size()) + stars * put_in.columns);
    words += (a.conditions.with(put_in.in_conditions) + a.conditions.with(aliases) - a.conditions.words) * (1 + put_in.takes_conditions);
    words += a.numbers * (std::max(own.widest, to.in_conditions.widest) - 1);
    if (a.windows.words > 0) words += a.windows.with(put_in.anywhere) * (a.overs + 1);
    words = to.words + (words + (a.joins > 0 ? a.apart.words : 0)) * a.all_arms() + (a.joins > 0 ? 0 : a.apart.words);

    give_columns(to, a, own, own_in_conditions);
    for (auto& c : a.columns) to.add(std::move(c));
    for (auto* part : {&a.conditions, &a.windows, &a.apart}) to.add(std::move(*part));
    to.words = words;
  }

  /// SQLite nests a query for each window, and writes the windows of the others into each.
  static double words_of_windows(arm const& a) {
    auto const definitions = static_cast<double>(a.definitions.size());
    auto const windows = a.all_windows_differ ? a.overs : definitions;
    return windows > 1 && definitions > 0 ? windows * windows * a.defining.with(a.sources.anywhere) / definitions : 0;
  }

  static void give_columns(expanded_rows& to, arm const& a, column_weights& own, column_weights& own_in_conditions) {
    if (a.is_values)  // column1, ...
      for (auto* weights : {&own, &own_in_conditions}) weights->note_others(weights->widest);
    bool const has_windows = a.overs > 0;
    bool const is_closed = a.has_groups || has_windows || a.is_distinct;
    if (!is_closed) to.anywhere.add(own);
    if (!has_windows || a.partitions)
      to.in_conditions.add(a.has_groups || (has_windows && !a.partitions_by_expressions) ? own : own_in_conditions);
    to.arms += a.has_groups || has_windows ? 1 : a.all_arms();
    to.takes_conditions = std::max(to.takes_conditions, (is_closed ? 1 : 0) + (a.has_groups ? 0 : a.sources.takes_conditions));
    to.flattens = to.flattens && a.has_from && !is_closed && a.most_arms <= 1;
  }

  // ---- tokens

  static bool begins_query(kind k) { return k == kind::select || k == kind::with || k == kind::values; }

  static bool is_word(sql::token const& t) {
    static constexpr std::array none{kind::end, kind::lparen, kind::rparen, kind::comma, kind::dot, kind::semicolon};
    return std::ranges::find(none, t.kind) == none.end();
  }

  static bool is_subquery(range const& r, std::size_t i) { return r.at(i) == kind::lparen && begins_query(r.at(i + 1)); }

  static bool is_place_of_source(arm const& a, kind before) {
    return a.now == clause::from && (before == kind::from || before == kind::join || before == kind::comma || before == kind::lparen);
  }

  static bool may_be_source(arm const& a, range const& r, std::size_t i) {
    if (!(sql::is_name(r.in.tokens[i]) || r.at(i) == kind::string) || r.at(i + 1) == kind::dot) return false;
    auto const before = r.before(r.before(i) == kind::dot && i > 1 ? i - 2 : i);
    return before == kind::in || is_place_of_source(a, before);
  }

  /// `x AS y`, or `x y`.
  static bool is_alias(range const& r, std::size_t i) {
    static constexpr std::array ends{kind::rparen, kind::number, kind::blob, kind::parameter, kind::null, kind::isnull, kind::notnull};
    static constexpr std::array operators{kind::over, kind::like, kind::glob, kind::regexp, kind::match};
    auto const is_in = [](kind k, auto const& kinds) { return std::ranges::find(kinds, k) != kinds.end(); };
    auto const before = r.before(i);
    bool const ends_expression = is_in(before, ends) || (before >= kind::filter && !is_in(before, operators));
    return before == kind::as || (ends_expression && r.at(i) >= kind::filter && r.at(i) != kind::end_);
  }

  /// Whether it may be the name of a column: it is no alias and no function.
  static bool is_column(range const& r, std::size_t i) {
    auto const k = r.at(i);
    bool const is_name = k >= kind::filter && k != kind::string && r.in.tokens[i].quoted != sql::quote::single;
    return is_name && r.at(i + 1) != kind::dot && r.at(i + 1) != kind::lparen && r.before(i) != kind::as;
  }

  /// `a * b` has an operand before.
  static bool is_star(range const& r, std::size_t i) {
    static constexpr std::array before{kind::select, kind::distinct, kind::all, kind::comma, kind::dot};
    return r.at(i) == kind::star && std::ranges::find(before, r.before(i)) != before.end();
  }

  static bool is_over(range const& r, std::size_t i) {
    auto const next = r.at(i + 1);
    return r.at(i) == kind::over && r.before(i) == kind::rparen && (next == kind::lparen || next == kind::name || next == kind::string);
  }

  /// Whether PARTITION BY, behind which `i` stands, has no other expressions.
  static bool has_only_names(range const& r, std::size_t i) {
    while (r.at(i) == kind::name || r.at(i) == kind::dot || r.at(i) == kind::comma) ++i;
    static constexpr std::array ends{kind::rparen, kind::order, kind::rows, kind::range, kind::groups};
    return std::ranges::find(ends, r.at(i)) != ends.end();
  }

  std::map<std::string, expanded_rows> tables_{};
  std::map<std::string, view> views_{};
  double most_ = 0;  // how many words one statement may have
  std::size_t steps_ = 0;
};

/// Why a statement is not given to SQLite, if it would become too large.
[[nodiscard]] inline std::optional<failure> too_large_when_expanded(double growth) {
  if (growth <= most_growth) return {};
  return failure{
      errc::statement_too_long,
      "SQLite would compile more than 100,000 words of this statement: it copies each view and common table expression to every "
      "place that names it, the expression of a column or alias to every place that uses it, and a query to every part of a UNION "
      "ALL that it reads",
      {},
      "name each common table expression or column less often, or group in one",
      {}};
}

}  // namespace t2s::db::detail

#endif
