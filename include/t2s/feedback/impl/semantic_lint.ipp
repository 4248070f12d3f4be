// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_IMPL_SEMANTIC_LINT_IPP
#define T2S_FEEDBACK_IMPL_SEMANTIC_LINT_IPP

#include "t2s/feedback/semantic_lint.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace t2s::feedback {

T2S_DECL std::vector<sql::finding> semantic_lint::look(std::string const& sql, schema::database const& d, answers& known) const {
  if (statements == 0) return sql::lint(sql, d);
  sql::lint_facts const facts{[&known](std::string const& statement) -> std::optional<bool> {
    if (auto const given = known.given.find(statement); given != known.given.end()) return given->second;
    if (std::find(known.open.begin(), known.open.end(), statement) == known.open.end()) known.open.push_back(statement);
    return {};
  }};
  return sql::lint(sql, d, &facts);
}

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
