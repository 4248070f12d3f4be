// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_DETAIL_UNKNOWN_TEXT_IPP
#define T2S_POLICIES_FEEDBACK_DETAIL_UNKNOWN_TEXT_IPP

#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/retrieve/link/detail/unknown_text.hpp"
#include "t2s/sql/parse.hpp"

#include <string>

namespace t2s::feedback {

T2S_DECL std::optional<remark> unknown_text::objection(std::string const& sql, knowledge::lexicon const& names) {
  auto const parsed = sql::parse(sql, names.schema());
  if (!parsed) return {};
  if (auto const found = link::find_unknown_text(*parsed, names)) return remark(name, found->text());
  return {};
}

}  // namespace t2s::feedback

#endif
