// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_SESSION_HPP
#define T2S_DB_DUCKDB_DETAIL_SESSION_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/db/detail/row_reading.hpp"
#include "t2s/db/detail/watched_statement.hpp"
#include "t2s/db/duckdb/detail/bounded_growth.hpp"
#include "t2s/db/duckdb/detail/instance.hpp"
#include "t2s/db/duckdb/detail/plan.hpp"
#include "t2s/db/duckdb/detail/values.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// Takes the rows of one statement.
struct duckdb_reading : row_reading {
  using row_reading::row_reading;

  statement_guard const* guard{};         ///< of a statement that it could not read itself: what DuckDB's parser finds is looked at by it
  std::optional<statement_cost>* cost{};  ///< if there is one, what the statement would read is written there, and it is not run
};

/// One of DuckDB's connections to an instance, on one thread, save `interrupt`.
class duckdb_session {
 public:
  explicit duckdb_session(std::shared_ptr<duckdb_instance const> of) : of_(std::move(of)), connection_(api().disconnect) {
    if (api().connect(of_->database(), connection_.out()) != duckdb_fine)
      throw error(errc::file_unreadable, "DuckDB makes no connection", "use fewer connections");
    std::ignore = statement("SET errors_as_json = true");  // before 1.5 only the first session of an instance can
    if (!of_->search_path.empty())
      if (auto const r = statement("SET search_path = " + literal(of_->search_path))) throw error(duckdb_failure(*r, {}, 0));
  }

  [[nodiscard]] duckdb_instance const& of() const noexcept { return *of_; }
  void interrupt() const noexcept { api().interrupt(connection_.get()); }
  /// Whether DuckDB has met an error of its own and takes no more statements.
  [[nodiscard]] bool is_broken() const noexcept { return broken_; }

  /// Runs a statement of this library's that has no rows.
  [[nodiscard]] std::optional<duckdb_report> statement(std::string const& sql) {
    duckdb_rows rows(api());
    if (api().query(connection_.get(), sql.c_str(), rows.get()) == duckdb_fine) return {};
    return duckdb_report(text_or_none(api().result_error(rows.get())));
  }

  /// Puts macros before the functions that could take any time and memory. Throws `t2s::error`.
  void bound_functions() {
    for (auto const& sql : duckdb_macros())
      if (auto const r = statement(sql)) throw error(duckdb_failure(*r, {}, 0));
  }

  /// Runs SQL within a transaction that is rolled back; the watch begins after it has begun and ends before that. Returns what ended it
  /// before its last row. What `take` throws passes through.
  [[nodiscard]] std::optional<failure> run(std::string const& sql, statement_watch& watch, std::stop_token const& stop,
                                           duckdb_reading& reading) {
    watch.forget();
    transaction const lasting(*this, watch);
    if (auto const& r = lasting.failed()) {  // nothing was sent: it is not the statement's fault
      broken_ = true;
      auto f = duckdb_failure(*r, {}, 0);
      f.code = errc::database_lost;
      return f;
    }
    watch.begin(statement_watch::after(reading.limits().time));
    if (stop.stop_requested()) watch.stop();
    if (of_->options().layers.only_queries) return run_query(sql, watch, reading);
    return run_all(sql, watch, reading);
  }

 private:
  [[nodiscard]] duckdb_api const& api() const noexcept { return of_->api(); }

  class transaction {
   public:
    transaction(duckdb_session& in, statement_watch& watch)
        : in_(in),
          watch_(watch),
          failed_(in.statement(in.of_->options().layers.read_only ? "BEGIN TRANSACTION READ ONLY" : "BEGIN TRANSACTION")) {}
    transaction(transaction const&) = delete;
    transaction& operator=(transaction const&) = delete;
    ~transaction() {
      watch_.finish();  // else it would end the ROLLBACK
      std::ignore = in_.statement("ROLLBACK");
    }

    [[nodiscard]] std::optional<duckdb_report> const& failed() const noexcept { return failed_; }

   private:
    duckdb_session& in_;
    statement_watch& watch_;
    std::optional<duckdb_report> failed_;
  };

  [[nodiscard]] duckdb_handle nothing_prepared() const { return duckdb_handle(api().destroy_prepare); }

  failure failed(std::string_view words, std::string const& sql, std::size_t ahead) {
    duckdb_report const r(words);
    broken_ = broken_ || is_fatal(r);
    return duckdb_failure(r, sql, ahead);
  }

  /// The statements that DuckDB's parser finds; 0 with a failure for none.
  std::uint64_t extract(std::string const& sql, duckdb_handle& all, std::optional<failure>& why) {
    auto const count = api().extract_statements(connection_.get(), sql.c_str(), all.out());
    if (count != 0) return count;
    auto const words = text_or_none(api().extract_statements_error(all.get()));
    why = words.empty() ? failure{errc::no_statement, "there is no statement", {}, "write a SELECT statement", {}} : failed(words, sql, 0);
    return 0;
  }

