// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_MEANING_HPP
#define T2S_SQL_DETAIL_MEANING_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/sql/print.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql {
namespace detail {

/// Explains a query in plain words, one sentence for each clause.
class plain_words {
 public:
  explicit plain_words(dialect d) : how_{false, d} {}

  [[nodiscard]] std::vector<std::string> of(query const& q) {
    query_words(q.root());
    return std::move(said_);
  }

 private:
  [[nodiscard]] std::string text_of(node const& n) const { return one_line(print(n, how_)); }

  [[nodiscard]] std::string list(node const& n) const {
    std::string out;
    for (auto const* child : n.children()) {
      if (!child) continue;
      out.append(out.empty() ? "" : ", ").append(text_of(*child));
    }
    return out;
  }

  /// Removes the brackets that a list of sources gets when it is printed alone.
  [[nodiscard]] std::string sources(node const& from) const {
    auto const words = text_of(from);
    return words.starts_with('(') ? words.substr(1, words.size() - 2) : words;
  }

  /// "3" of LIMIT 3; other forms as they are.
  [[nodiscard]] std::string limit(node const& n) const {
    constexpr std::string_view word = "LIMIT ";
    auto const words = text_of(n);
    return words.starts_with(word) ? words.substr(word.size()) : words;
  }

  void say(std::string sentence) { said_.push_back(std::move(sentence)); }

  static std::string_view set_words(op o) {
    switch (o) {
      case op::union_: return "These and the following rows together, each once:";
      case op::union_all: return "These and the following rows together:";
      case op::intersect: return "Keeps only those that are also among the following rows:";
      case op::except: return "Keeps only those that are not among the following rows:";
      default: return "Combines these with the following rows:";
    }
  }

  void query_words(node const& q) {
    bool is_first = true;
    for (auto const* child : q.children()) {
      if (!child) continue;
      bool const is_member = child->kind == kind::select || child->kind == kind::values || child->kind == kind::subquery;
      if (is_member && !is_first) say(std::string(set_words(child->op)));
      if (is_member) is_first = false;
      if (child->kind == kind::with) with_words(*child);
      if (child->kind == kind::select) select_words(*child);
      if (child->kind == kind::values || child->kind == kind::subquery) say("Gives the rows of " + text_of(*child) + ".");
      if (child->kind == kind::order_by) say("Sorted by " + list(*child) + ".");
      if (child->kind == kind::limit) say("At most: " + limit(*child) + ".");
    }
  }

  void with_words(node const& n) {
    for (auto const* c : n.children()) {
      say("First, as " + one_line(c->name.view()) + ":");
      if (auto const* inner = c->find(kind::query)) query_words(*inner);
      say("Then:");
    }
  }

  void select_words(node const& s) {
    if (auto const* from = s.find(kind::from)) say("Takes the rows of " + sources(*from) + ".");
    if (auto const* where = s.find(kind::where)) say("Keeps those where " + text_of((*where)[0]) + ".");
    if (auto const* group = s.find(kind::group_by)) say("Makes one row for each " + list(*group) + ".");
    if (auto const* having = s.find(kind::having)) say("Keeps the groups where " + text_of((*having)[0]) + ".");
    std::string gives = s.has(flag::distinct) ? "Gives, each combination once, " : "Gives ";
    if (auto const* columns = s.find(kind::columns)) say(gives + list(*columns) + ".");
    if (auto const* order = s.find(kind::order_by)) say("Sorted by " + list(*order) + ".");
  }

  print_options how_;
  std::vector<std::string> said_{};
};

}  // namespace detail

/// What a query does in plain words, one sentence for each clause. O(size).
[[nodiscard]] inline std::vector<std::string> meaning_of(query const& q, dialect d) { return detail::plain_words(d).of(q); }

}  // namespace t2s::sql

#endif
