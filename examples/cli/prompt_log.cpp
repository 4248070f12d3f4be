// SPDX-License-Identifier: BSL-1.0
#include "prompt_log.hpp"

#include <ostream>
#include <string_view>

#include "table.hpp"

namespace cli {
namespace {

std::string_view name_of(t2s::llm::role r) {
  switch (r) {
    case t2s::llm::role::system: return "system";
    case t2s::llm::role::user: return "user";
    case t2s::llm::role::assistant: return "assistant";
  }
  return "";
}

}  // namespace

std::size_t prompt_log::asked(t2s::llm::request const& r) {
  auto const stage = open_.empty() ? std::string("a candidate") : open_.back();  // candidates run side by side, outside of the stages
  *out_ << "==== call " << ++calls_ << ", " << stage << " ====\n";
  for (auto const& m : r.messages) *out_ << "---- " << name_of(m.from) << " ----\n" << printable_lines(m.text) << '\n';
  return calls_;
}

void prompt_log::answered(t2s::llm::completion const& c, std::size_t to_call) {
  auto const to = to_call == calls_ ? std::string() : ", to call " + std::to_string(to_call);
  *out_ << "---- the model" << to << " ----\n" << printable_lines(c.text) << '\n';
  for (auto const& other : c.others) *out_ << "---- another choice ----\n" << printable_lines(other.text) << '\n';
  *out_ << std::flush;
}

}  // namespace cli
