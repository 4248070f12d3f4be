// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_RESULT_STORE_IPP
#define T2S_EVALUATION_IMPL_RESULT_STORE_IPP

#include "t2s/evaluation/result_store.hpp"

namespace t2s::evaluation {
namespace detail {

inline std::size_t memory_of(db::rows const& rows) {
  std::size_t bytes = 0;
  for (auto const& row : rows.values) {
    bytes += sizeof row + row.size() * sizeof(value);
    for (auto const& v : row) bytes += v.text() ? v.text()->capacity() : v.bytes() ? v.bytes()->bytes.capacity() : 0;
  }
  return bytes;
}

}  // namespace detail

T2S_DECL std::shared_ptr<db::execution const> result_store::execute(db::sqlite_connection& connection, std::string const& sql) {
  auto const e = entry_of(sql);
  std::lock_guard const lock(e->executing);
  if (e->result) return e->result;
  auto const result = std::make_shared<db::execution const>(connection.execute(sql));
  if (takes(detail::memory_of(result->rows))) e->result = result;
  return result;
}

T2S_DECL std::shared_ptr<result_store::entry> result_store::entry_of(std::string const& sql) {
  std::lock_guard const lock(mutex_);
  auto& e = entries_[sql];
  if (!e) e = std::make_shared<entry>();
  return e;
}

T2S_DECL bool result_store::takes(std::size_t bytes) {
  std::lock_guard const lock(mutex_);
  if (bytes_ + bytes > most_bytes_) return false;
  bytes_ += bytes;
  return true;
}

}  // namespace t2s::evaluation

#endif
