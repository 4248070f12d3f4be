// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_CONNECTION_IPP
#define T2S_DB_POSTGRES_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/driver.hpp"
#include "t2s/db/postgres/connection.hpp"
#include "t2s/db/postgres/detail/catalogue.hpp"
#include "t2s/db/postgres/detail/open_server.hpp"
#include "t2s/db/postgres/detail/statements.hpp"
#include "t2s/db/postgres/detail/write_access.hpp"

namespace t2s::db {

class postgres_driver::backend {
 public:
  backend(std::string const& server, postgres_options const& options) : slot_(detail::open_server(server, options)) {}

  [[nodiscard]] schema::database const& schema() const { return server().schema; }
  [[nodiscard]] postgres_options const& options() const { return server().options; }

  [[nodiscard]] detail::statement_request admit(std::string const& sql) const { return detail::admitted(server(), sql); }

  [[nodiscard]] execution run(detail::statement_request const& r, statement_limits const& within, detail::row_sink& into,
                              std::stop_token const& stop) {
    pipe_.drain();
    detail::blocking_shell shell(stop, pipe_);
    return detail::answer(shell, *slot_, r, within, [&into](std::vector<value> row) { into.take(std::move(row)); }).get();
  }

  [[nodiscard]] execution distinct(schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
    detail::found_column const of{&t, &c, {}};
    auto e = detail::collect(*this, detail::distinct_in(server(), of, limit, false), options().limits, stop);
    if (e.failure && e.failure->code == errc::no_such_function)
      e = detail::collect(*this, detail::distinct_in(server(), of, limit, true), options().limits, stop);
    return detail::distinct_from(server(), of, limit, std::move(e));
  }

  [[nodiscard]] estimation estimate(detail::statement_request const& r, std::stop_token const& stop) {
    pipe_.drain();
    detail::blocking_shell shell(stop, pipe_);
    return detail::estimate(shell, *slot_, r, options().limits.time).get();
  }

  [[nodiscard]] std::vector<std::string> can_write(std::stop_token const& stop) {
    auto const e = detail::collect(*this, detail::our_own(detail::write_access), options().limits, stop);
    if (e.failure) throw error(*e.failure);
    std::vector<std::string> reasons;
    for (auto const& row : e.rows.values) reasons.push_back(to_string(row.front()));
    return reasons;
  }

 private:
  [[nodiscard]] detail::postgres_server const& server() const { return slot_->server(); }

  detail::wake_pipe pipe_{};
  std::unique_ptr<detail::postgres_slot> slot_;
};

static_assert(detail::Driver<postgres_driver>);

#ifdef T2S_SEPARATE_COMPILATION
template class basic_connection<postgres_driver>;
#endif

}  // namespace t2s::db

#endif
