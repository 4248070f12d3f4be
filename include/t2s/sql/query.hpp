// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_QUERY_HPP
#define T2S_SQL_QUERY_HPP

#include "t2s/sql/ast.hpp"
#include "t2s/sql/dialect.hpp"
#include "t2s/sql/impl/arena.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

namespace detail {

/// All memory of a query. The working space of the parser stays here too, so that parsing into a used query allocates nothing.
struct storage {
  std::string text{};
  sql::arena memory{};
  std::vector<token> tokens{};  ///< the first `token_count` are in use
  std::size_t token_count{};
  std::vector<node*> stack{};
  node* root{};
  sql::dialect dialect{};
};

struct access;

}  // namespace detail

/// A parsed statement: owns its text and its tree. Moves, but does not copy by accident (`clone` does). A query that was moved from, or
/// made by the default constructor, is empty: only assignment, `parse_into` and the test for emptiness are allowed on it.
///
/// Reading from several threads at once is safe while nobody changes the query.
class query {
 public:
  query() = default;

  /// Whether there is no tree.
  [[nodiscard]] bool empty() const noexcept { return !held_ || !held_->root; }

  /// The text that was parsed (of a clone, the original's); unchanged when the tree is.
  [[nodiscard]] std::string_view text() const noexcept { return held_->text; }

  /// The dialect that the text was parsed in.
  [[nodiscard]] sql::dialect dialect() const noexcept { return held_->dialect; }

  /// The top of the tree; only if it is not empty.
  [[nodiscard]] node const& root() const noexcept { return *held_->root; }
  /// The top of the tree; only if it is not empty.
  [[nodiscard]] node& root() noexcept { return *held_->root; }

  /// A copy with memory of its own. O(size).
  [[nodiscard]] T2S_DECL query clone() const;

  /// Makes nodes for repairs; they live as long as the query. `make` takes the children over, `copy` copies a tree, perhaps of another
  /// query, with its names.
  T2S_DECL node& make(kind k, std::initializer_list<node*> children = {});
  T2S_DECL node& copy(node const& tree);  ///< a copy of a tree, of this query

  /// A name with its content copied into this query, quoted if it would not be read as a name otherwise.
  [[nodiscard]] T2S_DECL identifier make_name(std::string_view content);
  [[nodiscard]] T2S_DECL identifier make_literal(std::string_view content);  ///< a string literal of this query

  /// Replaces the children of `parent`.
  T2S_DECL void set_children(node& parent, std::span<node* const> children);

  friend bool operator==(query const& a, query const& b) noexcept { return a.root() == b.root(); }

 private:
  friend struct detail::access;
  std::unique_ptr<detail::storage> held_{};
};

/// The parser's way in: the storage of a query, made if need be.
struct detail::access {
  static storage& of(query& q) {
    if (!q.held_) q.held_ = std::make_unique<storage>();
    return *q.held_;
  }
};

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/impl/query.ipp"
#endif

#endif
