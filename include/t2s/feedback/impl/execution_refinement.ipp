// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_IMPL_EXECUTION_REFINEMENT_IPP
#define T2S_FEEDBACK_IMPL_EXECUTION_REFINEMENT_IPP

#include "t2s/core/text.hpp"
#include "t2s/db/internal/render.hpp"
#include "t2s/feedback/execution_refinement.hpp"
#include "t2s/knowledge/internal/shown_values.hpp"

#include <vector>

namespace t2s::feedback {

T2S_DECL std::string execution_refinement::column_text(schema::database const& d, failure const& f) const {
  auto const& subject = f.subject;
  auto const wanted = text::lower(std::string_view(subject).substr(subject.rfind('.') + 1));
  std::vector<std::string> tables;
  for (auto const* t : d.tables_with(wanted)) tables.push_back(one_line(t->name));
  auto const error = one_line(f.message), column = one_line(wanted);
  if (tables.empty()) return no_column_prompt.fill({{"error", error}, {"column", column}});
  auto const count = std::to_string(tables.size());
  auto const names = text::join(tables, ", ");
  return column_prompt.fill({{"error", error}, {"count", count}, {"column", column}, {"tables", names}});
}

T2S_DECL std::string execution_refinement::outcome_text(schema::database const& d, db::execution const& done) const {
  if (!done.ok()) {
    auto const& f = *done.failure;
    bool const about_column = f.code == errc::no_such_column || f.code == errc::ambiguous_column;
    return about_column && !f.subject.empty() ? column_text(d, f) : error_prompt.fill({{"error", one_line(f.message)}});
  }
  std::string shown;
  auto const first = first_short_rows(done.rows, rows, cell_bytes);
  for (auto const& row : first.values) shown.append(db::to_tuple(row)).append("\n");
  return result_prompt.fill({{"total", std::to_string(done.rows.values.size())}, {"rows", shown}});
}

T2S_DECL llm::request execution_refinement::request_for(schema::database const& d, question const& asked, dialogue const& talk) const {
  llm::request asking;
  asking.messages = talk.opening(d, asked);
  asking.messages.emplace_back(llm::role::assistant, talk.about);
  asking.messages.insert(asking.messages.end(), talk.round.begin(), talk.round.end());
  asking.temperature = temperature;
  return asking;
}

T2S_DECL judged execution_refinement::read(std::string const& reply, bool ran) {
  auto const otherwise = [&](std::string_view instead) { return std::string(text::trim(reply).empty() ? instead : reply); };
  if (!ran) return {false, otherwise("the SQL does not run, and the model does not say why")};
  auto const verdict = llm::read_verdict(reply);
  if (!verdict) return {false, otherwise("the model does not say whether the result is right")};
  if (verdict->yes) return {true, verdict->reason};
  return {false, verdict->reason.empty() ? "the model does not agree with the result" : verdict->reason};
}

}  // namespace t2s::feedback

#endif
