// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_NARROWED_HPP
#define T2S_LINK_NARROWED_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/estimate.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace t2s::link {

/// A database of which prompts show a part: a `Database` whose schema is the chosen one, and whose statements run over the whole.
///
///     auto const choice = t2s::link::retrieve_schema(*names, question, {4'000});
///     t2s::link::narrowed part(file, t2s::link::chosen_schema(file.schema(), choice));
///     auto const answer = pipeline.run(t2s::context(model, part), question);
///
/// It is no access control: SQL that names another table runs. Refers to the connection, which must outlive it. As safe for threads as the
/// connection.
template <db::Database Connection>
class narrowed {
 public:
  /// `shown` has tables and columns of the connection's schema, as `chosen_schema` makes it.
  narrowed(Connection& whole, schema::database shown) : whole_(&whole), shown_(std::move(shown)) {}

  /// What is shown.
  [[nodiscard]] schema::database const& schema() const noexcept { return shown_; }
  /// As the connection's; where that takes a stop token, so does this. The same holds for the next two.
  template <class... Stop>
  [[nodiscard]] auto execute(std::string sql, Stop... stop) {
    return whole_->execute(std::move(sql), std::move(stop)...);
  }
  /// The first rows, with all columns of the table.
  template <class... Stop>
  [[nodiscard]] auto sample(std::string table, std::size_t n, Stop... stop) {
    return whole_->sample(std::move(table), n, std::move(stop)...);
  }
  /// Different values of a column.
  template <class... Stop>
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t most, Stop... stop) {
    return whole_->distinct(std::move(table), std::move(column), most, std::move(stop)...);
  }
  /// Hands the rows of a statement over one by one, where the connection does, with what else that one takes: limits, a stop token.
  template <class Take, class... Rest>
  auto each_row(std::string const& sql, Take const& take, Rest... rest)
    requires requires(Connection& c) { c.each_row(sql, take, std::move(rest)...); }
  {
    return whole_->each_row(sql, take, std::move(rest)...);
  }
  /// What a statement would read, where the connection can tell.
  template <class... Stop>
  [[nodiscard]] auto estimate(std::string sql, Stop... stop)
    requires db::Estimating<Connection>
  {
    return whole_->estimate(std::move(sql), std::move(stop)...);
  }
  /// Ends the statement that runs, where the connection does.
  void interrupt() noexcept
    requires requires(Connection& c) { c.interrupt(); }
  {
    whole_->interrupt();
  }

 private:
  Connection* whole_;
  schema::database shown_;
};

}  // namespace t2s::link

#endif
