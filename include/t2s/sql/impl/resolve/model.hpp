// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_MODEL_HPP
#define T2S_SQL_IMPL_RESOLVE_MODEL_HPP

#include "t2s/core/text.hpp"
#include "t2s/sql/resolve.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What the two passes of `resolve` share. The first, the expander, finds the sources of every select and the names of its result; the
/// second, the namer, gives every name in an expression its meaning. SQLite works in the same two passes, and therefore complains about
/// all tables before it complains about any column.
namespace t2s::sql::detail::resolving {

inline constexpr std::uint32_t none = 0xFFFFFFFF;

struct relation_column {
  std::string_view name{};
  base_column base{};
  bool hidden = false;       ///< no part of `*`
  bool no_expand = false;    ///< of a join in brackets: part of `t.*` alone, since `*` shows the column that USING made of it
  bool of_using = false;     ///< of a join in brackets: made by USING, so it belongs to no table
  std::string_view owner{};  ///< of a join in brackets: the visible name of the table that it comes from
  std::string_view plain{};  ///< of a join in brackets: its name there
};

/// The columns that a source offers.
class relation {
 public:
  std::vector<relation_column> columns{};
  bool open = false;  ///< there may be columns that nobody has told
  bool has_rowid = true;
  bool in_brackets = false;  ///< a join in brackets: the names of its tables are still visible
  schema::table const* table{};

  /// The place of a column, or `none`. O(1) after the first time.
  [[nodiscard]] std::uint32_t find(std::string_view name) {
    if (index_.size() != columns.size()) make_index();
    auto const [first, last] = index_.equal_range(text::hash(name));
    auto found = none;
    for (auto i = first; i != last; ++i)
      if (text::same(columns[i->second].name, name)) found = std::min(found, i->second);
    return found;
  }

 private:
  void make_index() {
    index_.clear();
    for (std::uint32_t i = 0; i < columns.size(); ++i) index_.emplace(text::hash(columns[i].name), i);
  }

  std::unordered_multimap<std::uint64_t, std::uint32_t> index_{};
};

struct body;
struct cte;

struct source {
  std::string_view name{};  ///< the visible one
  resolving::relation* relation{};
  body* from{};  ///< of a subquery, a CTE or a join in brackets
  node const* at{};
  node const* join{};       ///< the join that brings it in; nullptr for the first
  node const* arguments{};  ///< of a table-valued function
  std::uint32_t table = none;
  std::vector<std::string_view> shared{};  ///< columns that USING or NATURAL share with what stands before

  [[nodiscard]] bool shares(std::string_view column) const {
    for (auto const& s : shared)
      if (text::same(s, column)) return true;
    return false;
  }
  [[nodiscard]] bool left() const { return join && (join->has(flag::left) || join->has(flag::full)); }
  [[nodiscard]] bool right() const { return join && (join->has(flag::right) || join->has(flag::full)); }
};

/// A column of the result of a select.
struct output {
  std::string_view name{};
  node const* at{};    ///< the expression without its alias, or a star
  bool named = false;  ///< by AS or by a star, so that ORDER BY can name it
  bool aggregate = false, window = false;
  std::uint32_t source = none, column = none;  ///< what a star stands for
  bool no_expand = false, of_using = false;
  std::string_view owner{};
  base_column base{};
};

/// A select, a VALUES, a join in brackets, or the `SELECT *` that a table after IN or a compound's member in brackets stands for.
struct member {
  node const* at{};
  std::vector<resolving::source> sources{};
  std::vector<output> outputs{};
  cte* recursive{};  ///< the CTE that it may name as its own source
  bool has_right_join = false;
  bool is_aggregate = false;
  bool is_cut = false;  ///< there are more sources than SQLite takes
};

/// The members of a compound, or one.
struct body {
  node const* at{};
  std::vector<member*> members{};
  resolving::relation relation{};
  bool named = false;  ///< the second pass has been here
  bool order_is_ignored = false;
};

struct environment;

struct cte {
  enum class state { unseen, open, done };

  node const* at{};
  environment* visible{};  ///< the CTEs that it can name
  cte::state now{};
  resolving::body* body{};
};

/// The CTEs of a WITH clause, and those around it.
struct environment {
  environment* around{};
  std::unordered_map<std::uint64_t, std::vector<cte*>> by_hash{};

  [[nodiscard]] static cte* find(environment const* e, std::string_view name) {
    auto const hash = text::hash(name);
    for (; e; e = e->around)
      if (auto const i = e->by_hash.find(hash); i != e->by_hash.end())
        for (auto* c : i->second)
          if (text::same(c->at->name.view(), name)) return c;
    return nullptr;
  }
};

/// Everything lives in deques, so that pointers stay good.
struct model {
  std::deque<relation> relations{};
  std::deque<member> members{};
  std::deque<body> bodies{};
  std::deque<cte> ctes{};
  std::deque<environment> environments{};
  std::deque<std::string> names{};
  std::unordered_map<node const*, body*> body_of{};
  std::unordered_map<schema::table const*, relation*> relation_of{};

  std::string_view keep(std::string name) { return names.emplace_back(std::move(name)); }
};

/// SQLite's parser replaces `... AND 0` by 0 and `... IN ()` by a truth value, and never looks at what it has thrown away.
inline bool is_dropped(node const& n) {
  if (n.kind == kind::in) return n[1].kind == kind::list && n[1].count == 0;
  if (n.kind != kind::operation || n.op != op::and_) return false;
  for (auto const* operand : n.children()) {
    bool const is_zero = operand->kind == kind::number && operand->name.view().find_first_not_of('0') == std::string_view::npos;
    if (is_zero || (operand->op == op::and_ && is_dropped(*operand))) return true;
  }
  return false;
}

}  // namespace t2s::sql::detail::resolving

#endif
