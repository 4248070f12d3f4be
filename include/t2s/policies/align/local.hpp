// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_LOCAL_HPP
#define T2S_POLICIES_ALIGN_LOCAL_HPP

#include "t2s/policies/align/detail/mentioned.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace t2s::align {

/// An EntityLinker without a model: what the run's reading of the question mentions (`align_mentioned`), by the knowledge that the prompt
/// shows too. `prompted` asks a model.
struct local {
  static constexpr std::string_view name = "local";
  using states = facts<link::linked_question>;

  double least = 0.5;  ///< least score of a mention, from 0 to 1

  /// Links the question.
  auto link(auto& ctx, question const& asked, samples const& shown, std::string sql) const {
    return then(link::linked_in(ctx, asked), [this, &shown, sql = std::move(sql)](link::linked_question const* linked) {
      return align_mentioned(*linked, sql, least, shown.knowledge);
    });
  }
};

}  // namespace t2s::align

#endif
