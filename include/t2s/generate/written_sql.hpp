// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_WRITTEN_SQL_HPP
#define T2S_GENERATE_WRITTEN_SQL_HPP

#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/run/answer.hpp"

#include <string>
#include <utility>

namespace t2s::generate {

/// The SQL of a completion as a candidate, `why` being how the model came to it; without SQL one that says what stands there instead.
[[nodiscard]] inline candidate written_sql(llm::completion const& c, std::string why, llm::sql_reading_options const& how = {}) {
  auto const found = llm::read_sql(c.text, how);
  if (!found) return candidate({}, "the model gave no SQL: " + found.error_found().text());
  return candidate(*found, std::move(why));
}

}  // namespace t2s::generate

#endif
