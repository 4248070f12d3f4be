// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_LIBPQ_HPP
#define T2S_DB_POSTGRES_DETAIL_LIBPQ_HPP

#include "t2s/db/detail/c_text.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string_view>

#ifndef LIBPQ_HAS_PIPELINING
#error "t2s: db/postgres needs libpq 14 or newer (Debian 12: apt install libpq-dev)"
#endif

/// libpq's handles, and the fields of a result.
namespace t2s::db::detail {

struct pq_closer {
  void operator()(PGconn* c) const noexcept { PQfinish(c); }
  void operator()(PGresult* r) const noexcept { PQclear(r); }
  void operator()(PGcancel* c) const noexcept { PQfreeCancel(c); }
  void operator()(PQconninfoOption* o) const noexcept { PQconninfoFree(o); }
};
using pq_connection = std::unique_ptr<PGconn, pq_closer>;
using pq_result = std::unique_ptr<PGresult, pq_closer>;
using pq_cancel = std::unique_ptr<PGcancel, pq_closer>;
using pq_settings = std::unique_ptr<PQconninfoOption, pq_closer>;

inline std::string_view field_of(PGresult const* r, int field) { return text_or_none(PQresultErrorField(r, field)); }

/// A value of a row; empty where it is NULL.
inline std::string_view text_of(PGresult const* r, int row, int column) {
  return {PQgetvalue(r, row, column), static_cast<std::size_t>(PQgetlength(r, row, column))};
}

}  // namespace t2s::db::detail

#endif
