// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_MODEL_HPP
#define T2S_SQL_DETAIL_RESOLVE_MODEL_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/arena.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the two passes of `resolve` share. The first, the expander, finds the sources of every select and the names of its result; the
/// second, the namer, resolves every name in an expression. SQLite works in the same two passes, and so reports missing tables first.
namespace t2s::sql::detail::resolving {

inline constexpr std::uint32_t none = 0xFFFFFFFF;

/// By the address of a node or of a part of the schema, and by a name in lower case.
using by_address = t2s::detail::numbers_by_address;
using by_name = t2s::detail::numbers_by_name;

/// Names in order, found by any case.
class name_index {
 public:
  void add(std::string_view name) {
    if (names_.size() > at_.size()) names_.pop_back();  // left by an `add` that threw
    names_.push_back(name);
    at_.add(static_cast<std::size_t>(text::hash(name)));
  }
  [[nodiscard]] std::size_t size() const noexcept { return at_.size(); }

  /// The first place of a name, or `none`. O(1).
  [[nodiscard]] std::uint32_t find(std::string_view name) const {
    auto const is_it = [&](std::size_t place) { return text::same(names_[place], name); };
    auto const found = at_.find(static_cast<std::size_t>(text::hash(name)), is_it);
    return found < at_.size() ? static_cast<std::uint32_t>(found) : none;
  }

 private:
  std::vector<std::string_view> names_{};
  t2s::detail::hashed_places at_{};
};

struct relation_column {
  std::string_view name{};
  base_column base{};
  bool hidden = false;       ///< excluded from `*`
  bool no_expand = false;    ///< in a join in brackets: in `t.*` only, since `*` has the column that USING merged
  bool of_using = false;     ///< in a join in brackets: made by USING, so it belongs to no table
  std::string_view owner{};  ///< in a join in brackets: the visible name of the table that it comes from
  std::string_view plain{};  ///< in a join in brackets: its name there
};

/// The columns that a source offers.
class relation {
 public:
  std::vector<relation_column> columns{};
  bool open = false;  ///< there may be unknown columns
  bool has_rowid = true;
  bool in_brackets = false;  ///< a join in brackets: the names of its tables are still visible
  schema::table const* table{};

  /// The place of a column, or `none`. O(1) after the first time.
  [[nodiscard]] std::uint32_t find(std::string_view name) {
    while (index_.size() < columns.size()) index_.add(columns[index_.size()].name);
    return index_.find(name);
  }

 private:
  name_index index_{};
};

struct body;
struct cte;

struct source {
  std::string_view name{};  ///< the visible name
  resolving::relation* relation{};
  body* from{};  ///< for a subquery, a CTE or a join in brackets
  node const* at{};
  node const* join{};       ///< the join that adds it; nullptr for the first source
  node const* arguments{};  ///< for a table-valued function
  std::uint32_t table = none;
  std::vector<std::string_view> shared{};  ///< columns that USING or NATURAL share with earlier sources

  [[nodiscard]] bool shares(std::string_view column) const {
    return t2s::detail::any_of(shared, [&](auto const& s) { return text::same(s, column); });
  }
  /// DuckDB's SEMI and ANTI JOIN only test whether rows exist: only their own condition sees the columns.
  [[nodiscard]] bool asks() const { return join && (join->has(flag::semi) || join->has(flag::anti)); }
  [[nodiscard]] bool left() const { return join && (join->has(flag::left) || join->has(flag::full)); }
  [[nodiscard]] bool right() const { return join && (join->has(flag::right) || join->has(flag::full)); }
};

/// A column of the result of a select.
struct output {
  std::string_view name{};
  node const* at{};    ///< the expression without its alias, or a star
  bool named = false;  ///< by AS or by a star; ORDER BY can name it
  bool aggregate = false, window = false;
  std::uint32_t source = none, column = none;  ///< the column that a star stands for
  bool no_expand = false, of_using = false;
  std::string_view owner{};
  base_column base{};
};

/// A select, a VALUES, a join in brackets, or the implied `SELECT *` of a table after IN or of a compound's member in brackets.
struct member {
  node const* at{};
  std::vector<resolving::source> sources{};
  std::vector<output> outputs{};
  cte* recursive{};  ///< the CTE that it may use as its own source
  bool has_right_join = false;
  bool is_aggregate = false;
  bool is_cut = false;  ///< it has more sources than SQLite accepts
};

struct environment;

struct cte {
  enum class state { unseen, open, done };

