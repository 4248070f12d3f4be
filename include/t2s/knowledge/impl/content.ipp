// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_CONTENT_IPP
#define T2S_KNOWLEDGE_IMPL_CONTENT_IPP

#include "t2s/core/text.hpp"
#include "t2s/knowledge/content.hpp"

namespace t2s::link {

T2S_DECL content declared_content(schema::column const& c) {
  auto const type = text::lower(c.type);
  if (type.find("date") != type.npos || type.find("time") != type.npos) return content::date;
  switch (schema::affinity_of(c.type)) {
    case schema::affinity::integer:
    case schema::affinity::real:
    case schema::affinity::numeric: return type.find("bool") != type.npos ? content::text : content::number;
    default: return content::text;
  }
}

T2S_DECL bool is_number(std::string_view text) noexcept {
  double read = 0;
  return text::to_number(text::trim(text), read) != std::errc::invalid_argument;
}

}  // namespace t2s::link

#endif
