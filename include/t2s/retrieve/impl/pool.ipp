// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_POOL_IPP
#define T2S_RETRIEVE_IMPL_POOL_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/file.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace t2s::retrieve {
namespace detail {

inline constexpr char pool_form[] = "give an array of objects with \"question\", \"query\" (or \"SQL\") and, where known, \"db_id\"";

[[noreturn]] inline void malformed(std::string_view name, std::string const& what) {
  throw error(failure{errc::malformed_data, std::string(name) + ": " + what, std::string(name), pool_form, {}});
}

/// One element of the pool, of which `place` tells in messages.
class pool_element {
 public:
  pool_element(boost::json::value const& v, std::string_view name, std::size_t index)
      : object_(v.if_object()), name_(name), place_("element " + std::to_string(index)) {
    if (!object_) malformed(name_, place_ + " is no object");
  }

  /// The text of the member, "" if it is absent.
  [[nodiscard]] std::string text(std::string_view key) const {
    auto const* member = object_->if_contains(key);
    if (!member || member->is_null()) return {};
    auto const* s = member->if_string();
    if (!s) malformed(name_, place_ + ": \"" + std::string(key) + "\" is no string");
    return {s->data(), s->size()};
  }

  [[nodiscard]] demonstration read(gold_sql sql) const {
    demonstration d{text("db_id"), text("question"), text("query"), text("evidence"), text("difficulty")};
    if (d.sql.empty()) d.sql = text("SQL");
    if (d.question.empty()) malformed(name_, place_ + " has no \"question\"");
    if (d.sql.empty() && sql == gold_sql::required) malformed(name_, place_ + " has neither \"query\" nor \"SQL\"");
    return d;
  }

 private:
  boost::json::object const* object_;
  std::string_view name_;
  std::string place_;
};

}  // namespace detail

T2S_DECL std::vector<demonstration> parse_pool(std::string_view json, std::string_view name, gold_sql sql) {
  boost::json::error_code wrong;
  auto const parsed = boost::json::parse({json.data(), json.size()}, wrong);
  if (wrong) detail::malformed(name, "is no JSON (" + wrong.message() + ")");
  auto const* elements = parsed.if_array();
  if (!elements) detail::malformed(name, "the JSON is no array");
  std::vector<demonstration> pool;
  pool.reserve(elements->size());
  for (auto const& e : *elements) pool.push_back(detail::pool_element(e, name, pool.size()).read(sql));
  return pool;
}

T2S_DECL std::vector<demonstration> read_pool(std::string const& path, gold_sql sql) {
  return parse_pool(read_file(path, "a JSON file"), path, sql);
}

}  // namespace t2s::retrieve

#endif