  node const* at{};
  environment* visible{};  ///< the CTEs in scope
  cte::state now{};
  resolving::body* body{};
};

/// The CTEs of a WITH clause and the outer ones.
struct environment {
  environment* around{};
  std::vector<cte> ctes{};
  name_index names{};

  [[nodiscard]] static cte* find(environment* e, std::string_view name) {
    for (; e; e = e->around)
      if (auto const i = e->names.find(name); i != none) return &e->ctes[i];
    return nullptr;
  }
};

/// The members of a compound, or a single one.
struct body {
  node const* at{};
  std::vector<member> members{};
  resolving::relation relation{};
  environment with{};
  bool named = false;  ///< the second pass has visited it
  bool order_is_ignored = false;
};

/// Owns all parts of the model. Pointers to them stay valid.
class model {
 public:
  body& add_body(node const& at) {
    body_at_.add(&at, bodies_.size());
    auto& b = bodies_.emplace_back();
    b.at = &at;
    return b;
  }
  [[nodiscard]] body* body_of(node const& at) {
    auto const* found = body_at_.find(&at);
    return found ? &bodies_[*found] : nullptr;
  }

  /// A relation outside the query, such as a table's: that of a body without members.
  relation& add_relation() { return bodies_.emplace_back().relation; }
  /// The relation of a table, and whether it is new.
  std::pair<relation*, bool> relation_of(schema::table const& t) {
    auto const [at, is_new] = relation_at_.add(&t, bodies_.size());
    return {is_new ? &add_relation() : &bodies_[at].relation, is_new};
  }

  /// All bodies, in no particular order.
  [[nodiscard]] std::deque<body>& bodies() noexcept { return bodies_; }

  std::string_view keep(std::string_view name) {
    auto* const room = names_.room<char>(name.size());
    std::copy_n(name.data(), name.size(), room);
    return {room, name.size()};
  }

 private:
  std::deque<body> bodies_{};
  arena names_{};
  by_address body_at_{}, relation_at_{};
};

/// The expression within COLLATE.
inline node const& without_collation(node const& n) {
  auto const* bare = &n;
  while (bare->kind == kind::collate) bare = &(*bare)[0];
  return *bare;
}

/// Whether a name that was found by any case is the stored one: PostgreSQL reads an unquoted name in lower case and compares exactly.
inline bool is_spelled(identifier const& written, std::string_view stored, dialect d) {
  if (d != dialect::postgres) return true;
  return written.quoted == quote::none ? text::lower(written.view()) == stored : written.view() == stored;
}

/// Whether a table is in a schema of that name: its own, or SQLite's only one.
inline bool is_in(schema::table const& t, std::string_view name) { return text::same(t.schema.empty() ? "main" : t.schema, name); }

/// SQLite's parser replaces `... AND 0` by 0 and `... IN ()` by a truth value, and never resolves what it dropped.
inline bool is_dropped(node const& n) {
  if (n.kind == kind::in) return n[1].kind == kind::list && n[1].count == 0;
  if (n.kind != kind::operation || n.op != op::and_) return false;
  for (auto const* operand : n.children()) {
    bool const is_zero = operand->kind == kind::number && operand->name.view().find_first_not_of('0') == std::string_view::npos;
    if (is_zero || (operand->op == op::and_ && is_dropped(*operand))) return true;
  }
  return false;
}

/// The names that a clause of a select can use, then those of the outer selects, and what is allowed there.
struct scope_level {
  resolving::member* member{};
  scope_level* around{};
  std::uint32_t depth = 0;
  sql::clause clause{};
  bool sees_results = false;  ///< the aliases of the result columns are names, too
  bool allows_aggregates = false, allows_windows = false;
  bool has_aggregate = false, has_window = false;  ///< found since they were last cleared
  bool order_is_ignored = false;
  resolving::source const* joined{};  ///< the source whose condition is being resolved
  std::size_t visible = none;         ///< how many of the sources are in scope: a lateral one sees those to its left

