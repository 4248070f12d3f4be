// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_CONNECTION_IPP
#define T2S_DB_ODBC_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/admission.hpp"
#include "t2s/db/detail/driver.hpp"
#include "t2s/db/detail/propose_table.hpp"
#include "t2s/db/odbc/connection.hpp"
#include "t2s/db/odbc/detail/catalogue.hpp"

namespace t2s::db {

class odbc_driver::backend {
 public:
  backend(std::string const& source, odbc_options const& options)
      : source_(source),
        options_(options),
        session_(std::make_unique<detail::odbc_session>(source, options)),
        guard_(options.guard ? *options.guard : odbc_guard(session_->dialect())),
        engine_(session_->engine()),
        schema_(detail::odbc_catalogue(*session_, options_).read()) {
    if (schema_.empty())
      throw error(errc::no_tables, "the session sees no table of the database",
                  "name the schemas (odbc_options::schemas), or GRANT SELECT");
  }

  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] odbc_options const& options() const { return options_; }
  [[nodiscard]] std::string const& engine() const { return engine_; }

  [[nodiscard]] detail::statement_request admit(std::string const& sql) const {
    auto const never = [](statement_guard::verdict const&, std::string const&) { return false; };
    return detail::admitted_by(options_.layers.guard ? &guard_ : nullptr, options_.limits, sql, never);
  }

  [[nodiscard]] execution run(detail::statement_request const& r, statement_limits const& within, detail::row_sink& into,
                              std::stop_token const& stop) {
    if (session_->is_broken()) session_ = std::make_unique<detail::odbc_session>(source_, options_);
    detail::row_reading reading(within, [&into](std::vector<value> row) { into.take(std::move(row)); });
    auto e = detail::watched(watch_, stop, reading, [&] { return session_->run(r.sql, watch_, stop, reading); });
    if (e.failure) detail::propose_table(*e.failure, schema_);
    return e;
  }

  [[nodiscard]] execution distinct(schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
    return detail::distinct_values(*this, t, c, limit, stop);
  }

  /// As far as ODBC tells.
  [[nodiscard]] std::vector<std::string> can_write(std::stop_token const&) const {
    if (session_->says_read_only()) return {};
    std::vector<std::string> reasons{"the driver does not say that the data source is read-only"};
    if (!session_->can_roll_back()) reasons.emplace_back("the driver has no transactions: what a statement writes cannot be undone");
    return reasons;
  }

 private:
  std::string source_;
  odbc_options options_;
  std::unique_ptr<detail::odbc_session> session_;
  statement_guard guard_;
  std::string engine_;
  schema::database schema_;
  detail::statement_watch watch_{[this] { session_->cancel(); }};  // last: its thread uses the session
};

T2S_DECL std::string const& odbc_connection::engine() const noexcept { return state_->inside().engine(); }

static_assert(detail::Driver<odbc_driver>);

#ifdef T2S_SEPARATE_COMPILATION
template class basic_connection<odbc_driver>;
#endif

}  // namespace t2s::db

#endif
