// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_QUERY_PARTS_HPP
#define T2S_LAB_EVALUATION_DETAIL_QUERY_PARTS_HPP

#include "t2s/lab/evaluation/detail/strict_joins.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace t2s::evaluation::detail {

/// The parts of a query in its normal form, each as text in lower case, over all its selects. Columns are "table.column".
struct query_parts {
  using texts = std::vector<std::string>;

  bool parsed = false;         ///< if not, all else is empty
  texts tables{};              ///< of the schema, each once
  texts table_uses{};          ///< the same, each as often as it is used
  texts joined{};              ///< pairs of columns that are equal
  texts outer_joins{};         ///< "left", "right", "full" for each
  texts set_operations{};      ///< in order
  texts computed{};            ///< functions and arithmetic of the results
  texts computed_inside{};     ///< the same of subqueries and HAVING
  texts results{};             ///< columns that the results name; not what count() counts
  texts tested{};              ///< columns that conditions name, and those that subqueries return
  texts conditions{};          ///< with `_` for columns and `?` for values
  texts values{};              ///< compared literals, as written
  texts groups{};              ///< keys of GROUP BY, without columns of a table whose primary key is one
  texts nulls{};               ///< tests for NULL, functions that replace it
  texts counted{};             ///< arguments of count()
  texts order{};               ///< keys of ORDER BY with direction, in order, without columns after their table's primary key
  texts limits{};              ///< LIMIT and OFFSET
  texts distinct{};            ///< selects and aggregates with DISTINCT
  std::size_t subqueries = 0;  ///< subqueries and common table expressions
};

/// Reads the parts of a query that is in the normal form of strict mode's exact match.
class part_reader {
 public:
  explicit part_reader(strict::names const& sources) : sources_(sources) {}

  [[nodiscard]] query_parts read(sql::node const& root) {
    parts_.parsed = true;
    query(root, true);
    parts_.tables = parts_.table_uses;
    for (auto* list : {&parts_.tables, &parts_.joined, &parts_.groups}) sort_once(*list);
    for (auto* list : {&parts_.table_uses, &parts_.outer_joins, &parts_.computed, &parts_.computed_inside, &parts_.results, &parts_.tested,
                       &parts_.conditions, &parts_.values, &parts_.nulls, &parts_.counted, &parts_.limits, &parts_.distinct})
      std::ranges::sort(*list);
    return std::move(parts_);
  }

 private:
  using kind = sql::kind;
  using op = sql::op;
  using flag = sql::flag;
  using node = sql::node;

  enum class place { result, inner_result, having, condition };