  [[nodiscard]] std::span<resolving::source const> sources() const {
    return std::span<resolving::source const>(member->sources).first(std::min(visible, member->sources.size()));
  }
};

/// What a name in a scope refers to.
struct meaning {
  enum class kind { nothing, column, result, several };

  meaning::kind what = kind::nothing;
  scope_level* level{};
  resolving::source const* source{};
  std::uint32_t column = none;  ///< in the source or among the results; none for a rowid and for an unknown column
  bool rowid = false;
  std::vector<std::uint32_t> owners{};  ///< of an ambiguous name: indices into the sources of the level
};

struct name_parts {
  std::string_view schema{}, table{}, column{};
};

inline name_parts parts_of(node const& column) {
  return {column.count > 0 ? column[0].name.view() : std::string_view(), column.qualifier.view(), column.name.view()};
}

inline std::string to_text(name_parts const& n) {
  std::string s;
  for (auto const part : {n.schema, n.table})
    if (!part.empty()) s.append(part).append(".");
  return s.append(n.column);
}

/// Looks a name up in one level by SQLite's rules for joins: of the columns that USING merged, the left one counts, after a RIGHT JOIN the
/// right one, after a FULL JOIN both.
class level_search {
 public:
  explicit level_search(name_parts const& name) : name_(name) {}

  meaning in_sources(scope_level& level) {
    auto const sources = level.sources();
    for (std::uint32_t i = 0; i < sources.size(); ++i)
      if (!sources[i].asks() || level.joined == &sources[i]) look_into(sources[i], i);
    if (count_ == 1) return {meaning::kind::column, &level, &sources[owners_.back()], column_, false, {}};
    if (count_ > 1) return {meaning::kind::several, &level, nullptr, none, false, std::move(owners_)};
    if (rowids_ == 1 && is_rowid(name_.column)) return {meaning::kind::column, &level, owner_of_rowid_, none, true, {}};
    return {};
  }

  /// A source with unknown columns, which may have this one.
  meaning in_open_sources(scope_level& level) const {
    for (auto const& s : level.sources())
      if (s.relation->open && (name_.table.empty() || text::same(s.name, name_.table)))
        return {meaning::kind::column, &level, &s, none, false, {}};
    return {};
  }

 private:
  static bool is_rowid(std::string_view name) {
    return text::same(name, "rowid") || text::same(name, "oid") || text::same(name, "_rowid_");
  }

  void look_into(source const& s, std::uint32_t place) {
    if (s.relation->in_brackets) {
      bool const hit = look_into_brackets(s, place);
      if (hit || name_.table.empty()) return;
    }
    if (!name_.schema.empty() && !(s.relation->table && is_in(*s.relation->table, name_.schema))) return;
    if (!name_.table.empty() && !text::same(s.name, name_.table)) return;
    if (auto const c = s.relation->find(name_.column); c != none) return take(s, place, c);
    if (count_ == 0 && s.relation->has_rowid) {
      ++rowids_;
      owner_of_rowid_ = &s;
    }
  }

  bool look_into_brackets(source const& s, std::uint32_t place) {
    if (!name_.schema.empty() && !text::same(name_.schema, "main")) return false;
    bool hit = false;
    for (std::uint32_t i = 0; i < s.relation->columns.size(); ++i) {
      auto const& c = s.relation->columns[i];
      if (!text::same(c.plain, name_.column)) continue;
      if (!name_.table.empty() && (c.of_using || !text::same(c.owner, name_.table))) continue;
      take(s, place, i);
      hit = true;
      if (c.of_using) break;
    }
    return hit;
  }

