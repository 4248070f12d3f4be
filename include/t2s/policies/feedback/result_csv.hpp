// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_RESULT_CSV_HPP
#define T2S_POLICIES_FEEDBACK_RESULT_CSV_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/render.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace t2s::feedback {

/// Executes the attempt and shows the outcome, for the model to judge: the result as CSV, or the database's error, without the remedy,
/// which is for programmers. It always has a remark. SQL-CRAFT, section 2.
struct result_csv {
  static constexpr std::string_view name = "database feedback";
  using provides = facts<db::execution>;

  std::size_t rows = 20;         ///< most rows to show, followed by their total; the paper has no limit
  std::size_t cell_bytes = 500;  ///< of a value; a longer one is cut and ends in `...` (ours)

  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [this](db::execution const* done) -> std::optional<remark> {
      if (!done->ok()) return remark(name, one_line(done->failure->message));
      auto const shown = knowledge::first_short_rows(done->rows, rows, cell_bytes);
      auto csv = db::to_csv(shown, done->rows.values.size() - shown.values.size());
      csv.pop_back();  // removes the last line end; blanks before it are data
      return remark(name, std::move(csv));
    });
  }
};

}  // namespace t2s::feedback

#endif
