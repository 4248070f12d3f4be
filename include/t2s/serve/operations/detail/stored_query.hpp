// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_STORED_QUERY_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_STORED_QUERY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/hints.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// A parameter of a stored query, `:name` in its SQL.
struct query_parameter {
  std::string name{};
  std::string type{};                             ///< "integer", "number", "text", "date" or "boolean"
  std::string description{};                      ///< for people and assistants
  std::optional<boost::json::value> otherwise{};  ///< its value where none is given; without it one must be given
  std::vector<std::string> one_of{};              ///< the texts that it may have; empty: any
};

/// A question with its checked SQL, under a name.
struct stored_query {
  std::string name{};         ///< lower-case letters, digits and _, as of a tool
  std::string question{};     ///< what it answers
  std::string description{};  ///< more for assistants; may be empty
  std::string database{};     ///< the only one that it is for; empty: every one that has its tables
  std::string sql{};          ///< one statement that reads, with `:name` in the place of values
  std::vector<query_parameter> parameters{};

  /// The statement with these values as literals of the dialect; missing ones are those of the parameters. Throws `t2s::error` with
  /// `invalid_argument` for a value that is not of its parameter's type.
  [[nodiscard]] T2S_DECL std::string with(boost::json::object const& values, sql::dialect d) const;

  /// Whether a database has all tables and columns that it names. O(bytes of the SQL).
  [[nodiscard]] T2S_DECL bool fits(served_database const& database) const;
};

/// The queries of a JSON file: {"queries": [{"name", "question", "sql", ...}]}. `taken` are names of other tools. Throws `t2s::error` with
/// `file_not_found` or, with the query and what is wrong, `malformed_data`.
[[nodiscard]] T2S_DECL std::vector<stored_query> read_stored_queries(std::string const& file, std::vector<std::string> const& taken = {});

/// The same from a text; `name` is for messages.
[[nodiscard]] T2S_DECL std::vector<stored_query> parse_stored_queries(std::string_view content, std::string_view name,
                                                                      std::vector<std::string> const& taken = {});

/// Throws `t2s::error` with `malformed_data` for the first query that none of the databases fits, or whose own does not exist, with what it
/// names and they lack.
T2S_DECL void require_fitting(std::vector<stored_query> const& all, std::vector<std::shared_ptr<served_database>> const& served);

/// Runs a stored query with the values of its parameters and gives its rows, a page at a time. It is offered where a database fits.
[[nodiscard]] T2S_DECL operation stored_query_operation(stored_query query, hints by);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/stored_query.ipp"
#endif

#endif
