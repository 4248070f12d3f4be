// SPDX-License-Identifier: BSL-1.0
#include "simulated_model.hpp"

#include "t2s/feedback/execution_refinement.hpp"
#include "t2s/llm/token_estimate.hpp"
#include "t2s/systems/tcsr_sql/keyword_extraction.hpp"

#include <algorithm>

namespace strategies {
namespace {
constexpr char const* wrong = "The query does not do what the question asks for.";
}

std::string_view name_of(corrector c) {
  switch (c) {
    case corrector::gold: return "gold";
    case corrector::again: return "the draft again";
    case corrector::others: return "other predictions";
  }
  return {};
}

llm::completion simulated_model::complete(llm::request const& r) {
  auto& m = all_->metering();
  auto given = m.outside([&] {
    llm::completion c;
    c.text = reply();
    c.finish_reason = "stop";
    return c;
  });
  auto& to = m.open();
  ++to.calls;
  for (auto const& message : r.messages) {
    to.prompt_bytes += message.text.size();
    to.prompt_tokens += llm::estimate_tokens(message.text);
  }
  return given;
}

std::string const& simulated_model::sql_of_revision(std::size_t number) const {
  if (number == 0 || by_ == corrector::again) return draft();
  if (by_ == corrector::gold) return asked_->gold;
  auto const& all = asked_->predicted;
  return all[(file_ + std::min(number, all.size() - 1)) % all.size()];
}

std::string simulated_model::reply() const {
  auto const& m = all_->metering();
  auto const in_fence = [](std::string const& sql) { return "```sql\n" + sql + "\n```"; };
  switch (m.now()) {
    case stage::outside: return m.is_inside(tcsr::keyword_extraction::name) ? "[]" : asked_->text;
    case stage::drafting: return in_fence(draft());
    case stage::revising: return in_fence(sql_of_revision(m.revisions_begun()));
    default: break;
  }
  if (m.is_inside("entity linking")) return align::to_text(align::align_by_sql(asked_->text, asked_->gold, database_->database.schema()));
  if (m.is_inside("skeleton parsing")) return in_fence(asked_->gold);
  if (m.is_inside(feedback::execution_refinement::name)) return judgement();
  return wrong;
}

std::string simulated_model::judgement() const {
  auto const& judged = sql_of_revision(all_->metering().revisions_begun());
  bool const right = by_ != corrector::again && all_->is_right(*database_, *asked_, judged);
  return right ? "Yes." : std::string("No. ").append(wrong);
}

}  // namespace strategies
