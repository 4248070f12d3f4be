// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_PREPARED_HPP
#define T2S_PIPELINE_PREPARED_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/task.hpp"
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

/// Reads parts of what is known of a database outside any run: no budget, no trace.
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
  [[nodiscard]] t2s::span<null_trace> span(events::stage_begun at) { return {untraced_, at}; }
  [[nodiscard]] llm::call_bounds bounds() const { return {}; }
  void require_time() const {}

 private:
  Database* database_;
  known_parts* known_;
  [[no_unique_address]] null_trace untraced_{};
};

}  // namespace detail

/// A database together with what is known of it: its names and stored texts, its schema as prompts describe it, rows of its tables, stored
/// values. A `Database` itself, to be passed to contexts in place of the connection.
///
///     t2s::db::sqlite_connection file("shop.sqlite");
///     t2s::prepared database(file);
///     t2s::systems::offline offline;
///     t2s::llm::no_model model;
///     auto const answer = offline.run(t2s::context(model, database), "Which hives are empty?");
///
/// Each part is read when it is first asked for, once, and kept as long as this object lives; whoever asks first pays (`known_parts`). A
/// connection that is passed to a context without this is prepared for each run anew. The parts are those of the time when they were read:
/// where the data have changed, make a new object.
///
/// Refers to the connection, which must outlive it. As safe for concurrent runs as the connection itself.
template <class Database>
class prepared : db::check_database<Database> {
 public:
  /// Nothing is read yet.
  explicit prepared(Database& connection, known_options options = {})
      : connection_(&connection), known_(known_parts::make(std::move(options))) {
    known_->require_schema(connection.schema());
  }
  /// The same with options of parts, in any order: `prepared(file, knowledge::lexicon_options{...}, schema::descriptions{...})`.
  template <class First, class... Options>
    requires(!std::same_as<First, known_options> && !std::same_as<First, std::shared_ptr<known_parts>>)
  explicit prepared(Database& connection, First first, Options... options)
      : prepared(connection, known_options(std::move(first), std::move(options)...)) {}
  /// One more connection to a database of which something is known, as `shared()` of another one has it: a connection for each thread, say.
  /// Both must have the same rights. Throws `error` with `invalid_argument` if `known` is null or of another schema.
  template <std::same_as<std::shared_ptr<known_parts>> Known>
  prepared(Database& connection, Known known) : connection_(&connection), known_(std::move(known)) {
    if (!known_)
      throw error(errc::invalid_argument, "prepared got a null pointer to what is known",
                  "give it shared() of another prepared, or options");
    known_->require_schema(connection.schema());
  }
  /// Of a temporary: refused, with the reason.
  template <class Temporary, class... Rest>
    requires(detail::is_temporary<Database>)
  explicit prepared(Temporary&&, Rest&&...);

  /// The connection's, with the descriptions of columns that the options have.
  [[nodiscard]] schema::database const& schema() { return known_->described(connection_->schema()); }
  /// As `Database` requires it, by the connection.
  [[nodiscard]] auto execute(std::string sql) { return connection_->execute(std::move(sql)); }
  /// The same.
  [[nodiscard]] auto sample(std::string table, std::size_t n) { return connection_->sample(std::move(table), n); }
  /// The same.
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t limit) {
    return connection_->distinct(std::move(table), std::move(column), limit);
  }

  /// What a statement would read, where the connection can tell.
  [[nodiscard]] auto estimate(std::string sql)
    requires db::Estimating<Database>
  {
    return connection_->estimate(std::move(sql));
  }

  /// The connection.
  [[nodiscard]] Database& connection() noexcept { return *connection_; }

  /// What is known so far, for contexts and for policies with parts of their own.
  [[nodiscard]] known_parts& known() noexcept { return *known_; }
  /// The same, to be shared with further connections.
  [[nodiscard]] std::shared_ptr<known_parts> const& shared() const noexcept { return known_; }

  /// A part outside any run, such as `known<knowledge::lexicon>()` or `known<knowledge::described_schema>(how)`: what `Part::of` gives, at
  /// once, or as an awaitable where the connection's verbs are. Never null. Throws what the connection throws.
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

/// Of a temporary: refused, with the reason.
template <class Database, class... Rest>
  requires(!std::is_lvalue_reference_v<Database>)
prepared(Database&&, Rest&&...) -> prepared<detail::temporary<Database>>;

}  // namespace t2s

#endif
