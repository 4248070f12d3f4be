// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_DRIVER_HPP
#define T2S_DB_DETAIL_DRIVER_HPP

#include "t2s/db/detail/basic_connection.ipp"

#include <concepts>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace t2s::db::detail {

/// An engine, as `basic_connection` and `basic_pool` use it. The driver itself is declared where its connection is, without the engine's
/// own headers:
/// - `options`, with `limits`, `distinct_rows` and, for a pool, `connections`; `limits`, what one statement may take;
/// - `name`, "a shop_connection", and `for_threads`, what messages propose to those who use it in several threads;
/// - `nests`: whether a connection may be used within its own `each_row`; `tells_cost` and `tells_write_access`: whether its backend has
///   `estimate` and `can_write`;
/// - `open_pool(where, options)`, for `basic_pool`: makes a `threaded_pool<Driver>` where statements block a thread;
/// - `backend`, a nested class that is defined in the engine's body: an open database, used by one thread at a time.
///
/// A backend B of a driver D
/// 1. is made of `(where, options)`: it connects and reads the schema, or throws `t2s::error`;
/// 2. has `schema()` and `options()`, which stay as they are;
/// 3. `admit(sql)` says what becomes of SQL of unknown origin: a `statement_request`, which may be refused. It runs nothing;
/// 4. `run(request, within, into, stop)` runs what was admitted or is this library's own. Its rows go to `into` as they come; what is
///    returned has the rest: columns, their types, the time, and what ended it before its last row. Within that a broken connection is
///    replaced. It throws `errc::cancelled` when `stop` is requested;
///    a callback of `stop` must not use the connection, which `interrupt` holds meanwhile;
/// 5. has `distinct(table, column, limit, stop)`: `distinct_values` for an engine that knows no better way;
/// 6. has `estimate(request, stop)` and `can_write(stop)` if the driver says so;
/// 7. may have `another()`, of which a further backend to the same database is made, and `is_open()`, which any thread may call.
template <class D>
concept Driver = requires(typename D::backend& b, std::string const& text, statement_request const& r, typename D::limits const& within,
                          row_sink& into, std::stop_token const& stop, schema::table const& t, schema::column const& c, std::size_t n) {
  requires std::constructible_from<typename D::backend, std::string const&, typename D::options const&>;
  { b.schema() } -> std::same_as<schema::database const&>;
  { b.options() } -> std::same_as<typename D::options const&>;
  { b.admit(text) } -> std::same_as<statement_request>;
  { b.run(r, within, into, stop) } -> std::same_as<execution>;
  { b.distinct(t, c, n, stop) } -> std::same_as<execution>;
  requires !D::tells_cost || requires {
    { b.estimate(r, stop) } -> std::same_as<estimation>;
  };
  requires !D::tells_write_access || requires {
    { b.can_write(stop) } -> std::same_as<std::vector<std::string>>;
  };
};

}  // namespace t2s::db::detail

#endif