  void take(source const& s, std::uint32_t place, std::uint32_t column) {
    if (count_ > 0 && s.shares(name_.column)) {
      if (!s.right()) return;
      count_ = s.left() ? count_ - 1 : 0;
      while (owners_.size() > count_) owners_.pop_back();
    }
    ++count_;
    owners_.push_back(place);
    column_ = column;
  }

  name_parts name_;
  std::size_t count_ = 0, rowids_ = 0;
  std::uint32_t column_ = none;
  source const* owner_of_rowid_{};
  std::vector<std::uint32_t> owners_{};
};

inline std::uint32_t find_result(member const& m, std::string_view name) {
  for (std::uint32_t i = 0; i < m.outputs.size(); ++i)
    if (m.outputs[i].named && text::same(m.outputs[i].name, name)) return i;
  return none;
}

/// Looks a name up from the innermost level outwards.
inline meaning look_up(name_parts const& name, scope_level* level) {
  for (; level; level = level->around) {
    if (!level->member) continue;
    level_search search(name);
    if (auto m = search.in_sources(*level); m.what != meaning::kind::nothing) return m;
    if (level->sees_results && name.table.empty())
      if (auto const i = find_result(*level->member, name.column); i != none) return {meaning::kind::result, level, nullptr, i, false, {}};
    if (auto m = search.in_open_sources(*level); m.what != meaning::kind::nothing) return m;
  }
  return {};
}

/// SQLite stops at the end of the stage in which it found a problem: reading, finding tables, naming columns, generating code.
enum class stage : std::uint8_t { reading, expanding, naming, coding };

/// Collects problems, and knows which of them SQLite would report: the one of the first stage that has any.
///
/// Within a stage it is mostly the first one, too. But after some problems SQLite goes on, and later ones replace them: see `go_on`.
class findings {
 public:
  problem& add(stage s, errc code, std::string message, std::string_view subject, node const& at) {
    auto& p = go_on(s, code, std::move(message), subject, at);
    of(s).ended = true;
    return p;
  }

  problem& go_on(stage s, errc code, std::string message, std::string_view subject, node const& at) {
    auto& found = of(s);
    if (!found.ended) found.verdict = found.problems.size();
    found.problems.push_back({{code, std::move(message), std::string(subject), {}, at.offset}, &at, {}, {}, {}});
    return found.problems.back();
  }

  /// Whether SQLite has stopped resolving names. A function call stops only within its own arguments.
  [[nodiscard]] bool names_ended() const noexcept { return stages_[static_cast<std::size_t>(stage::naming)].ended; }
  void set_names_ended(bool ended) noexcept { of(stage::naming).ended = ended; }

  /// Ends a stage if it has a problem: at this point SQLite goes on only without problems.
  void end_if_any(stage s) noexcept { of(s).ended = of(s).ended || !of(s).problems.empty(); }

  void move_to(std::vector<problem>& all) {
    for (auto& [problems, verdict, ended] : stages_) {
      if (problems.empty()) continue;
      all.push_back(std::move(problems[verdict]));
      for (auto& p : problems)
        if (&p != &problems[verdict]) all.push_back(std::move(p));
    }
  }

 private:
  struct of_stage {
    std::vector<problem> problems{};
    std::size_t verdict = 0;
    bool ended = false;
  };

  of_stage& of(stage s) noexcept { return stages_[static_cast<std::size_t>(s)]; }

  of_stage stages_[4]{};
};

/// Concatenates strings; for `a + b`, g++ 12 warns of overlaps that do not exist.
inline std::string concat(std::initializer_list<std::string_view> parts) {
  std::string s;
  for (auto const part : parts) s.append(part);
  return s;
}

}  // namespace t2s::sql::detail::resolving

#endif
