// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_INTERACTIVE_CORRECTION_IPP
#define T2S_GENERATE_IMPL_INTERACTIVE_CORRECTION_IPP

#include "t2s/generate/interactive_correction.hpp"
#include "t2s/llm/completion_text.hpp"

namespace t2s::generate {
namespace detail {

inline std::string remarks_in_lines(attempt const& a) {
  std::string all;
  for (auto const& r : a.remarks) all.append(all.empty() ? "" : "\n").append(r.text);
  return all;
}

}  // namespace detail

T2S_DECL llm::request interactive_correction::fill(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                                   samples const& shown, attempt const* latest, std::string_view code) const {
  std::string examples, corrected;
  for (auto const& like : shown.demonstrations)
    examples += demonstration.fill({{"question", like.shown.question}, {"answer", like.shown.sql}});
  if (!examples.empty()) examples = related.fill({{"demonstrations", examples}});
  if (latest) corrected = correction.fill({{"sql", latest->tried.sql}, {"result", detail::remarks_in_lines(*latest)}});
  auto const structure = db_structure(d, shown.tables, keys, database);
  llm::request asking(prompt.fill({{"related", examples},
                                   {"structure", structure},
                                   {"question", asked.clear},
                                   {"correction", corrected, latest == nullptr},
                                   {"code", code, code.empty()}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL candidate interactive_correction::read(llm::completion const& c) {
  auto const found = llm::read_sql(c.text);
  if (!found) return candidate({}, "the model gave no SQL: " + found.error_found().text());
  candidate made(*found, "written by the model");
  made.reasoning = c.text;
  return made;
}

}  // namespace t2s::generate

#endif