  static void sort_once(std::vector<std::string>& list) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }

  // ---- clauses

  void query(node const& q, bool outermost) {
    for (auto const* part : q.children()) {
      if (part->op != op::none) parts_.set_operations.push_back(text_of(part->op));
      switch (part->kind) {
        case kind::select: select(*part, outermost && part->op == op::none); break;
        case kind::order_by: order(*part); break;
        case kind::limit: limit(*part); break;
        default: nested(*part); break;
      }
    }
  }

  void select(node const& s, bool outermost) {
    if (s.has(flag::distinct)) parts_.distinct.emplace_back("select");
    for (auto const* part : s.children()) {
      switch (part->kind) {
        case kind::columns: expression(*part, outermost ? place::result : place::inner_result); break;
        case kind::from: from(*part); break;
        case kind::where: conditions((*part)[0], place::condition); break;
        case kind::having: conditions((*part)[0], place::having); break;
        case kind::group_by: groups(*part); break;
        case kind::order_by: order(*part); break;
        case kind::limit: limit(*part); break;
        default: nested(*part); break;
      }
    }
  }

  void groups(node const& by) {
    std::vector<node const*> keys;
    for (auto const* key : by.children()) keys.push_back(key);
    for (auto const* key : keys) {
      if (!is_needless(*key, keys)) parts_.groups.push_back(text(*key));
      nested(*key);
    }
  }

  void order(node const& by) {
    std::vector<node const*> before;
    for (auto const* sort : by.children()) {
      auto const& key = (*sort)[0];
      if (!is_needless(key, before)) parts_.order.push_back(text(key) + (sort->has(flag::descending) ? " desc" : ""));
      before.push_back(&key);
      nested(*sort);
    }
  }

  /// Whether a key divides nothing further: it is a column of a table whose primary key is among the others.
  [[nodiscard]] bool is_needless(node const& key, std::vector<node const*> const& others) const {
    auto const* const source = is_column(key) && !key.qualifier.empty() ? sources_.source(key.qualifier.view()) : nullptr;
    if (!source || !source->table) return false;
    auto const* const column = source->table->find_column(key.name.view());
    auto const primary = source->table->primary_key();
    if (!column || column->key_position > 0 || primary.empty()) return false;
    return std::ranges::all_of(primary, [&](std::string const& name) {
      return std::ranges::any_of(others, [&](node const* other) {
        return is_column(*other) && other->qualifier.view() == key.qualifier.view() && text::same(other->name.view(), name);
      });
    });
  }

  void limit(node const& l) {
    std::string written;
    for (auto const* n : l.children()) written += text(*n) + " ";
    parts_.limits.push_back(written);
  }

  void from(node const& f) {
    for (auto const* n : f.children()) {
      source(n->kind == kind::join ? (*n)[0] : *n);
      if (n->kind != kind::join) continue;
      for (auto const& [is, word] : {std::pair{flag::left, "left"}, std::pair{flag::right, "right"}, std::pair{flag::full, "full"}})
        if (n->has(is)) parts_.outer_joins.emplace_back(word);
      if (auto const* on = n->find(kind::on)) conditions((*on)[0], place::condition);
    }
  }

  void source(node const& s) {
    if (auto const* known = sources_.source(s); known && known->table) return parts_.table_uses.push_back(text::lower(known->table->name));
    switch (s.kind) {
      case kind::alias:
      case kind::indexed:
      case kind::sample: return source(s[0]);
      case kind::from: return from(s);
      case kind::table: return;  // a common table expression, or none of the schema
      default: return nested(s);
    }
  }

  /// The subqueries in an expression, and other parts that have some.
  void nested(node const& n) {
    sql::visit(n, [this](node const& part) {
      if (part.kind != kind::query) return sql::walk::into;
      ++parts_.subqueries;
      query(part, false);
      return sql::walk::over;
    });
  }

  // ---- conditions and results

  void conditions(node const& n, place where) {
    if (n.kind == kind::operation && n.op == op::and_) {
      for (auto const* operand : n.children()) conditions(*operand, where);
    } else if (n.kind == kind::operation && n.op == op::eq && n.count == 2 && is_column(n[0]) && is_column(n[1])) {
      auto first = text(n[0]), second = text(n[1]);
      if (second < first) std::swap(first, second);
      parts_.joined.push_back(first + " = " + second);
    } else {
      if (tests_null(n))
        parts_.nulls.push_back(masked(n));
      else
        parts_.conditions.push_back(masked(n));
      expression(n, where);
    }
  }

  static bool is_column(node const& n) { return n.kind == kind::column; }
  static bool tests_null(node const& n) {
    bool const is = n.kind == kind::operation && (n.op == op::is || n.op == op::is_not);
    return is && n.count == 2 && n[1].kind == kind::null;
  }

  /// Columns, values, functions and subqueries of an expression.
  void expression(node const& n, place where) {
    sql::visit(n, [&](node const& part) { return piece(part, where); });
  }

  sql::walk piece(node const& n, place where) {
    switch (n.kind) {
      case kind::query: return nested(n), sql::walk::over;
      case kind::call: return call(n, where);
      case kind::column: return (where == place::result ? parts_.results : parts_.tested).push_back(text(n)), sql::walk::over;
      case kind::star: return star(where), sql::walk::over;
      case kind::case_: return computed("case", where), sql::walk::into;
      case kind::operation: return operation(n, where);
      default: break;
    }
    if (compares(where) && strict::is_value(n)) return parts_.values.push_back(text(n)), sql::walk::over;
    return sql::walk::into;
  }

  static bool compares(place where) { return where == place::having || where == place::condition; }

  /// One that could not be written out.
  void star(place where) {
    if (where == place::result) parts_.results.emplace_back("*");
  }

  sql::walk operation(node const& n, place where) {
    if (compares(where) && strict::is_value(n)) return parts_.values.push_back(text(n)), sql::walk::over;
    bool const calculates = (n.op >= op::add && n.op <= op::concat) || n.op == op::int_div;
    if (calculates) computed(text_of(n.op), where);
    return sql::walk::into;
  }

  void computed(std::string_view what, place where) {
    if (where == place::condition) return;
    (where == place::result ? parts_.computed : parts_.computed_inside).emplace_back(what);
  }

  sql::walk call(node const& n, place where) {
    auto const name = text::lower(n.name.view());
    if (name == "coalesce" || name == "ifnull" || name == "nullif")
      parts_.nulls.push_back(name);
    else
      computed(name, where);
    if (n.has(flag::distinct)) parts_.distinct.push_back(name);
    if (name != "count" || n.has(flag::distinct) || n.count == 0) return sql::walk::into;
    parts_.counted.push_back(text(n[0]));
    return sql::walk::over;
  }

  // ---- texts

  /// Any text that differs from operator to operator.
  static std::string text_of(op o) { return "op" + std::to_string(static_cast<int>(o)); }

  [[nodiscard]] std::string text(node const& n) const {
    std::string out;
    write(n, false, out);
    return out;
  }
  [[nodiscard]] std::string masked(node const& n) const {
    std::string out;
    write(n, true, out);
    return out;
  }

  void write(node const& n, bool masks, std::string& out) const {
    if (masks && strict::is_value(n)) return out.append("?"), void();
    switch (n.kind) {
      case kind::column: return masks ? out.append("_"), void() : write_column(n, out);
      case kind::query: return out.append("(select)"), void();
      case kind::number:
      case kind::string:
      case kind::blob:
      case kind::parameter: return out.append(n.name.view()), void();
      case kind::call:
        if (text::same(n.name.view(), "count") && !n.has(flag::distinct)) return out.append("count(*)"), void();
        break;
      default: break;
    }
    out += n.has(flag::negated) ? "not " : "";
    out += n.op != op::none ? text_of(n.op) : std::string(sql::name_of(n.kind));
    out += text::lower(n.name.view());
    out += n.has(flag::distinct) ? "(distinct " : "(";
    write_children(n, masks, out);
  }

  void write_children(node const& n, bool masks, std::string& out) const {
    std::vector<std::string> operands;
    for (auto const* child : n.children()) {
      operands.emplace_back();
      write(*child, masks, operands.back());
    }
    bool const commutes = n.kind == kind::operation && (n.op == op::or_ || n.op == op::and_ || n.op == op::eq || n.op == op::ne);
    if (commutes) std::ranges::sort(operands);
    out += text::join(operands, ", ") + ")";
  }

  void write_column(node const& n, std::string& out) const {
    auto const* source = n.qualifier.empty() ? nullptr : sources_.source(n.qualifier.view());
    if (source) out += text::lower(source->table ? std::string_view(source->table->name) : source->name) + ".";
    out += text::lower(n.name.view());
  }

  strict::names const& sources_;
  query_parts parts_{};
};

}  // namespace t2s::evaluation::detail

#endif
