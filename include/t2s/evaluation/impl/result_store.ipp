// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_RESULT_STORE_IPP
#define T2S_EVALUATION_IMPL_RESULT_STORE_IPP

#include "t2s/core/error.hpp"
#include "t2s/evaluation/result_store.hpp"

#include <optional>

namespace t2s::evaluation {
namespace detail {

inline std::size_t memory_of(db::rows const& rows) {
  std::size_t bytes = 0;
  for (auto const& name : rows.columns) bytes += sizeof name + name.size();
  for (auto const& row : rows.values) {
    bytes += sizeof row + row.size() * sizeof(value);
    for (auto const& v : row) bytes += v.text() ? v.text()->capacity() : v.bytes() ? v.bytes()->bytes.capacity() : 0;
  }
  return bytes;
}

inline std::size_t memory_of(std::optional<failure> const& f) { return f ? f->message.size() + f->subject.size() + f->remedy.size() : 0; }

}  // namespace detail

T2S_DECL std::shared_ptr<db::execution const> result_store::execute(std::string const& sql, std::function<db::execution()> const& run) {
  auto const e = entry_of(sql);
  std::lock_guard const lock(e->executing);
  if (e->result) return e->result;
  auto result = std::make_shared<db::execution>(run());
  if (result->failure) result->rows = {};
  auto const own = sql.size() + sizeof(std::string) + sizeof(entry) + sizeof(db::execution);
  if (budget_.take(own + detail::memory_of(result->rows) + detail::memory_of(result->failure)))
    e->result = result;
  else
    forget(sql, *e);
  return result;
}

T2S_DECL std::shared_ptr<result_store::entry> result_store::entry_of(std::string const& sql) {
  std::lock_guard const lock(mutex_);
  auto& e = entries_[sql];
  if (!e) e = std::make_shared<entry>();
  return e;
}

T2S_DECL void result_store::forget(std::string const& sql, entry const& e) {
  std::lock_guard const lock(mutex_);
  auto const found = entries_.find(sql);
  if (found != entries_.end() && found->second.get() == &e) entries_.erase(found);
}

}  // namespace t2s::evaluation

#endif
