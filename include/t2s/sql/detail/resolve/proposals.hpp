// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_PROPOSALS_HPP
#define T2S_SQL_DETAIL_RESOLVE_PROPOSALS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/sql/detail/resolve/model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

enum class function_kind : std::uint8_t {
  scalar,
  extremum,   ///< min, max: an aggregate with one argument
  aggregate,  ///< with OVER also a window function
  window,     ///< only with OVER
};

struct function {
  static constexpr std::uint8_t any = 255;

  std::string_view name;
  std::uint8_t least, most;
  function_kind what = function_kind::scalar;

  [[nodiscard]] bool takes(std::size_t arguments) const noexcept { return arguments >= least && (most == any || arguments <= most); }
  [[nodiscard]] bool aggregates(std::size_t arguments) const noexcept {
    if (what == function_kind::scalar || !takes(arguments)) return false;
    return what != function_kind::extremum || arguments == 1;
  }
};

/// The functions of SQLite 3.40 with the math functions, JSON and full-text search compiled in; sorted by name.
struct function_table {
  using enum function_kind;
  static constexpr auto any = function::any;
  // clang-format off
  static constexpr function list[] = {
      {"->", 2, 2}, {"->>", 2, 2}, {"abs", 1, 1}, {"acos", 1, 1}, {"acosh", 1, 1}, {"asin", 1, 1}, {"asinh", 1, 1}, {"atan", 1, 1},
      {"atan2", 2, 2}, {"atanh", 1, 1}, {"avg", 1, 1, aggregate}, {"bm25", 0, any}, {"ceil", 1, 1}, {"ceiling", 1, 1}, {"changes", 0, 0},
      {"char", 0, any}, {"coalesce", 2, any}, {"cos", 1, 1}, {"cosh", 1, 1}, {"count", 0, 1, aggregate}, {"cume_dist", 0, 0, window},
      {"current_date", 0, 0}, {"current_time", 0, 0}, {"current_timestamp", 0, 0}, {"date", 0, any}, {"datetime", 0, any},
      {"degrees", 1, 1}, {"dense_rank", 0, 0, window}, {"exp", 1, 1}, {"first_value", 1, 1, window}, {"floor", 1, 1}, {"format", 0, any},
      {"fts3_tokenizer", 1, 2}, {"fts5", 1, 1}, {"fts5_source_id", 0, 0}, {"glob", 2, 2}, {"group_concat", 1, 2, aggregate},
      {"hex", 1, 1}, {"highlight", 0, any}, {"ifnull", 2, 2}, {"iif", 3, 3}, {"instr", 2, 2}, {"json", 1, 1}, {"json_array", 0, any},
      {"json_array_length", 1, 2}, {"json_extract", 0, any}, {"json_group_array", 1, 1, aggregate},
      {"json_group_object", 2, 2, aggregate}, {"json_insert", 0, any}, {"json_object", 0, any}, {"json_patch", 2, 2},
      {"json_quote", 1, 1}, {"json_remove", 0, any}, {"json_replace", 0, any}, {"json_set", 0, any}, {"json_type", 1, 2},
      {"json_valid", 1, 1}, {"julianday", 0, any}, {"lag", 1, 3, window}, {"last_insert_rowid", 0, 0}, {"last_value", 1, 1, window},
      {"lead", 1, 3, window}, {"length", 1, 1}, {"like", 2, 3}, {"likelihood", 2, 2}, {"likely", 1, 1}, {"ln", 1, 1},
      {"load_extension", 1, 2}, {"log", 1, 2}, {"log10", 1, 1}, {"log2", 1, 1}, {"lower", 1, 1}, {"ltrim", 1, 2}, {"match", 2, 2},
      {"matchinfo", 1, 2}, {"max", 1, any, extremum}, {"min", 1, any, extremum}, {"mod", 2, 2}, {"nth_value", 2, 2, window},
      {"ntile", 1, 1, window}, {"nullif", 2, 2}, {"offsets", 1, 1}, {"optimize", 1, 1}, {"percent_rank", 0, 0, window}, {"pi", 0, 0},
      {"pow", 2, 2}, {"power", 2, 2}, {"printf", 0, any}, {"quote", 1, 1}, {"radians", 1, 1}, {"random", 0, 0}, {"randomblob", 1, 1},
      {"rank", 0, 0, window}, {"replace", 3, 3}, {"round", 1, 2}, {"row_number", 0, 0, window}, {"rtreecheck", 0, any},
      {"rtreedepth", 1, 1}, {"rtreenode", 2, 2}, {"rtrim", 1, 2}, {"sign", 1, 1}, {"sin", 1, 1}, {"sinh", 1, 1}, {"snippet", 0, any},
      {"soundex", 1, 1}, {"sqlite_compileoption_get", 1, 1}, {"sqlite_compileoption_used", 1, 1}, {"sqlite_log", 2, 2},
      {"sqlite_source_id", 0, 0}, {"sqlite_version", 0, 0}, {"sqrt", 1, 1}, {"strftime", 0, any}, {"substr", 2, 3}, {"substring", 2, 3},
      {"subtype", 1, 1}, {"sum", 1, 1, aggregate}, {"tan", 1, 1}, {"tanh", 1, 1}, {"time", 0, any}, {"total", 1, 1, aggregate},
      {"total_changes", 0, 0}, {"trim", 1, 2}, {"trunc", 1, 1}, {"typeof", 1, 1}, {"unicode", 1, 1}, {"unixepoch", 0, any},
      {"unlikely", 1, 1}, {"upper", 1, 1}, {"zeroblob", 1, 1}};
  // clang-format on
};
inline constexpr auto const& functions = function_table::list;

