// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_PREPARED_HPP
#define T2S_PIPELINE_PREPARED_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/check_database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/pipeline/events.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace t2s {

namespace detail {

/// A context that reads known parts outside of any run: without a budget and a trace.
template <class Database>
class outside_run : public run_mode<llm::completion, decltype(std::declval<Database&>().execute(std::string()))> {
 public:
  static constexpr bool is_traced = false;

  outside_run(Database& database, known_parts& known) : database_(&database), known_(&known) {}

  [[nodiscard]] schema::database const& schema() const { return known_->described(database_->schema()); }
  [[nodiscard]] known_parts& known() const { return *known_; }
  [[nodiscard]] auto query(std::string sql) { return this->lift(database_->execute(std::move(sql))); }
  [[nodiscard]] auto sample(std::string table, std::size_t n) { return this->lift(database_->sample(std::move(table), n)); }
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t limit) {
    return this->lift(database_->distinct(std::move(table), std::move(column), limit));
  }
  template <class Wrap>
  [[nodiscard]] auto wrapped(Wrap wrap) const {
    return wrap(*database_);
  }
  [[nodiscard]] t2s::span<null_trace> span(events::stage_begun at) { return {untraced_, at}; }
  [[nodiscard]] llm::call_bounds bounds() const { return {}; }
  void require_time() const {}

 private:
  Database* database_;
  known_parts* known_;
  [[no_unique_address]] null_trace untraced_{};
};

}  // namespace detail

/// A database with shared knowledge about it: its names and stored texts, its schema as prompts describe it, rows of its tables, stored
/// values. It is a `Database` itself; pass it to contexts instead of the connection.
///
///     t2s::db::sqlite_connection file("shop.sqlite");
///     t2s::prepared database(file);
///     t2s::systems::offline offline;
///     t2s::llm::no_model model;
///     auto const answer = offline.run(t2s::context(model, database), "Which hives are empty?");
///
/// Each part is read once, on first use, and kept as long as this object lives; the run that asks first pays (`known_parts`). A connection
/// that is passed to a context directly is prepared anew for each run. The parts do not follow later changes of the data: make a new object
/// then.
///
/// Refers to the connection, which must outlive it. As safe for concurrent runs as the connection.
template <class Database>
class prepared : db::check_database<Database> {
 public:
  /// Reads nothing yet, with options of known parts in any order: `prepared(file, knowledge::lexicon_options{...},
  /// schema::descriptions{...})`.
  template <class First, class... Options>
    requires(!std::same_as<First, known_options> && !std::same_as<First, std::shared_ptr<known_parts>>)
  explicit prepared(Database& connection, First first, Options... options)
      : prepared(connection, known_options(std::move(first), std::move(options)...)) {}
  /// Another connection to a database whose knowledge exists, from `shared()` of the first: for example a connection for each thread. Both
  /// must have the same rights. Throws `error` with `invalid_argument` if `known` is null or for another schema.
  template <std::same_as<std::shared_ptr<known_parts>> Known>
  prepared(Database& connection, Known known) : connection_(&connection), known_(std::move(known)) {
    if (!known_)
      throw error(errc::invalid_argument, "prepared got a null pointer to what is known",
                  "give it shared() of another prepared, or options");
    known_->require_schema(connection.schema());
  }
  /// Does not compile for a temporary; the message says why.
  template <class Temporary, class... Rest>
    requires(detail::is_temporary<Database>)
  explicit prepared(Temporary&&, Rest&&...);

  /// Reads nothing yet. The last constructor, which g++ names first of those that do not fit.
  explicit prepared(Database& connection, known_options options = {})
      : connection_(&connection), known_(known_parts::make(std::move(options))) {
    known_->require_schema(connection.schema());
  }

  /// The connection's schema, with the columns described by the options.
  [[nodiscard]] schema::database const& schema() { return known_->described(connection_->schema()); }
  /// As in `Database`, by the connection.
  [[nodiscard]] auto execute(std::string sql) { return connection_->execute(std::move(sql)); }
  /// As in `Database`.
  [[nodiscard]] auto sample(std::string table, std::size_t n) { return connection_->sample(std::move(table), n); }
  /// As in `Database`.
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t limit) {
    return connection_->distinct(std::move(table), std::move(column), limit);
  }

  /// The estimate of what a statement reads, if the connection has one.
  [[nodiscard]] auto estimate(std::string sql)
    requires db::Estimating<Database>
  {
    return connection_->estimate(std::move(sql));
  }

  /// Ends the statement that the connection runs, if it can. Any thread may call it.
  void interrupt() noexcept
    requires requires(Database& d) { d.interrupt(); }
  {
    connection_->interrupt();
  }

  /// The connection.
  [[nodiscard]] Database& connection() noexcept { return *connection_; }

  /// The shared knowledge, for contexts and for policies with their own parts.
  [[nodiscard]] known_parts& known() noexcept { return *known_; }
  /// The same, for further connections.
  [[nodiscard]] std::shared_ptr<known_parts> const& shared() const noexcept { return known_; }

  /// Reads a part outside of any run, such as `known<knowledge::lexicon>()` or `known<knowledge::described_schema>(how)`. Returns the
  /// result of `Part::of`, immediately, or as an awaitable if the connection's verbs are. Never null. Throws what the connection throws.
  template <class Part, class... How>
  [[nodiscard]] auto known(How... how) {
    return ask([how...](auto& reader) { return Part::of(reader, how...); });
  }

 private:
  template <class Ask>
  auto ask(Ask part) {
    using reader = detail::outside_run<Database>;
    if constexpr (reader::synchronous) {
      reader asking(*connection_, *known_);
      return then(part(asking), std::identity());
    } else {
      return ask_later<reader>(connection_, known_, std::move(part));
    }
  }
  /// Does not refer to this object, which may be a temporary.
  template <class Reader, class Ask>
  static auto ask_later(Database* connection, std::shared_ptr<known_parts> known, Ask part)
      -> task<Reader, typename settled<std::invoke_result_t<Ask&, Reader&>>::type> {
    Reader asking(*connection, *known);
    auto going = part(asking);
    auto found = co_await std::move(going);
    co_return found;
  }

  Database* connection_;
  std::shared_ptr<known_parts> known_;
};

/// Does not compile for a temporary; the message says why.
template <class Database, class... Rest>
  requires(!std::is_lvalue_reference_v<Database>)
prepared(Database&&, Rest&&...) -> prepared<detail::temporary<Database>>;

}  // namespace t2s

#endif
