// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_FEEDBACK_DETAIL_SEMANTIC_LINT_IPP
#define T2S_OFFLINE_FEEDBACK_DETAIL_SEMANTIC_LINT_IPP

#include "t2s/offline/feedback/semantic_lint.hpp"

#include <optional>
#include <string>
#include <vector>

namespace t2s::feedback {

T2S_DECL std::optional<remark> semantic_lint::remark_of(std::vector<sql::finding> const& found) const {
  std::string text;
  std::size_t said = 0;
  for (auto const& f : found) {
    if (f.how != sql::severity::wrong_making) continue;
    if (said++ == findings) break;
    text.append(text.empty() ? "" : "\n").append(sql::to_string(f));
    if (!f.proposal.empty()) text.append("; perhaps: ").append(f.proposal);
  }
  if (text.empty()) return {};
  return remark(name, std::move(text));
}

}  // namespace t2s::feedback

#endif