  std::optional<failure> prepare(duckdb_handle const& all, std::uint64_t place, std::string const& sql, duckdb_handle& prepared) {
    if (api().prepare_extracted_statement(connection_.get(), all.get(), place, prepared.out()) == duckdb_fine) return {};
    return failed(text_or_none(api().prepare_error(prepared.get())), sql, 0);
  }

  std::optional<failure> run_query(std::string const& sql, statement_watch const& watch, duckdb_reading& reading) {
    duckdb_handle all(api().destroy_extracted);
    std::optional<failure> why;
    auto const count = extract(sql, all, why);
    if (count == 0) return why;
    if (count > 1) return failure{errc::several_statements, "there is more than one statement", {}, "pass one statement", {}};
    if (auto f = look_through(sql, reading)) return f;  // before DuckDB plans it, which calls functions of constants
    auto prepared = nothing_prepared();
    if (auto f = prepare(all, 0, sql, prepared)) return f;
    if (api().prepared_statement_type(prepared.get()) != duckdb_select)
      return failure{errc::statement_denied,
                     "this is not a query: the database is only read",
                     {},
                     std::string(duckdb_remedy(errc::statement_denied)),
                     {}};
    if (reading.cost) return *reading.cost = cost_of(sql), std::nullopt;
    if (reading.limits().rows_read != unlimited_rows)
      if (auto f = too_costly(reading.limits().rows_read, cost_of(sql))) return f;
    describe(prepared, reading);
    std::size_t ahead = 0;
    if (auto f = cast_to_text(sql, prepared, ahead)) return f;
    return read(prepared, sql, ahead, watch, reading);
  }

  /// What is refused of a query by the tree that DuckDB's own parser makes: endless nesting and growth, and the names that
  /// the guard denies.
  std::optional<failure> look_through(std::string const& sql, duckdb_reading const& reading) {
    bool const nests = may_nest(sql), grows = may_grow(sql);
    if (!reading.guard && !nests && !grows) return {};
    auto const unread = [&reading] { return reading.guard ? std::optional(not_looked_through()) : std::nullopt; };
    auto const tree_text = text_in("SELECT json_serialize_sql(" + literal(sql) + ")", 0);
    if (!tree_text) return unread();
    boost::system::error_code failed;
    auto const tree = boost::json::parse(*tree_text, failed, {}, {.max_depth = 1000});
    if (failed || !tree.is_object() || tree.get_object().contains("error_message")) return unread();
    if (auto f = nests ? endless_nesting(tree) : std::nullopt) return f;
    if (auto f = grows ? duckdb_growth::beyond(tree) : std::nullopt) return f;
    if (!reading.guard) return {};
    if (auto const name = denied_name(tree, *reading.guard); !name.empty())
      return failure{errc::statement_denied, "the name " + text::cut(name, 100) + " is not allowed: the database is only read",
                     text::cut(name, 100), std::string(duckdb_remedy(errc::statement_denied)), place_of_name(sql, sql::duckdb, name)};
    return {};
  }

  /// The text in a column of the one row that a statement of this library's gives; nothing if it fails.
  std::optional<std::string> text_in(std::string const& ask, std::uint64_t column) {
    duckdb_rows rows(api());
    duckdb_handle chunk(api().destroy_data_chunk);
    if (api().query(connection_.get(), ask.c_str(), rows.get()) == duckdb_fine) *chunk.out() = api().fetch_chunk(*rows.get());
    if (!chunk || api().data_chunk_get_size(chunk.get()) != 1) return {};
    auto const& text = entry<duckdb_text>(api().vector_get_data(api().data_chunk_get_vector(chunk.get(), column)), 0);
    return std::string(text.data(), text.size);
  }

  /// What a query would read that DuckDB has prepared.
  std::optional<statement_cost> cost_of(std::string const& sql) {
    auto const text = text_in(duckdb_explain + sql, 1);
    if (!text) return {};
    duckdb_plan plan(*text);
    if (auto const ask = plan.sizes_query(); !ask.empty()) plan.set_sizes(text_in(ask, 0).value_or(""));
    return plan.cost(sql);
  }

  static failure not_looked_through() {
    return {errc::statement_denied, "DuckDB's parser does not say what the statement names", {}, "write a simpler statement", {}};
  }

  /// The first name of a function or table of a tree that the guard refuses.
  static std::string denied_name(boost::json::value const& in, statement_guard const& guard) {
    if (auto const* const list = in.if_array())
      for (auto const& one : *list)
        if (auto name = denied_name(one, guard); !name.empty()) return name;
    if (auto const* const object = in.if_object())
      for (auto const& [key, one] : *object) {
        std::string_view const text = one.is_string() ? std::string_view(one.get_string()) : std::string_view();
        bool const is_denied = key == "function_name" ? guard.denies(text) : key == "table_name" && guard.denies_source(text);
        if (is_denied) return std::string(text);
        if (auto name = denied_name(one, guard); !name.empty()) return name;
      }
    return {};
  }

