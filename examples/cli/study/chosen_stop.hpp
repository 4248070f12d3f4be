// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_CHOSEN_STOP_HPP
#define T2S_CLI_STUDY_CHOSEN_STOP_HPP

#include <optional>
#include <variant>
#include <vector>

#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"

namespace cli::study {

/// Termination policies chosen at run time: any of them ends a run.
struct chosen_stop {
  using policy = std::variant<t2s::terminate::nothing_left, t2s::terminate::revisions, t2s::terminate::same_result,
                              t2s::terminate::same_sql, t2s::terminate::judged_right>;
  using needs = t2s::merged<t2s::needs_of<t2s::terminate::same_result>, t2s::needs_of<t2s::terminate::same_sql>,
                            t2s::needs_of<t2s::terminate::judged_right>>;

  std::vector<policy> any{};

  template <class Context, class Past>
  [[nodiscard]] std::optional<t2s::stop> done(Context& ctx, Past const& past) const {
    for (auto const& one : any)
      if (auto why = std::visit([&](auto const& p) { return t2s::stopped_by(p, ctx, past); }, one)) return why;
    return {};
  }
};

}  // namespace cli::study

#endif
