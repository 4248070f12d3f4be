// SPDX-License-Identifier: BSL-1.0
#include "asking.hpp"

#include "t2s/systems/with_confidence.hpp"
#include "t2s/systems/with_schema_retrieval.hpp"

namespace cli {

t2s::answer asking::run(any_pipeline const& of, asked_database& database, std::string const& question, stage_trace trace) {
  constexpr t2s::link::schema_budget fits_everywhere{1000};  // with demonstrations and the reply into 4,096 tokens
  bool const may_not_fit = settings_.present() && !t2s::link::fits(database.schema(), fits_everywhere);
  auto const most = may_not_fit ? settings_.fitted_schema_tokens() : settings_.schema_tokens();
  auto* const near = embeds_by_server() ? &embedder_ : nullptr;
  t2s::systems::with_schema_retrieval const shown_in_part{of, {most}, t2s::link::table_vectors<any_model>{near}};
  t2s::systems::with_confidence const system{shown_in_part, minimum_.value_or(0), {}, minimum_ && !studied_, asks_back_};
  auto given = wait<t2s::answer>([&] { return system.run(t2s::context(model_, database, options(), std::move(trace)), question); });
  if (given.failed) given.failed = settings_.server().explained(*given.failed);
  return given;
}

}  // namespace cli