  /// Without the layer that keeps a text to one query.
  std::optional<failure> run_all(std::string const& sql, statement_watch const& watch, duckdb_reading& reading) {
    if (reading.cost) return {};
    duckdb_handle all(api().destroy_extracted);
    std::optional<failure> why;
    auto const count = extract(sql, all, why);
    for (std::uint64_t i = 0; i < count && !why; ++i) {
      auto prepared = nothing_prepared();
      why = prepare(all, i, sql, prepared);
      if (why) break;
      reading.columns().clear();
      describe(prepared, reading);
      std::size_t ahead = 0;
      if (count == 1 && api().prepared_statement_type(prepared.get()) == duckdb_select) why = cast_to_text(sql, prepared, ahead);
      if (!why) why = read(prepared, sql, ahead, watch, reading);
    }
    return why;
  }

  void describe(duckdb_handle const& prepared, duckdb_reading& reading) {
    forms_.clear();
    auto const width = api().prepared_statement_column_count(prepared.get());
    for (std::uint64_t i = 0; i < width; ++i) {
      duckdb_handle const type(api().destroy_logical_type, api().prepared_statement_column_logical_type(prepared.get(), i));
      forms_.push_back(column_of(api(), type));
      if (char* const name = api().prepared_statement_column_name(prepared.get(), i)) {
        forms_.back().name = name;
        api().free(name);
      }
    }
    reading.types().clear();
    for (auto const& c : forms_) {
      reading.columns().push_back(c.name);
      reading.types().push_back(c.type_name);
    }
  }

  /// Has DuckDB cast to text what is not read as it is stored: the query becomes a source, whose rows keep their order.
  std::optional<failure> cast_to_text(std::string const& sql, duckdb_handle& prepared, std::size_t& ahead) {
    if (std::ranges::all_of(forms_, [](duckdb_column const& c) { return is_read_as_stored(c.type); })) return {};
    std::string wrapped = "SELECT ", names;
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      auto const name = "c" + std::to_string(i);
      names.append(i == 0 ? "" : ", ").append(name);
      wrapped.append(i == 0 ? "" : ", ").append(is_read_as_stored(forms_[i].type) ? name : "CAST(" + name + " AS VARCHAR)");
    }
    wrapped.append(" FROM (");
    ahead = wrapped.size();
    wrapped.append(sql, 0, end_of_query(sql, sql::duckdb)).append("\n) AS t(").append(names).append(")");  // it may end with a comment
    auto again = nothing_prepared();
    if (api().prepare(connection_.get(), wrapped.c_str(), again.out()) != duckdb_fine)
      return failed(text_or_none(api().prepare_error(again.get())), sql, ahead);
    prepared = std::move(again);
    for (auto& c : forms_)
      if (!is_read_as_stored(c.type)) c.type = duckdb_type::varchar;
    return {};
  }

  std::optional<failure> read(duckdb_handle const& prepared, std::string const& sql, std::size_t ahead, statement_watch const& watch,
                              duckdb_reading& reading) {
    duckdb_rows rows(api());
    if (api().execute_prepared_streaming(prepared.get(), rows.get()) != duckdb_fine)
      return failed(text_or_none(api().result_error(rows.get())), sql, ahead);
    if (api().column_count(rows.get()) != forms_.size()) return {};  // of a statement that is no query
    for (;;) {
      duckdb_handle const chunk(api().destroy_data_chunk, api().fetch_chunk(*rows.get()));
      auto const size = chunk ? api().data_chunk_get_size(chunk.get()) : 0;
      if (size == 0) break;
      if (auto f = take_chunk(chunk, size, watch, reading)) return f;
    }
    if (auto const words = text_or_none(api().result_error(rows.get())); !words.empty()) return failed(words, sql, ahead);
    return {};
  }

  std::optional<failure> take_chunk(duckdb_handle const& chunk, std::uint64_t size, statement_watch const& watch, duckdb_reading& reading) {
    data_.clear();
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      void* const vector = api().data_chunk_get_vector(chunk.get(), i);
      data_.push_back({api().vector_get_data(vector), api().vector_get_validity(vector)});
    }
    for (std::uint64_t row = 0; row < size; ++row) {
      if (watch.ended_for() != statement_watch::reason::none) return failure{errc::time_limit, {}, {}, {}, {}};
      auto const size_of = [&](std::size_t i) { return data_[i].has(row) ? length_at(forms_[i], data_[i].values, row) : 0; };
      if (auto f = reading.count_row(size_of)) return f;
      std::vector<value> values;
      values.reserve(forms_.size());
      for (std::size_t i = 0; i < forms_.size(); ++i)
        values.push_back(data_[i].has(row) ? value_at(forms_[i], data_[i].values, row) : value());
      reading.hand_over(std::move(values));
    }
    return {};
  }

  struct vector_data {
    void const* values;
    std::uint64_t const* present;  // null: all are

    [[nodiscard]] bool has(std::uint64_t row) const noexcept { return !present || ((present[row / 64] >> (row % 64)) & 1U) != 0; }
  };

  std::shared_ptr<duckdb_instance const> of_;
  duckdb_handle connection_;
  bool broken_ = false;
  std::vector<duckdb_column> forms_{};
  std::vector<vector_data> data_{};
};

}  // namespace t2s::db::detail

#endif
