// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_EXAMPLE_VALUE_IPP
#define T2S_KNOWLEDGE_IMPL_EXAMPLE_VALUE_IPP

#include "t2s/core/text.hpp"
#include "t2s/knowledge/example_value.hpp"

#include <utility>
#include <vector>

namespace t2s {
namespace detail {

inline void put_on_one_line(std::string& s) { s = one_line(s); }
inline void put_on_one_line(std::vector<std::string>& all) {
  for (auto& s : all) put_on_one_line(s);
}

}  // namespace detail

T2S_DECL std::string example_value(value const& v, std::size_t most) {
  if (auto const* t = v.text()) return to_sql(value(one_line(text::cut(*t, most))));
  return text::cut(to_sql(v), most);
}

T2S_DECL schema::table with_names_on_one_line(schema::table t) {
  detail::put_on_one_line(t.name);
  for (auto& c : t.columns) {
    detail::put_on_one_line(c.name);
    detail::put_on_one_line(c.type);
  }
  for (auto& k : t.foreign_keys) {
    detail::put_on_one_line(k.table);
    detail::put_on_one_line(k.columns);
    detail::put_on_one_line(k.referenced);
  }
  return t;
}

}  // namespace t2s

#endif
