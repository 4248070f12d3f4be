// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_NARROWED_HPP
#define T2S_RETRIEVE_LINK_DETAIL_NARROWED_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/link/detail/shown_part.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace t2s::link {

/// A database of which prompts show a part: a `Database` with the chosen schema, whose statements still run on the whole. It shows the
/// whole until `show` is called.
///
///     t2s::link::narrowed part(database);
///     part.show(names, t2s::link::retrieve_schema(*names, question, {4'000}));
///     auto const answer = pipeline.run(t2s::context(model, part), question);
///
/// What statements and their errors name is added for the next prompt: tables and columns that a statement uses, and for a name that does
/// not exist the table that it most likely means; by at most as many tokens again, but 1,000 to 2,000. `systems::with_schema_retrieval`
/// does all this for each question.
///
/// It does not control access: SQL that names another table runs. Refers to the connection, which must outlive it. For one run at a time.
template <db::Database Connection>
class narrowed {
 public:
  /// Shows the whole.
  explicit narrowed(Connection& whole) : whole_(&whole), part_(known_of(whole)) {}

  /// Shows the chosen part from now on. `names` are those of the database.
  void show(std::shared_ptr<knowledge::lexicon const> names, schema_choice chosen) { part_.show(std::move(names), std::move(chosen)); }
  /// What is shown now; nothing if it is the whole.
  [[nodiscard]] schema_choice const* shown() const noexcept { return part_.shown(); }

  /// The rows that prompts may show from now on.
  void show_rows(rows_budget most) { rows_ = std::move(most); }
  /// The rows that prompts may show; null without a limit.
  [[nodiscard]] rows_budget const* shown_rows() const noexcept { return rows_ ? &*rows_ : nullptr; }

  /// The shown schema. The reference stays valid as long as this object exists, even when more is shown.
  [[nodiscard]] schema::database const& schema() const {
    auto const* part = part_.schema();
    return part ? *part : whole_->schema();
  }
  /// The schema of the whole database.
  [[nodiscard]] schema::database const& whole_schema() const { return whole_->schema(); }
  /// What is known of the part that is shown.
  [[nodiscard]] known_parts& known() const { return part_.known(); }

  /// As the connection's function; it takes a stop token if that does. The same holds for the next two.
  template <class... Stop>
  [[nodiscard]] auto execute(std::string sql, Stop... stop) {
    auto running = whole_->execute(sql, std::move(stop)...);
    return then(std::move(running), [this, sql = std::move(sql)](db::execution done) {
      part_.widen(sql, done);
      return done;
    });
  }
  /// The first rows, with all columns of the table. Samplers leave out the columns that the shown schema lacks.
  template <class... Stop>
  [[nodiscard]] auto sample(std::string table, std::size_t n, Stop... stop) {
    return whole_->sample(std::move(table), n, std::move(stop)...);
  }
  /// Distinct values of a column.
  template <class... Stop>
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t most, Stop... stop) {
    return whole_->distinct(std::move(table), std::move(column), most, std::move(stop)...);
  }
  /// What a statement would read, if the connection can estimate it.
  template <class... Stop>
  [[nodiscard]] auto estimate(std::string sql, Stop... stop)
    requires db::Estimating<Connection>
  {
    return whole_->estimate(std::move(sql), std::move(stop)...);
  }
  /// Ends the statement that the connection runs, if it can. Any thread may call it.
  void interrupt() noexcept
    requires requires(Connection& c) { c.interrupt(); }
  {
    whole_->interrupt();
  }

 private:
  static std::shared_ptr<known_parts> known_of(Connection& whole) {
    if constexpr (requires {
                    { whole.shared() } -> std::convertible_to<std::shared_ptr<known_parts>>;
                  })
      return whole.shared();
    else
      return known_parts::make();
  }

  Connection* whole_;
  detail::shown_part part_;
  std::optional<rows_budget> rows_{};
};

}  // namespace t2s::link

#endif
