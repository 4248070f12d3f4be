// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_LOCAL_HPP
#define T2S_LINK_LOCAL_HPP

#include "t2s/link/alignment.hpp"
#include "t2s/link/linked_question.hpp"
#include "t2s/policy.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace t2s::link {

/// An EntityLinker without a model; `prompted` is the one with a model: names and stored values by their words (`link_question`). Alone, without a
/// context: `align_by_names`.
struct local {
  static constexpr std::string_view name = "local";
  using states = facts<linked_question>;

  double least = 0.9;  ///< score of a link; 1 is a whole name or value, said exactly

  /// The verb of a linker: what the question names.
  auto link(auto& ctx, question const& asked, samples const&, std::string sql) const {
    return then(linked_in(ctx, asked), [this, &asked, sql = std::move(sql)](linked_question const* linked) {
      return align_by_names(linked->found, asked.clear, sql, *linked->names, least);
    });
  }
};
static_assert(EntityLinker<local>);

}  // namespace t2s::link

#endif
