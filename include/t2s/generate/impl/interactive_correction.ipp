// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_INTERACTIVE_CORRECTION_IPP
#define T2S_GENERATE_IMPL_INTERACTIVE_CORRECTION_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/impl/interactive_correction.hpp"
#include "t2s/generate/written_demonstrations.hpp"
#include "t2s/generate/written_sql.hpp"
#include "t2s/sql/parse.hpp"

namespace t2s::generate {

T2S_DECL llm::request interactive_correction::fill(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                                   samples const& shown, attempt const* latest, std::string_view code) const {
  auto examples = text::join(written_demonstrations(shown, shown.demonstrations.size(), demonstration), "");
  std::string corrected;
  if (!examples.empty()) examples = related.fill({{"demonstrations", examples}});
  if (latest) corrected = correction.fill({{"sql", latest->tried.sql}, {"result", latest->remarks_text("\n")}});
  auto const structure = db_structure(d, shown.tables, keys, database);
  llm::request asking(prompt.fill({{"dialect", sql::title_of(d), true},
                                   {"related", examples},
                                   {"structure", structure},
                                   {"question", asked.clear},
                                   {"correction", corrected, latest == nullptr},
                                   {"code", code, code.empty()}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL candidate interactive_correction::read(llm::completion const& c) {
  auto made = written_sql(c, "written by the model");
  if (!made.sql.empty()) made.reasoning = c.text;
  return made;
}

}  // namespace t2s::generate

#endif
