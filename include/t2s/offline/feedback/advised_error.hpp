// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_FEEDBACK_ADVISED_ERROR_HPP
#define T2S_OFFLINE_FEEDBACK_ADVISED_ERROR_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::feedback {

/// What the schema says about a failure, a fact that `advised_error` notes. What is not known is empty.
struct error_advice {
  std::string unknown{};               ///< the name that the database lacks
  std::vector<std::string> holders{};  ///< the columns of that name in other tables, as "table.column"
  std::string join{};                  ///< how foreign keys connect the first holder's table with those of the statement, as after FROM
  std::vector<std::string> similar{};  ///< names like it, nearest first: tables, or columns as "table.column"
  std::string proposal{};              ///< the statement, corrected by the rules of repair; it was not executed

  friend bool operator==(error_advice const&, error_advice const&) = default;
};

/// Executes the attempt. If it fails, the remark is the database's message and what to do: which table has the column and how it is
/// joined, names like it, and a corrected statement. Asks no model, and executes nothing else.
struct advised_error {
  static constexpr std::string_view name = "advised_error";
  using provides = facts<db::execution, error_advice>;

  bool holders = true;      ///< whether to name the tables that have the column
  bool join = true;         ///< whether to show how they are joined
  std::size_t similar = 3;  ///< most names to show that are like an unknown one
  bool proposal = true;     ///< whether to show a corrected statement

  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [this, &ctx, &past](db::execution const* done) -> std::optional<remark> {
      if (done->ok()) return {};
      auto const* const advice = past.note(advice_on(past.sql(), *done->failure, ctx.schema()));
      return remark(name, text_of(*done->failure, *advice));
    });
  }

  /// What the schema says about the failure of a statement. O(size of the schema).
  [[nodiscard]] T2S_DECL error_advice advice_on(std::string_view sql, failure const& why, schema::database const& d) const;

 private:
  [[nodiscard]] T2S_DECL std::string text_of(failure const& why, error_advice const& known) const;
};

}  // namespace t2s::feedback

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/feedback/detail/advised_error.ipp"
#endif

#endif