/// The function of that name, or nullptr. O(log functions).
inline function const* find_function(std::string_view name) {
  auto const wanted = text::lower(name);
  auto const at = t2s::detail::partition_point(functions, [&](function const& f) { return f.name < wanted; });
  return at != std::size(functions) && functions[at].name == wanted ? &functions[at] : nullptr;
}

/// Collects the names that are similar to a wrong one.
class nearest_names {
 public:
  explicit nearest_names(std::string_view typed) : typed_(typed), farthest_(std::max<std::size_t>(1, typed.size() / 3)) {}

  /// Adds a name if it is similar, prefixed by its owner and a dot if there is an owner.
  void offer(std::string_view name, std::string_view owner = {}) {
    auto const shorter = std::min(name.size(), typed_.size()), longer = std::max(name.size(), typed_.size());
    if (longer - shorter > farthest_) return;
    auto const distance = text::edit_distance(typed_, name);
    if (distance > farthest_) return;
    names_.push_back(owner.empty() ? std::string(name) : concat({owner, ".", name}));
    distances_.push_back(distance);
  }

  /// Nearest first, each once.
  [[nodiscard]] std::vector<std::string> take(std::size_t most = 3) {
    std::vector<std::string> nearest;
    for (std::size_t distance = 0; distance <= farthest_; ++distance)
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (distances_[i] == distance && nearest.size() < most && !t2s::detail::has(nearest, names_[i]))
          nearest.push_back(std::move(names_[i]));
    return nearest;
  }

 private:
  std::string_view typed_;
  std::size_t farthest_;
  std::vector<std::string> names_{};
  std::vector<std::size_t> distances_{};
};

/// Finds what a wrong name may have been meant to be. Searching a schema costs far more than finding a problem, and nobody reads proposals
/// for hundreds of problems, so only the first ones get any.
class proposer {
 public:
  explicit proposer(schema::database const& d) : database_(d) {}

  void for_column(problem& p, name_parts const& name, scope_level const* level) {
    if (!may_propose()) return;
    propose(p, in_scope(name, level));
    elsewhere(p, name.column, level);
    if (p.in_scope.empty() && !p.elsewhere.empty()) p.what.remedy = concat({p.elsewhere.front(), " is not in scope; join its table"});
  }

  void for_function(problem& p, std::string_view name) {
    if (!may_propose()) return;
    nearest_names near(name);
    for (auto const& f : functions) near.offer(f.name);
    propose(p, near.take());
  }

  [[nodiscard]] dialect sql_dialect() const noexcept { return database_.sql_dialect(); }

  void for_table(problem& p) {
    auto const* const t = database_.find_table(p.what.subject);
    if (t && p.at->kind == kind::table && sql_dialect() == dialect::postgres) return propose(p, {t->name});
    if (t) return explain_absence(p, t->name);
    if (!may_propose()) return;
    nearest_names near(std::string_view(p.what.subject).substr(p.what.subject.find('.') + 1));
    for (auto const& other : database_.tables()) near.offer(other.name);
    propose(p, near.take());
  }

 private:
  static constexpr std::size_t most = 32;
  static constexpr std::size_t most_elsewhere = 8;

  bool may_propose() noexcept { return proposed_++ < most; }

  /// Explains an existing table: it qualifies a name without being in FROM, or it is a view with missing parts.
  static void explain_absence(problem& p, std::string_view table) {
    if (p.what.message == concat({"no such table: ", p.what.subject}))
      p.what.remedy = concat({"the table ", table, " is not in FROM, or has another name there"});
  }

  static void propose(problem& p, std::vector<std::string> names) {
    p.in_scope = std::move(names);
    if (!p.in_scope.empty()) p.what.remedy = concat({"did you mean ", p.in_scope.front(), "?"});
  }

  static std::vector<std::string> in_scope(name_parts const& name, scope_level const* level) {
    nearest_names near(name.column);
    for (; level; level = level->around) {
      if (!level->member) continue;
      for (auto const& s : level->sources())
        for (auto const& c : s.relation->columns) near.offer(c.name, s.name);
    }
    return near.take();
  }

  void elsewhere(problem& p, std::string_view column, scope_level const* level) const {
    for (auto const* t : database_.tables_with(column))
      if (p.elsewhere.size() < most_elsewhere && !has_table(level, *t))
        p.elsewhere.push_back(concat({t->name, ".", t->find_column(column)->name}));
    if (!p.elsewhere.empty() || !p.in_scope.empty()) return;
    nearest_names near(column);
    for (auto const& t : database_.tables())
      for (auto const& c : t.columns) near.offer(c.name, t.name);
    p.elsewhere = near.take();
  }

  static bool has_table(scope_level const* level, schema::table const& t) {
    for (; level; level = level->around)
      if (level->member)
        for (auto const& s : level->sources())
          if (s.relation->table == &t) return true;
    return false;
  }

  schema::database const& database_;
  std::size_t proposed_ = 0;
};

}  // namespace t2s::sql::detail::resolving

#endif
