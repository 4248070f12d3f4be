// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_STATEMENT_HPP
#define T2S_GENERATE_REPAIRS_STATEMENT_HPP

#include "t2s/core/config.hpp"
#include "t2s/knowledge/lexicon.hpp"
#include "t2s/link/lexical.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/resolve.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The rules of repair: each looks at one statement and proposes edits of its tree, with what they cost and why. None executes anything
/// (`generate/repairer.hpp` does), so each can be tested alone.
namespace t2s::generate::repairs {

/// What is known beside the statement. All of it must outlive what is made from it.
struct knowledge {
  schema::database const* schema{};     ///< as the database has it
  schema::database const* connected{};  ///< with the keys that names suggest; the same as `schema` if they are not known
  link::lexicon const* names{};         ///< what is stored; nullptr if that is not known
  link::links const* linked{};          ///< what the question names; nullptr without a question

  /// The best score with which the question names a table or column, from 0 to 1; 0 without a question.
  [[nodiscard]] T2S_DECL double asked(schema::table const& t, schema::column const* c = nullptr) const;
};

/// A statement that parses, with what its names mean.
class statement {
 public:
  T2S_DECL statement(sql::query q, schema::database const& d);  ///< resolves a query against a schema, which must outlive it

  /// The tree.
  [[nodiscard]] sql::query const& query() const noexcept { return query_; }
  /// What its names mean.
  [[nodiscard]] sql::resolution const& means() const noexcept { return means_; }
  /// What it uses.
  [[nodiscard]] sql::entities const& used() const noexcept { return used_; }

  /// The use of a column at a node, or nullptr.
  [[nodiscard]] T2S_DECL sql::column_use const* use_at(sql::node const& at) const;

  /// The sources of a scope.
  [[nodiscard]] T2S_DECL std::vector<sql::table_use const*> sources(std::uint32_t scope) const;

  /// The source that a column's qualifier names, or the only one; nullptr if neither.
  [[nodiscard]] T2S_DECL sql::table_use const* source_of(sql::column_use const& c) const;

  /// The schema's table behind a source, or nullptr.
  [[nodiscard]] T2S_DECL schema::table const* table_of(sql::table_use const& source) const;

  /// All uses in a scope of a name with a qualifier, as written.
  [[nodiscard]] T2S_DECL std::vector<sql::column_use const*> uses(std::uint32_t scope, std::string_view name,
                                                                  std::string_view qualifier) const;

  /// The innermost FROM around a source, and the parent of a node; nullptr if there is none.
  [[nodiscard]] T2S_DECL sql::node const* from_around(sql::table_use const& source) const;
  [[nodiscard]] T2S_DECL sql::node const* parent_of(sql::node const& n) const;  ///< the node above, or nullptr for the root

 private:
  sql::query query_;
  sql::resolution means_;
  sql::entities used_;
  schema::database const* schema_;
  std::unordered_map<sql::node const*, sql::node const*> parents_{};
};

/// A copy of a query to be edited, with the way from each node to its copy.
class edited {
 public:
  T2S_DECL explicit edited(sql::query const& original);  ///< a copy to be edited

  /// The copy of a node.
  [[nodiscard]] sql::node& operator[](sql::node const& original) { return *copies_.at(&original); }
  /// The copy's tree.
  [[nodiscard]] sql::query& query() noexcept { return query_; }
  [[nodiscard]] T2S_DECL std::string sql() const;  ///< the copy as text

  // Makers of nodes.
  [[nodiscard]] T2S_DECL sql::node& column(std::string_view qualifier, std::string_view name);  ///< a new column
  [[nodiscard]] T2S_DECL sql::node& table(std::string_view name, std::string_view alias = {});  ///< a new table
  [[nodiscard]] T2S_DECL sql::node& text(std::string_view content);                             ///< a new string
  [[nodiscard]] T2S_DECL sql::node& both(sql::op o, sql::node& a, sql::node& b);                ///< both sides under an operator

  /// Names a column anew; the qualifier stays if the new one is empty.
  T2S_DECL void rename(sql::node& column, std::string_view qualifier, std::string_view name);

  /// Puts a node in the place of another.
  T2S_DECL void replace(sql::node const& original, sql::node& by);

  /// Adds a child at the end.
  T2S_DECL void append(sql::node& parent, sql::node& child);

 private:
  sql::query query_;
  std::unordered_map<sql::node const*, sql::node*> copies_{};
};

/// The place of a column of the schema in the lexicon, or nothing.
[[nodiscard]] T2S_DECL std::optional<link::column_id> place_in(sql::base_column base, link::lexicon const& names);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/statement.ipp"
#endif

#endif
